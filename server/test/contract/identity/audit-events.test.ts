import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFailure, assertSuccess } from '../../support/api-response.ts'
import { asService, withClient } from '../../support/database.ts'
import { claimsOf, login, ME, newOwner, newPartnerBody, PARTNERS } from '../../support/partner.ts'
import { useClockService } from '../../support/service.ts'
import { addMember, assertAudited, auditEventsOf, NO_SUCH_PARTNER } from '../../support/team.ts'

const { service } = await useClockService()
const AT = '2026-03-01T09:30:00.000Z'
const list = (token: string, query = '') => service.get(`${ME}/audit-events${query}`, token)

test('owner and manager read who did what to the accounts, when and from where', async () => {
  service.clock.now = new Date(AT)
  const body = newPartnerBody()
  const { partnerId } = (await service.post(PARTNERS, body)).body.data
  const signedIn = await login(service, body.email, { agent: 'Browser/1.0' })
  const token = signedIn.body.data.accessToken
  const { sub, sid } = claimsOf(token)
  assert.equal((await login(service, body.email, { password: 'Wrong-1-Pass' })).status, 401)
  const answer = await list(token)

  const [failed, started, onboarded] = answer.body.data.data
  const common = { address: '127.0.0.1', agent: 'node', createdAt: AT }
  const bySelf = { ...common, subject: sub, actor: sub }
  const byPartner = { ...common, subject: partnerId, actor: partnerId }
  const paging = { currentpage: 1, nextpage: null, prevpage: null, lastpage: 1, next: null }
  assertSuccess(answer, 200, 'Audit events returned', {
    data: [
      { ...bySelf, id: failed.id, action: 'sign_in_failed', detail: { wrong: 'password' } },
      { ...bySelf, id: started.id, action: 'signed_in', agent: 'Browser/1.0', detail: { session: sid } },
      { ...byPartner, id: onboarded.id, action: 'partner_onboarded', detail: {} },
    ],
    count: 3,
    ...paging,
  })
  const paged = (await list(token, '?page=2&limit=2')).body.data
  assert.deepEqual(
    [paged.data.length, paged.count, paged.currentpage, paged.nextpage, paged.prevpage, paged.lastpage],
    [1, 3, 2, null, 1, 2],
  )
})

test("no partner reads another's audit log", async () => {
  const [owner, other] = [await newOwner(service), await newOwner(service)]
  const { data } = (await list(owner.token, '?limit=100')).body.data
  const own = await auditEventsOf(service, owner.partnerId)

  assert.equal(data.length, own.length)
  assert.ok(!JSON.stringify(data).includes(other.id))
  assertFailure(
    await service.get('/api/v1/another-eco/partners/me/audit-events', owner.token),
    'notFound',
    NO_SUCH_PARTNER,
  )
})

test('a change of addresses or of publication is written down with the fields that changed, and one of nothing is not', async () => {
  const owner = await newOwner(service)
  const change = (body: unknown) => service.request('PATCH', ME, { token: owner.token, body })
  await change({ boardsPublic: true, redirectUrl: 'http://localhost:8080/other' })
  const detail = {
    fields: ['redirectUrl', 'boardsPublic'],
    changes: {
      boardsPublic: { from: false, to: true },
    },
  }
  await assertAudited(service, owner, 'partner_changed', detail, owner.partnerId)
  const { length } = await auditEventsOf(service, owner.partnerId)
  await change({ boardsPublic: true })
  assert.equal((await auditEventsOf(service, owner.partnerId)).length, length)
})

test('a failed sign-in is in the audit log of the account, if there is one', async () => {
  const owner = await newOwner(service)
  const member = await addMember(service, owner, 'read-only')
  const count = async () => (await service.query('select id from audit_log')).length
  const before = await count()
  assert.equal((await login(service, 'nobody@acme.example')).status, 401)
  assert.equal(await count(), before)
  assert.equal((await login(service, member.email, { password: 'Wrong-1-Pass' })).status, 401)

  await assertAudited(service, member, 'sign_in_failed', { wrong: 'password' })
})

test('an onboarding that fails leaves no audit event, and a repeated one leaves one', async () => {
  const body = newPartnerBody()
  const onboard = (changes = {}) =>
    service.request('POST', PARTNERS, {
      body: { ...body, ...changes },
      headers: { 'idempotency-key': 'once' },
    })
  const { partnerId } = (await onboard()).body.data
  assert.equal((await onboard()).status, 201)
  assert.equal((await service.post(PARTNERS, body)).status, 400)

  assert.deepEqual(
    (await auditEventsOf(service, partnerId)).map(({ action }) => action),
    ['partner_onboarded'],
  )
})

test('the service can neither change nor delete the audit log', async () => {
  await newOwner(service)
  await withClient(asService(service.connectionString), async (client) => {
    for (const statement of [
      "update audit_log set action = 'nothing'",
      'delete from audit_log',
      'truncate audit_log',
    ])
      await assert.rejects(client.query(statement), { code: '42501' }, statement)
  })
})

test('client secrets that come and go are written down with their names, never with the secret', async () => {
  const { token } = await newOwner(service)
  const made = await service.post(`${ME}/secrets`, { name: 'web server' }, token)
  const { id, secret } = made.body.data
  await service.request('DELETE', `${ME}/secrets/${id}`, { token })
  const { body } = await list(token)
  const events = body.data.data
    .slice(0, 2)
    .map(({ action, detail }: { action: string; detail: object }) => [action, detail])
  assert.deepEqual(events, [
    ['secret_revoked', { secretId: id, name: 'web server' }],
    ['secret_created', { secretId: id, name: 'web server', scopes: made.body.data.scopes }],
  ])
  assert.equal(JSON.stringify(body).includes(secret), false)
})
