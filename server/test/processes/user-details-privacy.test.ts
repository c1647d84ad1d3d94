import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../support/database.ts'
import { newPartnerBody, PASSWORD } from '../support/partner.ts'
import { makeTestFolder, startLaurel, terminate } from '../support/process.ts'
import { recordOf, startPartnerServer, tagOf } from '../support/user-details.ts'

const SECRETS = ['22211133344', '0123456789', '1 Marina Road', 'passport-77']
const kyc = {
  id: null,
  bvn: SECRETS[0],
  streetAddress: SECRETS[2],
  city: null,
  state: null,
  postalCode: null,
  country: null,
  proofOfAddress: null,
  governmentId: SECRETS[3],
  userPhoto: null,
  verificationStatus: null,
  phone: null,
  bvnProvided: true,
  bvnValidated: true,
  addressProvided: true,
  addressValidated: true,
  idProvided: true,
  idValidated: true,
  isCompleted: true,
  phoneVerified: true,
  phoneCodeExpiresAt: null,
}

test('bank and identity data of a record are in no table and in no log, whether the record was right or wrong', async () => {
  const folder = await makeTestFolder()
  const { settings, client } = await openTestDatabase()
  const shop = await startPartnerServer()
  const laurel = await startLaurel({ ...settings, DATA_DIR: folder, LOG_LEVEL: 'trace' })
  const post = async (path: string, body: unknown, token?: string) => {
    const response = await fetch(`${laurel.url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    return ((await response.json()) as { data: Record<string, string> }).data
  }
  const partner = newPartnerBody({ userDetailsUrl: shop.address })
  await post('/acme/partners', partner)
  const { accessToken } = await post('/acme/partners/login', { email: partner.email, password: PASSWORD })
  const answers: unknown[] = []
  for (const wrong of [{}, { isAdult: 'yes' }, { bvn: 22211133344, accountNumber: ['0123456789'] }]) {
    shop.answerWith((request, response) =>
      response.end(
        JSON.stringify(
          recordOf(tagOf(request), { bvn: SECRETS[0], accountNumber: SECRETS[1], kyc, ...wrong }),
        ),
      ),
    )
    answers.push(await post('/laas/users/onboard', { tag: 'ada' }, accessToken))
    answers.push(await post('/acme/partners/me/user-details/try', { tag: 'ada' }, accessToken))
  }
  await terminate(laurel)

  const outcomes = answers.map((answer) => {
    const { outcome, appErrorCode, userId } = answer as Record<string, string>
    return outcome ?? appErrorCode ?? (userId && 'onboarded')
  })
  const invalid = 'user_details_invalid'
  assert.deepEqual(outcomes, ['onboarded', 'found', invalid, invalid, invalid, invalid])
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  let stored = ''
  for (const { name } of tables) {
    const { rows } = await client.query<{ line: string }>(`select t::text as line from ${name} t`)
    stored += rows.map(({ line }) => line).join('\n')
  }
  assert.ok(stored.includes('Grace Hopper') && stored.includes('must be text or null'))
  assert.ok(laurel.said().includes('/api/v1/laas/users/onboard'))
  for (const secret of SECRETS) {
    assert.ok(!stored.includes(secret), `${secret} is in a table`)
    assert.ok(!laurel.said().includes(secret), `${secret} is in the log`)
    assert.ok(!JSON.stringify(answers).includes(secret), `${secret} is in an answer`)
  }
})
