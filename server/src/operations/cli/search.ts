import type { Decision } from '../../../../sdk/src/index.ts'
import { withService } from './connect.ts'
import { printJson, type Run, table } from './output.ts'

type Options = { profile?: string; json?: boolean }

/** Prints what a text finds, one line each: what it is, its name, and its id. */
export async function search(run: Run, text: string, options: Options): Promise<void> {
  await withService(run, options, async ({ laurel }) => {
    const found = await laurel.search.find({ q: text })
    if (options.json) {
      printJson(run, found)
      return
    }
    const rows = [
      ...found.members.map(({ userData, externalId, email, userId }) => [
        'member',
        [userData?.fullname || userData?.tag, externalId, email].filter(Boolean).join(' · '),
        userId,
      ]),
      ...found.rules.map(({ name, id }) => ['rule', name, id]),
      ...found.orders.map(({ reference }) => ['order', reference, '']),
      ...found.decisions.map((line) => [line.kind, noteOf(line), line.id]),
      ...found.notes.map((line) => ['note', noteOf(line), line.id]),
      ...found.requests.map(({ method, path, id }) => ['request', `${method} ${path}`, id]),
    ]
    run.print(rows.length === 0 ? 'Nothing was found.' : table(rows))
  })
}

const noteOf = (line: Decision) => ('note' in line && line.note) || line.outcome

/** Prints the alarms. Returns 1 if there are any and the exit code is to tell. */
export async function showAlarms(run: Run, options: Options & { exitCode?: boolean }): Promise<number> {
  return withService(run, options, async ({ laurel }) => {
    const { alarms } = await laurel.alarms.list()
    if (options.json) printJson(run, alarms)
    else for (const { message } of alarms) run.print(message)
    if (!options.json && alarms.length === 0) run.print('Nothing needs attention.')
    return options.exitCode && alarms.length > 0 ? 1 : 0
  })
}
