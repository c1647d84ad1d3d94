import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { assertFailure, assertSuccess } from '../../support/api-response.ts'
import { claimsOf, onboardTestPartner, unique } from '../../support/partner.ts'
import { useClockService } from '../../support/service.ts'

const { service } = await useClockService()

const PATH = '/api/v1/laas/coins/transactions'
const RETURNED = 'Transactions returned'
const ALONE = { currentpage: 1, nextpage: null, prevpage: null, next: null }

const partner = await onboardTestPartner(service)
type Entry = {
  id: string
  userId: string
  debitOrCredit: string
  coins: number
  transactionType: string
  createdAt: string
}

const list = (query = '', who = partner) => service.get(`${PATH}?${query}`, who.token)
const entriesOf = async (query = '', who = partner): Promise<Entry[]> => {
  const answer = await list(query, who)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.data.data
}
const idsOf = async (query = '', who = partner) => (await entriesOf(query, who)).map(({ id }) => id)

/** Walks the whole ledger by its cursor. */
async function walk(query: string, who = partner, onPage = async () => {}): Promise<string[][]> {
  const pages: string[][] = []
  for (let next = ''; ; ) {
    const { data } = (await list(`${query}${next}`, who)).body
    pages.push(data.data.map(({ id }: Entry) => id))
    if (data.next === null) return pages
    next = `&before=${data.next}`
    await onPage()
  }
}

/** A partner with awards, transfers and reversals of two users in turn; `ids` has the newest first. */
async function busyPartner() {
  const who = await onboardTestPartner(service)
  const users = (await who.addUsers(2)) as [string, string]
  const { name } = await who.addRule()
  for (let round = 0; round < 4; round += 1) {
    const userId = users[round % 2] as string
    const award = await who.award(userId, name)
    await who.award(userId, name)
    await who.transfer(userId, 2.5)
    await dataOf(who.reverse(award.body.data.id))
  }
  const all = await entriesOf('limit=100', who)
  assert.equal(all.length, 16)
  return { who, users, rule: name, all, ids: all.map(({ id }) => id) }
}

test('an award, a transfer and a reversal are listed with every documented field, the newest first', async () => {
  const tag = unique('grace')
  const userId = await partner.addUser({ tag, email: `${tag}@mail.example`, fullname: 'Grace Hopper' })
  const rule = await partner.addRule({ coinValue: '2.5' })
  const noted = (await partner.award(userId, rule.name, 'Order 7')).body.data
  const plain = (await partner.award(userId, rule.name)).body.data
  const transfer = (await partner.transfer(userId, '0.01')).body.data
  await dataOf(partner.reverse(noted.id))
  const answer = await list(`userId=${userId}`)
  const [reversal, , third, fourth] = answer.body.data.data

  const member = await service.get(`/api/v1/laas/users/${userId}`, partner.token)
  const user = {
    id: member.body.data.wallet.id,
    fullname_businessName: 'Grace Hopper',
    email: `${tag}@mail.example`,
    tag,
    userId,
  }
  const issuance = {
    id: reversal.to.id,
    fullname_businessName: 'Acme',
    email: partner.email,
    tag: null,
    userId: partner.partnerId,
  }
  assert.notEqual(issuance.id, transfer.to.id)
  const labels = { originalId: null, reference: null, metadata: null, actor: fourth.actor }
  assert.deepEqual([fourth.actor.kind, fourth.actor.name], ['team', partner.email])
  const same = {
    ...labels,
    userId,
    coins: 2.5,
    claimed: true,
    plan: {},
    paidWithGiftCard: false,
    giftCardLedger: {},
    'the service': false,
    charge: 0,
    refunded: false,
  }
  const credit = {
    ...same,
    debitOrCredit: 'CR',
    transactionType: 'partner_user_award',
    from: issuance,
    to: user,
  }
  assertSuccess(answer, 200, RETURNED, {
    data: [
      {
        ...same,
        id: reversal.id,
        debitOrCredit: 'DE',
        transactionType: 'user_partner_reversal',
        narration: `Reversal of an award of the rule ${rule.name}`,
        ruleName: rule.name,
        awardId: noted.id,
        from: user,
        to: issuance,
        createdAt: reversal.createdAt,
        updatedAt: reversal.createdAt,
      },
      { ...transfer, ...labels, ruleName: null, awardId: null },
      {
        ...credit,
        id: plain.id,
        ruleName: rule.name,
        awardId: plain.id,
        narration: `Award of the rule ${rule.name}`,
        createdAt: third.createdAt,
        updatedAt: third.createdAt,
      },
      {
        ...credit,
        id: noted.id,
        ruleName: rule.name,
        awardId: noted.id,
        narration: 'Order 7',
        refunded: true,
        createdAt: fourth.createdAt,
        updatedAt: reversal.createdAt,
      },
    ],
    ...ALONE,
  })
})

