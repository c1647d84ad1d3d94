import { randomBytes } from 'node:crypto'
import type { Event } from '@laurel/sdk'
import { type Html, html } from './html.ts'
import { isUnavailable, laurel } from './laurel.ts'
import { orderOf, ordersOf, toPay } from './orders.ts'
import { dollars, PRODUCTS, type Product, productOf } from './products.ts'
import { CENTS_PER_COIN } from './programme.ts'
import type { Session } from './session.ts'
import type { Order } from './store.ts'
import { deliveries } from './webhooks.ts'

export type User = NonNullable<Session['user']>

const PLACES = [
  ['/', 'Shop'],
  ['/orders', 'Orders'],
  ['/wallet', 'Wallet'],
  ['/board', 'Board'],
  ['/webhooks', 'Webhooks'],
] as const

/** A part of a page that `public/live.js` reads again when something happens. */
const live = (path: string, content: Html): Html => html`<div data-live="${path}">${content}</div>`

/** A whole page, with the message that waits for the visitor. */
export async function page(session: Session, title: string, content: Html, path = ''): Promise<Html> {
  const { user, message } = session
  delete session.message
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Bayleaf Coffee</title>
<link rel="stylesheet" href="/style.css">
<link rel="icon" href="data:,">
<script type="module" src="/live.js"></script>
</head>
<body>
<header>
<a class="brand" href="/">Bayleaf Coffee</a>
<nav>${PLACES.map(([to, name]) => html`<a href="${to}"${to === path && html` aria-current="page"`}>${name}</a>`)}</nav>
<div class="visitor">${
    user
      ? html`${live('/parts/balance', await balance(user))}<span class="name">${user.name}</span>
<form method="post" action="/sign-out"><button class="quiet">Sign out</button></form>`
      : html`<a href="/join">Join</a><a class="button" href="/sign-in">Sign in with Laurel</a>`
  }</div>
</header>
<main>
<h1>${title}</h1>
${message !== undefined && html`<p class="message" role="status">${message}</p>`}
${content}
</main>
<footer>An example of the Laurel SDK. No money moves here.</footer>
</body>
</html>`
}

/** The shop goes on without the balance while Laurel is unavailable. */
export async function balance({ id }: User): Promise<Html> {
  try {
    const { wallet } = await laurel.users.read(id)
    return html`<a class="balance" href="/wallet">${wallet.coins} coins</a>`
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return html``
  }
}

const picture = (product: Product): Html =>
  html`<svg class="picture" viewBox="0 0 24 24" aria-hidden="true"><path d="${product.picture}"/></svg>`

export const products = (): Html => html`
<p>Earn a coin for every dollar and 20 more with every third order, and 3 for a review. Pay with coins whenever you like.</p>
<ul class="products">${PRODUCTS.map(
  (product) => html`<li>${picture(product)}
<h2>${product.name}</h2>
<p>${product.about}</p>
<p class="buy"><strong>${dollars(product.cents)}</strong> <a class="button" href="/checkout?product=${product.id}" aria-label="Buy ${product.name}">Buy</a></p></li>`,
)}</ul>`

/** The order gets its id here, so that sending the form twice is one order. */
export async function checkout(user: User, product: Product): Promise<Html> {
  const { wallet } = await laurel.users.read(user.id)
  return html`
<form class="card" method="post" action="/checkout">
${picture(product)}
<h2>${product.name}, ${dollars(product.cents)}</h2>
<input type="hidden" name="order" value="order-${randomBytes(4).toString('hex')}">
<input type="hidden" name="product" value="${product.id}">
<label>Coins to use <input name="coins" type="number" min="0" max="${product.cents / CENTS_PER_COIN}" step="1" value="0"></label>
<p class="hint">You can spend ${wallet.available} coins${wallet.available !== wallet.coins && ` of your ${wallet.coins}`}. Each pays ${dollars(CENTS_PER_COIN)}.</p>
<label class="check"><input name="declined" type="checkbox"> Let the card be declined</label>
<p class="hint">No money moves here. With this, the coins are held, and released again.</p>
<button>Place the order</button>
</form>`
}

const STATUS: Record<Order['status'], string> = {
  open: 'Coins follow soon',
  done: 'Paid',
  refused: 'Not placed',
  refunded: 'Refunded',
}

export function orders({ id }: User): Html {
  const own = ordersOf(id)
  if (own.length === 0) return html`<p>No orders yet. <a href="/">Choose something.</a></p>`
  return html`<ul class="list">${own.map(
    (order) => html`<li>
<div><h2>${productOf(order.productId)?.name}</h2> <span class="status">${STATUS[order.status]}</span></div>
<p>${dollars(toPay(order))}${order.coins > 0 && ` and ${order.coins} coins`} · <code>${order.id}</code></p>
${order.notes.map((note) => html`<p class="hint">${note}</p>`)}
${
  order.status === 'done' &&
  html`<form method="post" action="/refund"><input type="hidden" name="order" value="${order.id}">
<button class="quiet">Refund</button></form>
${
  order.review === undefined &&
  html`<form method="post" action="/review"><input type="hidden" name="order" value="${order.id}">
<label>Your review <input name="text" maxlength="500" required></label> <button class="quiet">Send the review</button></form>`
}`
}</li>`,
  )}</ul>`
}

/** What the customer's own token shows. */
export async function wallet({ id, own: { me } }: User): Promise<Html> {
  const [wallet, { data: movements }, { data: progress }] = await Promise.all([
    me.wallet(),
    me.transactions({ limit: 20 }),
    me.progress(),
  ])
  return html`
<dl class="figures">
<div><dt>Coins</dt><dd>${wallet.coins}</dd></div>
${wallet.available !== wallet.coins && html`<div><dt>To spend now</dt><dd>${wallet.available}</dd></div>`}
<div><dt>Points</dt><dd>${wallet.points}</dd></div>
${wallet.owed !== '0' && html`<div><dt>Owed</dt><dd>${wallet.owed}</dd></div>`}
</dl>
${wallet.pendingUntil.map(({ coins, at }) => html`<p class="hint">${coins} coins can be spent from ${day(at)}.</p>`)}
${wallet.expiring.map(({ coins, at }) => html`<p class="hint">${coins} coins expire at the end of ${day(new Date(Date.parse(at) - 1))}.</p>`)}
${progress
  .filter(({ needed }) => needed > 1)
  .map(
    ({
      condition,
      progress,
      needed,
      coinValue,
    }) => html`<p><label>${condition}: ${coinValue} coins. You have ${progress} of ${needed}.
<progress max="${needed}" value="${progress}"></progress></label></p>`,
  )}
<ul class="list">${movements.map(
    ({ debitOrCredit, coins, narration, ruleName, reference, createdAt }) => html`<li>
<div><h2>${ruleName ?? productOf(orderOf(id, reference)?.productId ?? null)?.name ?? narration}</h2> <strong>${debitOrCredit === 'CR' ? '+' : '−'}${coins}</strong></div>
<p class="hint">${ruleName && narration && `${narration} · `}${time(createdAt)}</p></li>`,
  )}</ul>`
}

export const walletPage = async (user: User): Promise<Html> => html`
<form method="post" action="/bonus"><button>Collect today’s bonus</button></form>
${live('/parts/wallet', await wallet(user))}`

export async function board(user: User | undefined): Promise<Html> {
  const { data } = await laurel.boards.points({ take: 10 })
  return html`<ol class="board">${data.map(
    ({ points, user: { userId, userData } }) => html`<li${userId === user?.id && html` class="own"`}>
<span class="name">${userData?.fullname ?? userData?.tag}${userId === user?.id && ' (you)'}</span> <strong>${points}</strong></li>`,
  )}</ol>`
}

export const boardPage = async (user: User | undefined): Promise<Html> => html`
<p>All points that customers ever earned here. It moves by itself.</p>
${live('/parts/board', await board(user))}`

export function deliveryLog(): Html {
  if (deliveries.length === 0) return html`<p>Nothing was delivered since the shop started.</p>`
  return html`<ul class="list">${deliveries.map(
    ({ id, at, problem, events }) => html`<li>
<div><code>${id || 'no id'}</code> <span class="status">${problem === undefined ? 'Verified' : 'Refused'}</span></div>
<p class="hint">${time(at)}${problem && ` · ${problem}`}</p>
${events.map((event) => html`<p>#${event.seq} <strong>${event.type}</strong> ${coinsOf(event)}</p>`)}</li>`,
  )}</ul>`
}

export const webhooksPage = (): Html => html`
<p>What Laurel delivered to this shop’s webhook, the newest first. Each delivery is signed.</p>
${live('/parts/deliveries', deliveryLog())}`

const coinsOf = ({ data }: Event): string =>
  'coins' in data && data.coins !== '0' ? `${data.coins} coins` : ''

/** In the time zone of the programme, which is UTC unless its team changes it. */
const day = (at: string | Date): string =>
  new Date(at).toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' })

const time = (at: string | Date): string => new Date(at).toLocaleTimeString('en', { timeStyle: 'medium' })
