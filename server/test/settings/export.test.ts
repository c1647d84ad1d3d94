import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { before, test } from 'node:test'
import { openTransactionExport } from '../../src/programme/coins/transaction-export.ts'
import { findPartner } from '../../src/programme/partners/partner-store.ts'
import { type Db, openDatabase } from '../../src/storage/database/database.ts'
import { assertFailure, UUID } from '../support/api-response.ts'
import { parseCsv } from '../support/csv.ts'
import { IMPORTS, importAll, ndjson } from '../support/imports-of.ts'
import { onboardTestPartner, type TestPartner, unique } from '../support/partner.ts'
import { startTestService } from '../support/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const service = await startTestService()
const PATH = '/api/v1/laas/coins/transactions'
const MANY = 50_000

let large: TestPartner
before(async () => {
  large = await onboardTestPartner(service)
  const users = await large.addUsers(20)
  const { name: ruleName } = await large.addRule({ coinValue: '0.07' })
  await large.awardAll(
    Array.from({ length: MANY }, (_, index) => ({ userId: users[index % 20] as string, ruleName })),
  )
})

/** Asks without reading the answer. */
async function ask(query: string, who: TestPartner): Promise<IncomingMessage> {
  const request = get(`${service.url}${PATH}/export?${query}`, {
    agent: false,
    headers: { authorization: `Bearer ${who.token}` },
  })
  request.on('error', () => {})
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response
}

async function exported(query: string, who: TestPartner) {
  const response = await ask(query, who)
  const file = (await buffer(response)).toString()
  assert.equal(response.statusCode, 200, file)
  assert.ok(file.startsWith('\ufeffcreatedAt,id,'))
  return { headers: response.headers, rows: parseCsv(file.slice(1)) }
}

test('an award, a transfer and a reversal are exported as the list has them, the newest first', async () => {
  const who = await onboardTestPartner(service)
  const tag = unique('adebayo')
  const userId = await who.addUser({ tag, fullname: 'Adébáyọ̀ 王 "the third", jr.' })
  const rule = await who.addRule({ coinValue: '2.5' })
  await who.award(userId, rule.name, 'Order 7,\n"gift"')
  const plain = (await who.award(userId, rule.name)).body.data
  await who.transfer(userId, '0.01')
  await service.request('POST', `/api/v1/laas/rules/award/${plain.id}/reverse`, { token: who.token })
  const listed = (await service.get(PATH, who.token)).body.data.data
  const { headers, rows } = await exported('', who)

  const coins: Record<string, string> = { '2.5': '2.5', '0.01': '0.01' }
  type Listed = Record<string, unknown> & { debitOrCredit: string; from: object; to: object }
  let balance = 0
  for (const { debitOrCredit, coins: moved, balanceAfter } of rows.toReversed()) {
    balance += debitOrCredit === 'CR' ? Number(moved) : -Number(moved)
    assert.equal(Number(balanceAfter).toFixed(2), balance.toFixed(2))
  }
  const member = await who.memberOf(userId)
  assert.deepEqual(
    rows.map(({ balanceAfter: _, ...row }) => row),
    listed.map((entry: Listed) => {
      const { tag: shownTag, fullname_businessName } = (
        entry.debitOrCredit === 'CR' ? entry.to : entry.from
      ) as Record<string, string>
      return {
        createdAt: entry.createdAt,
        id: entry.id,
        transactionType: entry.transactionType,
        debitOrCredit: entry.debitOrCredit,
        coins: coins[String(entry.coins)],
        userId,
        tag: shownTag,
        fullname: fullname_businessName,
        ruleName: entry.transactionType === 'user_partner_transfer' ? '' : rule.name,
        narration: entry.narration,
        refunded: String(entry.refunded),
        awardId: entry.awardId ?? '',
        originalId: '',
        reference: '',
        metadata: '',
        actorKind: 'team',
        actorName: who.email,
        externalId: '',
        email: member.email,
        ruleId: entry.transactionType === 'user_partner_transfer' ? '' : rule.id,
        ruleVersion: entry.transactionType === 'user_partner_transfer' ? '' : '1',
      }
    }),
  )
  assert.deepEqual(
    rows.map(({ refunded }) => refunded),
    ['false', 'false', 'true', 'false'],
  )
  assert.equal(rows[0]?.fullname, 'Adébáyọ̀ 王 "the third", jr.')
  assert.equal(headers['content-type'], 'text/csv; charset=utf-8')
  assert.match(
    String(headers['content-disposition']),
    /^attachment; filename="transactions-\d{4}-\d{2}-\d{2}\.csv"$/,
  )
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['x-export-span'], `${rows.at(-1)?.createdAt}/${rows[0]?.createdAt}`)
  assert.match(String(headers['x-request-id']), UUID)
})

