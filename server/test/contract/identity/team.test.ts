import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { allRefusedBut, atOnce } from '../../support/api.ts'
import {
  type ApiResponse,
  assertFailure,
  assertSuccess,
  TOKEN_BAD,
  UUID,
} from '../../support/api-response.ts'
import { mailedToken, mailsTo } from '../../support/mailbox.ts'
import {
  claimsOf,
  login,
  ME,
  newEmail,
  newOwner,
  PARTNERS,
  PASSWORD,
  signIn,
  unique,
} from '../../support/partner.ts'
import { useClockService } from '../../support/service.ts'
import {
  accept,
  addMember,
  assertAudited,
  assertSignedOut,
  auditEventsOf,
  invite,
  lastAuditEvent,
  NO_SUCH_PARTNER,
  removeMember,
  setRole as setRoleAt,
  TOKEN_SPENT,
} from '../../support/team.ts'

const { service, second } = await useClockService()
const AT = '2026-03-01T09:30:00.000Z'
const IN_7_DAYS = '2026-03-08T09:30:00.000Z'
const LAST_OWNER = 'A team needs an owner, and this is the last one; make someone else an owner first.'

const withdraw = (token: string, id: string) =>
  service.request('DELETE', `${ME}/team/invitations/${id}`, { token })
const setRole = (token: string, id: string, role: string) => setRoleAt(service, token, id, role)
const team = async (token: string) => (await service.get(`${ME}/team`, token)).body.data

test('an invited person accepts by the mailed token, is in the team, and signs in with the role', async () => {
  service.clock.now = new Date(AT)
  const owner = await newOwner(service)
  const email = newEmail()
  const invited = await invite(service, owner.token, email)
  const { id } = invited.body.data

  assert.match(id, UUID)
  const invitation = { id, email, role: 'support', createdAt: AT, expiresAt: IN_7_DAYS }
  assertSuccess(invited, 201, 'Invitation sent', invitation)
  const ownerData = {
    id: owner.id,
    email: owner.email,
    role: 'owner',
    secondFactor: false,
    alarmMails: false,
    createdAt: AT,
  }
  assertSuccess(await service.get(`${ME}/team`, owner.token), 200, 'Team returned', {
    members: [ownerData],
    invitations: [invitation],
  })
  const [mail] = await mailsTo(service, email)
  assert.equal(mail?.subject, 'You are invited to the team of Acme')
  assert.match(mail?.text ?? '', /^Acme invites you to its team as support\./)

  const accepted = await accept(service, await mailedToken(service, email))
  const member = {
    id: accepted.body.data.id,
    email,
    role: 'support',
    secondFactor: false,
    alarmMails: false,
    createdAt: AT,
  }
  assertSuccess(accepted, 201, 'Welcome to the team', member)
  assert.deepEqual(await team(owner.token), { members: [ownerData, member], invitations: [] })
  const { token, partnerId } = await signIn(service, email)
  assert.equal(partnerId, owner.partnerId)
  assert.equal(claimsOf(token).role, 'support')
  assert.equal(claimsOf(owner.token).role, 'owner')
  assert.deepEqual((await auditEventsOf(service, owner.partnerId)).slice(2, 4), [
    {
      action: 'member_invited',
      subject: owner.partnerId,
      actor: owner.id,
      detail: { email, role: 'support' },
    },
    { action: 'member_joined', subject: member.id, actor: member.id, detail: { email, role: 'support' } },
  ])
})

