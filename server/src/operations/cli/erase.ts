import type { Laurel } from '../../../../sdk/src/index.ts'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import { userIdOf, withService } from './connect.ts'
import { printer, printJson } from './output.ts'
import { confirmed } from './terminal.ts'

type Options = { profile?: string; json?: boolean; externalId?: boolean; forfeit?: boolean; yes?: boolean }

/** Erases the personal data of a user, after a confirmation. */
export async function eraseMember(env: NodeJS.ProcessEnv, user: string, options: Options): Promise<void> {
  const { externalId = false, forfeit = false, yes = false, json = false } = options
  await withService(env, options, async ({ laurel }) => {
    const userId = await userIdOf(laurel, user, externalId)
    if (!yes && !(await confirmed(await questionAbout(laurel, userId))))
      throw new StartProblem('Nothing was erased. Answer y, or give --yes.')
    const erasure = await laurel.users.erase(userId, { forfeit })
    if (json) printJson(erasure)
    else printer(false)(`Erased ${erasure.userId}; ${erasure.forfeited} coins went back to you.`)
  })
}

async function questionAbout(laurel: Laurel, userId: string): Promise<string> {
  const { userData, externalId, wallet } = await laurel.users.read(userId)
  const names = [userData?.fullname, externalId, userId].filter(Boolean).join(', ')
  return `Erase ${names} with ${wallet.coins} coins? This cannot be undone. [y/N] `
}