test('what a spreadsheet would take for a formula is escaped', async () => {
  const who = await onboardTestPartner(service)
  const userId = await who.addUser({ fullname: '=cmd()' })
  const { name } = await who.addRule()
  const formulas = [
    ...['+1', '-1', '@x', '=HYPERLINK("http://x")'],
    // Spreadsheets skip what cannot be seen before a formula, and read full-width signs like plain ones.
    ...[' =1', '\t=1', '\n=1', ' \t\n +1', '\u00a0-1', '\u3000@x', '\ufeff=1', '\u200b=1', '\tx', '\nx'],
    ...['\uff1d1', '\uff0b1', '\uff0d1', '\uff20x', ' \uff1d1'],
  ]
  for (const narration of formulas) await who.award(userId, name, narration)
  const texts = [' plain', 'a =1', '1-1', '(=1)', 'a; b', 'a, b']
  for (const narration of texts) await who.award(userId, name, narration)
  const { rows } = await exported('', who)

  // Also where a program that splits cells at tabs or lines would begin one.
  const escaped = formulas.map((formula) => `'${formula.replace(/(?<=[\t\n])(?= ?[=+])/, "'")}`)
  assert.deepEqual(rows.map(({ narration }) => narration).toReversed(), [...escaped, ...texts])
  assert.equal(rows[0]?.fullname, "'=cmd()")
})

test('50,000 transactions are exported as the ledger has them, exactly', async () => {
  const { rows } = await exported('', large)
  const movements = await service.query<{ id: string; userId: string; coins: string }>(
    `select d.id, d.user_id as "userId", d.coins::text from movements d where d.partner_id = $1 order by d.seq desc`,
    [large.partnerId],
  )

  assert.equal(rows.length, MANY)
  assert.deepEqual(
    rows.map(({ id, userId, coins }) => `${id} ${userId} ${coins}`),
    movements.map(({ id, userId, coins }) => `${id} ${userId} 0.0${coins}`),
  )
})

test('an export is filtered like the list', async () => {
  const who = await onboardTestPartner(service)
  const [ada, bea] = (await who.addUsers(2)) as [string, string]
  const { name } = await who.addRule()
  const start = Date.now() + 60_000
  for (const [minute, userId] of [ada, bea, ada, bea, ada].entries()) {
    service.clock.now = new Date(start + minute * 60_000)
    await who.award(userId, name)
    await who.transfer(userId, 1)
  }
  service.clock.now = undefined
  const time = (minute: number) => new Date(start + minute * 60_000).toISOString()
  for (const query of [
    `userId=${ada.toUpperCase()}`,
    'type=user_partner_transfer',
    `type=partner_user_award&userId=${bea}`,
    `from=${time(1)}`,
    `to=${time(3)}`,
    `from=${time(1)}&to=${time(3)}&userId=${bea}&type=partner_user_award`,
  ]) {
    const listed = (await service.get(`${PATH}?limit=100&${query}`, who.token)).body.data.data
    const { rows, headers } = await exported(query, who)
    assert.ok(listed.length > 0, query)
    assert.deepEqual(
      rows.map(({ id }) => id),
      listed.map(({ id }: { id: string }) => id),
      query,
    )
    assert.equal(headers['x-export-span'], `${listed.at(-1).createdAt}/${listed[0].createdAt}`, query)
  }
  for (const query of [
    `userId=${randomUUID()}`,
    'userId=nobody',
    `from=${time(9)}`,
    'type=user_partner_reversal',
  ]) {
    const { rows, headers } = await exported(query, who)
    assert.deepEqual([rows, headers['x-export-span']], [[], undefined], query)
  }
})

