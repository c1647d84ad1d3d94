import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signUp, type TestUser } from '../../support/account.ts'
import { dataOf } from '../../support/api.ts'
import { assertFailure } from '../../support/api-response.ts'
import { BOARD, discover, getTokens, onboardOauthPartner } from '../../support/oauth.ts'
import { actionsOf, newRuleBody, unique } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const WALLET = '/api/v1/laas/me/wallet'
const TRANSACTIONS = '/api/v1/laas/me/transactions'
const NO_MEMBER = 'The user of this token is no member of the partner; the user must connect with it again.'

/** A partner with a rule that pays 10 coins, whose users give it tokens with the scope wallet. */
async function newShop(changes: Record<string, unknown> = {}) {
  const partner = await onboardOauthPartner(service, changes)
  const rule = newRuleBody({ coinValue: '10' })
  await dataOf(service.post('/api/v1/laas/rules/create-rule', rule, partner.token))
  const config = await discover(service, partner)
  return {
    ...partner,
    ...actionsOf(service, () => partner.token),
    rule,
    config,
    async link(user: TestUser, scope = 'openid wallet boards') {
      const tokens = await getTokens(service, config, user, { scope })
      return { userId: tokens.claims()?.sub ?? '', token: tokens.access_token }
    },
  }
}

test("a user's own token shows the wallet and every movement, and nothing of other people", async () => {
  const shop = await newShop()
  const user = await signUp(service)
  const { userId, token } = await shop.link(user)
  const award = await shop.award(userId, shop.rule.name, 'For the first order')
  await dataOf(shop.award(userId, shop.rule.name))
  const body = { userId, coins: 4, reference: 'order-7', metadata: { till: 'till-9' } }
  await dataOf(service.post('/api/v1/laas/coins/transfer-from-user-wallet', body, shop.token))
  await dataOf(shop.reverse(award.body.data.id))
  const other = await shop.link(await signUp(service))
  await dataOf(shop.award(other.userId, shop.rule.name, 'of another user'))

  assert.deepEqual(await dataOf(service.get(WALLET, token)), {
    userId,
    partnerId: shop.partnerId,
    coins: '6',
    points: '10',
    owed: '0',
  })
  const { data, next } = await dataOf(service.get(TRANSACTIONS, token))
  assert.equal(next, null)
  assert.deepEqual(
    data.map(({ id, createdAt, ...shown }: Record<string, unknown>) => shown),
    [
      { type: 'user_partner_reversal', way: 'DE', coins: 10, rule: shop.rule.name, refunded: false },
      {
        type: 'user_partner_transfer',
        way: 'DE',
        coins: 4,
        rule: null,
        reference: 'order-7',
        refunded: false,
      },
      { type: 'partner_user_award', way: 'CR', coins: 10, rule: shop.rule.name, refunded: false },
      { type: 'partner_user_award', way: 'CR', coins: 10, rule: shop.rule.name, refunded: true },
    ].map(({ type, way, coins, rule, reference = null, refunded }) => ({
      transactionType: type,
      debitOrCredit: way,
      coins,
      narration:
        type === 'user_partner_transfer'
          ? 'User to partner coin transfer'
          : refunded
            ? 'For the first order'
            : `${type === 'user_partner_reversal' ? 'Reversal of an award' : 'Award'} of the rule ${rule}`,
      ruleName: rule,
      reference,
      refunded,
    })),
  )
  const shown = JSON.stringify(data)
  for (const secret of ['actor', 'metadata', 'till-9', '@', 'of another user'])
    assert.ok(!shown.includes(secret), secret)
})

test('own transactions are read page by page to their end, and a foreign cursor is refused', async () => {
  const shop = await newShop()
  const { userId, token } = await shop.link(await signUp(service))
  await shop.awardAll(Array.from({ length: 5 }, () => ({ userId, ruleName: shop.rule.name })))
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { data: { id: string }[]; next: string | null } = await dataOf(
      service.get(`${TRANSACTIONS}?limit=2&cursor=${cursor}`, token),
    )
    ids.push(...page.data.map(({ id }) => id))
    cursor = page.next
  }
  assert.equal(new Set(ids).size, 5)
  const refused = await service.get(`${TRANSACTIONS}?cursor=abc`, token)
  assertFailure(refused, 'invalid', 'cursor must be the `next` of an earlier response.')
})

test('a claimed membership is found, although its id is not that of the account', async () => {
  const shop = await newShop({ mobileRedirectUrl: '' })
  const user = await signUp(service)
  const customer = { externalId: unique('customer-'), email: user.email }
  const { userId } = await dataOf(service.post('/api/v1/laas/users', customer, shop.token))
  await dataOf(shop.award(userId, shop.rule.name))
  const linked = await shop.link(user)
  assert.notEqual(userId, user.userId)
  assert.equal(linked.userId, userId)
  assert.equal((await dataOf(service.get(WALLET, linked.token))).coins, '10')
  assert.equal((await dataOf(service.get(TRANSACTIONS, linked.token))).data.length, 1)
})

