import assert from 'node:assert/strict'
import { signInAgain } from './answers.ts'
import { onboardTestPartner, PASSWORD, type TestPartner } from './partner.ts'
import type { Answer, OwnService } from './service.ts'

const NOON = 'T12:00:00.000Z'

/** A partner on the day that the service's clock shows. Users and rules are added on the first. */
export type PartnerByDay = Omit<TestPartner, 'token'> & {
  /** Moves the service's clock, and signs in again. */
  goTo(day: string, time?: string): Promise<void>
  reverse(awardId: string): Promise<Answer>
  leave(userId: string): Promise<Answer>
  rejoin(tag: string): Promise<Answer>
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came over the wire, whatever it is.
  overview(query?: string): Promise<any>
}

export async function partnerByDay(
  service: OwnService,
  day: string,
  changes: Record<string, unknown> = {},
): Promise<PartnerByDay> {
  service.clock.now = new Date(`${day}${NOON}`)
  const partner = await onboardTestPartner(service, changes)
  let { token } = partner
  const post = (path: string, body: unknown) => service.post(`/api/v1/laas${path}`, body, token)
  return {
    ...partner,
    async goTo(to, time = NOON) {
      service.clock.now = new Date(`${to}${time}`)
      token = await signInAgain(service, partner.email, PASSWORD)
    },
    award: (userId, ruleName) => post('/rules/award', { userId, ruleName }),
    transfer: (userId, coins) => post('/coins/transfer-from-user-wallet', { userId, coins }),
    reverse: (awardId) => post(`/rules/award/${awardId}/reverse`, {}),
    leave: (userId) => service.request('DELETE', `/api/v1/laas/users/${userId}`, { token }),
    rejoin: (tag) => post('/users/onboard', { tag }),
    async overview(query = '') {
      const answer = await service.get(`/api/v1/laas/overview${query}`, token)
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      return answer.body.data
    },
  }
}
