import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { type Api, dataOf } from './api.ts'
import type { ApiResponse } from './api-response.ts'
import type { TestPartner } from './partner.ts'
import { waitUntil } from './wait-until.ts'

export const BACKTEST = '/api/v1/laas/rules/backtest'
export const BACKTESTS = '/api/v1/laas/rules/backtests'

/** Before everything that a test records. */
export const LONG_AGO = '2020-01-01T00:00:00.000Z'

// biome-ignore lint/suspicious/noExplicitAny: tests assert on what came over the wire, whatever it is.
type Data = any

/** What a partner does with backtests. */
export function backtestsOf(api: Api, { token }: Pick<TestPartner, 'token'>) {
  const request = (body: Record<string, unknown>): Promise<ApiResponse> =>
    api.post(BACKTEST, { from: LONG_AGO, ...body }, token)
  const read = (id: string, as = token): Promise<Data> => dataOf(api.get(`${BACKTESTS}/${id}`, as))
  async function ended(id: string): Promise<Data> {
    await waitUntil(async () => {
      const { status } = await read(id)
      return status !== 'waiting' && status !== 'running'
    }, 'the backtest ends')
    return read(id)
  }
  return {
    request,
    read,
    ended,
    /** Runs a backtest, which must finish. */
    async run(body: Record<string, unknown>): Promise<Data> {
      const response = await request(body)
      assert.equal(response.status, 202, JSON.stringify(response.body))
      const { status, result } = await ended(response.body.data.id)
      assert.equal(status, 'finished')
      return result
    },
  }
}

export const codesOf = ({ notes }: Data): string[] => notes.map(({ code }: Data) => code)

/** What really happened, by the activities as the API shows them with `expand=evaluations`, oldest first. */
export function digestOf(ruleId: string, activities: readonly Data[]): string {
  const digest = createHash('sha256')
  for (const { id, evaluations, awards, refused } of activities) {
    const paid = awards.filter((award: Data) => award.ruleId === ruleId)
    const refusals = refused.filter((refusal: Data) => refusal.ruleId === ruleId)
    for (const evaluation of evaluations.filter((each: Data) => each.ruleId === ruleId)) {
      const isOwn = ({ ruleName }: Data) => ruleName === evaluation.ruleName
      const award = paid.find(isOwn)
      const refusal = refusals.find(isOwn)
      const line = award
        ? [id, award.decision.outcome, null, award.decision.coins]
        : refusal
          ? [id, 'refused', refusal.reason, '0']
          : [id, evaluation.reason, null, '0']
      digest.update(`${JSON.stringify(line)}\n`)
    }
  }
  return digest.digest('hex')
}
