import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seed } from '../../src/operations/seed/seed.ts'
import { readConfig } from '../../src/runtime/settings/config.ts'
import { runInProcess } from '../support/command-line.ts'
import { startTestService } from '../support/service.ts'

const DAYS = 45
const DAY_MS = 86_400_000

const service = await startTestService()
const { connectionString, secretKey } = service
const lines: string[] = []
const run = () =>
  seed({
    config: readConfig({}),
    connectionString,
    secretKey,
    daysMax: DAYS,
    print: (line) => lines.push(line),
  })

assert.equal(await run(), true)
const token = await signIn('owner@acme.example')

async function signIn(email: string): Promise<string> {
  const { body } = await service.post('/api/v1/demo/partners/login', { email, password: 'Sunny-Day-7' })
  return body.data.accessToken
}

const read = async (path: string, by = token) => (await service.get(`/api/v1${path}`, by)).body.data

test('the seed shows its progress, and who can sign in with what', () => {
  assert.ok(
    lines.some((line) => /^\w+ \d{4} +[\d,]+ users, [\d,]+ awards, /.test(line)),
    lines.join('\n'),
  )
  const address =
    'Sign in at http://127.0.0.1:3000/dashboard with the ecosystem demo and the password Sunny-Day-7:'
  assert.ok(lines.includes(address))
  assert.ok(lines.includes('  owner@riverside.example    owner of Riverside'))
})

test('two partners have some hundred users, who joined over the whole time', async () => {
  const acme = await read('/laas/users?limit=1')
  const riverside = await read('/laas/users?limit=1', await signIn('owner@riverside.example'))
  const last = await read(`/laas/users?limit=1&page=${acme.lastpage}`)

  assert.ok(acme.count > 200 && riverside.count > 70, `${acme.count} and ${riverside.count}`)
  assert.ok(Date.now() - Date.parse(last.data[0].createdAt) > (DAYS - 1) * DAY_MS)
})

test('members have attributes, which change as time goes by', async () => {
  const { events } = await read('/laas/events?types=user.updated&after=0&limit=100')
  assert.ok(events.length > 3)
  const updated: { data: { userId: string; attributes: string[] } }[] = events
  const promoted = updated.find(({ data }) => data.attributes.join() === 'tier')
  assert.ok(promoted)
  const { attributes } = await read(`/laas/users/${promoted.data.userId}/attributes`)
  assert.equal(attributes.tier, 'gold')
})

test('rules of all types are there, one of them full and one inactive', async () => {
  const { data: rules } = await read('/laas/rules?limit=100')
  const namesOf = (found: { name: string }[]) => found.map(({ name }) => name)

  assert.deepEqual(
    new Set(rules.map(({ type }: { type: string }) => type)),
    new Set(['single', 'batched', 'combined']),
  )
  assert.deepEqual(namesOf(rules.filter(({ status }: { status: string }) => status === 'inactive')), [
    'garden weeks',
  ])
  assert.deepEqual(
    namesOf(
      rules.filter((rule: Record<string, string>) => rule.participants === rule.maxNumberOfParticipant),
    ),
    ['founding member'],
  )
})

test('rules pay by unit, in windows, within budgets and limits per period, and have versions', async () => {
  for (const by of [token, await signIn('owner@riverside.example')]) {
    const { data } = await read('/laas/rules?limit=100', by)
    const rules: Record<string, string>[] = data
    const some = (holds: (rule: Record<string, string>) => boolean) =>
      assert.ok(rules.some(holds), String(holds))
    some(({ perUnit, maxCoinsPerAward }) => Boolean(perUnit) && maxCoinsPerAward !== '-1')
    some(({ endsAt }) => endsAt !== null && Date.parse(endsAt ?? '') > Date.now())
    some(({ userLimitPeriod, userLimitAward }) => userLimitPeriod !== 'total' && userLimitAward !== '-1')
    some(({ version }) => Number(version) > 1)
    const nearlyGone = ({ budgetUsed, coinBudget }: Record<string, string>) =>
      coinBudget !== '-1' && Number(budgetUsed) / Number(coinBudget) > 0.9
    some(nearlyGone)
  }
})

test('members have streaks, and some did more than counts in a day', async () => {
  const { data } = await read('/laas/rules?limit=100')
  const [streak] = data.filter(({ consecutive }: { consecutive: boolean }) => consecutive)
  const outcomes = async (query: string) =>
    (await read(`/laas/decisions?ruleName=${encodeURIComponent(streak.name)}&limit=1&${query}`)).decisions
      .length
  assert.deepEqual([await outcomes('outcome=counted'), await outcomes('reason=already_counted')], [1, 1])
})

test('activities are told, rules listen to them, and members have attributes', async () => {
  const { data } = await read('/laas/activities?limit=100')
  const types = new Set(data.map(({ type }: { type: string }) => type))
  assert.deepEqual([...types].sort(), ['app.opened', 'order.paid', 'review.written'])
  assert.ok(data.some(({ paid }: { paid: number }) => paid > 0))
  const order = data.find(({ type }: { type: string }) => type === 'order.paid')
  assert.ok(order.properties.items.length > 0)
  const userIds = new Set(data.map(({ userId }: { userId: string }) => userId))
  const attributes = await Promise.all([...userIds].map((userId) => read(`/laas/users/${userId}/attributes`)))
  assert.ok(attributes.some((own) => 'tier' in own.attributes))
})

