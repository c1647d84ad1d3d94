import { hash } from 'node:crypto'
import { type Html, html } from '../../people/pages/layout.ts'

/** How many colours embed.css has for avatars. */
const TONES = 10
const CENTRE = 20

/**
 * A rosette that is drawn from the tag alone, so that a member has the same one everywhere. Partners serve real
 * pictures, and a frame loads nothing from them.
 */
export function avatarOf(tag: string | null): Html {
  if (tag === null)
    return html`<svg class="avatar" viewBox="0 0 40 40" aria-hidden="true"><circle class="ground" cx="20" cy="20" r="20"/><circle class="petal" cx="20" cy="16" r="6"/><path class="petal" d="M9 32a11 9 0 0 1 22 0z"/></svg>`
  const bytes = hash('sha256', tag, 'buffer')
  const choose = (place: number, count: number) => (bytes[place] as number) % count
  const petals = 5 + choose(1, 4)
  const outer = { count: petals, length: 13 + choose(2, 4), width: 4 + choose(3, 4), turn: choose(4, 60) }
  const inner = {
    count: petals,
    length: 7 + choose(5, 3),
    width: 2 + choose(6, 3),
    turn: outer.turn + 180 / petals,
  }
  return html`<svg class="avatar tone-${choose(0, TONES)}" viewBox="0 0 40 40" aria-hidden="true"><circle class="ground" cx="20" cy="20" r="20"/><path class="petal" d="${ring(outer)}"/><path class="petal inner" d="${ring(inner)}"/><circle class="ground" cx="20" cy="20" r="${2 + choose(7, 2)}"/></svg>`
}

type Ring = { count: number; length: number; width: number; turn: number }

/** Petals around the centre, as the data of a path. */
function ring({ count, length, width, turn }: Ring): string {
  return Array.from({ length: count }, (_, index) => {
    const angle = ((turn + (360 / count) * index) * Math.PI) / 180
    const at = (along: number, aside: number) => {
      const x = CENTRE + along * Math.cos(angle) - aside * Math.sin(angle)
      const y = CENTRE + along * Math.sin(angle) + aside * Math.cos(angle)
      return `${x.toFixed(1)} ${y.toFixed(1)}`
    }
    const middle = length / 2
    return `M${at(0, 0)}Q${at(middle, width)} ${at(length, 0)}Q${at(middle, -width)} ${at(0, 0)}Z`
  }).join('')
}
