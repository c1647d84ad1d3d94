import { countText } from '../format/coins.ts'

const STEPS_MAX = 5
const STEPS = [1, 2, 2.5, 5, 10]
const COMPACT_FROM = 100_000
const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 })
const CHARACTER_WIDTH = 7.5
const GAP = 14

/**
 * An axis from 0 up to at least the largest value, with a line and a label at each whole round number.
 * Labels from 100,000 on are short: "250K", "1.25M". The width in pixels has room for the longest.
 */
export function axisOf(largest: number): {
  ticks: number[]
  labelOf: (tick: number) => string
  width: number
} {
  const step = stepOf(Math.max(largest, 1) / STEPS_MAX)
  const count = Math.max(Math.ceil(largest / step), 1)
  const ticks = Array.from({ length: count + 1 }, (_, index) => index * step)
  const labelOf = (tick: number) => (count * step < COMPACT_FROM ? countText(tick) : COMPACT.format(tick))
  const longest = Math.max(...ticks.map((tick) => labelOf(tick).length))
  return { ticks, labelOf, width: Math.ceil(longest * CHARACTER_WIDTH) + GAP }
}

function stepOf(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return STEPS.map((step) => step * power).find((step) => step >= least && Number.isInteger(step)) ?? 1
}
