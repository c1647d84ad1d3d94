import assert from 'node:assert/strict'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { failpoint } from '../../runtime/process/failpoint.ts'
import { mapInSlices } from '../../runtime/queues/in-slices.ts'
import type { Database, Tx } from '../../storage/database/database.ts'
import { newId } from '../../storage/database/ids.ts'
import { sendJob } from '../../storage/jobs/job-store.ts'
import type { JobOutcome, Jobs } from '../../storage/jobs/jobs.ts'
import { NO_DETAILS } from '../coins/coin-batch.ts'
import { insertTransactions } from '../coins/coin-transaction-store.ts'
import type { RecordedActor } from '../ledger/actor.ts'
import type { Coins } from '../ledger/coin.ts'
import { closeLedger, type Ledger, nextSeq } from '../ledger/ledger.ts'
import { partnerTransaction } from '../ledger/partner-transaction.ts'
import { recordActor } from '../ledger/record-store.ts'
import { earlier } from '../lots/lot.ts'
import { saveLots } from '../lots/lot-store.ts'
import { withChanges } from '../members/attribute.ts'
import { type Customer, joinWithoutAccount } from '../members/join-without-account.ts'
import type { Membership } from '../members/membership.ts'
import type { Wallet } from '../wallets/wallet.ts'
import type { LineRefusal } from './import.ts'
import { amountOf, hasOpening, type ReceivedLine, refusedLine } from './import-line.ts'
import {
  endImport,
  findImportOfJob,
  findWaitingLines,
  lockRunning,
  type RunningImport,
  saveProgress,
  startRunning,
} from './import-store.ts'
import { findExpiryProblem, openWallet } from './opening-expiry.ts'

/** One import at a time, in turns: the job of each works off some lines, then queues behind the others. */
const WORK = { workers: 1, jobsAtOnce: 1, pollSeconds: 2 }
const BATCHES_PER_JOB = 20

type Services = { database: Database; jobs: Jobs; encryption: Encryption }

/** Works off the lines of imports, each once. Any number of processes may do so. */
export async function startImports(services: Services): Promise<void> {
  const { database, jobs } = services
  await jobs.work('import', WORK, async (jobId, signal): Promise<JobOutcome> => {
    const key = await findImportOfJob(database, jobId)
    if (!key) return { kind: 'done' }
    for (let batches = 1; ; batches += 1) {
      if (signal.aborted) return { kind: 'failed', reason: 'the process stops' }
      const isLast = batches === BATCHES_PER_JOB
      const goesOn = await runNextLines(services, { ...key, jobId }, { isLast })
      if (!goesOn) break
    }
    jobs.wake('import')
    return { kind: 'done' }
  })
}

/**
 * Works off the next lines in one transaction: members, openings, refusals and progress are saved together.
 * The last batch of a job queues the next job in it. Returns whether the job goes on.
 */
async function runNextLines(
  { database, encryption }: Omit<Services, 'jobs'>,
  { partnerId, id, jobId }: { partnerId: string; id: string; jobId: string },
  { isLast }: { isLast: boolean },
): Promise<boolean> {
  return partnerTransaction(database, { partnerId }, async (tx, ledger) => {
    const key = { partnerId, id }
    const running = await lockRunning(tx, key)
    if (running?.jobId !== jobId) return false
    const { next, hasMore } = await findWaitingLines(tx, key)
    if (next) {
      const { created, refusals } = await makeMembers(tx, ledger, { ...running, encryption }, next.lines)
      saveProgress(tx, key, { afterLines: next.afterLines, created, refusals })
    }
    if (!hasMore) endImport(tx, key, 'finished', ledger.now)
    else if (isLast) {
      const nextJob = newId()
      startRunning(tx, key, nextJob)
      sendJob(tx, 'import', nextJob)
    }
    failpoint('before-commit')
    return hasMore && !isLast
  })
}

type MemberLine = Extract<ReceivedLine, { problem?: never }>

/**
 * Makes members of these lines. A known id makes none, also that of a former member or of an earlier line.
 */
