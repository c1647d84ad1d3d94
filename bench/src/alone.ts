import { callsOf, timeAfter, timeInRounds } from './load.ts'
import type { Bench } from './part.ts'
import { openRawWrites } from './raw-award.ts'
import { heading, line, milliseconds, ratio, recordRatio } from './report.ts'
import { awardRequest, emptyRequest, guardedRequest, readRequests, transferRequest } from './requests.ts'
import { seedPartner } from './seed.ts'

const MEMBERS = 300

const NAMES = {
  empty: 'empty route',
  guarded: 'empty route behind the token check',
  oneRow: 'one row written raw and committed',
  rawAward: 'the rows of an award written raw and committed',
  rawAfterReading: 'the same after the ledger’s lock and one statement that reads what they depend on',
  award: 'award',
  transfer: 'transfer',
  board: 'points board, a page with the position of a user',
  changedBoard: 'the same, each time after an award',
  around: 'points board, a user with 5 neighbours on each side',
  coinBoard: 'coin board of all time',
  yearBoard: 'coin board of the year',
  rules: 'rule list',
  events: 'event page of 50',
}

/** Measures each call on one connection with nothing beside it. */
export async function measureAlone(bench: Bench): Promise<void> {
  const { service, by, say } = bench
  const partner = await bench.boardPartner({ members: MEMBERS, scores: 'distinct' })
  const raw = await openRawWrites(
    service,
    await seedPartner(service, { members: MEMBERS, scores: 'distinct' }),
  )
  const { board, around, coinBoard, yearBoard, rules, events } = readRequests(partner)
  const { calls, close } = await callsOf(service.url, {
    empty: emptyRequest(partner),
    guarded: guardedRequest(partner),
    award: awardRequest(partner),
    transfer: transferRequest(partner),
    board,
    around,
    coinBoard,
    yearBoard,
    rules,
    events,
  })
  say('each call alone')
  const written = (write: () => Promise<void>) => () => write().then(() => 200)
  const all = {
    oneRow: written(raw.oneRow),
    rawAward: written(raw.award),
    rawAfterReading: written(raw.awardAfterReading),
    ...calls,
  }
  const size = 10
  await timeInRounds(all, { rounds: by({ full: 100, quick: 10, smoke: 1 }), size })
  const times = await timeInRounds(all, { rounds: by({ full: 60, quick: 15, smoke: 1 }), size })
  const changedBoard = await timeAfter(calls.board, calls.award, by({ full: 300, quick: 100, smoke: 1 }))
  close()
  await raw.close()

  heading('One call alone: the median on one connection', ['', 'ms', 'of the empty route'])
  const shown = { ...times, changedBoard }
  for (const [name, title] of Object.entries(NAMES) as [keyof typeof NAMES, string][])
    line([title, milliseconds(shown[name]), ratio(shown[name], times.empty)])
  recordRatio('boardAlone', times.board / times.empty)
  recordRatio('awardAlone', times.award / (times.empty + times.rawAward))
}
