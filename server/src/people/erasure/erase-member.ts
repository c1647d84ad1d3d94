import assert from 'node:assert/strict'
import { redactBacktests } from '../../programme/backtests/backtest-store.ts'
import { partiesOf, recordTransaction } from '../../programme/coins/coin-batch.ts'
import type { PartnerParty } from '../../programme/coins/coin-transaction.ts'
import { insertTransactions } from '../../programme/coins/coin-transaction-store.ts'
import { applyDue, type DueBatch } from '../../programme/due/apply-due.ts'
import { RELEASE } from '../../programme/holds/apply-hold.ts'
import { activeHoldsOf, newHoldState } from '../../programme/holds/hold-batch.ts'
import { loadActiveHolds, updateHolds } from '../../programme/holds/hold-store.ts'
import { redactResponses } from '../../programme/idempotency/redact-responses.ts'
import type { RecordedActor } from '../../programme/ledger/actor.ts'
import { type Coins, formatCoins } from '../../programme/ledger/coin.ts'
import {
  closeLedger,
  insertLifecycleEvents,
  type Ledger,
  recordLifecycleEvent,
} from '../../programme/ledger/ledger.ts'
import { recordActor } from '../../programme/ledger/record-store.ts'
import { loadNamedLots, loadOpenLots } from '../../programme/lots/lot-store.ts'
import { carryOutRevocation, planRevocation } from '../../programme/lots/wallet-lots.ts'
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
import { type ByPartner, rowsOf } from '../../storage/database/by-partner.ts'
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
  const batch = await openWallet(tx, ledger, { userId, partner })
  endHolds(batch, userId, actor)
  const forfeited = walletOf(batch, userId).balance
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
  if (forfeited > 0n) forfeitCoins(batch, { userId, coins: forfeited, actor })
  await saveWallet(tx, batch, actor)
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

/** Loads a wallet with its lots and holds, and does what is due. The membership is shown as empty from now on. */
async function openWallet(
  tx: Tx,
  ledger: Ledger,
  { userId, partner }: Pick<Erasure, 'userId' | 'partner'>,
): Promise<DueBatch> {
  const { partnerId } = ledger
  const own = new Map([[partnerId, [userId]]])
  const holds = rowsOf(await loadActiveHolds(tx, own), partnerId)
  const heldLots = holds.flatMap(({ lots }) => lots.map(({ lotId }) => ({ userId, lotId })))
  const [wallets, openLots, namedLots] = await Promise.all([
    loadWallets(tx, partnerId, [userId]),
    loadOpenLots(tx, own),
    loadNamedLots(tx, new Map([[partnerId, heldLots]])),
  ])
  const batch = newWalletBatch(ledger, wallets, [], new Map(), {
    read: rowsOf(openLots, partnerId),
    named: rowsOf(namedLots, partnerId),
  })
  const held = newHoldState(holds)
  const erasure: DueBatch = {
    ...batch,
    ...held,
    party: partner,
    shownDetails: new Map([[userId, { tag: '', fullname: '', avatar: null, email: '' }]]),
    transactions: new Map(),
    unrefundable: new Map(),
    actors: new Set(),
    changes: {
      ...batch.changes,
      ...held.changes,
      transactions: [],
      lifecycleEvents: [],
    },
  }
  applyDue(erasure)
  return erasure
}

function endHolds(batch: DueBatch, userId: string, actor: RecordedActor): void {
  for (const { id } of activeHoldsOf(batch, userId))
    RELEASE.apply(batch, { request: { holdId: id }, keyed: null }, actor)
}

/** Moves the coins of a wallet back to the issuance account: those of all lots, and those without one. */
function forfeitCoins(
  batch: DueBatch,
  { userId, coins, actor }: Pick<Erasure, 'userId' | 'actor'> & { coins: Coins },
): void {
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
    parties: partiesOf(batch, { userId, account: batch.ledger.issuanceAccount }),
  } as const
  recordTransaction(batch, forfeiture, null, () => {
    const wallet = walletOf(batch, userId)
    carryOutRevocation(wallet, planRevocation(wallet, null, coins))
    adjustCoins(batch, { userId, coins: -coins })
  })
  assert.equal(walletOf(batch, userId).balance, 0n)
}

async function saveWallet(tx: Tx, batch: DueBatch, actor: RecordedActor): Promise<void> {
  const { ledger, actors, changes } = batch
  const rows = <Row>(own: Iterable<Row>): ByPartner<Row> => new Map([[ledger.partnerId, [...own]]])
  for (const each of new Set([...actors, actor])) recordActor(tx, ledger, each)
  insertTransactions(tx, rows(changes.transactions))
  insertLifecycleEvents(tx, rows(changes.lifecycleEvents))
  updateHolds(tx, rows(changes.changedHolds))
  await saveWallets(tx, [batch])
}
