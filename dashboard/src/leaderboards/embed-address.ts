export const PLACES_MAX = 50

export type EmbedChoice = {
  board: 'points' | 'earner' | 'spender'
  /** The first day of the month; null is all time. */
  month: string | null
  take: number
  theme: 'auto' | 'light' | 'dark'
}

/** Where a published board stands for the frames of other sites. */
export function embedAddress(partnerId: string, { board, month, take, theme }: EmbedChoice): string {
  const address = new URL(`/embed/${partnerId}`, location.origin)
  address.searchParams.set('board', board)
  address.searchParams.set('take', String(take))
  if (month && board !== 'points') {
    address.searchParams.set('month', String(Number(month.slice(5, 7))))
    address.searchParams.set('year', month.slice(0, 4))
  }
  if (theme !== 'auto') address.searchParams.set('theme', theme)
  return address.href
}

export function frameMarkup(address: string, title: string): string {
  const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return `<iframe
  src="${attribute(address)}"
  title="${attribute(title)}"
  width="100%" height="480" loading="lazy" style="border: 0"
></iframe>`
}
