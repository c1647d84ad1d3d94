import { setTimeout as pause } from 'node:timers/promises'
import type { Backtest, Body, Laurel, NewRule, Rule, RuleChanges } from '../../../../sdk/src/index.ts'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import { withService } from './connect.ts'
import { type Print, printer, printJson, type Run, table } from './output.ts'
import type { FileRule } from './rule-file.ts'
import { planRules, type RulePlan } from './rule-plan.ts'

type Options = { profile?: string; json?: boolean; from?: string; to?: string }
type Result = NonNullable<Backtest['result']>
/** What a rule of a plan would have paid, with its terms today and with those of the file. */
export type PlannedCost = { name: string; today: Result | null; planned: Result }

const POLL_MS = 500
const DAYS_DEFAULT = 30
const DAY_MS = 86_400_000

/** Prints what a rule would have paid; with a file, with its terms there. */
export async function backtestRule(
  run: Run,
  name: string,
  options: Options & { file?: string; asWritten?: boolean },
  readFileRules: (file: string) => Promise<FileRule[]>,
): Promise<void> {
  const { file, asWritten = false } = options
  const inFile = file === undefined ? undefined : await readFileRules(file)
  await withService(run, options, async ({ laurel }) => {
    const found = await ruleNamed(laurel, name)
    const which = inFile ? ofFile(inFile, found, { name, file }) : found && { ruleId: found.id }
    if (!which) throw new StartProblem(`There is no rule "${name}".`)
    const body = { ...which, ...periodOf(options), asWritten }
    const done = await runBacktest(laurel, body, run.printError)
    if (options.json) printJson(run, done)
    else run.print(describe(done))
  })
}

type Tried = Pick<Body<'createBacktest'>, 'ruleId' | 'rule' | 'changes'>

function ofFile(
  rules: FileRule[],
  found: Rule | undefined,
  { name, file }: { name: string; file: string | undefined },
): Tried {
  const rule = rules.find((each) => each.name === name)
  if (!rule) throw new StartProblem(`${file} has no rule "${name}".`)
  if (!found) return { rule: rule as unknown as NewRule }
  const [change] = planRules([rule], [found]).change
  return triedChange(found.id, change?.body)
}

const triedChange = (ruleId: string, body: FileRule | undefined): Tried => ({
  ruleId,
  ...(body && { changes: body as unknown as RuleChanges }),
})

/** Tries each rule of a plan that listens to activities, as it is today and as the plan makes it. */
export async function costOfPlan(
  run: Run,
  laurel: Laurel,
  { create, change }: RulePlan,
  existing: Rule[],
  options: Options,
): Promise<PlannedCost[]> {
  const print = printer(run, true)
  const period = periodOf(options)
  const resultOf = async (tried: Tried) => {
    const { result } = await runBacktest(laurel, { ...tried, ...period }, print)
    return result as Result
  }
  const costs: PlannedCost[] = []
  for (const rule of create.filter(listens))
    costs.push({
      name: rule.name,
      today: null,
      planned: await resultOf({ rule: rule as unknown as NewRule }),
    })
  for (const { id, name, body } of change) {
    const found = existing.find((rule) => rule.id === id)
    const today = found && listens(found) ? await resultOf({ ruleId: id }) : null
    if (today || listens(body)) costs.push({ name, today, planned: await resultOf(triedChange(id, body)) })
  }
  return costs
}

export function describeCosts(costs: PlannedCost[]): string {
  if (costs.length === 0) return 'No rule of the plan listens to activities, so its cost is not known.'
  const rows = costs.map(({ name, today, planned }) => [
    name,
    today?.coins ?? '-',
    planned.coins,
    String(planned.paid),
    String(planned.participants),
  ])
  const notes = new Set(costs.flatMap(({ planned }) => planned.notes.map(({ note }) => note)))
  return [
    table([['rule', 'coins today', 'coins planned', 'awards', 'people'], ...rows]),
    ...[...notes].map((note) => `Estimate: ${note}`),
  ].join('\n')
}

const listens = (rule: object): boolean => {
  const { activityType, rules } = rule as { activityType?: string | null; rules?: object[] }
  return Boolean(activityType) || (rules ?? []).some(listens)
}

const periodOf = ({ from, to }: Options) => ({
  from: timeOf(from) ?? new Date(Date.now() - DAYS_DEFAULT * DAY_MS).toISOString(),
  ...(to !== undefined && { to: timeOf(to) as string }),
})

/** A day is its beginning in UTC. */
const timeOf = (text: string | undefined) =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text

async function ruleNamed(laurel: Laurel, name: string): Promise<Rule | undefined> {
  for await (const rule of laurel.rules.list({ search: name, archived: 'include' }))
    if (rule.name === name) return rule
  return undefined
}

async function runBacktest(laurel: Laurel, body: Body<'createBacktest'>, print: Print): Promise<Backtest> {
  let found = await laurel.backtests.create(body)
  let last = ''
  while (found.status === 'waiting' || found.status === 'running') {
    const { done, activities, percent } = found.progress
    const progress = `${percent} %: ${done} of ${activities} activities`
    if (progress !== last) print(progress)
    last = progress
    await pause(POLL_MS)
    found = await laurel.backtests.read(found.id)
  }
  if (found.status !== 'finished' || !found.result)
    throw new StartProblem(`The backtest ended without a result: ${found.status}. Try again.`)
  return found
}

function describe({ rule, from, to, result }: Backtest): string {
  const {
    activities,
    matched,
    failed,
    unreadable,
    paid,
    counted,
    refused,
    coins,
    participants,
    days,
    notes,
  } = result as Result
  const rows = [
    ['activities', String(activities)],
    ['matched', String(matched)],
    ['failed', String(failed)],
    ...(unreadable > 0 ? [['unreadable', String(unreadable)]] : []),
    ['paid', String(paid)],
    ['counted', String(counted)],
    ...refused.map(({ reason, count }) => [`refused: ${reason}`, String(count)]),
    ['coins', coins],
    ['people', String(participants)],
  ]
  return [
    `"${rule.name}" from ${from} to ${to}:`,
    table(rows),
    ...(days.length > 0 ? ['', table(days.map((day) => [day.date, `${day.coins} coins`]))] : []),
    ...notes.map(({ note }) => `Estimate: ${note}`),
  ].join('\n')
}
