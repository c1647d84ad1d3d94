import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as openid from 'openid-client'
import { createVisitor, signUp, type TestUser } from '../../support/account.ts'
import { atOnce, dataOf } from '../../support/api.ts'
import { assertFailure, assertSuccess } from '../../support/api-response.ts'
import { allEvents } from '../../support/events.ts'
import { BOARD, beginFlow, discover, getTokens, newOauthShop, openConsent } from '../../support/oauth.ts'
import { claimsOf, ME, newRuleBody, onboardByTag } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { waitUntilRefused } from '../../support/team.ts'
import { startUserDetails } from '../../support/user-details.ts'
import { waitUntil } from '../../support/wait-until.ts'

const service = useSharedService()
const USERS = '/api/v1/laas/users'
const userDetailsUrl = await startUserDetails()

/** Native apps ask for a consent each time. */
async function newShop() {
  const shop = await newOauthShop(service, { userDetailsUrl, mobileRedirectUrl: '' })
  return {
    ...shop,
    create: (body: unknown) => service.post(USERS, body, shop.token),
    award: (userId: string, ruleName = shop.rule.name) => shop.award(userId, ruleName),
    async claims() {
      return (await allEvents(service, shop.token, '&types=user.claimed')).map(({ data }) => data)
    },
    end: (userId: string) => service.request('DELETE', `${USERS}/${userId}`, { token: shop.token }),
  }
}

test('who deletes the account and comes back with the address is the same member, with the same limits', async () => {
  const shop = await newShop()
  const limited = newRuleBody({ userLimitAward: '1' })
  await dataOf(service.post('/api/v1/laas/rules/create-rule', limited, shop.token))
  const user = await signUp(service)
  const userId = subjectOf(await getTokens(service, shop.config, user))
  assert.equal((await shop.award(userId, limited.name)).status, 201)
  const visitor = createVisitor(service)
  await visitor.signIn(user.tag)
  await visitor.visit('/account/data')
  const fields = { currentPassword: user.password, forfeit: 'yes' }
  assert.equal((await visitor.send('/account/data/delete', fields)).status, 303)
  await waitUntil(
    async () => (await allEvents(service, shop.token, '&types=user.erased')).length === 1,
    'the membership is erased',
  )

  const again = await signUp(service, { email: user.email, fullname: 'Grace Again' })
  assert.notEqual(again.userId, user.userId)
  assert.equal(subjectOf(await getTokens(service, shop.config, again)), userId)
  const member = await shop.memberOf(userId)
  assert.deepEqual([member.userData.fullname, member.wallet.coins], ['Grace Again', '0'])
  assert.equal((await shop.award(userId, limited.name)).headers.get('laurel-refusal'), 'user_limit_reached')
})

const subjectOf = (tokens: openid.TokenEndpointResponse) => claimsOf(tokens.access_token).sub

test('who proves the address and consents claims the membership, and every token names that member', async () => {
  const shop = await newShop()
  const user = await signUp(service, { fullname: 'Grace Hopper' })
  const { userId, id } = await shop.addCustomer(user.email.toUpperCase(), 'customer-42')

  const { browser, allow } = await openConsent(service, shop.config, user)
  assert.match(browser.text, new RegExp(`Acme already keeps rewards for ${user.email}\\.`))
  const tokens = await allow()

  assert.equal(tokens.claims()?.sub, userId)
  assert.equal(subjectOf(tokens), userId)
  const refreshed = await openid.refreshTokenGrant(shop.config, tokens.refresh_token ?? '')
  assert.deepEqual([refreshed.claims()?.sub, subjectOf(refreshed)], [userId, userId])
  for (const token of [refreshed.access_token, refreshed.refresh_token ?? '']) {
    const introspected = await openid.tokenIntrospection(shop.config, token)
    assert.deepEqual([introspected.active, introspected.sub], [true, userId])
  }

  const {
    wallet,
    email: _,
    hasAccount: __,
    leftAt: ___,
    leftBy: ____,
    ...member
  } = await shop.memberOf(userId)
  assert.deepEqual(await shop.claims(), [member])
  assert.deepEqual(
    [member.id, member.externalId, member.userData],
    [id, 'customer-42', { tag: user.tag, fullname: 'Grace Hopper', avatar: null }],
  )
  assert.deepEqual([wallet.coins, wallet.points], ['10', '10'])
  const board = await dataOf(service.get(BOARD, refreshed.access_token))
  assert.deepEqual(board.userPosition, { userId, amount: 10, position: 1 })
  assert.equal(board.count, 1)
  // The consent stays: the next request asks for nothing.
  assert.ok(await browser.open((await beginFlow(shop.config, { scope: 'openid' })).url))
})

test('the account pages show the claimed membership, and unlinking ends it until the user consents again', async () => {
  const shop = await newShop()
  const user = await signUp(service)
  const { userId } = await shop.addCustomer(user.email, 'customer-42')
  const tokens = await getTokens(service, shop.config, user)
  const visitor = createVisitor(service)
  await visitor.signIn(user.tag)
  assert.match((await visitor.visit('/account')).text, /<strong>10<\/strong> coins/)
  const path = `/account/partners/${shop.partnerId}`
  assert.match((await visitor.visit(path)).text, /\+10 coins/)

  await visitor.visit(`${path}/unlink`)
  assert.equal((await visitor.send(`${path}/unlink`)).location, '/account?done=unlinked')
  await waitUntilRefused(service, tokens.access_token)
  assertFailure(await shop.award(userId), 'missing', 'User was not found.')
  const refusal = 'The user unlinked from this partner and can come back only by consenting again.'
  assertFailure(await shop.create({ externalId: 'customer-42' }), 'refused', refusal, 'consent_required')
  assertFailure(await onboardByTag(service, shop, user.tag), 'refused', refusal, 'consent_required')
  const bulk = { users: [{ externalId: 'customer-42' }, { externalId: 'customer-43' }] }
  const { results } = await dataOf(service.post(`${USERS}/bulk`, bulk, shop.token))
  assert.deepEqual(
    results.map(({ data }: { data: Record<string, unknown> }) => data.appErrorCode ?? data.externalId),
    ['consent_required', 'customer-43'],
  )

  assert.equal(subjectOf(await getTokens(service, shop.config, user)), userId)
  assert.equal(await shop.coinsOf(userId), '10')
  assert.equal((await shop.claims()).length, 1)
})

