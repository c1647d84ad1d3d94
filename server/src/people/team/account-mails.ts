import { Type } from 'typebox'
import { mailable } from '../../messages/mail/mailable.ts'
import type { Role } from '../../runtime/caller.ts'

export const MailedToken = () =>
  Type.String({ minLength: 1, maxLength: 200, must: 'be the token of the mail', description: 'As mailed.' })

export const EXAMPLE_TOKEN = 'mP3v0V1oJ1kq5y9wq0m7c8t2Q4x6Z8b1N3d5F7h9K1s'

export const TOKEN_SPENT = 'The token is unknown, used or expired; ask for a new one.'

const nameOf = (partnerName: string) => mailable(partnerName, 'a partner')

const IGNORE = 'If you did not expect this mail, you can ignore it.'

/** A link to the dashboard, and its token for callers of the API. */
const linkAndToken = (origin: string, page: string, linked: Linked) =>
  `${linkTo(origin, page, linked)}\n\nOr use the token with the API: ${linked.token}`

const linkTo = (origin: string, page: string, { token, ecosystem }: Linked) =>
  `${origin}/dashboard/${page}?${new URLSearchParams({ token, eco: ecosystem })}`

/** The page where a link sets a password. */
export const passwordPage = (origin: string, linked: Linked) => linkTo(origin, 'reset-password', linked)

type Linked = { token: string; ecosystem: string }

export const passwordResetMail = (origin: string, linked: Linked) => ({
  subject: 'Set a new password',
  text: `Someone requested a new password for your account. Set it within one hour, with this link, which works once:\n\n${linkAndToken(origin, 'reset-password', linked)}\n\n${IGNORE}\n`,
})

/**
 * Anyone can register with a foreign address, so the owner of the mailbox chooses among the registrations.
 */
export const takeOverMail = (
  origin: string,
  registrations: (Linked & { partnerName: string; createdAt: Date })[],
) => {
  const links = registrations.map(
    ({ partnerName, createdAt, ...linked }) =>
      `${nameOf(partnerName)}, registered on ${createdAt.toISOString().slice(0, 10)}:\n\n${linkAndToken(origin, 'reset-password', linked)}`,
  )
  return {
    subject: 'Set a new password',
    text: `Someone requested a new password for your account. Set it within one hour, with the link of the partner that you registered, which works once:\n\n${links.join('\n\n')}\n\nThis address has not been verified since the partner was registered with it. A new password therefore also removes the second factor, the client secrets, webhooks and addresses of the partner, and everyone else from its team.\n\n${IGNORE}\n`,
  }
}

export const newPartnerMail = (
  origin: string,
  { partnerName, days, ...linked }: Linked & { partnerName: string; days: number },
) => ({
  subject: `Your account for ${nameOf(partnerName)}`,
  text: `The operator of this service has registered ${nameOf(partnerName)} as a partner in the ecosystem ${linked.ecosystem}, with you as its owner. Set your password within ${days} days, with this link, which works once:\n\n${linkAndToken(origin, 'reset-password', linked)}\n\n${IGNORE}\n`,
})

export const confirmOldAddressMail = (origin: string, linked: Linked & { email: string }) => ({
  subject: 'Confirm that you leave this address',
  text: `Your account is to use ${linked.email} in place of this address. Confirm it here and in the mail that went there, within a day:\n\n${linkAndToken(origin, 'confirm-email', linked)}\n\nIf you did not ask for this, change your password: someone else knows it.\n`,
})

export const confirmNewAddressMail = (origin: string, linked: Linked) => ({
  subject: 'Confirm your new address',
  text: `An account is to use this address from now on. Confirm it here and in the mail that went to the old address, within a day:\n\n${linkAndToken(origin, 'confirm-email', linked)}\n\n${IGNORE}\n`,
})

export const addressInUseMail = () => ({
  subject: 'This address is in use',
  text: `Someone asked to use this address for an account, but it already belongs to another one, so nothing has changed. If it was you, use another address, or take this one from the other account first.\n\n${IGNORE}\n`,
})

export const invitationMail = (
  origin: string,
  { partnerName, role, ...linked }: Linked & { partnerName: string; role: Role },
) => ({
  subject: `You are invited to the team of ${nameOf(partnerName)}`,
  text: `${mailable(partnerName, 'A partner')} invites you to its team as ${role}. Accept within 7 days, with this link, which works once:\n\n${linkAndToken(origin, 'invitation', linked)}\n\n${IGNORE}\n`,
})

export const invitedAddressInUseMail = (partnerName: string) => ({
  subject: `You are invited to the team of ${nameOf(partnerName)}`,
  text: `${mailable(partnerName, 'A partner')} invites you to its team, but this address already belongs to an account of another team, and one address can be in one team only. Ask to be invited under another address.\n\n${IGNORE}\n`,
})
