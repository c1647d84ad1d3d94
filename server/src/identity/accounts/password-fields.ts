import { Type } from 'typebox'
import { type FieldProblem, wrong } from '../../runtime/failure.ts'

const PASSWORD_MAX = 200
const POLICY = 'have 8 to 200 characters, with one uppercase letter, one number and one special character'

export type PasswordPair = { password?: string; confirmPassword?: string }

export const NewPassword = () =>
  Type.String({ minLength: 1, maxLength: PASSWORD_MAX, must: POLICY, description: `Must ${POLICY}.` })

export const ConfirmedPassword = () =>
  Type.String({
    minLength: 1,
    maxLength: PASSWORD_MAX,
    must: 'equal password',
    description: 'The same password again.',
  })

/** A password to sign in with. It may be older than today's policy. */
export const GivenPassword = () =>
  Type.String({ minLength: 1, maxLength: PASSWORD_MAX, must: `have at most ${PASSWORD_MAX} characters` })

export function checkNewPassword({ password, confirmPassword }: PasswordPair): FieldProblem[] {
  const problems: FieldProblem[] = []
  if (typeof password === 'string' && !isStrong(password)) problems.push(wrong('password', `must ${POLICY}`))
  if (password !== confirmPassword) problems.push(wrong('confirmPassword', 'must equal password'))
  return problems
}

function isStrong(password: string): boolean {
  const long = [...password].length >= 8 && password.isWellFormed() && !/\p{Cc}/u.test(password)
  return long && /\p{Lu}/u.test(password) && /\p{Nd}/u.test(password) && /[^\p{L}\p{N}\s]/u.test(password)
}