test('corrections of every kind are there, by several people', async () => {
  type Correction = { note: string | null; returnId?: string | null; actor: { name: string } }
  const listed = async (kind: string): Promise<Correction[]> =>
    (await read(`/laas/decisions?limit=100&kind=${kind}`)).decisions
  const kinds = ['adjustment', 'refund', 'reversal', 'return']
  const corrections = await Promise.all(kinds.map(listed))
  for (const [index, found] of corrections.entries()) assert.ok(found.length >= 3, kinds[index])
  const actors = new Set(corrections.flat().map(({ actor }) => actor.name))
  assert.ok(actors.size >= 2, [...actors].join())
  const withoutReason = corrections.flat().filter(({ note, returnId }) => !note && !returnId)
  assert.deepEqual(withoutReason, [])
})

test('an import has brought members along and refused a line', async () => {
  const { data } = await read('/laas/imports')
  assert.deepEqual(
    data.map(({ status, created, refused }: Record<string, unknown>) => [status, created, refused]),
    [['finished', 5, 1]],
  )
})

test('some members have no account, and some have left', async () => {
  const [counts] = await service.query<{ without: string; left: string }>(
    `select count(*) filter (where account_id is null and left_at is null) as without,
      count(*) filter (where left_at is not null) as left from memberships`,
  )
  assert.ok(
    Number(counts?.without) > 30 && Number(counts?.left) > 0,
    `${counts?.without} and ${counts?.left}`,
  )
})

test('the programme has a time zone, a value of its coins and, for one partner, a name of them', async () => {
  const acme = await read('/demo/partners/me')
  const riverside = await read('/demo/partners/me', await signIn('owner@riverside.example'))
  assert.deepEqual([acme.timeZone, acme.coinValue.currency, acme.coinName], ['Europe/Berlin', 'EUR', null])
  assert.deepEqual(riverside.coinName, { one: 'page', many: 'pages' })
})

test('coins of one programme expire, some wait for their day, and checkouts hold some', async () => {
  const { coinExpiry } = await read('/demo/partners/me')
  assert.deepEqual(coinExpiry, { after: 'P12M', until: 'month' })
  const [sums] = await service.query<{ pending: string; held: string; lots: string; due: string }>(
    `select sum(pending) as pending, sum(held) as held, sum((expired > 0)::int) as due,
      (select count(*) from lots where coins > 0 and expires_at is not null) as lots
    from wallets`,
  )
  assert.ok(Number(sums?.pending) > 0 && Number(sums?.held) > 0 && Number(sums?.lots) > 100)
  assert.equal(Number(sums?.due), 0)
  const { data: holds } = await read('/laas/coins/holds?limit=100')
  assert.deepEqual(
    new Set(holds.map(({ status }: { status: string }) => status)),
    new Set(['active', 'captured', 'released']),
  )
})

test('the overview has awards on every day, and several reasons of refusals', async () => {
  const { days, totals, refusals } = await read('/laas/overview?days=30')
  const isQuiet = ({ paid, counted }: { paid: number; counted: number }) => paid === 0 || counted === 0

  assert.deepEqual(days.slice(0, -1).filter(isQuiet), [])
  assert.ok(totals.paid > 500 && Number(totals.returned) > 0 && Number(totals.reversed) > 0)
  assert.ok(refusals.length >= 4, JSON.stringify(refusals))
})

test('the partner has a team, an open invitation, secrets, public boards and a webhook that fails', async () => {
  const me = '/demo/partners/me'
  const { members, invitations } = await read(`${me}/team`)
  const { secrets } = await read(`${me}/secrets`)
  const { boardsPublic } = await read(me)
  const { webhooks } = await read('/laas/webhooks')
  const { attempts } = await read(`/laas/webhooks/${webhooks[0].id}/attempts`)

  assert.deepEqual(
    new Set(members.map(({ role }: { role: string }) => role)),
    new Set(['owner', 'manager', 'support', 'read-only']),
  )
  assert.equal(invitations.length, 1)
  assert.equal(secrets.length, 2)
  assert.equal(boardsPublic, true)
  assert.ok(attempts.length >= 2)
})

test('a second run adds nothing and says so', async () => {
  const countRows = () => service.query('select partner_id, last_seq from ledgers order by partner_id')
  const before = await countRows()
  lines.length = 0

  assert.equal(await run(), false)
  assert.equal(lines[0], 'The demo data already exists; nothing was added.')
  assert.deepEqual(await countRows(), before)
})

test('laurel seed is refused in production', async () => {
  assert.deepEqual(await runInProcess(['seed'], { MODE: 'production' }), {
    code: 2,
    stdout: '',
    stderr: 'The seed invents partners and users, so it is refused in production.\n',
  })
})
