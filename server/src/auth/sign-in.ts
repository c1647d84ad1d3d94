import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { countAttempt, forgetAttempts } from '../platform/attempts.ts'
import type { Credential } from '../platform/credential.ts'
import type { Database, Tx } from '../platform/database.ts'
import { tooMany, unauthorized } from '../platform/failure.ts'
import { newId } from '../platform/ids.ts'
import { verifyPassword } from '../platform/passwords.ts'
import type { Seal } from '../platform/seal.ts'
import { ACCESS_TOKEN_LIFETIME_SECONDS, type AccessTokens } from './access-token.ts'
import { revokeTokens } from './revocation-store.ts'
import {
  consumeRefreshToken,
  endSession,
  findSpentTokenSession,
  findTeamMember,
  insertRefreshToken,
  insertSession,
} from './session-store.ts'

export type SignInServices = { database: Database; seal: Seal; accessTokens: AccessTokens; now: () => Date }

export type SignedIn = { partnerId: string; accessToken: string; expiresIn: number; refreshToken: string }

const REFRESH_TOKEN_LIFETIME_MS = 30 * 24 * 3600 * 1000
const PERSON_SCOPES = new Set(['rules', 'awards', 'coins', 'events', 'boards'])

const TRIES_FROM_ONE_ADDRESS = { max: 10, windowSeconds: 15 * 60 }
/** From any address. Past it answers only get slower: a refusal would let others lock the owner out. */
const TRIES_ACCOUNT_WIDE = { max: 30, windowSeconds: 3600 }
const ACCOUNT_WIDE_DELAY_MS = 1500

/** Signs a team member in. A wrong password, an unknown e-mail and another ecosystem cannot be told apart. */
export async function signIn(
  { database, seal, accessTokens, now }: SignInServices,
  {
    email,
    password,
    ecosystem,
    address,
  }: { email: string; password: string; ecosystem: string; address: string },
): Promise<SignedIn> {
  const account = email.toLowerCase()
  const fromHere = seal.fingerprint('login', `${account} ${address}`)
  const accountWide = seal.fingerprint('login', account)

  const here = await countAttempt(database, fromHere, TRIES_FROM_ONE_ADDRESS, now())
  if (!here.allowed) {
    throw tooMany(`Too many failed logins; try again in ${here.retryAfterSeconds} s.`, here.retryAfterSeconds)
  }
  const member = await findTeamMember(database, email)
  const passwordRight = await verifyPassword(password, member?.passwordHash)
  if (!member || !passwordRight || member.ecosystem !== ecosystem) {
    const all = await countAttempt(database, accountWide, TRIES_ACCOUNT_WIDE, now())
    if (!all.allowed) await delay(ACCOUNT_WIDE_DELAY_MS)
    throw unauthorized(
      'The email or the password is wrong for this ecosystem; check both, or reset the password.',
    )
  }

  await forgetAttempts(database, fromHere)
  await forgetAttempts(database, accountWide)
  const sessionId = newId()
  return database.transaction(async (tx) => {
    await insertSession(tx, { id: sessionId, teamMemberId: member.id }, now())
    return issueTokens(
      tx,
      accessTokens,
      { sessionId, teamMemberId: member.id, partnerId: member.partnerId, ecosystem },
      now(),
    )
  })
}

/** Exchanges a refresh token for new tokens. A token that was spent before has leaked, so its whole session ends. */
export async function refreshSession(
  { database, accessTokens, now }: SignInServices,
  { refreshToken, ecosystem }: { refreshToken: string; ecosystem: string },
): Promise<SignedIn> {
  const hash = hashToken(refreshToken)
  const signedIn = await database.transaction(async (tx) => {
    const session = await consumeRefreshToken(tx, hash, now())
    if (session?.ecosystem === ecosystem) return issueTokens(tx, accessTokens, session, now())
    const spentBy = session?.sessionId ?? (await findSpentTokenSession(tx, hash))
    if (spentBy) {
      await endSession(tx, spentBy, now())
      revokeTokens(tx, [spentBy])
    }
    return undefined
  })
  if (!signedIn) throw unauthorized('The refresh token is unknown, spent or expired; sign in again.')
  return signedIn
}

async function issueTokens(
  tx: Tx,
  accessTokens: AccessTokens,
  session: { sessionId: string; teamMemberId: string; partnerId: string; ecosystem: string },
  now: Date,
): Promise<SignedIn> {
  const refreshToken = randomBytes(32).toString('base64url')
  await insertRefreshToken(
    tx,
    {
      hash: hashToken(refreshToken),
      sessionId: session.sessionId,
      expiresAt: new Date(now.getTime() + REFRESH_TOKEN_LIFETIME_MS),
    },
    now,
  )
  const credential: Credential = {
    kind: 'person',
    subject: session.teamMemberId,
    partnerId: session.partnerId,
    sessionId: session.sessionId,
    ecosystem: session.ecosystem,
    scopes: PERSON_SCOPES,
  }
  return {
    partnerId: session.partnerId,
    accessToken: await accessTokens.issue(credential, now),
    expiresIn: ACCESS_TOKEN_LIFETIME_SECONDS,
    refreshToken,
  }
}

const hashToken = (token: string) => createHash('sha256').update(token).digest()
