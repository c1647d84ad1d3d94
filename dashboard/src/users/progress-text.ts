import type { OwnProgress } from '@laurel/sdk'
import { coinText, countText } from '../format/coins.ts'

type Limits = Pick<
  OwnProgress,
  | 'progress'
  | 'needed'
  | 'countPer'
  | 'countedUntil'
  | 'streakEndsAt'
  | 'userAwards'
  | 'userLimitAward'
  | 'userCoins'
  | 'userCoinLimit'
  | 'userLimitPeriod'
  | 'periodEnd'
  | 'full'
>

const NO_LIMIT = '-1'

const PERIODS: Record<string, string> = { day: ' today', week: ' this week', month: ' this month' }

/** What a streak is counted in, until when it lives, and that the award of this period is counted. */
const COUNTED: Record<string, { unit: string; ends: string; done: string }> = {
  day: { unit: 'day', ends: 'ends tonight', done: 'done for today' },
  week: { unit: 'week', ends: 'ends with this week', done: 'done for this week' },
  month: { unit: 'month', ends: 'ends with this month', done: 'done for this month' },
}

/** "2 of 5", or "day 3 of 7, ends tonight". */
function completionsText({ progress, needed, countPer, countedUntil, streakEndsAt }: Limits): string {
  const count = `${countText(progress)} of ${countText(needed)}`
  const words = COUNTED[countPer]
  if (!words) return count
  const done = countedUntil === null ? null : words.done
  const parts = streakEndsAt === null ? [count, done] : [`${words.unit} ${count}`, done ?? words.ends]
  return parts.filter((part) => part !== null).join(', ')
}

/** How far a member is with a rule: a text, the share of the bar, and when a limit counts from zero again. */
export function progressOf(rule: Limits): { text: string; share: number | null; again: string | null } {
  const { progress, needed, userAwards, userLimitAward, userCoins, userCoinLimit, periodEnd, full } = rule
  const period = PERIODS[rule.userLimitPeriod] ?? ''
  const isUsed = userLimitAward !== NO_LIMIT && userAwards >= Number(userLimitAward)
  const isEarned = userCoinLimit !== NO_LIMIT && Number(userCoins) >= Number(userCoinLimit)
  const again = isUsed || isEarned ? periodEnd : null
  if (full) return { text: 'full', share: null, again: null }
  if (isUsed)
    return {
      text:
        userLimitAward === '1'
          ? `used${period}`
          : `${countText(userAwards)} of ${countText(Number(userLimitAward))}${period}`,
      share: 1,
      again,
    }
  if (userCoinLimit !== NO_LIMIT)
    return {
      text: `${coinText(userCoins)} of ${coinText(userCoinLimit)}${period}`,
      share: Math.min(1, Number(userCoins) / Number(userCoinLimit)),
      again,
    }
  if (needed > 1) return { text: completionsText(rule), share: Math.min(1, progress / needed), again: null }
  if (userLimitAward !== NO_LIMIT)
    return {
      text: `${countText(userAwards)} of ${countText(Number(userLimitAward))}${period}`,
      share: userAwards / Number(userLimitAward),
      again: null,
    }
  return { text: userAwards === 0 ? 'not yet' : `${countText(userAwards)} ×`, share: null, again: null }
}
