import type { Laurel } from '../../../../sdk/src/index.ts'
import { StartProblem } from '../../runtime/process/start-problem.ts'

/** The id of a user who may be named by the partner's own. */
export async function userIdOf(laurel: Laurel, user: string, isExternalId: boolean): Promise<string> {
  if (!isExternalId) return user
  const [member] = (await laurel.users.list({ externalId: user })).data
  if (!member) throw new StartProblem(`No member has the external id "${user}".`)
  return member.userId
}
