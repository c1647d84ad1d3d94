import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomFrom } from '../../../test/support/random.ts'
import { contrastOf, readableAccents } from './accent.ts'

const BACKGROUNDS = { light: ['#f7f5ef', '#ffffff', '#efece3'], dark: ['#12140f', '#1b1e17', '#23271e'] }
const SEED = Date.now() % 2 ** 31

test('contrast is as WCAG defines it', () => {
  assert.equal(contrastOf('#000000', '#ffffff'), 21)
  assert.equal(contrastOf('#777777', '#777777'), 1)
  assert.equal(contrastOf('#767676', '#ffffff').toFixed(2), '4.54')
})

test('an accent that can be read stays as it is', () => {
  assert.equal(readableAccents('#1e6842').onLight, '#1e6842')
  assert.equal(readableAccents('#7cc596').onDark, '#7cc596')
})

test(`every accent can be read on light and on dark pages, and text on it (seed ${SEED})`, () => {
  const random = randomFrom(SEED)
  const hex = () => random(256).toString(16).padStart(2, '0')
  const accents = ['#000000', '#ffffff', '#ffff00', '#0000ff', '#ff0000', '#808080']
  for (let count = 0; count < 200; count += 1) accents.push(`#${hex()}${hex()}${hex()}`)
  for (const accent of accents) {
    const { onLight, onDark } = readableAccents(accent)
    for (const background of [...BACKGROUNDS.light, '#ffffff'])
      assert.ok(contrastOf(onLight, background) >= 4.5, `${accent} as ${onLight} on ${background}`)
    for (const background of [...BACKGROUNDS.dark, '#000000'])
      assert.ok(contrastOf(onDark, background) >= 4.5, `${accent} as ${onDark} on ${background}`)
  }
})
