import { LaurelError, type NewRule } from '../../../../sdk/src/index.ts'
import { createCorrections, type Member } from './corrections.ts'
import { PASSWORD, type SeedPartner } from './onboard.ts'
import { attributesOf, personAt } from './people.ts'
import type { Random } from './random.ts'
import { tellActivities } from './tell-activities.ts'

type Award = {
  member: Member
  ruleName: string
  narration?: string
  units?: string
  reference?: string
}

const USERS_AT_ONCE = 4
const MEMBERS_MIN = 40
const DAY_MS = 86_400_000
/** How many members have no account, only the partner's own id. */
const WITHOUT_ACCOUNT = 0.3
/** How many orders are partly paid with coins. */
const PAID_WITH_COINS = 0.15
/** How many activities are told beside each award by name. */
const ACTIVITIES_PER_AWARD = 0.2
/** How many members hold coins at the end, those with so many, and for how long. */
const HOLDS = 6
const HELD_MIN = 20
const HOLD_SECONDS = 604_800
/** How busy a day is, from Sunday to Saturday. */
const WEEKDAYS = [0.75, 0.9, 0.9, 0.95, 1.05, 1.3, 1.2]
const MONDAY = 1

/** An hour of the past: how many days ago, and how much of its day it makes up. */
type Hour = { daysAgo: number; date: Date; share: number; isFirst: boolean }

/** The activity of one partner's members. */
export type Activity = {
  counts: { members: number; awards: number; transfers: number; reversals: number }
  live(hour: Hour): Promise<void>
  awardOnce(): Promise<void>
  /** Holds coins for checkouts of which some are open, one is paid and one was given up. */
  holdCoins(): Promise<void>
}

type Options = { daysMax: number; end: number; random: Random; firstPerson: number }

