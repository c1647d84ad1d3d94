import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { createCommandLine } from '../../support/command-line.ts'
import { onboardTestPartner } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const laurel = await createCommandLine()
const partner = await onboardTestPartner(service)
await laurel.signIn(service, partner.email)

test('search prints what the API finds, as a table or as JSON', async () => {
  const { userId } = await dataOf(
    service.post(
      '/api/v1/laas/users',
      { externalId: 'cust-1', fullname: 'Ada Lovelace', email: 'ada@mail.example' },
      partner.token,
    ),
  )
  const rule = await partner.addRule({ name: 'velvet' })
  const { stdout, code } = await laurel.run(['search', 'vel'])
  assert.equal(code, 0)
  assert.match(stdout, new RegExp(`^member +Ada Lovelace · cust-1 · ada@mail.example +${userId}\\n`))
  assert.match(stdout, new RegExp(`\\nrule +velvet +${rule.id}\\n$`))
  const json = await laurel.run(['search', 'vel', '--json'])
  assert.deepEqual(
    JSON.parse(json.stdout),
    await dataOf(service.get('/api/v1/laas/search?q=vel', partner.token)),
  )
  assert.equal((await laurel.run(['search', 'nobody at all'])).stdout, 'Nothing was found.\n')
})

test('alarms prints a sentence for each, and can exit with 1', async () => {
  assert.equal((await laurel.run(['alarms', '--exit-code'])).stdout, 'Nothing needs attention.\n')
  const { name } = await partner.addRule({ name: 'only one', maxNumberOfParticipant: '1' })
  await partner.award(await partner.addUser(), name)
  const { stdout, code } = await laurel.run(['alarms', '--exit-code'])
  assert.deepEqual([stdout, code], ['All places of the rule "only one" are taken.\n', 1])
  assert.equal((await laurel.run(['alarms'])).code, 0)
})
