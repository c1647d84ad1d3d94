import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { toFailure } from './envelope.ts'

test('a lost database is unavailable, also for a client that has left since it sent its body', () => {
  const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  const log = { info: () => {}, warn: () => {} }
  const left = (complete: boolean) =>
    ({ log, raw: { complete, socket: { destroyed: true } } }) as unknown as FastifyRequest
  assert.equal(toFailure(lost, left(true)).kind, 'unavailable')
  assert.equal(toFailure(lost, left(false)).kind, 'invalid')
})
