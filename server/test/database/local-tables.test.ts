import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as openid from 'openid-client'
import { dataOf } from '../support/api.ts'
import { isOnCitus } from '../support/citus.ts'
import { noteTasks } from '../support/citus-tasks.ts'
import { discover, onboardOauthPartner, startOauthService } from '../support/oauth.ts'
import { newRuleBody, newUserBody } from '../support/partner.ts'

/** What the process does beside requests. */
const BACKGROUND = [
  'checkNodes',
  'findDueRules',
  'findLastSeqs',
  'findLaggingPartners',
  'findPartnersWithDue',
  'findPartnersWithNoted',
  'notify',
]

test('awards and reads of a client run on the node of the partner, which sends nothing to another', {
  skip: !isOnCitus && 'needs CITUS_URL, the nodes of a Citus cluster',
}, async () => {
  const { tasks, commands } = noteTasks()
  const service = await startOauthService()
  const partner = await onboardOauthPartner(service)
  const { id: userId } = await dataOf(service.post('/api/v1/user', newUserBody(), partner.token))
  const rule = await dataOf(
    service.post('/api/v1/laas/rules/create-rule', newRuleBody({ coinValue: '5' }), partner.token),
  )
  const client = await discover(service, partner)
  const { access_token: token } = await openid.clientCredentialsGrant(client)

  tasks.length = 0
  commands.length = 0
  const award = { userId, ruleName: rule.name }
  await dataOf(service.post('/api/v1/laas/rules/award', award, token))
  await dataOf(service.post('/api/v1/laas/coins/transfer-from-user-wallet', { userId, coins: 2 }, token))
  for (const path of [
    'leaderboard/new',
    'coins/partner/ep-leaderboard',
    'rules',
    'events',
    'users',
    'overview',
  ])
    await dataOf(service.get(`/api/v1/laas/${path}`, token))
  assert.deepEqual(
    tasks.filter(({ caller }) => !BACKGROUND.includes(caller)),
    [],
  )
  assert.deepEqual(
    commands.filter((command) => /prepare transaction/i.test(command)),
    [],
  )
  const [ledger] = await service.query<{ last: string }>('select last_seq::text as last from ledgers')
  assert.equal(ledger?.last, '4', 'rule, user, award and transfer')
})
