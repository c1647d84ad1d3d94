import { forEachChunk, mapInSlices } from '../../runtime/queues/in-slices.ts'
import { beginsWith } from '../../storage/database/begins-with.ts'
import { colocatedWithLedger, insertRows } from '../../storage/database/by-partner.ts'
import { type Db, type Sql, sql, type Tx } from '../../storage/database/database.ts'
import { emailKey, emailKeyOf } from '../../storage/database/email-key.ts'
import { readEach } from '../read-batches/read-batch.ts'
import { deleteWordParts, insertWordParts } from './member-part-store.ts'
import { namePartsOf, termsOf, type WordPart, wordsOf } from './member-words.ts'
import type { ShownDetails } from './membership.ts'

/** Beyond this many results, a search should be narrowed. */
export const FOUND_MAX = 1_000
/** How many words that match the rarest term are looked at, however many members match no other term. */
const SCANNED_MAX = 10_000
/** Encoding the rows of one statement takes about a millisecond. */
export const ROWS_PER_INSERT_MAX = 1_000

/** Replaces the search words of a member. Without details, deletes them. */
export function saveMemberWords(tx: Tx, partnerId: string, userId: string, shown: ShownDetails | null): void {
  const words = shown ? wordsOf(shown) : []
  deleteWordParts(tx, partnerId, userId, words)
  tx.send(sql`
    delete from member_search_words
    where partner_id = ${partnerId} and user_id = ${userId} and word <> all(${words}::text[])`)
  tx.send(sql`
    insert into member_search_words (partner_id, word, user_id)
    select l.partner_id, word, ${userId}::uuid
    from ${colocatedWithLedger(partnerId, sql`unnest(${words}::text[]) as word`)}
    on conflict do nothing`)
  if (shown) insertWordParts(tx, partnerId, namePartsOf(shown))
}

/** Stores the search words of new members. */
export async function insertMemberWords(
  tx: Tx,
  partnerId: string,
  members: (ShownDetails & { userId: string })[],
): Promise<void> {
  const found = await mapInSlices(members, (member) =>
    wordsOf(member).map((word) => ({ word, userId: member.userId })),
  )
  await forEachChunk(found.flat(), ROWS_PER_INSERT_MAX, (words) =>
    tx.send(
      insertRows('member_search_words', new Map([[partnerId, words]]), { word: 'text', user_id: 'uuid' }),
    ),
  )
  const seen = new Set<string>()
  const isFirst = ({ word, part }: WordPart) => seen.size < seen.add(`${part} ${word}`).size
  const parts = await mapInSlices(members, (member) => namePartsOf(member).filter(isFirst))
  await forEachChunk(parts.flat(), ROWS_PER_INSERT_MAX, (rows) => insertWordParts(tx, partnerId, rows))
}

/** Members with a matching word for every search term, ordered by the words that match the rarest term. */
export async function searchMembers(
  db: Db,
  partnerId: string,
  search: string,
  limit = FOUND_MAX,
): Promise<string[]> {
  const [term, ...others] = await rarestFirst(db, partnerId, termsOf(search))
  if (term === undefined) return []
  const select = sql`
    select w.user_id
    from (
      select word, user_id
      from member_search_words
      where partner_id = ${partnerId} and ${beginsWith(sql`word`, sql`${term}::text`)}
      order by word, user_id
      limit ${SCANNED_MAX}
    ) w
    where not exists (
        select
        from member_search_words earlier
        where earlier.partner_id = ${partnerId} and earlier.user_id = w.user_id
          and earlier.word >= ${term} and earlier.word < w.word
      )
      and not exists (
        select
        from unnest(${others}::text[]) as other
        where not exists (
          select
          from member_search_words o
          where o.partner_id = ${partnerId} and o.user_id = w.user_id
            and ${beginsWith(sql`o.word`, sql`other`)}
        )
      )
    order by w.word, w.user_id
    limit ${limit}`
  return findUserIds(db, select)
}

/** Counts up to a limit, which is enough to tell rare terms from common ones. */
async function rarestFirst(db: Db, partnerId: string, terms: string[]): Promise<string[]> {
  if (terms.length < 2) return terms
  const rows = await db.many<{ term: string }>(sql`
    select term
    from unnest(${terms}::text[]) with ordinality as given (term, position)
    cross join lateral (
      select count(*) as words
      from (
        select
        from member_search_words
        where partner_id = ${partnerId} and ${beginsWith(sql`word`, sql`term`)}
        limit ${FOUND_MAX}
      ) counted
    ) found
    order by words, position`)
  return rows.map(({ term }) => term)
}

const selectMembers = (partnerId: string, isMember: Sql): Sql => sql`
  select user_id
  from memberships
  where partner_id = ${partnerId} and ${isMember} and left_at is null`

async function findUserIds(db: Db, select: Sql): Promise<string[]> {
  const rows = await db.many<{ userId: string }>(select)
  return rows.map(({ userId }) => userId)
}

/** The member with this user id or membership id. */
export function findMemberById(db: Db, partnerId: string, id: string): Promise<string[]> {
  const [byUser, byMembership] = [sql`user_id = ${id}`, sql`id = ${id}`]
  return findUserIds(
    db,
    sql`${selectMembers(partnerId, byUser)} union ${selectMembers(partnerId, byMembership)}`,
  )
}

/** The member with this external id. */
export function findMemberByExternalId(db: Db, partnerId: string, externalId: string): Promise<string[]> {
  return findUserIds(db, selectMembers(partnerId, sql`external_id = ${externalId}`))
}

/**
 * The members whose record with this partner has this whole e-mail address. Addresses of accounts that the
 * partner does not know are not searched.
 */
export function findMembersByEmail(db: Db, partnerId: string, email: string): Promise<string[]> {
  const isEqual = sql`${emailKeyOf(sql`email`)} = ${emailKey(email)} and email <> ''`
  return findUserIds(db, sql`${selectMembers(partnerId, isEqual)} order by id limit ${FOUND_MAX}`)
}

/** The member with this tag, in any case, unless public boards hide it. */
export const SHOWN_MEMBER = readEach(
  (db, partnerId, tag: string): Promise<{ userId: string; tag: string } | undefined> =>
    db.first(sql`
      select user_id, tag
      from memberships
      where partner_id = ${partnerId} and tag = any(${[tag, tag.toLowerCase()]}::text[])
        and not is_hidden and left_at is null
      limit 1`),
)

/** Members whose address with this partner begins like this, in capitals or not. */
export function findMembersByEmailStart(
  db: Db,
  partnerId: string,
  start: string,
  limit: number,
): Promise<string[]> {
  const key = emailKeyOf(sql`email`)
  const isLike = sql`${beginsWith(key, sql`${emailKey(start)}::text`)} and email <> ''`
  return findUserIds(db, sql`${selectMembers(partnerId, isLike)} order by ${key} limit ${limit}`)
}