test('only a user token with the scope wallet reads a wallet, and no longer once the user has left', async () => {
  const shop = await newShop()
  const user = await signUp(service)
  const { userId, token } = await shop.link(user)
  const { token: boards } = await shop.link(await signUp(service), 'openid boards')
  for (const path of [WALLET, TRANSACTIONS]) {
    const lacking = await service.get(path, boards)
    assertFailure(lacking, 'forbidden', 'This token lacks the scope wallet; ask for one that has it.')
    const team = await service.get(path, shop.token)
    const kind = 'This kind of token may not do that; use a token of a user (authorization code).'
    assertFailure(team, 'forbidden', kind)
    assert.equal((await service.get(path)).status, 401)
  }
  const ended = await service.request('DELETE', `/api/v1/laas/users/${userId}`, { token: shop.token })
  assert.equal(ended.status, 200)
  // Until the process hears that the token is revoked, the membership decides.
  const answer = await service.get(WALLET, token)
  if (answer.status !== 401) assertFailure(answer, 'forbidden', NO_MEMBER)
})

test("a user's token is for one partner: the boards of another are refused, also where the user is a member", async () => {
  const [shop, bakery] = [await newShop(), await newShop()]
  const user = await signUp(service)
  const at = { shop: await shop.link(user), bakery: await bakery.link(user) }
  const refusal = 'This token shows the boards of the partner that you joined with it, and of no other.'
  for (const path of [BOARD, '/api/v1/laas/coins/partner/ep-leaderboard']) {
    assert.equal((await service.get(path, at.shop.token)).status, 200)
    const foreign = await service.get(`${path}?partnerId=${bakery.partnerId}`, at.shop.token)
    assertFailure(foreign, 'forbidden', refusal)
  }
  await dataOf(bakery.award(at.bakery.userId, bakery.rule.name))
  assert.equal((await dataOf(service.get(WALLET, at.shop.token))).coins, '0')
  assert.equal((await dataOf(service.get(WALLET, at.bakery.token))).coins, '10')
})

test("browsers read from the application's own origins alone", async () => {
  const shop = await newShop({
    redirectUrl: 'https://shop.example/callback',
    webRedirectUrl: 'https://www.shop.example:8443/callback',
    mobileRedirectUrl: 'com.example.shop:/callback',
  })
  const bakery = await newShop({ redirectUrl: 'https://bakery.example/callback' })
  const { token } = await shop.link(await signUp(service))
  const other = await bakery.link(await signUp(service))
  const allowed = async (path: string, origin: string, sent: string | undefined = token) => {
    const answer = await service.request('GET', path, { ...(sent && { token: sent }), headers: { origin } })
    assert.match(answer.headers.get('vary') ?? '', /\borigin\b/)
    return answer.headers.get('access-control-allow-origin')
  }
  const preflight = async (path: string, origin: string) => {
    const headers = {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    }
    const answer = await fetch(`${service.url}${path}`, { method: 'OPTIONS', headers })
    assert.equal(answer.status, 204)
    assert.match(answer.headers.get('vary') ?? '', /\borigin\b/)
    return answer.headers.get('access-control-allow-origin')
  }
  for (const path of [WALLET, TRANSACTIONS, BOARD]) {
    for (const origin of ['https://shop.example', 'https://www.shop.example:8443']) {
      assert.equal(await allowed(path, origin), origin)
      assert.equal(await preflight(path, origin), origin)
      assert.equal(await allowed(path, origin, 'expired'), origin)
    }
    // The redirect address of another application answers its preflight, and not the token of this one.
    assert.equal(await allowed(path, 'https://bakery.example'), null)
    assert.equal(await allowed(path, 'https://bakery.example', other.token), 'https://bakery.example')
    for (const origin of [
      'https://evil.example',
      'https://shop.example.evil.example',
      'http://shop.example',
      'https://shop.example:444',
      'https://SHOP.example',
      'com.example.shop:',
      'null',
    ]) {
      assert.equal(await allowed(path, origin), null, origin)
      assert.equal(await preflight(path, origin), null, origin)
    }
  }
  // A changed address takes its origin with it.
  const moved = { redirectUrl: 'https://new.example/callback' }
  await dataOf(service.request('PATCH', '/api/v1/acme/partners/me', { token: shop.token, body: moved }))
  assert.equal(await allowed(WALLET, 'https://shop.example'), null)
  assert.equal(await allowed(WALLET, 'https://new.example'), 'https://new.example')
})
