import { amount } from '../../people/pages/account-page.ts'
import { type Html, html, moment } from '../../people/pages/layout.ts'
import { STYLE_PATH } from '../../people/pages/style-routes.ts'
import type { Coins } from '../../programme/ledger/coin.ts'
import type { Board } from '../../programme/ranking/board.ts'
import type { Theme } from './embed-query.ts'

/** An entry that everyone may see; the tag of a hidden user is null. */
export type PublicEntry = { position: number; tag: string | null; amount: Coins }

const WORDS: Record<Board['name'], { title: string; amount: string }> = {
  points: { title: 'Most points', amount: 'Points' },
  earner: { title: 'Top earners', amount: 'Coins earned' },
  spender: { title: 'Top spenders', amount: 'Coins spent' },
}

/** A bare page for the frame of another site. */
export function framedPage({ title, theme, body }: { title: string; theme: Theme; body: Html }): Html {
  return html`<!doctype html>
<html lang="en"${theme !== 'auto' && html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Laurel</title>
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<main class="embed">
${body}
</main>
</body>
</html>
`
}

export function boardPage({
  board,
  period,
  partnerName,
  entries,
  theme,
  now,
}: {
  board: Board['name']
  period: string
  partnerName: string
  entries: PublicEntry[]
  theme: Theme
  now: Date
}): Html {
  const words = WORDS[board]
  return framedPage({
    title: `${words.title} – ${partnerName}`,
    theme,
    body: html`<h1>${words.title}</h1>
<p class="lead">${partnerName} · ${period}</p>
${entries.length === 0 ? html`<p class="empty">Nobody is on this board yet.</p>` : boardTable(entries, words.amount)}
<p><small>Updated ${moment(now)}</small></p>`,
  })
}

const boardTable = (entries: PublicEntry[], amountTitle: string) => html`<table class="board">
<thead><tr><th class="place" scope="col"><span class="unseen">Position</span></th><th scope="col">Member</th><th class="amount" scope="col">${amountTitle}</th></tr></thead>
<tbody>${entries.map(boardRow)}</tbody>
</table>`

const boardRow = ({ position, tag, amount: coins }: PublicEntry) => html`
<tr><td class="place">${position}</td><th scope="row"><span class="initials" aria-hidden="true">${initialsOf(tag)}</span>${tag ?? 'Someone'}</th><td class="amount">${amount(coins)}</td></tr>`

/** Instead of avatars: partners serve those, and a frame loads nothing from them. */
function initialsOf(tag: string | null): string {
  const words = (tag ?? '').split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const letters = words.slice(0, 2).map((word) => [...word][0])
  return letters.join('').toUpperCase() || '·'
}
