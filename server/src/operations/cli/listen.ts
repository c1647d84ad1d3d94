import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type EventType, type Laurel, LaurelError } from '../../../../sdk/src/index.ts'
import {
  EVENTS_PER_DELIVERY_MAX,
  eventsMessageId,
  type Message,
  type Payload,
  payloadOf,
  type SentEvent,
  signedHeaders,
} from '../../feed/webhooks/message.ts'
import { parseRetryAfter, retryDelayMs } from '../../feed/webhooks/send-message.ts'
import { newWebhookSecret } from '../../feed/webhooks/webhook.ts'
import { createOutbound, type Outbound } from '../../messages/outbound/outbound.ts'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import { withService } from './connect.ts'
import { lastSeq } from './events.ts'
import { type Print, printer, printJson, type Run } from './output.ts'
import { readPrivateFile, writePrivateFile } from './private-file.ts'
import { stateFile } from './profile.ts'
import { interruption } from './terminal.ts'

type Options = {
  profile?: string
  forwardTo: string
  after?: number
  type?: EventType[]
  printSecret?: boolean
  json?: boolean
}

/** The state of an address, with which the next run goes on like a webhook. */
type Remembered = {
  url: string
  /** Stands for the endpoint in message ids. */
  id: string
  secret: string
  /** The last event that was delivered or filtered out. */
  cursor: number
  /** The end of a delivery that began, so that its retry has the same events. */
  pendingTo: number | null
}

type Listening = Options & {
  run: Run
  laurel: Laurel
  outbound: Outbound
  remembered: Remembered
  remember(changes: Partial<Remembered>): Promise<void>
  print: Print
  signal: AbortSignal
}

/** While someone waits at the terminal, the next try is never far away. */
const RETRY_MS_MAX = 30_000
const PASSING_STATUSES = [0, 429, 502, 503, 504]
const ANSWER_CHARACTERS_SHOWN = 200

/** Forwards events to an address as a webhook would, until it is interrupted. */
export async function listen(run: Run, options: Options): Promise<void> {
  const url = receiverUrl(options.forwardTo)
  const print = printer(run, options.json)
  await withService(run, options, async ({ laurel, name, profile }) => {
    const file = stateFile(run.env, 'listen', `${name}-${hashOf(`${profile.url} ${url}`)}.json`)
    const known = await readPrivateFile<Remembered>(file)
    const remembered = known ?? { ...newReceiver(url), cursor: options.after ?? (await lastSeq(laurel)) }
    if (options.after !== undefined) Object.assign(remembered, { cursor: options.after, pendingTo: null })
    await writePrivateFile(file, remembered)
    if (options.printSecret) return run.print(remembered.secret)

    print(`Forwarding events of ${profile.url} after number ${remembered.cursor} to ${url}.`)
    print(`Signing secret: ${remembered.secret}`)
    const outbound = createOutbound({ mode: 'development', outboundAllow: [] })
    const remember = (changes: Partial<Remembered>) =>
      writePrivateFile(file, Object.assign(remembered, changes))
    const signal = interruption()
    const listening = { ...options, run, laurel, outbound, remembered, remember, print, signal }
    try {
      while (!listening.signal.aborted) await forwardNext(listening)
    } catch (error) {
      if (!listening.signal.aborted) throw error
    } finally {
      await outbound.close()
    }
  })
}

const newReceiver = (url: string) => ({ url, id: randomUUID(), secret: newWebhookSecret(), pendingTo: null })

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

function receiverUrl(text: string): string {
  // A port alone is an address on this machine.
  const full = /^\d+$/.test(text) ? `http://localhost:${text}` : text
  if (!URL.canParse(full) || !/^https?:/.test(full))
    throw new StartProblem(
      `"${text}" is not an address to forward to, such as http://localhost:3000/webhooks.`,
    )
  return new URL(full).href
}

