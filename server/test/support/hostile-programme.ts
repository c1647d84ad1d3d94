import assert from 'node:assert/strict'
import { dataOf } from './api.ts'
import type { ApiResponse } from './api-response.ts'
import { importAll, ndjson } from './imports-of.ts'
import { mailedToken } from './mailbox.ts'
import { ME, newOwner, newRuleBody, newUserBody, signIn, unique } from './partner.ts'
import { addWebhook, answering, readWebhook, startReceiver } from './receiver.ts'
import type { OwnService } from './service.ts'
import { accept, invite } from './team.ts'
import { waitUntil } from './wait-until.ts'

/** Names of about 90 characters that break pages: without a space, from right to left, and with emoji. */
export const LONG = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3).slice(0, 90)
const RIGHT_TO_LEFT = 'متجر الكتب القديمة على ضفاف النهر '.repeat(3).slice(0, 90).trim()
const EMOJI = '👩‍👩‍👧‍👦🧺🦊 Ümläut & Söhne '.repeat(3).trim()
/** As long as the interface allows. */
export const ORDER = `ORD-${'9'.repeat(96)}`
const NOTE = `${LONG} ${RIGHT_TO_LEFT} ${EMOJI} `.repeat(4).slice(0, 900).trim()
const MOST = '99999999.99'
const DAY_MS = 24 * 3600 * 1000
const DAYS = 40

const inOneWord = (text: string) => text.replaceAll(' ', '')
const longEmail = (name: string) => `${unique(name)}${'x'.repeat(40)}@${'long.'.repeat(12)}acme.example`

export type HostileProgramme = {
  email: string
  rules: Record<'long' | 'rightToLeft' | 'perUnit' | 'combined' | 'archived', Rule>
  members: Record<'long' | 'nameless' | 'left' | 'erased', string>
  webhookId: string
  /** When the first coins were paid, in an earlier month. */
  beganAt: number
}

type Rule = { id: string; name: string }

