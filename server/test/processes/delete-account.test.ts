import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { test } from 'node:test'
import { createVisitor, signUp } from '../support/account.ts'
import { dataOf } from '../support/api.ts'
import { openTestDatabase } from '../support/database.ts'
import { allEvents } from '../support/events.ts'
import { mailsTo } from '../support/mailbox.ts'
import { newUserBody, onboardByTag, onboardTestPartner, PASSWORD, unique } from '../support/partner.ts'
import { makeTestFolder, startLaurel, terminate } from '../support/process.ts'
import { tablesWith } from '../support/search-database.ts'
import { startUserDetails } from '../support/user-details.ts'
import { waitUntil } from '../support/wait-until.ts'

await makeTestFolder()
const { settings: databaseSettings, client } = await openTestDatabase()
const settings = { ...databaseSettings, SECRET_KEY: randomBytes(32).toString('base64') }
const query = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows
const userDetailsUrl = await startUserDetails()
const laurel = await startLaurel(settings)

test('a deleted account is closed at once, and its memberships are erased, also after a crash', async () => {
  const acme = await onboardTestPartner(laurel, { userDetailsUrl })
  const beta = await onboardTestPartner(laurel, { userDetailsUrl })
  const fullname = unique('Katherine Johnson ')
  const body = newUserBody({ fullname })
  const key = randomUUID()
  const user = await signUp(laurel, { ...body })
  const other = await signUp(laurel)
  const { userId, tag, email } = user
  const note = unique('a note about ')
  for (const partner of [acme, beta]) {
    assert.equal((await onboardByTag(laurel, partner, tag)).status, 201)
    await onboardByTag(laurel, partner, other.tag)
    await dataOf(
      laurel.request('PATCH', `/api/v1/laas/users/${userId}/attributes`, {
        token: partner.token,
        body: { attributes: { note } },
      }),
    )
    const { name: ruleName } = await partner.addRule()
    const award = { userId, ruleName, narration: note, metadata: { about: tag } }
    const headers = { 'idempotency-key': key }
    await dataOf(
      laurel.request('POST', '/api/v1/laas/rules/award', { token: partner.token, body: award, headers }),
    )
    await dataOf(partner.award(other.userId, ruleName))
  }
  const visitor = createVisitor(laurel)
  await visitor.signIn(tag)
  assert((await mailsTo(laurel, email)).length > 0)

  const download = await visitor.visit('/account/data/download')
  assert.match(download.headers.get('content-disposition') ?? '', /^attachment; filename="laurel-.+\.json"$/)
  const { account, memberships, attributes, coins, sessions, auditEvents } = JSON.parse(download.text)
  assert.deepEqual([account.email, account.tag, account.passwordHash], [email, tag, undefined])
  assert.deepEqual(
    [memberships.length, coins.length, coins[0].note, coins[0].coins, sessions.length],
    [2, 2, note, '10', 1],
  )
  assert.deepEqual(
    new Map(attributes.map((version: Record<string, unknown>) => [version.partnerId, version.attributes])),
    new Map([acme, beta].map(({ partnerId }) => [partnerId, { note }])),
  )
  assert(auditEvents.some(({ action }: { action: string }) => action === 'signed_in'))

  const page = await visitor.visit('/account/data')
  assert.equal(page.text.match(/10 coins/g)?.length, 2)
  const wrong = await visitor.send('/account/data/delete', { currentPassword: 'Wrong-Day-7', forfeit: 'yes' })
  assert.equal(wrong.status, 400)
  assert(wrong.text.includes('This is not your password.'))
  const refused = await visitor.send('/account/data/delete', { currentPassword: PASSWORD })
  assert.equal(refused.status, 400)
  assert(refused.text.includes('Tick the box to give up your coins, or spend them first.'))

  // The second partner is busy when the process is killed.
  const [, later] = [acme, beta].toSorted((left, right) => (left.partnerId < right.partnerId ? -1 : 1))
  await client.query('begin')
  await client.query('select from ledgers where partner_id = $1 for update', [later?.partnerId])
  const deleted = await visitor.send('/account/data/delete', { currentPassword: PASSWORD, forfeit: 'yes' })
  assert.deepEqual([deleted.status, deleted.location], [303, '/account/sign-in?done=deleted'])
  assert.equal((await visitor.visit('/account')).status, 303)
  assert.equal((await createVisitor(laurel).signIn(tag)).status, 401)
  await waitUntil(async () => (await membersLeft(userId)) === 1, 'the first membership is erased')
  laurel.process.kill('SIGKILL')
  await once(laurel.process, 'exit')
  await client.query('commit')

  const next = await startLaurel(settings)
  // As the queue does when a process no longer says that it works on the job.
  await query("update pgboss.job set state = 'retry', start_after = now() where name = 'erase'")
  await waitUntil(async () => {
    const [job] = await query("select state::text from pgboss.job where name = 'erase'")
    return job?.state === 'completed'
  }, 'the job is done')
  assert.equal(await membersLeft(userId), 0)
  assert.deepEqual(await tablesWith({ query } as never, [email, tag, fullname, note]), [])
  for (const partner of [acme, beta]) {
    const events = await allEvents(next, partner.token)
    assert.deepEqual(
      events.slice(-3).map(({ type, data }) => [type, data.userId, data.reference]),
      [
        ['coins.adjusted', userId, 'forfeited'],
        ['user.left', userId, undefined],
        ['user.erased', userId, undefined],
      ],
    )
    assert.equal(events.filter(({ type }) => type === 'user.erased').length, 1)
    const member = await dataOf(next.get(`/api/v1/laas/users/${other.userId}`, partner.token))
    assert.equal(member.wallet.coins, '10')
  }
  assert.deepEqual(await query('select * from broken_invariants'), [])
  await signUp(next, { tag, email })
  await terminate(next)
})

const membersLeft = async (userId: string) =>
  (await query('select from user_partners where user_id = $1', [userId])).length