test('a ledger without movements is an empty list', async () => {
  assertSuccess(await list('', await onboardTestPartner(service)), 200, RETURNED, { data: [], ...ALONE })
})

test('what moved no coins is not listed: counted and refused awards, refused transfers and reversals', async () => {
  const userId = await partner.addUser()
  const batched = await partner.addRule({ type: 'batched', completionNumber: '2' })
  const once = await partner.addRule({ userLimitAward: '1' })
  const counted = (await partner.award(userId, batched.name)).body.data
  const paid = (await partner.award(userId, once.name)).body.data
  assert.equal((await partner.award(userId, once.name)).status, 400)
  assert.equal((await partner.transfer(userId, 11)).status, 400)
  await partner.reverse(counted.id)

  assert.deepEqual(await idsOf(`userId=${userId}`), [paid.id])
})

test('the entries of a user add up to the wallet', async () => {
  const { who, users } = await busyPartner()
  for (const userId of users) {
    const entries = await entriesOf(`userId=${userId}&limit=100`, who)
    const sum = entries.reduce((total, { debitOrCredit, coins }) => {
      return total + (debitOrCredit === 'CR' ? coins : -coins)
    }, 0)
    const { wallet } = (await service.get(`/api/v1/laas/users/${userId}`, who.token)).body.data
    assert.equal(String(sum), wallet.coins)
  }
})

test('entries are filtered by user and by type, alone and together', async () => {
  const { who, users, all } = await busyPartner()
  const [ada, bea] = users
  const ids = (holds: (entry: Entry) => boolean) => all.filter(holds).map(({ id }) => id)

  assert.deepEqual(
    await idsOf(`limit=100&userId=${ada.toUpperCase()}`, who),
    ids(({ userId }) => userId === ada),
  )
  for (const type of ['partner_user_award', 'user_partner_transfer', 'user_partner_reversal']) {
    const ofType = ids((entry) => entry.transactionType === type)
    assert.ok(ofType.length >= 4, type)
    assert.deepEqual(await idsOf(`limit=100&type=${type}`, who), ofType)
    assert.deepEqual(
      await idsOf(`limit=100&type=${type}&userId=${bea}`, who),
      ids((entry) => entry.transactionType === type && entry.userId === bea),
    )
  }
  assert.deepEqual(await idsOf(`userId=${randomUUID()}`, who), [])
  assert.deepEqual(await idsOf('userId=nobody', who), [])
})

test('entries are filtered by time: from is within, to is not', async () => {
  const who = await onboardTestPartner(service)
  const [ada, bea] = (await who.addUsers(2)) as [string, string]
  const { name } = await who.addRule()
  const start = Date.now() + 60_000
  const minute = (minutes: number) => new Date(start + minutes * 60_000).toISOString()
  const ids: string[] = []
  for (const [minutes, userId] of [
    [0, ada],
    [0.5, bea],
    [5, ada],
    [10, bea],
    [20, ada],
  ] as const) {
    service.clock.now = new Date(minute(minutes))
    ids.push((await who.award(userId, name)).body.data.id)
  }
  const [first, second, third, fourth, fifth] = ids
  for (const [query, expected] of [
    [`from=${minute(0)}`, [fifth, fourth, third, second, first]],
    [`from=${minute(0.5)}`, [fifth, fourth, third, second]],
    [`from=${minute(5)}&to=${minute(10)}`, [third]],
    [`from=${minute(5)}&to=${minute(11)}`, [fourth, third]],
    [`to=${minute(0.5)}`, [first]],
    [`to=${minute(0)}`, []],
    [`from=${minute(21)}`, []],
    [`from=${minute(10)}&to=${minute(5)}`, []],
    [`from=${minute(0.5)}&to=${minute(20)}&userId=${ada}`, [third]],
    [`from=${minute(0)}&to=${minute(20)}&type=user_partner_transfer`, []],
    ['from=0001-01-01T00:00:00Z&to=9999-12-31T23:59:59.999Z', [fifth, fourth, third, second, first]],
    [`from=${minute(5).replace('Z', '%2B00:00')}&limit=1`, [fifth]],
  ] as const)
    assert.deepEqual(await idsOf(query, who), expected, query)
})

