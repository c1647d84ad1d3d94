import assert from 'node:assert/strict'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Api } from './api.ts'
import { onboardTestPartner, type TestPartner } from './partner.ts'
import { waitUntil } from './wait-until.ts'

const CALLERS = 4
const USERS = 3
const REST_MS = 50

type Response = { status: number; retryAfter: string | undefined; body: string }
type Query = (text: string, values: unknown[]) => Promise<Record<string, unknown>[]>

/** Awards with and without a key, and reads, without a pause, over kept connections as a partner's backend. */
export type AwardLoad = {
  partner: TestPartner
  start(): void
  /** Every response that was no success, or why there was none. */
  failures: Set<string>
  requests(): number
  untilDone(more: number): Promise<void>
  stop(): Promise<void>
  /** Every award was paid once: those without a success at most once, unless they have a key. */
  assertEachOnce(query: Query): Promise<void>
}

/** With `repeats`, a call with a key is sent again until it succeeds. */
export async function createAwardLoad(
  api: Api,
  { repeats = false, ...options }: { repeats?: boolean; partner?: TestPartner } = {},
): Promise<AwardLoad> {
  const partner = options.partner ?? (await onboardTestPartner(api))
  const users = await partner.addUsers(USERS)
  const { name: ruleName } = await partner.addRule({ coinValue: '1' })
  const agent = new Agent({ keepAlive: true })
  const failures = new Set<string>()
  /** By its mark, whether an award succeeded. */
  const awards = new Map<string, boolean>()
  let requests = 0
  let done = 0
  let isStopped = false
  let callers: Promise<void>[] = []

  async function send(method: string, path: string, body: unknown, headers: object): Promise<boolean> {
    requests += 1
    const response = await call(agent, `${api.url}${path}`, method, body, {
      authorization: `Bearer ${partner.token}`,
      ...headers,
    }).catch((error: Error) => error)
    const isDone = !(response instanceof Error) && response.status < 300
    if (isDone) done += 1
    else failures.add(response instanceof Error ? String(response) : describe(response))
    return isDone
  }

  async function award(keyed: boolean): Promise<void> {
    const mark = `${keyed ? 'key' : 'mark'}-${awards.size}`
    awards.set(mark, false)
    const body = { userId: users[awards.size % USERS], ruleName, narration: mark }
    const headers = keyed ? { 'idempotency-key': mark } : {}
    for (;;) {
      const isDone = await send('POST', '/api/v1/laas/rules/award', body, headers)
      if (isDone) awards.set(mark, true)
      else await pause(REST_MS)
      // A call that is to be repeated is repeated also after the end.
      if (isDone || !keyed || !repeats) return
    }
  }

  async function callOn(): Promise<void> {
    for (let count = 0; !isStopped; count += 1) {
      if (count % 3 < 2) await award(count % 3 === 1)
      else await send('GET', '/api/v1/laas/rules', undefined, {})
    }
  }

  return {
    partner,
    failures,
    start() {
      callers = Array.from({ length: CALLERS }, callOn)
    },
    requests: () => requests,
    untilDone(more) {
      const enough = done + more
      return waitUntil(
        () => done >= enough,
        () => `more successes; failures: ${[...failures].join('\n')}`,
      )
    },
    async stop() {
      isStopped = true
      await Promise.all(callers)
      agent.destroy()
    },
    async assertEachOnce(query) {
      assert.deepEqual(await query('select * from broken_invariants limit 20', []), [])
      const rows = await query(
        `select note, idempotency_key as key
        from awards
        left join personal_data using (partner_id, seq, user_id)
        where partner_id = $1 and outcome = 'paid'`,
        [partner.partnerId],
      )
      const found = new Set(rows.map(({ note }) => note))
      assert.equal(found.size, rows.length, 'nothing was done twice')
      for (const [mark, isDone] of awards)
        if (isDone) assert(found.has(mark), `${mark} succeeded and is lost`)
      for (const { note, key } of rows) {
        assert(awards.has(note as string), `${note} was never sent`)
        assert.equal(key !== null, (note as string).startsWith('key'))
      }
    },
  }
}

async function call(
  agent: Agent,
  url: string,
  method: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Response> {
  const content = body === undefined ? undefined : JSON.stringify(body)
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(
      url,
      {
        agent,
        method,
        headers: {
          ...headers,
          ...(content && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(content),
          }),
        },
      },
      resolve,
    )
    sent.once('error', reject)
    sent.end(content)
  })
  return {
    status: response.statusCode as number,
    retryAfter: response.headers['retry-after'],
    body: await text(response),
  }
}

const describe = ({ status, retryAfter, body }: Response) => `${status} retry after ${retryAfter}: ${body}`