/** Delivers the next events, or waits for them. */
async function forwardNext(listening: Listening): Promise<void> {
  const { remembered, remember, signal } = listening
  const { cursor, pendingTo } = remembered
  const { to, sent } = await nextPayload(listening, { cursor, pendingTo })
  if (signal.aborted) return
  if (sent) {
    await remember({ pendingTo: Number(to) })
    if (!(await deliver(listening, sent))) return
  }
  if (Number(to) > cursor) await remember({ cursor: Number(to), pendingTo: null })
  else await untilNextEvent(listening, cursor)
}

/** Reads what a webhook at this cursor would send. */
async function nextPayload(
  listening: Listening,
  { cursor, pendingTo }: Pick<Remembered, 'cursor' | 'pendingTo'>,
): Promise<Payload> {
  const { laurel, type: types } = listening
  const query = { after: cursor, limit: EVENTS_PER_DELIVERY_MAX, ...(types && { types: types.join() }) }
  const { events, next } = await untilItResponds(listening, () => laurel.events.list(query))
  const page = { events: events as SentEvent[], next: BigInt(next) }
  return payloadOf(page, pendingTo === null ? null : BigInt(pendingTo))
}

/** Repeats a read while the service restarts, for as long as it takes. */
async function untilItResponds<T>({ print, signal }: Listening, read: () => PromiseLike<T>): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await read()
    } catch (error) {
      if (signal.aborted || !(error instanceof LaurelError) || !PASSING_STATUSES.includes(error.status))
        throw error
      const waitMs = Math.min(retryDelayMs(failures), RETRY_MS_MAX)
      print(`The service does not respond (${error.message}); trying again in ${seconds(waitMs)}.`)
      await pause(waitMs, signal)
    }
  }
}

/** An event wakes it; the next page then has it with all that follow. */
async function untilNextEvent({ laurel, type: types, signal }: Listening, after: number): Promise<void> {
  for await (const _ of laurel.events.stream({ after, signal, ...(types && { types }) })) return
}

/** Posts until the receiver accepts: the same bytes under the same id. Returns false when interrupted. */
async function deliver(
  listening: Listening,
  { firstSeq, lastSeq: last, count, body }: NonNullable<Payload['sent']>,
): Promise<boolean> {
  const { run, remembered, print, json, signal } = listening
  const message = { id: eventsMessageId(remembered.id, { firstSeq, lastSeq: last }), body }
  const types = typesIn(body)
  const events = firstSeq === last ? `event ${firstSeq}` : `${count} events ${firstSeq}–${last}`
  const range = `${events} ${counted(types)}`
  for (let failures = 1; !signal.aborted; failures += 1) {
    const { status, problem, retryAfterMs } = await post(listening, message)
    if (json) printJson(run, { id: message.id, firstSeq, lastSeq: last, count, types, status, problem })
    if (problem === null) {
      if (!json) print(`${range} → ${status}`)
      return true
    }
    const waitMs = Math.min(retryDelayMs(failures, retryAfterMs), RETRY_MS_MAX)
    if (!signal.aborted) print(`${range} → ${problem}; trying again in ${seconds(waitMs)}`)
    await pause(waitMs, signal)
  }
  return false
}

const typesIn = (body: Buffer): string[] =>
  (JSON.parse(body.toString()) as { data: { events: { type: string }[] } }).data.events.map(
    ({ type }) => type,
  )

/** Returns a text such as `award.paid × 2, rule.created`. */
const counted = (types: string[]) =>
  [...Map.groupBy(types, (type) => type)]
    .map(([type, { length }]) => (length === 1 ? type : `${type} × ${length}`))
    .join(', ')

async function post({ outbound, remembered, signal }: Listening, message: Message) {
  const headers = signedHeaders(message, [remembered.secret], new Date())
  const response = await outbound.post(new URL(remembered.url), { headers, body: message.body, signal })
  if (!response.ok) return { status: null, problem: response.detail, retryAfterMs: 0 }
  const { status } = response
  if (status >= 200 && status < 300) return { status, problem: null, retryAfterMs: 0 }
  const answer = response.body.toString().trim().slice(0, ANSWER_CHARACTERS_SHOWN)
  const retryAfterMs = parseRetryAfter(response.headers['retry-after'], new Date())
  return { status, problem: answer ? `${status} ${answer}` : String(status), retryAfterMs }
}

const pause = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal }).catch(() => {})

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
