import { type ByPartner, findByKey, insertRows, isEmpty } from '../../storage/database/by-partner.ts'
import { type Db, sql, type Tx } from '../../storage/database/database.ts'
import type { Keyed } from '../idempotency/idempotency-key.ts'
import { actorNumber } from '../ledger/actor.ts'
import { ACTOR } from '../ledger/record-store.ts'
import type { NewReversal, Reversal } from './award.ts'

export function insertReversals(tx: Tx, reversals: ByPartner<Keyed<NewReversal>>): void {
  if (isEmpty(reversals)) return
  tx.send(
    insertRows('reversals', reversals, {
      id: 'uuid',
      seq: 'bigint',
      actor_id: { type: 'bigint', of: ({ actor }) => actorNumber(actor) },
      award_id: { type: 'uuid', of: ({ award }) => award.id },
      rule_id: { type: 'uuid', of: ({ award }) => award.ruleId },
      user_id: { type: 'uuid', of: ({ award }) => award.userId },
      coins: 'bigint',
      taken: 'bigint',
      owed: 'bigint',
      written_off: 'bigint',
      remaining: 'bigint',
      has_write_off: 'boolean',
      outcome: 'text',
      reason: 'text',
      balance: 'bigint',
      points: 'bigint',
      reference: { type: 'text', of: ({ award }) => award.reference },
      return_id: 'uuid',
      idempotency_key: { type: 'uuid', of: ({ keyed }) => keyed?.key },
      request_hash: { type: 'bytea', of: ({ keyed }) => keyed?.hash },
      created_at: 'timestamptz',
    }),
  )
}

export type FoundReversal = Omit<Reversal, 'award'> & { awardId: string }

/** Selects from a table `reversals v`; the condition follows. */
export const SELECT_REVERSALS = sql`
  select v.id, v.seq, v.award_id, v.coins, v.taken, v.owed, v.written_off, v.remaining, v.outcome, v.reason,
    v.balance, v.points, v.return_id, v.created_at,
    ${ACTOR} as actor
  from reversals v
  left join actors x on x.partner_id = v.partner_id and x.id = v.actor_id`

export function findReversals(db: Db, ids: ByPartner<string>): Promise<ByPartner<FoundReversal>> {
  return findByKey(
    db,
    ids,
    'uuid',
    (partnerId, isKey) => sql`
      ${SELECT_REVERSALS}
      where v.partner_id = ${partnerId} and v.id ${isKey}`,
  )
}

export function findReversalsOfReturns(
  db: Db,
  returnIds: ByPartner<string>,
): Promise<ByPartner<FoundReversal>> {
  return findByKey(
    db,
    returnIds,
    'uuid',
    (partnerId, isKey) => sql`
      ${SELECT_REVERSALS}
      where v.partner_id = ${partnerId} and v.return_id ${isKey}
      order by v.seq`,
  )
}
