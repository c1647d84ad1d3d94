import { LRUCache } from 'lru-cache'
import { type ByPartner, insertRows, isEmpty } from '../../storage/database/by-partner.ts'
import { type Db, type Sql, sql, type Tx } from '../../storage/database/database.ts'
import { actorNumber, type RecordedActor } from './actor.ts'

/** Reads a table `actors x`, joined by the id that a record carries. */
export const ACTOR = sql`json_build_object('kind', x.kind, 'id', x.subject, 'name', x.name)`

/** Actors that were inserted lately, by partner and number, so that most batches insert none. */
const inserted = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 })

const keyOf = (partnerId: string, actor: RecordedActor) => `${partnerId} ${actorNumber(actor)}`

export const newActors = (partnerId: string, actors: Iterable<RecordedActor>): RecordedActor[] =>
  [...actors].filter((actor) => !inserted.has(keyOf(partnerId, actor)))

/** Called once the transaction that inserted them is committed. */
export function rememberActors(partnerId: string, actors: Iterable<RecordedActor>): void {
  for (const actor of actors) {
    const key = keyOf(partnerId, actor)
    if (!inserted.has(key)) inserted.set(key, true)
  }
}

/** Inserts those that are not known yet. */
export function insertActors(tx: Tx, actors: ByPartner<RecordedActor>): void {
  if (isEmpty(actors)) return
  const insert = insertRows('actors', actors, {
    id: { type: 'bigint', of: actorNumber },
    kind: 'text',
    subject: { type: 'text', of: ({ id }) => id },
    name: 'text',
  })
  tx.send(sql`
    ${insert}
    on conflict (partner_id, id) do nothing`)
}

/** Inserts the actor of one write, and returns its number. */
export function recordActor(tx: Tx, { partnerId }: { partnerId: string }, actor: RecordedActor): bigint {
  insertActors(tx, new Map([[partnerId, [actor]]]))
  return actorNumber(actor)
}

/** The numbers of an actor, one for each name that it had. */
export async function findActorNumbers(db: Db, partnerId: string, subject: string): Promise<bigint[]> {
  const rows = await db.many<{ id: bigint }>(sql`
    select id
    from actors
    where partner_id = ${partnerId} and subject = ${subject}`)
  return rows.map(({ id }) => id)
}

/**
 * Joins what belongs to the event with this number, as a table `d`. A plain join could read all rows of the partner:
 * its plan may be from when there were few.
 */
export const joinPersonalData = (partnerId: Sql, seq: Sql): Sql => sql`
  left join lateral (
    select note, metadata, shown
    from personal_data
    where partner_id = ${partnerId} and seq = ${seq}
    limit 1
  ) d on true`

/** Personal data beside the facts of the event with this number. */
export type PersonalData = {
  seq: bigint
  userId: string
  note: string | null
  metadata: Record<string, string> | null
  /** The name, address and ids of the user that the event shows. */
  shown: object | null
}

/** Sent with the facts, in their round trip. */
export function insertPersonalData(tx: Tx, rows: ByPartner<PersonalData>): void {
  if (isEmpty(rows)) return
  tx.send(
    insertRows('personal_data', rows, {
      seq: 'bigint',
      user_id: 'uuid',
      note: 'text',
      metadata: 'jsonb',
      shown: 'jsonb',
    }),
  )
}
