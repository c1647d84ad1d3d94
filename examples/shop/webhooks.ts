import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Event, verifyWebhook } from '@laurel/sdk'
import { laurel } from './laurel.ts'
import { tellVisitors } from './live.ts'
import { SHOP_URL } from './settings.ts'
import { save, store } from './store.ts'

export const WEBHOOK_PATH = '/laurel-webhook'
const DELIVERIES_MAX = 50

export type Delivery = { id: string; at: Date; problem?: string; events: Event[] }

/** The newest first. In memory, for the log on the page. */
export const deliveries: Delivery[] = []

/** Creates the webhook on the first start. Later starts keep it, so it continues where the shop stopped. */
export async function registerWebhook(): Promise<void> {
  const url = `${SHOP_URL}${WEBHOOK_PATH}`
  const { webhooks } = await laurel.webhooks.list()
  const own = webhooks.find(({ id }) => id === store.webhook?.id)
  if (own?.url === url && own.enabled) return
  if (own) return void (await laurel.webhooks.change(own.id, { url, enabled: true }))
  const { id, secret } = await laurel.webhooks.create({ url, description: 'Bayleaf Coffee' })
  store.webhook = { id, secret }
  save()
}

/** Verifies a delivery and handles its events; returns the status to respond with. */
export async function receive(request: IncomingMessage): Promise<number> {
  const id = String(request.headers['webhook-id'] ?? '')
  try {
    // The signature is of the body as it was sent, so nothing may parse it before.
    const message = await verifyWebhook(await text(request), request.headers, store.webhook?.secret ?? '')
    // A delivery can come twice; each event is handled once.
    const events = message.events.filter(({ seq }) => seq > store.lastSeq)
    store.lastSeq = events.at(-1)?.seq ?? store.lastSeq
    save()
    log({ id, at: new Date(), events })
    return 204
  } catch (error) {
    log({ id, at: new Date(), events: [], problem: error instanceof Error ? error.message : String(error) })
    return 400
  }
}

function log(delivery: Delivery): void {
  deliveries.unshift(delivery)
  deliveries.length = Math.min(deliveries.length, DELIVERIES_MAX)
  tellVisitors()
}
