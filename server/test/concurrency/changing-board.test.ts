import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  keepPointsPage,
  openBoard,
  POINTS,
  pointsPageFrom,
} from '../../src/programme/leaderboards/read-board.ts'
import { createPartnerReads } from '../../src/programme/read-batches/partner-reads.ts'
import { type Database, type Db, openDatabase } from '../../src/storage/database/database.ts'
import { type Api, dataOf } from '../support/api.ts'
import { partnerWithScores } from '../support/boards.ts'
import { asService } from '../support/database.ts'
import { randomFrom } from '../support/random.ts'
import { useSharedService } from '../support/service.ts'

const { second, ...first } = useSharedService()
const PROCESSES: [Api, Api] = [first, second]

type Entry = { points: number; user: { userId: string } }

const readBoard = (api: Api, token: string, query: string) =>
  dataOf(api.get(`/api/v1/laas/leaderboard/new?${query}`, token)) as Promise<{
    userPosition: { userId: string; amount: number; position: number }
    data: Entry[]
    count: number
  }>

/** More first, equal points by who joined first. */
const ranked = (users: string[], points: Map<string, number>): [string, number][] =>
  users
    .map((userId): [string, number] => [userId, points.get(userId) ?? 0])
    .sort(([, left], [, right]) => right - left)

const positionOf = (points: number, all: number[]) => 1 + all.filter((other) => other > points).length

test('a confirmed award is on the board of either process, while others award and read', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  const random = randomFrom(seed)
  const { partner, users } = await partnerWithScores(first, Array<number>(24).fill(0))
  const rules: { name: string; coins: number }[] = []
  for (const coins of [1, 4]) rules.push({ ...(await partner.addRule({ coinValue: coins })), coins })
  const points = new Map<string, number>()
  let isDone = false
  const keepReading = async (api: Api) => {
    while (!isDone)
      await readBoard(api, partner.token, `take=5&page=${1 + random(5)}&userId=${users[random(24)]}`)
  }
  const awardOwn = async (own: string[]) => {
    for (let count = 0; count < 40; count += 1) {
      const userId = own[random(own.length)] as string
      const { name, coins } = rules[random(2)] as (typeof rules)[0]
      const writer = PROCESSES[random(2)] as Api
      await dataOf(writer.post('/api/v1/laas/rules/award', { userId, ruleName: name }, partner.token))
      const amount = (points.get(userId) ?? 0) + coins
      points.set(userId, amount)
      const board = await readBoard(PROCESSES[random(2)] as Api, partner.token, `take=24&userId=${userId}`)
      const all = board.data.map((entry) => entry.points)
      assert.deepEqual(
        board.userPosition,
        { userId, amount, position: positionOf(amount, all) },
        `seed ${seed}`,
      )
      assert.deepEqual(board.data.find(({ user }) => user.userId === userId)?.points, amount, `seed ${seed}`)
      const shown = new Map(board.data.map(({ user, points }) => [user.userId, points]))
      assert.deepEqual([...shown], ranked(users, shown), `seed ${seed}: the order of one state`)
    }
  }
  const readers = PROCESSES.map(keepReading)
  const writers = [0, 1, 2].map((writer) => awardOwn(users.filter((_, index) => index % 3 === writer)))
  await Promise.all(writers).finally(() => {
    isDone = true
  })
  await Promise.all(readers)

  const expected = ranked(users, points)
  for (const api of PROCESSES)
    for (const page of [1, 2, 3, 4, 5]) {
      const { data } = await readBoard(api, partner.token, `take=5&page=${page}`)
      assert.deepEqual(
        data.map(({ user, points: shown }) => [user.userId, shown]),
        expected.slice(5 * (page - 1), 5 * page),
        `seed ${seed}`,
      )
    }
})

