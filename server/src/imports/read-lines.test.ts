import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { readLines } from './read-lines.ts'

test('other work goes on while the many lines of a small file are read', async () => {
  let turns = 0
  const turn = () => {
    turns += 1
    waiting = setImmediate(turn)
  }
  let waiting = setImmediate(turn)
  let lines = 0
  for await (const { check } of readLines(Readable.from([Buffer.from('{}\n'.repeat(2_000))]), FORMAT)) {
    lines += 1
    check()
  }
  clearImmediate(waiting)
  assert.equal(lines, 2_000)
  assert(turns > 5, `${turns} turns`)
})

const FORMAT = 'application/x-ndjson'
