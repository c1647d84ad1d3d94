import { inPlainWords, laurel } from './laurel.ts'
import { dollars, productOf } from './products.ts'
import { CENTS_PER_COIN, PURCHASE, THIRD_ORDER } from './programme.ts'
import { type Order, save, store } from './store.ts'

type NewOrder = Pick<Order, 'id' | 'userId' | 'productId' | 'cents' | 'coins'>

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
 * Takes the coins of an order and gives its rewards. Every call has a key made of the order's id, so settling again
 * after a crash or an outage repeats nothing, and a reference, so that a refund finds what belongs to the order.
 */
async function settle(order: Order): Promise<void> {
  if (order.status !== 'open') return
  const { id: reference, userId, coins } = order
  const notes: string[] = []
  if (coins > 0) {
    const payment = await laurel.coins.transfer(
      { userId, coins, reference, narration: `Paid for ${productOf(order.productId)?.name}` },
      { idempotencyKey: `${reference}-payment` },
    )
    if (!payment.ok) return close(order, 'refused', [inPlainWords(payment)])
    notes.push(`Paid ${coins} coins.`)
  }
  const paid = toPay(order)
  if (paid > 0) notes.push(await reward(order, PURCHASE, { units: (paid / 100).toFixed(2) }))
  notes.push(await reward(order, THIRD_ORDER))
  close(order, 'done', notes)
}

/** Gives one reward for an order and says what came of it. */
async function reward(order: Order, ruleName: string, units: { units?: string } = {}): Promise<string> {
  const { id: reference, userId } = order
  const narration = productOf(order.productId)?.name ?? reference
  const award = await laurel.awards.grant(
    { userId, ruleName, reference, narration, ...units },
    { idempotencyKey: `${reference}-${ruleName.replaceAll(' ', '-')}`, expand: ['decision'] },
  )
  if (!award.ok) return `No coins for “${ruleName}”: ${inPlainWords(award)}`
  const { decision, awarded } = award.data
  if (awarded) return `Earned ${decision?.coins} coins for “${ruleName}”.`
  const { progress, completionNumber } = decision?.counters ?? {}
  return `${progress} of ${completionNumber} towards “${ruleName}”.`
}

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
