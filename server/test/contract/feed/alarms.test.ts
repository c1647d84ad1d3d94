import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RULES_MAX } from '../../../src/feed/alarms/read-alarms.ts'
import { dataOf } from '../../support/api.ts'
import { assertFailure } from '../../support/api-response.ts'
import { clientToken, onboardTestPartner, type TestPartner } from '../../support/partner.ts'
import { addWebhook, readWebhook, WEBHOOKS } from '../../support/receiver.ts'
import { useSharedService } from '../../support/service.ts'
import { addMember, lastAuditEvent } from '../../support/team.ts'

const service = useSharedService()

// biome-ignore lint/suspicious/noExplicitAny: tests assert on what came over the wire, whatever it is.
const alarmsOf = async (who: { token: string }): Promise<any[]> =>
  (await dataOf(service.get('/api/v1/laas/alarms', who.token))).alarms
const messagesOf = async (who: TestPartner) => (await alarmsOf(who)).map(({ message }) => message)

const SINCE = '2026-11-17T17:18:00.000Z'
const failing = (id: string) =>
  service.query('update webhook_endpoints set failures = 3, failing_since = $2, cursor = 0 where id = $1', [
    id,
    SINCE,
  ])

test('a webhook that fails or was switched off is an alarm, with what waits for it', async () => {
  const who = await onboardTestPartner(service)
  const named = await addWebhook(service, who.token, {
    url: 'http://127.0.0.1:9/hook?secret=1',
    description: 'Order system',
  })
  const plain = await addWebhook(service, who.token, { url: 'http://127.0.0.1:9/hook?secret=1' })
  assert.deepEqual(await alarmsOf(who), [])
  await who.addRule()
  await failing(named.id)
  assert.deepEqual(await alarmsOf(who), [
    {
      key: `webhook_failing ${named.id}`,
      kind: 'webhook_failing',
      message: 'The webhook "Order system" has received nothing since 2026-11-17 17:18 UTC; 1 event waits.',
      since: SINCE,
      webhookId: named.id,
      ruleId: null,
      importId: null,
      name: 'Order system',
      waiting: 1,
      left: null,
      refused: null,
    },
  ])
  await service.query(
    `update webhook_endpoints set enabled = false, switched_off_at = $2, switched_off_reason = 'x', cursor = 0
    where id = $1`,
    [plain.id, SINCE],
  )
  const off = (await alarmsOf(who)).find(({ webhookId }) => webhookId === plain.id)
  assert.equal(
    off.message,
    'The webhook "127.0.0.1:9" was switched off on 2026-11-17 17:18 UTC; 1 event waits.',
  )
})

test('a webhook is retried at once, also when it was switched off, and not when it is disabled', async () => {
  const who = await onboardTestPartner(service)
  const hook = await addWebhook(service, who.token, { url: 'http://127.0.0.1:9/hook' })
  await failing(hook.id)
  await service.query(`update webhook_endpoints set next_try_at = now() + interval '1 hour' where id = $1`, [
    hook.id,
  ])
  const retry = (token = who.token) => service.post(`${WEBHOOKS}/${hook.id}/retry`, undefined, token)
  const retried = await dataOf(retry())
  assert.equal(retried.failingSince, SINCE, 'it fails on until a delivery arrives')
  assert.ok(new Date(retried.nextTryAt).getTime() <= Date.now() + 1_000)
  assert.equal((await lastAuditEvent(service, who.partnerId))?.action, 'webhook_retried')

  await service.query(
    `update webhook_endpoints set enabled = false, switched_off_at = now(), switched_off_reason = 'x' where id = $1`,
    [hook.id],
  )
  const again = await dataOf(retry())
  assert.deepEqual([again.enabled, again.switchedOffAt, again.failures], [true, null, 0])
  await service.request('PATCH', `${WEBHOOKS}/${hook.id}`, { token: who.token, body: { enabled: false } })
  assertFailure(
    await retry(),
    'refused',
    'The webhook is disabled, so nothing is sent to it; set enabled to true first.',
    'webhook_disabled',
  )
  assert.equal((await readWebhook(service, who.token, hook)).enabled, false)
  const other = await onboardTestPartner(service)
  assertFailure(await retry(other.token), 'notFound', 'Webhook was not found.')
  const support = await addMember(service, who, 'support')
  assert.equal((await retry(support.token)).status, 403)
})

test('budgets that are nearly used up, and rules that are full, are alarms while the rule runs', async () => {
  const who = await onboardTestPartner(service)
  const [first, second] = (await who.addUsers(2)) as [string, string]
  const budget = await who.addRule({ name: 'budget', coinValue: '9', coinBudget: '100' })
  const change = (id: string, body: object) =>
    dataOf(service.request('PATCH', `/api/v1/laas/rules/${id}`, { token: who.token, body }))
  for (let count = 0; count < 10; count += 1) await who.award(first, budget.name)
  assert.deepEqual(await messagesOf(who), [], 'a tenth is left')
  await who.award(first, budget.name)
  assert.deepEqual(await messagesOf(who), ['The budget of the rule "budget" is used up.'])
  await change(budget.id, { coinBudget: '109' })
  assert.deepEqual(await messagesOf(who), ['The budget of the rule "budget" has 10 of 109 left.'])
  assert.equal((await alarmsOf(who))[0].left, '10')
  await change(budget.id, { status: 'inactive' })
  assert.deepEqual(await messagesOf(who), [])

  const full = await who.addRule({ name: 'full', maxNumberOfParticipant: '1' })
  await who.award(second, full.name)
  assert.deepEqual(await messagesOf(who), ['All places of the rule "full" are taken.'])
  await change(full.id, { endsAt: '2020-01-01T00:00:00Z' })
  assert.deepEqual(await messagesOf(who), [])
})

