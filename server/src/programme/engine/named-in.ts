import type { MemberRef } from '../ledger/member-ref.ts'
import type { Call } from './call.ts'

/** What the calls of a partner name, each once. */
export type Named = {
  ruleNames: string[]
  /** Of members that awards, transfers and adjustments name. */
  userIds: string[]
  externalIds: string[]
  /** The same, of transfers and adjustments only: their records show the members' details. */
  shownUserIds: string[]
  shownExternalIds: string[]
  /** Members with the rules that they are awarded. */
  awards: { ruleName: string; userId: string }[]
  awardsByExternalId: { ruleName: string; externalId: string }[]
  /** Of awards to reverse, and of transactions to refund. */
  awardIds: string[]
  transactionIds: string[]
  /** Of returns. */
  references: { reference: string }[]
}

export function namedIn(calls: readonly Call[]): Named {
  const ruleNames = new Set<string>()
  const users = { awarded: newMembers(), shown: newMembers() }
  const awards: Named['awards'] = []
  const awardsByExternalId: Named['awardsByExternalId'] = []
  const awardIds = new Set<string>()
  const transactionIds = new Set<string>()
  const references = new Set<string>()
  for (const call of calls) {
    switch (call.kind) {
      case 'award': {
        const { member, ruleName } = call.request
        ruleNames.add(ruleName)
        addMember(users.awarded, member)
        if ('userId' in member) awards.push({ ruleName, userId: member.userId })
        else awardsByExternalId.push({ ruleName, externalId: member.externalId })
        break
      }
      case 'transfer':
      case 'adjustment':
        addMember(users.shown, call.request.member)
        break
      case 'reversal':
        awardIds.add(call.request.awardId)
        break
      case 'refund':
        transactionIds.add(call.request.transactionId)
        break
      case 'return':
        references.add(call.request.reference)
        break
    }
  }
  return {
    ruleNames: [...ruleNames],
    userIds: [...new Set([...users.awarded.userIds, ...users.shown.userIds])],
    externalIds: [...new Set([...users.awarded.externalIds, ...users.shown.externalIds])],
    shownUserIds: [...users.shown.userIds],
    shownExternalIds: [...users.shown.externalIds],
    awards,
    awardsByExternalId,
    awardIds: [...awardIds],
    transactionIds: [...transactionIds],
    references: Array.from(references, (reference) => ({ reference })),
  }
}

type Members = { userIds: Set<string>; externalIds: Set<string> }

const newMembers = (): Members => ({ userIds: new Set(), externalIds: new Set() })

function addMember({ userIds, externalIds }: Members, member: MemberRef): void {
  if ('userId' in member) userIds.add(member.userId)
  else externalIds.add(member.externalId)
}
