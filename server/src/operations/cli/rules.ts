import { readFile, writeFile } from 'node:fs/promises'
import { type Laurel, LaurelError, type NewRule, type Rule } from '../../../../sdk/src/index.ts'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import { costOfPlan, describeCosts } from './backtest.ts'
import { withService } from './connect.ts'
import { printer, printJson, type Run } from './output.ts'
import { type FileRule, formatRules, parseRules, termsOf } from './rule-file.ts'
import { type FieldChange, hasWork, planRules, type RulePlan } from './rule-plan.ts'
import { confirmed, styled } from './terminal.ts'
import { isTriggerRule } from './triggers.ts'

type Options = { profile?: string; json?: boolean }

/** Writes the rules to a file, or prints them. */
export async function pullRules(
  run: Run,
  file: string | undefined,
  options: Options & { force?: boolean },
): Promise<void> {
  await withService(run, options, async ({ laurel, profile }) => {
    const rules = (await readRules(laurel))
      .filter((rule) => !isTriggerRule(rule) && rule.archivedAt === null)
      .map(termsOf)
    if (options.json) return printJson(run, { rules })
    const text = formatRules(rules, `The rules at ${profile.url}.`)
    if (file === undefined) return void run.stdout.write(text)
    await writeFile(file, text, { flag: options.force ? 'w' : 'wx' }).catch((error) => {
      throw new StartProblem(
        error.code === 'EEXIST'
          ? `${file} exists already; replace it with --force.`
          : `${file} cannot be written (${error.message}).`,
      )
    })
    run.print(`Wrote ${rules.length} rules to ${file}.`)
  })
}

/** Shows what an apply would do; with `exitCode`, returns 1 if that is something. */
export async function planRulesOf(
  run: Run,
  file: string,
  options: Options & { exitCode?: boolean; cost?: boolean },
): Promise<number> {
  const target = await readRuleFile(file)
  const { plan, costs } = await withService(run, options, async ({ laurel }) => {
    const existing = await readRules(laurel)
    const plan = planRules(target, existing)
    return { plan, costs: options.cost ? await costOfPlan(run, laurel, plan, existing, options) : null }
  })
  if (options.json) printJson(run, { ...planData(plan), ...(costs && { costs }) })
  else run.print([describePlan(run, plan), ...(costs ? ['', describeCosts(costs)] : [])].join('\n'))
  return options.exitCode && hasWork(plan) ? 1 : 0
}

/** Makes the service have the rules of the file. */
export async function applyRules(
  run: Run,
  file: string,
  options: Options & { yes?: boolean; plan?: string },
): Promise<void> {
  const print = printer(run, options.json)
  const target = await readRuleFile(file)
  await withService(run, options, async ({ laurel }) => {
    const plan = planRules(target, await readRules(laurel))
    if (options.plan !== undefined && options.plan !== plan.id)
      throw new StartProblem(
        `The plan is ${plan.id} now, not ${options.plan}: the file or a rule has changed since. Plan again.`,
      )
    print(describePlan(run, plan))
    if (hasWork(plan)) {
      const isDecided = options.yes || options.plan !== undefined
      if (!isDecided && !(await confirmed(run, 'Apply this plan? [y/N] ')))
        throw new StartProblem('Nothing was applied. Answer y, or give --yes.')
      await carryOut(laurel, plan)
      print(`Created ${plan.create.length} rules and changed ${plan.change.length}.`)
    }
    if (options.json) printJson(run, planData(plan))
  })
}

export async function readRuleFile(file: string): Promise<FileRule[]> {
  const text = await readFile(file, 'utf8').catch((error) => {
    throw new StartProblem(`${file} cannot be read (${error.message}).`)
  })
  return parseRules(text, file)
}

/** Oldest first, so that new rules come last in a file. */
async function readRules(laurel: Laurel): Promise<Rule[]> {
  const rules: Rule[] = []
  for await (const rule of laurel.rules.list({ archived: 'include' })) rules.push(rule)
  return rules.reverse()
}

/** Stops at the first rule that the service refuses; applying again goes on from there. */
async function carryOut(laurel: Laurel, { create, change }: RulePlan): Promise<void> {
  const done: string[] = []
  const doNext = async (name: string, work: () => Promise<unknown>) => {
    try {
      await work()
      done.push(name)
    } catch (error) {
      if (!(error instanceof LaurelError)) throw error
      const before = done.length > 0 ? ` Applied before it: ${quoted(done)}.` : ' Nothing was applied.'
      throw new StartProblem(`${problemOf(error, name)}${before}`, { cause: error })
    }
  }
  for (const { id, name, version, body } of change)
    await doNext(name, () => laurel.rules.change(id, body, { ifVersion: version }))
  for (const rule of create) await doNext(rule.name, () => laurel.rules.create(rule as unknown as NewRule))
}

function problemOf(error: LaurelError, name: string): string {
  if (error.status === 412) return `The rule "${name}" has changed since the plan; plan again.`
  return `The rule "${name}" was refused: ${error.message}`
}

const planData = ({ id, create, change, unchanged, notInFile }: RulePlan) => ({
  plan: id,
  create,
  change: change.map(({ body, ...rest }) => rest),
  unchanged,
  notInFile,
})

function describePlan(run: Run, plan: RulePlan): string {
  const { id, create, change, unchanged, notInFile } = plan
  const lines = [
    ...change.flatMap(({ name, version, changes }) => [
      styled(run, 'yellow', `~ ${name} (version ${version})`),
      ...changes.map((change) => changeLine(run, change)),
    ]),
    ...create.flatMap(({ name, ...fields }) => [
      styled(run, 'green', `+ ${name} (new)`),
      ...Object.entries(fields).map(([field, value]) => `    ${field}: ${textOf(value)}`),
    ]),
    ...(hasWork(plan) ? [''] : []),
    `${create.length} to create, ${change.length} to change, ${unchanged.length} unchanged.`,
    ...(notInFile.length > 0 ? [`Not in the file, left as they are: ${quoted(notInFile)}.`] : []),
    ...(hasWork(plan) ? [`Plan ${id}`] : []),
  ]
  return lines.join('\n')
}

function changeLine(run: Run, { field, from, to }: FieldChange): string {
  const [before, after] = [from, to].map((value) => (value === undefined ? '(none)' : textOf(value)))
  return `    ${field}: ${styled(run, 'red', before ?? '')} → ${styled(run, 'green', after ?? '')}`
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const quoted = (names: string[]) => names.map((name) => `"${name}"`).join(', ')
