import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { signUpOnPage } from '../../support/account.ts'
import { activitiesOf } from '../../support/activities.ts'
import { dataOf } from '../../support/api.ts'
import { assertFailure } from '../../support/api-response.ts'
import { importAll, ndjson } from '../../support/imports-of.ts'
import { getTokens, newOauthShop } from '../../support/oauth.ts'
import { claimsOf, newRuleBody, onboardTestPartner, type TestPartner, unique } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const service = useSharedService()
const USERS = '/api/v1/laas/users'

// biome-ignore lint/suspicious/noExplicitAny: tests assert on what came over the wire, whatever it is.
type Data = any

const activitiesIn = async (who: Pick<TestPartner, 'token'>, type: string): Promise<Data[]> =>
  (await activitiesOf(service, who).list(`?type=${type}`)).data

/** Long enough for an activity that was noted wrongly to be decided. */
const NOTHING_MS = 1_500

const create = (who: TestPartner, externalId = unique('customer-')) =>
  dataOf(service.post(USERS, { externalId }, who.token))

test('a rule can welcome new members: joining is an activity, once for each membership', async () => {
  const who = await onboardTestPartner(service)
  const before = await create(who)
  const rule = await who.addRule({ activityType: 'member.joined', coinValue: '5' })
  const externalId = unique('customer-')
  const { userId } = await create(who, externalId)
  await waitUntil(async () => (await who.coinsOf(userId)) === '5', 'the welcome is paid')
  const [activity] = await activitiesIn(who, 'member.joined')
  assert.deepEqual(
    [activity.userId, activity.properties, activity.reference, activity.actor],
    [userId, null, null, { kind: 'system', id: '', name: 'laurel' }],
  )
  const stored = await activitiesOf(service, who).read(activity.id)
  assert.equal(stored.awards[0].ruleId, rule.id)

  await dataOf(service.request('DELETE', `${USERS}/${userId}`, { token: who.token }))
  assert.equal((await create(who, externalId)).userId, userId)
  await importAll(service, ndjson([{ externalId: unique('customer-') }]), who)
  const signedUp = await who.addUser()
  await waitUntil(async () => (await who.coinsOf(signedUp)) === '5', 'every new member is welcomed')
  await pause(NOTHING_MS)
  assert.equal((await activitiesIn(who, 'member.joined')).length, 2)
  assert.equal(await who.coinsOf(userId), '5')
  assert.equal(await who.coinsOf(before.userId), '0')
})

test('nothing is noted while no active rule listens', async () => {
  const who = await onboardTestPartner(service)
  const rule = await who.addRule({ activityType: 'member.joined' })
  const change = (changes: object) =>
    dataOf(service.request('PATCH', `/api/v1/laas/rules/${rule.id}`, { token: who.token, body: changes }))
  await change({ status: 'inactive' })
  await create(who)
  await change({ status: 'active' })
  await pause(NOTHING_MS)
  assert.deepEqual(await activitiesIn(who, 'member.joined'), [])
  const { userId } = await create(who)
  await waitUntil(async () => (await who.coinsOf(userId)) === '10', 'the next one is welcomed')
})

test('an activity that joins its member is followed by the activity of joining', async () => {
  const who = await onboardTestPartner(service)
  await who.addRule({ activityType: 'member.joined', coinValue: '5' })
  await who.addRule({ activityType: 'order.paid', coinValue: '1' })
  const { userId } = await activitiesOf(service, who).record({
    type: 'order.paid',
    externalId: unique('customer-'),
    enrol: true,
  })
  await waitUntil(async () => (await who.coinsOf(userId)) === '6', 'both are paid')
})

test('who referred a member gets an activity with the first award of the member that is not a welcome, once', async () => {
  const shop = await newOauthShop(service)
  const addRule = (changes: Record<string, unknown>) =>
    dataOf(service.post('/api/v1/laas/rules/create-rule', newRuleBody(changes), shop.token))
  await addRule({ activityType: 'member.joined', coinValue: '1' })
  await addRule({ activityType: 'member.referred', coinValue: '7' })
  const join = async (changes: Record<string, string> = {}) => {
    const user = await signUpOnPage(service, changes)
    const tokens = await getTokens(service, shop.config, user)
    return { ...user, userId: claimsOf(tokens.access_token).sub as string }
  }
  const ada = await join()
  const bea = await join({ referralCode: ada.tag })
  await waitUntil(async () => (await shop.coinsOf(bea.userId)) === '1', 'Bea is welcomed')
  await pause(NOTHING_MS)
  assert.deepEqual(await activitiesIn(shop, 'member.referred'), [])

  const award = await dataOf(shop.award(bea.userId, shop.rule.name))
  await waitUntil(async () => (await shop.coinsOf(ada.userId)) === '8', 'Ada is paid')
  const [activity, ...others] = await activitiesIn(shop, 'member.referred')
  assert.deepEqual([activity.userId, activity.properties, others], [ada.userId, null, []])
  // The bonus stays.
  await dataOf(shop.reverse(award.id))
  await dataOf(shop.award(bea.userId, shop.rule.name))
  await pause(NOTHING_MS)
  assert.equal((await activitiesIn(shop, 'member.referred')).length, 1)
  assert.equal(await shop.coinsOf(ada.userId), '8')
})

test('partners cannot send activities of the service', async () => {
  const who = await onboardTestPartner(service)
  assertFailure(
    await activitiesOf(service, who).send({ type: 'member.joined', userId: await who.addUser() }),
    'invalid',
    'type must not begin with "member.", which only the service itself sends.',
  )
  const body = newRuleBody({ activityType: 'member.left' })
  assertFailure(
    await service.post('/api/v1/laas/rules/create-rule', body, who.token),
    'invalid',
    'activityType must be member.joined or member.referred if it begins with "member.".',
  )
})
