import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suggestTag } from './suggest-tag.ts'

const TAG = /^[a-z0-9_.]{3,30}$/

for (const [fullname, first] of [
  ['Ada Lovelace', 'ada'],
  ['  ÉLODIE  Müller-Lüdenscheidt', 'elodie'],
  ['Jean-Luc', 'jean'],
  ['J. R. R. Tolkien', 'j'],
  ['李 Wei', 'wei'],
  ['محمد', 'member'],
  ['🦊', 'member'],
  ['x'.repeat(200), 'x'.repeat(20)],
] as const)
  test(`a tag for ${fullname.slice(0, 20)} has the first name alone`, () => {
    const tag = suggestTag(fullname)
    assert.match(tag, TAG)
    assert.equal(tag.replace(/\.\d{4}$/, ''), first)
  })