test('an invitation works once; inviting again replaces it, and withdrawing voids it', async () => {
  const owner = await newOwner(service)
  const email = newEmail()
  await invite(service, owner.token, email)
  const first = await mailedToken(service, email)
  const again = await invite(service, owner.token, email.toUpperCase(), { role: 'manager' })
  const later = await mailedToken(service, email)

  assertFailure(await accept(service, first), 'invalid', TOKEN_SPENT)
  assert.deepEqual((await team(owner.token)).invitations, [again.body.data])
  assert.equal((await accept(service, later)).body.data.role, 'manager')
  assertFailure(await accept(service, later), 'invalid', TOKEN_SPENT)

  const other = newEmail()
  const { data } = (await invite(service, owner.token, other)).body
  const token = await mailedToken(service, other)
  assertSuccess(await withdraw(owner.token, data.id), 200, 'Invitation withdrawn', data)
  assert.equal((await lastAuditEvent(service, owner.partnerId))?.action, 'invitation_withdrawn')
  assertFailure(await accept(service, token), 'invalid', TOKEN_SPENT)
  assertFailure(await withdraw(owner.token, data.id), 'notFound', 'Invitation was not found.')
})

test('of many acceptances at once, over two processes, one succeeds', async () => {
  const owner = await newOwner(service)
  const email = newEmail()
  await invite(service, owner.token, email)
  const token = await mailedToken(service, email)
  const answers = await atOnce(10, [service, second], (api) => accept(api, token))

  for (const answer of allRefusedBut(1, answers)) assertFailure(answer, 'invalid', TOKEN_SPENT)
  assert.equal((await team(owner.token)).members.length, 2)
})

test('the token of an invitation shows the team, the role and the address, as long as it is valid', async () => {
  service.clock.now = new Date(AT)
  const owner = await newOwner(service, { partnerName: 'Corner Shop' })
  const email = newEmail()
  await invite(service, owner.token, email, { role: 'support' })
  const token = await mailedToken(service, email)
  const read = (eco: string) => service.post(`/api/v1/${eco}/partners/invitations/read`, { token })

  assertSuccess(await read('acme'), 200, 'Invitation returned', {
    partnerName: 'Corner Shop',
    email,
    role: 'support',
    expiresAt: IN_7_DAYS,
  })
  assertFailure(await read('another-eco'), 'invalid', TOKEN_SPENT)
  assert.equal((await accept(service, token)).status, 201)
  assertFailure(await read('acme'), 'invalid', TOKEN_SPENT)
})

test('an invitation is valid for 7 days, in its own ecosystem', async () => {
  service.clock.now = new Date(AT)
  const owner = await newOwner(service)
  const [inTime, late] = [newEmail(), newEmail()]
  for (const email of [inTime, late]) await invite(service, owner.token, email)
  const tokens = [await mailedToken(service, inTime), await mailedToken(service, late)] as const

  const body = { token: tokens[0], password: PASSWORD, confirmPassword: PASSWORD }
  const elsewhere = await service.post('/api/v1/another-eco/partners/invitations/accept', body)
  assertFailure(elsewhere, 'invalid', TOKEN_SPENT)
  service.clock.now = new Date('2026-03-08T09:29:59.999Z')
  assert.equal((await accept(service, tokens[0])).status, 201)
  service.clock.now = new Date(IN_7_DAYS)
  assertFailure(await accept(service, tokens[1]), 'invalid', TOKEN_SPENT)
  const again = await signIn(service, owner.email)
  assert.deepEqual((await team(again.token)).invitations, [])
})

test('an address of another team gets the same response, and a mail without a token', async () => {
  service.clock.now = new Date(AT)
  const [owner, other] = [await newOwner(service), await newOwner(service)]
  const answer = await invite(service, owner.token, other.email)

  assertSuccess(answer, 201, 'Invitation sent', {
    id: answer.body.data.id,
    email: other.email,
    role: 'support',
    createdAt: AT,
    expiresAt: IN_7_DAYS,
  })
  const [mail] = await mailsTo(service, other.email)
  assert.match(mail?.text ?? '', /this address already belongs to an account of another team/)
  assert.doesNotMatch(mail?.text ?? '', /token/)
})

