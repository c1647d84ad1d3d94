import type { CreateOptions } from './operation.ts'
import type { ActivitiesResource } from './resources.ts'
import type { ItemResult } from './result.ts'
import type { ActivityResult, NewActivityFields, NewBulkActivityFields } from './schemas.ts'
import type { UserReference } from './user.ts'

/** Any type of activity, with any properties. */
export type AnyActivities = Record<string, { [name: string]: unknown }>

/** The properties of each type of activity that a partner sends. */
export type ActivityTypes<Types> = { [Type in keyof Types]: object }

/** Properties can be left out where none is required. */
type Properties<Of> = Record<never, never> extends Of ? { properties?: Of } : { properties: Of }

type Told<Types, Fields> = {
  [Type in keyof Types & string]: Omit<Fields, 'type' | 'properties'> & { type: Type } & Properties<
      Types[Type]
    >
}[keyof Types & string] &
  UserReference

/** An activity to record, of one of these types. */
export type TypedActivity<Types> = Told<Types, NewActivityFields>
export type TypedBulkActivity<Types> = Told<Types, NewBulkActivityFields>

export interface ActivityOptions extends CreateOptions {
  /** Forecasts what rules would pay, and writes nothing. */
  dryRun?: boolean
  /** Adds every rule that listens to the type with what came of it, or the wallet after the activity. */
  expand?: ('evaluations' | 'wallet')[]
}

export interface Activities<Types> extends ActivitiesResource {
  /**
   * Records what a customer did, once, and awards the rules that match it. `awards` has what paid or counted,
   * `refused` what a matching rule refused.
   */
  record(activity: TypedActivity<Types>, options?: ActivityOptions): Promise<ActivityResult>
  /** Records up to 1,000 activities at once. The outcomes are in their order; a wrong one fails alone. */
  recordMany(
    activities: TypedBulkActivity<Types>[],
    options?: ActivityOptions,
  ): Promise<ItemResult<ActivityResult>[]>
}
