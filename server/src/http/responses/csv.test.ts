import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { csvText, escapedCell } from './csv.ts'

const isFormula = (cell: string) => /^[\s\p{Cf}]*[=+\-@＝＋－＠]/u.test(cell)

const parts = [...'=+-@＝;,\t\n\r"\' \u200b\ufeffa', '\r\n']
const hostile = fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((cell) => cell.join(''))

test('no cell of hostile text begins a formula, whatever separates cells', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 3 }), async (cells) => {
      const text = `x,${await csvText([cells], (row) => row)}`
      const [, ...read] = (parse(text) as string[][]).flat()
      // With another separator, the quotes around our cells stand within a cell. Those of the text may open
      // one.
      const split = [';', '\t'].flatMap((separator) =>
        text.split(/[\r\n]/).flatMap((line) => line.split(separator)),
      )
      const unquoted = split.map((cell) => cell.replace(/^[\s\p{Cf}"]+/u, ''))
      for (const cell of [...read, ...split, ...unquoted])
        assert(!isFormula(cell), `${JSON.stringify(cell)} of ${JSON.stringify(text)}`)
    }),
    { numRuns: 2_000 },
  )
})

test('an apostrophe stands before each part that would be a formula, and nowhere else', () => {
  for (const [cell, escaped] of [
    ['=1', "'=1"],
    ['a;=1', "a;'=1"],
    ['a;"=1"', `a;'"=1"`],
    ['a\t@x', "a\t'@x"],
    ['a\n -1', "a\n' -1"],
    ['a\r\n+1', "a\r\n'+1"],
    ['a,=1', "a,'=1"],
    ['\n=1', "'\n'=1"],
    ['a;b', 'a;b'],
    ['a;\nb', 'a;\nb'],
    ['1-1; 2+2', '1-1; 2+2'],
    ['{"a":"=1","@id":"x"}', '{"a":"=1","@id":"x"}'],
    ['ada@mail.example, bea@mail.example', 'ada@mail.example, bea@mail.example'],
  ] as const)
    assert.equal(escapedCell(cell), escaped, cell)
})

test('numbers stay numbers', async () => {
  assert.equal(await csvText([[-5, '-5', 2.5]], (row) => row), "-5,'-5,2.5\n")
})
