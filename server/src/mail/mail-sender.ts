import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer'
import type { Database } from '../platform/database.ts'
import type { Seal } from '../platform/seal.ts'
import { claimDueMails, type DueMail, giveUpOldMails, markMailSent, recordMailFailure } from './mail-store.ts'

export type MailSender = { wake(): void; stop(): Promise<void> }

type MailSenderSettings = {
  database: Database
  seal: Seal
  /** Undefined in development: mails stay in the table, to be read at /dev/mailbox. */
  smtpUrl: string | undefined
  from: string
  origin: string
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  retrySeconds?: (failures: number) => number
}

const POLL_MS = 1_000
const BATCH_SIZE = 10
const BATCH_MS_MAX = 60_000
const LEASE_SECONDS = 120
const STOP_GRACE_MS = 5_000
const AGE_DAYS_MAX = 3
const RETRY_SECONDS_MAX = 3_600

/** Sends what `postMail` wrote, each mail at least once. Any number of processes may run one. */
export function startMailSender(settings: MailSenderSettings): MailSender {
  const { database, smtpUrl, log, retrySeconds = retrySecondsAfter } = settings
  if (smtpUrl === undefined) return { wake() {}, async stop() {} }
  const connectionUrl = withoutTranscript(smtpUrl)

  let stopping = false
  let pause = new AbortController()
  let hurry = () => {}
  let failing = false

  async function run(): Promise<void> {
    while (!stopping) {
      // Made before looking, so that a wake during a round is not lost.
      pause = new AbortController()
      const mayHaveMore = await sendRound().catch(logOnce)
      if (!mayHaveMore) await delay(POLL_MS, undefined, { signal: pause.signal }).catch(() => {})
    }
  }

  async function sendRound(): Promise<boolean> {
    const givenUp = await giveUpOldMails(database, AGE_DAYS_MAX)
    if (givenUp > 0) log.error({ mails: givenUp }, `mails were given up after ${AGE_DAYS_MAX} days`)
    const mails = await claimDueMails(database, { countMax: BATCH_SIZE, leaseSeconds: LEASE_SECONDS })
    failing = false
    if (mails.length > 0) await sendBatch(mails)
    return mails.length === BATCH_SIZE
  }

  async function sendBatch(mails: DueMail[]): Promise<void> {
    const transport = openTransport(connectionUrl)
    hurry = () => transport.close({ force: true })
    const deadline = setTimeout(hurry, BATCH_MS_MAX)
    const outcomes = await Promise.allSettled(
      mails.map((mail) => deliver(mail, (message) => transport.sendMail(message))),
    )
    clearTimeout(deadline)
    transport.close()
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  }

  async function deliver(mail: DueMail, send: (message: SendMailOptions) => Promise<unknown>): Promise<void> {
    try {
      await send(compose(mail, settings))
    } catch (error) {
      const failures = mail.failures + 1
      const reason = reasonOf(error)
      log.warn({ mail: mail.id, failures, reason }, 'a mail could not be sent and will be tried again')
      return recordMailFailure(database, mail.id, { reason, retrySeconds: retrySeconds(failures) })
    }
    await markMailSent(database, mail.id)
  }

  function logOnce(error: unknown): false {
    if (!failing) log.error({ err: error }, 'mails wait, because the database did not answer')
    failing = true
    return false
  }

  const running = run()
  return {
    wake: () => pause.abort(),
    async stop() {
      stopping = true
      pause.abort()
      const patience = setTimeout(() => hurry(), STOP_GRACE_MS)
      await running
      clearTimeout(patience)
    },
  }
}

/** Doubles from 5 seconds to an hour. */
export function retrySecondsAfter(failures: number): number {
  return Math.min(5 * 2 ** (failures - 1), RETRY_SECONDS_MAX)
}

function compose(mail: DueMail, { seal, from, origin }: MailSenderSettings): SendMailOptions {
  return {
    messageId: `<${mail.id}@${new URL(origin).hostname}>`,
    date: mail.createdAt,
    from,
    to: { name: '', address: mail.recipient },
    subject: mail.subject,
    text: seal.open(mail.bodySealed),
    headers: { 'auto-submitted': 'auto-generated' },
  }
}

/** Retries are ours alone to make: `maxRequeues` keeps the pool from sending a mail a second time on its own. */
function openTransport(url: string) {
  return createTransport({
    url,
    pool: true,
    maxConnections: 3,
    maxRequeues: 0,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    dnsTimeout: 5_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Options in the address could make nodemailer print whole mails, with the codes in them. */
function withoutTranscript(smtpUrl: string): string {
  const url = new URL(smtpUrl)
  for (const option of ['logger', 'debug', 'transactionLog']) url.searchParams.delete(option)
  return url.href
}

/** Codes only: what a mail server answers may quote the mail. */
function reasonOf(error: unknown): string {
  const { code, originalCode, responseCode, command } = error as NodemailerError
  const parts = [code, originalCode, responseCode, command].filter((part) => part !== undefined)
  return parts.join(' ') || 'not handed to the mail server'
}
