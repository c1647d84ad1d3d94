import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Api } from '../support/api.ts'
import { publishBoards } from '../support/boards.ts'
import { onboardTestPartner } from '../support/partner.ts'
import { useSharedService } from '../support/service.ts'

const PAIRS = Number(process.env.READ_PAIRS ?? 400)
const MEMBERS = 4

const service = useSharedService()
const POINTS = '/api/v1/laas/leaderboard/new'

test(`of ${PAIRS} reads that begin after an award was answered, by the other process, each shows it`, async () => {
  const partner = await onboardTestPartner(service)
  await publishBoards(service, partner)
  const { name } = await partner.addRule({ coinValue: '0.01', maxNumberOfParticipant: MEMBERS })
  const users = await Promise.all(Array.from({ length: MEMBERS }, () => partner.addUser()))
  const pairs = Math.ceil(PAIRS / MEMBERS)

  const pairsOf = async (userId: string, index: number) => {
    for (let award = 1; award <= pairs; award += 1) {
      const apis = [service, service.second] as const
      const [writer, reader] = (award + index) % 2 ? apis : apis.toReversed()
      const answer = await writer?.post('/api/v1/laas/rules/award', { userId, ruleName: name }, partner.token)
      assert.equal(answer?.status, 201, JSON.stringify(answer?.body))
      await expectPoints(reader as Api, userId, award)
    }
  }
  const expectPoints = async (api: Api, userId: string, awards: number) => {
    const asPartner = await api.get(`${POINTS}?userId=${userId}`, partner.token)
    assert.equal(asPartner.body.data.userPosition.amount, awards / 100)
    const asAnyone = await api.get(`${POINTS}?partnerId=${partner.partnerId}&userId=${userId}`)
    for (const { body } of [asPartner, asAnyone]) {
      const own = body.data.data.find((entry: { user: { userId: string } }) => entry.user.userId === userId)
      assert.equal(own.points, awards / 100)
    }
  }
  await Promise.all(users.map(pairsOf))
})
