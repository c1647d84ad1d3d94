import { LaurelError } from '../../../../sdk/src/index.ts'
import { PASSWORD, type SeedPartner } from './onboard.ts'
import type { Random } from './random.ts'

type Member = { userId: string; weight: number; balance: number; subRule: number }
type Award = { member: Member; ruleName: string; narration?: string }
type PaidAward = { id: string; member: Member; coins: number }

const USERS_AT_ONCE = 4
const MEMBERS_MIN = 40
/** How busy a day is, from Sunday to Saturday. */
const WEEKDAYS = [0.75, 0.9, 0.9, 0.95, 1.05, 1.3, 1.2]

/** An hour of the past: how many days ago, and how much of its day it makes up. */
type Hour = { daysAgo: number; date: Date; share: number; isFirst: boolean }

/** The activity of one partner's members. */
export type Activity = {
  counts: { members: number; awards: number; transfers: number; reversals: number }
  live(hour: Hour): Promise<void>
  awardOnce(): Promise<void>
}

export function createActivity(
  { programme, owner, backend, ruleIds }: SeedPartner,
  { daysMax, random, firstPerson }: { daysMax: number; random: Random; firstPerson: number },
): Activity {
  const counts = { members: 0, awards: 0, transfers: 0, reversals: 0 }
  let members: Member[] = []
  let lastPaid: PaidAward[] = []
  let documents = 10_000
  let seasonIsOver = false
  const subRules = new Set(programme.rules.flatMap(({ rules = [] }) => rules.map(({ name }) => name)))
  const coinsOf = new Map(
    programme.rules.flatMap(({ name, coinValue, rules = [] }) =>
      [name, ...rules.map((subRule) => subRule.name)].map((each) => [each, Number(coinValue)] as const),
    ),
  )

  async function createMember(person: number): Promise<Member | undefined> {
    try {
      const { id: userId } = await backend.users.createAccount({
        ...personAt(person),
        password: PASSWORD,
        confirmPassword: PASSWORD,
        countryCode: '+234',
        isAdult: true,
      })
      return { userId, weight: 0, balance: 0, subRule: 0 }
    } catch (error) {
      // Somebody who tried Laurel before the seed may have the tag.
      if (error instanceof LaurelError && error.status >= 400 && error.status < 500) return undefined
      throw error
    }
  }

  async function award(awards: Award[]): Promise<void> {
    if (awards.length === 0) return
    const results = await backend.awards.grantMany(
      awards.map(({ member: { userId }, ...rest }) => ({ userId, ...rest })),
    )
    counts.awards += awards.length
    for (const [index, result] of results.entries()) {
      const { member, ruleName } = awards[index] as Award
      if (!result.ok) continue
      if (subRules.has(ruleName)) member.subRule += 1
      if (!result.data.awarded) continue
      const coins = coinsOf.get(ruleName) ?? 0
      member.balance += coins
      lastPaid = [{ id: result.data.id, member, coins }, ...lastPaid].slice(0, 20)
    }
  }

  function chooseAward(): Award {
    const member = random.pickWeighted(members)
    const habit = random.pickWeighted(programme.habits)
    const rule = programme.rules.find(({ name }) => name === habit.ruleName)
    const isLate = seasonIsOver && habit.ruleName === programme.seasonal.ruleName && !random.chance(0.08)
    const { ruleName, narration } = isLate ? (programme.habits[0] ?? habit) : habit
    if (rule?.rules) return { member, ruleName: chooseSubRule(rule.name, rule.rules, member) }
    if (!narration) return { member, ruleName }
    documents += random.whole(1, 9)
    return { member, ruleName, narration: `${narration} ${documents}` }
  }

  /** Mostly the next sub-rule of the round, sometimes a repeated one, rarely the combined rule itself. */
  function chooseSubRule(combined: string, round: { name: string }[], { subRule }: Member): string {
    if (random.chance(0.01)) return combined
    const next = random.chance(0.92) ? round[subRule % round.length] : random.pick(round)
    return next?.name ?? combined
  }

  async function transfer(): Promise<void> {
    const member = random.pick(members)
    const isTooMuch = random.chance(0.05)
    if (member.balance < 15 && !isTooMuch) return
    const coins = isTooMuch
      ? member.balance + 50
      : 5 * random.whole(1, Math.min(Math.floor(member.balance / 5), 8))
    const { ok } = await backend.coins.transfer({
      userId: member.userId,
      coins,
      narration: random.pick(['Voucher', 'Discount at checkout', 'Gift card']),
    })
    if (!ok) return
    member.balance -= coins
    counts.transfers += 1
  }

  async function reverse(): Promise<void> {
    const paid = random.pick(lastPaid)
    if (!paid) return
    const { ok } = await owner.awards.reverse(paid.id)
    if (!ok) return
    paid.member.balance -= paid.coins
    counts.reversals += 1
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

  return {
    counts,
    awardOnce: () => award([chooseAward()]),
    async live({ daysAgo, date, share, isFirst }) {
      const progress = 1 - daysAgo / Math.min(programme.daysAgo, daysMax)
      if (!seasonIsOver && progress >= programme.seasonal.endsAt) await endSeason()
      if (isFirst) await join(Math.round(programme.members * (0.18 + 0.82 * progress)) - counts.members)
      const busy =
        (WEEKDAYS[date.getUTCDay()] ?? 1) * (0.4 + 0.9 * progress ** 1.5) * (0.8 + 0.4 * random.next())
      const awards = Math.round(programme.awardsPerDay * share * busy)
      await award(Array.from({ length: awards }, chooseAward))
      for (let due = awards * 0.08 + random.next(); due >= 1; due -= 1) await transfer()
      if (random.chance(0.03)) await reverse()
      if (members.length > MEMBERS_MIN && random.chance(0.004)) await leave()
    },
  }
}

const GIVEN_NAMES =
  'Ada Amina Andrzej Anouk Bola Carlos Chiara Chidi Daniel Dina Elif Emeka Esther Farida Femi Fiona Gabriel Grace Hana Hassan Ines Ingrid Isaac Ivana Jamal Jonas Julia Kemi Kofi Lars Leila Lucia Malik Mara Mateo Mei Milan Nadia Ngozi Noah Olu Omar Paula Priya Rafael Rosa Samuel Sara Sven Tariq Thandi Tomas Uche Vera Wale Yara Yusuf Zainab Zoe Zola'.split(
    ' ',
  )
const FAMILY_NAMES =
  'Abebe Adeyemi Almeida Bauer Bello Bianchi Boateng Castro Chen Cohen Costa Diallo Dubois Eze Fernandez Fischer Garcia Haddad Hansen Hoang Ibrahim Ivanov Jansen Johnson Kamau Kaya Khan Kim Kowalska Larsen Lopez Mensah Meyer Moreau Mwangi Nakamura Ndiaye Novak Nwosu Obi Okafor Okoro Olsen Osei Patel Pereira Popescu Reyes Rossi Sato Schmidt Silva Singh Suleiman Tanaka Traore Usman Vargas Weber'.split(
    ' ',
  )

type Person = { fullname: string; tag: string; email: string; phone: string; dateOfBirth: string }

/** A person by number; two numbers below 3,500 are two people. */
function personAt(index: number): Person {
  const givenName = GIVEN_NAMES[(index * 7) % GIVEN_NAMES.length] as string
  const family = FAMILY_NAMES[(index * 11 + 3) % FAMILY_NAMES.length] as string
  const tag = `${givenName}.${family}`.toLowerCase()
  return {
    fullname: `${givenName} ${family}`,
    tag,
    email: `${tag}@mail.example`,
    phone: String(8_010_000_000 + index * 7_919),
    dateOfBirth: `${1960 + ((index * 13) % 45)}-0${1 + (index % 9)}-1${index % 10}`,
  }
}
