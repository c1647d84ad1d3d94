import { decisionData } from '../awards/decision-data.ts'
import { type DecisionFilter, type DecisionPage, listDecisions } from '../awards/decision-queries.ts'
import { type ListedTransaction, readTransactions } from '../coins/read-transactions.ts'
import { listedTransactionData } from '../coins/transaction-data.ts'
import type { Db } from '../database/database.ts'
import type { Event } from '../events/event.ts'
import { eventData } from '../events/event-data.ts'
import { listEventsAbout } from '../events/event-queries.ts'
import { formatCoins } from '../ledger/coin.ts'
import type { MemberWithWallet } from '../members/membership.ts'
import { memberData } from '../members/membership-data.ts'
import type { Partner } from '../partners/partner.ts'
import { limitConcurrency } from '../process/concurrency-limit.ts'
import type { Pages } from './json-stream.ts'
import { listProgress } from './progress-queries.ts'

const PAGE_SIZE = 500
/** Exports must not take the connections that awards need. */
const CONCURRENT_READS_MAX = 2

const ALL_DECISIONS = {
  kind: null,
  ruleName: null,
  actor: null,
  reference: null,
  outcome: null,
  from: null,
  to: null,
  limit: PAGE_SIZE,
} as const
const ALL_MOVEMENTS = { reference: null, type: null, from: null, to: null } as const

/** Everything that a partner holds about a person, its lists as pages. */
export type ExportMember = (partner: Partner, member: MemberWithWallet) => Promise<Record<string, unknown>>

export function createMemberExport(db: Db): ExportMember {
  const limited = limitConcurrency(CONCURRENT_READS_MAX)

  async function* decisions(partnerId: string, userId: string): Pages {
    for (let before: bigint | null = null; ; ) {
      const filter: DecisionFilter = { ...ALL_DECISIONS, userId, before }
      const page: DecisionPage = await limited(() => listDecisions(db, partnerId, filter))
      yield page.decisions.map((decision) => decisionData(partnerId, decision))
      if (page.next === null) return
      before = page.next
    }
  }

  async function* transactions(partner: Partner, userId: string): Pages {
    for (let before: bigint | null = null; ; ) {
      const window = { before, limit: PAGE_SIZE, offset: 0 }
      const page: ListedTransaction[] = await limited(() =>
        readTransactions(db, partner, { ...ALL_MOVEMENTS, userId }, window),
      )
      yield page.map((transaction) => listedTransactionData(partner.partnerId, transaction))
      if (page.length < PAGE_SIZE) return
      before = (page.at(-1) as ListedTransaction).seq
    }
  }

  async function* events(partnerId: string, userId: string): Pages {
    for (let after = 0n; ; ) {
      const asked = { userId, after, limit: PAGE_SIZE }
      const page = await limited(() => listEventsAbout(db, partnerId, asked))
      yield page.map(eventData)
      if (page.length < PAGE_SIZE) return
      after = (page.at(-1) as Event).seq
    }
  }

  return async (partner, member) => {
    const { partnerId } = partner
    const { userId } = member
    const { wallet, ...membership } = memberData(member)
    const progress = await limited(() => listProgress(db, partnerId, userId))
    return {
      membership: {
        ...membership,
        email: member.email,
        leftAt: member.leftAt?.toISOString() ?? null,
        leftBy: member.leftBy,
      },
      wallet,
      progress: progress.map(({ paidCoins, ...row }) => ({ ...row, coins: formatCoins(paidCoins) })),
      decisions: decisions(partnerId, userId),
      transactions: transactions(partner, userId),
      events: events(partnerId, userId),
    }
  }
}
