import { textOf } from '../../shared/search.ts'
import type { Act } from '../queries.ts'

type Describe = (detail: (name: string) => string, act: Act, nameOf: (id: string) => string) => string

const onOwn = ({ subject, actor }: Act) => subject === actor

/** Every act that the service writes down. One that is newer than this page is shown by its name. */
const WORDS: Record<string, Describe> = {
  partner_onboarded: () => 'Registered the business',
  partner_changed: (_, { detail }) =>
    `Changed ${Array.isArray(detail.fields) ? detail.fields.join(', ') : 'the details of the business'}`,
  signed_in: () => 'Signed in',
  sign_in_failed: (detail) =>
    detail('wrong') === 'code'
      ? 'Someone tried to sign in with a wrong code'
      : 'Someone tried to sign in with a wrong password',
  signed_out: () => 'Signed out',
  refresh_token_reused: () => 'A session was ended because its token was used twice',
  session_ended: () => 'Ended a session',
  sessions_ended: () => 'Signed out everywhere',
  password_reset_asked: () => 'Asked for a link for a new password',
  password_reset: () => 'Set a new password by a mailed link',
  password_changed: () => 'Changed the password',
  email_change_asked: (detail) => `Asked to change the e-mail to ${detail('email')}`,
  email_confirmed: (detail) =>
    `Confirmed the ${detail('address')} address for the change to ${detail('email')}`,
  email_changed: (detail) => `Changed the e-mail to ${detail('email')}`,
  second_factor_begun: () => 'Began to set up a second factor',
  second_factor_activated: () => 'Turned the second factor on',
  second_factor_removed: (_, act, nameOf) =>
    onOwn(act) ? 'Removed the second factor' : `Removed the second factor of ${nameOf(act.subject)}`,
  recovery_codes_replaced: () => 'Got new recovery codes',
  recovery_code_used: () => 'Used a recovery code',
  member_invited: (detail) => `Invited ${detail('email')} as ${detail('role')}`,
  invitation_withdrawn: (detail) => `Withdrew the invitation of ${detail('email')}`,
  member_joined: (detail) => `Joined the team as ${detail('role')}`,
  role_changed: (detail, act, nameOf) =>
    `Changed ${onOwn(act) ? 'the own role' : `the role of ${nameOf(act.subject)}`} from ${detail('from')} to ${detail('to')}`,
  member_removed: (detail, act) =>
    onOwn(act) ? 'Left the team' : `Removed ${detail('email')} from the team`,
  secret_created: (detail) => `Created the secret “${detail('name')}”`,
  secret_revoked: (detail) => `Revoked the secret “${detail('name')}”`,
  webhook_created: (detail) => `Added a webhook to ${detail('url')}`,
  webhook_changed: () => 'Changed a webhook',
  webhook_deleted: (detail) => `Deleted the webhook to ${detail('url')}`,
  webhook_secret_rotated: () => 'Rotated the secret of a webhook',
  webhook_replayed: (detail) => `Had a webhook sent again all events after number ${detail('after')}`,
}

/** What was done, in words. */
export function actWords(act: Act, nameOf: (id: string) => string): string {
  const describe = WORDS[act.action]
  if (describe) return describe((name) => textOf(act.detail[name]) ?? '', act, nameOf)
  return act.action.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())
}
