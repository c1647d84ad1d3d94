import { unavailable } from '../../runtime/failure.ts'
import type { Db } from '../../storage/database/database.ts'
import type { Outbound } from './outbound.ts'
import { findSendingPause } from './sending-pause-store.ts'

const RETRY_AFTER_SECONDS = 60

/** Sends nothing while sending is paused, as in a restored copy. */
export function pausable(outbound: Outbound, database: Db): Outbound {
  async function refuseWhilePaused(): Promise<void> {
    if (await findSendingPause(database))
      throw unavailable(
        'This copy of the service sends nothing; its operator lifts that with `laurel resume-sending`.',
        RETRY_AFTER_SECONDS,
      )
  }
  return {
    async get(url, options) {
      await refuseWhilePaused()
      return outbound.get(url, options)
    },
    async post(url, message) {
      await refuseWhilePaused()
      return outbound.post(url, message)
    },
    close: outbound.close,
  }
}
