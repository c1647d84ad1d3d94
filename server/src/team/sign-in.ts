import { verifyPassword } from '../accounts/passwords.ts'
import { trySignIn } from '../accounts/sign-in-attempts.ts'
import type { Source } from '../audit-log/audit-event.ts'
import { recordAuditEvent } from '../audit-log/record-audit-event.ts'
import { ACCESS_TOKEN_LIFETIME_SECONDS, type AccessTokens } from '../authorization/access-token.ts'
import type { Encryption } from '../crypto/encryption.ts'
import { hashToken, newSecretToken } from '../crypto/secret-token.ts'
import type { Database, Tx } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { unauthorized } from '../http/failure.ts'
import { endSessions } from './end-sessions.ts'
import { CODE_WRONG, spendCode } from './second-factor.ts'
import {
  consumeRefreshToken,
  findSpentTokenHolder,
  insertRefreshToken,
  insertSession,
  recordUse,
  type SessionHolder,
} from './session-store.ts'
import { personCredential } from './team-credential.ts'
import { findTeamMemberByEmail, holdTeamMember, type TeamMember } from './team-store.ts'

export type SignInServices = {
  database: Database
  encryption: Encryption
  accessTokens: AccessTokens
  now: () => Date
}

export type SignedIn = { partnerId: string; accessToken: string; expiresIn: number; refreshToken: string }

type Login = { email: string; password: string; code?: string; ecosystem: string; from: Source }

/** A session that is about to start, and from where. */
export type NewSession = SessionHolder & { from: Source }

/** Writes a session down, and makes what its holder proves it with. */
type OpenSession<T> = (tx: Tx, session: NewSession, at: Date) => Promise<T>

const REFRESH_TOKEN_LIFETIME_MS = 30 * 24 * 3600 * 1000

export const LOGIN_WRONG =
  'The email or the password is wrong for this ecosystem; check both, or reset the password.'
export const CODE_REQUIRED =
  'This account has a second factor; send the code of your app, or a recovery code, as code.'

/** Signs a team member in for tokens. */
export function signInWithTokens(services: SignInServices, login: Login): Promise<SignedIn> {
  return signIn(services, login, async (tx, session, at) => {
    await insertSession(tx, { ...session, expiresAt: refreshableUntil(at) }, at)
    return issueTokens(tx, services.accessTokens, session, at)
  })
}

/** Signs a team member in. A wrong password, an unknown e-mail and another ecosystem cannot be told apart. */
export async function signIn<T extends object>(
  services: SignInServices,
  login: Login,
  open: OpenSession<T>,
): Promise<T> {
  const attempt = await trySignIn(services, {
    purpose: 'login',
    name: login.email,
    address: login.from.address,
    tooManyOf: 'Too many failed logins',
  })
  const member = await findTeamMemberByEmail(services.database, login)
  const passwordRight = await verifyPassword(login.password, member?.passwordHash)
  if (!member || !passwordRight) {
    await recordWrongPassword(services, member, login)
    await attempt.failed()
    throw unauthorized(LOGIN_WRONG)
  }

  const outcome = await startSession(services, member, login, open)
  if (outcome === 'password changed') throw unauthorized(LOGIN_WRONG)
  if (outcome === 'code missing') throw unauthorized(CODE_REQUIRED, 'second_factor_required')
  if (outcome === 'code wrong') throw unauthorized(CODE_WRONG)
  await attempt.succeeded()
  return outcome
}

/** The same work whether or not there is such an account. */
function recordWrongPassword(
  { database, now }: SignInServices,
  member: TeamMember | undefined,
  { from }: Login,
): Promise<void> {
  return database.transaction((tx) =>
    recordAuditEvent(tx, {
      subject: member?.id,
      partnerId: member?.partnerId,
      act: 'sign_in_failed',
      from,
      at: now(),
      detail: { wrong: 'password' },
    }),
  )
}

/** Starts a session of a member whose password was right, if the second factor is too and the account has not changed in the meantime. */
function startSession<T extends object>(
  { database, encryption, now }: SignInServices,
  member: TeamMember,
  { code, ecosystem, from }: Login,
  open: OpenSession<T>,
): Promise<T | 'password changed' | 'code missing' | 'code wrong'> {
  const at = now()
  const { id: teamMemberId, partnerId } = member
  const act = { subject: teamMemberId, partnerId, from, at }
  return database.transaction(async (tx) => {
    const held = await holdTeamMember(tx, member)
    if (!held) return 'password changed'
    if (held.hasSecondFactor) {
      if (code === undefined) return 'code missing'
      const spent = await spendCode({ tx, encryption, teamMemberId, now: at }, code)
      if (!spent) {
        await recordAuditEvent(tx, { ...act, act: 'sign_in_failed', detail: { wrong: 'code' } })
        return 'code wrong'
      }
      if (spent === 'recovery') await recordAuditEvent(tx, { ...act, act: 'recovery_code_used' })
    }
    const sessionId = newId()
    await recordAuditEvent(tx, { ...act, act: 'signed_in', detail: { session: sessionId } })
    return open(tx, { sessionId, teamMemberId, partnerId, role: held.role, ecosystem, from }, at)
  })
}

/** Exchanges a refresh token for new tokens. A token that was spent before has leaked, so its whole session ends. */
export async function refreshSession(
  { database, accessTokens, now }: SignInServices,
  { refreshToken, ecosystem, from }: { refreshToken: string; ecosystem: string; from: Source },
): Promise<SignedIn> {
  const hash = hashToken(refreshToken)
  const at = now()
  const signedIn = await database.transaction(async (tx) => {
    const session = await consumeRefreshToken(tx, hash, at)
    if (session?.ecosystem === ecosystem) {
      await recordUse(tx, { ...session, from, expiresAt: refreshableUntil(at) }, at)
      return issueTokens(tx, accessTokens, session, at)
    }
    const holder = session ?? (await findSpentTokenHolder(tx, hash))
    if (holder) {
      const { teamMemberId, partnerId, sessionId } = holder
      const ended = await endSessions(tx, { teamMemberId, only: sessionId }, at)
      const act = session ? 'session_ended' : 'refresh_token_reused'
      if (ended.length > 0)
        await recordAuditEvent(tx, {
          subject: teamMemberId,
          partnerId,
          act,
          from,
          at,
          detail: { session: sessionId },
        })
    }
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
    accessToken: await accessTokens.issue(personCredential(session), now),
    expiresIn: ACCESS_TOKEN_LIFETIME_SECONDS,
    refreshToken: token,
  }
}

const refreshableUntil = (now: Date) => new Date(now.getTime() + REFRESH_TOKEN_LIFETIME_MS)
