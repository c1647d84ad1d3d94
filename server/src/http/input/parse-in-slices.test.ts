import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers'
import fc from 'fast-check'
import { turnsDuring } from '../../../test/support/event-loop.ts'
import { LIST_MAX, parseInSlices, SLICE_BYTES } from './parse-in-slices.ts'

const parse = (text: string) => parseInSlices(Buffer.from(text), JSON.parse)

/** Elements that need several slices together, and lists of any length between them. */
const longText = fc.integer({ min: 0, max: 30_000 }).map((length) => '"],{\\'.repeat(length / 5))
const element = fc.oneof(fc.jsonValue({ maxDepth: 2 }), longText)
const body = fc.dictionary(
  fc.string().filter((name) => name !== '__proto__'),
  fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.array(element, { maxLength: 20 })),
  { maxKeys: 4 },
)

test('a body is parsed in slices to what it is parsed to at once', async () => {
  await fc.assert(
    fc.asyncProperty(body, fc.boolean(), async (value, isSpaced) => {
      const text = JSON.stringify(value, null, isSpaced ? 2 : 0)
      assert.deepEqual(await parse(text), JSON.parse(text))
    }),
  )
})

test('what is no JSON at once is none in slices either', async () => {
  const list = JSON.stringify(Array.from({ length: 10 }, () => 'x'.repeat(SLICE_BYTES / 4)))
  const text = `{"first": ${list}, "second": ${list}}`
  const marks = ['', ',', ',,', ']', '[', '}', '{', '"', '\\', ':', '0', ' ']
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: text.length }),
      fc.integer({ min: 0, max: 2 }),
      fc.constantFrom(...marks),
      async (at, removed, inserted) => {
        // Most changes should hit what is between the strings.
        const place = text.slice(at).search(/["[\]{},:]/) + at
        const changed = text.slice(0, place) + inserted + text.slice(place + removed)
        let expected: unknown
        try {
          expected = JSON.parse(changed)
        } catch {
          await assert.rejects(parse(changed))
          return
        }
        assert.deepEqual(await parse(changed), expected)
      },
    ),
    { numRuns: 300 },
  )
})

test('of a field that is given twice the last counts', async () => {
  const list = JSON.stringify(Array.from({ length: 10 }, (_, index) => `${index}`.repeat(SLICE_BYTES / 4)))
  assert.deepEqual(await parse(`{"list": ${list}, "list": [1, 2]}`), { list: [1, 2] })
})

test('other work goes on while a large body is parsed', async () => {
  let others = 0
  let isParsed = false
  const work = () => {
    others += 1
    if (!isParsed) setImmediate(work)
  }
  setImmediate(work)
  const items = Array.from({ length: LIST_MAX }, () => ({ narration: '\\u0041'.repeat(1000) }))
  const text = JSON.stringify({ items }).replaceAll('\\\\', '\\')
  assert.deepEqual(await parse(text), JSON.parse(text))
  isParsed = true
  assert(others >= Math.floor(text.length / SLICE_BYTES / 2), `${others} pieces of other work`)
})

test('other work goes on within a long string', async () => {
  const body = Buffer.from(`{"list": ["${'\\"'.repeat(1_000_000)}"]}`)
  const turns = await turnsDuring(() => parseInSlices(body, JSON.parse).catch(() => {}))
  assert(turns >= Math.floor(body.length / SLICE_BYTES), `${turns} turns for ${body.length} bytes`)
})

test('a longer list than any request may have is cut, so that validation refuses it', async () => {
  const text = JSON.stringify({ list: Array.from({ length: 100_000 }, () => ({})) })
  const { list } = (await parse(text)) as { list: unknown[] }
  assert(list.length > LIST_MAX)
  assert(list.length < 50_000)
})

test('a body that is no object is refused', async () => {
  for (const text of [JSON.stringify(Array(100_000).fill(1)), `${'"'.padEnd(100_000)}"`])
    await assert.rejects(parse(text), { kind: 'invalid', message: 'The body must be one JSON object.' })
})

for (const [what, value, sentence] of [
  [
    'an element of a list that is larger than a slice',
    { list: ['x'.repeat(SLICE_BYTES + 1)] },
    'An element of a list is larger than 64 kB; send less.',
  ],
  [
    'many values in an inner object',
    { inner: { list: Array.from({ length: 50_000 }, () => 1) } },
    'The body has too much beside its lists; send less.',
  ],
  [
    'a string of more than a megabyte',
    { text: 'x'.repeat(1_100_000) },
    'The body has too much beside its lists; send less.',
  ],
] as const) {
  test(`${what} is refused`, async () => {
    await assert.rejects(parse(JSON.stringify(value)), { kind: 'tooLarge', message: sentence })
  })
}
