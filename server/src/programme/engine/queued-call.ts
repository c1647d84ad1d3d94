import type { Span } from '../../runtime/tracing/trace.ts'
import type { CallResult } from '../coin-calls/call-result.ts'
import type { Call, CallRecord } from './batch.ts'
import type { ScheduledCalls } from './schedule.ts'

/** A call that waits for its result. */
export type QueuedCall = {
  call: Call
  /** On the clock of `performance.now`. */
  queuedAt: number
  /** Whether it has a batch alone. */
  runsAlone: boolean
  /** Of the request, when it is traced. */
  span: Span | undefined
  resolve: (result: CallResult<CallRecord>) => void
  reject: (error: unknown) => void
}

/** Calls of one partner in a batch, in their order. */
export type PartnerCalls = ScheduledCalls<QueuedCall>