test('of a partner one export runs and five wait, whatever they export; more get 429', async () => {
  const [userId] = await large.addUsers(1)
  const { id } = await importAll(service, ndjson([{ externalId: '' }]), { token: large.token })
  const running = await ask('', large)
  const paths = [
    `${PATH}/export?userId=${userId}`,
    `/api/v1/laas/users/${userId}/export`,
    `${IMPORTS}/${id}/refused/export`,
  ]
  const exportOf = (path: string) =>
    fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${large.token}` } })
  const others = [...paths, ...paths].map(exportOf)
  const refused = await Promise.race(others)
  assertFailure(
    { status: refused.status, headers: refused.headers, body: await refused.json() },
    'tooMany',
    'An export is running, and others are waiting for it; try again in 10 s.',
  )
  assert.equal(refused.headers.get('retry-after'), '10')

  const neighbour = await onboardTestPartner(service)
  assert.deepEqual((await exported('', neighbour)).rows, [], 'another partner does not wait')

  running.on('error', () => {}).destroy()
  const statuses = await Promise.all(
    others.map(async (other) => {
      const response = await other
      if (response !== refused) await response.text()
      return response.status
    }),
  )
  assert.deepEqual(statuses.toSorted(), [200, 200, 200, 200, 200, 429])
})

test('wrong parameters are named', async () => {
  assertFailure(
    await service.get(`${PATH}/export?type=x&from=2026-02-30T00:00:00Z`, large.token),
    'invalid',
    'type must be one of partner_user_award, user_partner_transfer, user_partner_reversal, partner_user_refund, partner_user_adjustment, user_partner_adjustment, user_partner_settlement, partner_user_opening, user_partner_expiry; from must be a time such as 2026-03-01T09:30:00Z.',
  )
})

test('a file that cannot be finished is broken off, not ended', async () => {
  const response = await ask('', large)
  await once(response, 'readable')
  // Less than everything was sent, because it was not read.
  await service.query('alter table reversals rename to moved')
  try {
    await assert.rejects(text(response), { code: 'ECONNRESET' })
  } finally {
    await service.query('alter table moved rename to reversals')
  }
  assert.equal(response.complete, false)
})

test('an export that cannot begin is a failure in the envelope', async () => {
  await service.query('alter table reversals rename to moved')
  try {
    const answer = await service.get(`${PATH}/export`, large.token)
    assert.deepEqual([answer.status, answer.body.status], [500, 'failed'])
  } finally {
    await service.query('alter table moved rename to reversals')
  }
})

test('when the client disconnects, nothing more is read', async () => {
  const lastRead = async () => {
    const [row] = await service.query<{ at: string | null }>(
      `select max(query_start)::text as at from pg_stat_activity
      where datname = current_database() and application_name like 'laurel%'
        and (query like '%coin_decisions%' or query like '%issuance_account%')`,
    )
    return row?.at
  }
  const response = await ask('', large)
  response.on('error', () => {}).resume()
  const before = await lastRead()
  await waitUntil(async () => (await lastRead()) !== before, 'it reads')
  response.destroy()

  let [last, reads, looks] = [await lastRead(), 0, 0]
  await waitUntil(async () => {
    const now = await lastRead()
    if (now !== last) [last, reads, looks] = [now, reads + 1, 0]
    looks += 1
    return looks > 30
  }, 'it reads no more')
  assert.ok(reads < 10, `it went on for ${reads} pages`)
})

test('what is not taken is not loaded, and what is closed loads nothing more', async () => {
  const database = openDatabase({ connectionString: service.connectionString })
  let reads = 0
  const counted: Db = {
    ...database,
    many: (statement) => {
      if (statement.text.includes('coin_decisions')) reads += 1
      return database.many(statement)
    },
  }
  const partner = await findPartner(database, large.partnerId)
  assert(partner)
  const { text: pages } = await openTransactionExport(counted, partner, {
    userId: null,
    reference: null,
    type: { kind: 'award', isCredit: true },
    from: null,
    to: null,
  })
  const file = Readable.from(pages, { objectMode: false })
  for (let pieces = 1; pieces <= 3; pieces += 1) {
    await once(file, 'readable')
    assert.ok(file.read())
    await waitUntil(() => file.readableLength >= file.readableHighWaterMark, 'as much is loaded as may be')
    assert.ok(reads <= pieces + 2, `${reads} reads for ${pieces} pieces`)
    assert.ok(file.readableLength < 500_000)
  }
  file.destroy()
  const readThen = reads
  await once(file, 'close')
  assert.equal(reads, readThen)
  await database.close()
})

test('the file has the reference, the metadata and the actor of an entry, and can be of one reference', async () => {
  const who = await onboardTestPartner(service)
  const userId = await who.addUser()
  const { name: ruleName } = await who.addRule()
  const labels = { reference: '=order 1', metadata: { shop: 'Lagos 3' } }
  await who.award(userId, ruleName)
  await service.post('/api/v1/laas/rules/award', { userId, ruleName, ...labels }, who.token)
  const { rows } = await exported(`reference=${encodeURIComponent(labels.reference)}`, who)
  assert.deepEqual(
    rows.map(({ reference, metadata, actorKind, actorName }) => [reference, metadata, actorKind, actorName]),
    [["'=order 1", '{"shop":"Lagos 3"}', 'team', who.email]],
  )
})
