import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { operation } from './operation.ts'

const data = Type.Object({})
const described = { id: 'refundCoins', tag: 'Coins', summary: 'Refund', message: 'Refunded', data }
const MUST_NOT = {
  message: 'refundCoins must not ignore a misspelled field: what is left out of its body may mean all',
}

test('a route cannot ignore unknown fields where a left-out field means all, or all can be left out', () => {
  const optional = Type.Object({ coins: Type.Optional(Type.String()) })
  const needed = Type.Object({ reference: Type.String() })
  assert.throws(() => operation({ ...described, body: optional, ignoresUnknown: 'body' }), MUST_NOT)
  const body = { body: needed, ignoresUnknown: 'body' } as const
  assert.throws(() => operation({ ...described, ...body, leftOutMeansAll: true }), MUST_NOT)
  assert.doesNotThrow(() => operation({ ...described, ...body }))
})
