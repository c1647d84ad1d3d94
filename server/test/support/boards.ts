import assert from 'node:assert/strict'
import { type Api, dataOf } from './api.ts'
import { ME, onboardTestPartner, type TestPartner } from './partner.ts'

type Options = {
  changes?: Record<string, unknown>
  /** Resolves to the id of a new member. */
  addMember?: (partner: TestPartner) => Promise<string>
}

/** A partner whose members joined one after the other and earned this much each, in reverse order. */
export async function partnerWithScores(
  api: Api,
  scores: number[],
  { changes = {}, addMember = (partner) => partner.addUser() }: Options = {},
): Promise<{ partner: TestPartner; users: string[] }> {
  const partner = await onboardTestPartner(api, changes)
  const users: string[] = []
  for (const _ of scores) users.push(await addMember(partner))
  for (const [index, coinValue] of [...scores.entries()].reverse()) {
    if (coinValue === 0) continue
    const { name } = await partner.addRule({ coinValue })
    const answer = await partner.award(users[index] as string, name)
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
  }
  return { partner, users }
}

/** Publishes the boards of a partner, or closes them again. */
export const publishBoards = (
  api: Api,
  { token }: { token: string },
  boardsPublic = true,
): Promise<unknown> => dataOf(api.request('PATCH', ME, { token, body: { boardsPublic } }))
