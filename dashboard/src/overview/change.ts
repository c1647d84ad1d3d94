import { countText } from '../format/coins.ts'

export type Change = { direction: 'up' | 'down' | 'same'; words: string }

/** How an amount stands against that of the period before. */
export function changeSince(before: number, now: number, days: number): Change {
  const period = `the ${days} days before`
  if (before === 0 && now === 0) return { direction: 'same', words: `None in ${period} either` }
  if (before === 0) return { direction: 'up', words: `None in ${period}` }
  const percent = Math.round(((now - before) / before) * 100)
  if (percent === 0) return { direction: 'same', words: `As in ${period}` }
  return percent > 0
    ? { direction: 'up', words: `+${countText(percent)}% against ${period}` }
    : { direction: 'down', words: `−${countText(-percent)}% against ${period}` }
}
