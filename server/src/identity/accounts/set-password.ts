import type { Mail } from '../../messages/mail/post-mail.ts'
import { newSecretToken } from '../../runtime/crypto/secret-token.ts'
import type { Tx } from '../../storage/database/database.ts'
import { emailKey } from '../../storage/database/email-key.ts'
import type { Source } from '../audit-log/audit-event.ts'
import { recordAuditEvent } from '../audit-log/audit-event-store.ts'
import { type Account, type AccountKind, updatePassword } from './account-store.ts'
import type { AccountServices } from './authenticate.ts'
import { postLimitedMail } from './limited-mail.ts'
import { deletePasswordLinks, insertPasswordLink } from './password-link-store.ts'
import { limitAttempts } from './rate-counter-store.ts'
import { endSessions, type Session } from './session-store.ts'

const LINK_LIFETIME_MS = 3600 * 1000
const LINKS_PER_ACCOUNT = { max: 5, windowSeconds: 3600 }
export const TOO_MANY_LINKS = 'Too many password resets were asked for'

/**
 * An unverified address can have several registrations of partners: a mail has a link for the first and for
 * the last.
 */
const LINKS_PER_MAIL = { user: 1, team: 2 } satisfies Record<AccountKind, number>

type Recipient = { id: string; email: string | null; emailVerifiedAt: Date | null; partnerId?: string }

type Link<Found> = { token: string; account: Found | undefined }

/**
 * Mails links that each set a new password once. An unknown account takes the same work and leaves nothing.
 */
export async function sendPasswordLink<Found extends Recipient>(
  { database, encryption, now }: AccountServices,
  kind: AccountKind,
  { name, authorizationId, from }: { name: string; authorizationId?: string | undefined; from: Source },
  {
    find,
    mail,
  }: {
    find: (tx: Tx) => Promise<Found[]>
    mail: (links: [Link<Found>, ...Link<Found>[]]) => Omit<Mail, 'to'>
  },
): Promise<void> {
  const at = now()
  await database.transaction(async (tx) => {
    const key = encryption.keyedHash(`${kind} password link`, emailKey(name))
    await limitAttempts(tx, key, LINKS_PER_ACCOUNT, at, { tooManyOf: TOO_MANY_LINKS })
    const accounts = await find(tx)
    const expiresAt = new Date(at.getTime() + LINK_LIFETIME_MS)
    const addLink = async (account: Found | undefined): Promise<Link<Found>> => {
      const { token, hash: tokenHash } = newSecretToken()
      const { id, partnerId } = account ?? {}
      await insertPasswordLink(tx, { tokenHash, kind, accountId: id, authorizationId, expiresAt }, at)
      await recordAuditEvent(tx, { subject: id, partnerId, action: 'password_reset_asked', from, at })
      return { token, account }
    }
    const first = await addLink(accounts[0])
    const others: Link<Found>[] = []
    for (let index = 1; index < LINKS_PER_MAIL[kind]; index += 1) others.push(await addLink(accounts[index]))
    const reason = first.account?.emailVerifiedAt ? 'verified' : 'passwordLink'
    const to = first.account?.email ?? undefined
    await postLimitedMail(tx, encryption, { to, reason, ...mail([first, ...others]) }, at)
  })
}

/**
 * Sets a password and ends what the old one gave: mailed links and sessions, except the one to keep. Returns
 * the ended sessions; undefined when `current` is no longer the password.
 */
export async function setPassword(
  tx: Tx,
  account: Account,
  change: { passwordHash: string; current?: string; keptSessionId?: string },
  at: Date,
): Promise<Session[] | undefined> {
  if (!(await updatePassword(tx, account, change, at))) return undefined
  await deletePasswordLinks(tx, account)
  return endSessions(tx, account, { except: change.keptSessionId }, at)
}
