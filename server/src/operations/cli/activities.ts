import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  type Activity,
  type ActivityResult,
  type ActivityType,
  type ItemResult,
  type Laurel,
  LaurelError,
  type ListedActivity,
} from '../../../../sdk/src/index.ts'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import { type ActivityLine, activityBatches, type BulkActivity, type WrongLine } from './activity-lines.ts'
import { withService } from './connect.ts'
import { printer, printJson, type Run, table } from './output.ts'

type Options = { profile?: string; json?: boolean }
type SendOptions = Options & {
  type?: string
  userId?: string
  externalId?: string
  reference?: string
  properties?: string
  occurredAt?: string
  enrol?: boolean
  key?: string
  dryRun?: boolean
}

const WRONG_PRINTED_MAX = 100
const HUNDREDTHS = 100

/** Sends one activity from the options, or many from a file; returns 1 if some were refused. */
export async function sendActivities(
  run: Run,
  file: string | undefined,
  options: SendOptions,
): Promise<number> {
  if (file === undefined) return sendOne(run, options)
  const { profile: _profile, json: _json, dryRun: _dryRun, ...fields } = options
  const [extra] = Object.keys(fields)
  if (extra !== undefined)
    throw new StartProblem(`A file has its own fields; leave out ${flagOf(extra)}, or the file.`)
  return sendMany(run, file, options)
}

