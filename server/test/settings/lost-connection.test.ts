import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { signUp } from '../support/account.ts'
import { assertFailure } from '../support/api-response.ts'
import { notOnCitus } from '../support/citus.ts'
import { endWaitingConnections } from '../support/database.ts'
import {
  beginFlow,
  discover,
  getCode,
  OauthBrowser,
  onboardOauthPartner,
  startOauthService,
} from '../support/oauth.ts'
import { onboardTestPartner } from '../support/partner.ts'
import { waitUntil } from '../support/wait-until.ts'

const service = await startOauthService()
const partner = await onboardOauthPartner(service)
const config = await discover(service, partner)

/** Closes connections that read a table, until the work is done. */
async function without<T>(table: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: service.connectionString })
  await client.connect()
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  let isDone = false
  const working = work().finally(() => {
    isDone = true
  })
  await waitUntil(async () => {
    await endWaitingConnections(client)
    return isDone
  }, 'an answer')
  await client.end()
  return working
}

test('a connection that is lost while events are read fails that read alone', {
  skip: notOnCitus('ends connections of the coordinator, which reads no events'),
}, async () => {
  const { token, addUser } = await onboardTestPartner(service)
  await addUser()
  const read = () => service.get('/api/v1/laas/events', token)
  assert.equal((await without('awards', read)).status, 503)
  assert.equal((await read()).status, 200)
})

test('a code that is exchanged while the database is unavailable gets a 503 and stays valid', async () => {
  const { callback, verifier } = await getCode(service, config, await signUp(service))
  const exchange = () =>
    service.request('POST', '/oauth/token', {
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${partner.clientId}:${partner.secret}`).toString('base64')}`,
      },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: callback.searchParams.get('code') ?? '',
        code_verifier: verifier,
      }).toString(),
    })

  assertFailure(
    await without('oauth_records', exchange),
    'unavailable',
    'The service is unavailable; try again in a moment.',
  )
  const { status, body } = await exchange()
  assert.equal(status, 200, JSON.stringify(body))
})

test('while the database is unavailable, the authorization and consent pages respond with 503', async () => {
  const user = await signUp(service)
  const browser = new OauthBrowser(service)
  const { url } = await beginFlow(config)
  await browser.open(url)
  await browser.signIn(user)
  const { url: consent } = browser
  assert.match(consent, /\/oauth\/interaction\//)

  await without('oauth_records', () => browser.open(consent))
  assert.equal(browser.status, 503)
  assert.match(browser.text, /Back in a moment/)
  await browser.open(consent)
  assert.equal(browser.status, 200)
  await browser.allow()

  const { url: again } = await beginFlow(config)
  await without('oauth_records', () => browser.open(again))
  assert.equal(browser.status, 503, browser.text)
})
