import type { OwnProgress } from '@laurel/sdk'
import { coinText, countText } from '../format/coins.ts'

type Limits = Pick<
  OwnProgress,
  | 'progress'
  | 'needed'
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
  if (needed > 1)
    return { text: `${countText(progress)} of ${countText(needed)}`, share: progress / needed, again: null }
  if (userLimitAward !== NO_LIMIT)
    return {
      text: `${countText(userAwards)} of ${countText(Number(userLimitAward))}${period}`,
      share: userAwards / Number(userLimitAward),
      again: null,
    }
  return { text: userAwards === 0 ? 'not yet' : `${countText(userAwards)} ×`, share: null, again: null }
}
