import { alternate, besideEvenLoad, callsOf, drive, type Load, meanLoad, timeInRounds } from './load.ts'
import { type Bench, driving } from './part.ts'
import { heading, line, milliseconds, rateHeading, rateLine, ratio, recordRatio } from './report.ts'
import { awardRequest, boardRequest, firstAwardRequest, lastPage, randomBoardRequest } from './requests.ts'
import { type Scores, type SeededPartner, seedPartners } from './seed.ts'

const SMALL = 1_000
const SIZES = { full: [SMALL, 100_000, 1_000_000], quick: [SMALL, 30_000], smoke: [SMALL, 2_000] }
const SCORES: Record<keyof typeof SIZES, Scores[]> = {
  full: ['zero', 'ten', 'distinct'],
  quick: ['distinct'],
  smoke: ['zero', 'distinct'],
}
/** Awards per second into each board while pages are read. */
const AWARDS_BESIDE = 100

/** Measures pages and awards on boards with many members against few. */
export async function measureBoards(bench: Bench): Promise<void> {
  const { by, say } = bench
  const sizes = by(SIZES)
  const pages: { name: string; times: number[] }[] = []
  const awards: { name: string; loads: Load[] }[] = []
  for (const scores of by(SCORES)) {
    const partners: SeededPartner[] = []
    for (const members of sizes) partners.push(await bench.boardPartner({ members, scores }))
    for (const page of ['first', 'middle', 'last'] as const) {
      say(`the ${page} page, scores: ${scores}`)
      const requests = partners.map((partner) => boardRequest(partner, pageNo(page, partner)))
      pages.push({ name: `${page} page, scores ${scores}`, times: await timePages(bench, requests) })
    }
    if (scores === 'zero')
      awards.push({
        name: 'the first award of each member, all at 0',
        loads: await driveFirstAwards(bench, partners),
      })
    if (scores === 'distinct') {
      say('random pages with awards beside them')
      const times = await timeBesideAwards(bench, partners)
      pages.push({ name: 'random page, scores distinct, awards beside', times })
      recordRatio('boardGrowth', (times.at(-1) as number) - (times[0] as number), `${sizes.at(-1)} members`)
      awards.push({ name: 'single award, scores distinct', loads: await driveAwards(bench, partners) })
    }
  }
  const large = sizes.at(-1)
  const columns = sizes.map((size) => `${size} members`)
  heading('Board pages with the position of a random user, milliseconds for one request', [
    '',
    ...columns,
    `${large} − ${SMALL}`,
    `${large} ÷ ${SMALL}`,
    'wanted',
  ])
  for (const { name, times } of pages) {
    const [small, largest] = [times[0] as number, times.at(-1) as number]
    line([name, ...times.map(milliseconds), milliseconds(largest - small), ratio(largest, small), '≤ 2'])
  }
  rateHeading('Awards into a board', [`cost ÷ ${SMALL} members`, 'wanted'])
  for (const { name, loads } of awards)
    for (const [index, load] of loads.entries())
      rateLine(`${name}, ${columns[index]}`, load, {
        more: [ratio((loads[0] as Load).perSecond, load.perSecond), index === 0 ? '' : '≤ 1.3'],
      })
}

function pageNo(page: 'first' | 'middle' | 'last', partner: SeededPartner): number {
  const last = lastPage(partner)
  return { first: 1, middle: Math.ceil(last / 2), last }[page]
}

async function timePages(
  { service, by }: Bench,
  requests: Parameters<typeof drive>[1][],
  count = by({ full: 300, quick: 50, smoke: 2 }),
): Promise<number[]> {
  const { calls, close } = await callsOf(service.url, Object.fromEntries(requests.entries()))
  const times = await timeInRounds(calls, { rounds: count, size: 1 })
  close()
  return Object.values(times)
}

async function timeBesideAwards(bench: Bench, partners: SeededPartner[]): Promise<number[]> {
  const count = bench.by({ full: 1_000, quick: 200, smoke: 5 })
  return besideEvenLoad(bench.service.url, partners.map(awardRequest), AWARDS_BESIDE, () =>
    timePages(bench, partners.map(randomBoardRequest), count),
  )
}

async function driveAwards(bench: Bench, partners: SeededPartner[]): Promise<Load[]> {
  const { seconds, rounds, say } = bench
  say('awards into each of them, alternating')
  const loads = await alternate(
    Object.fromEntries(
      partners.map((partner) => [`${partner.users.length} members`, driving(bench, awardRequest(partner))]),
    ),
    { seconds, rounds },
  )
  return Object.values(loads)
}

/**
 * The first award of a member writes more than the next, so each member gets one. A round uses up a small
 * board, so every round has its own; on the large boards each round continues with the next members.
 */
async function driveFirstAwards({ service, by, say }: Bench, [, ...large]: SeededPartner[]): Promise<Load[]> {
  const rounds = by({ full: 30, quick: 5, smoke: 1 })
  say(`${rounds} more boards of ${SMALL} members at 0`)
  const small = await seedPartners(service, rounds, { members: SMALL })
  say('the first award of each member, alternating')
  const requests = large.map(firstAwardRequest)
  const loads = [SMALL, ...large].map((): Load[] => [])
  for (const partner of small)
    for (const [index, next] of [firstAwardRequest(partner), ...requests].entries())
      loads[index]?.push(await drive(service.url, next, { count: SMALL, cpu: service.cpu }))
  return loads.map(meanLoad)
}