test('an invitation of an address that has joined another team since is refused as taken', async () => {
  const [owner, other] = [await newOwner(service), await newOwner(service)]
  const email = newEmail()
  await invite(service, owner.token, email)
  const token = await mailedToken(service, email)
  await invite(service, other.token, email)
  assert.equal((await accept(service, await mailedToken(service, email))).status, 201)

  assertFailure(
    await accept(service, token),
    'taken',
    `The email ${email} is already taken; ask to be invited under another one.`,
  )
})

test('who is in the team already is not invited again', async () => {
  const owner = await newOwner(service)
  const email = owner.email.toUpperCase()

  assertFailure(
    await invite(service, owner.token, email),
    'taken',
    `The email ${email} is already in your team; change the role of that member instead.`,
  )
})

test('what is wrong with an invitation and an acceptance is named', async () => {
  const { token } = await newOwner(service)

  assertFailure(
    await service.post(`${ME}/team/invitations`, {}, token),
    'invalid',
    'email is required; role is required.',
  )
  assertFailure(
    await invite(service, token, 'nobody', { role: 'boss' }),
    'invalid',
    'email must be an e-mail address of at most 254 characters; role must be owner, manager, support or read-only.',
  )
  assertFailure(
    await service.post(`${PARTNERS}/invitations/accept`, { password: 'weak' }),
    'invalid',
    'token is required; confirmPassword is required; password must have 8 to 200 characters, with one uppercase letter, one number and one special character.',
  )
  assertFailure(await accept(service, 'nonsense'), 'invalid', TOKEN_SPENT)
})

test('an invitation and its acceptance can be repeated with an Idempotency-Key', async () => {
  const owner = await newOwner(service)
  const email = newEmail()
  const key = { 'idempotency-key': unique('key') }
  const first = await invite(service, owner.token, email, { headers: key })
  const retry = await invite(service, owner.token, email, { headers: key })

  assert.deepEqual(retry.body, first.body)
  assert.equal(retry.headers.get('idempotency-replayed'), 'true')
  assert.equal((await mailsTo(service, email)).length, 1)
  assert.equal((await invite(service, owner.token, email, { role: 'manager', headers: key })).status, 409)

  const token = await mailedToken(service, email)
  const body = { token, password: PASSWORD, confirmPassword: PASSWORD }
  const join = () => service.request('POST', `${PARTNERS}/invitations/accept`, { body, headers: key })
  const [joined, again] = [await join(), await join()]
  assert.equal(joined.status, 201)
  assert.deepEqual(again.body, joined.body)
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
})

test('a partner can send fifty invitations a day', async () => {
  service.clock.now = new Date(AT)
  const owner = await newOwner(service)
  for (let count = 0; count < 50; count += 1)
    assert.equal((await invite(service, owner.token, newEmail())).status, 201)

  assertFailure(
    await invite(service, owner.token, newEmail()),
    'tooMany',
    'Too many invitations were sent; try again in 86400 s.',
  )
})

test('a change of role signs the member out at once, in every process, and the next login has the new role', async () => {
  const owner = await newOwner(service)
  const member = await addMember(service, owner, 'manager')
  const answer = await setRole(owner.token, member.id, 'read-only')

  assertSuccess(answer, 200, 'Role changed', {
    id: member.id,
    email: member.email,
    role: 'read-only',
    secondFactor: false,
    alarmMails: false,
    createdAt: answer.body.data.createdAt,
  })
  await assertAudited(service, owner, 'role_changed', { from: 'manager', to: 'read-only' }, member.id)
  await assertSignedOut([service, second], member)
  assert.equal(claimsOf((await signIn(service, member.email)).token).role, 'read-only')
})

test('the same role again changes nothing and ends no session', async () => {
  const owner = await newOwner(service)
  const member = await addMember(service, owner, 'manager')
  assert.equal((await setRole(owner.token, member.id, 'manager')).status, 200)
  const { refreshToken } = member

  assert.equal((await service.post(`${PARTNERS}/refresh`, { refreshToken })).status, 200)
  assert.equal((await setRole(owner.token, owner.id, 'owner')).status, 200)
})

