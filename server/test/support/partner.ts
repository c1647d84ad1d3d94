import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { type Api, dataOf } from './api.ts'
import type { ApiResponse } from './api-response.ts'

export const PARTNERS = '/api/v1/acme/partners'
export const ME = `${PARTNERS}/me`
export const PASSWORD = 'Sunny-Day-7'
const BULK_ITEMS_MAX = 1_000
/** More would each need a connection to the database, which a busy machine may not give in time. */
const USERS_AT_ONCE = 4

/** Tells this test file from the others, which run beside it on the same database. */
const fileMark = randomInt(36 ** 6)
  .toString(36)
  .padStart(6, '0')
let wordsMade = 0
/** A word that no other test uses. */
export function unique(word: string): string {
  wordsMade += 1
  return `${word}${fileMark}${wordsMade}`
}

/** An address of a team member that no other test uses. */
export const newEmail = (name = 'member') => `${unique(name)}@acme.example`

/** The addresses of a partner as production accepts them. */
export const HTTPS_ADDRESSES = {
  redirectUrl: 'https://acme.example/callback',
  webRedirectUrl: 'https://acme.example/web',
  mobileRedirectUrl: 'com.acme.shop:/callback',
  userDetailsUrl: 'https://acme.example/users',
}

export function newPartnerBody(changes: Record<string, unknown> = {}) {
  return {
    applicationName: 'Acme Shop',
    redirectUrl: 'http://localhost:8080/callback',
    webRedirectUrl: 'http://localhost:8080/web',
    mobileRedirectUrl: 'com.acme.shop:/callback',
    email: newEmail('partner'),
    partnerName: 'Acme',
    password: PASSWORD,
    confirmPassword: PASSWORD,
    userDetailsUrl: 'http://localhost:8080/users',
    ...changes,
  }
}

export function newUserBody(changes: Record<string, unknown> = {}) {
  const tag = unique('user')
  return {
    email: `${tag}@mail.example`,
    fullname: 'Ada Lovelace',
    password: PASSWORD,
    confirmPassword: PASSWORD,
    phone: '8012345678',
    tag,
    isAdult: true,
    dateOfBirth: '1990-12-10',
    countryCode: '+234',
    ...changes,
  }
}

export function newRuleBody(changes: Record<string, unknown> = {}) {
  return {
    name: unique('rule '),
    coinValue: '10',
    maxNumberOfParticipant: '1000',
    condition: 'Paid an order',
    ...changes,
  }
}

/** The counters of a decision on such a rule. */
export const newCounters = (changes: Record<string, unknown> = {}) => ({
  progress: 0,
  completionNumber: 1,
  userAwards: 0,
  userLimitAward: -1,
  userCoins: null,
  userCoinLimit: '-1',
  participants: 0,
  maxNumberOfParticipant: 1000,
  budgetUsed: null,
  coinBudget: '-1',
  ...changes,
})

type Login = { password?: string; code?: string; agent?: string }

export function login(
  api: Api,
  email: string,
  { password = PASSWORD, code, agent }: Login = {},
): Promise<ApiResponse> {
  return api.request('POST', `${PARTNERS}/login`, {
    body: { email, password, ...(code && { code }) },
    ...(agent && { headers: { 'user-agent': agent } }),
  })
}

/** What a token says, unverified. */
export const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

export type SignedInMember = {
  id: string
  partnerId: string
  email: string
  sessionId: string
  token: string
  refreshToken: string
}

/** Signs a member of a partner's team in, with the API. */
export async function signIn(api: Api, email: string, options: Login = {}): Promise<SignedInMember> {
  const { accessToken, refreshToken, partner } = await dataOf(login(api, email, options))
  const { sub, sid } = claimsOf(accessToken)
  return { id: sub, partnerId: partner.partnerId, email, sessionId: sid, token: accessToken, refreshToken }
}

/** The owner of a new partner, signed in. */
export async function newOwner(api: Api, changes: Record<string, unknown> = {}): Promise<SignedInMember> {
  const { email, password, ...body } = newPartnerBody(changes)
  await dataOf(api.post(PARTNERS, { ...body, email, password }))
  return signIn(api, email, { password })
}

/** A partner as tests use it: onboarded, signed in, and able to do what a partner does. */
export type TestPartner = {
  partnerId: string
  email: string
  token: string
  addUser(changes?: Record<string, unknown>): Promise<string>
  addUsers(count: number): Promise<string[]>
  addRule(changes?: Record<string, unknown>): Promise<{ id: string; name: string }>
  /** Adds a combined rule with this many sub-rules; `parts` are their names. */
  addCombinedRule(
    count: number,
    changes?: Record<string, unknown>,
  ): Promise<{ id: string; name: string; parts: [string, string, ...string[]] }>
  award(userId: string, ruleName: string, narration?: string): Promise<ApiResponse>
  /** Awards in as few calls as there can be; all must be given. */
  awardAll(awards: { userId: string; ruleName: string; narration?: string }[]): Promise<void>
  reverse(awardId: string): Promise<ApiResponse>
  transfer(userId: string, coins: number | string): Promise<ApiResponse>
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came over the wire, whatever it is.
  memberOf(userId: string): Promise<any>
  coinsOf(userId: string): Promise<string>
}

