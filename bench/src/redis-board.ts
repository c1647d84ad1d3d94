import { createClient } from '@redis/client'
import Fastify from 'fastify'
import pg from 'pg'

/**
 * The usual leaderboard: a sorted set, a hash per member, two pipelined round trips. It copies the partner's
 * points board from PostgreSQL, responds with the same body as the service and checks no token. Run as a
 * separate process: `node redis-board.ts <socket of Redis> <folder of the database's socket> <partner>`.
 */
const [redisSocket, host, partnerId] = process.argv.slice(2)
const BOARD = 'board'
const PAGE_SIZE = 10
/** What the bench's rule pays. */
const COINS = 10
const FIELDS = ['id', 'createdAt', 'updatedAt', 'memberId', 'tag', 'fullname', 'joinedAt', 'changedAt']

const redis = createClient({ socket: { path: redisSocket as string, tls: false } })
redis.on('error', (error) => console.error(error))
await redis.connect()
await copyBoard()

const app = Fastify()
app.get<{ Querystring: { page: string; userId: string } }>(
  '/api/v1/laas/leaderboard/new',
  async ({ query }, reply) => {
    const { userId } = query
    const page = Number(query.page)
    const offset = (page - 1) * PAGE_SIZE
    const [entries, count, score] = await Promise.all([
      redis.zRangeWithScores(BOARD, offset, offset + PAGE_SIZE - 1, { REV: true }),
      redis.zCard(BOARD),
      redis.zScore(BOARD, userId),
    ])
    // Equal scores share a position.
    const [ahead, ...members] = await Promise.all([
      score === null ? 0 : redis.zCount(BOARD, `(${score}`, '+inf'),
      ...entries.map(({ value }) => redis.hmGet(value, FIELDS)),
    ])
    const lastpage = Math.max(1, Math.ceil(count / PAGE_SIZE))
    reply.type('application/json; charset=utf-8')
    return JSON.stringify({
      status: 'success',
      message: 'Leaderboard returned',
      data: {
        userPosition: { userId, amount: score ?? 0, position: score === null ? 0 : 1 + ahead },
        data: entries.map(({ value, score: points }, index) => {
          const [id, createdAt, updatedAt, memberId, tag, fullname, joinedAt, changedAt] = members[
            index
          ] as string[]
          return {
            id,
            points,
            createdAt,
            updatedAt,
            user: {
              id: memberId,
              userId: value,
              userData: { tag, fullname, avatar: null },
              createdAt: joinedAt,
              updatedAt: changedAt,
            },
          }
        }),
        count,
        currentpage: page,
        nextpage: page < lastpage ? page + 1 : null,
        prevpage: page > 1 ? page - 1 : null,
        lastpage,
      },
    })
  },
)

/** What an award changes of the board; no rule, no limit, no key and nothing on disk. */
app.post<{ Body: { userId: string } }>('/api/v1/laas/rules/award', async ({ body: { userId } }, reply) => {
  const [points] = await Promise.all([
    redis.zIncrBy(BOARD, COINS, userId),
    redis.hSet(userId, { updatedAt: new Date().toISOString() }),
  ])
  reply.type('application/json; charset=utf-8')
  return JSON.stringify({ status: 'success', message: 'Award paid', data: { userId, points } })
})
console.log(`API ${await app.listen({ port: 0, host: '127.0.0.1' })}/api/v1`)

async function copyBoard(): Promise<void> {
  const db = new pg.Client({ host: host as string, user: 'laurel', database: 'laurel' })
  await db.connect()
  const { rows } = await db.query(
    `select w.user_id, w.points / 100.0 as points, w.id, w.created_at, w.updated_at, m.id as member_id, m.tag,
        m.fullname, m.created_at as joined_at, m.updated_at as changed_at
      from wallets w
      join memberships m on m.partner_id = w.partner_id and m.user_id = w.user_id
      where w.partner_id = $1`,
    [partnerId],
  )
  await db.end()
  for (const row of rows) {
    await redis.zAdd(BOARD, { score: Number(row.points), value: row.user_id })
    await redis.hSet(row.user_id, {
      id: row.id,
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
      memberId: row.member_id,
      tag: row.tag,
      fullname: row.fullname,
      joinedAt: row.joined_at.toISOString(),
      changedAt: row.changed_at.toISOString(),
    })
  }
}
