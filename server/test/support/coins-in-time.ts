import assert from 'node:assert/strict'
import { dataOf } from './api.ts'
import type { ApiResponse } from './api-response.ts'
import { actionsOf, ME, onboardTestPartner, signIn } from './partner.ts'
import type { OwnService } from './service.ts'

/** Amounts of a wallet in coins. */
export type Amounts = Record<'balance' | 'available' | 'pending' | 'held' | 'owed' | 'expired', number>

/** A shop at a time of its own, with one member, whose coins live as its settings say. */
export async function openTimedShop(
  service: OwnService,
  time: string,
  {
    settings = { coinExpiry: { after: 'P90D', until: 'day' } },
    rule: terms = {},
  }: { settings?: Record<string, unknown>; rule?: Record<string, unknown> } = {},
) {
  service.clock.now = new Date(time)
  const partner = await onboardTestPartner(service)
  let { token } = partner
  const userId = await partner.addUser()
  const call = async (response: Promise<ApiResponse>) => dataOf(response)
  const post = (path: string, body: unknown = {}) => service.post(`/api/v1/laas${path}`, body, token)
  if (Object.keys(settings).length > 0) await dataOf(service.request('PATCH', ME, { token, body: settings }))
  const rule = await partner.addRule({ coinValue: '1', perUnit: true, ...terms })
  return {
    ...partner,
    ...actionsOf(service, () => token),
    userId,
    rule,
    post,
    token: () => token,
    set: (body: unknown) => service.request('PATCH', ME, { token, body }),
    async moveTo(later: string) {
      service.clock.now = new Date(later)
      token = (await signIn(service, partner.email)).token
    },
    /** Pays so many coins, and returns the id of the award. */
    award: async (coins: number, fields: Record<string, unknown> = {}): Promise<string> =>
      (await call(post('/rules/award', { userId, ruleName: rule.name, units: coins, ...fields }))).id,
    reverse: (id: string, body: Record<string, unknown> = {}) => post(`/rules/award/${id}/reverse`, body),
    transfer: (coins: number, fields: Record<string, unknown> = {}) =>
      post('/coins/transfer-from-user-wallet', { userId, coins, ...fields }),
    refund: (id: string, coins?: number) =>
      post(`/coins/transactions/${id}/refund`, coins === undefined ? {} : { coins }),
    adjust: (coins: number) => post('/coins/adjust', { userId, coins, reason: 'A test' }),
    hold: async (coins: number, fields: Record<string, unknown> = {}): Promise<string> =>
      (await call(post('/coins/holds', { userId, coins, ...fields }))).id,
    tryHold: (coins: number, fields: Record<string, unknown> = {}) =>
      post('/coins/holds', { userId, coins, ...fields }),
    capture: (id: string, coins?: number) =>
      post(`/coins/holds/${id}/capture`, coins === undefined ? {} : { coins }),
    release: (id: string) => post(`/coins/holds/${id}/release`),
    extend: (id: string, expiresIn: number) =>
      service.request('PATCH', `/api/v1/laas/coins/holds/${id}`, { token, body: { expiresIn } }),
    readHold: (id: string) => dataOf(service.get(`/api/v1/laas/coins/holds/${id}`, token)),
    events: async (): Promise<{ type: string; data: Record<string, unknown> }[]> => {
      const { events } = await dataOf(service.get('/api/v1/laas/events?limit=1000', token))
      return events.filter(({ type }: { type: string }) =>
        /^(coins|hold|award|reversal|transfer)\./.test(type),
      )
    },
    /** As the ledger has it. */
    async stored(): Promise<Amounts> {
      const [row] = await service.query<Record<string, string>>(
        `select balance, balance - held - pending as available, pending, held, owed, expired
        from wallets where partner_id = $1 and user_id = $2`,
        [partner.partnerId, userId],
      )
      assert(row)
      return Object.fromEntries(
        Object.entries(row).map(([name, coins]) => [name, Number(coins) / 100]),
      ) as Amounts
    },
  }
}

/** Amounts of which those that are not named are 0. */
export const amounts = (named: Partial<Amounts>): Amounts => ({
  balance: 0,
  available: 0,
  pending: 0,
  held: 0,
  owed: 0,
  expired: 0,
  ...named,
})
