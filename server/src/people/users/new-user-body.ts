import { type Static, Type } from 'typebox'
import { Email, Line } from '../../http/input/fields.ts'
import {
  ConfirmedPassword,
  checkNewPassword,
  NewPassword,
  type PasswordPair,
} from '../../identity/accounts/password-fields.ts'
import { ExternalId } from '../../programme/members/external-id.ts'
import { type FieldProblem, wrong } from '../../runtime/failure.ts'
import type { NewUser } from './user.ts'

const TAG_MUST = 'have 3 to 30 letters, digits, dots and underscores'
export const Tag = () =>
  Type.String({
    pattern: '^[A-Za-z0-9_.]{3,30}$',
    must: TAG_MUST,
    description: `Must ${TAG_MUST}; stored in lower case.`,
  })

export const NewUserBody = (now: () => Date) =>
  Type.Object(
    {
      email: Email(),
      fullname: Line(200, { description: 'Kept as sent; this response has it in lower case.' }),
      password: NewPassword(),
      confirmPassword: ConfirmedPassword(),
      phone: Type.String({
        pattern: '^0*[1-9][0-9]{3,14}$',
        maxLength: 20,
        must: 'have 4 to 15 digits, and nothing but digits',
        description: 'Digits; returned with one leading 0.',
      }),
      tag: Tag(),
      countryCode: Type.String({ pattern: '^\\+[0-9]{1,4}$', must: 'be + and 1 to 4 digits, such as +234' }),
      isAdult: Type.Optional(Type.Boolean({ default: false, must: 'be true or false' })),
      dateOfBirth: Type.Optional(
        Type.String({
          format: 'date',
          must: 'be a date such as 1990-12-31',
          description: 'From 1900-01-01 to today.',
        }),
      ),
      referralCode: Type.Optional(
        Type.String({
          pattern: '^[A-Za-z0-9_.]{3,30}$',
          must: 'be the tag of a user',
          description: 'The tag of the user who told this one; the response shows it as `referred`.',
        }),
      ),
      externalId: Type.Optional(
        ExternalId({ description: 'Your own id of the user. Without a token it is ignored.' }),
      ),
    },
    {
      schemaName: 'NewUser',
      check: (body: PasswordPair & { dateOfBirth?: string }) => [
        ...checkNewPassword(body),
        ...checkDateOfBirth(body.dateOfBirth, now()),
      ],
      examples: [
        {
          email: 'ada@mail.example',
          fullname: 'Ada Lovelace',
          password: 'Sunny-Day-7',
          confirmPassword: 'Sunny-Day-7',
          phone: '8012345678',
          tag: 'ada',
          isAdult: true,
          dateOfBirth: '1990-12-10',
          countryCode: '+234',
        },
      ],
    },
  )

function checkDateOfBirth(date: string | undefined, now: Date): FieldProblem[] {
  const plausible = date === undefined || (date >= '1900-01-01' && date <= now.toISOString().slice(0, 10))
  return plausible ? [] : [wrong('dateOfBirth', 'must be a date from 1900-01-01 to today')]
}

/** The form of the account pages asks for less than the interface. */
export function SignUpBody(now: () => Date) {
  const { email, fullname, password, tag, referralCode } = NewUserBody(now).properties
  return Type.Object({ email, fullname, password, tag, referralCode })
}

type Optional = 'phone' | 'countryCode' | 'isAdult' | 'dateOfBirth'
type NewUserFields = Static<ReturnType<typeof NewUserBody>>
type NewUserInput = Pick<NewUserFields, 'email' | 'fullname' | 'tag'> & Partial<Pick<NewUserFields, Optional>>

export function newUser(body: NewUserInput, fromPartner: boolean): NewUser & { email: string } {
  return {
    tag: body.tag.toLowerCase(),
    email: body.email,
    fullname: body.fullname.trim(),
    phone: body.phone?.replace(/^0+/, '') ?? null,
    countryCode: body.countryCode ?? null,
    avatar: null,
    gender: null,
    dateOfBirth: body.dateOfBirth ?? null,
    isAdult: body.isAdult ?? false,
    fromPartner,
  }
}
