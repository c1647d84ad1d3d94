import { beginsWith } from '../../storage/database/begins-with.ts'
import { insertRows } from '../../storage/database/by-partner.ts'
import { type Db, sql, type Tx } from '../../storage/database/database.ts'
import { PART_CHARACTERS_MAX, termsOf, type WordPart } from './member-words.ts'

/** How many words with a part are looked at, and how many members of each. */
const WORDS_SCANNED_MAX = 500
const MEMBERS_PER_WORD_MAX = 20

/** Stores the parts of words, which another member's name may have too. */
export function insertWordParts(tx: Tx, partnerId: string, parts: readonly WordPart[]): void {
  if (parts.length === 0) return
  tx.send(sql`
    ${insertRows('member_word_parts', new Map([[partnerId, parts]]), { part: 'text', word: 'text' })}
    on conflict do nothing`)
}

/** Deletes the parts of words that a member has no longer, and no other member has. Called before the words are deleted. */
export function deleteWordParts(tx: Tx, partnerId: string, userId: string, kept: string[]): void {
  tx.send(sql`
    delete from member_word_parts p
    where p.partner_id = ${partnerId}
      and p.word = any(array(
        select o.word
        from member_search_words o
        where o.partner_id = ${partnerId} and o.user_id = ${userId} and o.word <> all(${kept}::text[])
      ))
      and not exists (
        select
        from member_search_words w
        where w.partner_id = ${partnerId} and w.word = p.word and w.user_id <> ${userId}
      )`)
}

/** Members with the longest term inside a word of their name, and every other term in any of their words. */
export async function searchMembersByPart(
  db: Db,
  partnerId: string,
  search: string,
  limit: number,
): Promise<string[]> {
  const [term, ...others] = termsOf(search)
  if (term === undefined || [...term].length < 2) return []
  const part = [...term].slice(0, PART_CHARACTERS_MAX).join('')
  const rows = await db.many<{ userId: string }>(sql`
    select w.user_id
    from (
      select word
      from member_word_parts
      where partner_id = ${partnerId} and ${beginsWith(sql`part`, sql`${part}::text`)}
      order by part, word
      limit ${WORDS_SCANNED_MAX}
    ) p
    cross join lateral (
      select user_id
      from member_search_words
      where partner_id = ${partnerId} and word = p.word
      order by user_id
      limit ${MEMBERS_PER_WORD_MAX}
    ) w
    where strpos(p.word, ${term}) > 0
      and not exists (
        select
        from unnest(${others}::text[]) as other
        where not exists (
          select
          from member_search_words o
          where o.partner_id = ${partnerId} and o.user_id = w.user_id and strpos(o.word, other) > 0
        )
      )
    limit ${limit}`)
  return [...new Set(rows.map(({ userId }) => userId))]
}
