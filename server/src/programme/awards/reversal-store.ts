import { type ByPartner, findByKey, insertRows, isEmpty, mapRows } from '../../storage/database/by-partner.ts'
import { type Db, type Sql, sql, type Tx } from '../../storage/database/database.ts'
import type { Keyed } from '../idempotency/idempotency-key.ts'
import { actorNumber } from '../ledger/actor.ts'
import { ACTOR, insertPersonalData, joinPersonalData } from '../ledger/record-store.ts'
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
      from_expired: 'bigint',
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
  insertPersonalData(
    tx,
    mapRows(reversals, (rows) => rows.filter(({ narration }) => narration !== null).map(personalData)),
  )
}

const personalData = ({ seq, award, narration }: Reversal) => ({
  seq,
  userId: award.userId,
  note: narration,
  metadata: null,
  shown: null,
})

export type FoundReversal = Omit<Reversal, 'award'> & { awardId: string }

/**
 * Reversals of a partner; further conditions on `reversals v` follow. A cluster needs the partner in each table.
 */
export const selectReversals = (partnerId: Sql): Sql => sql`
  select v.id, v.seq, v.award_id, v.coins, v.taken, v.from_expired, v.owed, v.written_off, v.remaining, v.outcome, v.reason,
    d.note as narration, v.balance, v.points, v.return_id, v.created_at,
    ${ACTOR} as actor
  from reversals v
  left join actors x on x.partner_id = v.partner_id and x.id = v.actor_id
  ${joinPersonalData(partnerId, sql`v.seq`)}
  where v.partner_id = ${partnerId}`

export function findReversals(db: Db, ids: ByPartner<string>): Promise<ByPartner<FoundReversal>> {
  return findByKey(
    db,
    ids,
    'uuid',
    (partnerId, isKey) => sql`
      ${selectReversals(partnerId)} and v.id ${isKey}`,
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
      ${selectReversals(partnerId)} and v.return_id ${isKey}
      order by v.seq`,
  )
}
