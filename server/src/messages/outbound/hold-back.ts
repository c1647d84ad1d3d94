import { unavailable } from '../../runtime/failure.ts'
import type { Db } from '../../storage/database/database.ts'
import type { Outbound } from './outbound.ts'
import { findSendingHold } from './sending-hold-store.ts'

const RETRY_AFTER_SECONDS = 60

/** Sends nothing while sending is held, as in a restored copy. */
export function holdBack(outbound: Outbound, database: Db): Outbound {
  async function refuseWhileHeld(): Promise<void> {
    if (await findSendingHold(database))
      throw unavailable(
        'This copy of the service sends nothing; its operator lifts that with `laurel resume-sending`.',
        RETRY_AFTER_SECONDS,
      )
  }
  return {
    async get(url, options) {
      await refuseWhileHeld()
      return outbound.get(url, options)
    },
    async post(url, message) {
      await refuseWhileHeld()
      return outbound.post(url, message)
    },
    close: outbound.close,
  }
}
