import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type AttributeInput,
  changesOf,
  inputsOf,
  newAttributeInput,
  problemsOf,
} from '../../../dashboard/src/users/attribute-values.ts'

const input = (changes: Partial<AttributeInput>): AttributeInput => ({ ...newAttributeInput(), ...changes })

test('a dialog of attributes sends what was changed, and nothing else', () => {
  const before = { city: 'Lagos', tier: 'gold', visits: 3, vip: true }
  const inputs = inputsOf(before)
  assert.deepEqual(changesOf(before, inputs), {})
  const [city, tier, visits, vip] = inputs as [AttributeInput, AttributeInput, AttributeInput, AttributeInput]
  const edited = [
    { ...city, text: 'Abuja' },
    { ...visits, text: '1,200.5' },
    { ...vip, text: 'false' },
    input({ name: 'constructor', text: '' }),
  ]
  assert.deepEqual(changesOf(before, edited), {
    tier: null,
    city: 'Abuja',
    visits: 1200.5,
    vip: false,
    constructor: '',
  })
  assert.deepEqual(changesOf(before, [city, { ...tier, name: 'rank' }, visits, vip]), {
    tier: null,
    rank: 'gold',
  })
  assert.deepEqual(changesOf(before, [city, tier, { ...visits, kind: 'text' }, vip]), { visits: '3' })
})

test('a dialog of attributes says what is wrong, beside each input', () => {
  const name = 'Begin with a letter; then letters, digits and _, at most 64.'
  const number = 'Type a number, such as 12.5.'
  const inputs = [
    input({ name: '' }),
    input({ name: 'two words' }),
    input({ name: 'x'.repeat(65) }),
    input({ name: 'city', text: '😀'.repeat(200) }),
    input({ name: 'city', text: '😀'.repeat(201) }),
    input({ name: 'a', kind: 'number', text: '' }),
    input({ name: 'b', kind: 'number', text: 'twelve' }),
    input({ name: 'c', kind: 'number', text: '1.000' }),
    input({ name: 'd', kind: 'number', text: '-2.5' }),
    input({ name: 'e', kind: 'boolean', text: 'true' }),
  ]
  assert.deepEqual(problemsOf({ inputs }), {
    'inputs.0.name': name,
    'inputs.1.name': name,
    'inputs.2.name': name,
    'inputs.4.name': 'Another attribute has this name.',
    'inputs.4.text': 'Use at most 200 characters.',
    'inputs.5.text': number,
    'inputs.6.text': number,
    'inputs.7.text': 'Write 1000 or 1: “1.000” can mean either.',
  })
})
