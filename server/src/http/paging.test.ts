import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { CursorPageOf, CursorQuery, cursorPage, decodeCursor, listLinks, pageOfList } from './paging.ts'
import { findProblems } from './validation.ts'

const isNumber = (text: string) => /^\d+$/.test(text)

test('a walk by cursor meets every entry once, and ends with null', () => {
  const entries = [9n, 7n, 4n, 2n, 1n]
  const met: bigint[] = []
  let cursor: string | null | undefined
  do {
    const before = cursor ? BigInt(decodeCursor(cursor, isNumber)) : 10n
    const found = entries.filter((entry) => entry < before).slice(0, 3)
    const page = cursorPage(found, 2, (entry) => entry)
    met.push(...page.entries)
    cursor = page.next
  } while (cursor)
  assert.deepEqual(met, entries)
  assert.deepEqual(cursorPage([], 2, String), { entries: [], next: null })
})

test('a cursor that no response had is refused, naming it', () => {
  const fields = [{ field: 'cursor', problem: 'must be the `next` of an earlier response' }]
  for (const cursor of ['x', 'NyA', 'Nw==', 'ADc', Buffer.from('other').toString('base64url')])
    assert.throws(() => decodeCursor(cursor, isNumber), { kind: 'invalid', fields })
  assert.equal(decodeCursor('Nw', isNumber), '7')
  assert.deepEqual(findProblems(CursorQuery())({ cursor: 'a b', limit: 5 }), fields)
})

test('a cursor of a list with pages goes on after the page, also with another limit', () => {
  const first = pageOfList({ limit: 4 })
  const { next } = listLinks(first, 10)
  assert(next)
  assert.deepEqual(pageOfList({ cursor: next, limit: 2 }), { number: 3, size: 2, offset: 4 })
  assert.equal(listLinks(pageOfList({ cursor: next, limit: 6 }), 10).next, null)
})

test('a page by cursor is documented with an example', () => {
  const { examples } = CursorPageOf(Type.String({ examples: ['a'] })) as { examples?: unknown[] }
  assert.deepEqual(examples, [{ data: ['a'], next: null }])
})