const flagOf = (field: string) => `--${field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

async function sendOne(run: Run, options: SendOptions): Promise<number> {
  const { type, userId, externalId, reference, occurredAt, enrol, key, dryRun } = options
  if (type === undefined || (userId === undefined) === (externalId === undefined))
    throw new StartProblem(
      'Give --type and either --user-id or --external-id, or the name of a file with one activity per line.',
    )
  const properties = options.properties === undefined ? undefined : parseProperties(options.properties)
  const activity = {
    type,
    ...(userId === undefined ? { externalId } : { userId }),
    ...(reference !== undefined && { reference }),
    ...(occurredAt !== undefined && { occurredAt }),
    ...(enrol && { enrol }),
    ...(properties && { properties }),
  } as BulkActivity
  await withService(run, options, async ({ laurel }) => {
    const result = await laurel.activities.record(activity, {
      expand: ['evaluations', 'wallet'],
      ...(dryRun && { dryRun }),
      ...(key !== undefined && { idempotencyKey: key }),
    })
    if (options.json) printJson(run, result)
    else
      run.print([dryRun ? 'Nothing is recorded.' : `Recorded ${result.id}.`, ...describe(result)].join('\n'))
  })
  return 0
}

function parseProperties(text: string): { [name: string]: unknown } {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as { [name: string]: unknown }
  } catch {
    // The sentence below says what is needed.
  }
  throw new StartProblem(`--properties must be a JSON object, such as '{"total":49.9}'.`)
}

/** Adds up what came of the lines. */
type Totals = { sent: number; recorded: number; awards: number; hundredths: number; wrong: number }

async function sendMany(run: Run, file: string, options: SendOptions): Promise<number> {
  const print = printer(run, options.json)
  const totals: Totals = { sent: 0, recorded: 0, awards: 0, hundredths: 0, wrong: 0 }
  const refused: WrongLine[] = []
  const report = (wrong: WrongLine) => {
    totals.wrong += 1
    if (refused.length < WRONG_PRINTED_MAX) refused.push(wrong)
  }
  const input = await openLines(run, file)
  await withService(run, options, async ({ laurel }) => {
    for await (const lines of activityBatches(input, report)) {
      const results = await sendBatch(laurel, lines, totals, options.dryRun)
      for (const [index, result] of results.entries()) addResult(totals, lines[index], result, report)
      totals.sent += lines.length
      run.printError(`${totals.sent} lines sent`)
    }
  })
  const { recorded, awards, wrong } = totals
  const coins = String(totals.hundredths / HUNDREDTHS)
  print(
    `${options.dryRun ? 'Would record' : 'Recorded'} ${recorded} activities: ${awards} awards, ${coins} coins. ${wrong} lines were refused.`,
  )
  for (const each of refused) print(lineText(each))
  if (wrong > refused.length) print(`and ${wrong - refused.length} more`)
  if (options.json) printJson(run, { recorded, awards, coins, wrong, refused })
  return wrong > 0 ? 1 : 0
}

async function openLines(run: Run, file: string): Promise<Readable> {
  if (file === '-') return run.stdin
  const handle = await open(file).catch((error) => {
    throw new StartProblem(`${file} cannot be read (${error.message}).`)
  })
  return handle.createReadStream()
}

async function sendBatch(laurel: Laurel, lines: ActivityLine[], { sent }: Totals, dryRun = false) {
  // A dry run takes no keys.
  const activities = lines.map(({ activity }) => {
    const { idempotencyKey: _, ...unkeyed } = activity
    return dryRun ? (unkeyed as BulkActivity) : activity
  })
  try {
    return await laurel.activities.recordMany(activities, { dryRun })
  } catch (error) {
    if (!(error instanceof LaurelError) || sent === 0) throw error
    throw new StartProblem(
      `${error.message} Sent before: ${sent} lines. Send the file again to go on; nothing is paid twice.`,
      { cause: error },
    )
  }
}

function addResult(
  totals: Totals,
  line: ActivityLine | undefined,
  result: ItemResult<ActivityResult>,
  report: (wrong: WrongLine) => void,
): void {
  if (!result.ok) {
    report({
      line: line?.line ?? 0,
      externalId: textOrNull(line?.activity.externalId),
      problem: result.message,
    })
    return
  }
  totals.recorded += 1
  for (const { decision } of result.data.awards) {
    totals.awards += 1
    totals.hundredths += Math.round(Number(decision?.coins ?? 0) * HUNDREDTHS)
  }
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)

const lineText = ({ line, externalId, problem }: WrongLine) =>
  `line ${line}${externalId === null ? '' : ` (${externalId})`}: ${problem}`

type ListOptions = Options & {
  limit: number
  type?: string
  userId?: string
  reference?: string
  from?: string
  to?: string
}

/** Prints the latest activities, newest first. */
export async function listActivities(
  run: Run,
  { profile, json, limit, ...filter }: ListOptions,
): Promise<void> {
  await withService(run, { ...(profile && { profile }) }, async ({ laurel }) => {
    const found: ListedActivity[] = []
    for await (const activity of laurel.activities.list({ ...filter, limit: Math.min(limit, 100) })) {
      if (json) printJson(run, activity)
      if (found.push(activity) >= limit) break
    }
    if (json) return
    const heading = ['time', 'type', 'user', 'reference', 'paid', 'counted', 'refused', 'coins', 'id']
    const rows = found.map(({ createdAt, type, userId, reference, paid, counted, refused, coins, id }) =>
      [createdAt, type, userId, reference ?? '', paid, counted, refused, coins, id].map(String),
    )
    run.print(rows.length === 0 ? 'There are no such activities.' : table([heading, ...rows]))
  })
}

/** Prints one activity and what came of it. */
export async function showActivity(run: Run, id: string, options: Options): Promise<void> {
  await withService(run, options, async ({ laurel }) => {
    const activity = await laurel.activities.read(id, { expand: 'evaluations' })
    if (options.json) printJson(run, activity)
    else run.print([...headOf(activity), ...describe(activity)].join('\n'))
  })
}

function headOf(activity: Activity): string[] {
  const { type, userId, reference, occurredAt, createdAt, actor, properties, walletBefore } = activity
  const rows = [
    ['type', type],
    ['user', userId],
    ...(reference === null ? [] : [['reference', reference]]),
    ['occurred', occurredAt],
    ['recorded', `${createdAt} by ${actor.name || actor.kind}`],
    ['properties', properties === null ? 'none, or deleted' : JSON.stringify(properties)],
    ['before', `${walletBefore.coins} coins, ${walletBefore.points} points`],
  ]
  return [table(rows)]
}

/** One line for each rule that listened. */
function describe({ awards, refused, evaluations = [] }: ActivityResult): string[] {
  const paidBy = new Map(awards.map(({ ruleName, decision }) => [ruleName, decision?.coins ?? '0']))
  const reasons = new Map(refused.map(({ ruleName, reason }) => [ruleName, reason]))
  if (evaluations.length === 0) return ['No rule listens to this type.']
  const rows = evaluations.map(({ ruleName, matched, outcome, reason, error }) => {
    if (!matched) return ['-', ruleName, error ?? reason ?? '']
    if (outcome === 'paid') return ['paid', ruleName, `${paidBy.get(ruleName) ?? '0'} coins`]
    return [outcome ?? '', ruleName, reasons.get(ruleName) ?? '']
  })
  return [table(rows)]
}

type TypesOptions = Options & { type?: string }

/** Prints the types that were sent or that rules listen to; of one type, also its properties. */
export async function listTypes(run: Run, { profile, json, type }: TypesOptions): Promise<void> {
  await withService(run, { ...(profile && { profile }) }, async ({ laurel }) => {
    const found: ActivityType[] = []
    for await (const each of laurel.activities.types({ ...(type !== undefined && { type }) })) {
      if (json) printJson(run, each)
      found.push(each)
    }
    if (json) return
    const [only] = found
    if (!only) run.print(type === undefined ? 'There are no activities yet.' : `There is no type "${type}".`)
    else run.print(type === undefined ? typeTable(found) : describeType(only))
  })
}

function typeTable(types: ActivityType[]): string {
  const heading = ['type', '30 days', 'latest', 'rules']
  const rows = types.map(({ type, activities, lastAt, rules }) => [
    type,
    String(activities),
    lastAt ?? '-',
    String(rules.length),
  ])
  return table([heading, ...rows])
}

function describeType({ type, activities, lastAt, rules, properties }: ActivityType): string {
  return [
    table([
      ['type', type],
      ['30 days', String(activities)],
      ['latest', lastAt ?? '-'],
    ]),
    ...(rules.length === 0
      ? ['', 'No rule listens to this type.']
      : ['', table([['rule', 'status', 'when'], ...rules.map(ruleRow)])]),
    ...(properties.length === 0
      ? []
      : ['', table([['property', 'kinds', 'in activities', 'examples'], ...properties.map(propertyRow)])]),
  ].join('\n')
}

const ruleRow = ({ ruleName, status, when }: ActivityType['rules'][number]) => [
  ruleName,
  status,
  when ?? 'always',
]

const propertyRow = ({ path, kinds, activities, examples = [] }: ActivityType['properties'][number]) => [
  path,
  kinds.join(', '),
  String(activities),
  examples.map((example) => JSON.stringify(example)).join(', '),
]
