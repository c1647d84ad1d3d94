import { type Coins, formatCoins } from '../ledger/coin.ts'
import { dayIn } from '../ledger/time-zone.ts'
import type { ListRuleResults } from '../rules/rule-results.ts'
import { countRules, findRules } from '../rules/rule-store.ts'
import { addDays, daysOf } from './days.ts'
import type { ReadCounts } from './read-counts.ts'
import { listRuleDays, listRuleIds, type RuleDay } from './rule-results-queries.ts'

/** Lists rules with what each did in the last days, sorted by it. */
export function ruleResultsLister(readCounts: ReadCounts, now: () => Date): ListRuleResults {
  return (partnerId, { filter, days, ...page }) =>
    readCounts(partnerId, async (db, edition) => {
      const today = dayIn(edition.timeZone, now())
      const length = days ?? 30
      const from = addDays(today, 1 - length)
      const before = addDays(from, -length)
      const [count, ids] = await Promise.all([
        countRules(db, partnerId, filter),
        listRuleIds(db, edition, filter, { ...page, from }),
      ])
      const [found, ruleDays] = await Promise.all([
        findRules(db, new Map([[partnerId, ids]])),
        days === null ? [] : listRuleDays(db, edition, ids, before),
      ])
      const byId = new Map((found.get(partnerId) ?? []).map((rule) => [rule.id, rule]))
      const daysOfRule = Map.groupBy(ruleDays, ({ ruleId }) => ruleId)
      const dates = daysOf({ from, to: today })
      const rules = ids.flatMap((id) => {
        const rule = byId.get(id)
        if (!rule) return []
        const results = days === null ? null : resultsOf(daysOfRule.get(id) ?? [], dates)
        return [{ rule, results }]
      })
      return { rules, count }
    })
}

function resultsOf(ruleDays: RuleDay[], dates: string[]) {
  const [from, to] = [dates[0] as string, dates.at(-1) as string]
  const inside = ruleDays.filter(({ day }) => day >= from)
  const sum = (name: Exclude<keyof RuleDay, 'ruleId' | 'day'>) =>
    inside.reduce((total, day) => total + day[name], 0n)
  const coinsOn = new Map(inside.map(({ day, coins }) => [day, coins]))
  const previousCoins = ruleDays.reduce((total, { day, coins }) => (day < from ? total + coins : total), 0n)
  return {
    from,
    to,
    coins: formatCoins(sum('coins')),
    previousCoins: formatCoins(previousCoins),
    reversed: formatCoins(sum('reversed')),
    paid: Number(sum('paid')),
    counted: Number(sum('counted')),
    refused: Number(sum('refused')),
    people: Number(sum('lastSeen')),
    newPeople: Number(sum('newPeople')),
    coinsByDay: dates.map((date) => formatCoins(coinsOn.get(date) ?? (0n as Coins))),
  }
}
