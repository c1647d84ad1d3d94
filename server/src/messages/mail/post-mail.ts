import type { Encryption } from '../../runtime/crypto/encryption.ts'
import type { Tx } from '../../storage/database/database.ts'
import { newId } from '../../storage/database/ids.ts'
import { sendJob } from '../../storage/jobs/job-store.ts'
import { insertMail } from './mail-store.ts'

/** Without `to` the same statements write nothing, so that timing does not reveal an account. */
export type Mail = { to: string | undefined; subject: string; text: string }

/** Posts a mail in the transaction of its cause. It is sent if and only if that commits. */
export async function postMail(
  tx: Tx,
  encryption: Encryption,
  { to, subject, text }: Mail,
  now: Date,
): Promise<void> {
  const id = newId()
  sendJob(tx, 'mail', to === undefined ? undefined : id)
  await insertMail(tx, { id, recipient: to, subject, encryptedBody: encryption.encrypt(text) }, now)
}
