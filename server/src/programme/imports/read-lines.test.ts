import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { turnsDuring } from '../../../test/support/event-loop.ts'
import { WORK_PER_SLICE_MAX } from '../../runtime/queues/in-slices.ts'
import { LINES_MAX } from './import.ts'
import { type Format, readLines } from './read-lines.ts'

const NDJSON = 'application/x-ndjson'
const CSV = 'text/csv'

/** Reads a file that arrives at once, and returns its checked lines. */
async function read(file: string, format: Format) {
  const lines = []
  for await (const { check } of readLines(Readable.from([Buffer.from(file)]), format)) lines.push(check())
  return lines
}

for (const [what, file, format] of [
  ['lines', `{"externalId":"${'a'.repeat(100)}"}\n`.repeat(3_000), NDJSON],
  ['blank lines', '\n'.repeat(900_000), NDJSON],
  ['lines of spaces', `${' '.repeat(1_000)}\n`.repeat(2_000), NDJSON],
  ['blank lines of CSV', `externalId\n${'\n'.repeat(900_000)}`, CSV],
  ['lines of CSV without an id', `externalId,email\n${','.repeat(1_000)}\n`.repeat(500), CSV],
] as const) {
  test(`other work goes on while a file of many ${what} is read, by its size`, async () => {
    const turns = await turnsDuring(() => read(file, format).catch(() => {}))
    assert(turns >= Math.floor(file.length / WORK_PER_SLICE_MAX), `${turns} turns for ${file.length} bytes`)
  })
}

for (const [format, header] of [
  [NDJSON, ''],
  [CSV, 'externalId\n'],
] as const) {
  test(`blank lines count as lines of a file in ${format}`, async () => {
    const refusal = { kind: 'tooLarge', message: /more than 1000000 lines/ }
    await assert.rejects(read(`${header}${'\n'.repeat(LINES_MAX + 1_000)}`, format), refusal)
    const last = format === CSV ? 'a' : '{"externalId":"a"}'
    assert.deepEqual(await read(`${header}${'\n'.repeat(LINES_MAX - 1)}${last}\n`, format), [
      { line: LINES_MAX + (format === CSV ? 1 : 0), externalId: 'a' },
    ])
  })
}
