import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { CursorPageOf, CursorQuery, cursorPage, decodeCursor, listEntries, pageOfList } from './paging.ts'
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

test('a cursor of a list with pages goes on after the last entry, also with another limit', () => {
  const isKey = (text: string) => /^[a-z]$/.test(text)
  const letters = [...'abcdefghij']
  const first = pageOfList({ limit: 4 }, isKey)
  const { entries, links } = listEntries(letters.slice(0, 5), first, 10, String)
  assert.deepEqual(entries, ['a', 'b', 'c', 'd'])
  assert(links.next)
  const { next: cursor } = links
  assert.deepEqual(pageOfList({ cursor, limit: 2 }, isKey), { number: 3, size: 2, offset: 4, after: 'd' })
  const last = listEntries(letters.slice(4), pageOfList({ cursor, limit: 6 }, isKey), 10, String)
  assert.equal(last.links.next, null)
  assert.throws(() => pageOfList({ cursor, limit: 2 }, (text) => text === 'z'), { kind: 'invalid' })
})

test('a page that begins beyond row 10,000 is refused with the parameter that goes on', () => {
  const isKey = () => true
  assert.equal(pageOfList({ page: 100, limit: 100 }, isKey).offset, 9_900)
  const fields = [
    {
      field: 'page',
      problem: 'must not begin beyond row 10,000; go on with cursor, the `next` of a response',
    },
  ]
  for (const [page, limit] of [
    [101, 100],
    [10_001, 1],
    [1_000_000_000, 100],
  ] as const)
    assert.throws(() => pageOfList({ page, limit }, isKey), { kind: 'invalid', fields })
})

test('a page by cursor is documented with an example', () => {
  const { examples } = CursorPageOf(Type.String({ examples: ['a'] })) as { examples?: unknown[] }
  assert.deepEqual(examples, [{ data: ['a'], next: null }])
})
