import { lockPassword } from '../../identity/accounts/account-store.ts'
import { type AccountServices, authenticate } from '../../identity/accounts/authenticate.ts'
import { insertSession, recordUse } from '../../identity/accounts/session-store.ts'
import type { Source } from '../../identity/audit-log/audit-event.ts'
import { recordAuditEvent } from '../../identity/audit-log/audit-event-store.ts'
import {
  ACCESS_TOKEN_LIFETIME_SECONDS,
  type AccessTokens,
} from '../../identity/authorization/access-token.ts'
import { hashToken, newSecretToken } from '../../runtime/crypto/secret-token.ts'
import { unauthorized } from '../../runtime/failure.ts'
import type { Tx } from '../../storage/database/database.ts'
import { newId } from '../../storage/database/ids.ts'
import { endTeamSessions } from './end-sessions.ts'
import { teamCredential } from './own-account.ts'
import { consumeRefreshToken, findSessionOfSpentToken, insertRefreshToken } from './refresh-token-store.ts'
import { CODE_WRONG, spendCode } from './second-factor.ts'
import {
  findSessionHolder,
  findTeamMember,
  findTeamMembersByEmail,
  type SessionHolder,
  type TeamMember,
} from './team-store.ts'

export type SignInServices = AccountServices & { accessTokens: AccessTokens }

export type SignedIn = { partnerId: string; accessToken: string; expiresIn: number; refreshToken: string }

type Login = { email: string; password: string; code?: string; ecosystem: string; from: Source }

type NewSession = SessionHolder & { from: Source }

/** Stores a session and returns what its holder proves it with. */
type OpenSession<T> = (tx: Tx, session: NewSession, at: Date) => Promise<T>

const REFRESH_TOKEN_LIFETIME_MS = 30 * 24 * 3600 * 1000

export const LOGIN_WRONG =
  'The email or the password is wrong for this ecosystem; check both, or reset the password.'
export const CODE_REQUIRED =
  'This account has a second factor; send the code of your app, or a recovery code, as code.'

export function signInWithTokens(services: SignInServices, login: Login): Promise<SignedIn> {
  return signIn(services, login, async (tx, session, at) => {
    const { sessionId: id, teamMemberId, from } = session
    const account = { kind: 'team', id: teamMemberId } as const
    await insertSession(tx, { id, account, from, expiresAt: refreshableUntil(at) }, at)
    return issueTokens(tx, services.accessTokens, session, at)
  })
}

/** Signs a team member in. A wrong password, an unknown e-mail and another ecosystem cannot be told apart. */
export async function signIn<T extends object>(
  services: SignInServices,
  login: Login,
  open: OpenSession<T>,
): Promise<T> {
  const { email, ecosystem, password, from } = login
  // An address may be registered in several ecosystems; signing in to one must not reset the tries of
  // another.
  const name = `${ecosystem} ${email}`
  const authenticated = await authenticate(services, 'team', { name, password, from }, () =>
    findTeamMembersByEmail(services.database, login),
  )
  if (!authenticated) throw unauthorized(LOGIN_WRONG)
  const outcome = await startSession(services, authenticated.account, login, open)
  if (outcome === 'password changed') throw unauthorized(LOGIN_WRONG)
  if (outcome === 'code missing') throw unauthorized(CODE_REQUIRED, 'second_factor_required')
  if (outcome === 'code wrong') throw unauthorized(CODE_WRONG)
  await authenticated.succeeded()
  return outcome
}

/** Starts a session if the second factor is right and the password has not changed meanwhile. */
function startSession<T extends object>(
  { database, encryption, now }: SignInServices,
  member: TeamMember,
  { code, ecosystem, from }: Login,
  open: OpenSession<T>,
): Promise<T | 'password changed' | 'code missing' | 'code wrong'> {
  const at = now()
  const { id: teamMemberId, partnerId } = member
  const event = { subject: teamMemberId, partnerId, from, at }
  return database.transaction(async (tx) => {
    const isLocked = await lockPassword(tx, { kind: 'team', id: teamMemberId }, member.passwordHash)
    const locked = isLocked && (await findTeamMember(tx, member))
    if (!locked) return 'password changed'
    if (locked.hasSecondFactor) {
      if (code === undefined) return 'code missing'
      const spent = await spendCode({ tx, encryption, teamMemberId, now: at }, code)
      if (!spent) {
        await recordAuditEvent(tx, { ...event, action: 'sign_in_failed', detail: { wrong: 'code' } })
        return 'code wrong'
      }
      if (spent === 'recovery') await recordAuditEvent(tx, { ...event, action: 'recovery_code_used' })
    }
    const sessionId = newId()
    await recordAuditEvent(tx, { ...event, action: 'signed_in', detail: { session: sessionId } })
    const { email, role } = locked
    return open(tx, { sessionId, teamMemberId, email, partnerId, role, ecosystem, from }, at)
  })
}

/** Exchanges a refresh token for new tokens. A token used twice has leaked, so its session ends. */
export async function refreshSession(
  { database, accessTokens, now }: SignInServices,
  { refreshToken, ecosystem, from }: { refreshToken: string; ecosystem: string; from: Source },
): Promise<SignedIn> {
  const hash = hashToken(refreshToken)
  const at = now()
  const signedIn = await database.transaction(async (tx) => {
    const spentNow = await consumeRefreshToken(tx, hash, at)
    const sessionId = spentNow ?? (await findSessionOfSpentToken(tx, hash))
    const session = sessionId && (await findSessionHolder(tx, sessionId))
    if (!session) return undefined
    if (spentNow && session.ecosystem === ecosystem) {
      await recordUse(tx, sessionId, { from, expiresAt: refreshableUntil(at) }, at)
      return issueTokens(tx, accessTokens, session, at)
    }
    const { teamMemberId: subject, partnerId } = session
    const ended = await endTeamSessions(tx, subject, { only: sessionId }, at)
    const action = spentNow ? 'session_ended' : 'refresh_token_reused'
    if (ended.length > 0)
      await recordAuditEvent(tx, { subject, partnerId, action, from, at, detail: { session: sessionId } })
    return undefined
  })
  if (!signedIn) throw unauthorized('The refresh token is unknown, spent or expired; sign in again.')
  return signedIn
}

async function issueTokens(
  tx: Tx,
  accessTokens: AccessTokens,
  session: SessionHolder,
  now: Date,
): Promise<SignedIn> {
  const { token, hash } = newSecretToken()
  const expiresAt = refreshableUntil(now)
  await insertRefreshToken(tx, { hash, sessionId: session.sessionId, expiresAt }, now)
  return {
    partnerId: session.partnerId,
    accessToken: await accessTokens.issue(teamCredential(session), now),
    expiresIn: ACCESS_TOKEN_LIFETIME_SECONDS,
    refreshToken: token,
  }
}

const refreshableUntil = (now: Date) => new Date(now.getTime() + REFRESH_TOKEN_LIFETIME_MS)
