import type { Event, EventType, Laurel } from '../../../../sdk/src/index.ts'
import { withService } from './connect.ts'
import { printJson, type Run } from './output.ts'
import { interruption, styled } from './terminal.ts'

type Options = {
  profile?: string
  after?: number
  type?: EventType[]
  limit: number
  follow?: boolean
  json?: boolean
}

/** Fields of an event's data, in the order in which they are printed. */
const FIELDS = ['ruleName', 'name', 'reason', 'coins', 'externalId', 'userId', 'status'] as const

export async function showEvents(run: Run, options: Options): Promise<void> {
  const { follow, json, type: types } = options
  await withService(run, options, async ({ laurel }) => {
    const print = (event: Event) => (json ? printJson(run, event) : run.print(eventLine(run, event)))
    let last = options.after ?? 0
    for await (const event of options.after === undefined
      ? latest(laurel, options)
      : earlier(laurel, options)) {
      print(event)
      last = event.seq
    }
    if (!follow) return
    if (last === 0 && options.after === undefined) last = await lastSeq(laurel)
    for await (const event of laurel.events.stream({
      after: last,
      signal: interruption(),
      ...(types && { types }),
    }))
      print(event)
  })
}

/** The number of the newest event; 0 when there is none. */
export async function lastSeq(laurel: Laurel): Promise<number> {
  const { events } = await laurel.events.list({ before: Number.MAX_SAFE_INTEGER, limit: 1 })
  return events[0]?.seq ?? 0
}

/** The newest events, oldest first. */
async function* latest(laurel: Laurel, { limit, type }: Options): AsyncGenerator<Event> {
  const query = { before: Number.MAX_SAFE_INTEGER, limit, ...(type && { types: type.join() }) }
  const found: Event[] = []
  for await (const event of laurel.events.list(query)) if (found.push(event) >= limit) break
  yield* found.reverse()
}

async function* earlier(laurel: Laurel, { after = 0, type }: Options): AsyncGenerator<Event> {
  yield* laurel.events.list({ after, ...(type && { types: type.join() }) })
}

export function eventLine(run: Run, { seq, createdAt, type, data }: Event): string {
  const fields: Record<string, unknown> = { ...data }
  const values = FIELDS.map((field) => fields[field]).filter((value) => value !== undefined && value !== null)
  return [
    String(seq).padStart(6),
    createdAt,
    styled(run, colourOf(type), type.padEnd(18)),
    values.join(' · '),
  ]
    .join('  ')
    .trimEnd()
}

const colourOf = (type: EventType) => (type.endsWith('.refused') ? 'yellow' : 'cyan')
