import type { FastifyBaseLogger } from 'fastify'
import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import type { Database } from '../../storage/database/database.ts'
import type { JobOutcome, Jobs } from '../../storage/jobs/jobs.ts'
import { findSendingPause } from '../outbound/sending-pause-store.ts'
import { findUnsentMail, giveUpMail, markMailSent, type UnsentMail } from './mail-store.ts'

type MailSenderSettings = {
  database: Database
  jobs: Jobs
  encryption: Encryption
  /** Undefined in development: mails stay in the table, to be read at /dev/mailbox. */
  smtpUrl: string | undefined
  from: string
  origin: string
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Each mail has its own connection, so that one that hangs blocks no other worker. */
const WORK = { workers: 2, jobsAtOnce: 5, pollSeconds: 5 }
const SEND_MS_MAX = 60_000
const AGE_MS_MAX = 3 * 86_400_000

/** Sends the mails of `postMail`, each at least once. Any number of processes may do so. */
export async function startMailSender(settings: MailSenderSettings): Promise<void> {
  const { database, jobs, smtpUrl, log } = settings
  if (smtpUrl === undefined) return
  const connectionUrl = withoutTranscript(smtpUrl)

  async function deliver(id: string, signal: AbortSignal): Promise<JobOutcome> {
    const mail = await findUnsentMail(database, id)
    // A process may die after sending a mail and before reporting it to the queue.
    if (!mail) return { kind: 'done' }
    if (await findSendingPause(database)) return { kind: 'failed', reason: 'sending is paused' }
    if (Date.now() - mail.createdAt.getTime() > AGE_MS_MAX) return giveUp(id, 'not sent within three days')
    try {
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(SEND_MS_MAX)])
      await send(connectionUrl, compose(mail, settings), deadline)
    } catch (error) {
      const reason = reasonOf(error)
      if (isPermanentRefusal(error)) return giveUp(id, reason)
      log.warn({ mail: id, reason }, 'sending a mail failed; retrying')
      return { kind: 'failed', reason }
    }
    await markMailSent(database, id)
    return { kind: 'done' }
  }

  async function giveUp(id: string, reason: string): Promise<JobOutcome> {
    await giveUpMail(database, id, reason)
    return { kind: 'given up', reason }
  }

  await jobs.work('mail', WORK, deliver)
}

function compose(mail: UnsentMail, { encryption, from, origin }: MailSenderSettings): SendMailOptions {
  return {
    messageId: `<${mail.id}@${new URL(origin).hostname}>`,
    date: mail.createdAt,
    from,
    to: { name: '', address: mail.recipient },
    subject: mail.subject,
    text: encryption.decrypt(mail.encryptedBody),
    headers: { 'auto-submitted': 'auto-generated' },
  }
}

/** Uses a pool of one, because only a pool can be closed by force. Only the job queue retries. */
async function send(url: string, message: SendMailOptions, deadline: AbortSignal): Promise<void> {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 1,
    maxRequeues: 0,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    dnsTimeout: 5_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const abort = () => transport.close({ force: true })
  deadline.addEventListener('abort', abort)
  try {
    await transport.sendMail(message)
  } finally {
    deadline.removeEventListener('abort', abort)
    transport.close()
  }
}

/** A refused recipient or text stays refused. A refused sender or password can be corrected. */
function isPermanentRefusal(error: unknown): boolean {
  const { code, responseCode, command } = error as NodemailerError
  if (code === 'EENVELOPE' && command === 'API') return true
  return (command === 'RCPT TO' || command === 'DATA') && responseCode !== undefined && responseCode >= 500
}

/** Options in the URL could make nodemailer print whole mails with their codes. */
function withoutTranscript(smtpUrl: string): string {
  const url = new URL(smtpUrl)
  for (const option of ['logger', 'debug', 'transactionLog']) url.searchParams.delete(option)
  return url.href
}

/** Codes only: a mail server's response may quote the mail. */
function reasonOf(error: unknown): string {
  const { code, originalCode, responseCode, command } = error as NodemailerError
  const parts = [code, originalCode, responseCode, command].filter((part) => part !== undefined)
  return parts.join(' ') || 'not handed to the mail server'
}
