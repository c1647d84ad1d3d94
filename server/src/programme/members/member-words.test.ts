import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namePartsOf, PARTS_MAX, termsOf, wordsOf } from './member-words.ts'

test('a member is found by the tag and the name, and by parts of them', () => {
  assert.deepEqual(wordsOf({ tag: 'ada_l.99', fullname: "Jean-Luc  O'Brien" }), [
    'ada_l.99',
    'jean-luc',
    "o'brien",
    'obrien',
    'ada',
    'l',
    '99',
    'jean',
    'luc',
    'o',
    'brien',
  ])
})

test('capitals, accents and surrounding signs do not matter; other scripts stay whole', () => {
  assert.deepEqual(wordsOf({ tag: 'ade', fullname: 'ADÉBÁYỌ̀ (ade)' }), ['ade', 'adebayo'])
  assert.deepEqual(wordsOf({ tag: 'ivan', fullname: 'Иван 王小明 हिन्दी' }), [
    'ivan',
    'иван',
    '王小明',
    'हिन्दी',
  ])
  assert.deepEqual(termsOf('«Adébáyọ̀», ade ADE - !'), ['adebayo', 'ade'])
})

test('every apostrophe is the same, and a name is also found without it', () => {
  for (const name of ['O’Brien', 'OʼBrien', 'O‘Brien', 'O´Brien', 'O`Brien', "O'Brien"]) {
    assert.deepEqual(termsOf(name), ["o'brien"], name)
    assert.deepEqual(
      wordsOf({ tag: 'tag', fullname: name }),
      ['tag', "o'brien", 'obrien', 'o', 'brien'],
      name,
    )
  }
})

test('a search has at most five terms, and none when it has only signs', () => {
  assert.deepEqual(termsOf('a bb ccc dddd eeeee ffffff'), ['ffffff', 'eeeee', 'dddd', 'ccc', 'bb'])
  assert.deepEqual(termsOf(' -_.% '), [])
})

test('a name of many words, or of characters that stand for many, has few words of bounded length', () => {
  const letters = Array.from({ length: 100 }, (_, index) => String.fromCodePoint(0x4e00 + index))
  const words = wordsOf({ tag: 'ada', fullname: letters.join(' ') })
  assert.deepEqual(words, ['ada', ...letters.slice(0, 23)])
  const [, long = ''] = wordsOf({ tag: 'ada', fullname: '㌖'.repeat(200) })
  assert.equal(long.length, 100)
  assert.deepEqual(termsOf('㌖'.repeat(200)), [long], 'it is found by the whole name')
})

test('the longest words of a name have parts, and a name of many has few', () => {
  const partsIn = (fullname: string) =>
    namePartsOf({ tag: 'ada', fullname }).map(({ word, part }) => `${part} of ${word}`)
  assert.deepEqual(partsIn('Ann de Vries'), ['ries of vries', 'ies of vries', 'es of vries', 'nn of ann'])
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  const hostile = Array.from({ length: 20 }, (_, index) => letters.slice(index) + letters.slice(0, index))
  assert.equal(new Set(partsIn(hostile.join(' '))).size, PARTS_MAX)
  const words = namePartsOf({ tag: 'ada', fullname: 'one two three four five six seven' }).map(
    ({ word }) => word,
  )
  assert.deepEqual([...new Set(words)], ['three', 'seven', 'four', 'five'])
})
