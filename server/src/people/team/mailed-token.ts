import { Type } from 'typebox'

export const MailedToken = () =>
  Type.String({ minLength: 1, maxLength: 200, must: 'be the token of the mail', description: 'As mailed.' })

export const EXAMPLE_TOKEN = 'mP3v0V1oJ1kq5y9wq0m7c8t2Q4x6Z8b1N3d5F7h9K1s'

export const TOKEN_SPENT = 'The token is unknown, used or expired; ask for a new one.'
