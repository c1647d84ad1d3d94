import type { Award, ItemResult, NewBulkAward } from '@laurel/sdk'
import { laurel, PATIENT } from '../api/laurel.ts'
import { pageSentence } from '../api/sentence.ts'
import { coinsOf, hundredthsOf } from '../format/coins.ts'
import type { AwardLine, MemberName } from './bulk-lines.ts'
import { awardForecastText, awardRefusalText } from './forecast-text.ts'

/** As many awards as one call takes. */
const FORECAST_SIZE = 1_000
/** Smaller, so that the progress moves and a lost call repeats little. */
const CALL_SIZE = 200
const LOOKUPS_AT_ONCE = 4

/** What became of a line, or would: its outcome, its coins and a sentence. */
export type LineOutcome = {
  outcome: 'paid' | 'counted' | 'refused' | 'wrong'
  coins: string
  text: string
}

/** A line that can be sent, with the member as the service takes it. */
type SoundLine = { line: AwardLine; award: NewBulkAward }

/** What a list would do. */
export type ListPlan = {
  lines: readonly AwardLine[]
  sound: readonly SoundLine[]
  /** By the number of the line. */
  outcomes: ReadonlyMap<number, LineOutcome>
}

type Report = (done: number, of: number) => void

/** Finds the members of a list, and asks what its awards would do, each after those before it. */
export async function planList(
  lines: readonly AwardLine[],
  { ruleName, report }: { ruleName: string; report: Report },
): Promise<ListPlan> {
  const usable = lines.filter(({ problem }) => problem === null)
  const findMember = await findMembers(
    usable.map(({ member }) => member),
    report,
  )
  const outcomes = new Map<number, LineOutcome>()
  const sound: SoundLine[] = []
  for (const line of lines) {
    const member = line.problem === null ? findMember(line.member) : null
    if (member) sound.push({ line, award: awardOf(line, member, ruleName) })
    else outcomes.set(line.line, wrong(line.problem ?? unknownText(line.member)))
  }
  for (let at = 0; at < sound.length; at += FORECAST_SIZE) {
    const part = sound.slice(at, at + FORECAST_SIZE)
    const results = await laurel.awards.grantMany(
      part.map(({ award }) => award),
      { ...PATIENT, dryRun: true, expand: ['decision'] },
    )
    part.forEach(({ line }, index) => {
      const result = results[index]
      if (result) outcomes.set(line.line, outcomeOf(result))
    })
  }
  return { lines, sound, outcomes }
}

/**
 * Sends the awards of a list. The key of a line comes from the whole list and the day, so that a list that is sent again
 * on the same day, after a lost response or by mistake, pays nothing twice. After a failure it goes on from `from`.
 */
export async function runList(
  { sound }: ListPlan,
  {
    key,
    from,
    onPart,
  }: { key: string; from: number; onPart: (outcomes: Map<number, LineOutcome>, done: number) => void },
): Promise<void> {
  for (let at = from; at < sound.length; at += CALL_SIZE) {
    const part = sound.slice(at, at + CALL_SIZE)
    const results = await laurel.awards.grantMany(
      part.map(({ line, award }) => ({ ...award, idempotencyKey: `${key}-${line.line}` })),
      { ...PATIENT, expand: ['decision'] },
    )
    const outcomes = new Map<number, LineOutcome>()
    part.forEach(({ line }, index) => {
      const result = results[index]
      if (result) outcomes.set(line.line, outcomeOf(result))
    })
    onPart(outcomes, at + part.length)
  }
}

/** The key of a list on a day. */
export async function keyOfList({ sound }: ListPlan, day: string): Promise<string> {
  const text = JSON.stringify([day, sound.map(({ line, award }) => [line.line, award])])
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  const hex = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `list-${hex.slice(0, 40)}`
}

/** The coins of some outcomes together. */
export const coinsTogether = (outcomes: Iterable<LineOutcome>): string =>
  coinsOf([...outcomes].reduce((sum, { coins }) => sum + (hundredthsOf(coins) ?? 0n), 0n))

function awardOf(
  { units, reference, note }: AwardLine,
  member: { userId: string } | { externalId: string },
  ruleName: string,
): NewBulkAward {
  return {
    ...member,
    ruleName,
    ...(units !== null && { units }),
    ...(reference !== null && { reference }),
    ...(note !== null && { narration: note }),
  }
}

const wrong = (text: string): LineOutcome => ({ outcome: 'wrong', coins: '0', text })

function outcomeOf(result: ItemResult<Award>): LineOutcome {
  if (result.ok) {
    const { awarded, decision } = result.data
    return {
      outcome: awarded ? 'paid' : 'counted',
      coins: awarded ? (decision?.coins ?? '0') : '0',
      text: result.data.id === '' ? awardForecastText(result.data) : '',
    }
  }
  if (result.reason === 'invalid') return wrong(pageSentence(result.message))
  return { outcome: 'refused', coins: '0', text: awardRefusalText(result) }
}

const unknownText = ({ kind, value }: MemberName): string =>
  kind === 'email'
    ? `No member, or more than one, has the e-mail address ${value}.`
    : `No member has the tag @${value}.`

type Found = { userId: string } | { externalId: string }

/** Own ids and ids of members are sent as they are; addresses and tags are looked up, a few at a time. */
async function findMembers(names: MemberName[], report: Report): Promise<(name: MemberName) => Found | null> {
  const found = new Map<string, string | null>()
  const keyOf = ({ kind, value }: MemberName) => `${kind} ${value.toLowerCase()}`
  const wanted = names.filter(({ kind }) => kind === 'email' || kind === 'tag')
  const queue = [...new Map(wanted.map((name) => [keyOf(name), name])).values()]
  const total = queue.length
  const work = async () => {
    for (let name = queue.pop(); name; name = queue.pop()) {
      found.set(keyOf(name), await userIdOf(name))
      report(total - queue.length, total)
    }
  }
  await Promise.all(Array.from({ length: Math.min(LOOKUPS_AT_ONCE, total) }, work))
  return (name) => {
    if (name.kind === 'userId') return { userId: name.value }
    if (name.kind === 'ownId') return { externalId: name.value }
    const userId = found.get(keyOf(name))
    return userId ? { userId } : null
  }
}

async function userIdOf({ kind, value }: MemberName): Promise<string | null> {
  if (kind === 'email') {
    const { data } = await laurel.users.list({ email: value, limit: 2 })
    // An address that two members have names neither.
    return data.length === 1 ? (data[0]?.userId ?? null) : null
  }
  const { data } = await laurel.users.list({ search: value, limit: 20 })
  return data.find(({ userData }) => userData?.tag === value.toLowerCase())?.userId ?? null
}
