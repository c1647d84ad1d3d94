import { alternate, awardRequest, boardRequest, drive, firstAwardRequest, timeAlternating } from './load.ts'
import type { Bench } from './part.ts'
import { heading, line, ratio, round } from './report.ts'
import { type Scores, type SeededPartner, seedPartner } from './seed.ts'

const SMALL = 1_000

/** Measures pages and awards on boards with many members against few. */
export async function measureBoards(bench: Bench): Promise<void> {
  const { service, quick, say } = bench
  const sizes = quick ? [SMALL, 100_000] : [SMALL, 100_000, 1_000_000]
  const pages: { name: string; times: number[] }[] = []
  const awards: { name: string; perSecond: number[] }[] = []
  for (const scores of ['zero', 'ten', 'distinct'] satisfies Scores[]) {
    const partners: SeededPartner[] = []
    for (const members of sizes) {
      say(`a board of ${members} members, scores: ${scores}`)
      partners.push(await seedPartner(service, { members, scores }))
    }
    for (const page of ['first', 'middle', 'last'] as const) {
      say(`the ${page} page`)
      const requests = partners.map((partner) => boardRequest(partner, pageNo(page, partner.users.length)))
      const times = await timeAlternating(service.url, requests, quick ? 50 : 300)
      pages.push({ name: `${page} page with position, scores ${scores}`, times })
    }
    if (scores === 'zero')
      awards.push({
        name: 'the first award of each member, all at 0',
        perSecond: await driveFirstAwards(bench, partners),
      })
    if (scores === 'distinct')
      awards.push({ name: 'single award, scores distinct', perSecond: await driveAwards(bench, partners) })
  }
  const columns = sizes.map((size) => `${size} members`)
  const large = sizes.at(-1)
  heading('Boards: milliseconds for one request', ['', ...columns, `${large} / ${SMALL}`, 'wanted'])
  for (const { name, times } of pages)
    line([
      name,
      ...times.map((time) => time.toFixed(2)),
      ratio(times.at(-1) as number, times[0] as number),
      '≤ 2',
    ])
  heading('Awards into a board, per second', ['', ...columns, `cost ${large} / ${SMALL}`, 'wanted'])
  for (const { name, perSecond } of awards)
    line([name, ...perSecond.map(round), ratio(perSecond[0] as number, perSecond.at(-1) as number), '≤ 1.3'])
}

function pageNo(page: 'first' | 'middle' | 'last', members: number): number {
  return { first: 1, middle: Math.ceil(members / 20), last: Math.ceil(members / 10) }[page]
}

async function driveAwards({ service, seconds, say }: Bench, partners: SeededPartner[]): Promise<number[]> {
  say('awards into each of them, alternating')
  const loads = await alternate(
    Object.fromEntries(
      partners.map((partner) => [
        `${partner.users.length} members`,
        (slice: number) => drive(service.url, awardRequest(partner), { seconds: slice }),
      ]),
    ),
    { seconds, rounds: 4 },
  )
  return Object.values(loads).map((load) => load.perSecond)
}

/**
 * The first award of a member writes more than the next, so each member gets one. A round uses up a small
 * board, so every round has its own; on the large boards each round continues with the next members.
 */
async function driveFirstAwards(
  { service, quick, say }: Bench,
  [, ...large]: SeededPartner[],
): Promise<number[]> {
  const rounds = quick ? 5 : 30
  const small: SeededPartner[] = []
  say(`${rounds} more boards of ${SMALL} members at 0`)
  while (small.length < rounds) small.push(await seedPartner(service, { members: SMALL }))
  say('the first award of each member, alternating')
  const requests = large.map(firstAwardRequest)
  const took = [SMALL, ...large].map(() => 0)
  for (const partner of small)
    for (const [index, next] of [firstAwardRequest(partner), ...requests].entries())
      took[index] =
        (took[index] as number) + SMALL / (await drive(service.url, next, { count: SMALL })).perSecond
  return took.map((seconds) => (rounds * SMALL) / seconds)
}
