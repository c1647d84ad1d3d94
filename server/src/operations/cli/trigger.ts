import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Event, EventType, Laurel } from '../../../../sdk/src/index.ts'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import { withService } from './connect.ts'
import { eventLine, lastSeq } from './events.ts'
import { printJson, type Run } from './output.ts'
import { cleanUp, RECIPES } from './trigger-recipes.ts'
import type { Trigger } from './triggers.ts'

type Options = { profile?: string; json?: boolean; yes?: boolean }

const MAILBOX = '/dev/mailbox.json?to=nobody@laurel.example'
const WAIT_MS_MAX = 30_000
const POLL_MS = 200
const MARK_BYTES = 6

/** Makes an event happen, with all that leads to it, shows it and cleans up. */
export async function trigger(run: Run, type: Trigger, options: Options): Promise<void> {
  await withService(run, options, async ({ laurel, profile }) => {
    if (!options.yes && !(await isDevelopment(profile.url)))
      throw new StartProblem(
        `${profile.url} is not in development mode, and a trigger moves real coins there. Give --yes if you mean it.`,
      )
    const before = await lastSeq(laurel)
    const mark = randomBytes(MARK_BYTES).toString('hex')
    try {
      await RECIPES[type](laurel, mark)
      const event = await findEvent(laurel, { after: before, type })
      if (options.json) printJson(run, event)
      else run.print(eventLine(run, event))
    } finally {
      await cleanUp(laurel, mark).catch((error: Error) =>
        run.printError(
          `Cleaning up failed: ${error.message} Its rules and customers are named laurel-trigger.`,
        ),
      )
    }
  })
}

/** Only a service in development mode has a mailbox. */
async function isDevelopment(url: string): Promise<boolean> {
  const response = await fetch(`${url}${MAILBOX}`).catch(() => undefined)
  await response?.body?.cancel()
  return response?.status === 200
}

/** Rules start and end within seconds of their time. */
async function findEvent(
  laurel: Laurel,
  { after, type }: { after: number; type: EventType },
): Promise<Event> {
  const deadline = AbortSignal.timeout(WAIT_MS_MAX)
  while (!deadline.aborted) {
    const { events } = await laurel.events.list({ after, types: type, limit: 1 })
    if (events[0]) return events[0]
    await pause(POLL_MS)
  }
  throw new StartProblem(`No event ${type} came within ${WAIT_MS_MAX / 1000} seconds.`)
}
