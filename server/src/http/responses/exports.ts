import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { tooMany } from '../../runtime/failure.ts'
import { readAs } from '../../runtime/process/reader.ts'
import { createKeyedQueue } from '../../runtime/queues/keyed-queue.ts'

/** How many rows an export reads at once: others read in between. */
export const EXPORT_PAGE_ROWS = 200

const RUNNING_MAX = 1
const WAITING_MAX = 5
/** Shorter than proxies wait for a response. */
const WAIT_MS_MAX = 30_000
const RETRY_SECONDS = 10
/** A pause lasts as long as the page before it took, so that an export takes half of what it could. */
const PAUSE_PER_MS = 1
const PAUSE_MS_MAX = 1_000
/** A client that does not take a page in so long has gone, or is too slow to hold up the next export. */
const STALLED_MS_MAX = 30_000

/** The response to a caller with too many exports. */
export const EXPORTS_WAITING = tooMany(
  `An export is running, and others are waiting for it; try again in ${RETRY_SECONDS} s.`,
  RETRY_SECONDS,
)

export const EXPORTS_LIMIT = `One export of a partner runs at a time, and ${WAITING_MAX} wait; others get 429.`

/** A file whose text is read page by page, at the pace of the client. */
type ExportFile = { headers: Record<string, string>; text: AsyncIterable<string> }

export type Exports = {
  /**
   * Sends a file of any size. Every export goes through here: for each partner, or user, one runs, and a few
   * wait. It counts until the client has all of it.
   */
  send(reply: FastifyReply, by: string, open: () => Promise<ExportFile>): Promise<FastifyReply>
}

export function createExports(app: FastifyInstance): Exports {
  const openFiles = new Set<Readable>()
  const queue = createKeyedQueue({
    capacity: RUNNING_MAX,
    waitingMax: WAITING_MAX,
    waitMsMax: WAIT_MS_MAX,
    refused: () => EXPORTS_WAITING,
  })
  let isStopping = false
  // It ends with an error, so that no truncated file looks complete.
  const breakAtStop = (file: Readable) => file.destroy(new Error('the process stops'))
  app.addHook('preClose', async () => {
    isStopping = true
    for (const file of openFiles) breakAtStop(file)
  })

  /** Reads one page at a time, with a pause after each. Between two pages it has no connection. */
  async function* paced(
    by: string,
    text: AsyncIterable<string>,
    breakOff: () => void,
  ): AsyncGenerator<string> {
    const pages = text[Symbol.asyncIterator]()
    try {
      for (;;) {
        const began = performance.now()
        // The client's pace, and not its request, leads here.
        const page = await readAs({ id: by }, () => pages.next())
        const tookMs = performance.now() - began
        if (page.done) return
        const stalled = setTimeout(breakOff, STALLED_MS_MAX)
        try {
          yield page.value
        } finally {
          clearTimeout(stalled)
        }
        await pause(Math.min(tookMs * PAUSE_PER_MS, PAUSE_MS_MAX))
      }
    } finally {
      await pages.return?.()
    }
  }

  return {
    send: (reply, by, open) =>
      new Promise((resolve, reject) => {
        const run = async () => {
          // The client may have left while it waited.
          if (reply.raw.destroyed) return resolve(reply)
          const { headers, text } = await open()
          const breakOff = () => file.destroy(new Error('the client takes nothing of an export'))
          const file = Readable.from(paced(by, text, breakOff), { objectMode: false })
          openFiles.add(file)
          file.once('error', (err) => app.log.warn({ err, by }, 'export broken off'))
          const closed = new Promise((resolveClosed) => file.once('close', resolveClosed))
          // This also runs when nothing takes the file, as after a hook that failed.
          reply.raw.once('close', () => file.destroy())
          resolve(reply.headers(headers).send(file))
          if (reply.raw.destroyed) file.destroy()
          if (isStopping) breakAtStop(file)
          await closed
          openFiles.delete(file)
        }
        queue(by, run).catch(reject)
      }),
  }
}
