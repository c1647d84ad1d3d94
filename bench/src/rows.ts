import { drive } from './load.ts'
import type { Bench } from './part.ts'
import { heading, line, round } from './report.ts'
import { awardRequest } from './requests.ts'
import { seedPartner } from './seed.ts'

const WHY: Record<string, string> = {
  awards:
    'the award: its decision with reason and counters, movement of coins, event and idempotency key, in one row',
  wallets: 'the balance, and the scores of the points board and of the month’s coin board',
  rule_progress: 'the user’s progress in the rule, for its limits',
  board_segments: 'the members of each board segment; once for each segment and batch',
  rules: 'the number of participants; once for each rule and batch',
  ledgers: 'the last event number; once for each batch',
  participations:
    'the day of a rule’s last payment to a user, for the users of overview and results; outside the award’s transaction',
  request_log: 'the request log, which keeps a few requests of each second; outside the transaction too',
}

/** Counts what one award writes, from the statistics of the tables and the write-ahead log. */
export async function measureRows({ service, by, say }: Bench): Promise<void> {
  const partner = await seedPartner(service, { members: by({ full: 10_000, quick: 10_000, smoke: 1_000 }) })
  say('the rows of an award')
  const count = async () =>
    (
      await service.db.query(
        `select relname, n_tup_ins::int + n_tup_upd::int as rows from pg_stat_user_tables`,
      )
    ).rows
  const position = async () =>
    Number((await service.db.query(`select pg_current_wal_insert_lsn() - '0/0' as bytes`)).rows[0].bytes)
  const events = async () =>
    Number((await service.db.query('select sum(last_seq) as events from ledgers')).rows[0].events)
  await service.restart()
  await service.db.query('checkpoint')
  const [rowsBefore, bytesBefore] = [await count(), await position()]
  const eventsBefore = await events()
  await drive(service.url, awardRequest(partner), { seconds: by({ full: 3, quick: 2, smoke: 0.2 }) })
  const [awards, bytesAfter] = [(await events()) - eventsBefore, await position()]
  heading('Memory', ['', 'MB'])
  line([`server process after ${round(awards)} awards (resident)`, round(service.memoryMb())])
  // Connections report their statistics when they end.
  await service.restart()
  const rowsAfter = await count()
  heading('Rows written per award', ['table', 'rows', 'why'])
  for (const { relname, rows } of rowsAfter) {
    const written = (rows - rowsBefore.find((row) => row.relname === relname).rows) / awards
    if (written >= 0.005) line([relname, written.toFixed(2), WHY[relname] ?? ''])
  }
  line([
    'bytes of write-ahead log',
    round((bytesAfter - bytesBefore) / awards),
    'everything above with its indexes, after a checkpoint',
  ])
}
