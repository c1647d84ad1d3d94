import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import type { Answer, TestService } from './service.ts'

export const PASSWORD = 'Sunny-Day-7'

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

export function newPartnerBody(changes: Record<string, unknown> = {}) {
  return {
    applicationName: 'Acme Shop',
    redirectUrl: 'http://localhost:8080/callback',
    webRedirectUrl: 'http://localhost:8080/web',
    mobileRedirectUrl: 'com.acme.shop:/callback',
    email: `${unique('partner')}@acme.example`,
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

/** A partner as tests use it: onboarded, signed in, and able to do what a partner does. */
export type TestPartner = {
  partnerId: string
  email: string
  token: string
  addUser(changes?: Record<string, unknown>): Promise<string>
  addUsers(count: number): Promise<string[]>
  addRule(changes?: Record<string, unknown>): Promise<{ id: string; name: string }>
  award(userId: string, ruleName: string, narration?: string): Promise<Answer>
  transfer(userId: string, coins: number | string): Promise<Answer>
}

export async function onboardTestPartner(
  service: TestService,
  changes: Record<string, unknown> = {},
): Promise<TestPartner> {
  const body = newPartnerBody(changes)
  const onboarded = await service.post('/api/v1/acme/partners', body)
  assert.equal(onboarded.status, 201, JSON.stringify(onboarded.body))
  const login = await service.post('/api/v1/acme/partners/login', {
    email: body.email,
    password: body.password,
  })
  assert.equal(login.status, 200, JSON.stringify(login.body))
  const token: string = login.body.data.accessToken

  const addUser: TestPartner['addUser'] = async (userChanges) => {
    const created = await service.post('/api/v1/user', newUserBody(userChanges), token)
    assert.equal(created.status, 201, JSON.stringify(created.body))
    return created.body.data.id
  }
  return {
    partnerId: onboarded.body.data.partnerId,
    email: body.email,
    token,
    addUser,
    addUsers: (count) => Promise.all(Array.from({ length: count }, () => addUser())),
    async addRule(ruleChanges) {
      const created = await service.post('/api/v1/laas/rules/create-rule', newRuleBody(ruleChanges), token)
      assert.equal(created.status, 201, JSON.stringify(created.body))
      return created.body.data
    },
    award: (userId, ruleName, narration) =>
      service.post(
        '/api/v1/laas/rules/award',
        { userId, ruleName, ...(narration !== undefined && { narration }) },
        token,
      ),
    transfer: (userId, coins) =>
      service.post('/api/v1/laas/coins/transfer-from-user-wallet', { userId, coins }, token),
  }
}
