import type { Body, Laurel, NewRule, Result } from '../../../sdk/src/index.ts'
import { StartProblem } from '../process/start-problem.ts'
import type { Trigger } from './triggers.ts'

type Recipe = (laurel: Laurel, mark: string) => Promise<unknown>

/** A customer and rules of this name are there for triggers alone. */
const NAME = 'laurel-trigger'
const COINS = '10'
const SOON_MS = 1_000
const AN_HOUR_MS = 3_600_000

/** How each event comes about. */
export const RECIPES: Record<Trigger, Recipe> = {
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
    await pay(laurel, { ruleName: `${NAME}-${mark}` })
  },
  'rule.full': async (laurel, mark) => {
    await addRule(laurel, `${NAME}-${mark}`, { maxNumberOfParticipant: '1' })
    await pay(laurel, { ruleName: `${NAME}-${mark}` })
  },

  'user.onboarded': (laurel, mark) => addCustomer(laurel, `${NAME}-${mark}`),
  'user.left': async (laurel, mark) =>
    laurel.users.remove((await addCustomer(laurel, `${NAME}-${mark}`)).userId),
  'user.erased': async (laurel, mark) =>
    laurel.users.erase((await addCustomer(laurel, `${NAME}-${mark}`)).userId),

  'award.paid': async (laurel) => pay(laurel),
  'award.counted': async (laurel) => {
    const ruleName = `${NAME}-batched`
    await findOrAddRule(laurel, ruleName, { type: 'batched', completionNumber: '1000000' })
    await addCustomer(laurel)
    done(await laurel.awards.grant({ externalId: NAME, ruleName }))
  },
  'award.refused': async (laurel) => {
    const ruleName = `${NAME}-inactive`
    await findOrAddRule(laurel, ruleName, { status: 'inactive' })
    await addCustomer(laurel)
    refused(await laurel.awards.grant({ externalId: NAME, ruleName }))
  },
  'award.reversed': async (laurel) => done(await laurel.awards.reverse(await pay(laurel))),
  'reversal.refused': async (laurel) => {
    const awardId = await pay(laurel)
    refused(await laurel.awards.reverse(awardId, { coins: Number(COINS) + 1 }))
  },

  'coins.transferred': async (laurel) => spend(laurel),
  'transfer.refused': async (laurel, mark) => {
    const externalId = `${NAME}-${mark}`
    await addCustomer(laurel, externalId)
    refused(await laurel.coins.transfer({ externalId, coins: COINS }))
  },
  'coins.refunded': async (laurel) => done(await laurel.coins.refund(await spend(laurel))),
  'refund.refused': async (laurel) => {
    const transactionId = await spend(laurel)
    refused(await laurel.coins.refund(transactionId, { coins: Number(COINS) + 1 }))
  },
  'coins.adjusted': async (laurel) => {
    await addCustomer(laurel)
    done(await laurel.coins.adjust({ externalId: NAME, coins: COINS, reason: 'A trigger' }))
  },
  'adjustment.refused': async (laurel, mark) => {
    const externalId = `${NAME}-${mark}`
    await addCustomer(laurel, externalId)
    refused(await laurel.coins.adjust({ externalId, coins: `-${COINS}`, reason: 'A trigger' }))
  },
  'coins.settled': async (laurel, mark) => {
    const externalId = `${NAME}-${mark}`
    const awardId = await pay(laurel, { externalId })
    done(await laurel.coins.transfer({ externalId, coins: COINS }))
    done(await laurel.awards.reverse(awardId, { shortfall: 'owe' }))
    await pay(laurel, { externalId })
  },
  'order.returned': (laurel, mark) => returnOrder(laurel, mark),
  'return.refused': async (laurel, mark) => {
    await returnOrder(laurel, mark)
    refused(await laurel.returns.create({ reference: `${NAME}-${mark}`, share: '1' }))
  },
}

/** Known customers stay as they are. */
function addCustomer(laurel: Laurel, externalId = NAME) {
  return laurel.users.create({ externalId } as Body<'createMember'>)
}

function addRule(laurel: Laurel, name: string, changes: Partial<NewRule> = {}) {
  const rule = { name, coinValue: COINS, maxNumberOfParticipant: '1000000', condition: 'A trigger' }
  return laurel.rules.create({ ...rule, ...changes } as NewRule)
}

async function findOrAddRule(laurel: Laurel, name: string, changes: Partial<NewRule> = {}) {
  for await (const rule of laurel.rules.list({ search: name })) if (rule.name === name) return rule
  return addRule(laurel, name, changes)
}

/** Pays an award, and returns its id. */
async function pay(laurel: Laurel, { externalId = NAME, ruleName = NAME } = {}): Promise<string> {
  if (ruleName === NAME) await findOrAddRule(laurel, NAME)
  await addCustomer(laurel, externalId)
  return done(await laurel.awards.grant({ externalId, ruleName })).id
}

/** Transfers coins to the partner, and returns the id of the transaction. */
async function spend(laurel: Laurel): Promise<string> {
  await pay(laurel)
  return done(await laurel.coins.transfer({ externalId: NAME, coins: COINS })).id
}

/** Returns the whole of an order with one award. */
async function returnOrder(laurel: Laurel, mark: string): Promise<void> {
  const reference = `${NAME}-${mark}`
  await findOrAddRule(laurel, NAME)
  await addCustomer(laurel)
  done(await laurel.awards.grant({ externalId: NAME, ruleName: NAME, reference }))
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
