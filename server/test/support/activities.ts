import assert from 'node:assert/strict'
import { type Api, dataOf } from './api.ts'
import type { ApiResponse } from './api-response.ts'
import { type TestPartner, unique } from './partner.ts'

export const ACTIVITIES = '/api/v1/laas/activities'

/** A type of activities that no other test of the partner uses. */
export const newType = () => unique('order.paid')

// biome-ignore lint/suspicious/noExplicitAny: tests assert on what came over the wire, whatever it is.
type Data = any

/** What a partner does with activities. */
export function activitiesOf(api: Api, { token }: Pick<TestPartner, 'token'>) {
  const send = (body: Record<string, unknown>, query = ''): Promise<ApiResponse> =>
    api.post(`${ACTIVITIES}${query}`, body, token)
  return {
    send,
    /** Sends an activity, which must be recorded. */
    async record(body: Record<string, unknown>, query = ''): Promise<Data> {
      const response = await send(body, query)
      assert.equal(response.status, 201, JSON.stringify(response.body))
      return response.body.data
    },
    read: (id: string, query = ''): Promise<Data> => dataOf(api.get(`${ACTIVITIES}/${id}${query}`, token)),
    list: (query = ''): Promise<Data> => dataOf(api.get(`${ACTIVITIES}${query}`, token)),
  }
}

/** Who paid or counted, in order, and who refused and why. */
export const summaryOf = ({ awards, refused }: Data) => ({
  awards: awards.map(({ ruleName, awarded, decision }: Data) => [
    ruleName,
    awarded ? decision.coins : 'counted',
  ]),
  refused: refused.map(({ ruleName, reason }: Data) => [ruleName, reason]),
})