async function makeMembers(
  tx: Tx,
  ledger: Ledger,
  { actor, encryption }: RunningImport & { encryption: Encryption },
  lines: ReceivedLine[],
): Promise<{ created: number; refusals: LineRefusal[] }> {
  const checked = await mapInSlices(lines, (line) => checkExpiry(ledger, line))
  const valid = checked.filter((line) => line.problem === undefined)
  const customers = await mapInSlices(valid, (line) => customerOf(ledger, line))
  const joined = await joinWithoutAccount(tx, ledger, customers, encryption, {
    restores: false,
    actor,
    isImport: true,
  })
  const openings: MemberOpening[] = []
  const refusals = checked.flatMap((line): LineRefusal[] =>
    line.problem === undefined ? [] : [{ ...line, reason: 'invalid' }],
  )
  for (const [index, line] of valid.entries()) {
    const result = joined[index]
    assert(result && 'membership' in result)
    if (!result.isNew) refusals.push(alreadyMember(line, result.membership))
    else if (hasOpening(line)) openings.push(openingOf(ledger, line, result.membership))
  }
  if (openings.length > 0) {
    recordOpenings(tx, ledger, actor, openings)
    closeLedger(tx, ledger)
  }
  return { created: lines.length - refusals.length, refusals }
}

function checkExpiry(ledger: Ledger, line: ReceivedLine): ReceivedLine {
  if (line.problem !== undefined || line.expiresOn === undefined) return line
  const problem = findExpiryProblem(ledger, line.expiresOn)
  return problem === undefined ? line : refusedLine(line.line, problem, line.externalId)
}

const amountsOf = ({ coins, points }: MemberLine) => ({ coins: amountOf(coins), points: amountOf(points) })

const customerOf = (ledger: Ledger, line: MemberLine): Customer => ({
  externalId: line.externalId,
  fullname: line.fullname?.trim() ?? '',
  email: line.email ?? '',
  ...(line.attributes && { attributes: withChanges({}, line.attributes) }),
  opening: { ...amountsOf(line), nextDueAt: walletOf(ledger, line, '').nextDueAt },
})

const walletOf = (ledger: Ledger, { coins, expiresOn }: MemberLine, userId: string): Wallet =>
  openWallet(ledger, { userId, coins: amountOf(coins), expiresOn: expiresOn ?? null })

/** The id of an erased member is not written down again. */
function alreadyMember({ line, externalId }: MemberLine, member: Membership): LineRefusal {
  const reason = 'already_member'
  return member.externalId === externalId
    ? { line, externalId, reason, problem: `A member has the externalId ${externalId} already.` }
    : { line, externalId: null, reason, problem: 'A member who was erased had this externalId.' }
}

/** The coins and points that a new member brings along. */
type MemberOpening = { userId: string; coins: Coins; points: Coins; reference: string | null; wallet: Wallet }

const openingOf = (ledger: Ledger, line: MemberLine, { userId }: Membership): MemberOpening => ({
  ...amountsOf(line),
  userId,
  reference: line.reference ?? null,
  wallet: walletOf(ledger, line, userId),
})

/**
 * Records the openings of members whose wallets were just made with them. No board of a month shows an
 * opening. One with points alone moves no coins and is an event all the same. The caller closes the ledger.
 */
function recordOpenings(tx: Tx, ledger: Ledger, actor: RecordedActor, openings: MemberOpening[]): void {
  recordActor(tx, ledger, actor)
  const rows = openings.map(({ wallet, ...opening }) => ({
    ...opening,
    id: newId(),
    seq: nextSeq(ledger),
    actor,
    kind: 'opening' as const,
    isCredit: true,
    outcome: 'moved' as const,
    reason: null,
    narration: null,
    metadata: null,
    balance: opening.coins,
    ...NO_DETAILS,
    expiresAt: [...wallet.lots.values()][0]?.expiresAt ?? null,
    available: null,
    settled: null,
    parties: null,
    createdAt: ledger.now,
    keyed: null,
  }))
  insertTransactions(tx, new Map([[ledger.partnerId, rows]]))
  saveLotsOf(tx, ledger, openings)
}

/** Saves the lots of coins that expire. */
function saveLotsOf(tx: Tx, ledger: Ledger, openings: MemberOpening[]): void {
  const wallets = openings.map(({ wallet }) => wallet).filter(({ lots }) => lots.size > 0)
  if (wallets.length === 0) return
  ledger.usesLots = true
  for (const { nextDueAt } of wallets) ledger.nextDueAt = earlier(ledger.nextDueAt, nextDueAt)
  saveLots(tx, new Map([[ledger.partnerId, wallets]]))
}
