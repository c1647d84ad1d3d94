import { type ActivityResult, LaurelRefusal, type Result } from '@laurel/sdk'
import { inPlainWords, laurel, outcomesInPlainWords } from './laurel.ts'
import { dollars, productOf } from './products.ts'
import { CENTS_PER_COIN } from './programme.ts'
import { type Order, save, store } from './store.ts'

/** More than a payment takes. */
const HOLD_SECONDS = 900

type NewOrder = Pick<Order, 'id' | 'userId' | 'productId' | 'cents' | 'coins' | 'isDeclined'>

export const ordersOf = (userId: string): Order[] =>
  store.orders.filter((order) => order.userId === userId).reverse()

export const orderOf = (userId: string, id: string | null): Order | undefined =>
  ordersOf(userId).find((order) => order.id === id)

/** Keys and references at Laurel are made of the id alone, so an id belongs to one customer. */
export const isOfAnother = (userId: string, id: string): boolean =>
  store.orders.some((order) => order.id === id && order.userId !== userId)

/** What is left to pay in money. */
export const toPay = ({ cents, coins }: Pick<Order, 'cents' | 'coins'>): number =>
  cents - coins * CENTS_PER_COIN

/** Places an order. The same id again is the same order, such as after a double click. */
export async function placeOrder(placed: NewOrder): Promise<Order> {
  let order = orderOf(placed.userId, placed.id)
  if (!order) {
    order = { ...placed, status: 'open', notes: [], createdAt: new Date().toISOString() }
    store.orders.push(order)
    save()
  }
  await settle(order)
  return order
}

/**
 * Takes the coins of an order and tells Laurel that it was paid. Every call has a key made of the order's id, so settling again
 * after a crash or an outage repeats nothing, and a reference, so that a refund finds what belongs to the order.
 */
async function settle(order: Order): Promise<void> {
  if (order.status !== 'open') return
  const paid = await (order.coins > 0 ? payWithCoins(order) : payMoney(order))
  if (!paid.ok) return close(order, 'refused', [paid.why])
  close(order, 'done', [...paid.notes, ...(await tellPaid(order))])
}

type Paid = { ok: true; notes: string[] } | { ok: false; why: string }

/** Where a shop charges the card for the rest. */
function payMoney({ isDeclined }: Order): Paid {
  return isDeclined ? { ok: false, why: 'Your card was declined.' } : { ok: true, notes: [] }
}

/**
 * Holds the coins of an order while its money is paid. Then it captures them, or releases them if the card was declined, so
 * that the customer can spend them at once. If an outage lasted longer than the hold, the coins are taken as the wallet is now.
 */
async function payWithCoins(order: Order): Promise<Paid> {
  const { id: reference, userId, productId, coins } = order
  const narration = `Paid for ${productOf(productId)?.name}`
  const hold = await laurel.holds.create(
    { userId, coins, reference, narration, expiresIn: HOLD_SECONDS },
    { idempotencyKey: `${reference}-hold` },
  )
  if (!hold.ok) return { ok: false, why: inPlainWords(hold) }
  const money = payMoney(order)
  if (!money.ok) {
    // A hold that ended meanwhile has given the coins back, too.
    await laurel.holds.release(hold.data.id, { idempotencyKey: `${reference}-release` })
    return { ok: false, why: `${money.why} Your ${coins} coins are back.` }
  }
  let taken: Result<unknown> = await laurel.holds.capture(
    hold.data.id,
    {},
    { idempotencyKey: `${reference}-payment` },
  )
  if (!taken.ok && taken.reason === 'hold_not_active')
    taken = await laurel.coins.transfer(
      { userId, coins, reference, narration },
      { idempotencyKey: `${reference}-late-payment` },
    )
  return taken.ok ? { ok: true, notes: [`Paid ${coins} coins.`] } : { ok: false, why: inPlainWords(taken) }
}

/** Tells that an order was paid, and says what rules made of it. */
async function tellPaid(order: Order): Promise<string[]> {
  const { id: reference, userId, productId, cents } = order
  const category = productOf(productId)?.category ?? ''
  const properties = {
    total: toPay(order) / 100,
    items: [{ product: productId, category, price: cents / 100, quantity: 1 }],
  }
  return orderNotes(
    laurel.activities.record(
      { type: 'order.paid', userId, reference, properties },
      { idempotencyKey: `${reference}-paid` },
    ),
  )
}

/** Tells that a customer reviewed what they ordered. The text stays in the shop. */
export async function review(order: Order, text: string): Promise<string> {
  const { id, userId, productId: product } = order
  const notes = await orderNotes(
    laurel.activities.record(
      {
        type: 'review.written',
        userId,
        reference: id,
        properties: { product, characters: [...text].length },
      },
      { idempotencyKey: `${id}-review` },
    ),
  )
  Object.assign(order, { review: text, notes: [...order.notes, ...notes] })
  save()
  return ['Thank you for your review.', ...notes].join(' ')
}

/** A customer who left gets nothing, and keeps the order. */
const orderNotes = (recorded: Promise<ActivityResult>): Promise<string[]> =>
  recorded.then(outcomesInPlainWords).catch((error) => {
    if (error instanceof LaurelRefusal) return [inPlainWords(error)]
    throw error
  })

/**
 * Gives the coins of an order back and takes its rewards back, all or nothing. Rewards that were spent already are
 * owed: the next ones settle them.
 */
export async function refund(order: Order): Promise<string> {
  const returned = await laurel.returns.create(
    { reference: order.id, share: '1', shortfall: 'owe' },
    { idempotencyKey: `${order.id}-refund` },
  )
  if (!returned.ok) return inPlainWords(returned)
  const { refunds, reversals } = returned.data
  const back = refunds.reduce((sum, { coins }) => sum + coins, 0)
  const taken = reversals.reduce((sum, { coins }) => sum + Number(coins), 0)
  const notes = [
    `${dollars(toPay(order))} and ${back} coins are back with you; ${taken} earned coins went back.`,
  ]
  close(order, 'refunded', [...order.notes, ...notes])
  return notes.join(' ')
}

/** Settles what an outage or a stop of the shop left open. What fails stays open for the next time. */
export async function settleOpenOrders(): Promise<void> {
  for (const order of store.orders)
    await settle(order).catch((error) => console.error(`Settling ${order.id} failed.`, error))
}

function close(order: Order, status: Order['status'], notes: string[]): void {
  Object.assign(order, { status, notes })
  save()
}
