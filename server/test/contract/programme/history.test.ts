import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { assertFailure } from '../../support/api-response.ts'
import { onboardTestPartner, type TestPartner, unique } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const DECISIONS = '/api/v1/laas/decisions'

// biome-ignore lint/suspicious/noExplicitAny: tests assert on what came over the wire, whatever it is.
type Line = any
type Totals = { lines: number; credited: string; debited: string; net: string; atLeast: boolean }

let partner: TestPartner
let userId: string
let awardId: string
let transferId: string

const post = (path: string, body: object, who = partner) =>
  dataOf(service.post(`/api/v1/laas/${path}`, body, who.token))
const read = (query: string, who = partner) => dataOf(service.get(`${DECISIONS}?${query}`, who.token))
const linesOf = async (query: string, who = partner): Promise<Line[]> => (await read(query, who)).decisions
const shortly = (lines: Line[]) => lines.map(({ kind, outcome }) => `${kind} ${outcome}`)
const totalsOf = async (query: string, who = partner): Promise<Totals> =>
  (await read(`sum=true&${query}`, who)).totals

/** Every kind of line, of one member: earned 20, spent 15, 20 taken back of which 15 stay owed, then credits. */
before(async () => {
  partner = await onboardTestPartner(service)
  userId = await partner.addUser({ fullname: 'Grace Hopper' })
  const welcome = await partner.addRule({ name: 'welcome', coinValue: '20', userLimitAward: '1' })
  awardId = (await post('rules/award', { userId, ruleName: welcome.name, reference: 'ORD-900' })).id
  await partner.award(userId, welcome.name)
  transferId = (await post('coins/transfer-from-user-wallet', { userId, coins: 15, narration: 'A Blue Mug' }))
    .id
  await post(`rules/award/${awardId}/reverse`, { shortfall: 'owe', reason: 'Wrong tier' })
  await post(`coins/transactions/${transferId}/refund`, { coins: 4 })
  await post('coins/adjust', { userId, coins: '30', reason: 'Goodwill' })
  await post('coins/adjust', { userId, coins: '-1', reason: 'Too much' })
  await service.request('DELETE', `/api/v1/laas/users/${userId}`, { token: partner.token })
})

const EVERYTHING = [
  'membership left',
  'adjustment moved',
  'settlement moved',
  'adjustment moved',
  'settlement moved',
  'refund moved',
  'reversal reversed',
  'transfer moved',
  'award refused',
  'award paid',
  'membership joined',
]

test('the history has everything that was decided and moved, and who came and left, in the order of events', async () => {
  const lines = await linesOf('kind=history&limit=100')
  assert.deepEqual(shortly(lines), EVERYTHING)
  const seqs = lines.map(({ seq }) => seq)
  assert.deepEqual(
    seqs,
    seqs.toSorted((left: number, right: number) => right - left),
  )
  assert.deepEqual(await linesOf(`kind=history&userId=${userId}&limit=100`), lines)
  const walked: Line[] = []
  for (let cursor = ''; ; ) {
    const page = await read(`kind=history&limit=2${cursor}`)
    walked.push(...page.decisions)
    if (page.next === null) break
    cursor = `&cursor=${page.next}`
  }
  assert.deepEqual(walked, lines)
})

test('each line has the balance after it alone, what it follows, and the version of its rule', async () => {
  const lines = await linesOf('kind=history&limit=100')
  const changes = lines.map(({ kind, outcome, coins, taken, debitOrCredit, balanceAfter }) => {
    const moved = outcome === 'refused' || kind === 'membership' ? 0 : Number(taken ?? coins)
    return { balanceAfter, change: debitOrCredit === 'DE' ? -moved : moved }
  })
  let balance = 0
  for (const { balanceAfter, change } of changes.toReversed()) {
    balance += change
    if (balanceAfter !== null) assert.equal(Number(balanceAfter), balance)
  }
  const parents = lines.map(({ kind, parentId }) => [kind, parentId])
  assert.deepEqual(
    parents.filter(([, parentId]) => parentId === awardId).map(([kind]) => kind),
    ['reversal'],
  )
  assert.deepEqual(
    parents.filter(([, parentId]) => parentId === transferId).map(([kind]) => kind),
    ['refund'],
  )
  const settlement = lines.find(({ kind }) => kind === 'settlement')
  assert.equal(lines.find(({ id }) => id === settlement.parentId).kind, 'adjustment')
  assert.deepEqual(
    lines.filter(({ ruleVersion }) => ruleVersion !== null).map(({ kind }) => kind),
    ['reversal', 'award', 'award'],
  )
})

