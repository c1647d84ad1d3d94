import type { Hold, HoldResult, HoldStatus, Laurel, NewHold, Result } from '../../../../sdk/src/index.ts'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import { withService } from './connect.ts'
import { printJson, type Run, table } from './output.ts'

type Options = { profile?: string; json?: boolean }
type CreateOptions = Options & {
  coins: string
  userId?: string
  externalId?: string
  expiresIn?: string
  reference?: string
  key?: string
}

/** Holds coins of a member; returns 1 if that is refused. */
export function createHold(run: Run, options: CreateOptions): Promise<number> {
  const { coins, userId, externalId, expiresIn, reference, key } = options
  if ((userId === undefined) === (externalId === undefined))
    throw new StartProblem('Give either --user-id or --external-id.')
  const body = {
    ...(userId === undefined ? { externalId } : { userId }),
    coins,
    ...(expiresIn !== undefined && { expiresIn: secondsOf(expiresIn) }),
    ...(reference !== undefined && { reference }),
  } as NewHold
  return decide(run, options, (laurel) => laurel.holds.create(body, keyed(key)))
}

export const extendHold = (run: Run, id: string, options: Options & { expiresIn: string }): Promise<number> =>
  decide(run, options, (laurel) => laurel.holds.extend(id, { expiresIn: secondsOf(options.expiresIn) }))

export const captureHold = (
  run: Run,
  id: string,
  options: Options & { coins?: string; key?: string },
): Promise<number> =>
  decide(run, options, (laurel) =>
    laurel.holds.capture(id, options.coins === undefined ? {} : { coins: options.coins }, keyed(options.key)),
  )

export const releaseHold = (run: Run, id: string, options: Options): Promise<number> =>
  decide(run, options, (laurel) => laurel.holds.release(id))

const keyed = (key: string | undefined) => (key === undefined ? {} : { idempotencyKey: key })

function secondsOf(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new StartProblem('--expires-in must be a number of seconds.')
  return Number(text)
}

/** Makes a call and prints the hold after it; returns 1 if it is refused. */
async function decide(
  run: Run,
  options: Options,
  call: (laurel: Laurel) => Promise<Result<HoldResult>>,
): Promise<number> {
  const result = await withService(run, options, ({ laurel }) => call(laurel))
  if (!result.ok) {
    run.printError(result.message)
    return 1
  }
  if (options.json) printJson(run, result.data)
  else run.print(describe(result.data))
  return 0
}

type ListOptions = Options & { limit: number; userId?: string; status?: string; reference?: string }

/** Prints the latest holds, newest first. */
export async function listHolds(
  run: Run,
  { profile, json, limit, status, ...filter }: ListOptions,
): Promise<void> {
  await withService(run, { ...(profile && { profile }) }, async ({ laurel }) => {
    const found: Hold[] = []
    const query = { ...filter, ...(status !== undefined && { status: status as HoldStatus }) }
    for await (const hold of laurel.holds.list({ ...query, limit: Math.min(limit, 100) })) {
      if (json) printJson(run, hold)
      if (found.push(hold) >= limit) break
    }
    if (json) return
    const heading = ['time', 'status', 'user', 'reference', 'coins', 'captured', 'until', 'id']
    const rows = found.map((hold) => {
      const { createdAt, status, userId, reference, coins, captured, expiresAt, endedAt, id } = hold
      return [createdAt, status, userId, reference ?? '', coins, captured, endedAt ?? expiresAt, id]
    })
    run.print(rows.length === 0 ? 'There are no such holds.' : table([heading, ...rows]))
  })
}

/** Prints one hold. */
export async function showHold(run: Run, id: string, options: Options): Promise<void> {
  await withService(run, options, async ({ laurel }) => {
    const hold = await laurel.holds.read(id)
    if (options.json) printJson(run, hold)
    else run.print(describe(hold))
  })
}

function describe(hold: Hold & { transactionId?: string }): string {
  const { id, status, userId, coins, captured, reference, expiresAt, createdAt, endedAt, actor } = hold
  return table([
    ['hold', id],
    ['status', status],
    ['user', userId],
    ...(reference === null ? [] : [['reference', reference]]),
    ['coins', coins],
    ['made', `${createdAt} by ${actor.name || actor.kind}`],
    ...(endedAt === null ? [['ends', expiresAt]] : [['ended', endedAt]]),
    ...(status === 'captured' ? [['captured', captured]] : []),
    ...(hold.transactionId === undefined ? [] : [['transfer', hold.transactionId]]),
  ])
}
