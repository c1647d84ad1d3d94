import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suggestTags } from './suggest-tag.ts'

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
  test(`the tags for ${fullname.slice(0, 20)} have the first name alone, and more digits each`, () => {
    const tags = suggestTags(fullname)
    for (const tag of tags) assert.match(tag, TAG)
    assert.deepEqual(
      tags.map((tag) => tag.replace(/\d/g, '0')),
      [4, 5, 6, 7, 8].map((digits) => `${first}.${'0'.repeat(digits)}`),
    )
  })
