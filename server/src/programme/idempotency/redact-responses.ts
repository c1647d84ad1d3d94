import { nextSlice } from '../../runtime/queues/in-slices.ts'
import type { Tx } from '../../storage/database/database.ts'
import { withoutPersonalData } from './personal-fields.ts'
import { listResponsesAbout, replaceBody } from './stored-response-store.ts'

/** A response to a bulk call has megabytes, and a user may be in thousands of them. */
const AT_ONCE = 10

/** Empties what stored responses say about a user; those of one scope, or all. */
export async function redactResponses(tx: Tx, userId: string, scopeId: string | null): Promise<void> {
  for (;;) {
    const responses = await listResponsesAbout(tx, userId, { scopeId, limit: AT_ONCE })
    for (const response of responses) {
      await nextSlice()
      const body = await withoutPersonalData(response.body, userId)
      replaceBody(tx, { ...response, body }, { without: userId })
    }
    if (responses.length < AT_ONCE) return
  }
}