/** A programme of two months with all that pages show, each as long and as large as it can be. */
export async function hostileProgramme(service: OwnService): Promise<HostileProgramme> {
  const now = Date.now()
  service.clock.now = new Date(now - DAYS * DAY_MS)
  const { email, ...owner } = await newOwner(service, {
    partnerName: LONG,
    applicationName: LONG,
    email: longEmail('owner'),
    redirectUrl: `http://localhost:8080/${LONG}`,
  })
  let { token } = owner
  const call = (method: string, path: string, body: unknown): Promise<ApiResponse> =>
    service.request(method, path, { token, body })
  const post = (path: string, body: unknown) => dataOf(call('POST', `/api/v1${path}`, body))
  const patch = (path: string, body: unknown) => dataOf(call('PATCH', path, body))
  await patch(ME, {
    timeZone: 'America/Argentina/ComodRivadavia',
    coinName: { one: LONG.slice(0, 30), many: LONG.slice(0, 30) },
    coinValue: { amount: '0.012345', currency: 'EUR' },
    coinExpiry: { after: 'P12M', until: 'month' },
    boardsPublic: true,
  })

  const addRule = (terms: Record<string, unknown>): Promise<Rule> =>
    post('/laas/rules/create-rule', newRuleBody({ condition: NOTE, shownToUsers: true, ...terms }))
  const long = await addRule({
    name: `${LONG.toLowerCase()}1`,
    displayName: LONG,
    coinValue: MOST,
    userLimitAward: '3',
    userLimitPeriod: 'month',
    coinBudget: '9999999999.99',
  })
  const rightToLeft = await addRule({
    displayName: RIGHT_TO_LEFT,
    coinValue: '12345678.9',
    type: 'batched',
    completionNumber: '5',
    maxNumberOfParticipant: '1000000000',
  })
  const perUnit = await addRule({
    displayName: EMOJI,
    coinValue: '99999.99',
    perUnit: true,
    maxCoinsPerAward: MOST,
    endsAt: new Date(now + DAYS * DAY_MS).toISOString(),
  })
  const combined = await addRule({
    name: `${LONG.toLowerCase()}2`,
    coinValue: MOST,
    type: 'combined',
    rules: ['3', '4'].map((end) => ({ name: `${LONG.toLowerCase()}${end}`, condition: NOTE })),
  })
  const full = await addRule({ name: `${'a-b_c.'.repeat(16)}d`, maxNumberOfParticipant: '1' })
  await addRule({ displayName: 'x'.repeat(100), startsAt: new Date(now + DAY_MS).toISOString() })
  const archived = await addRule({ displayName: LONG })
  const timed = await addRule({
    name: `${LONG.toLowerCase()}5`,
    coinValue: MOST,
    pendingDays: 14,
    coinExpiry: { after: 'P2Y', until: 'year' },
  })

  const join = async (customer: Record<string, string>): Promise<string> =>
    (await post('/laas/users', customer)).userId
  const named = {
    long: await join({ externalId: 'c'.repeat(100), fullname: LONG, email: longEmail('customer') }),
    rightToLeft: await join({ externalId: inOneWord(RIGHT_TO_LEFT), fullname: RIGHT_TO_LEFT }),
    emoji: await join({ externalId: '🧺🦊'.repeat(20), fullname: EMOJI }),
    nameless: await join({ externalId: '0'.repeat(100) }),
    left: await join({ externalId: 'left', fullname: `${LONG} left` }),
    erased: await join({ externalId: 'erased', fullname: `${LONG} erased` }),
    account: (await post('/user', newUserBody({ fullname: LONG, tag: unique('x'.repeat(20)) }))).id,
  }
  await dataOf(
    call('PATCH', `/api/v1/laas/users/${named.long}/attributes`, {
      attributes: {
        city: RIGHT_TO_LEFT,
        tier: `${EMOJI} ${EMOJI}`.slice(0, 190),
        [LONG.slice(0, 64)]: LONG.repeat(3).slice(0, 200),
        visits: -1.234567890123456e-300,
        vip: true,
        note: '',
      },
    }),
  )
  const labels = { reference: ORDER, metadata: { [LONG]: NOTE.slice(0, 300) } }
  const award = (userId: string, { name }: Rule, more: object = {}) =>
    call('POST', '/api/v1/laas/rules/award', { userId, ruleName: name, narration: NOTE, ...more })
  for (const userId of Object.values(named)) await award(userId, long)

  service.clock.now = undefined
  token = (await signIn(service, email)).token
  await patch(`/api/v1/laas/rules/${long.id}`, { coinValue: '99999999.98', condition: `${NOTE} again` })
  await post(`/laas/rules/${archived.id}/archive`, {})
  const paid: string[] = []
  for (let time = 0; time < 3; time += 1) paid.push((await dataOf(award(named.long, long, labels))).id)
  assert.equal((await award(named.long, long, labels)).status, 400, 'the limit of a member is reached')
  for (const rule of [rightToLeft, { ...combined, name: `${LONG.toLowerCase()}3` }, full])
    await dataOf(award(named.long, rule, labels))
  await dataOf(award(named.long, perUnit, { ...labels, units: '123.45' }))
  const { id: owed } = await dataOf(award(named.nameless, long))
  for (const userId of [named.rightToLeft, named.emoji]) await award(userId, full)
  const spend = (userId: string, coins: string, more: object = {}) =>
    post('/laas/coins/transfer-from-user-wallet', { userId, coins, ...more })
  const adjust = (userId: string, coins: string) =>
    post('/laas/coins/adjust', { userId, coins, reason: NOTE, ...labels })
  const spent = await spend(named.long, '12345678.91', labels)
  await post(`/laas/coins/transactions/${spent.id}/refund`, { coins: '1234567.89', narration: NOTE })
  await spend(named.rightToLeft, MOST)
  await adjust(named.emoji, MOST)
  await adjust(named.emoji, '-12345678.91')
  await post(`/laas/rules/award/${paid[0]}/reverse`, { coins: '12345678.91', reason: NOTE })
  await post('/laas/returns', { reference: ORDER, share: '0.1', reason: NOTE, shortfall: 'owe' })
  await spend(
    named.nameless,
    (await dataOf(service.get(`/api/v1/laas/users/${named.nameless}`, token))).wallet.coins,
  )
  await post(`/laas/rules/award/${owed}/reverse`, { coins: '12345678.91', reason: NOTE, shortfall: 'owe' })
  await dataOf(service.request('DELETE', `/api/v1/laas/users/${named.left}`, { token }))
  await post(`/laas/users/${named.erased}/erase`, { forfeit: true })

  await importAll(
    service,
    ndjson([
      { externalId: `import-${LONG}`, fullname: LONG, coins: MOST, points: MOST },
      { externalId: 'c'.repeat(100), coins: 'many' },
      { externalId: inOneWord(`import-${RIGHT_TO_LEFT}`), fullname: RIGHT_TO_LEFT, coins: '-1' },
    ]),
    { token },
  )
  for (const name of [LONG, EMOJI]) await post(`/${ME.slice('/api/v1/'.length)}/secrets`, { name })
  const [joined, invited] = [longEmail('support'), longEmail('manager')]
  for (const address of [joined, invited]) {
    const response = await invite(service, token, address)
    assert.equal(response.status, 201, JSON.stringify(response.body))
  }
  await accept(service, await mailedToken(service, joined))

  const receiver = await startReceiver()
  receiver.handleWith(answering(500, {}, LONG.repeat(3)))
  const webhook = await addWebhook(service, token, {
    url: `${receiver.url}/${LONG.repeat(2)}`,
    description: `${LONG} ${RIGHT_TO_LEFT}`,
  })
  await award(named.emoji, perUnit, { units: '1' })
  await waitUntil(
    async () => (await readWebhook(service, token, webhook)).failures > 0,
    'a delivery has failed',
  )
  await dataOf(award(named.long, timed))
  const hold = (reference: string) =>
    post('/laas/coins/holds', { userId: named.long, coins: '1234567.89', reference, narration: NOTE })
  for (const reference of [ORDER, ...['a', 'b', 'c', 'd', 'e'].map((end) => `${ORDER.slice(0, 99)}${end}`)])
    await hold(reference)
  await post(`/laas/coins/holds/${(await hold(inOneWord(RIGHT_TO_LEFT))).id}/release`, {})
  await post(`/laas/coins/holds/${(await hold(ORDER)).id}/capture`, { coins: '1234567.88' })
  await hold(inOneWord(RIGHT_TO_LEFT))
  const { long: longMember, nameless, left, erased } = named
  return {
    email,
    rules: { long, rightToLeft, perUnit, combined, archived },
    members: { long: longMember, nameless, left, erased },
    webhookId: webhook.id,
    beganAt: now - DAYS * DAY_MS,
  }
}
