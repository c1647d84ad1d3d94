import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { actorOf, callerOf, partnerOf } from '../../http/edge/request-caller.ts'
import { isUuid, Uuid } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import { CursorPageOf, CursorQuery, cursorPage, decodeCursor, pageOf } from '../../http/input/paging.ts'
import type { App } from '../../http/responses/envelope.ts'
import type { Role } from '../../runtime/caller.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { missing, notFound, refused } from '../../runtime/failure.ts'
import type { Database } from '../../storage/database/database.ts'
import { keyOf, sendOnce } from '../idempotency/idempotency-key.ts'
import { respondOnce } from '../idempotency/respond-once.ts'
import { partnerTransaction } from '../ledger/partner-transaction.ts'
import { BACKTEST_DAYS } from './backtest.ts'
import { BacktestBody, TRIES } from './backtest-body.ts'
import { BacktestData, backtestData } from './backtest-data.ts'
import { endBacktest, findBacktest, listBacktests, lockStatus } from './backtest-store.ts'
import { backtestWaiting, requestBacktest } from './request-backtest.ts'

const ROLES: readonly Role[] = ['owner', 'manager']

const backtestEnded = () =>
  refused('backtest_ended', 'The backtest has ended; only one that waits or runs can be cancelled.')

const BacktestPath = Type.Object({ id: Uuid() })

/** Who earned most is for people who run the programme; a client has no role. */
function viewOf(request: FastifyRequest): { showsTop: boolean } {
  const { role } = callerOf(request)
  return { showsTop: role !== undefined && ROLES.includes(role) }
}

type Services = { database: Database; encryption: Encryption; backtestRequested: () => void }

/** What a rule would have paid for the activities that were recorded. */
export function backtestRoutes(app: App, { database, encryption, backtestRequested }: Services): void {
  async function readBacktest(request: FastifyRequest, id: string) {
    const found = await findBacktest(database, { partnerId: partnerOf(request), id })
    if (!found) throw notFound('Backtest')
    return backtestData(found, viewOf(request))
  }

  app.post(
    '/laas/rules/backtest',
    operation({
      id: 'createBacktest',
      tag: 'Backtests',
      roles: ROLES,
      summary: 'Try a rule on past activities',
      description: `Tells what a rule would have paid for ${TRIES}: a rule that exists, one with changes, or a new one. It decides as live calls do, with that rule alone and its counters at zero; nothing is paid. Members have the points and balance that they had before each activity, and the attributes of that time. The work is done in the background: read its progress. One of a partner runs at a time, and one waits; it is kept for ${BACKTEST_DAYS} days.`,
      body: BacktestBody,
      code: 202,
      message: 'Backtest requested',
      data: BacktestData,
      failures: [missing('Rule'), backtestWaiting()],
      idempotent: true,
    }),
    async (request, reply) => {
      const actor = actorOf(request)
      const keyed = keyOf(request, encryption)
      const response = await respondOnce(database, actor, keyed, async (tx, ledger) => {
        const added = await requestBacktest(tx, ledger, actor, request.body)
        return { status: 202, data: backtestData(added, viewOf(request)) }
      })
      backtestRequested()
      return sendOnce(reply, response)
    },
  )

  app.get(
    '/laas/rules/backtests',
    operation({
      id: 'listBacktests',
      tag: 'Backtests',
      summary: 'List backtests',
      description: 'Newest first.',
      query: CursorQuery(),
      message: 'Backtests returned',
      data: CursorPageOf(BacktestData),
    }),
    async (request) => {
      const { size } = pageOf(1, request.query.limit)
      const { cursor } = request.query
      const before = cursor === undefined ? null : decodeCursor(cursor, isUuid)
      const found = await listBacktests(database, partnerOf(request), { before, limit: size + 1 })
      const { entries, next } = cursorPage(found, size, ({ id }) => id)
      const view = viewOf(request)
      return { data: entries.map((each) => backtestData(each, view)), next }
    },
  )

  app.get(
    '/laas/rules/backtests/:id',
    operation({
      id: 'readBacktest',
      tag: 'Backtests',
      summary: 'Read the progress or the result of a backtest',
      params: BacktestPath,
      message: 'Backtest returned',
      data: BacktestData,
      failures: [notFound('Backtest')],
    }),
    async (request) => readBacktest(request, request.params.id),
  )

  app.post(
    '/laas/rules/backtests/:id/cancel',
    operation({
      id: 'cancelBacktest',
      tag: 'Backtests',
      roles: ROLES,
      summary: 'Cancel a backtest',
      params: BacktestPath,
      message: 'Backtest cancelled',
      data: BacktestData,
      failures: [notFound('Backtest'), backtestEnded()],
    }),
    async (request) => {
      const actor = actorOf(request)
      const key = { partnerId: actor.partnerId, id: request.params.id }
      await partnerTransaction(database, actor, async (tx, { now }) => {
        const found = await lockStatus(tx, key)
        if (!found) throw notFound('Backtest')
        if (found.status === 'finished' || found.status === 'failed') throw backtestEnded()
        if (found.status !== 'cancelled') endBacktest(tx, key, { status: 'cancelled', now })
      })
      return readBacktest(request, key.id)
    },
  )
}
