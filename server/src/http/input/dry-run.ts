import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { invalidFields, wrong } from '../../runtime/failure.ts'
import { OneOf } from './fields.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route forecasts what it would do when its query has `dryRun=true`. */
    takesDryRun?: boolean
  }
}

/**
 * Not a flag that an empty value could turn on or off by mistake: what was meant as a dry run must not pay.
 */
export const DryRun = () =>
  Type.Optional(
    OneOf(['true', 'false'], {
      keepsEmpty: true,
      description:
        'With true, the response tells what the call would do now, and nothing is written: status 200, an empty `id`, the header `Laurel-Dry-Run: true`, and `decision`, `wallet` and `asOf` in `data`. Every role may do that. Without an Idempotency-Key.',
    }),
  )

/** The message of the response. */
export const DRY_RUN = 'Dry run: nothing was written'

export const isDryRun = ({ query, routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.takesDryRun === true && (query as { dryRun?: unknown }).dryRun === 'true'

export const KEY_IN_DRY_RUN = 'must be left out of a dry run, which writes nothing'

/** Marks the response to a dry run, also when it refuses. */
export function beginDryRun({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (headers['idempotency-key'] !== undefined)
    throw invalidFields([wrong('Idempotency-Key', KEY_IN_DRY_RUN)])
  reply.code(200).header('laurel-dry-run', 'true')
}