test('a walk by before and next meets every entry once, also while new ones arrive', async () => {
  const { who, users, rule, ids } = await busyPartner()
  assert.deepEqual(await walk('limit=5', who), [
    ids.slice(0, 5),
    ids.slice(5, 10),
    ids.slice(10, 15),
    ids.slice(15),
  ])
  assert.deepEqual(await walk('limit=16', who), [ids])
  const ofUser = await idsOf(`limit=100&userId=${users[0]}`, who)
  assert.deepEqual((await walk(`userId=${users[0]}&limit=3`, who)).flat(), ofUser)

  const met = await walk('limit=3', who, async () => {
    await Promise.all([who.award(users[0], rule), who.award(users[1], rule), who.transfer(users[0], 0.01)])
  })
  assert.deepEqual(met.flat(), ids)
  assert.equal((await walk('limit=100', who)).flat().length, ids.length + 15)
})

test('pages have numbers too, and stay where they are when counted from before', async () => {
  const { who, users, rule, ids } = await busyPartner()
  const page = async (query: string) => {
    const { data, currentpage, nextpage, prevpage, next } = (await list(query, who)).body.data
    assert.equal(next === null, nextpage === null)
    return { ids: data.map(({ id }: Entry) => id), links: [currentpage, nextpage, prevpage], next }
  }
  const [first, second] = [await page('limit=6'), await page('limit=6&page=2')]
  for (const [{ ids: found, links }, expected, expectedLinks] of [
    [first, ids.slice(0, 6), [1, 2, null]],
    [second, ids.slice(6, 12), [2, 3, 1]],
    [await page('limit=6&page=3'), ids.slice(12), [3, null, 2]],
    [await page('page=100'), [], [100, null, 99]],
  ] as const)
    assert.deepEqual([found, links], [expected, expectedLinks])
  await who.award(users[0], rule)
  assert.deepEqual((await page(`limit=3&page=2&before=${first.next}`)).ids, ids.slice(9, 12))
  assert.deepEqual((await page(`limit=6&before=${second.next}`)).ids, ids.slice(12))
})

test('a user who left stays in the ledger', async () => {
  const userId = await partner.addUser()
  await partner.award(userId, (await partner.addRule()).name)
  const before = await entriesOf(`userId=${userId}`)
  await service.request('DELETE', `/api/v1/laas/users/${userId}`, { token: partner.token })

  assert.equal(before.length, 1)
  assert.deepEqual(await entriesOf(`userId=${userId}`), before)
})

test("another partner's ledger is not seen", async () => {
  const { users, ids } = await busyPartner()
  const other = await onboardTestPartner(service)
  const theirs = await other.award(await other.addUser(), (await other.addRule()).name)

  assert.deepEqual(await idsOf('', other), [theirs.body.data.id])
  assert.deepEqual(await idsOf(`userId=${users[0]}`, other), [])
  assert.ok(!ids.includes(theirs.body.data.id))
})

