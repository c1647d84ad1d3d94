import type { Db } from '../../storage/database/database.ts'
import type { Coins } from '../ledger/coin.ts'
import { listRuleTotals, NO_AWARDS, type RuleTotals, sumAwards } from './award-queries.ts'
import { findCheckpoint } from './checkpoint-store.ts'
import { countByDay } from './count-store.ts'
import { type PartnerChanges, sumChanges } from './day-changes.ts'
import { findAllTimeTotals, findLastSeqBefore, listMovements, sumChangesFrom } from './day-queries.ts'
import { addDays, type DayRange } from './days.ts'
import type { ReadEdition } from './edition-store.ts'
import { changeOf, type MovementsByKind, sumByKind } from './kinds.ts'
import { findEventTime, findRuleNames } from './statement-queries.ts'

export type Statement = {
  edition: ReadEdition
  range: DayRange
  /** The last event that the statement includes, and its time. */
  asOf: { seq: bigint; at: Date | null }
  opening: Coins
  closing: Coins
  byKind: MovementsByKind
  /** The rules that did something, the one that issued most first. */
  byRule: RuleTotals[]
}

/** The coins in wallets before and after some days, and every movement between, as of an event. */
export async function readStatement(
  db: Db,
  edition: ReadEdition,
  { range, asOf }: { range: DayRange; asOf: bigint | null },
): Promise<Statement> {
  const { counted } = edition
  const seq = asOf === null || asOf > counted ? counted : asOf
  const event = seq === 0n ? undefined : await findEventTime(db, edition, seq)
  // All events of earlier days have lower numbers.
  const last = seq < counted && event ? await countLastDay(db, edition, { seq, day: event.day }) : undefined
  const whole = last && last.day <= range.to ? { from: range.from, to: addDays(last.day, -1) } : range
  const isLastInside = last !== undefined && last.day >= range.from && last.day <= range.to
  const [opening, movements, rules] = await Promise.all([
    balanceBefore(db, edition, range.from, last),
    whole.from > whole.to ? [] : listMovements(db, edition, whole),
    whole.from > whole.to ? [] : listRuleTotals(db, edition, whole),
  ])
  const byKind = sumByKind([...movements, ...(isLastInside ? last.changes.movements : [])])
  return {
    edition,
    range,
    asOf: { seq, at: event?.createdAt ?? null },
    opening,
    closing: opening + changeOf(byKind),
    byKind,
    byRule: isLastInside ? await addRules(db, edition, rules, last.changes.awards) : byCoins(rules),
  }
}

/** The day of the last event of a statement, as far as the statement includes it. */
type LastDay = { day: string; changes: Pick<PartnerChanges, 'movements' | 'awards'> }

async function countLastDay(
  db: Db,
  edition: ReadEdition,
  { seq, day }: { seq: bigint; day: string },
): Promise<LastDay> {
  const [before, latest] = await Promise.all([
    findLastSeqBefore(db, edition, day),
    findCheckpoint(db, edition, seq),
  ])
  const checkpoint = latest?.day === day ? latest : undefined
  const { partnerId, edition: number, timeZone } = edition
  const after = checkpoint?.seq ?? before
  const counts = await countByDay(db, { partnerId, edition: number, timeZone, after, until: seq })
  const { movements, awards } = sumChanges(counts, [])
  return {
    day,
    changes: {
      movements: [...(checkpoint?.movements ?? []), ...movements],
      awards: [...(checkpoint?.awards ?? []), ...awards],
    },
  }
}

/** The coins in wallets before a day. */
async function balanceBefore(
  db: Db,
  edition: ReadEdition,
  day: string,
  last: LastDay | undefined,
): Promise<Coins> {
  const isEarlier = last !== undefined && last.day < day
  const [{ coinsInWallets }, change] = await Promise.all([
    findAllTimeTotals(db, edition),
    sumChangesFrom(db, edition, isEarlier ? last.day : day),
  ])
  return coinsInWallets - change + (isEarlier ? changeOf(sumByKind(last.changes.movements)) : 0n)
}

async function addRules(
  db: Db,
  edition: ReadEdition,
  whole: RuleTotals[],
  lastDay: PartnerChanges['awards'],
): Promise<RuleTotals[]> {
  const names = await findRuleNames(
    db,
    edition.partnerId,
    lastDay.map(({ ruleId }) => ruleId),
  )
  const rows = [
    ...whole,
    ...lastDay.flatMap((row) => {
      const ruleName = names.get(row.ruleId)
      return ruleName === undefined ? [] : [{ ...row, ruleName }]
    }),
  ]
  const byRule = Map.groupBy(rows, ({ ruleId }) => ruleId)
  return byCoins(
    Array.from(byRule, ([ruleId, all]) => ({
      ...NO_AWARDS,
      ...sumAwards(all),
      ruleId,
      ruleName: all[0]?.ruleName ?? '',
    })),
  )
}

const byCoins = (rules: RuleTotals[]): RuleTotals[] =>
  rules.toSorted((left, right) => {
    if (left.coins !== right.coins) return left.coins > right.coins ? -1 : 1
    return left.ruleName < right.ruleName ? -1 : 1
  })
