import type { Encryption } from '../crypto/encryption.ts'
import type { Tx } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { sendJob } from '../jobs/job-store.ts'
import { insertMail } from './mail-store.ts'

/** A mail to nobody is written, sealed and forgotten: whether an account exists must not show in the time its answer takes. */
export type Mail = { to: string | undefined; subject: string; text: string }

/** Posts a mail together with what caused it: it is sent if and only if the transaction commits. */
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
