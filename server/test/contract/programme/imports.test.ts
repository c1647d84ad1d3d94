import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { request as openRequest } from 'node:http'
import { test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { assertFailure, isReplay } from '../../support/api-response.ts'
import { finished, IMPORTS, importAll, ndjson, sendImport } from '../../support/imports-of.ts'
import { onboardTestPartner } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { addMember } from '../../support/team.ts'
import { waitUntil } from '../../support/wait-until.ts'

const service = useSharedService()

const memberBy = async (externalId: string, token: string) =>
  (await dataOf(service.get(`/api/v1/laas/users?externalId=${externalId}`, token))).data[0]
const refusedOf = async (id: string, token: string) =>
  (await dataOf(service.get(`${IMPORTS}/${id}/refused`, token))).data
const csv = { type: 'text/csv' }

test('an import makes members with coins and points, as openings that no monthly board shows', async () => {
  const { token } = await onboardTestPartner(service)
  const lines = [
    {
      externalId: 'a',
      fullname: 'Ada Lovelace',
      email: 'ada@mail.example',
      coins: '12.5',
      points: 40,
      reference: 'old-1',
    },
    { externalId: 'b', points: '7' },
    { externalId: 'c' },
  ]
  const sent = await sendImport(service, ndjson(lines), { token })
  const { id, actor, createdAt } = sent.body.data
  assert.equal(sent.status, 201)
  assert.equal(sent.headers.get('location'), `${IMPORTS}/${id}`)
  const { finishedAt, ...done } = await finished(service, id, token)
  const counts = { lines: 3, done: 3, created: 3, refused: 0, percent: 100 }
  assert.deepEqual(done, { id, status: 'finished', ...counts, actor, createdAt })
  assert(finishedAt >= createdAt)

  const ada = await memberBy('a', token)
  assert.deepEqual(
    [ada.userData.fullname, ada.wallet.coins, ada.wallet.points],
    ['Ada Lovelace', '12.5', '40'],
  )
  const { data: transactions } = await dataOf(service.get('/api/v1/laas/coins/transactions', token))
  assert.equal(transactions.length, 1, 'an opening with points alone moves no coins')
  const { transactionType, debitOrCredit, coins, reference, narration, to } = transactions[0]
  assert.deepEqual(
    [transactionType, debitOrCredit, coins, reference, narration, to.userId],
    ['partner_user_opening', 'CR', 12.5, 'old-1', 'Opening balance', ada.userId],
  )
  const { events } = await dataOf(service.get('/api/v1/laas/events?limit=100', token))
  assert.deepEqual(
    events.map(({ type, data }: { type: string; data: Record<string, unknown> }) => [
      type,
      data.coins,
      data.points,
    ]),
    [
      ...Array.from({ length: 3 }, () => ['user.onboarded', undefined, undefined]),
      ['coins.opened', 12.5, '40'],
      ['coins.opened', 0, '7'],
    ],
  )
  const { decisions } = await dataOf(service.get('/api/v1/laas/decisions?kind=opening', token))
  assert.deepEqual(
    decisions.map((each: Record<string, unknown>) => [each.kind, each.coins, each.balance]),
    [
      ['opening', '0', '0'],
      ['opening', '12.5', '12.5'],
    ],
  )
  const { coinsInWallets, members } = await dataOf(service.get('/api/v1/laas/overview', token))
  assert.deepEqual([coinsInWallets, members], ['12.5', 3])

  const points = await dataOf(service.get('/api/v1/laas/leaderboard/new', token))
  assert.deepEqual(
    points.data.map((each: Record<string, unknown>) => each.points),
    [40, 7, 0],
  )
  const month = new Date().getUTCMonth() + 1
  const earners = await dataOf(service.get(`/api/v1/laas/coins/partner/ep-leaderboard?month=${month}`, token))
  assert.doesNotMatch(JSON.stringify(earners), new RegExp(ada.userId))
})

test('the report of an import keeps no name of an unknown field', async () => {
  const { token } = await onboardTestPartner(service)
  const named = { 'ada@mail.example': 1, 'Ada Lovelace': 2, Fullname: 'Ada' }
  const { id } = await importAll(service, ndjson([{ externalId: 'a', coins: -1, ...named }]), { token })
  const [{ problem }] = await refusedOf(id, token)
  assert.match(
    problem,
    /^coins must .*; A field is unknown; known are .*; A field is unknown; did you mean fullname\?$/,
  )
  const kept = await service.query(
    'select to_jsonb(r)::text as text from import_refusals r where import_id = $1',
    [id],
  )
  for (const { text } of kept) assert.doesNotMatch(text, /lovelace|mail\.example/i)
})

test('awards, reversals and transfers go on from what was imported', async () => {
  const partner = await onboardTestPartner(service)
  const { token } = partner
  await importAll(service, ndjson([{ externalId: 'a', coins: 5, points: 100 }]), { token })
  const { userId } = await memberBy('a', token)
  const rule = await partner.addRule({ coinValue: '10' })
  const { id } = await dataOf(partner.award(userId, rule.name))
  await dataOf(partner.transfer(userId, 12))
  assert.deepEqual((await partner.memberOf(userId)).wallet.points, '110')
  await dataOf(service.post(`/api/v1/laas/rules/award/${id}/reverse`, { shortfall: 'owe' }, token))
  const { coins, points, owed } = (await partner.memberOf(userId)).wallet
  assert.deepEqual([coins, points, owed], ['0', '100', '7'])
})

test('wrong lines and known ids are refused alone, and listed with their numbers', async () => {
  const { token } = await onboardTestPartner(service)
  const body = `${[
    '{"externalId":"a"}',
    '',
    '{"externalId":"a"}',
    'not json',
    '[]',
    '{"fullname":"Ada"}',
    '{"externalId":"b","coins":"-1","email":"no"}',
    '{"externalId":"c","coin":"5"}',
    '{"externalId":"d\\u0000"}',
    '{"externalId":"e","\\ud800":1}',
  ].join('\r\n')}`
  const first = await importAll(service, body, { token })
  assert.deepEqual([first.lines, first.created, first.refused], [9, 1, 8])
  const amount = 'must be an amount from 0 to 70000000000000, with at most 2 decimals, such as "10" or "2.5"'
  assert.deepEqual(await refusedOf(first.id, token), [
    { line: 3, externalId: 'a', reason: 'already_member', problem: 'A member has the externalId a already.' },
    { line: 4, externalId: null, reason: 'invalid', problem: 'The line is not a JSON object.' },
    { line: 5, externalId: null, reason: 'invalid', problem: 'The line is not a JSON object.' },
    { line: 6, externalId: null, reason: 'invalid', problem: 'externalId is required.' },
    {
      line: 7,
      externalId: 'b',
      reason: 'invalid',
      problem: `email must be an e-mail address of at most 254 characters; coins ${amount}.`,
    },
    {
      line: 8,
      externalId: 'c',
      reason: 'invalid',
      problem: 'A field is unknown; did you mean coins?',
    },
    {
      line: 9,
      externalId: null,
      reason: 'invalid',
      problem: 'externalId must have 1 to 100 visible characters.',
    },
    {
      line: 10,
      externalId: 'e',
      reason: 'invalid',
      problem:
        'A field is unknown; known are externalId, fullname, email, coins, points, expiresOn, reference and attributes.',
    },
  ])
  const page = await dataOf(service.get(`${IMPORTS}/${first.id}/refused?limit=2`, token))
  const next = await dataOf(service.get(`${IMPORTS}/${first.id}/refused?limit=2&cursor=${page.next}`, token))
  assert.deepEqual(
    next.data.map(({ line }: { line: number }) => line),
    [5, 6],
  )
  const file = await fetch(`${service.url}${IMPORTS}/${first.id}/refused/export`, {
    headers: { authorization: `Bearer ${token}` },
  })
  assert.match(await file.text(), /^\ufeff?line,externalId,reason,problem\n3,a,already_member,/)

  const again = await importAll(service, body, { token })
  assert.deepEqual([again.created, again.refused], [0, 9])
  const { data } = await dataOf(service.get(`${IMPORTS}?limit=1`, token))
  assert.deepEqual(data, [again])
})

test('a CSV file has quotes, empty cells and lines of several rows', async () => {
  const { token } = await onboardTestPartner(service)
  const body =
    '\ufeffexternalId,fullname,coins\r\na,"Lovelace, ""Ada""",2.5\r\nb,,\r\n\r\nc,Bob,1,more\r\n"d\nd",Eve,1\r\n'
  const { id, created } = await importAll(service, body, { token, ...csv })
  assert.equal(created, 2)
  assert.deepEqual(
    (await refusedOf(id, token)).map(({ line, problem }: Record<string, unknown>) => [line, problem]),
    [
      [5, 'The line has more than 3 cells.'],
      [7, 'externalId must have 1 to 100 visible characters.'],
    ],
  )
  const { userData, wallet } = await memberBy('a', token)
  assert.deepEqual([userData.fullname, wallet.coins], ['Lovelace, "Ada"', '2.5'])
})

test('a file that cannot be read is refused as a whole, and nothing of it stays', async () => {
  const { token } = await onboardTestPartner(service)
  const refusals: [string, string, string][] = [
    ['text/csv', '', 'The file has no header line; begin with the names of its columns.'],
    ['text/csv', 'externalId,fullname\n', 'The file names no member; send a line for each.'],
    ['application/x-ndjson', '\n', 'The file names no member; send a line for each.'],
    [
      'text/csv',
      'customer-42,Ada Lovelace\n',
      'The first line names no column; begin with a header line of externalId, fullname, email, coins, points, expiresOn, reference, attributes.<name>, attributes.<name>:number, attributes.<name>:boolean.',
    ],
    ['text/csv', 'fullname\nAda\n', 'The header line lacks the column externalId.'],
    [
      'text/csv',
      'externalId,coin\na,1\n',
      'The header line has a column "coin"; the columns are externalId, fullname, email, coins, points, expiresOn, reference, attributes.<name>, attributes.<name>:number, attributes.<name>:boolean, each once.',
    ],
    [
      'text/csv',
      'externalId\na\n"b\n',
      'Line 3 is not valid CSV; check its quotes, and that it has less than 16 kB.',
    ],
    [
      'application/x-ndjson',
      `{"externalId":"a"}\n${'x'.repeat(20_000)}`,
      'Line 2 has more than 16384 characters; send one JSON object per line.',
    ],
  ]
  for (const [type, body, detail] of refusals)
    assertFailure(await sendImport(service, body, { token, type, key: randomUUID() }), 'invalid', detail)
  assertFailure(
    await sendImport(service, 'externalId\na\n', { token, type: 'application/json' }),
    'wrongContentType',
    'Send the file with the header Content-Type: application/x-ndjson or text/csv.',
  )
  assert.deepEqual((await dataOf(service.get(IMPORTS, token))).data, [])
})

test('after a file that was refused as a whole, the key gets the same refusal, or takes the corrected file', async () => {
  const { token } = await onboardTestPartner(service)
  const key = randomUUID()
  const wrong = 'fullname\nAda\n'
  for (const file of [wrong, wrong])
    assertFailure(
      await sendImport(service, file, { token, key, ...csv }),
      'invalid',
      'The header line lacks the column externalId.',
    )
  const right = 'externalId,fullname\na,Ada\n'
  const { id } = await dataOf(sendImport(service, right, { token, key, ...csv }))
  assert.equal((await finished(service, id, token)).created, 1)
  const again = await sendImport(service, right, { token, key, ...csv })
  assert(isReplay(again))
  assert.equal(again.body.data.id, id)
  assert.equal((await sendImport(service, 'externalId\nb\n', { token, key, ...csv })).status, 409)
})

test('coins and points need the right to adjust', async () => {
  const partner = await onboardTestPartner(service)
  const support = await addMember(service, partner, 'support')
  const plain = ndjson([{ externalId: 'a', coins: 0 }])
  assert.equal((await importAll(service, plain, { token: support.token })).created, 1)
  assertFailure(
    await sendImport(service, ndjson([{ externalId: 'b', points: 1 }]), { token: support.token }),
    'forbidden',
    'The role support may not do that; it takes the role owner or manager.',
  )
})

test('an upload that broke off goes on with its key, and makes each member once', async () => {
  const { token } = await onboardTestPartner(service)
  const lines = Array.from({ length: 1_300 }, (_, index) => ({ externalId: `m${index}`, coins: 1 }))
  const body = ndjson(lines)
  const key = randomUUID()
  const broken = openRequest(`${service.url}${IMPORTS}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/x-ndjson',
      'idempotency-key': key,
    },
  })
  broken.on('error', () => {})
  broken.write(body.slice(0, Math.floor(body.length * 0.7)))
  let received: Record<string, unknown> = {}
  await waitUntil(async () => {
    received = (await dataOf(service.get(IMPORTS, token))).data[0] ?? {}
    return received.lines === 500
  }, 'the first lines are stored')
  broken.destroy()
  assert.deepEqual([received.status, received.done, received.percent], ['receiving', 0, 0])

  const other = ndjson([{ externalId: 'other' }, ...lines])
  assert.equal((await sendImport(service, other, { token, key })).status, 409)
  const resumed = await dataOf(sendImport(service, body, { token, key }))
  assert.equal(resumed.id, received.id)
  const done = await finished(service, resumed.id, token)
  assert.deepEqual([done.lines, done.created, done.refused], [1_300, 1_300, 0])
  const replay = await sendImport(service, body, { token, key })
  assert(isReplay(replay))
  assert.deepEqual(replay.body.data, done)
  assert.equal((await sendImport(service, other, { token, key })).status, 409)
  const waiting = await service.query('select 1 from import_lines where import_id = $1', [done.id])
  assert.deepEqual(waiting, [], 'no line is kept')
})

test('a new import takes the place of one that has not arrived, and none starts beside one that runs', async () => {
  const { token, partnerId } = await onboardTestPartner(service)
  const key = randomUUID()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv', 'idempotency-key': key }
  const stalled = openRequest(`${service.url}${IMPORTS}`, { method: 'POST', headers })
  stalled.on('error', () => {})
  stalled.write('externalId\n')
  await waitUntil(
    async () => (await dataOf(service.get(IMPORTS, token))).data.length === 1,
    'it is being received',
  )
  assert.equal((await importAll(service, ndjson([{ externalId: 'a' }]), { token })).created, 1)
  const { data } = await dataOf(service.get(IMPORTS, token))
  assert.deepEqual(
    data.map(({ status }: { status: string }) => status),
    ['finished', 'cancelled'],
  )
  stalled.destroy()
  assertFailure(
    await sendImport(service, 'externalId\nb\n', { token, key, ...csv }),
    'refused',
    'A later import took the place of this one before all lines arrived; send it again.',
    'import_replaced',
  )

  await service.query(
    `update imports set status = 'running', finished_at = null, job_id = $2
     where partner_id = $1 and status = 'cancelled'`,
    [partnerId, randomUUID()],
  )
  assertFailure(
    await sendImport(service, 'externalId\nb\n', { token, ...csv }),
    'refused',
    'Another import is running; wait until it is finished, or cancel it.',
    'import_in_progress',
  )
  const [running, ended] = [data[1].id, data[0].id]
  const cancel = (id: string) => service.post(`${IMPORTS}/${id}/cancel`, {}, token)
  assert.equal((await dataOf(cancel(running))).status, 'cancelled')
  assertFailure(
    await cancel(ended),
    'refused',
    'The import is finished; only one that is not can be cancelled.',
    'import_finished',
  )
  assert.equal((await cancel(randomUUID())).status, 404)
})