test('a removed member is signed out at once, in every process, and may join another team', async () => {
  const [owner, other] = [await newOwner(service), await newOwner(service)]
  const member = await addMember(service, owner, 'manager')
  const { members } = await team(owner.token)

  assertSuccess(await removeMember(service, owner.token, member.id), 200, 'Team member removed', members[1])
  await assertAudited(service, owner, 'member_removed', { email: member.email, role: 'manager' }, member.id)
  await assertSignedOut([service, second], member)
  assert.equal((await login(service, member.email)).status, 401)
  assertFailure(await removeMember(service, owner.token, member.id), 'notFound', 'Team member was not found.')

  assert.equal((await invite(service, other.token, member.email)).status, 201)
  assert.equal((await accept(service, await mailedToken(service, member.email))).status, 201)
  assert.equal((await signIn(service, member.email)).partnerId, other.partnerId)
})

test('the last owner is neither removed nor demoted', async () => {
  const owner = await newOwner(service)
  await addMember(service, owner, 'manager')

  for (const role of ['manager', 'support', 'read-only'])
    assertFailure(await setRole(owner.token, owner.id, role), 'refused', LAST_OWNER, 'last_owner')
  assertFailure(await removeMember(service, owner.token, owner.id), 'refused', LAST_OWNER, 'last_owner')
  assert.equal((await login(service, owner.email)).status, 200)
})

test('of two owners who remove or demote each other at the same moment, one stays', async () => {
  for (const action of [
    (token: string, id: string, at: typeof service) => removeMember(at, token, id),
    (token: string, id: string, at: typeof service) => setRoleAt(at, token, id, 'support'),
  ]) {
    for (let round = 0; round < 3; round += 1) {
      const owner = await newOwner(service)
      const other = await addMember(service, owner, 'owner')
      const answers = await Promise.all([
        action(owner.token, other.id, service),
        action(other.token, owner.id, second),
      ])

      // The later request meets the last owner, or its sender is signed out already.
      const [done, refused] = answers.sort((left, right) => left.status - right.status) as [
        ApiResponse,
        ApiResponse,
      ]
      assert.equal(done.status, 200)
      if (refused.status === 401) assertFailure(refused, 'unauthorized', TOKEN_BAD)
      else assertFailure(refused, 'refused', LAST_OWNER, 'last_owner')
      const [row] = await service.query<{ count: string }>(
        "select count(*) from team_members where partner_id = $1 and role = 'owner'",
        [owner.partnerId],
      )
      assert.equal(String(row?.count), '1')
    }
  }
})

test('when the owner with the address of the partner goes, the partner has the address of the next owner', async () => {
  const owner = await newOwner(service)
  const [next, third] = [await addMember(service, owner, 'owner'), await addMember(service, owner, 'owner')]
  const emailOf = async (token: string) => (await service.get(ME, token)).body.data.email
  assert.equal(await emailOf(next.token), owner.email)

  assert.equal((await setRole(owner.token, owner.id, 'manager')).status, 200)
  assert.equal(await emailOf(third.token), next.email)
  assert.equal((await removeMember(service, third.token, next.id)).status, 200)
  assert.equal(await emailOf(third.token), third.email)
})

test('logins and refreshes that race a removal leave no token that works, and no response is a 500', async () => {
  for (let round = 0; round < 4; round += 1) {
    const owner = await newOwner(service)
    const member = await addMember(service, owner, 'manager')
    const [removed, ...others] = await Promise.all([
      removeMember(service, owner.token, member.id),
      service.post(`${PARTNERS}/refresh`, { refreshToken: member.refreshToken }),
      second.post(`${PARTNERS}/refresh`, { refreshToken: member.refreshToken }),
      login(service, member.email),
      login(second, member.email),
    ])
    assert.equal(removed.status, 200)
    for (const answer of others) {
      assert.ok([200, 401].includes(answer.status), JSON.stringify(answer.body))
      if (answer.status === 200) {
        const { accessToken, refreshToken } = answer.body.data
        await assertSignedOut([service, second], { ...member, token: accessToken, refreshToken })
      }
    }
  }
})

