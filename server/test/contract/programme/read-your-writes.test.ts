import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Laurel } from '@laurel/sdk'
import { newRuleBody } from '../../support/partner.ts'
import { doneOf, onboardWithSdk } from '../../support/sdk.ts'
import { useSharedService } from '../../support/service.ts'

const PAIRS = Number(process.env.READ_PAIRS ?? 400)
const MEMBERS = 4

const service = useSharedService()

test(`of ${PAIRS} reads that begin after an award was answered, by the other process, each shows it`, async () => {
  const { partnerId, owner, credentials } = await onboardWithSdk(service)
  await owner.partner.change({ boardsPublic: true })
  const rule = { ...newRuleBody(), coinValue: '0.01', maxNumberOfParticipant: MEMBERS }
  const { name: ruleName } = await owner.rules.create(rule)
  const customers = Array.from({ length: MEMBERS }, (_, index) => ({ externalId: `customer-${index}` }))
  const members = await Promise.all(customers.map((customer) => owner.users.create(customer)))
  const processes = [service, service.second].map(({ url: baseUrl }) => ({
    backend: new Laurel({ baseUrl, ...credentials }),
    anyone: new Laurel({ baseUrl }),
  }))

  await Promise.all(
    members.map(async ({ userId }, index) => {
      for (let award = 1; award <= Math.ceil(PAIRS / MEMBERS); award += 1) {
        const [writer, reader] = (award + index) % 2 ? processes : processes.toReversed()
        assert(writer && reader)
        await doneOf(writer.backend.awards.grant({ userId, ruleName }))
        const asPartner = await reader.backend.boards.points({ userId })
        const asAnyone = await reader.anyone.boards.points({ partnerId, userId })
        assert.equal(asPartner.userPosition.amount, award / 100)
        for (const { data } of [asPartner, asAnyone])
          assert.equal(data.find(({ user }) => user.userId === userId)?.points, award / 100)
      }
    }),
  )
})
