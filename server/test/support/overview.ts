import { dataOf } from './api.ts'
import type { ApiResponse } from './api-response.ts'
import { actionsOf, onboardTestPartner, signIn, type TestPartner } from './partner.ts'
import type { OwnService } from './service.ts'

const NOON = 'T12:00:00.000Z'

/** A partner on the day that the service's clock shows. Users and rules are added on the first. */
export type PartnerByDay = Omit<TestPartner, 'token'> & {
  /** Moves the service's clock, and signs in again. */
  goTo(day: string, time?: string): Promise<void>
  leave(userId: string): Promise<ApiResponse>
  rejoin(tag: string): Promise<ApiResponse>
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
  return {
    ...partner,
    async goTo(to, time = NOON) {
      service.clock.now = new Date(`${to}${time}`)
      token = (await signIn(service, partner.email)).token
    },
    ...actionsOf(service, () => token),
    leave: (userId) => service.request('DELETE', `/api/v1/laas/users/${userId}`, { token }),
    rejoin: (tag) => service.post('/api/v1/laas/users/onboard', { tag }, token),
    overview: (query = '') => dataOf(service.get(`/api/v1/laas/overview${query}`, token)),
  }
}
