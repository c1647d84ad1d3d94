import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { isReplay } from '../../support/api-response.ts'
import { parseCsv } from '../../support/csv.ts'
import type { ApiEvent } from '../../support/events.ts'
import { onboardTestPartner, type TestPartner, unique } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const partner = await onboardTestPartner(service)
const rule = await partner.addRule({ coinValue: '10' })

type Options = { key?: string; who?: TestPartner }
const post = (path: string, body: object, { key, who = partner }: Options = {}) =>
  service.request('POST', `/api/v1/laas/${path}`, {
    token: who.token,
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
  })
const get = (path: string) => dataOf(service.get(`/api/v1/laas/${path}`, partner.token))
const eventsOf = async (type: string): Promise<ApiEvent[]> =>
  (await get(`events?limit=1000&types=${type}`)).events

async function awarded(reference = unique('order-')) {
  const userId = await partner.addUser()
  const award = await dataOf(post('rules/award', { userId, ruleName: rule.name, reference }))
  return { userId, reference, awardId: award.id as string }
}

test('the reason of a reversal is in its response, its lines, its event and the export, also for a retry', async () => {
  const { userId, awardId } = await awarded()
  const reason = 'Wrong tier,\nsaid "support" 🌿'
  const key = unique('key-')
  const reversed = await dataOf(post(`rules/award/${awardId}/reverse`, { coins: 3, reason }, { key }))
  assert.equal(reversed.narration, reason)
  const retried = await post(`rules/award/${awardId}/reverse`, { coins: 3, reason }, { key })
  assert.ok(isReplay(retried))
  assert.equal(retried.body.data.narration, reason)
  const other = await post(`rules/award/${awardId}/reverse`, { coins: 3, reason: 'Another' }, { key })
  assert.equal(other.status, 409, 'the reason is part of the request')

  const [line] = (await get(`decisions?kind=reversal&userId=${userId}`)).decisions
  assert.equal(line.note, reason)
  const [transaction] = (await get(`coins/transactions?userId=${userId}&limit=1`)).data
  assert.equal(transaction.narration, reason)
  const event = (await eventsOf('award.reversed')).find(({ data }) => data.reversalId === reversed.reversalId)
  assert.equal(event?.data.narration, reason)
  const file = await fetch(`${service.url}/api/v1/laas/coins/transactions/export?userId=${userId}`, {
    headers: { authorization: `Bearer ${partner.token}` },
  })
  const [exported] = parseCsv(await file.text())
  assert.deepEqual(
    [exported?.narration, exported?.ruleId, exported?.ruleVersion, exported?.balanceAfter],
    [reason, rule.id, '1', '7'],
  )
})

test('a refused reversal keeps its reason too, and none is null', async () => {
  const { userId, awardId } = await awarded()
  assert.equal((await post(`rules/award/${awardId}/reverse`, { coins: 11, reason: 'Twice' })).status, 400)
  const plain = await dataOf(post(`rules/award/${awardId}/reverse`, { reason: '' }))
  assert.equal(plain.narration, null)
  const lines = (await get(`decisions?kind=reversal&userId=${userId}`)).decisions
  assert.deepEqual(
    lines.map(({ note, reason }: { note: string; reason: string }) => [note, reason]),
    [
      [null, null],
      ['Twice', 'reversal_exceeds'],
    ],
  )
  const refused = (await eventsOf('reversal.refused')).find(({ data }) => data.id === awardId)
  assert.deepEqual([refused?.data.narration, refused?.data.reason], ['Twice', 'reversal_exceeds'])
})

