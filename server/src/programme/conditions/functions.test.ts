import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { METHODS, SIZE } from './functions.ts'
import type { Value } from './value.ts'

const anyText = fc.string({
  unit: fc.constantFrom('a', 'b', 'A', 'Z', '[', 'ä', 'Ä', '😀', '\ud800', '\udc00'),
})
const fewLetters = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b'), maxLength })

test('a text is found wherever it stands', () => {
  fc.assert(
    fc.property(fewLetters(40), fewLetters(6), (text, part) => {
      assert.equal(call('contains', text, part), text.includes(part))
    }),
  )
})

test('a text is found after work that grows with its length', () => {
  const text = 'a'.repeat(1_000_000)
  assert.equal(call('contains', text, `b${'a'.repeat(500_000)}`), false)
})

test('folding of ASCII letters leaves all others', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      assert.equal(
        call('lowerAscii', text),
        text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
      )
      assert.equal(
        call('upperAscii', text),
        text.replace(/[a-z]/g, (letter) => letter.toUpperCase()),
      )
    }),
  )
})

test('the size of a text is its number of characters', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      assert.equal(SIZE.apply(scope(), text), BigInt([...text].length))
    }),
  )
})

const scope = () => ({ input: undefined, locals: [], steps: 0, names: new Map() })

const call = (name: string, value: Value, ...others: Value[]) =>
  METHODS[name]?.apply(scope(), value, ...others)
