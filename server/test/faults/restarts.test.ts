import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { after, afterEach, suite, test } from 'node:test'
import { type Api, apiAt } from '../support/api.ts'
import { createAwardLoad } from '../support/award-load.ts'
import { createTestDatabase, withClient } from '../support/database.ts'
import { allEvents, StreamReader } from '../support/events.ts'
import { HTTPS_ADDRESSES, onboardPartnerWithRule, onboardTestPartner } from '../support/partner.ts'
import { killAll, type Laurel, makeTestFolder, startLaurel, terminate } from '../support/process.ts'
import { missing, type ProxyServer, startBareNginx, startCaddy, startNginx } from '../support/proxy.ts'
import { freePort } from '../support/server.ts'
import { waitUntil } from '../support/wait-until.ts'

/** Of each process. `npm run test:restarts` sets more. */
const RESTARTS = Number(process.env.RESTARTS ?? 1)
/** Between two restarts. */
const REQUESTS_BETWEEN = 100

const folder = await makeTestFolder()
const { connectionString, settings: database, drop } = await createTestDatabase()
const query = (text: string, values: unknown[] = []) =>
  withClient(connectionString, async (client) => (await client.query(text, values)).rows)
const PRODUCTION = {
  ...database,
  MODE: 'production',
  ORIGIN: 'https://rewards.example.com',
  SECRET_KEY: randomBytes(32).toString('base64'),
  SMTP_URL: 'smtp://127.0.0.1:9',
  PASSWORD_HASHING: 'full',
}
let proxy: ProxyServer | undefined

afterEach(async () => {
  await proxy?.stop()
  await killAll()
})
after(drop)

/** Two processes, the second of which has two workers, behind a proxy. */
async function startBoth(
  startProxy: (ports: number[]) => Promise<ProxyServer>,
  settings: Record<string, string>,
) {
  const ports = [await freePort(), await freePort()]
  const start = (index: number, more: Record<string, string> = {}): Promise<Laurel> =>
    startLaurel({
      ...PRODUCTION,
      DATA_DIR: join(folder, String(index)),
      LOG_LEVEL: 'info',
      PORT: String(ports[index]),
      WORKERS: String(index + 1),
      ...settings,
      ...more,
    })
  const laurels = await Promise.all([start(0), start(1)])
  proxy = await startProxy(ports)
  return { start, laurels, api: apiAt(proxy.url) }
}

/** Waits until the proxy sends requests to a process. */
const untilServing = ({ said }: Laurel) =>
  waitUntil(() => said().includes('/laas/rules/award'), 'the proxy sends requests to it')

for (const { name, startProxy, settings } of [
  { name: 'nginx', startProxy: startNginx, settings: { STOPPING_STATUS: '502', STOP_DELAY_SECONDS: '1' } },
  { name: 'caddy', startProxy: startCaddy, settings: { STOP_DELAY_SECONDS: '5' } },
]) {
  suite(`two processes behind ${name}, as the guide to deployment sets it up`, {
    skip: missing(name),
  }, () => {
    test(`each is restarted ${RESTARTS} times under load: no request fails, nothing is lost or done twice`, async (t) => {
      const { start, laurels, api } = await startBoth(startProxy, settings)
      const load = await createAwardLoad(api, { partner: await onboardTestPartner(api, HTTPS_ADDRESSES) })
      load.start()
      const stream = followEvents(api, load.partner.token)
      await Promise.all(laurels.map(untilServing))
      for (let round = 1; round <= RESTARTS; round += 1) {
        for (const [index, laurel] of laurels.entries()) {
          await terminate(laurel)
          assert.doesNotMatch(laurel.said(), /closing their connections/)
          laurels[index] = await start(index)
          await untilServing(laurels[index])
          await load.untilDone(REQUESTS_BETWEEN)
        }
      }
      await load.stop()
      t.diagnostic(
        `${2 * RESTARTS} restarts, ${load.requests()} requests, ${load.failures.size} kinds of failures`,
      )
      t.diagnostic(`${stream.connections()} connections of the event stream`)
      assert.deepEqual([...load.failures], [], proxy?.said())
      await load.assertEachOnce(query)
      await stream.assertAll()
    })
  })
}

test('nginx repeats no award without a key whose outcome is unknown, and one with a key', {
  skip: missing('nginx'),
}, async () => {
  // Only development has failpoints.
  const settings = {
    MODE: 'development',
    ORIGIN: 'http://127.0.0.1',
    PASSWORD_HASHING: 'cheap',
    WORKERS: '1',
  }
  const { start, laurels, api } = await startBoth(startBareNginx, settings)
  const partner = await onboardPartnerWithRule(api)
  await terminate(laurels[0] as Laurel)
  for (const isKeyed of [false, true]) {
    const dying = await start(0, { FAILPOINT: 'after-commit:1' })
    const statuses: number[] = []
    while (dying.process.signalCode === null) {
      const mark = `${isKeyed ? 'key' : 'mark'}-${statuses.length}`
      // A response of nginx itself is no JSON.
      const { status } = await fetch(`${api.url}/api/v1/laas/rules/award`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${partner.token}`,
          'content-type': 'application/json',
          ...(isKeyed && { 'idempotency-key': mark }),
        },
        body: JSON.stringify({ userId: partner.users[0], ruleName: partner.rule.name, narration: mark }),
      })
      statuses.push(status)
    }
    assert.deepEqual(
      statuses.filter((status) => status !== 201),
      isKeyed ? [] : [502],
    )
    const rows = await query(`select note from personal_data where partner_id = $1 and note like $2`, [
      partner.partnerId,
      isKeyed ? 'key-%' : 'mark-%',
    ])
    assert.equal(new Set(rows.map(({ note }) => note)).size, statuses.length)
    assert.equal(rows.length, statuses.length)
  }
})

/** Follows the events of a partner, connecting again as an `EventSource` does. */
function followEvents(api: Api, token: string) {
  const seqs: number[] = []
  let connections = 0
  let reader: StreamReader | undefined
  let isStopped = false
  const following = (async () => {
    while (!isStopped) {
      connections += 1
      reader = await StreamReader.open(api, token, { lastEventId: seqs.at(-1) ?? 0 })
      assert.equal(reader.response.statusCode, 200)
      const { response } = reader
      await new Promise((resolve) => response.once('close', resolve))
      seqs.push(...reader.seqs)
      if (!isStopped) assert.equal(reader.end?.reason, 'stopping')
    }
  })()
  following.catch(() => {})
  return {
    connections: () => connections,
    /** Each event came once, in order. */
    async assertAll() {
      const all = (await allEvents(api, token)).map(({ seq }) => seq)
      const lastCame = waitUntil(() => (reader?.seqs.at(-1) ?? 0) === all.at(-1), 'the last event came')
      await Promise.race([lastCame, following])
      isStopped = true
      reader?.drop()
      await following
      assert.deepEqual(seqs, all)
    },
  }
}