export function createActivity(
  { programme, owner, manager, support, backend, ruleIds }: SeedPartner,
  { daysMax, end, random, firstPerson }: Options,
): Activity {
  const counts = { members: 0, awards: 0, transfers: 0, reversals: 0 }
  let members: Member[] = []
  let documents = 10_000
  let seasonIsOver = false
  const changesToMake = [...programme.changes]
  const corrections = createCorrections({ manager, support, random })
  const terms = new Map(
    [...programme.rules, ...programme.windows.map(({ rule }) => rule)].map((rule) => [rule.name, rule]),
  )
  const combinedBy = new Map(
    programme.rules.flatMap(({ name, rules = [] }) => rules.map((subRule) => [subRule.name, name] as const)),
  )

  async function createMember(person: number): Promise<Member | undefined> {
    try {
      return newMember(await joinedId(person))
    } catch (error) {
      // Somebody who tried Laurel before the seed may have the tag.
      if (error instanceof LaurelError && error.status >= 400 && error.status < 500) return undefined
      throw error
    }
  }

  async function joinedId(person: number): Promise<string> {
    const { externalId, fullname, email, ...account } = personAt(person)
    if (random.chance(WITHOUT_ACCOUNT))
      return (await backend.users.create({ externalId, fullname, email, attributes: attributesOf(person) }))
        .userId
    const { id } = await backend.users.createAccount({
      externalId,
      fullname,
      email,
      ...account,
      password: PASSWORD,
      confirmPassword: PASSWORD,
      countryCode: '+234',
      isAdult: true,
    })
    return id
  }

  const newMember = (userId: string): Member => ({ userId, weight: 0, balance: 0, subRule: 0 })

  async function award(awards: Award[]): Promise<void> {
    if (awards.length === 0) return
    const results = await backend.awards.grantMany(
      awards.map(({ member: { userId }, ...rest }) => ({ userId, ...rest })),
    )
    counts.awards += awards.length
    for (const [index, result] of results.entries()) {
      const { member, ruleName, units, reference } = awards[index] as Award
      if (!result.ok) continue
      const combined = combinedBy.get(ruleName)
      if (combined) member.subRule += 1
      if (!result.data.awarded) continue
      const coins = coinsOf(terms.get(combined ?? ruleName), units)
      member.balance += coins
      corrections.paid({ id: result.data.id, member, coins, reference })
    }
    for (const { member, reference } of awards)
      if (reference && random.chance(PAID_WITH_COINS)) await transfer(member, reference)
  }

  function chooseAward(): Award {
    const member = random.pickWeighted(members)
    const habit = random.pickWeighted(programme.habits)
    const isLate = seasonIsOver && habit.ruleName === programme.seasonal.ruleName && !random.chance(0.08)
    const isMade = ruleIds.has(habit.ruleName)
    const { ruleName, narration, order } = isLate || !isMade ? (programme.habits[0] ?? habit) : habit
    const rule = terms.get(ruleName)
    if (rule?.rules) return { member, ruleName: chooseSubRule(rule.name, rule.rules, member) }
    if (!narration && !order) return { member, ruleName }
    documents += random.whole(1, 9)
    if (!order) return { member, ruleName, narration: `${narration} ${documents}` }
    const units = `${random.whole(order.from, order.to)}.${random.whole(10, 99)}`
    return { member, ruleName, units, reference: `ORD-${documents}` }
  }

  /** Mostly the next sub-rule of the round, sometimes a repeated one, rarely the combined rule itself. */
  function chooseSubRule(combined: string, round: { name: string }[], { subRule }: Member): string {
    if (random.chance(0.01)) return combined
    const next = random.chance(0.92) ? round[subRule % round.length] : random.pick(round)
    return next?.name ?? combined
  }

  async function transfer(member: Member, reference?: string): Promise<void> {
    const isTooMuch = random.chance(0.05)
    if (member.balance < 15 && !isTooMuch) return
    const coins = isTooMuch
      ? Math.floor(member.balance) + 50
      : 5 * random.whole(1, Math.min(Math.floor(member.balance / 5), 8))
    const narration = reference
      ? `Paid with ${reference}`
      : random.pick(['Voucher', 'Discount at checkout', 'Gift card'])
    const result = await backend.coins.transfer({
      userId: member.userId,
      coins,
      narration,
      ...(reference && { reference }),
    })
    if (!result.ok) return
    member.balance -= coins
    counts.transfers += 1
    corrections.spent({ id: result.data.id, member, coins })
  }

  async function holdCoins(): Promise<void> {
    const payers = members.filter(({ balance }) => balance >= HELD_MIN).slice(0, HOLDS)
    for (const [index, { userId, balance }] of payers.entries()) {
      documents += random.whole(1, 9)
      const coins = Math.floor(balance / 2)
      const reference = `ORD-${documents}`
      const hold = await backend.holds.create({ userId, coins, reference, expiresIn: HOLD_SECONDS })
      if (!hold.ok) continue
      if (index === 0) await backend.holds.capture(hold.data.id, { coins: coins - 1 })
      if (index === 1) await backend.holds.release(hold.data.id)
    }
  }

  async function leave(): Promise<void> {
    const member = random.pick(members)
    await owner.users.remove(member.userId)
    members = members.filter((each) => each !== member)
  }

  async function join(count: number): Promise<void> {
    const people = Array.from({ length: count }, (_, index) => firstPerson + counts.members + index)
    counts.members += count
    const joined: Member[] = []
    for (let at = 0; at < people.length; at += USERS_AT_ONCE) {
      const created = await Promise.all(people.slice(at, at + USERS_AT_ONCE).map(createMember))
      joined.push(...created.filter((member) => member !== undefined))
    }
    // Those without an account have them already.
    const described = people.map((person) => ({
      externalId: personAt(person).externalId,
      attributes: attributesOf(person),
    }))
    if (described.length > 0) await backend.users.changeManyAttributes(described)
    for (const member of joined) member.weight = 0.2 + 5 * random.next() ** 3
    members.push(...joined)
    const isFirst = counts.members === count
    const founders = joined.filter(() => isFirst || random.chance(0.12))
    await award([
      ...joined.map((member) => ({ member, ruleName: programme.welcome })),
      ...founders.map((member) => ({ member, ruleName: programme.founders })),
    ])
  }

  async function endSeason(): Promise<void> {
    seasonIsOver = true
    const id = ruleIds.get(programme.seasonal.ruleName) as string
    await owner.rules.change(id, { status: 'inactive' })
  }

  /** What the team decides as the days go by: other terms, and rules with a window. */
  async function decideTerms(progress: number, daysAgo: number): Promise<void> {
    if (!seasonIsOver && progress >= programme.seasonal.endsAt) await endSeason()
    for (const change of changesToMake.filter(({ at }) => at <= progress)) {
      changesToMake.splice(changesToMake.indexOf(change), 1)
      await manager.rules.change(ruleIds.get(change.ruleName) as string, change.terms)
    }
    // Windows end after the present, so that no other process finds one that is due while the past is played.
    for (const { rule, madeDaysAgo, startsInDays, endsInDays } of programme.windows) {
      if (daysAgo > madeDaysAgo || ruleIds.has(rule.name)) continue
      const inDays = (days: number) => new Date(end + days * DAY_MS).toISOString()
      const { id } = await manager.rules.create({
        ...rule,
        ...(startsInDays && { startsAt: inDays(startsInDays) }),
        endsAt: inDays(endsInDays),
      })
      ruleIds.set(rule.name, id)
    }
  }

  return {
    counts,
    awardOnce: () => award([chooseAward()]),
    holdCoins,
    async live({ daysAgo, date, share, isFirst }) {
      const progress = 1 - daysAgo / Math.min(programme.daysAgo, daysMax)
      if (isFirst) {
        await decideTerms(progress, daysAgo)
        await join(Math.round(programme.members * (0.18 + 0.82 * progress)) - counts.members)
      }
      const busy =
        (WEEKDAYS[date.getUTCDay()] ?? 1) * (0.4 + 0.9 * progress ** 1.5) * (0.8 + 0.4 * random.next())
      const awards = Math.round(programme.awardsPerDay * share * busy)
      await award(Array.from({ length: awards }, chooseAward))
      const told = Math.round(awards * ACTIVITIES_PER_AWARD)
      await tellActivities(backend, members, { random, count: told })
      for (let due = awards * 0.08 + random.next(); due >= 1; due -= 1) await transfer(random.pick(members))
      if (random.chance(0.03) && (await corrections.reverse())) counts.reversals += 1
      if (!isFirst || date.getUTCDay() !== MONDAY) return
      const memberOfTheWeek = random.pick(members)
      await corrections.ofTheWeek(memberOfTheWeek)
      await backend.users.changeAttributes(memberOfTheWeek.userId, { attributes: { tier: 'gold' } })
      if (members.length > MEMBERS_MIN && random.chance(0.5)) await leave()
    },
  }
}

/** What a payment is worth by the first terms of its rule. */
function coinsOf(rule: NewRule | undefined, units: string | undefined): number {
  const coins = Number(rule?.coinValue ?? 0) * Number(units ?? 1)
  return Math.min(coins, Number(rule?.maxCoinsPerAward ?? coins))
}