/** Makes events large, so that fewer of them are more than sockets take up. */
export const LONG_NARRATION = 'x'.repeat(1_000)

export async function onboardTestPartner(
  api: Api,
  changes: Record<string, unknown> = {},
): Promise<TestPartner> {
  const { partnerId, email, token } = await newOwner(api, changes)
  const addUser: TestPartner['addUser'] = async (userChanges) =>
    (await dataOf(api.post('/api/v1/user', newUserBody(userChanges), token))).id
  const addRule: TestPartner['addRule'] = (ruleChanges) =>
    dataOf(api.post('/api/v1/laas/rules/create-rule', newRuleBody(ruleChanges), token))
  return {
    partnerId,
    email,
    token,
    addUser,
    async addUsers(count) {
      const users: string[] = []
      while (users.length < count) {
        const missing = Math.min(count - users.length, USERS_AT_ONCE)
        users.push(...(await Promise.all(Array.from({ length: missing }, () => addUser()))))
      }
      return users
    },
    addRule,
    async addCombinedRule(count, ruleChanges) {
      const parts = Array.from({ length: count }, () => unique('part '))
      const rules = parts.map((name) => ({ name, condition: 'Did it' }))
      const rule = await addRule({ type: 'combined', rules, ...ruleChanges })
      return { ...rule, parts: parts as [string, string, ...string[]] }
    },
    ...actionsOf(api, () => token),
  }
}

/** A partner with users and a rule that pays each of them any number of times. */
export async function onboardPartnerWithRule(api: Api, members = 1) {
  const partner = await onboardTestPartner(api)
  const users = await partner.addUsers(members)
  const rule = await partner.addRule()
  return {
    ...partner,
    users,
    rule,
    /** Awards the users in turn. */
    awardMany: (count: number, narration?: string) =>
      partner.awardAll(
        Array.from({ length: count }, (_, index) => ({
          userId: users[index % members] as string,
          ruleName: rule.name,
          ...(narration !== undefined && { narration }),
        })),
      ),
  }
}

/** Onboards a user by tag, which asks the user-details address of the partner. */
export const onboardByTag = (api: Api, { token }: { token: string }, tag: string): Promise<ApiResponse> =>
  api.post('/api/v1/laas/users/onboard', { tag }, token)

/** What a partner does, with the token that it has at the time. */
export function actionsOf(
  api: Api,
  token: () => string,
): Pick<TestPartner, 'award' | 'awardAll' | 'reverse' | 'transfer' | 'memberOf' | 'coinsOf'> {
  const memberOf = (userId: string) => dataOf(api.get(`/api/v1/laas/users/${userId}`, token()))
  return {
    award: (userId, ruleName, narration) =>
      api.post(
        '/api/v1/laas/rules/award',
        { userId, ruleName, ...(narration !== undefined && { narration }) },
        token(),
      ),
    async awardAll(awards) {
      for (let at = 0; at < awards.length; at += BULK_ITEMS_MAX) {
        const body = { awards: awards.slice(at, at + BULK_ITEMS_MAX) }
        const { results } = await dataOf(api.post('/api/v1/laas/rules/award/bulk', body, token()))
        for (const result of results) assert.equal(result.status, 'success', JSON.stringify(result))
      }
    },
    reverse: (awardId) => api.post(`/api/v1/laas/rules/award/${awardId}/reverse`, {}, token()),
    transfer: (userId, coins) =>
      api.post('/api/v1/laas/coins/transfer-from-user-wallet', { userId, coins }, token()),
    memberOf,
    coinsOf: async (userId) => (await memberOf(userId)).wallet.coins,
  }
}

/** A token for a partner's backend, with the scopes that an owner gives to a secret by name. */
export async function clientToken(api: Api, token: string, scopes: string[] = []): Promise<string> {
  return grantToken(api, await newClient(api, token, scopes))
}

export type Client = { clientId: string; secret: string }

export async function newClient(api: Api, token: string, scopes: string[] = []): Promise<Client> {
  const { clientId } = await dataOf(api.get(ME, token))
  const named = { name: 'backend', ...(scopes.length > 0 && { scopes }) }
  const { secret } = await dataOf(api.post(`${ME}/secrets`, named, token))
  return { clientId, secret }
}

export async function grantToken(api: Api, { clientId, secret }: Client): Promise<string> {
  const response = await fetch(`${api.url}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const granted = (await response.json()) as { access_token: string }
  assert.equal(response.status, 200, JSON.stringify(granted))
  return granted.access_token
}
