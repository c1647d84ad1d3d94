import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { drive, type Load, meanLoad } from './load.ts'
import type { Bench } from './part.ts'
import { heading, line, rateHeading, rateLine, recordRates, round } from './report.ts'
import { awardRequest } from './requests.ts'
import { post, seedPartner } from './seed.ts'

const ENDPOINTS = 5

/** Measures the cost of webhooks for awards. */
export async function measureWebhooks(bench: Bench): Promise<void> {
  const { without, delivered, behind, caughtUpAfter } = await driveWithWebhooks(bench)
  rateHeading('Webhooks: five endpoints that accept every event')
  rateLine('single award without endpoints', without)
  rateLine('single award with them', delivered)
  heading('Their lag', ['', 'measured'])
  line(['events that the slowest endpoint lagged behind when the awards ended', round(behind)])
  line(['seconds until it caught up', caughtUpAfter.toFixed(1)])
  recordRates('webhooks', delivered, without)
}

type WebhookLoad = {
  /** Awards of a partner without endpoints, and of one with endpoints for all events. */
  without: Load
  delivered: Load
  /** Lag of the slowest endpoint when the awards ended, in events, and the seconds until it caught up. */
  behind: number
  caughtUpAfter: number
}

/**
 * Alternates between the two partners, each first in every second round. What follows awards with endpoints
 * begins after their deliveries.
 */
async function driveWithWebhooks(bench: Bench): Promise<WebhookLoad> {
  const { service, by, say } = bench
  const without = await bench.hotPartner()
  const subscribed = await seedPartner(service, { members: without.users.length, scores: 'distinct' })
  const receiver = new Worker(new URL('./receiver.ts', import.meta.url))
  const [url] = (await once(receiver, 'message')) as [string]
  for (let made = 0; made < ENDPOINTS; made += 1)
    await post(service, '/api/v1/laas/webhooks', { url: `${url}/${made}` }, subscribed.token)

  const countBehind = async () => {
    const { rows } = await service.db.query(
      `select max(l.last_seq - e.cursor)::integer as events
      from webhook_endpoints e join ledgers l on l.partner_id = e.partner_id where e.partner_id = $1`,
      [subscribed.partnerId],
    )
    return rows[0].events as number
  }
  const caughtUp = async () => {
    const start = performance.now()
    while ((await countBehind()) > 0) await pause(50)
    return (performance.now() - start) / 1000
  }
  say('awards with and without five webhooks that accept all events, alternating')
  const seconds = by({ full: 4, quick: 0.8, smoke: 0.1 })
  const loads: { without: Load[]; delivered: Load[] } = { without: [], delivered: [] }
  let [behind, caughtUpAfter] = [0, 0]
  for (let round = 0; round < by({ full: 8, quick: 2, smoke: 1 }); round += 1) {
    const options = { seconds, cpu: service.cpu }
    const driveWithout = async () =>
      void loads.without.push(await drive(service.url, awardRequest(without), options))
    if (round % 2 === 0) await driveWithout()
    loads.delivered.push(await drive(service.url, awardRequest(subscribed), options))
    behind = Math.max(behind, await countBehind())
    caughtUpAfter = Math.max(caughtUpAfter, await caughtUp())
    if (round % 2 === 1) await driveWithout()
  }
  await receiver.terminate()
  return {
    without: meanLoad(loads.without),
    delivered: meanLoad(loads.delivered),
    behind,
    caughtUpAfter,
  }
}
