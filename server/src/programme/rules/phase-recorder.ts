import type { Logger } from 'pino'
import { type Poll, poll } from '../../runtime/process/poll.ts'
import { limitConcurrency } from '../../runtime/queues/concurrency-limit.ts'
import type { Database } from '../../storage/database/database.ts'
import { closeLedger } from '../ledger/ledger.ts'
import { partnerTransaction } from '../ledger/partner-transaction.ts'
import { type DueRule, findDueRules, tryLockPhases } from './due-rule-store.ts'
import { recordTransitions } from './record-rule-change.ts'
import { ruleAt } from './rule.ts'
import { findRule, updateRule } from './rule-store.ts'

const INTERVAL_MS = 2_000
const RULES_PER_PAGE = 100
const RULES_AT_ONCE = 2

type RecorderOptions = {
  database: Database
  /** See `Tx.givenTime`. */
  givenTime: () => Date | undefined
  log: Pick<Logger, 'warn'>
}

/**
 * Records `rule.started` and `rule.ended` when it is time, or later if no process ran then. Any number of
 * processes can run it; one at a time records.
 */
export function startPhaseRecorder({ database, givenTime, log }: RecorderOptions): Poll {
  const limited = limitConcurrency(RULES_AT_ONCE)
  let isStopping = false

  /** A rule that fails does not keep the others waiting. */
  async function record({ partnerId, id }: DueRule): Promise<void> {
    if (isStopping) return
    try {
      await recordPhase(database, partnerId, id)
    } catch (err) {
      log.warn({ err, partnerId, ruleId: id }, 'recording the start or end of a rule failed; retrying')
    }
  }

  /** Returns the end of a page; null if there is nothing left for this process. */
  async function recordPage(after: DueRule | null): Promise<DueRule | null> {
    const due = await findDueRules(database, { after, givenTime: givenTime(), countMax: RULES_PER_PAGE })
    if (due.length === 0) return null
    return database.transaction(async (tx) => {
      if (!(await tryLockPhases(tx))) return null
      await Promise.all(due.map((rule) => limited(() => record(rule))))
      return due.length < RULES_PER_PAGE ? null : (due.at(-1) as DueRule)
    })
  }

  async function recordAll(): Promise<void> {
    try {
      for (let page = await recordPage(null); page && !isStopping; ) page = await recordPage(page)
    } catch (err) {
      log.warn({ err }, 'finding rules that start or end failed; retrying')
    }
  }

  const recording = poll(INTERVAL_MS, recordAll)
  return {
    stop() {
      isStopping = true
      return recording.stop()
    },
  }
}

/** Records that a rule started or ended, unless a call, a change or another process did so before. */
function recordPhase(database: Database, partnerId: string, ruleId: string): Promise<void> {
  return partnerTransaction(database, { partnerId }, async (tx, ledger) => {
    const before = await findRule(tx, partnerId, ruleId)
    if (!before) return
    const after = ruleAt(before, ledger.now)
    if (after.phase === before.phase) return
    await updateRule(tx, partnerId, after)
    recordTransitions(tx, ledger, before, after)
    closeLedger(tx, ledger)
  })
}
