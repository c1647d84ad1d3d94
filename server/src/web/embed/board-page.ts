import { amount, type CoinNames, coinsWord } from '../../people/pages/account-page.ts'
import { type Html, html, LEAVES, moment } from '../../people/pages/layout.ts'
import type { Coins } from '../../programme/ledger/coin.ts'
import type { Board } from '../../programme/ranking/board.ts'
import { hexDigits } from './accent.ts'
import { avatarOf } from './avatar.ts'
import type { EmbedParams } from './embed-query.ts'

/** An entry that everyone may see; the tag of a hidden member is null, and the name says nothing. */
export type PublicEntry = {
  position: number
  /** 0 for a member who was not on the board when the day began, null when it is not known. */
  previousPosition: number | null
  tag: string | null
  name: string
  amount: Coins
}

/** How a partner looks. The address of the logo is one of this service. */
export type Brand = { logoUrl: string | null; accent: string | null }

/** What the site around chooses. */
export type Look = Pick<EmbedParams, 'theme'> & Partial<Pick<EmbedParams, 'bg' | 'accent' | 'height'>>

/** The addresses of what the page loads. */
export type Assets = { style: string; script: string; accent: (digits: string) => string }

type Words = { title: string; amount: string; empty: string }

/** By the partner's name of coins. */
const WORDS: Record<Board['name'], (coins: string) => Words> = {
  points: () => ({ title: 'Most points', amount: 'Points', empty: 'Members are here as soon as they join.' }),
  earner: (coins) => ({
    title: 'Top earners',
    amount: `${titled(coins)} earned`,
    empty: `The first who earns ${coins} takes the lead.`,
  }),
  spender: (coins) => ({
    title: 'Top spenders',
    amount: `${titled(coins)} spent`,
    empty: `The first who spends ${coins} takes the lead.`,
  }),
}

const titled = (word: string): string => word.replace(/^./u, (first) => first.toUpperCase())

const PODIUM = 3

/** A bare page for the frame of another site. */
export function framedPage(
  { title, body }: { title: string; body: Html },
  { theme, bg, accent, height }: Look,
  assets: Assets,
): Html {
  return html`<!doctype html>
<html lang="en"${theme !== 'auto' && html` data-theme="${theme}"`}${bg === 'transparent' && html` data-bg="transparent"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Laurel</title>
<link rel="stylesheet" href="${assets.style}">
${accent !== undefined && html`<link rel="stylesheet" href="${assets.accent(hexDigits(accent))}">`}
${height === 'auto' && html`<script src="${assets.script}" defer></script>`}
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`
}

export function boardPage(
  {
    board,
    period,
    partnerName,
    coins,
    brand,
    entries,
    own,
    me,
    now,
  }: {
    board: Board['name']
    period: string
    partnerName: string
    coins: CoinNames
    brand: Brand
    entries: PublicEntry[]
    /** The entry of `me`, if it is not among the others. */
    own: PublicEntry | undefined
    me: string | undefined
    now: Date
  },
  look: Look,
  assets: Assets,
): Html {
  const words = WORDS[board](coinsWord(coins))
  const accent = look.accent ?? brand.accent ?? undefined
  return framedPage(
    {
      title: `${words.title} – ${partnerName}`,
      body: html`<header>
${brand.logoUrl !== null && html`<img src="${brand.logoUrl}" alt="" height="40">`}
<div><h1>${words.title}</h1>
<p class="lead whose"><bdi>${partnerName}</bdi><span>· ${period}</span></p></div>
</header>
${entries.length === 0 ? emptyBoard(words.empty) : boardTable({ entries, own, me, amountTitle: words.amount })}
<footer>Updated ${moment(now)}</footer>`,
    },
    { ...look, ...(accent === undefined ? {} : { accent }) },
    assets,
  )
}

const laurel = html`<svg class="laurel" viewBox="0 0 32 32" aria-hidden="true"><path d="${LEAVES}"/></svg>`

const emptyBoard = (text: string) =>
  html`<div class="empty">${laurel}<p>Nobody is on this board yet.</p><p>${text}</p></div>`

function boardTable({
  entries,
  own,
  me,
  amountTitle,
}: {
  entries: PublicEntry[]
  own: PublicEntry | undefined
  me: string | undefined
  amountTitle: string
}): Html {
  const all = own ? [...entries, own] : entries
  // On a board where all are new, the word says nothing.
  const isShown = all.some(({ previousPosition }) => previousPosition !== null && previousPosition > 0)
  const row = (entry: PublicEntry) =>
    boardRow(entry, { isMe: me !== undefined && entry.tag === me, hasMovement: isShown })
  return html`<table>
<thead><tr><th class="place" scope="col"><span class="unseen">Position</span></th><th scope="col">Member</th>${isShown && html`<th class="movement" scope="col"><span class="unseen">Since yesterday</span></th>`}<th class="amount" scope="col">${amountTitle}</th></tr></thead>
<tbody>${entries.map(row)}</tbody>
${own && html`<tbody class="own">${row(own)}</tbody>`}
</table>`
}

function boardRow(
  { position, previousPosition, tag, name, amount: coins }: PublicEntry,
  { isMe, hasMovement }: { isMe: boolean; hasMovement: boolean },
): Html {
  const hasMedal = position <= PODIUM && coins > 0n
  const place = hasMedal
    ? html`<span class="medal medal-${position}">${laurel}<b>${position}</b></span>`
    : position
  const classes = [hasMedal && 'podium', isMe && 'me'].filter(Boolean).join(' ')
  return html`
<tr${classes !== '' && html` class="${classes}"`}${isMe && html` aria-current="true"`}><td class="place">${place}</td><th scope="row"><span class="member">${avatarOf(tag)}<bdi>${name}</bdi>${isMe && html`<span class="you">You</span>`}</span></th>${hasMovement && html`<td class="movement">${movement(position, previousPosition)}</td>`}<td class="amount">${amount(coins)}</td></tr>`
}

/** Places won or lost since the day began. */
function movement(position: number, previous: number | null): Html | null {
  if (previous === null || previous === position) return null
  if (previous === 0) return html`<span class="new">new</span>`
  const places = Math.abs(previous - position)
  const [mark, word] = previous > position ? ['▲', 'up'] : ['▼', 'down']
  return html`<span class="${word}"><span aria-hidden="true">${mark}${places}</span><span class="unseen">${word} ${places} since yesterday</span></span>`
}
