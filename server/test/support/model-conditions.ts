/**
 * A handful of expressions, each with what it means in plain TypeScript: for conditions whether an activity matches,
 * for units how many it is worth.
 */

type Item = { price: number; quantity: number; category?: string }
export type Properties = { total?: number | string; city?: string; items?: Item[] }
export type Attributes = Record<string, string | number | boolean>

/** What an expression sees. Times are milliseconds; the partner's own id begins with the name of the user. */
export type Seen = {
  properties: Properties
  activity: { type: string; reference: string | null; occurredAt: number }
  member: { externalId: string; joinedAt: number; points: number; balance: number; attributes: Attributes }
  now: number
}

/** What an expression comes to if something that it reads is missing, or of another kind. */
export const FAILED = 'failed'
type Truth = boolean | typeof FAILED

const HOUR_MS = 3_600_000

class Missing extends Error {}

/** Runs a part of an expression. */
function result<T>(read: () => T): T | typeof FAILED {
  try {
    return read()
  } catch (error) {
    if (error instanceof Missing) return FAILED
    throw error
  }
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Missing()
  return value
}

function number(value: number | string | boolean | undefined): number {
  if (typeof value !== 'number') throw new Missing()
  return value
}

/** True if any part is; a part that fails counts only where no part is true. */
function some(...parts: (() => boolean)[]): boolean {
  const found = parts.map(result)
  if (found.includes(true)) return true
  if (found.includes(FAILED)) throw new Missing()
  return false
}

const every = (...parts: (() => boolean)[]): boolean => !some(...parts.map((part) => () => !part()))
const priced = ({ items }: Properties): number =>
  known(items).reduce((sum, { price, quantity }) => sum + price * quantity, 0)
const hourIn = (timeZone: string, at: number) =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(at))

const CONDITIONS: Record<string, (seen: Seen) => boolean> = {
  true: () => true,
  'properties.total >= 20': ({ properties: { total } }) => number(total) >= 20,
  'has(properties.total) && properties.total > 10 || properties.city == "Lagos"': ({
    properties: { total, city },
  }) =>
    some(
      () =>
        every(
          () => total !== undefined,
          () => number(total) > 10,
        ),
      () => known(city) === 'Lagos',
    ),
  '!(properties.city in ["Lagos", "Oslo"])': ({ properties: { city } }) =>
    !['Lagos', 'Oslo'].includes(known(city)),
  'properties.items.exists(i, i.category == "shoes")': ({ properties: { items } }) =>
    some(
      ...known(items).map(
        ({ category }) =>
          () =>
            known(category) === 'shoes',
      ),
    ),
  'properties.items.all(i, i.category != "shoes")': ({ properties: { items } }) =>
    every(
      ...known(items).map(
        ({ category }) =>
          () =>
            known(category) !== 'shoes',
      ),
    ),
  'properties.items.map(i, i.price * i.quantity).sum() > 15.003': ({ properties }) =>
    priced(properties) > 15.003,
  'properties.items.filter(i, i.quantity > 1).size() == 1': ({ properties: { items } }) =>
    known(items).filter(({ quantity }) => quantity > 1).length === 1,
  'activity.reference == "o-1"': ({ activity: { reference } }) => reference === 'o-1',
  'activity.type.startsWith("order.")': ({ activity: { type } }) => type.startsWith('order.'),
  'now - activity.occurredAt > duration("1h")': ({ activity, now }) => now - activity.occurredAt > HOUR_MS,
  'now.getHours("Europe/Berlin") < 12': ({ now }) => hourIn('Europe/Berlin', now) < 12,
  'member.points < 12': ({ member: { points } }) => points < 12,
  'member.balance >= 3 ? properties.total > 5 : true': ({ member: { balance }, properties: { total } }) =>
    balance >= 3 ? number(total) > 5 : true,
  'member.attributes.tier == "gold"': ({ member: { attributes } }) => known(attributes.tier) === 'gold',
  '"visits" in member.attributes && member.attributes.visits >= 2': ({ member: { attributes } }) =>
    every(
      () => 'visits' in attributes,
      () => number(attributes.visits) >= 2,
    ),
  'now - member.joinedAt < duration("24h")': ({ member: { joinedAt }, now }) => now - joinedAt < 24 * HOUR_MS,
  'member.externalId.startsWith("a") || member.externalId.startsWith("e")': ({ member: { externalId } }) =>
    externalId.startsWith('a') || externalId.startsWith('e'),
}

const UNITS: Record<string, (seen: Seen) => number> = {
  'properties.total': ({ properties: { total } }) => number(total),
  'properties.items.map(i, i.price * i.quantity).sum()': ({ properties }) => priced(properties),
  'properties.items.size()': ({ properties: { items } }) => known(items).length,
  'member.points / 7': ({ member: { points } }) => points / 7,
}

export const WHEN_TEXTS = Object.keys(CONDITIONS)
export const UNITS_TEXTS = Object.keys(UNITS)

/** Whether an activity matches; one without a condition does. */
export const matches = (when: string | null, seen: Seen): Truth =>
  when === null || result(() => (CONDITIONS[when] as (seen: Seen) => boolean)(seen))

/** How many units an activity is worth, in millionths. */
export function unitsOf(unitsFrom: string, seen: Seen): bigint | typeof FAILED {
  const units = result(() => (UNITS[unitsFrom] as (seen: Seen) => number)(seen))
  if (units === FAILED || units < -0.000_000_5 || units > 1_000_000_000) return FAILED
  return BigInt(Math.round(units * 1_000_000))
}
