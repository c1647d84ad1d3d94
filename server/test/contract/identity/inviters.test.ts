import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFailure, TOKEN_BAD } from '../../support/api-response.ts'
import { mailedToken } from '../../support/mailbox.ts'
import { ME, newEmail, newOwner } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { accept, addMember, auditEventsOf, invite, removeMember, TOKEN_SPENT } from '../../support/team.ts'

const service = useSharedService()
const { second } = service

const demote = (token: string, id: string) =>
  service.request('PATCH', `${ME}/team/${id}`, { token, body: { role: 'manager' } })
const openInvitations = async (token: string) =>
  (await service.get(`${ME}/team`, token)).body.data.invitations

for (const [how, leave] of [
  ['is removed', (token: string, id: string) => removeMember(service, token, id)],
  ['becomes a manager', demote],
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
    assert.deepEqual(await openInvitations(owner.token), [kept])
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
      const [left, ...invited] = await Promise.all([
        leave(owner.token, leaving.id),
        ...Array.from({ length: 4 }, (_, index) =>
          invite(index % 2 ? second : service, leaving.token, newEmail(), { role: 'owner' }),
        ),
      ])

      assert.equal(left.status, 200)
      for (const answer of invited)
        if (answer.status !== 201) assertFailure(answer, 'unauthorized', TOKEN_BAD)
      assert.deepEqual(await openInvitations(owner.token), [])
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
