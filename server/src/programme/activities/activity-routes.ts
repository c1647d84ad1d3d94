import { partnerOf } from '../../http/edge/request-caller.ts'
import { operation } from '../../http/input/operation.ts'
import type { App } from '../../http/responses/envelope.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { missing } from '../../runtime/failure.ts'
import type { Database } from '../../storage/database/database.ts'
import { type CoinCall, makeCall } from '../coin-calls/coin-call.ts'
import type { Activity, ActivityRequest } from './activity.ts'
import { ActivityBody, activityRequest } from './activity-body.ts'
import { ActivityQuery, ActivityResultData, activityResult } from './activity-data.ts'
import { enrollingCalls } from './enrol-members.ts'

export const ACTIVITY_RECORDED = 'Activity recorded'

type Services = {
  database: Database
  encryption: Encryption
  now: () => Date
  coinCalls: { activity: CoinCall<ActivityRequest, Activity> }
}

export function activityRoutes(app: App, services: Services): void {
  const { encryption } = services
  const calls = enrollingCalls(services)
  app.post(
    '/laas/activities',
    operation({
      id: 'recordActivity',
      tag: 'Activities',
      roles: ['owner', 'manager', 'support'],
      summary: 'Record what a customer did',
      description:
        'Records what happened, once, and awards every rule whose `activityType` and condition match it: those with the highest priority first, then the oldest. What a matching rule refuses stands in `refused`; it is no award and no event. An activity that no rule listens to is recorded all the same.',
      query: ActivityQuery,
      body: ActivityBody,
      ignoresUnknown: 'body',
      code: 201,
      message: ACTIVITY_RECORDED,
      data: ActivityResultData,
      location: ({ id }) => `/laas/activities/${id}`,
      failures: [missing('User')],
      idempotent: true,
      takesDryRun: true,
    }),
    async (request, reply) => {
      const exchange = { request, reply, encryption }
      const decided = await makeCall(exchange, calls, activityRequest(request.body), missing)
      return activityResult(partnerOf(request), request.query, decided)
    },
  )
}
