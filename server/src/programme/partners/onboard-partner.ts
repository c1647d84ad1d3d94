import { randomBytes } from 'node:crypto'
import { sendEmailCode } from '../../identity/accounts/email-code.ts'
import type { MailReason } from '../../identity/accounts/limited-mail.ts'
import { mailable } from '../../messages/mail/mailable.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { taken } from '../../runtime/failure.ts'
import type { Config } from '../../runtime/settings/config.ts'
import type { Tx } from '../../storage/database/database.ts'
import { violatedConstraint } from '../../storage/database/database-error.ts'
import { newId } from '../../storage/database/ids.ts'
import { openLedger } from '../ledger/ledger.ts'
import type { Partner } from './partner.ts'
import { ensureEcosystem, insertPartner, insertTeamMember, isVerifiedEmail } from './partner-store.ts'

export type NewPartner = Omit<
  Partner,
  | 'partnerId'
  | 'applicationId'
  | 'clientId'
  | 'publicClientId'
  | 'boardsPublic'
  | 'emailVerified'
  | 'timeZone'
  | 'coinName'
  | 'coinsName'
  | 'accent'
  | 'logoType'
  | 'logoHash'
> & {
  passwordHash: string
}

export const EMAIL_KEY = 'team_members_email_key'

/** Development asks for no code: there, each address counts as verified. */
const isVerifiedAtOnce = ({ mode }: Config) => mode === 'development'

/** Why no partner can be onboarded in an ecosystem; undefined if one can. */
export const ecosystemProblem = ({ ecosystems }: Config, ecosystem: string): string | undefined =>
  ecosystems && !ecosystems.includes(ecosystem)
    ? 'is not open for partners here; ask for its right name'
    : undefined

/** Creates a partner as `addPartner` does, and mails the owner a code. */
export async function onboardPartner(
  tx: Tx,
  services: { config: Config; encryption: Encryption },
  input: NewPartner,
  now: Date,
): Promise<Partner> {
  const { teamMemberId, ...partner } = await addPartner(tx, services.config, input, now)
  const why = { reason: 'unrequested', by: 'anyone' } as const
  await sendPartnerCode(tx, services, { ...partner, teamMemberId }, why, now)
  return partner
}

/** Creates a partner with its application, its owner's account and its ledger. */
export async function addPartner(
  tx: Tx,
  config: Config,
  { passwordHash, ...input }: NewPartner,
  now: Date,
): Promise<Partner & { teamMemberId: string }> {
  const partner: Partner = {
    ...input,
    partnerId: newId(),
    applicationId: newId(),
    clientId: randomBytes(32).toString('hex'),
    publicClientId: randomBytes(32).toString('hex'),
    boardsPublic: false,
    timeZone: 'UTC',
    coinName: null,
    coinsName: null,
    accent: null,
    logoType: null,
    logoHash: null,
    emailVerified: isVerifiedAtOnce(config),
  }
  const { partnerId, email, emailVerified } = partner
  const teamMemberId = newId()
  const isTaken = taken(`The email ${email} is already taken; sign in, or use another one.`, 'email')
  if (await isVerifiedEmail(tx, email)) throw isTaken
  try {
    await ensureEcosystem(tx, partner.ecosystem, now)
    await insertPartner(tx, partner, now)
    const emailVerifiedAt = emailVerified ? now : null
    const owner = {
      id: teamMemberId,
      partnerId,
      email,
      emailVerifiedAt,
      role: 'owner',
      passwordHash,
    } as const
    await insertTeamMember(tx, owner, now)
  } catch (error) {
    throw violatedConstraint(error) === EMAIL_KEY ? isTaken : error
  }
  await openLedger(tx, partnerId)
  return { ...partner, teamMemberId }
}

/** A partner, and the team member who registered it. */
export type Registration = { teamMemberId: string; email: string; partnerName: string; ecosystem: string }

/** Mails the code that verifies a partner's address. Does the same work when there is no registration. */
export function sendPartnerCode(
  tx: Tx,
  { config, encryption }: { config: Config; encryption: Encryption },
  registration: Registration | undefined,
  why: MailReason,
  now: Date,
): Promise<void> {
  const { teamMemberId: id, email = null, partnerName = '', ecosystem = '' } = registration ?? {}
  const about = `It is for ${mailable(partnerName, 'a partner')}, a partner that was registered with this address in the ecosystem ${ecosystem}. If it was not you, do not share the code: with it, someone else could act in your name. To take the registration over, set a password of your own: ${config.origin}/dashboard/forgot-password?eco=${ecosystem}`
  return sendEmailCode(tx, encryption, { kind: 'team', id }, { email, about, why }, now)
}