test('a change of a membership is listed with every documented field', async () => {
  const [left] = await linesOf('kind=membership&outcome=left')
  const { id, seq, createdAt } = left
  assert.deepEqual(left, {
    id,
    kind: 'membership',
    userId,
    partnerId: partner.partnerId,
    outcome: 'left',
    reason: null,
    explanation: null,
    coins: null,
    balance: null,
    balanceAfter: null,
    points: null,
    parentId: null,
    actor: null,
    reference: null,
    metadata: null,
    retryAt: null,
    ruleVersion: null,
    seq,
    createdAt,
  })
})

test('lines are filtered by several kinds, reason, direction and text', async () => {
  for (const [query, expected] of [
    ['kind=all', EVERYTHING.filter((line) => !/^(membership|settlement)/.test(line))],
    ['kind=all,settlement', EVERYTHING.filter((line) => !line.startsWith('membership'))],
    ['kind=refund,reversal', ['refund moved', 'reversal reversed']],
    ['kind=settlement', ['settlement moved', 'settlement moved']],
    ['kind=adjustment', ['adjustment moved', 'adjustment moved']],
    ['kind=history&outcome=moved', EVERYTHING.filter((line) => line.endsWith(' moved'))],
    ['kind=history&reason=user_limit_reached', ['award refused']],
    ['reason=user_limit_reached', ['award refused']],
    ['reason=rule_full', []],
    ['kind=adjustment&debitOrCredit=DE', ['adjustment moved']],
    ['kind=history&debitOrCredit=CR', ['adjustment moved', 'refund moved', 'award refused', 'award paid']],
    ['kind=history&ruleName=welcome', ['reversal reversed', 'award refused', 'award paid']],
    ['kind=history&reference=ORD-900', ['reversal reversed', 'award paid']],
    ['kind=history&q=ord-9', ['reversal reversed', 'award paid']],
    ['kind=history&q=blue', ['transfer moved']],
    ['kind=history&q=WRONG%20tier', ['reversal reversed']],
    ['kind=history&q=elcom', ['award refused', 'award paid']],
    ['kind=history&q=%25', []],
    ['kind=history&q=_', []],
    ['kind=history&q=%F0%9F%92%A9', []],
    ['kind=award&outcome=moved', []],
    ['kind=history&outcome=joined', ['membership joined']],
  ] as [string, string[]][])
    assert.deepEqual(shortly(await linesOf(`${query}&limit=100`)), expected, query)
  assert.deepEqual(
    (await linesOf('kind=refund')).map(({ actor }) => actor.name),
    [partner.email],
  )
  const { actor } = (await linesOf('kind=refund'))[0]
  assert.equal((await linesOf(`kind=history&actor=${actor.id}&limit=100`)).length, 9)
})