test('the reason of a return is on the return and on its reversals, and not on refunds, which users see', async () => {
  const { userId, reference } = await awarded()
  await dataOf(post('coins/transfer-from-user-wallet', { userId, coins: 4, reference }))
  const returned = await dataOf(post('returns', { reference, share: 0.5, reason: 'Damaged' }))
  assert.equal(returned.narration, 'Damaged')
  assert.deepEqual(
    [...returned.refunds, ...returned.reversals].map(({ narration }) => narration),
    ['Refund of a coin transfer', 'Damaged'],
  )
  const event = (await eventsOf('order.returned')).find(({ data }) => data.id === returned.id)
  assert.equal(event?.data.narration, 'Damaged')
  assert.equal((await post('returns', { reference, share: 0.6, reason: 'Lost' })).status, 400)
  const lines = (await get(`decisions?kind=return&reference=${reference}`)).decisions
  assert.deepEqual(
    lines.map(({ note, outcome }: { note: string; outcome: string }) => [note, outcome]),
    [
      ['Lost', 'refused'],
      ['Damaged', 'returned'],
    ],
  )
  const refunds = (await get(`decisions?kind=refund&reference=${reference}`)).decisions
  assert.deepEqual(
    refunds.map(({ note }: { note: string }) => note),
    ['Damaged'],
  )
})

test('every line of a return of several members has its reason, for the team alone', async () => {
  const reference = unique('order-')
  const [first, second] = [await awarded(reference), await awarded(reference)]
  await dataOf(post('coins/transfer-from-user-wallet', { userId: first.userId, coins: 4, reference }))
  const returned = await dataOf(post('returns', { reference, share: 0.5, reason: 'Ada was unhappy' }))
  const stored = [...returned.refunds, ...returned.reversals].map(({ narration }) => narration)
  assert.deepEqual(stored, ['Refund of a coin transfer', null, null])
  const notesOf = (lines: { kind: string; note: string | null }[]) =>
    lines.filter(({ kind }) => kind !== 'award' && kind !== 'transfer').map(({ kind, note }) => [kind, note])
  const expected = [
    ['reversal', 'Ada was unhappy'],
    ['reversal', 'Ada was unhappy'],
    ['refund', 'Ada was unhappy'],
    ['return', 'Ada was unhappy'],
  ]
  assert.deepEqual(notesOf((await get(`decisions?kind=all&reference=${reference}`)).decisions), expected)
  assert.deepEqual(notesOf((await get(`orders/${reference}`)).lines), expected)
  const [line] = (await get(`decisions?id=${returned.reversals[1].reversalId}`)).decisions
  assert.equal(line.note, 'Ada was unhappy')
  const file = await fetch(`${service.url}/api/v1/laas/users/${second.userId}/export`, {
    headers: { authorization: `Bearer ${partner.token}` },
  })
  assert.equal(file.status, 200)
  assert.doesNotMatch(await file.text(), /unhappy/, 'a person gets nothing about another')
})

test('a dry run shows the reason and keeps none', async () => {
  const { userId, awardId } = await awarded()
  const path = `rules/award/${awardId}/reverse?dryRun=true`
  assert.equal((await dataOf(post(path, { reason: 'Perhaps' }))).narration, 'Perhaps')
  assert.deepEqual((await get(`decisions?kind=reversal&userId=${userId}`)).decisions, [])
})

test('erasing any member of an order deletes the reason of its return', async () => {
  const reference = unique('order-')
  const [first, second] = [await awarded(reference), await awarded(reference)]
  await dataOf(post('returns', { reference, share: 0.5, reason: 'Both were unhappy' }))
  await dataOf(post(`users/${second.userId}/erase`, { forfeit: true }))
  const lines = (await get(`decisions?kind=all&reference=${reference}`)).decisions
  const notes = lines.map(({ kind, userId, note }: { kind: string; userId: string; note: string }) => [
    kind,
    userId === first.userId,
    note,
  ])
  assert.deepEqual(
    notes.filter(([kind]: [string]) => kind !== 'award'),
    [
      ['reversal', false, null],
      ['reversal', true, null],
      ['return', false, null],
    ],
  )
  const late = await dataOf(
    post(`rules/award/${second.awardId}/reverse`, { shortfall: 'available', reason: 'About an erased one' }),
  )
  assert.equal(late.narration, null)
})

test('wrong reasons are refused', async () => {
  const { awardId, reference } = await awarded()
  for (const reason of ['x'.repeat(1001), 'a\u0000b', 7, ['x'], { a: 1 }, '\ud800']) {
    const reversal = await post(`rules/award/${awardId}/reverse`, { reason })
    assert.equal(reversal.status, 400, JSON.stringify(reason))
    const returned = await post('returns', { reference, share: 1, reason })
    assert.equal(returned.status, 400, JSON.stringify(reason))
  }
})
