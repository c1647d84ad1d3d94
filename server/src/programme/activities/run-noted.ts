import type { Logger } from 'pino'
import { type Poll, poll } from '../../runtime/process/poll.ts'
import type { Database } from '../../storage/database/database.ts'
import type { CoinCall } from '../coin-calls/coin-call.ts'
import { NO_LABELS } from '../ledger/labels.ts'
import {
  deleteNoted,
  findPartnersWithNoted,
  listNoted,
  type NotedActivity,
  takeNoted,
} from '../ledger/noted-activity-store.ts'
import { findMemberIds } from '../members/account-member-store.ts'
import type { Activity, ActivityRequest } from './activity.ts'

/** What a process noted, it decides after the commit. The poll finds what others left behind. */
const INTERVAL_MS = 1_000
const LEFT_BEHIND_MS = 500
const PARTNERS_PER_POLL = 100
const NOTED_AT_ONCE = 100

/** The key alone tells one from another. */
const NO_HASH = Buffer.alloc(16)

type Services = {
  database: Database
  coinCalls: { activity: Pick<CoinCall<ActivityRequest, Activity>, 'decide'> }
  givenTime: () => Date | undefined
  log: Pick<Logger, 'warn'>
}

/**
 * Decides the activities that the service itself noted, each once under a key of its own. Any number of processes can run
 * it.
 */
export function decideNotedActivities({ database, coinCalls, givenTime, log }: Services): Poll {
  let isStopping = false
  const working = new Map<string, Promise<void>>()
  /** Partners with more since their work began. */
  const again = new Set<string>()

  /** Without a member when it is decided, an activity leads to nothing, and is not tried again. */
  async function decide(partnerId: string, noted: NotedActivity, userId: string | undefined): Promise<void> {
    if (userId === undefined) return
    const request = { ...NO_LABELS, member: { userId }, type: noted.type, properties: null, occurredAt: null }
    await coinCalls.activity.decide({ partnerId }, request, { key: noted.idempotencyKey, hash: NO_HASH })
  }

  async function decideAll(partnerId: string): Promise<void> {
    const own = database.forPartner(partnerId)
    for (;;) {
      const noted = await listNoted(own, partnerId, NOTED_AT_ONCE)
      if (noted.length === 0) return
      const accountIds = noted.flatMap(({ accountId }) => accountId ?? [])
      const members = await findMemberIds(database, { accountIds, partnerId })
      await Promise.all(
        noted.map((each) => decide(partnerId, each, each.userId ?? members.get(each.accountId as string))),
      )
      const ids = noted.map(({ id }) => id)
      await own.transaction(async (tx) => deleteNoted(tx, partnerId, ids))
      if (noted.length < NOTED_AT_ONCE || isStopping) return
    }
  }

  /** One run at a time for each partner. The poll tries failures again. */
  function start(partnerId: string): void {
    if (working.has(partnerId)) {
      again.add(partnerId)
      return
    }
    const work = decideAll(partnerId)
      .catch((err) => log.warn({ err, partnerId }, 'deciding noted activities failed; retrying'))
      .finally(() => {
        working.delete(partnerId)
        if (again.delete(partnerId) && !isStopping) start(partnerId)
      })
    working.set(partnerId, work)
  }

  database.onCommit((changed) => {
    for (const partnerId of changed.keys()) if (takeNoted(partnerId) && !isStopping) start(partnerId)
  })

  const polling = poll(INTERVAL_MS, async () => {
    try {
      const found = await findPartnersWithNoted(database, {
        givenTime: givenTime(),
        waitedMs: LEFT_BEHIND_MS,
        countMax: PARTNERS_PER_POLL,
      })
      for (const partnerId of found) start(partnerId)
    } catch (err) {
      log.warn({ err }, 'finding noted activities failed; retrying')
    }
  })
  return {
    async stop() {
      isStopping = true
      await polling.stop()
      await Promise.all(working.values())
    },
  }
}
