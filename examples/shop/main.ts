import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Html, html } from './html.ts'
import { hasLeft, inPlainWords, isUnavailable, laurel } from './laurel.ts'
import { followEvents, joinLive } from './live.ts'
import { isOfAnother, orderOf, placeOrder, refund, review, settleOpenOrders, toPay } from './orders.ts'
import * as pages from './pages.ts'
import { productOf } from './products.ts'
import { createRules } from './programme.ts'
import { type Session, sessionOf } from './session.ts'
import { LAUREL_URL, SHOP_URL } from './settings.ts'
import { beginSignIn, completeSignIn } from './sign-in.ts'
import { receive, registerWebhook, WEBHOOK_PATH } from './webhooks.ts'

type Visit = { url: URL; form: URLSearchParams; session: Session; user: pages.User }
/** A page or a part of one, or where the visitor goes next. */
type Reply = (Html & { status?: number }) | { to: string }
type Route = (visit: Visit) => Reply | Promise<Reply>

const SETTLE_EVERY_MS = 10_000
const REVIEW_LENGTH_MAX = 500
const LINK_HOME = html`<p><a href="/">To the shop</a></p>`

/** For everyone; `user` is undefined for a visitor who has not signed in. */
const open: Record<string, Route> = {
  'GET /': ({ session }) => pages.page(session, 'Good coffee, rewarded', pages.products(), '/'),
  'GET /board': async ({ session, user }) =>
    pages.page(session, 'Board', await pages.boardPage(user), '/board'),
  'GET /parts/board': ({ user }) => pages.board(user),
  'GET /webhooks': ({ session }) => pages.page(session, 'Webhook log', pages.webhooksPage(), '/webhooks'),
  'GET /parts/deliveries': () => pages.deliveryLog(),
  'GET /sign-in': async ({ session }) => ({ to: await beginSignIn(session) }),
  'GET /join': async ({ session }) => ({ to: await beginSignIn(session, true) }),
  'GET /signed-in': async ({ session, url }) => {
    try {
      await completeSignIn(session, url.search)
      session.message = 'Welcome. Your coins and orders are here.'
    } catch (error) {
      console.error('Sign-in failed.', error)
      session.message = 'You are not signed in. Try again, and allow the connection when Laurel asks.'
    }
    return { to: '/' }
  },
}

/** For customers who have signed in. */
const customersOnly: Record<string, Route> = {
  'POST /sign-out': ({ session }) => {
    delete session.user
    return { to: '/' }
  },
  'GET /parts/balance': ({ user }) => pages.balance(user),
  'GET /checkout': async ({ session, user, url }) => {
    const product = productOf(url.searchParams.get('product'))
    if (!product) return { to: '/' }
    return pages.page(session, 'Checkout', await pages.checkout(user, product))
  },
  'POST /checkout': async ({ session, user, form }) => {
    const product = productOf(form.get('product'))
    const id = form.get('order') ?? ''
    const coins = Number(form.get('coins') ?? 0)
    if (!product || !/^order-[0-9a-f]{8}$/.test(id) || isOfAnother(user.id, id)) return { to: '/' }
    const isDeclined = form.has('declined')
    const placed = { id, userId: user.id, productId: product.id, cents: product.cents, coins, isDeclined }
    if (!Number.isInteger(coins) || coins < 0 || toPay(placed) < 0) {
      session.message = 'Use a whole number of coins, and no more than the price.'
      return { to: `/checkout?product=${product.id}` }
    }
    try {
      const { status } = await placeOrder(placed)
      session.message = status === 'refused' ? 'The order was not placed.' : 'Thank you for your order.'
    } catch (error) {
      if (!isUnavailable(error)) throw error
      session.message = 'Thank you. Your coins follow when our rewards service is back.'
    }
    return { to: '/orders' }
  },
  'GET /orders': ({ session, user }) => pages.page(session, 'Your orders', pages.orders(user), '/orders'),
  'POST /refund': async ({ session, user, form }) => {
    const order = orderOf(user.id, form.get('order'))
    if (order?.status === 'done') session.message = await refund(order)
    return { to: '/orders' }
  },
  'POST /review': async ({ session, user, form }) => {
    const order = orderOf(user.id, form.get('order'))
    const text = (form.get('text') ?? '').trim().slice(0, REVIEW_LENGTH_MAX)
    if (order?.status === 'done' && order.review === undefined && text !== '')
      session.message = await review(order, text)
    return { to: '/orders' }
  },
  'GET /wallet': async ({ session, user }) =>
    pages.page(session, 'Your wallet', await pages.walletPage(user), '/wallet'),
  'GET /parts/wallet': ({ user }) => pages.wallet(user),
  'POST /bonus': async ({ session, user }) => {
    const { awards, refused } = await laurel.activities.record({ type: 'shop.visited', userId: user.id })
    const coins = awards.reduce((sum, { decision }) => sum + Number(decision?.coins ?? 0), 0)
    const [why] = refused
    session.message = coins > 0 || !why ? `Here are ${coins} coins.` : inPlainWords(why)
    return { to: '/wallet' }
  },
}

