import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { Nullable, OneOf } from './fields.ts'
import { compileValidator, findProblems } from './validation.ts'

const Body = Type.Object({
  name: Type.String(),
  note: Type.Optional(Type.String()),
  size: Type.Optional(Type.Integer({ default: 3 })),
  owner: Type.Optional(Nullable(Type.String())),
  parts: Type.Optional(Type.Array(Type.Object({ name: Type.String(), note: Type.Optional(Type.String()) }))),
  labels: Type.Optional(Type.Record(Type.String(), Type.String())),
})

test('null in an optional field counts as not given, and the field gets its default', () => {
  const body = {
    name: 'a',
    note: null,
    size: null,
    owner: null,
    parts: [{ name: 'b', note: null }],
  }
  assert.deepEqual(findProblems(Body)(body), [])
  assert.deepEqual(body, { name: 'a', size: 3, owner: null, parts: [{ name: 'b' }] })
})

test('null in a required field, in a list and in a map is wrong', () => {
  for (const [body, field] of [
    [{ name: null }, 'name'],
    [{ name: 'a', parts: [null] }, 'parts[0]'],
    [{ name: 'a', parts: [{ name: null }] }, 'parts[0].name'],
    [{ name: 'a', labels: { b: null } }, 'labels.b'],
  ] as const)
    assert.deepEqual(
      findProblems(Body)(body).map((problem) => problem.field),
      [field],
    )
})

test('a query parameter without a value counts as not given, unless its schema keeps it', () => {
  const schema = Type.Object({
    month: Type.Optional(Type.Integer()),
    sure: Type.Optional(OneOf(['true', 'false'], { keepsEmpty: true })),
  })
  const validate = compileValidator({ schema, httpPart: 'querystring', method: 'GET', url: '/' })
  assert.deepEqual(validate({ month: '' }), { value: {} })
  assert.match(
    String((validate({ sure: '' }) as { error?: Error }).error?.message),
    /^sure must be true or false/,
  )
})

test('a far too long text is refused, and one that its field allows is not', () => {
  const Long = Type.Object({
    at: Type.Optional(Nullable(Type.String({ format: 'date-time', must: 'be a time' }))),
    raw: Type.Optional(Type.String({ maxLength: 20_000 })),
    items: Type.Optional(Type.Array(Type.Unknown())),
  })
  assert.deepEqual(findProblems(Long)({ at: 'a'.repeat(20_000) }), [
    { field: 'at', problem: 'must be a time' },
  ])
  assert.deepEqual(findProblems(Long)({ raw: 'a'.repeat(20_000), items: ['a'.repeat(20_000)] }), [])
  assert.deepEqual(findProblems(Long)({ raw: 'a'.repeat(40_001) }), [
    { field: 'raw', problem: 'must be shorter' },
  ])
})