test('totals are those of all lines that pass the filter, from the counts by day or from the lines', async () => {
  const sums = (lines: number, credited: string, debited: string, net: string) => ({
    lines,
    credited,
    debited,
    net,
    atLeast: false,
  })
  for (const [query, expected] of [
    ['kind=award', sums(2, '20', '0', '20')],
    ['kind=award&limit=1', sums(2, '20', '0', '20')],
    ['kind=award&outcome=paid', sums(1, '20', '0', '20')],
    ['kind=award&outcome=refused', sums(1, '0', '0', '0')],
    ['kind=award&outcome=counted', sums(0, '0', '0', '0')],
    ['kind=history&outcome=paid', sums(1, '20', '0', '20')],
    ['reason=user_limit_reached', sums(1, '0', '0', '0')],
    ['reason=rule_full', sums(0, '0', '0', '0')],
    ['reason=user_limit_reached&outcome=paid', sums(0, '0', '0', '0')],
    ['kind=award&ruleName=welcome', sums(2, '20', '0', '20')],
    ['kind=award&ruleName=nothing', sums(0, '0', '0', '0')],
    ['kind=settlement', sums(2, '0', '15', '-15')],
    ['kind=adjustment&outcome=moved', sums(2, '30', '1', '29')],
    ['kind=transfer,refund&outcome=moved', sums(2, '4', '15', '-11')],
    ['kind=reversal', sums(1, '0', '5', '-5')],
    ['kind=history', sums(11, '54', '36', '18')],
    [`kind=history&userId=${userId}`, sums(11, '54', '36', '18')],
    ['kind=history&q=blue', sums(1, '0', '15', '-15')],
    ['kind=history&reference=ORD-900', sums(2, '20', '5', '15')],
    ['kind=award&outcome=moved', sums(0, '0', '0', '0')],
    ['kind=award&outcome=paid&reason=user_limit_reached', sums(0, '0', '0', '0')],
    ['kind=transfer&outcome=moved&reason=insufficient_coins', sums(0, '0', '0', '0')],
    ['kind=settlement&outcome=moved&reason=insufficient_coins', sums(0, '0', '0', '0')],
  ] as [string, Totals][])
    assert.deepEqual(await totalsOf(query), expected, query)
  assert.equal('totals' in (await read('kind=award')), false)
})

test("a day is that of the programme's time zone", async () => {
  const who = await onboardTestPartner(service)
  await dataOf(
    service.request('PATCH', '/api/v1/acme/partners/me', {
      token: who.token,
      body: { timeZone: 'Pacific/Kiritimati' },
    }),
  )
  const member = await who.addUser()
  const { name } = await who.addRule()
  for (let count = 0; count < 3; count += 1) await who.award(member, name)
  const zoned = (ms: number) => new Date(Date.now() + 14 * 3_600_000 + ms).toISOString().slice(0, 10)
  const [yesterday, today, tomorrow] = [zoned(-86_400_000), zoned(0), zoned(86_400_000)]
  const both = `day=${yesterday}&toDay=${tomorrow}`
  assert.equal((await linesOf(both, who)).length, 3)
  assert.equal((await totalsOf(both, who)).lines, 3)
  assert.equal((await totalsOf(`${both}&kind=all`, who)).lines, 3)
  const days = await Promise.all(
    [yesterday, today, tomorrow].map(async (day) => ({
      lines: (await linesOf(`day=${day}`, who)).length,
      total: (await totalsOf(`day=${day}`, who)).lines,
    })),
  )
  assert.equal(
    days.reduce((sum, { lines }) => sum + lines, 0),
    3,
  )
  for (const { lines, total } of days) assert.equal(lines, total)
  assert.deepEqual(await linesOf('day=1999-01-01', who), [])
})

test('times before and after everything are those of no day, in any time zone', async () => {
  for (const timeZone of ['UTC', 'Asia/Kolkata', 'America/New_York']) {
    const who = await onboardTestPartner(service)
    await dataOf(
      service.request('PATCH', '/api/v1/acme/partners/me', { token: who.token, body: { timeZone } }),
    )
    await who.award(await who.addUser(), (await who.addRule()).name)
    const early = ['0001-01-01T00:00:00Z', '0001-01-02T00:00:00+05:30', '1969-12-31T18:30:00Z']
    // The year 10000 begins at the first of these in one of the zones.
    const late = ['9999-12-31T18:30:00Z', '9999-12-31T00:00:00Z', '8999-12-31T05:00:00Z']
    for (const kind of ['award', 'all'])
      for (const [index, last] of late.entries()) {
        const linesIn = async (range: string) => {
          const { decisions, totals } = await read(`sum=true&kind=${kind}&${range}`, who)
          assert.equal(totals.lines, decisions.length)
          return totals.lines
        }
        const first = encodeURIComponent(early[index] as string)
        const message = `${timeZone} ${kind} ${early[index]} ${last}`
        assert.equal(await linesIn(`from=${first}&to=${last}`), 1, message)
        assert.equal(await linesIn(`to=${first}`), 0, message)
        assert.equal(await linesIn(`from=${last}`), 0, message)
        assert.equal(await linesIn(`from=${last}&to=${first}`), 0, message)
      }
  }
})

