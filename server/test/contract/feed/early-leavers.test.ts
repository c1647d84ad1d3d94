import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { STREAMS_PER_PARTNER_MAX } from '../../../src/feed/events/stream-registry.ts'
import { openCookieSession } from '../../support/browser-session.ts'
import { onboardTestPartner } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

const STREAM = '/api/v1/laas/events/stream'

const service = useSharedService()

test('readers who leave before they are let in take up no streams', async () => {
  const partner = await onboardTestPartner(service)
  const { cookie } = await openCookieSession(service, { email: partner.email })
  const { hostname, port } = new URL(service.url)
  for (let left = 0; left < STREAMS_PER_PARTNER_MAX + 20; left += 1) {
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    await new Promise((written) =>
      socket.write(`GET ${STREAM} HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${cookie}\r\n\r\n`, written),
    )
    socket.resetAndDestroy()
  }
  const leaving = new AbortController()
  const opened = await Promise.all(
    Array.from({ length: STREAMS_PER_PARTNER_MAX }, () =>
      fetch(`${service.url}${STREAM}`, { headers: { cookie }, signal: leaving.signal }),
    ),
  )
  assert.deepEqual(new Set(opened.map(({ status }) => status)), new Set([200]))
  leaving.abort()
})
