import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { purgeExpired } from '../../src/retention-store.ts'
import { readConfig } from '../../src/runtime/settings/config.ts'
import { openDatabase } from '../../src/storage/database/database.ts'
import { signUp } from '../support/account.ts'
import { dataOf } from '../support/api.ts'
import { asService } from '../support/database.ts'
import {
  ME,
  newPartnerBody,
  newRuleBody,
  newUserBody,
  onboardByTag,
  onboardTestPartner,
  PARTNERS,
} from '../support/partner.ts'
import { startTestService } from '../support/service.ts'
import { forgotPassword, newUnverifiedOwner } from '../support/team.ts'
import { startUserDetails } from '../support/user-details.ts'
import { waitUntil } from '../support/wait-until.ts'

// Before those of the service, which drop the database.
after(() => Promise.all([database.close(), client.end()]))
const service = await startTestService()
const { connectionString } = service
const database = openDatabase({ connectionString: asService(connectionString) })
const client = new pg.Client({ connectionString })
await client.connect()

const purge = () => purgeExpired(database, readConfig({ UNVERIFIED_DAYS: '30' }), new Date())
const userDetailsUrl = await startUserDetails()
const partner = await onboardTestPartner(service, { userDetailsUrl })

/** A user who signed up by themselves some days ago, and whose code has expired. */
async function signUpUnverified(daysAgo = 31): Promise<{ id: string; tag: string; email: string }> {
  const { id, tag, email } = await dataOf(service.post('/api/v1/user', newUserBody()))
  await service.query('delete from email_codes where user_id = $1', [id])
  await age('users', id, daysAgo)
  return { id, tag, email }
}

/** A partner that was registered some days ago, and whose owner is not signed in any more. */
async function registerUnverified(daysAgo = 31) {
  const owner = await newUnverifiedOwner(service, { userDetailsUrl })
  await service.query('delete from email_codes where team_member_id = $1', [owner.id])
  await age('team_members', owner.id, daysAgo)
  const signOut = () => service.query('delete from sessions where team_member_id = $1', [owner.id])
  return { ...owner, signOut }
}

const age = (table: string, id: string, days: number) =>
  service.query(`update ${table} set created_at = now() - $2 * interval '1 day' where id = $1`, [id, days])

const isLeft = async (table: string, id: string) =>
  (await service.query(`select from ${table} where id = $1`, [id])).length === 1

const onboard = (tag: string) => onboardByTag(service, partner, tag)

test('a user who never verified the address and was never used is purged, and the tag is free again', async () => {
  const { id, tag, email } = await signUpUnverified()
  await purge()
  assert.equal(await isLeft('users', id), false)
  assert.equal((await service.post('/api/v1/user', newUserBody({ tag, email }))).status, 201)
})

test('a user who is young, verified, a member, or waits for a code or a link stays', async () => {
  const young = await signUpUnverified(29)
  const verified = await signUp(service)
  await age('users', verified.userId, 31)
  const created = await partner.addUser()
  await age('users', created, 31)
  const joined = await signUpUnverified()
  await dataOf(onboard(joined.tag))
  const departed = await signUpUnverified()
  await dataOf(onboard(departed.tag))
  await dataOf(service.request('DELETE', `/api/v1/laas/users/${departed.id}`, { token: partner.token }))
  const withCode = await signUpUnverified()
  await dataOf(service.post('/api/v1/user/resend-otp', { email: withCode.email }))
  const withLink = await signUpUnverified()
  await service.query(
    `insert into password_links (token_hash, user_id, created_at, expires_at)
    values ('link', $1, now(), now() + interval '1 hour')`,
    [withLink.id],
  )
  await purge()
  for (const [what, id] of Object.entries({
    young: young.id,
    verified: verified.userId,
    created,
    joined: joined.id,
    departed: departed.id,
    withCode: withCode.id,
    withLink: withLink.id,
  }))
    assert.equal(await isLeft('users', id), true, what)
})

