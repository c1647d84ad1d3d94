import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import * as openid from 'openid-client'
import pg from 'pg'
import { revokeGrants } from '../../../src/people/oauth/grant-store.ts'
import { openDatabase } from '../../../src/storage/database/database.ts'
import { setPasswordByMail, signUp } from '../../support/account.ts'
import { BOARD, discover, getTokens, onboardOauthPartner, openConsent } from '../../support/oauth.ts'
import { useSharedService } from '../../support/service.ts'
import { waitUntilRefused } from '../../support/team.ts'
import { waitUntil } from '../../support/wait-until.ts'

const service = useSharedService()
const database = openDatabase({ connectionString: service.connectionString })
after(() => database.close())

async function linked(count: number) {
  const user = await signUp(service)
  const links = []
  for (let index = 0; index < count; index += 1) {
    const partner = await onboardOauthPartner(service)
    const config = await discover(service, partner)
    const mobile = await discover(service, partner, 'public')
    links.push({
      partner,
      config,
      mobile,
      tokens: await getTokens(service, config, user),
      mobileTokens: await getTokens(service, mobile, user),
    })
  }
  return { user, links }
}

async function assertRevoked(
  ...links: { config: openid.Configuration; tokens: openid.TokenEndpointResponse }[]
): Promise<void> {
  for (const { config, tokens } of links) {
    await waitUntilRefused(service, tokens.access_token)
    const refreshing = openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
    await assert.rejects(refreshing, { error: 'invalid_grant' })
  }
}

test('what a user granted to one partner can be taken back, for all its clients, and nothing else ends', async () => {
  const { user, links } = await linked(2)
  const stranger = await linked(1)
  const [gone, kept] = links as [(typeof links)[0], (typeof links)[0]]
  const { partnerId } = gone.partner
  await database.transaction((tx) => revokeGrants(tx, { userId: user.userId, partnerId }))

  await assertRevoked(gone, { config: gone.mobile, tokens: gone.mobileTokens })
  for (const { config, tokens } of [kept, ...stranger.links]) {
    assert.equal((await service.get(BOARD, tokens.access_token)).status, 200)
    assert.ok(await openid.refreshTokenGrant(config, tokens.refresh_token ?? ''))
  }
})

test('all that a user granted can be taken back at once', async () => {
  const { user, links } = await linked(2)
  await database.transaction((tx) => revokeGrants(tx, { userId: user.userId }))
  await assertRevoked(...links)
  assert.deepEqual(
    await service.query('select model from oauth_records where user_id = $1', [user.userId]),
    [],
  )
})

test('a password that is set by a mailed link takes back all that was granted', async () => {
  const { user, links } = await linked(1)
  await setPasswordByMail(service, user.email)
  await assertRevoked(...links)
})

test('a consent that is given while the session is being ended grants nothing', async () => {
  const user = await signUp(service)
  const config = await discover(service, await onboardOauthPartner(service))
  const { browser } = await openConsent(service, config, user)
  const ending = new pg.Client({ connectionString: service.connectionString })
  await ending.connect()
  await ending.query('begin')
  await ending.query('update sessions set ended_at = now() where user_id = $1', [user.userId])
  const allowed = browser.allow()
  await waitUntil(async () => {
    const waiting = await service.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%from sessions%'`,
    )
    return waiting.length > 0
  }, 'the consent waits')
  await ending.query('commit')
  await ending.end()

  assert.equal(await allowed, undefined)
  assert.match(browser.url, /\/account\/sign-in/)
  for (const left of [
    `select from oauth_records where model = 'Grant' and user_id = $1`,
    'select from memberships where user_id = $1',
  ])
    assert.deepEqual(await service.query(left, [user.userId]), [], left)
})

test('a partner that ends a membership ends the tokens of its own apps for that user, and no others', async () => {
  const { user, links } = await linked(2)
  const [left, kept] = links as [(typeof links)[0], (typeof links)[0]]
  const path = `/api/v1/laas/users/${user.userId}`
  assert.equal((await service.request('DELETE', path, { token: left.partner.token })).status, 200)
  await waitUntilRefused(service, left.tokens.access_token)
  assert.equal((await service.get(BOARD, kept.tokens.access_token)).status, 200)
})

test('a code expires after a minute, a refresh token after 30 days, a grant after a year', async () => {
  const { user } = await linked(1)
  assert.deepEqual(
    await service.query(
      `select distinct model, round(extract(epoch from expires_at - now()) / 86400)::int as days,
        expires_at < now() + interval '1 minute' as "isInAMinute"
      from oauth_records
      where user_id = $1 and model in ('AuthorizationCode', 'RefreshToken', 'Grant')
      order by model`,
      [user.userId],
    ),
    [
      { model: 'AuthorizationCode', days: 0, isInAMinute: true },
      { model: 'Grant', days: 365, isInAMinute: false },
      { model: 'RefreshToken', days: 30, isInAMinute: false },
    ],
  )
})