test("another partner's lines are in no list and no total", async () => {
  const other = await onboardTestPartner(service)
  for (const query of [
    'kind=history',
    `kind=history&userId=${userId}`,
    'kind=history&reference=ORD-900',
    'kind=history&q=blue',
    'kind=history&ruleName=welcome',
  ]) {
    const { decisions, totals } = await read(`sum=true&${query}`, other)
    assert.deepEqual([decisions, totals.lines], [[], 0], query)
  }
})

test('wrong filters are named, all of them', async () => {
  for (const [query, problem] of [
    ['kind=award,gift', /^kind must name kinds separated by commas \(award, /],
    ['kind=,', /^kind must name kinds/],
    ['reason=bad', /^reason must be the reason of a refusal/],
    ['q=%00', /^q must be one line of text of at most 100 characters\.$/],
    [`q=${'x'.repeat(101)}`, /^q must be one line of text/],
    ['day=2026-02-30', /^day must be a day from 1970 to 8999/],
    ['day=2026-02-02&toDay=2026-02-01', /^toDay must not be before `day`\.$/],
    ['toDay=2026-02-01', /^day is required with toDay\.$/],
    ['day=2026-02-01&from=2026-02-01T00:00:00Z', /^day must be sent without from and to\.$/],
    ['sum=maybe', /^sum must be true or false\.$/],
    ['debitOrCredit=both', /^debitOrCredit must be CR or DE\.$/],
  ] as [string, RegExp][]) {
    const answer = await service.get(`${DECISIONS}?${query}`, partner.token)
    assert.equal(answer.status, 400, query)
    assert.match(answer.body.data.error, problem)
  }
  assertFailure(
    await service.get(`${DECISIONS}?id=${awardId}&sum=true`, partner.token),
    'invalid',
    'id must be sent without other filters.',
  )
})

test('an order is read with all its lines, the net and the share that came back', async () => {
  const who = await onboardTestPartner(service)
  const member = await who.addUser()
  const perEuro = await who.addRule({ coinValue: '1', perUnit: true })
  const limited = await who.addRule({ userLimitAward: '1' })
  const reference = unique('Order 7/é ')
  const order = { userId: member, reference }
  const orders = (path: string, from = who) => service.get(`/api/v1/laas/orders/${path}`, from.token)
  await post('rules/award', { ...order, ruleName: perEuro.name, units: '20' }, who)
  await post('rules/award', { ...order, ruleName: limited.name }, who)
  await service.post('/api/v1/laas/rules/award', { ...order, ruleName: limited.name }, who.token)
  await post('coins/transfer-from-user-wallet', { ...order, coins: 10 }, who)
  await who.award(member, perEuro.name)
  await post('returns', { reference, share: '0.4', reason: 'Damaged' }, who)

  const path = encodeURIComponent(reference)
  const { lines, ...rest } = await dataOf(orders(`${path}?limit=100`))
  assert.deepEqual(rest, {
    reference,
    returnedShare: '0.4',
    totals: { lines: 8, credited: '34', debited: '22', net: '12', atLeast: false },
    next: null,
  })
  assert.deepEqual(shortly(lines), [
    'reversal reversed',
    'reversal reversed',
    'refund moved',
    'return returned',
    'transfer moved',
    'award refused',
    'award paid',
    'award paid',
  ])
  assert.deepEqual(
    lines.slice(0, 4).map(({ note }: Line) => note),
    ['Damaged', 'Damaged', 'Damaged', 'Damaged'],
  )
  const walked: Line[] = []
  for (let cursor = ''; ; ) {
    const page = await dataOf(orders(`${path}?limit=3${cursor}`))
    walked.push(...page.lines)
    if (page.next === null) break
    cursor = `&cursor=${page.next}`
  }
  assert.deepEqual(walked, lines)
  assertFailure(await orders(path, partner), 'notFound', 'Order was not found.')
  assertFailure(await orders(encodeURIComponent('%_')), 'notFound', 'Order was not found.')
  for (const bad of ['%00', 'x'.repeat(101)]) assert.equal((await orders(bad)).status, 400)
  assert.equal((await orders(`${path}?cursor=zzz`)).status, 400)
})
