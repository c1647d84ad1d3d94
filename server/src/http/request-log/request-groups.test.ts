import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRequestGroups } from './request-groups.ts'
import type { LoggedRequest } from './request-log-store.ts'

const REQUEST: LoggedRequest = {
  partnerId: 'acme',
  id: '1',
  givenId: null,
  method: 'POST',
  path: '/api/v1/laas/rules/award',
  operation: 'awardRule',
  status: 201,
  durationMs: 1,
  errorType: null,
  appErrorCode: null,
  error: null,
  caller: 'team',
  teamMemberId: 'ann',
  address: null,
  createdAt: new Date(0),
  count: 1,
  ids: null,
  givenIds: null,
}

test('requests of two team members never share a line, which names one', () => {
  const groups = createRequestGroups(() => new Date())
  for (const [id, teamMemberId] of [
    ['1', 'ann'],
    ['2', 'bob'],
    ['3', 'ann'],
    ['4', 'bob'],
  ] as const) {
    const request = { ...REQUEST, id, teamMemberId }
    assert.ok(groups.add(request, () => request))
  }
  assert.deepEqual(
    groups.take().map(({ teamMemberId, ids }) => [teamMemberId, ids]),
    [
      ['ann', ['1', '3']],
      ['bob', ['2', '4']],
    ],
  )
})
