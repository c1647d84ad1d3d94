import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signUp } from '../../support/account.ts'
import { dataOf } from '../../support/api.ts'
import { discover, getTokens, onboardOauthPartner } from '../../support/oauth.ts'
import { actionsOf, newRuleBody } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const PROGRESS = '/api/v1/laas/me/progress'
const RULES = '/api/v1/laas/rules'

test('users see how far they are with the rules that the partner shows them', async () => {
  const partner = await onboardOauthPartner(service)
  const { award } = actionsOf(service, () => partner.token)
  const addRule = async (changes: Record<string, unknown>) => {
    const body = newRuleBody({ shownToUsers: true, ...changes })
    return dataOf(service.post(`${RULES}/create-rule`, body, partner.token))
  }
  const config = await discover(service, partner)
  const tokens = await getTokens(service, config, await signUp(service), { scope: 'openid wallet' })
  const userId = tokens.claims()?.sub ?? ''
  const progress = () => dataOf(service.get(PROGRESS, tokens.access_token))
  assert.deepEqual(await progress(), { data: [], next: null })

  const visits = await addRule({
    type: 'batched',
    completionNumber: '3',
    coinValue: '2.5',
    condition: 'A visit',
    userLimitAward: '4',
    userCoinLimit: '5',
    userLimitPeriod: 'month',
    endsAt: '2040-01-01T00:00:00.000Z',
  })
  const profile = await addRule({
    type: 'combined',
    condition: 'A profile',
    rules: [
      { name: `photo of ${visits.name}`, condition: 'A photo' },
      { name: `city of ${visits.name}`, condition: 'A city', status: 'inactive' },
      { name: `age of ${visits.name}`, condition: 'An age' },
    ],
  })
  const full = await addRule({ maxNumberOfParticipant: '1' })
  const hidden = await addRule({ shownToUsers: false })
  await addRule({ status: 'inactive' })
  await addRule({ endsAt: '2020-01-01T00:00:00.000Z' })
  const other = await getTokens(service, config, await signUp(service), { scope: 'openid wallet' })
  await dataOf(award(other.claims()?.sub ?? '', full.name))
  for (let count = 0; count < 4; count += 1) await dataOf(award(userId, visits.name))
  await dataOf(award(userId, `age of ${visits.name}`))

  const { data, next } = await progress()
  assert.equal(next, null)
  assert.deepEqual(
    data.map(({ ruleId }: { ruleId: string }) => ruleId),
    [full.id, profile.id, visits.id],
  )
  const [ofFull, ofProfile, { periodEnd, ...ofVisits }] = data
  assert.deepEqual([ofFull.full, ofFull.progress, ofFull.needed], [true, 0, 1])
  assert.deepEqual([ofProfile.progress, ofProfile.needed, ofProfile.full], [1, 2, false])
  assert.deepEqual(ofProfile.rules, [
    { name: `photo of ${visits.name}`, condition: 'A photo', done: false },
    { name: `age of ${visits.name}`, condition: 'An age', done: true },
  ])
  assert.deepEqual(ofVisits, {
    ruleId: visits.id,
    ruleName: visits.name,
    condition: 'A visit',
    type: 'batched',
    coinValue: '2.5',
    perUnit: false,
    progress: 1,
    needed: 3,
    rules: [],
    userAwards: 1,
    userLimitAward: '4',
    userCoins: '2.5',
    userCoinLimit: '5',
    userLimitPeriod: 'month',
    full: false,
    startsAt: null,
    endsAt: '2040-01-01T00:00:00.000Z',
  })
  assert.match(periodEnd, /-01T00:00:00\.000Z$/)

  const first = await dataOf(service.get(`${PROGRESS}?limit=2`, tokens.access_token))
  const rest = await dataOf(service.get(`${PROGRESS}?cursor=${first.next}`, tokens.access_token))
  assert.deepEqual([...first.data, ...rest.data], data)

  // A change shows a rule, and its version says so.
  const body = { shownToUsers: true }
  const changed = await dataOf(
    service.request('PATCH', `${RULES}/${hidden.id}`, { token: partner.token, body }),
  )
  assert.deepEqual([changed.shownToUsers, changed.version], [true, 2])
  const versions = await dataOf(service.get(`${RULES}/${hidden.id}/versions`, partner.token))
  assert.deepEqual(
    versions.data.map(({ shownToUsers }: { shownToUsers: boolean }) => shownToUsers),
    [true, false],
  )
  assert.equal((await progress()).data.length, 4)
})
