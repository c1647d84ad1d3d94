import type { Laurel, NewRule, Result } from '../../../../sdk/src/index.ts'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import { isTriggerRule, TRIGGER_NAME as NAME, type Trigger } from './triggers.ts'

/** The customer of a run has a name of its own; rules cannot be deleted, so most are used again. */
type Recipe = (laurel: Laurel, mark: string) => Promise<unknown>

const COINS = '10'
const SOON_MS = 1_000
const AN_HOUR_MS = 3_600_000

/** How each event comes about. */
export const RECIPES: Record<Trigger, Recipe> = {
  'activity.recorded': async (laurel, mark) => {
    const { externalId } = await addCustomer(laurel, mark)
    await laurel.activities.record({ type: 'laurel.trigger', externalId })
  },

  'rule.created': (laurel, mark) => addRule(laurel, `${NAME}-${mark}`),
  'rule.updated': async (laurel, mark) => {
    const rule = await findOrAddRule(laurel, NAME)
    await laurel.rules.change(rule.id, { condition: `Changed by a trigger (${mark})` })
  },
  'rule.started': (laurel, mark) =>
    addRule(laurel, `${NAME}-${mark}`, { startsAt: timeIn(SOON_MS), endsAt: timeIn(AN_HOUR_MS) }),
  'rule.ended': (laurel, mark) => addRule(laurel, `${NAME}-${mark}`, { endsAt: timeIn(SOON_MS) }),
  'rule.exhausted': async (laurel, mark) => {
    await addRule(laurel, `${NAME}-${mark}`, { coinBudget: COINS })
    await pay(laurel, mark, `${NAME}-${mark}`)
  },
  'rule.full': async (laurel, mark) => {
    await addRule(laurel, `${NAME}-${mark}`, { maxNumberOfParticipant: '1' })
    await pay(laurel, mark, `${NAME}-${mark}`)
  },

  'user.onboarded': addCustomer,
  'user.updated': async (laurel, mark) => {
    const { userId } = await addCustomer(laurel, mark)
    await laurel.users.changeAttributes(userId, { attributes: { [NAME.replace('-', '_')]: mark } })
  },
  'user.left': async (laurel, mark) => laurel.users.remove((await addCustomer(laurel, mark)).userId),
  'user.erased': async (laurel, mark) => laurel.users.erase((await addCustomer(laurel, mark)).userId),

  'award.paid': (laurel, mark) => pay(laurel, mark),
  'award.counted': async (laurel, mark) => {
    const ruleName = `${NAME}-batched`
    await findOrAddRule(laurel, ruleName, { type: 'batched', completionNumber: '1000000' })
    const { externalId } = await addCustomer(laurel, mark)
    done(await laurel.awards.grant({ externalId, ruleName }))
  },
  'award.refused': async (laurel, mark) => {
    const ruleName = `${NAME}-inactive`
    await findOrAddRule(laurel, ruleName, { status: 'inactive' })
    const { externalId } = await addCustomer(laurel, mark)
    refused(await laurel.awards.grant({ externalId, ruleName }))
  },
  'award.reversed': async (laurel, mark) => done(await laurel.awards.reverse(await pay(laurel, mark))),
  'reversal.refused': async (laurel, mark) => {
    const awardId = await pay(laurel, mark)
    refused(await laurel.awards.reverse(awardId, { coins: Number(COINS) + 1 }))
  },

  'coins.transferred': spend,
  'transfer.refused': async (laurel, mark) => {
    const { externalId } = await addCustomer(laurel, mark)
    refused(await laurel.coins.transfer({ externalId, coins: COINS }))
  },
  'coins.refunded': async (laurel, mark) => done(await laurel.coins.refund(await spend(laurel, mark))),
  'refund.refused': async (laurel, mark) => {
    const transactionId = await spend(laurel, mark)
    refused(await laurel.coins.refund(transactionId, { coins: Number(COINS) + 1 }))
  },
  'coins.adjusted': async (laurel, mark) => {
    const { externalId } = await addCustomer(laurel, mark)
    done(await laurel.coins.adjust({ externalId, coins: COINS, reason: 'A trigger' }))
  },
  'adjustment.refused': async (laurel, mark) => {
    const { externalId } = await addCustomer(laurel, mark)
    refused(await laurel.coins.adjust({ externalId, coins: `-${COINS}`, reason: 'A trigger' }))
  },
  'coins.settled': async (laurel, mark) => {
    const awardId = await pay(laurel, mark)
    done(await laurel.coins.transfer({ externalId: customerOf(mark), coins: COINS }))
    done(await laurel.awards.reverse(awardId, { shortfall: 'owe' }))
    await pay(laurel, mark)
  },
  'coins.held': hold,
  'hold.extended': async (laurel, mark) => {
    done(await laurel.holds.extend(await hold(laurel, mark), { expiresIn: 60 }))
  },
  'hold.released': async (laurel, mark) => done(await laurel.holds.release(await hold(laurel, mark))),
  'hold.refused': async (laurel, mark) => {
    const { externalId } = await addCustomer(laurel, mark)
    refused(await laurel.holds.create({ externalId, coins: COINS }))
  },
  'order.returned': returnOrder,
  'return.refused': async (laurel, mark) => {
    await returnOrder(laurel, mark)
    refused(await laurel.returns.create({ reference: `${NAME}-${mark}`, share: '1' }))
  },
}

