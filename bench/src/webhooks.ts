import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { awardRequest, drive } from './load.ts'
import type { Bench } from './part.ts'
import { heading, line, ratio, round } from './report.ts'
import { post, seedPartner } from './seed.ts'
import type { BenchService } from './service.ts'

const ENDPOINTS = 5

/** Measures the cost of webhooks for awards. */
export async function measureWebhooks({ service, seconds, say }: Bench): Promise<void> {
  say('awards with five webhooks that accept all events')
  const {
    without,
    with: delivered,
    behind,
    caughtUpAfter,
  } = await driveWithWebhooks(service, {
    seconds: 3 * seconds,
    rounds: 3,
  })
  heading('Webhooks: five endpoints that accept every event', ['', 'measured', 'wanted'])
  line(['single awards per second without endpoints', round(without), ''])
  line(['single awards per second with them', round(delivered), ''])
  line(['with / without', ratio(delivered, without), '≥ 0.9'])
  line(['events that the slowest endpoint lagged behind when the awards ended', round(behind), ''])
  line(['seconds until it caught up', caughtUpAfter.toFixed(1), ''])
}

type WebhookLoad = {
  /** Awards per second of a partner without endpoints, and of one with endpoints for all events. */
  without: number
  with: number
  /** Lag of the slowest endpoint when the awards ended, in events, and the seconds until it caught up. */
  behind: number
  caughtUpAfter: number
}

/** Alternates between the two partners. Each round begins after all deliveries of the previous one. */
async function driveWithWebhooks(
  service: BenchService,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<WebhookLoad> {
  const [without, subscribed] = [
    await seedPartner(service, { members: 10_000, scores: 'distinct' }),
    await seedPartner(service, { members: 10_000, scores: 'distinct' }),
  ]
  const receiver = new Worker(new URL('./receiver.ts', import.meta.url))
  const [url] = (await once(receiver, 'message')) as [string]
  for (let made = 0; made < ENDPOINTS; made += 1)
    await post(service, '/api/v1/laas/webhooks', { url: `${url}/${made}` }, subscribed.token)

  const behind = async () => {
    const { rows } = await service.db.query(
      `select max(l.last_seq - e.cursor)::integer as events
      from webhook_endpoints e join ledgers l on l.partner_id = e.partner_id where e.partner_id = $1`,
      [subscribed.partnerId],
    )
    return rows[0].events as number
  }
  const caughtUp = async () => {
    const start = performance.now()
    while ((await behind()) > 0) await pause(50)
    return (performance.now() - start) / 1000
  }
  const all: WebhookLoad = { without: 0, with: 0, behind: 0, caughtUpAfter: 0 }
  for (let round = 0; round < rounds; round += 1) {
    all.without +=
      (await drive(service.url, awardRequest(without), { seconds: seconds / rounds })).perSecond / rounds
    all.with +=
      (await drive(service.url, awardRequest(subscribed), { seconds: seconds / rounds })).perSecond / rounds
    all.behind = Math.max(all.behind, await behind())
    all.caughtUpAfter = Math.max(all.caughtUpAfter, await caughtUp())
  }
  await receiver.terminate()
  return all
}
