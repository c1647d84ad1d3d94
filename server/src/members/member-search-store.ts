import { type Db, sql, type Tx } from '../database/database.ts'
import { termsOf, wordsOf } from './member-words.ts'
import type { ShownDetails } from './membership.ts'

/** More than anybody looks through: whoever finds as many says more. */
export const FOUND_MAX = 1_000
const LAST_CHARACTER = '\u{10ffff}'

/** Makes the words by which a member is found exactly those of these details; without details, none. */
export function saveMemberWords(tx: Tx, partnerId: string, userId: string, shown: ShownDetails | null): void {
  const words = shown ? wordsOf(shown) : []
  tx.send(sql`
    delete from member_search_words
    where partner_id = ${partnerId} and user_id = ${userId} and word <> all(${words}::text[])`)
  tx.send(sql`
    insert into member_search_words (partner_id, word, user_id)
    select ${partnerId}, word, ${userId}
    from unnest(${words}::text[]) as word
    on conflict do nothing`)
}

/** The members that have, for each term of a search, a word that begins with it; in the order of the words that the rarest term found. */
export async function searchMembers(db: Db, partnerId: string, search: string): Promise<string[]> {
  const [term, ...others] = await rarestFirst(db, partnerId, termsOf(search))
  if (term === undefined) return []
  const rows = await db.many<{ userId: string }>(sql`
    select w.user_id as "userId"
    from member_search_words w
    where w.partner_id = ${partnerId} and w.word >= ${term} and w.word < ${term + LAST_CHARACTER}
      and not exists (
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
            and o.word >= other and o.word < other || ${LAST_CHARACTER}
        )
      )
    order by w.word, w.user_id
    limit ${FOUND_MAX}`)
  return rows.map(({ userId }) => userId)
}

/** Looks at some words of each term, which tells a rare one from a common one. */
async function rarestFirst(db: Db, partnerId: string, terms: string[]): Promise<string[]> {
  if (terms.length < 2) return terms
  const rows = await db.many<{ term: string }>(sql`
    select term
    from unnest(${terms}::text[]) with ordinality as asked (term, place)
    cross join lateral (
      select count(*) as words
      from (
        select
        from member_search_words
        where partner_id = ${partnerId} and word >= term and word < term || ${LAST_CHARACTER}
        limit ${FOUND_MAX}
      ) looked_at
    ) found
    order by words, place`)
  return rows.map(({ term }) => term)
}

/** The member with this user id, or with this membership id. */
export async function findMemberById(db: Db, partnerId: string, id: string): Promise<string[]> {
  const rows = await db.many<{ userId: string }>(sql`
    select user_id as "userId"
    from memberships
    where partner_id = ${partnerId} and user_id = ${id} and left_at is null
    union
    select user_id
    from memberships
    where partner_id = ${partnerId} and id = ${id} and left_at is null`)
  return rows.map(({ userId }) => userId)
}
