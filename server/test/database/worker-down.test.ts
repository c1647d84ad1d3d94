import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../support/api.ts'
import { CITUS_NODES, isOnCitus, onEachNode, placementOf } from '../support/citus.ts'
import { onboardPartnerWithRule } from '../support/partner.ts'
import { startReceiver, WEBHOOKS } from '../support/receiver.ts'
import { type OwnService, startTestService } from '../support/service.ts'
import { waitUntil } from '../support/wait-until.ts'

type Partner = Awaited<ReturnType<typeof onboardPartnerWithRule>>

const portOf = async (service: OwnService, { partnerId }: Partner) =>
  String((await placementOf(service, partnerId)).port)

/** Two partners whose rows are on different workers. */
async function partnersApart(service: OwnService): Promise<[Partner, Partner]> {
  const first = await onboardPartnerWithRule(service)
  for (;;) {
    const second = await onboardPartnerWithRule(service)
    if ((await portOf(service, second)) !== (await portOf(service, first))) return [first, second]
  }
}

/** Ends all connections of a worker to the database of the service, and refuses or accepts new ones. */
async function setWorker(service: OwnService, port: string, { isUp }: { isUp: boolean }): Promise<void> {
  const database = new URL(service.connectionString).pathname.slice(1)
  await onEachNode('postgres', async (client, node) => {
    if (new URL(CITUS_NODES[node] as string).port !== port) return
    await client.query(`alter database ${database} allow_connections ${isUp}`)
    if (!isUp)
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
        database,
      ])
  })
}

const award = ({ award, users, rule }: Partner) => award(users[0] as string, rule.name)

test('while a worker is down, its partners get 503 and all others go on; then all do', {
  skip: !isOnCitus && 'needs CITUS_URL, the nodes of a Citus cluster',
}, async () => {
  const service = await startTestService({ deliversWebhooks: true })
  const [lost, kept] = await partnersApart(service)
  const receivers = [await startReceiver(), await startReceiver()] as const
  for (const [index, partner] of [lost, kept].entries())
    await dataOf(service.post(WEBHOOKS, { url: receivers[index]?.url, types: ['award.paid'] }, partner.token))
  const countedOf = async ({ partnerId }: Partner) => {
    const [row] = await service.query<{ behind: string }>(
      `select l.last_seq - coalesce(o.counted_events, 0) as behind
      from ledgers l
      left join overviews o on o.partner_id = l.partner_id
      where l.partner_id = $1`,
      [partnerId],
    )
    return Number(row?.behind)
  }
  const awardsOf = async ({ partnerId }: Partner) =>
    (await service.query('select id from awards where partner_id = $1', [partnerId])).length
  assert.equal((await award(lost)).status, 201)
  assert.equal((await award(kept)).status, 201)

  const port = await portOf(service, lost)
  await setWorker(service, port, { isUp: false })
  await waitUntil(
    async () => (await service.get('/readyz')).body.status === 'degraded',
    'the readiness says that a node is down',
  )
  assert.equal(
    (await service.get('/readyz')).body.problem,
    '1 of 2 database nodes do not respond; requests of their partners get 503.',
  )
  for (let count = 1; count <= 5; count += 1) {
    const refused = await award(lost)
    assert.equal(refused.status, 503)
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    assert.equal((await award(kept)).status, 201)
  }
  await waitUntil(() => receivers[1].taken.length > 0, 'webhooks of the other partner are delivered')
  await waitUntil(async () => (await countedOf(kept)) === 0, 'events of the other partner are counted')

  await setWorker(service, port, { isUp: true })
  await waitUntil(async () => (await award(lost)).status === 201, 'calls of the lost partner work again')
  await waitUntil(
    async () => (await service.get('/readyz')).body.status === 'ready',
    'the readiness says that all nodes respond',
  )
  await waitUntil(() => receivers[0].taken.length > 0, 'its webhooks are delivered')
  await waitUntil(async () => (await countedOf(lost)) === 0, 'its events are counted')
  assert.equal(await awardsOf(lost), 2)
  assert.equal(await awardsOf(kept), 6)
})
