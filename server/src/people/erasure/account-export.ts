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
import { attributes } from './member-export.ts'

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
    attributes: attributesOf(db, members),
    coins: coins(db, members),
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

async function* attributesOf(db: Db, members: AccountMember[]): Pages {
  for (const member of members)
    for await (const page of attributes(db, member))
      yield page.map((version) => ({ partnerId: member.partnerId, ...(version as object) }))
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
