import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { CLIENT_SCOPES } from '../../../src/identity/authorization/access.ts'
import { assertFailure } from '../../support/api-response.ts'
import { newOauthShop } from '../../support/oauth.ts'
import { operationsOf } from '../../support/open-api.ts'
import { clientToken } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

/** The scope that each operation takes of a client, written down a second time so that a change of a route shows. */
const SCOPES: Record<string, string[]> = {
  awards: [
    'recordActivity',
    'recordActivities',
    'listActivities',
    'readActivity',
    'listActivityTypes',
    'readMemberAttributes',
    'changeMemberAttributes',
    'changeAttributesOfMembers',
    'createMember',
    'createMembers',
    'listBacktests',
    'readBacktest',
  ],
  rules: ['createBacktest', 'cancelBacktest', 'tryCondition', 'createRule', 'changeRule'],
}

const service = useSharedService()
const shop = await newOauthShop(service)
const { token: userToken } = await shop.link()
const operations = await operationsOf<{ operationId: string; requestBody?: unknown }>()

for (const [scope, names] of Object.entries(SCOPES)) {
  const others = CLIENT_SCOPES.filter((each) => each !== scope)
  const [having, lacking] = [
    await clientToken(service, shop.token, [scope]),
    await clientToken(service, shop.token, others),
  ]
  for (const name of names)
    test(`${name} is for clients with the scope ${scope} and for the team, and not for users`, async () => {
      const found = operations.find(({ operationId }) => operationId === name)
      assert.ok(found)
      const { method, requestBody } = found
      const path = found.path.replace(/\{\w+\}/g, () => randomUUID())
      const call = (token?: string) =>
        service.request(method, path, { ...(token && { token }), ...(requestBody ? { body: {} } : {}) })
      for (const token of [having, shop.token]) {
        const { status, body } = await call(token)
        assert.ok([200, 400, 404].includes(status), JSON.stringify(body))
      }
      assertFailure(
        await call(lacking),
        'forbidden',
        `This token lacks the scope ${scope}; get one with a client secret that has it.`,
      )
      assert.equal((await call(userToken)).status, 403)
      assert.equal((await call()).status, 401)
    })
}

test('clients see the properties of activities, and no examples of them', async () => {
  const token = await clientToken(service, shop.token, ['awards'])
  const externalId = randomUUID()
  const activity = { type: 'visit', externalId, enrol: true, properties: { city: 'Lagos' } }
  assert.equal((await service.post('/api/v1/laas/activities', activity, token)).status, 201)
  const types = async (by: string) =>
    (await service.get('/api/v1/laas/activities/types', by)).body.data.data[0].properties[0]
  const property = { path: 'city', kinds: ['text'], activities: 1 }
  assert.deepEqual(await types(token), property)
  assert.deepEqual(await types(shop.token), { ...property, examples: ['Lagos'] })
})
