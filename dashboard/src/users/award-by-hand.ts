import { api, dataOf, type once } from '../api/client.ts'
import { ApiFailure } from '../api/failure.ts'
import type { BodyOf } from '../api/types.ts'
import { outcomeInWords, whyInWords } from '../awards/decision-in-words.ts'
import { type Decision, findDecision } from '../awards/queries.ts'

/** What came of an award, in words. */
export type AwardResult = { outcome: 'paid' | 'counted' | 'refused'; title: string; why: string }

/** Awards a rule and says what came of it. A refusal is a result too, and comes with the counters that it was decided by. */
export async function awardByHand(
  body: BodyOf<'awardRule'>,
  key: ReturnType<typeof once>,
): Promise<AwardResult> {
  try {
    const award = await dataOf(api.POST('/api/v1/laas/rules/award', { body, ...key }))
    const decision = await decisionOn(body, ({ id }) => id === award.id)
    const outcome = award.awarded ? 'paid' : 'counted'
    return {
      outcome,
      ...(decision ? inWords(decision) : { title: award.awarded ? 'Paid' : 'Counted', why: '' }),
    }
  } catch (error) {
    if (!(error instanceof ApiFailure) || !isRefusal(error)) throw error
    const decision = await decisionOn(body, ({ reason }) => reason === error.code)
    return { outcome: 'refused', title: 'Refused', why: decision ? whyInWords(decision) : error.message }
  }
}

const inWords = (decision: Decision) => ({ title: outcomeInWords(decision), why: whyInWords(decision) })

/** The codes of refusals have no spaces, unlike those of bad requests. */
const isRefusal = ({ status, code }: ApiFailure) => status === 400 && /^[a-z_]+$/.test(code)

/** What was awarded is done; that it cannot be looked up afterwards must not look like a failure. */
const decisionOn = ({ userId, ruleName }: BodyOf<'awardRule'>, isThis: (decision: Decision) => boolean) =>
  findDecision({ userId, ruleName, isThis }).catch(() => undefined)
