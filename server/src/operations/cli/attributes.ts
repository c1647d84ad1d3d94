import type { AttributeChanges } from '../../../../sdk/src/index.ts'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import { userIdOf, withService } from './connect.ts'
import { printJson, type Run, table } from './output.ts'

type Options = { profile?: string; json?: boolean; externalId?: boolean }

type Changes = AttributeChanges['attributes']

/** Prints what is said about a user, after changing some of it. */
export async function showAttributes(
  run: Run,
  user: string,
  changes: string[],
  options: Options,
): Promise<void> {
  const { externalId = false, json = false } = options
  const changed: Changes = Object.fromEntries(changes.map(changeOf))
  await withService(run, options, async ({ laurel }) => {
    const userId = await userIdOf(laurel, user, externalId)
    const found =
      changes.length > 0
        ? await laurel.users.changeAttributes(userId, { attributes: changed })
        : await laurel.users.attributes(userId)
    if (json) return printJson(run, found)
    const rows = Object.entries(found.attributes).map(([name, value]) => [name, JSON.stringify(value)])
    run.print(rows.length > 0 ? table(rows) : 'No attributes.')
  })
}

/** `city=Lagos` is text, `visits:=3` is JSON, and `tier=` removes one. */
function changeOf(text: string): [string, Changes[string]] {
  const [, name = '', sign, value = ''] = /^([^=:]+)(:?=)([\s\S]*)$/.exec(text) ?? []
  if (sign === '=') return [name, value === '' ? null : value]
  const read = sign === ':=' ? readJson(value) : undefined
  if (read === undefined)
    throw new StartProblem(`"${text}" is no change; write name=text, name:=number, name:=true or name=.`)
  return [name, read]
}

function readJson(text: string): Changes[string] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return value === null || ['string', 'number', 'boolean'].includes(typeof value)
      ? (value as Changes[string])
      : undefined
  } catch {
    return undefined
  }
}
