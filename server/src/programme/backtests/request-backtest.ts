import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '../../runtime/caller.ts'
import { Failure, invalidFields, missing, refused, wrong } from '../../runtime/failure.ts'
import type { Tx } from '../../storage/database/database.ts'
import { newId } from '../../storage/database/ids.ts'
import { sendJob } from '../../storage/jobs/job-store.ts'
import { recordedActor } from '../ledger/actor.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { recordActor } from '../ledger/record-store.ts'
import { withChanges } from '../rules/change-rule.ts'
import { refuseTooManyOwnListeners } from '../rules/check-listeners.ts'
import { listenersIn } from '../rules/listener.ts'
import { type Rule, ruleTermsSnapshot, UNUSED } from '../rules/rule.ts'
import { newRule, ruleChanges } from '../rules/rule-body.ts'
import { findRule } from '../rules/rule-store.ts'
import type { Backtest } from './backtest.ts'
import { type BacktestInput, within } from './backtest-body.ts'
import { endBacktest, findBacktest, insertBacktest, lockWaiting } from './backtest-store.ts'

export const backtestWaiting = () =>
  refused('backtest_waiting', 'A backtest of someone else waits; wait until it runs, or cancel it.')

const NO_TYPE = 'must have an activityType, on the rule or on a sub-rule: a backtest tries activities'

/** Adds a backtest, which takes the place of one of the same author that waits. A job runs it. */
export async function requestBacktest(
  tx: Tx,
  ledger: Ledger,
  actor: Actor,
  input: BacktestInput,
): Promise<Backtest> {
  const { partnerId, now } = ledger
  const fromAt = new Date(input.from)
  const toAt = input.to === undefined ? now : new Date(input.to)
  if (fromAt >= toAt) throw invalidFields([wrong('from', 'must be before to, and in the past')])
  const { rule, ruleId, isUnchanged } = await ruleToTry(tx, partnerId, input)
  const author = recordedActor(actor)
  const waiting = await lockWaiting(tx, partnerId)
  if (waiting) {
    const isOwn = waiting.actorKind === author.kind && waiting.actorSubject === author.id
    if (!isOwn) throw backtestWaiting()
    endBacktest(tx, { partnerId, id: waiting.id }, { status: 'cancelled', now })
  }
  const [id, jobId] = [newId(), newId()]
  insertBacktest(tx, {
    partnerId,
    id,
    jobId,
    ruleId,
    rule: ruleTermsSnapshot(rule),
    isUnchanged,
    asWritten: input.asWritten ?? false,
    fromAt,
    toAt,
    untilSeq: ledger.lastSeq,
    actorId: recordActor(tx, ledger, author),
    now,
  })
  sendJob(tx, 'backtest', jobId)
  return (await findBacktest(tx, { partnerId, id })) as Backtest
}

type RuleToTry = { rule: Rule; ruleId: string | null; isUnchanged: boolean }

async function ruleToTry(tx: Tx, partnerId: string, input: BacktestInput): Promise<RuleToTry> {
  const { rule: body, changes } = input
  if (body !== undefined) {
    const terms = namedWithin('rule', () => newRule(body))
    const at = new Date(0)
    const rule = { ...UNUSED, ...terms, id: '', version: 1, createdAt: at, updatedAt: at }
    refuseUntriable(rule, 'rule')
    return { rule, ruleId: null, isUnchanged: false }
  }
  const ruleId = (input.ruleId as string).toLowerCase()
  const found = await findRule(tx, partnerId, ruleId)
  if (!found) throw missing('Rule')
  const rule =
    changes === undefined ? found : namedWithin('changes', () => withChanges(found, ruleChanges(changes)))
  refuseUntriable(rule, changes === undefined ? 'ruleId' : 'changes')
  return { rule, ruleId, isUnchanged: isDeepStrictEqual(ruleTermsSnapshot(rule), ruleTermsSnapshot(found)) }
}

function refuseUntriable(rule: Rule, field: string): void {
  if (listenersIn(rule).length === 0) throw invalidFields([wrong(field, NO_TYPE)])
  namedWithin(field, () => refuseTooManyOwnListeners(rule))
}

/** Names the fields of a failure by their place in the body. */
function namedWithin<T>(field: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof Failure && error.fields.length > 0) throw invalidFields(within(field, error.fields))
    throw error
  }
}
