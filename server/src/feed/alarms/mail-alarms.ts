import { postLimitedMail } from '../../identity/accounts/limited-mail.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import type { Database } from '../../storage/database/database.ts'
import { type Alarm, keyOf, sentenceOf } from './alarm.ts'
import { listAlarmedOwners, listAlarmedPartners, raiseAlarms } from './raised-alarm-store.ts'
import { readAlarms } from './read-alarms.ts'

const PARTNERS_PER_PAGE = 100
const FIRST = '00000000-0000-0000-0000-000000000000'

type Services = { database: Database; encryption: Encryption; origin: string; now: () => Date }

/**
 * Mails owners who want it once for each alarm that began since the last check. Reads the partners of such owners
 * alone, page by page. Returns whether there is a mail to send.
 */
export async function mailAlarms(services: Services): Promise<boolean> {
  let isPosted = false
  /** A partner whose machine is unavailable keeps no other waiting. */
  const errors: unknown[] = []
  for (let after = FIRST; ; ) {
    const partnerIds = await listAlarmedPartners(services.database, { after, limit: PARTNERS_PER_PAGE })
    for (const partnerId of partnerIds)
      try {
        isPosted = (await mailAlarmsOf(services, partnerId)) || isPosted
      } catch (error) {
        errors.push(error)
      }
    const last = partnerIds.at(-1)
    if (last === undefined || partnerIds.length < PARTNERS_PER_PAGE) break
    after = last
  }
  if (errors.length > 0 && !isPosted) throw errors[0]
  return isPosted
}

/** The mail is posted with the record that the alarm began, so it is neither lost nor repeated. */
async function mailAlarmsOf(
  { database, encryption, origin, now }: Services,
  partnerId: string,
): Promise<boolean> {
  const at = now()
  const alarms = await readAlarms(database, partnerId, at)
  return database.transaction(async (tx) => {
    const begun = new Set(await raiseAlarms(tx, partnerId, alarms.map(keyOf), at))
    const news = alarms.filter((alarm) => begun.has(keyOf(alarm)))
    if (news.length === 0) return false
    for (const to of await listAlarmedOwners(tx, partnerId))
      await postLimitedMail(tx, encryption, { to, reason: 'verified', ...mailOf(news, origin) }, at)
    return true
  })
}

const mailOf = (alarms: Alarm[], origin: string) => ({
  subject:
    alarms.length === 1 ? 'Something needs your attention' : `${alarms.length} things need your attention`,
  text: `${alarms.map((alarm) => `- ${sentenceOf(alarm)}`).join('\n')}

You find them at ${origin}. You get this mail because you asked for alarms by mail; under Settings, My account, you can stop it.`,
})