test('the budget of a period that ended is no alarm', async () => {
  const who = await onboardTestPartner(service)
  const userId = await who.addUser()
  const { id, name } = await who.addRule({ coinValue: '10', coinBudget: '10', budgetPeriod: 'day' })
  await who.award(userId, name)
  assert.equal((await alarmsOf(who)).length, 1)
  await service.query(`update rules set budget_start = $2 where id = $1`, [id, new Date('2020-01-01')])
  assert.deepEqual(await alarmsOf(who), [])
})

test('any number of rules whose period ended hide no alarm of an older rule', async () => {
  const who = await onboardTestPartner(service)
  const userId = await who.addUser()
  const full = await who.addRule({ name: 'older', maxNumberOfParticipant: '1' })
  const names = [full.name]
  for (let count = 0; count < RULES_MAX; count += 1) {
    const terms = { coinValue: '10', coinBudget: '10', budgetPeriod: 'day' }
    names.push((await who.addRule(terms)).name)
  }
  await who.awardAll(names.map((ruleName) => ({ userId, ruleName })))
  await service.query(`update rules set budget_start = $2 where partner_id = $1 and budget_period = 'day'`, [
    who.partnerId,
    new Date('2020-01-01'),
  ])
  assert.deepEqual(await messagesOf(who), ['All places of the rule "older" are taken.'])
})

test('an import that refused lines is an alarm for a week, and a broken ledger until the next audit', async () => {
  const who = await onboardTestPartner(service)
  await service.query(
    `insert into imports (partner_id, id, status, actor_id, lines, done, created, refused, created_at, finished_at)
    select $1, gen_random_uuid(), 'finished', 0, 1200, 1200, 1200 - refused, refused, now(), now() - age::interval
    from (values (3, '1 day'), (0, '1 day'), (5, '8 days')) as given (refused, age)`,
    [who.partnerId],
  )
  const [found, ...others] = await alarmsOf(who)
  assert.deepEqual(
    [found.kind, found.message, found.refused, others],
    ['import_refused', 'An import refused 3 of 1,200 lines.', 3, []],
  )
  const other = await onboardTestPartner(service)
  await service.query(
    `insert into invariant_checks as c (invariant, broken_rows, checked_at, partner_ids)
    values ('wallets', 1, $2, array[$1::uuid])
    on conflict (invariant) do update set partner_ids = c.partner_ids || excluded.partner_ids, checked_at = $2`,
    [other.partnerId, SINCE],
  )
  assert.deepEqual(await messagesOf(other), [
    'The audit of 2026-11-17 17:18 UTC found amounts that do not add up; ask the operator of the service.',
  ])
  assert.equal((await alarmsOf(who)).length, 1)
  await service.query(
    `update invariant_checks set partner_ids = array_remove(partner_ids, $1::uuid) where invariant = 'wallets'`,
    [other.partnerId],
  )
})

test('a webhook has one line in an alarm, whatever its description', async () => {
  const who = await onboardTestPartner(service)
  const hook = await addWebhook(service, who.token, {
    url: 'http://127.0.0.1:9/hook',
    description: ' Orders\n\n- Your account is locked:\n  https://evil.example ',
  })
  await failing(hook.id)
  const [{ name, message }] = (await alarmsOf(who)) as [{ name: string; message: string }]
  assert.equal(name, 'Orders - Your account is locked: https://evil.example')
  assert.doesNotMatch(message, /\n/)
})

test('alarms of webhooks are for those who may list webhooks', async () => {
  const who = await onboardTestPartner(service)
  const hook = await addWebhook(service, who.token, { url: 'http://127.0.0.1:9/hook' })
  await failing(hook.id)
  const full = await who.addRule({ maxNumberOfParticipant: '1' })
  await who.award(await who.addUser(), full.name)
  const kindsOf = async (token: string) => (await alarmsOf({ token })).map(({ kind }) => kind)
  const all = ['webhook_failing', 'rule_full']
  assert.deepEqual(await kindsOf(who.token), all)
  for (const [role, kinds] of [
    ['manager', all],
    ['support', ['rule_full']],
    ['read-only', ['rule_full']],
  ] as const)
    assert.deepEqual(await kindsOf((await addMember(service, who, role)).token), kinds, role)
  const scopes = ['webhooks', 'rules', 'awards']
  assert.deepEqual(await kindsOf(await clientToken(service, who.token, scopes)), all)
  for (const lacking of scopes) {
    const others = scopes.filter((scope) => scope !== lacking)
    const token = await clientToken(service, who.token, others)
    assert.equal((await service.get('/api/v1/laas/alarms', token)).status, 403, lacking)
  }
})

test('every role sees the alarms of its own partner alone', async () => {
  const [who, other] = [await onboardTestPartner(service), await onboardTestPartner(service)]
  const full = await who.addRule({ maxNumberOfParticipant: '1' })
  await who.award(await who.addUser(), full.name)
  const reader = await addMember(service, who, 'read-only')
  assert.equal((await alarmsOf(reader)).length, 1)
  assert.deepEqual(await alarmsOf(other), [])
})