test('wrong parameters are named, all of them', async () => {
  const time = 'must be a time such as 2026-03-01T09:30:00Z'
  const before = 'before must be a whole number from 1 to 9007199254740991'
  const limit = 'limit must be a whole number from 1 to 100'
  const page = 'page must be a whole number from 1 to 1000000000'
  const type =
    'type must be one of partner_user_award, user_partner_transfer, user_partner_reversal, partner_user_refund, partner_user_adjustment, user_partner_adjustment, user_partner_settlement, partner_user_opening, user_partner_expiry'
  for (const [query, error] of [
    ['limit=0', `${limit}.`],
    ['page=0', `${page}.`],
    ['page=1001', 'page must not begin beyond row 10,000; go on with cursor, the `next` of a response.'],
    ['before=0', `${before}.`],
    ['type=award', `${type}.`],
    ...['2026-03-01', 'yesterday', '1', '2026-03-01T09:30:00', '2026-13-01T00:00:00Z'].map(
      (value) => [`from=${value}`, `from ${time}.`] as const,
    ),
    ...['2026-02-30T00:00:00Z', '2026-03-01T24:00:00Z', '2026-03-01T09:30:00+01:00', '%00'].map(
      (value) => [`to=${value}`, `to ${time}.`] as const,
    ),
    ...['0000-01-01T00:00:00Z', '0001-01-01T00:00:00%2B05:00', '9999-12-31T23:59:59-05:00'].map(
      (value) => [`from=${value}`, `from ${time}.`] as const,
    ),
    ['from=x&to=2026-02-30T00:00:00Z&limit=0', `from ${time}; ${limit}; to ${time}.`],
    ['userId=%00', 'userId must be one line of text of at most 100 characters.'],
  ] as const)
    assertFailure(await list(query), 'invalid', error)
})

test('a transaction is read by its id, as the list shows it', async () => {
  const who = await onboardTestPartner(service)
  const userId = await who.addUser()
  const { name } = await who.addRule()
  const award = (await who.award(userId, name)).body.data
  const refused = await who.award(userId, (await who.addRule({ status: 'inactive' })).name)
  assert.equal(refused.status, 400)
  await who.transfer(userId, 2.5)
  const REVERSE = `/api/v1/laas/rules/award/${award.id}/reverse`
  await service.post(REVERSE, { coins: 5 }, who.token)
  const read = (id: string, token?: string) => service.get(`${PATH}/${id}`, token)
  const entries = await entriesOf('', who)
  assert.equal(entries.length, 3)
  for (const entry of entries)
    assertSuccess(await read(entry.id, who.token), 200, 'Transaction returned', entry)

  const UNKNOWN = 'Transaction was not found.'
  const [decision] = (await service.get('/api/v1/laas/decisions?outcome=refused', who.token)).body.data
    .decisions
  assertFailure(await read(decision.id, who.token), 'notFound', UNKNOWN)
  assertFailure(await read(randomUUID(), who.token), 'notFound', UNKNOWN)
  assertFailure(await read(award.id, partner.token), 'notFound', UNKNOWN)
  assert.equal((await read('nonsense', who.token)).status, 400)
})

test('transactions show their reference, metadata and actor, and are found by the reference', async () => {
  const who = await onboardTestPartner(service)
  const userId = await who.addUser()
  const { name } = await who.addRule()
  const labels = { reference: 'order 1042', metadata: { shop: 'Lagos 3' } }
  await service.post('/api/v1/laas/rules/award', { userId, ruleName: name, ...labels }, who.token)
  await who.transfer(userId, 1)
  const TRANSFER = '/api/v1/laas/coins/transfer-from-user-wallet'
  await service.post(TRANSFER, { userId, coins: 2, ...labels }, who.token)
  const found = await entriesOf('reference=order%201042', who)
  const actor = { kind: 'team', id: claimsOf(who.token).sub, name: who.email }
  assert.deepEqual(
    found.map((entry) => {
      const { coins, reference, metadata, actor } = entry as Entry & Record<string, unknown>
      return { coins, reference, metadata, actor }
    }),
    [
      { coins: 2, ...labels, actor },
      { coins: 10, ...labels, actor },
    ],
  )
  assert.deepEqual(await idsOf('reference=order%201', who), [])
  assert.deepEqual(await idsOf(`reference=order%201042&userId=${randomUUID()}`, who), [])
})
