import type { Body, ConditionTrial } from '../../../../sdk/src/index.ts'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import { withService } from './connect.ts'
import { printJson, type Run, table } from './output.ts'

type Options = { profile?: string; json?: boolean; when?: string; unitsFrom?: string; coins?: string }

/** Prints which of the latest activities of a type an expression matches, and why it does not match others. */
export async function tryCondition(run: Run, activityType: string, options: Options): Promise<void> {
  const { when, unitsFrom, coins } = options
  if (when === undefined && unitsFrom === undefined)
    throw new StartProblem('Give --when or --units-from, or both.')
  const body: Body<'tryCondition'> = {
    activityType,
    ...(when !== undefined && { when }),
    ...(unitsFrom !== undefined && { unitsFrom }),
    ...(coins !== undefined && { coinValue: coins }),
  }
  await withService(run, options, async ({ laurel }) => {
    const tried = await laurel.rules.tryCondition(body)
    if (options.json) printJson(run, tried)
    else run.print(describe(tried))
  })
}

function describe({ activities, matched, failed, unreadable, matching, others }: ConditionTrial): string {
  const erased = unreadable > 0 ? ` ${unreadable} were erased or are too old to read.` : ''
  const rows = [
    ...matching.map(({ activityId, createdAt, units, coins }) => [
      'match',
      createdAt,
      activityId,
      [units && `${units} units`, coins && `${coins} coins`].filter(Boolean).join(', '),
    ]),
    ...others.map(({ activityId, createdAt, reason, error }) => [
      '-',
      createdAt,
      activityId,
      error ?? reason,
    ]),
  ]
  return [
    `Of the latest ${activities} activities, ${matched} match and ${failed} failed.${erased}`,
    ...(rows.length > 0 ? [table(rows)] : []),
  ].join('\n')
}
