import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type Message = { recipients: string[]; source: string }

export type MailServer = { port: number; received: Message[]; close(): Promise<void> }

type Behaviour = {
  port?: number
  /** What is thrown is answered, with its `responseCode`; what is waited for is answered late. */
  onSender?: (address: string) => void | Promise<void>
  onRecipient?: (address: string) => void | Promise<void>
  onMessage?: (message: Message) => void | Promise<void>
}

/** A real mail server. It has received what it has accepted. */
export async function startMailServer({
  port = 0,
  onSender = () => {},
  onRecipient = () => {},
  onMessage = () => {},
}: Behaviour = {}): Promise<MailServer> {
  const received: Message[] = []
  const answer = (work: () => void | Promise<void>, done: (error?: Error | null) => void) => {
    Promise.resolve()
      .then(work)
      .then(() => done(), done)
  }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onMailFrom: ({ address }, _session, done) => answer(() => onSender(address), done),
    onRcptTo: ({ address }, _session, done) => answer(() => onRecipient(address), done),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const source = Buffer.concat(chunks).toString()
        const message = { recipients: session.envelope.rcptTo.map(({ address }) => address), source }
        answer(async () => {
          await onMessage(message)
          received.push(message)
        }, done)
      })
    },
  })
  // A client that is killed resets its connections; those errors do not matter.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    close: () => new Promise((done) => server.close(done)),
  }
}

export function header(source: string, name: string): string | undefined {
  return new RegExp(`^${name}: (.*)\r$`, 'm').exec(source)?.[1]
}

export const refusal = (responseCode: number, text: string) =>
  Object.assign(new Error(text), { responseCode })
