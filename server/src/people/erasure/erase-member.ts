import assert from 'node:assert/strict'
import { redactBacktests } from '../../programme/backtests/backtest-store.ts'
import { type CoinBatch, partiesOf, recordTransaction } from '../../programme/coins/coin-batch.ts'
import type { PartnerParty } from '../../programme/coins/coin-transaction.ts'
import { insertTransactions } from '../../programme/coins/coin-transaction-store.ts'
import { redactResponses } from '../../programme/idempotency/redact-responses.ts'
import type { RecordedActor } from '../../programme/ledger/actor.ts'
import { type Coins, formatCoins } from '../../programme/ledger/coin.ts'
import { closeLedger, type Ledger, recordLifecycleEvent } from '../../programme/ledger/ledger.ts'
import { recordActor } from '../../programme/ledger/record-store.ts'
import { deleteAttributes } from '../../programme/members/attribute-store.ts'
import { formerHash, redactMembership } from '../../programme/members/former-member-store.ts'
import { leavePartner } from '../../programme/members/leave-partner.ts'
import { type Membership, membershipSnapshot } from '../../programme/members/membership.ts'
import { findMembership } from '../../programme/members/membership-store.ts'
import { saveWallets } from '../../programme/wallets/save-wallets.ts'
import { adjustCoins, newWalletBatch, walletOf } from '../../programme/wallets/wallet-batch.ts'
import { loadWallets } from '../../programme/wallets/wallet-store.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { refused } from '../../runtime/failure.ts'
import type { Tx } from '../../storage/database/database.ts'
import {
  deleteImportRefusals,
  deletePersonalData,
  isErased,
  redactAnswers,
  redactImportLines,
} from './erasure-store.ts'

type Erasure = {
  userId: string
  /** The user ends the membership by deleting the account. */
  by: 'partner' | 'user'
  actor: RecordedActor
  partner: PartnerParty
  /** Whether coins that are left go back to the partner. Otherwise they are a reason to refuse. */
  forfeit: boolean
}

export type Erased = { membership: Membership; forfeited: Coins }

/** The reference of the movement that takes what an erased member left. */
const FORFEITED = 'forfeited'

export const coinsLeft = (coins: Coins) =>
  refused(
    'coins_left',
    `The wallet holds ${formatCoins(coins)} coins; let the user spend them, or send forfeit: true to take them back.`,
  )

/**
 * Ends a membership and deletes what the partner holds about the person. Amounts, limits, sums and events
 * stay as they are, and what the member owes stays owed. Undefined for a user who never was a member.
 */
export async function eraseMember(
  tx: Tx,
  encryption: Encryption,
  ledger: Ledger,
  { userId, by, actor, partner, forfeit }: Erasure,
): Promise<Erased | undefined> {
  const { partnerId, now } = ledger
  const membership = await findMembership(tx, partnerId, userId)
  if (!membership) return undefined
  const [wallet] = await loadWallets(tx, partnerId, [userId])
  assert(wallet)
  const forfeited = wallet.balance
  if (forfeited > 0n && !forfeit) throw coinsLeft(forfeited)
  const wasErased = await isErased(tx, partnerId, userId)

  redactAnswers(tx, partnerId, await deletePersonalData(tx, partnerId, userId))
  if (membership.externalId) {
    deleteImportRefusals(tx, partnerId, membership.externalId)
    redactImportLines(tx, partnerId, membership.externalId)
  }
  deleteAttributes(tx, partnerId, userId)
  await redactResponses(tx, userId, partnerId)
  redactMembership(
    tx,
    { partnerId, userId, isAccountDeleted: by === 'user' },
    formerOf(encryption, partnerId, membership),
    now,
  )
  redactBacktests(tx, partnerId, userId)
  if (forfeited > 0n) await forfeitCoins(tx, ledger, { userId, coins: forfeited, actor, partner })
  await leavePartner(tx, ledger, { userId, by })
  const erased = (await findMembership(tx, partnerId, userId)) as Membership
  if (!wasErased) recordLifecycleEvent(tx, ledger, { type: 'user.erased', data: membershipSnapshot(erased) })
  closeLedger(tx, ledger)
  return { membership: erased, forfeited }
}

function formerOf(encryption: Encryption, partnerId: string, { externalId, email }: Membership) {
  return {
    externalId: externalId
      ? formerHash(encryption, { partnerId, kind: 'external id', value: externalId })
      : null,
    email: email ? formerHash(encryption, { partnerId, kind: 'e-mail', value: email }) : null,
  }
}

/** Moves the coins of a wallet back to the issuance account. The membership is empty by now. */
async function forfeitCoins(
  tx: Tx,
  ledger: Ledger,
  { userId, coins, actor, partner }: Pick<Erasure, 'userId' | 'actor' | 'partner'> & { coins: Coins },
): Promise<void> {
  const { partnerId } = ledger
  const wallets = newWalletBatch(ledger, await loadWallets(tx, partnerId, [userId]), [])
  const batch: CoinBatch = {
    ...wallets,
    party: partner,
    shownDetails: new Map([[userId, { tag: '', fullname: '', avatar: null, email: '' }]]),
    transactions: new Map(),
    unrefundable: new Map(),
    changes: { ...wallets.changes, transactions: [] },
  }
  const forfeiture = {
    actor,
    userId,
    coins,
    reference: FORFEITED,
    metadata: null,
    narration: null,
    kind: 'adjustment',
    isCredit: false,
    reason: null,
    parties: partiesOf(batch, { userId, account: ledger.issuanceAccount }),
  } as const
  recordTransaction(batch, forfeiture, null, () => adjustCoins(batch, { userId, coins: -coins }))
  assert.equal(walletOf(batch, userId).balance, 0n)
  recordActor(tx, ledger, actor)
  insertTransactions(tx, new Map([[partnerId, batch.changes.transactions]]))
  await saveWallets(tx, [batch])
}
