import type { ExampleCall } from './example-call.ts'

/**
 * Requests to paste into a shell. Words in capitals are placeholders; the secret and the token are shell
 * variables, so that one request can follow the other.
 */
const curl = (path: string, options: string[]): string =>
  [`curl -s ${location.origin}${path}`, ...options].join(' \\\n  ')

const BEARER = '-H "Authorization: Bearer $ACCESS_TOKEN"'

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

const post = (path: string, json: string, headers: string[] = []): string =>
  curl(path, [BEARER, ...headers, `-H 'Content-Type: application/json'`, `-d ${quoted(json)}`])

export const tokenRequest = (clientId: string): string =>
  `CLIENT_SECRET='paste a client secret here'
ACCESS_TOKEN=$(${curl('/oauth/token', [
    `-u "${clientId}:$CLIENT_SECRET"`,
    '-d grant_type=client_credentials',
  ])} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`

/** Makes a call once, however often it is sent. */
export const callRequest = ({ path, fields }: ExampleCall): string =>
  post(path, JSON.stringify(fields), [`-H 'Idempotency-Key: ORDER_ID'`])

export const customerRequest = (): string =>
  post('/api/v1/laas/users', '{"externalId":"YOUR_ID","fullname":"Ada Lovelace"}')

export const onboardRequest = (): string => post('/api/v1/laas/users/onboard', '{"tag":"TAG"}')

export const creationRequest = (): string =>
  post(
    '/api/v1/user',
    `{
    "email": "ada@mail.example",
    "fullname": "Ada Lovelace",
    "tag": "ada",
    "phone": "8012345678",
    "countryCode": "+234",
    "password": "PASSWORD",
    "confirmPassword": "PASSWORD"
  }`,
  )

/** Saves the ledger under the file name that the service suggests. */
export const exportRequest = (query: Record<string, string>): string =>
  curl('/api/v1/laas/coins/transactions/export', [
    '-fGOJ',
    BEARER,
    ...Object.entries(query).map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`),
  ])

/** A statement, as of an event: it stays the same. */
export const statementRequest = (query: { from: string; to: string; asOf: number }): string =>
  curl('/api/v1/laas/coins/statement', [
    '-fG',
    BEARER,
    ...Object.entries(query).map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`),
  ])
