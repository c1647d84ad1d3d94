import { actionsOf, newUserBody, onboardTestPartner, signIn, type TestPartner, unique } from './partner.ts'
import type { OwnService } from './service.ts'

const DAY_MS = 24 * 3600 * 1000

const PEOPLE = [
  'Ada Lovelace',
  'Grace Hopper',
  'Katherine Johnson',
  'Chinua Achebe',
  'Wole Soyinka',
  'Mary Jackson',
  'Alan Turing',
  'Funmilayo Kuti',
  'Edsger Dijkstra',
  'Barbara Liskov',
  'Buchi Emecheta',
  'Ken Saro-Wiwa',
]

/** A partner with a programme that has run for some weeks, so that a page has something to show. */
export type Programme = TestPartner & { people: { userId: string; tag: string; fullname: string }[] }

/** The same on every run: who does what on which day follows from the numbers of both. */
export async function seedProgramme(
  service: OwnService,
  { days = 60, ...changes }: { days?: number; partnerName?: string; userDetailsUrl?: string } = {},
): Promise<Programme> {
  const today = new Date()
  const dayBefore = (count: number) => new Date(today.getTime() - count * DAY_MS)
  service.clock.now = dayBefore(days)
  const partner = await onboardTestPartner(service, changes)
  await addRules(partner)
  const people: Programme['people'] = []
  for (let ago = days; ago >= 0; ago -= 1) {
    const day = days - ago
    service.clock.now = dayBefore(ago)
    const { token } = await signIn(service, partner.email)
    const { award, reverse, transfer } = actionsOf(service, () => token)
    const join = async (fullname: string) => {
      const tag = unique(fullname.toLowerCase().replace(/[ -]/g, '.'))
      const body = newUserBody({ fullname, tag })
      const { body: created } = await service.post('/api/v1/user', body, token)
      people.push({ userId: created.data.id, tag: body.tag, fullname })
    }
    const awardTo = (person: number, ruleName: string, narration?: string) =>
      award(people[person]?.userId ?? '', ruleName, narration)

    if (day === 0) for (const name of PEOPLE.slice(0, 5)) await join(name)
    else if (day % 6 === 0 && people.length < PEOPLE.length) await join(PEOPLE[people.length] as string)
    for (let person = 0; person < people.length; person += 1) {
      if ((day * 7 + person * 5) % 3 === 0) await awardTo(person, 'daily visit')
      if ((day + person * 3) % 8 === 0)
        await awardTo(person, 'first purchase', `Order ${1000 + day * 20 + person}`)
      if ((day + person) % 11 === 0) await awardTo(person, 'confirm the address')
      if ((day + person) % 13 === 0) await awardTo(person, 'add a picture')
    }
    if (day % 9 === 8) {
      const coins = 5 + (day % 4) * 2.5
      await transfer(people[day % people.length]?.userId ?? '', coins)
    }
    if (day % 20 === 19) {
      const paid = await awardTo(day % people.length, 'double points', 'By mistake')
      await reverse(paid.body.data.id)
    }
  }
  service.clock.now = undefined
  return { ...partner, people, token: (await signIn(service, partner.email)).token }
}

async function addRules(partner: TestPartner): Promise<void> {
  await partner.addRule({
    name: 'first purchase',
    coinValue: '25',
    maxNumberOfParticipant: '8',
    condition: 'The user has paid for an order',
    userLimitAward: '3',
  })
  await partner.addRule({
    name: 'daily visit',
    coinValue: '2.5',
    type: 'batched',
    completionNumber: '3',
    condition: 'The user opened the shop on three days',
  })
  await partner.addRule({
    name: 'complete your profile',
    coinValue: '40',
    type: 'combined',
    condition: 'The profile is complete',
    rules: [
      { name: 'confirm the address', condition: 'The address is confirmed' },
      { name: 'add a picture', condition: 'A picture was uploaded' },
    ],
  })
  await partner.addRule({ name: 'double points', coinValue: '50', condition: 'A weekend of double points' })
  await partner.addRule({
    name: 'winter sale',
    coinValue: '15',
    condition: 'Bought in winter',
    status: 'inactive',
  })
}