test('a user who is joined to a partner while the purge runs stays', async () => {
  const { id, tag } = await signUpUnverified()
  await client.query('begin')
  await client.query('select id from users where tag = $1 for key share', [tag])
  await purge()
  await client.query('rollback')
  assert.equal(await isLeft('users', id), true)
  await dataOf(onboard(tag))
  await purge()
  assert.equal(await isLeft('users', id), true)
})

test('a user who is purged while a partner joins the tag gets a new account', async () => {
  const { id, tag } = await signUpUnverified()
  await client.query('begin')
  await client.query('select purge_unused_users(now(), 1000)')
  const joined = onboard(tag)
  await waitUntil(async () => {
    const waiting = await service.query(
      `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%for key share%'`,
    )
    return waiting.length > 0
  }, 'the partner waits for the purge')
  await client.query('commit')
  const membership = await dataOf(joined)
  assert.notEqual(membership.userId, id)
  assert.equal((await partner.memberOf(membership.userId)).userId, membership.userId)
})

test('the service can delete no user and no partner itself, and none of the last 7 days', async () => {
  const [user, owner] = [await signUpUnverified(6), await registerUnverified(6)]
  await owner.signOut()
  await client.query('begin; set local role laurel_service')
  for (const table of ['users', 'partners', 'ledgers']) {
    await client.query('savepoint before')
    await assert.rejects(client.query(`delete from ${table}`), /permission denied/)
    await client.query('rollback to before')
  }
  await client.query(`select purge_unused_users(now() + interval '1 day', 1000)`)
  await client.query(`select purge_unused_partners(now() + interval '1 day', 1000)`)
  await client.query('commit')
  assert.equal(await isLeft('users', user.id), true)
  assert.equal(await isLeft('partners', owner.partnerId), true)
})

test('a partner that was never verified and never used is purged with all that was registered', async () => {
  const { partnerId, token, signOut, email } = await registerUnverified()
  await dataOf(service.get('/api/v1/laas/overview', token))
  await signOut()
  await purge()
  assert.equal(await isLeft('partners', partnerId), false)
  for (const table of ['ledgers', 'applications', 'team_members', 'overviews'])
    assert.deepEqual(
      await service.query(`select from ${table} where partner_id = $1`, [partnerId]),
      [],
      table,
    )
  assert.equal((await service.post(PARTNERS, newPartnerBody({ email }))).status, 201)
})

test('a partner that is young, verified, signed in, or was ever used stays', async () => {
  const young = await registerUnverified(29)
  const verified = await registerUnverified()
  await service.query('update team_members set email_verified_at = now() where id = $1', [verified.id])
  const signedIn = await registerUnverified()
  const withRule = await registerUnverified()
  await dataOf(service.post('/api/v1/laas/rules/create-rule', newRuleBody(), withRule.token))
  const withMember = await registerUnverified()
  await dataOf(service.post('/api/v1/user', newUserBody(), withMember.token))
  const withLink = await registerUnverified()
  await forgotPassword(service, withLink.email)
  for (const { signOut } of [young, verified, withRule, withMember, withLink]) await signOut()
  await purge()
  const kept = { young, verified, signedIn, withRule, withMember, withLink }
  for (const [what, { partnerId }] of Object.entries(kept))
    assert.equal(await isLeft('partners', partnerId), true, what)
  assert.equal((await service.get(ME, signedIn.token)).status, 200)
})

test('a partner that writes while the purge runs stays', async () => {
  const { partnerId, signOut } = await registerUnverified()
  await signOut()
  await client.query('begin')
  await client.query('select from ledgers where partner_id = $1 for update', [partnerId])
  await purge()
  await client.query('rollback')
  assert.equal(await isLeft('partners', partnerId), true)
  await purge()
  assert.equal(await isLeft('partners', partnerId), false)
})
