import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { assertSuccess } from '../support/answers.ts'
import { cookieFrom, SESSION, signInBrowser } from '../support/browser-session.ts'
import { startTestService } from '../support/service.ts'
import { newOwner } from '../support/team.ts'

const service = await startTestService()
afterEach(() => {
  service.clock.now = undefined
})

test('a sign-in answers who it is, and sets a cookie that only this site gets and no script reads', async () => {
  service.clock.now = new Date('2026-03-01T09:30:00.000Z')
  const owner = await newOwner(service)
  const answer = await signInBrowser(service, owner)
  const { csrfToken } = answer.body.data
  const partner = (await service.get('/api/v1/acme/partners/me', owner.token)).body.data

  assertSuccess(answer, 200, 'Signed in', {
    person: { id: owner.id, email: owner.email, role: 'owner', hasSecondFactor: false },
    partner,
    ecosystem: 'acme',
    csrfToken,
    expiresAt: '2026-03-01T21:30:00.000Z',
  })
  assert.match(csrfToken, /^[\w-]{43}$/)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  const [cookie, ...others] = answer.headers.getSetCookie()
  assert.match(cookie ?? '', /^laurel-team=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/)
  assert.deepEqual(others, [])

  const read = await service.request('GET', SESSION, { headers: { cookie: cookieFrom(answer) } })
  assertSuccess(read, 200, 'Session returned', answer.body.data)
  assert.equal(read.headers.get('cache-control'), 'no-store')
})
