import { EXPORT_PAGE_ROWS } from '../../http/responses/exports.ts'
import { listSessions } from '../../identity/accounts/session-store.ts'
import { formatCoins } from '../../programme/ledger/coin.ts'
import { listMembersOfAccount } from '../../programme/members/account-member-store.ts'
import { type AccountMember, identifiedSnapshot } from '../../programme/members/membership.ts'
import { memberData } from '../../programme/members/membership-data.ts'
import { findMemberOrFormer } from '../../programme/members/membership-store.ts'
import { findPartner } from '../../programme/partners/partner-store.ts'
import type { Db } from '../../storage/database/database.ts'
import {
  findWholeAccount,
  listAuditEventsAfter,
  listCoinsAfter,
  listConsents,
  type OwnCoins,
} from './export-queries.ts'
import type { Pages } from './json-stream.ts'
import { attributes, holds, lots } from './member-export.ts'

/** Everything about a user's own account, its lists as pages. */
export async function exportAccount(db: Db, userId: string, now: Date): Promise<Record<string, unknown>> {
  const [account, members, sessions] = await Promise.all([
    findWholeAccount(db, userId),
    listMembersOfAccount(db, userId),
    listSessions(db, { kind: 'user', id: userId }, { now, limit: EXPORT_PAGE_ROWS }),
  ])
  return {
    account,
    memberships: memberships(db, userId, members),
    attributes: ofEach(members, (member) => attributes(db, member)),
    coins: coins(db, members),
    lots: ofEach(members, (member) => lots(db, member)),
    holds: ofEach(members, (member) => ownHolds(db, member, now)),
    sessions,
    auditEvents: auditEvents(db, userId),
  }
}

async function* memberships(db: Db, userId: string, members: AccountMember[]): Pages {
  for (const { partnerId, memberId } of members) {
    const [partner, member, consents] = await Promise.all([
      findPartner(db, partnerId),
      findMemberOrFormer(db, partnerId, memberId),
      listConsents(db, { userId, partnerId }),
    ])
    if (!member) continue
    const { leftAt, email } = member
    yield [
      {
        partnerId,
        partnerName: partner?.partnerName,
        ...memberData(member),
        ...identifiedSnapshot(member),
        email,
        leftAt,
        consents,
      },
    ]
  }
}

/** The lists of all memberships, with the partner in each entry. */
async function* ofEach(members: AccountMember[], list: (member: AccountMember) => Pages): Pages {
  for (const member of members)
    for await (const page of list(member))
      yield page.map((entry) => ({ partnerId: member.partnerId, ...(entry as object) }))
}

/** Holds without those who made them, who are of the partner's team. */
async function* ownHolds(db: Db, member: AccountMember, now: Date): Pages {
  for await (const page of holds(db, member, now))
    yield (page as { actor: unknown }[]).map(({ actor: _, ...hold }) => hold)
}

async function* coins(db: Db, members: AccountMember[]): Pages {
  for (const member of members) {
    const { partnerId } = member
    for (let after = 0n; ; ) {
      const rows: OwnCoins[] = await listCoinsAfter(db, { ...member, after, limit: EXPORT_PAGE_ROWS })
      yield rows.map((row) => ({ partnerId, ...row, seq: Number(row.seq), coins: formatCoins(row.coins) }))
      if (rows.length < EXPORT_PAGE_ROWS) break
      after = (rows.at(-1) as OwnCoins).seq
    }
  }
}

async function* auditEvents(db: Db, userId: string): Pages {
  for (let after: string | null = null; ; ) {
    const rows: { id: string }[] = await listAuditEventsAfter(db, userId, { after, limit: EXPORT_PAGE_ROWS })
    yield rows
    if (rows.length < EXPORT_PAGE_ROWS) return
    after = rows.at(-1)?.id ?? null
  }
}