test("another partner's members and invitations are not found", async () => {
  const [owner, other] = [await newOwner(service), await newOwner(service)]
  const { data } = (await invite(service, other.token, newEmail())).body

  for (const id of [other.id, randomUUID()]) {
    assertFailure(await setRole(owner.token, id, 'manager'), 'notFound', 'Team member was not found.')
    assertFailure(await removeMember(service, owner.token, id), 'notFound', 'Team member was not found.')
  }
  assertFailure(await withdraw(owner.token, data.id), 'notFound', 'Invitation was not found.')
  assert.equal((await team(other.token)).invitations.length, 1)
})

test('under another ecosystem there is no team', async () => {
  const { token, id } = await newOwner(service)
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['POST', '/invitations', { email: newEmail(), role: 'owner' }],
    ['DELETE', `/invitations/${id}`, undefined],
    ['PATCH', `/${id}`, { role: 'owner' }],
    ['DELETE', `/${id}`, undefined],
    ['DELETE', `/${id}/second-factor`, undefined],
  ] as const)
    assertFailure(
      await service.request(method, `/api/v1/another-eco/partners/me/team${path}`, { token, body }),
      'notFound',
      NO_SUCH_PARTNER,
    )
})

for (const [how, leave] of [
  ['is removed', (token: string, id: string) => removeMember(service, token, id)],
  ['becomes a manager', (token: string, id: string) => setRole(token, id, 'manager')],
] as const) {
  test(`the open invitations of an owner who ${how} are withdrawn, and those of others stay`, async () => {
    const owner = await newOwner(service)
    const leaving = await addMember(service, owner, 'owner')
    const [backdoor, wanted] = [newEmail(), newEmail()]
    await invite(service, leaving.token, backdoor, { role: 'owner' })
    const token = await mailedToken(service, backdoor)
    const kept = (await invite(service, owner.token, wanted)).body.data
    assert.equal((await leave(owner.token, leaving.id)).status, 200)

    assertFailure(await accept(service, token), 'invalid', TOKEN_SPENT)
    assert.deepEqual((await team(owner.token)).invitations, [kept])
    assert.deepEqual((await auditEventsOf(service, owner.partnerId)).at(-2), {
      action: 'invitation_withdrawn',
      subject: owner.partnerId,
      actor: owner.id,
      detail: { email: backdoor, role: 'owner' },
    })
    assert.equal((await accept(service, await mailedToken(service, wanted))).status, 201)
  })

  test(`an invitation that races the moment its owner ${how} does not stay open`, async () => {
    for (let round = 0; round < 4; round += 1) {
      const owner = await newOwner(service)
      const leaving = await addMember(service, owner, 'owner')
      const [left, invited] = await Promise.all([
        leave(owner.token, leaving.id),
        atOnce(4, [service, second], (api) => invite(api, leaving.token, newEmail(), { role: 'owner' })),
      ])

      assert.equal(left.status, 200)
      for (const answer of invited)
        if (answer.status !== 201) assertFailure(answer, 'unauthorized', TOKEN_BAD)
      assert.deepEqual((await team(owner.token)).invitations, [])
    }
  })
}

test("an invitation that another owner repeats is that owner's", async () => {
  const owner = await newOwner(service)
  const leaving = await addMember(service, owner, 'owner')
  const email = newEmail()
  await invite(service, leaving.token, email)
  await invite(service, owner.token, email)
  assert.equal((await removeMember(service, owner.token, leaving.id)).status, 200)

  assert.equal((await accept(service, await mailedToken(service, email))).status, 201)
})
