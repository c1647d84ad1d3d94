import assert from 'node:assert/strict'
import type { Actor } from '../../runtime/caller.ts'
import { refused } from '../../runtime/failure.ts'
import type { Database } from '../../storage/database/database.ts'
import { recordedActor } from '../ledger/actor.ts'
import { partnerTransaction } from '../ledger/partner-transaction.ts'
import { recordActor } from '../ledger/record-store.ts'
import { dayIn } from '../ledger/time-zone.ts'
import { lastOfMonth } from './days.ts'
import { findReadEdition } from './edition-store.ts'
import { type ClosedMonth, insertClosedMonth } from './month-queries.ts'

export const monthNotOver = (month: string) =>
  refused('month_not_over', `The month ${month} has not ended yet; close it once it has.`)

export const monthClosed = (month: string) =>
  refused('month_closed', `The month ${month} was closed before; the list of months says by whom.`)

/** Notes that finance closed a month, as of the latest event. The ledger stays as it is. */
export function closeMonth(database: Database, actor: Actor, month: string): Promise<ClosedMonth> {
  return partnerTransaction(database, actor, async (tx, ledger) => {
    const { partnerId, lastSeq, now } = ledger
    const edition = await findReadEdition(tx, partnerId)
    assert(edition, `partner ${partnerId} has no ledger`)
    const { timeZone } = edition
    const shown = month.slice(0, 7)
    if (lastOfMonth(month) >= dayIn(timeZone, now)) throw monthNotOver(shown)
    const by = recordedActor(actor)
    const actorId = recordActor(tx, ledger, by)
    const closed = { month, seq: lastSeq, timeZone, closedAt: now }
    if (!(await insertClosedMonth(tx, partnerId, { ...closed, actorId }))) throw monthClosed(shown)
    return { ...closed, actor: by }
  })
}
