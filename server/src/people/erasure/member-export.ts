import type { Event } from '../../feed/events/event.ts'
import { eventData } from '../../feed/events/event-data.ts'
import { listEventsAbout } from '../../feed/events/event-queries.ts'
import { EXPORT_PAGE_ROWS } from '../../http/responses/exports.ts'
import { type ListedTransaction, readTransactions } from '../../programme/coins/read-transactions.ts'
import { listedTransactionData } from '../../programme/coins/transaction-data.ts'
import type { HistoryLine } from '../../programme/history/decision.ts'
import { decisionData } from '../../programme/history/decision-data.ts'
import { type HistoryPage, listDecisions } from '../../programme/history/decision-queries.ts'
import { EVERYTHING } from '../../programme/history/scan-queries.ts'
import { holdData } from '../../programme/holds/hold-data.ts'
import { type ListedHold, listHolds } from '../../programme/holds/hold-queries.ts'
import { formatCoins } from '../../programme/ledger/coin.ts'
import { type DatedAttributes, listAttributeVersionsAfter } from '../../programme/members/attribute-store.ts'
import {
  type AccountMember,
  identifiedSnapshot,
  type MemberWithWallet,
} from '../../programme/members/membership.ts'
import { memberData } from '../../programme/members/membership-data.ts'
import type { Partner } from '../../programme/partners/partner.ts'
import type { Db } from '../../storage/database/database.ts'
import { listLotsAfter, listProgress, type OwnLot } from './export-queries.ts'
import type { Pages } from './json-stream.ts'

const ALL_MOVEMENTS = { reference: null, type: null, from: null, to: null } as const

/** Everything that a partner holds about a person, its lists as pages. */
export async function exportMember(
  db: Db,
  partner: Partner,
  member: MemberWithWallet,
  now: Date,
): Promise<Record<string, unknown>> {
  const { partnerId } = partner
  const { userId } = member
  const { wallet, ...membership } = memberData(member)
  const progress = await listProgress(db, partnerId, userId)
  return {
    membership: {
      ...membership,
      ...identifiedSnapshot(member),
      email: member.email,
    },
    wallet,
    lots: lots(db, { partnerId, memberId: userId }),
    holds: holds(db, { partnerId, memberId: userId }, now),
    attributes: attributes(db, { partnerId, memberId: userId }),
    progress: progress.map(({ paidCoins, ...row }) => ({ ...row, coins: formatCoins(paidCoins) })),
    decisions: decisions(db, partnerId, userId),
    transactions: transactions(db, partner, userId),
    events: events(db, partnerId, userId),
  }
}

/** What the partner said about a member, in order, with the events since when. */
export async function* attributes(db: Db, member: AccountMember): Pages {
  for (let after = 0n; ; ) {
    const page = { ...member, after, limit: EXPORT_PAGE_ROWS }
    const versions: DatedAttributes[] = await listAttributeVersionsAfter(db, page)
    yield versions.map((version) => ({ ...version, seq: Number(version.seq) }))
    if (versions.length < EXPORT_PAGE_ROWS) return
    after = (versions.at(-1) as DatedAttributes).seq
  }
}

/** The coins of a member that expire or wait, without the ids of their lots, which nothing else names. */
export async function* lots(db: Db, member: AccountMember): Pages {
  for (let after: string | null = null; ; ) {
    const page: OwnLot[] = await listLotsAfter(db, { ...member, after, limit: EXPORT_PAGE_ROWS })
    yield page.map(({ coins, expired, availableAt, expiresAt }) => ({
      coins: formatCoins(coins),
      expired: formatCoins(expired),
      availableAt: availableAt?.toISOString() ?? null,
      expiresAt: expiresAt?.toISOString() ?? null,
    }))
    if (page.length < EXPORT_PAGE_ROWS) return
    after = (page.at(-1) as OwnLot).id
  }
}

/** What checkouts held, newest first. */
export async function* holds(db: Db, { partnerId, memberId }: AccountMember, now: Date): Pages {
  const asOf = { ...db, givenTime: () => now }
  for (let before: bigint | null = null; ; ) {
    const page: ListedHold[] = await listHolds(asOf, partnerId, {
      userId: memberId,
      status: null,
      reference: null,
      before,
      limit: EXPORT_PAGE_ROWS,
    })
    yield page.map(holdData)
    if (page.length < EXPORT_PAGE_ROWS) return
    before = (page.at(-1) as ListedHold).seq
  }
}

async function* decisions(db: Db, partnerId: string, userId: string): Pages {
  for (let before: bigint | null = null; ; ) {
    const filter = { ...EVERYTHING, kinds: null, userId, before, limit: EXPORT_PAGE_ROWS }
    const page: HistoryPage = await listDecisions(db, partnerId, filter)
    yield page.lines.map((line) => decisionData(partnerId, withoutReturnNote(line)))
    if (page.next === null) return
    before = page.next
  }
}

/** Why an order was returned may be about another of its members. */
const withoutReturnNote = (line: HistoryLine): HistoryLine =>
  'returnNote' in line ? { ...line, returnNote: null } : line

async function* transactions(db: Db, partner: Partner, userId: string): Pages {
  for (let before: bigint | null = null; ; ) {
    const window = { before, limit: EXPORT_PAGE_ROWS, offset: 0 }
    const filter = { ...ALL_MOVEMENTS, userId }
    const page: ListedTransaction[] = await readTransactions(db, partner, filter, window)
    yield page.map((transaction) => listedTransactionData(partner.partnerId, transaction))
    if (page.length < EXPORT_PAGE_ROWS) return
    before = (page.at(-1) as ListedTransaction).seq
  }
}

async function* events(db: Db, partnerId: string, userId: string): Pages {
  for (let after = 0n; ; ) {
    const page: Event[] = await listEventsAbout(db, partnerId, { userId, after, limit: EXPORT_PAGE_ROWS })
    yield page.map(eventData)
    if (page.length < EXPORT_PAGE_ROWS) return
    after = (page.at(-1) as Event).seq
  }
}