/** The reads of a third process, with the number of statements that they took. */
function startReads() {
  const database = openDatabase({ connectionString: asService(first.connectionString) })
  after(() => database.close())
  let statements = 0
  const counting = (db: Db): Db => ({
    many: (statement) => counted(db.many(statement)),
    first: (statement) => counted(db.first(statement)),
    run: (statement) => counted(db.run(statement)),
  })
  const counted = <T>(result: T): T => {
    statements += 1
    return result
  }
  const own: Database = {
    ...database,
    ...counting(database),
    snapshot: (work) => database.snapshot((db) => work(counting(db))),
  }
  const reads = createPartnerReads({ forPartner: () => own })
  /** The users on the first page of three, and the position of one. */
  return async (partnerId: string, userId: string) => {
    const window = { offset: 0, limit: 3, day: '2026-03-01' }
    statements = 0
    const { entries, position, count } = await reads.read(
      partnerId,
      async (batch) => {
        const board = await openBoard(batch, POINTS, userId)
        const members = await board.list(window)
        const text = JSON.stringify(members.map((member) => member.userId))
        keepPointsPage(batch, window, text, members)
        return { entries: text, position: await board.position(), count: await board.count() }
      },
      (values) => pointsPageFrom(values, window, userId),
    )
    const page = JSON.parse(entries) as string[]
    return { page, amount: Number(position.amount) / 100, position: position.position, count, statements }
  }
}

test('after an award elsewhere, one statement brings the board up to date unless the page itself changed', async () => {
  const { partner, users } = await partnerWithScores(first, [50, 40, 30, 20, 10])
  const [top, , third, fourth, last] = users as [string, string, string, string, string]
  const ten = await partner.addRule({ coinValue: 10 })
  const one = await partner.addRule({ coinValue: 1 })
  const read = startReads()
  const readLast = () => read(partner.partnerId, last)
  const isFromMemory = { statements: 1, count: 5 }
  const page = users.slice(0, 3)

  await readLast()
  assert.deepEqual(await readLast(), { ...isFromMemory, page, amount: 10, position: 5 })

  await partner.award(last, one.name)
  assert.deepEqual(await readLast(), { ...isFromMemory, page, amount: 11, position: 5 })

  await partner.award(fourth, one.name)
  await partner.award(last, ten.name)
  assert.deepEqual(
    await readLast(),
    { ...isFromMemory, page, amount: 21, position: 4 },
    'equal to the fourth',
  )

  await partner.transfer(last, 3)
  assert.deepEqual(await readLast(), { ...isFromMemory, page, amount: 21, position: 4 })

  await partner.award(last, ten.name)
  const risen = await readLast()
  assert.deepEqual([risen.page, risen.position], [[...users.slice(0, 2), last], 3])
  assert.ok(risen.statements > 1, 'the page is read again')

  const { id } = await dataOf(partner.award(third, ten.name))
  assert.deepEqual((await readLast()).page, [top, users[1], third])
  assert.equal((await partner.reverse(id)).status, 201)
  const reversed = await readLast()
  assert.deepEqual([reversed.page, reversed.amount, reversed.position], [risen.page, 31, 3])

  assert.equal((await readLast()).statements, 1)
  await first.request('DELETE', `/api/v1/laas/users/${top}`, { token: partner.token })
  const { statements, ...left } = await readLast()
  assert.deepEqual(left, { page: [users[1], last, third], amount: 31, position: 2, count: 4 })
  assert.ok(statements > 1, 'another change ends what is kept')
})

test('more awards than are followed at once are read again', async () => {
  const { partner, users } = await partnerWithScores(first, [5, 4, 3, 2])
  const { name } = await partner.addRule({ coinValue: 1 })
  const read = startReads()
  const [top, last] = [users[0] as string, users[3] as string]
  await read(partner.partnerId, last)
  await partner.awardAll(Array.from({ length: 300 }, () => ({ userId: last, ruleName: name })))
  const risen = await read(partner.partnerId, last)
  assert.deepEqual([risen.page[0], risen.amount, risen.position], [last, 302, 1])
  assert.deepEqual((await read(partner.partnerId, top)).position, 2)
})