/**
 * Leaves nothing that could pay or is on a list: holds end, the customer's coins go back, the customer leaves, and the
 * rules of triggers are inactive. Erasing the customer would empty fields of the event that was just made.
 */
export async function cleanUp(laurel: Laurel, mark: string): Promise<void> {
  const [member] = (await laurel.users.list({ externalId: customerOf(mark) })).data
  if (member) {
    const { userId, wallet } = member
    for (const { id } of await laurel.holds.list({ userId, status: 'active' }).all())
      await laurel.holds.release(id)
    if (Number(wallet.coins) > 0) done(await laurel.coins.transfer({ userId, coins: wallet.coins }))
    await laurel.users.remove(userId)
  }
  for await (const rule of laurel.rules.list({ search: NAME, status: 'active' }))
    if (isTriggerRule(rule)) await laurel.rules.change(rule.id, { status: 'inactive' })
}

const customerOf = (mark: string) => `${NAME}-${mark}`

/** A known customer stays as it is. */
async function addCustomer(laurel: Laurel, mark: string) {
  const externalId = customerOf(mark)
  const { userId } = await laurel.users.create({ externalId })
  return { externalId, userId }
}

function addRule(laurel: Laurel, name: string, changes: Partial<NewRule> = {}) {
  const rule = { name, coinValue: COINS, maxNumberOfParticipant: '1000000', condition: 'A trigger' }
  return laurel.rules.create({ ...rule, ...changes } as NewRule)
}

/** Rules of earlier runs are inactive. */
async function findOrAddRule(laurel: Laurel, name: string, changes: Partial<NewRule> = {}) {
  const status = changes.status ?? 'active'
  for await (const rule of laurel.rules.list({ search: name, archived: 'include' })) {
    if (rule.name !== name) continue
    if (rule.archivedAt !== null) await laurel.rules.restore(rule.id)
    return rule.status === status ? rule : laurel.rules.change(rule.id, { status })
  }
  return addRule(laurel, name, changes)
}

/** Holds coins for a minute, and returns the id of the hold. */
async function hold(laurel: Laurel, mark: string): Promise<string> {
  await pay(laurel, mark)
  return done(await laurel.holds.create({ externalId: customerOf(mark), coins: COINS, expiresIn: 60 })).id
}

/** Pays an award, and returns its id. */
async function pay(laurel: Laurel, mark: string, ruleName = NAME): Promise<string> {
  if (ruleName === NAME) await findOrAddRule(laurel, NAME)
  const { externalId } = await addCustomer(laurel, mark)
  return done(await laurel.awards.grant({ externalId, ruleName })).id
}

/** Transfers coins to the partner, and returns the id of the transaction. */
async function spend(laurel: Laurel, mark: string): Promise<string> {
  await pay(laurel, mark)
  return done(await laurel.coins.transfer({ externalId: customerOf(mark), coins: COINS })).id
}

/** Returns the whole of an order with one award. */
async function returnOrder(laurel: Laurel, mark: string): Promise<void> {
  const reference = `${NAME}-${mark}`
  await findOrAddRule(laurel, NAME)
  const { externalId } = await addCustomer(laurel, mark)
  done(await laurel.awards.grant({ externalId, ruleName: NAME, reference }))
  done(await laurel.returns.create({ reference, share: '1' }))
}

function done<Data>(result: Result<Data>): Data {
  if (!result.ok) throw new StartProblem(`The service refused what leads to the event: ${result.message}`)
  return result.data
}

function refused(result: Result<unknown>): void {
  if (result.ok) throw new StartProblem('The service did what it should refuse.')
}

const timeIn = (ms: number) => new Date(Date.now() + ms).toISOString()