test('the partner can end a claimed membership, which ends the tokens of its apps', async () => {
  const shop = await newShop()
  const user = await signUp(service)
  const { userId, id } = await shop.addCustomer(user.email, 'customer-42')
  const tokens = await getTokens(service, shop.config, user)
  assert.equal((await shop.end(userId)).status, 200)
  await waitUntilRefused(service, tokens.access_token)

  const again = await shop.create({ externalId: 'customer-42' })
  assert.deepEqual([again.status, again.body.data.id], [200, id])
  const known = await dataOf(onboardByTag(service, shop, user.tag))
  assert.deepEqual([known.id, known.userId], [id, userId], 'the tag leads to the claimed membership')
})

test('of several memberships with one address the oldest is claimed, and no account claims two', async () => {
  const shop = await newShop()
  const user = await signUp(service)
  const removed = await shop.addCustomer(user.email)
  const oldest = await shop.addCustomer(user.email)
  const newest = await shop.addCustomer(user.email)
  await shop.end(removed.userId)

  assert.equal(subjectOf(await getTokens(service, shop.config, user)), oldest.userId)
  const mobile = await discover(service, shop, 'public')
  assert.equal(subjectOf(await getTokens(service, mobile, user)), oldest.userId)
  assert.equal((await shop.claims()).length, 1)
  assert.equal((await shop.award(newest.userId)).status, 201)
})

test('a membership that the partner ended is claimed when there is no other, and is back', async () => {
  const shop = await newShop()
  const user = await signUp(service)
  const { userId } = await shop.addCustomer(user.email)
  await shop.end(userId)
  assert.equal(subjectOf(await getTokens(service, shop.config, user)), userId)
  assert.equal(await shop.coinsOf(userId), '10')
  const types = (await allEvents(service, shop.token)).map(({ type }) => type).slice(-3)
  assert.deepEqual(types, ['user.left', 'user.onboarded', 'user.claimed'])
})

test('a member with a membership of the own account claims none, and neither does another address', async () => {
  const shop = await newShop()
  const [member, stranger] = [await signUp(service), await signUp(service)]
  await dataOf(onboardByTag(service, shop, member.tag))
  await shop.addCustomer(member.email)
  for (const user of [member, stranger])
    assert.equal(subjectOf(await getTokens(service, shop.config, user)), user.userId)
  assert.deepEqual(await shop.claims(), [])
})

test('a customer of another partner is not claimed', async () => {
  const [shop, other] = [await newShop(), await newShop()]
  const user = await signUp(service)
  const { userId } = await other.addCustomer(user.email)
  assert.equal(subjectOf(await getTokens(service, shop.config, user)), user.userId)
  assert.deepEqual([await shop.claims(), await other.claims()], [[], []])
  assert.equal(subjectOf(await getTokens(service, other.config, user)), userId)
})

test('consents at the same time, in several browsers and with onboarding by tag, claim once', async () => {
  const shop = await newShop()
  const user = await signUp(service)
  await shop.addCustomer(user.email)
  await shop.addCustomer(user.email)
  const consents = await atOnce(4, [service], () => openConsent(service, shop.config, user))
  await Promise.all([
    ...consents.map(({ browser }) => browser.allow()),
    onboardByTag(service, shop, user.tag),
    onboardByTag(service.second, shop, user.tag),
  ])

  const memberships = await service.query<{ user_id: string }>(
    'select user_id from memberships where partner_id = $1 and account_id = $2',
    [shop.partnerId, user.userId],
  )
  assert.equal(memberships.length, 1)
  const claims = await shop.claims()
  // Onboarding by tag may have come first; then the account has a membership of its own.
  const isOwn = memberships[0]?.user_id === user.userId
  assert.deepEqual(
    claims.map(({ userId }) => userId),
    isOwn ? [] : [memberships[0]?.user_id],
  )
})

test('after the claim the user decides whether public boards show the tag', async () => {
  const shop = await newShop()
  await service.request('PATCH', ME, { token: shop.token, body: { boardsPublic: true } })
  const user = await signUp(service)
  const { userId } = await shop.addCustomer(user.email)
  const shown = async () => {
    const board = await dataOf(service.get(`${BOARD}?partnerId=${shop.partnerId}`))
    return board.data[0].user.userData?.tag ?? null
  }
  assert.equal(await shown(), null)
  await getTokens(service, shop.config, user)
  assert.equal(await shown(), user.tag)
  await hideTag(user)
  assert.equal(await shown(), null)
  assertSuccess(
    await service.get(`${USERS}/${userId}`, shop.token),
    200,
    'User returned',
    await shop.memberOf(userId),
  )
})

async function hideTag({ tag }: TestUser): Promise<void> {
  const visitor = createVisitor(service)
  await visitor.signIn(tag)
  await visitor.visit('/account/security')
  assert.equal((await visitor.send('/account/security/public-boards', { show: 'no' })).status, 303)
}
