export const ENTRIES_MAX = 50

/** What someone chooses for a board on another site. */
export type EmbedChoice = {
  board: 'points' | 'earner' | 'spender'
  period: 'all' | 'current' | 'month'
  /** The first day of the month. */
  month: string | null
  entries: number
  theme: 'auto' | 'light' | 'dark'
  isTransparent: boolean
  accent: string
  /** The tag of a member. */
  me: string
  growsByItself: boolean
}

/** The address of a published board. */
export function embedAddress(partnerId: string, choice: EmbedChoice): string {
  const { board, period, month, entries, theme, isTransparent, accent, me, growsByItself } = choice
  const address = new URL(`/embed/${partnerId}`, location.origin)
  const set = (name: string, value: string) => address.searchParams.set(name, value)
  set('board', board)
  set('limit', String(entries))
  if (board !== 'points' && period === 'current') set('month', 'current')
  if (board !== 'points' && period === 'month' && month) {
    set('month', String(Number(month.slice(5, 7))))
    set('year', month.slice(0, 4))
  }
  if (theme !== 'auto') set('theme', theme)
  if (isTransparent) set('bg', 'transparent')
  if (/^#[0-9a-f]{6}$/i.test(accent)) set('accent', accent.slice(1).toUpperCase())
  if (me.trim() !== '') set('me', me.trim())
  if (growsByItself) set('height', 'auto')
  return address.href
}

const HEIGHT_AROUND_ENTRIES = 170
const ENTRY_HEIGHT = 45
const MEDALS = 3
const MEDAL_MORE_HEIGHT = 8
const OWN_ENTRY_HEIGHT = 48

/** This many pixels show all entries without scrolling. */
export const frameHeight = ({ entries, me }: EmbedChoice): number =>
  HEIGHT_AROUND_ENTRIES +
  entries * ENTRY_HEIGHT +
  MEDALS * MEDAL_MORE_HEIGHT +
  (me.trim() === '' ? 0 : OWN_ENTRY_HEIGHT)

/** The markup for a page of another site. */
export function frameMarkup(partnerId: string, choice: EmbedChoice, title: string): string {
  const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  // A frame is transparent only in the scheme of the page around it.
  const style = choice.isTransparent ? 'border: 0; color-scheme: light' : 'border: 0'
  const script = `<script async src="${attribute(`${location.origin}/embed/height.js`)}"></script>`
  return `<iframe
  src="${attribute(embedAddress(partnerId, choice))}"
  title="${attribute(title)}"
  width="100%" height="${frameHeight(choice)}" loading="lazy" style="${style}"
></iframe>${choice.growsByItself ? `\n${script}` : ''}`
}
