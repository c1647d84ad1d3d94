import { countText } from '../format/coins.ts'

const STEPS_MAX = 3
const STEPS = [1, 2, 2.5, 5, 10]
const COMPACT_FROM = 100_000
const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 })
const CHARACTER_WIDTH = 7.5
const GAP = 14

type Axis = { ticks: number[]; labelOf: (tick: number) => string; width: number }

/**
 * An axis from below 0 to above it, which holds both largest values, with a line and a label at each whole round number.
 * Labels have no sign: what is below 0 is another kind. Those from 100,000 on are short: "250K", "1.25M". The width in
 * pixels has room for the longest.
 */
export function mirroredAxisOf(above: number, below: number): Axis {
  const step = stepOf(Math.max(above, below, 1) / STEPS_MAX)
  const up = Math.max(Math.ceil(above / step), 1)
  const down = Math.ceil(below / step)
  const ticks = Array.from({ length: up + down + 1 }, (_, index) => (index - down) * step)
  const isShort = Math.max(up, down) * step >= COMPACT_FROM
  const labelOf = (tick: number) => (isShort ? COMPACT.format(Math.abs(tick)) : countText(Math.abs(tick)))
  const longest = Math.max(...ticks.map((tick) => labelOf(tick).length))
  return { ticks, labelOf, width: Math.ceil(longest * CHARACTER_WIDTH) + GAP }
}

function stepOf(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return STEPS.map((step) => step * power).find((step) => step >= least && Number.isInteger(step)) ?? 1
}