const FILES: Record<string, string> = { '/style.css': 'text/css', '/live.js': 'text/javascript' }

const server = createServer(async (request, response) => {
  const url = URL.parse(request.url ?? '/', SHOP_URL) ?? new URL(SHOP_URL)
  response.setHeader(
    'content-security-policy',
    "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'",
  )
  const type = FILES[url.pathname]
  if (type) {
    const file = readFileSync(new URL(`public${url.pathname}`, import.meta.url))
    return void response.setHeader('content-type', type).end(file)
  }
  if (url.pathname === '/live') return joinLive(response)
  if (request.method === 'POST' && url.pathname === WEBHOOK_PATH)
    return void response.writeHead(await receive(request)).end()
  const session = sessionOf(request, response)
  try {
    send(response, await replyTo(request, url, session))
  } catch (error) {
    // The part stays as it is, and the next page says what is wrong.
    if (url.pathname.startsWith('/parts/')) return void response.writeHead(503).end()
    if (session.user && hasLeft(error)) {
      delete session.user
      session.message = 'Your connection with Laurel has ended. Sign in again.'
      return send(response, { to: '/' })
    }
    console.error(`${request.method} ${url.pathname} failed.`, error)
    send(response, await sorryPage(session, error))
  }
})

async function replyTo(request: IncomingMessage, url: URL, session: Session): Promise<Reply> {
  const isPost = request.method === 'POST'
  // A form of another site would be sent with the visitor's cookie.
  if (isPost && request.headers.origin !== SHOP_URL) return { to: '/' }
  const name = `${request.method} ${url.pathname}`
  const route = open[name] ?? (session.user ? customersOnly[name] : undefined)
  const form = new URLSearchParams(isPost ? await text(request) : '')
  if (route) return route({ url, form, session, user: session.user as pages.User })
  if (!(name in customersOnly))
    return { ...(await pages.page(session, 'There is no such page', LINK_HOME)), status: 404 }
  if (url.pathname.startsWith('/parts/')) return html``
  session.message = 'Sign in first: your coins and orders are yours alone.'
  return { to: '/' }
}

function send(response: ServerResponse, reply: Reply): void {
  if ('to' in reply) return void response.writeHead(303, { location: reply.to }).end()
  response.writeHead(reply.status ?? 200, { 'content-type': 'text/html; charset=utf-8' }).end(reply.html)
}

/** The balance in the header of a page asks Laurel too, so this page does without it. */
async function sorryPage({ user: _, ...session }: Session, error: unknown): Promise<Reply> {
  if (!isUnavailable(error))
    return { ...(await pages.page(session, 'That did not work', LINK_HOME)), status: 500 }
  const content = html`<p>You can shop on; coins, wallet and board are back soon. Nothing is lost.</p>${LINK_HOME}`
  return { ...(await pages.page(session, 'Our rewards service takes a break', content)), status: 503 }
}

try {
  await createRules()
  await registerWebhook()
} catch (error) {
  console.error(
    `The shop cannot start: ${LAUREL_URL} says "${error instanceof Error ? error.message : error}"`,
  )
  process.exit(1)
}
server.listen(Number(new URL(SHOP_URL).port), 'localhost', () => console.log(`The shop is at ${SHOP_URL}`))
followEvents().catch((error) => console.error('Following events failed.', error))
await settleOpenOrders()
setInterval(settleOpenOrders, SETTLE_EVERY_MS)
