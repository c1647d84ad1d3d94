import { textOf } from '../../shared/search.ts'
import type { Act, Member } from '../queries.ts'

const TELLS_THE_EMAIL = ['member_joined', 'member_removed']

/** Acts carry ids. Those who have left are known by the acts that say so, where these are on the page. */
export function namesOf(
  partner: { partnerId: string; partnerName: string },
  members: Member[],
  acts: Act[],
): (id: string) => string {
  const names = new Map([[partner.partnerId, partner.partnerName]])
  for (const { action, subject, detail } of acts) {
    const email = TELLS_THE_EMAIL.includes(action) && textOf(detail.email)
    if (email) names.set(subject, email)
  }
  for (const { id, email } of members) names.set(id, email)
  return (id) => names.get(id) ?? 'Someone who has left'
}
