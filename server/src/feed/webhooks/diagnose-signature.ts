import { isDeepStrictEqual } from 'node:util'
import { nextSlice } from '../../runtime/queues/in-slices.ts'
import { signatureOf } from './message.ts'
import { SECRET_PREFIX } from './webhook.ts'

/** A request as its receiver got it. */
export type Received = { body: string; headers: Record<string, string>; secret?: string | undefined }

/** The secrets of this and of the partner's other endpoints, and the body that was sent. */
export type Known = {
  current: string
  /** The replaced secret, and whether it still signs. */
  previous: { secret: string; isValid: boolean } | null
  others: { url: string; secret: string }[]
  /** Null when the id is not of this endpoint. */
  sentBody: string | null
}

export type Finding = { cause: string; detail: string }

const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
const TOLERANCE_SECONDS = 300

/** The causes why a signature does not verify; none when it does. */
export async function diagnoseSignature(received: Received, known: Known, now: Date): Promise<Finding[]> {
  const headers = lowerCased(received.headers)
  const broken = [...headerFindings(headers), ...formFindings(headers)]
  if (broken.length > 0) return broken
  return [
    ...secretFindings(received.secret, known),
    ...(await messageFindings(received.body, headers, known)),
    ...timeFindings(headers, now),
  ]
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

const finding = (cause: string, detail: string): Finding => ({ cause, detail })

function headerFindings(headers: Record<string, string>): Finding[] {
  return HEADERS.filter((name) => !headers[name]?.trim()).map((name) => {
    const similar = Object.keys(headers).find((other) => other !== name && isSimilar(other, name))
    const advice =
      'pass all headers of the request on to the verification, and check that no proxy drops them'
    return similar === undefined
      ? finding('header_missing', `The header ${name} is missing; ${advice}.`)
      : finding(
          'header_misspelled',
          `The header ${name} is missing, but there is ${similar}; read it under the name ${name}.`,
        )
  })
}

/** The same words with other separators or prefixes, such as svix-id, X-Webhook-Id, HTTP_WEBHOOK_ID. */
function isSimilar(other: string, name: string): boolean {
  const last = name.slice(name.lastIndexOf('-') + 1)
  const plain = other.replace(/[^a-z]/g, '')
  return plain.endsWith(name.replace('-', '')) || (plain.endsWith(last) && /web|hook|svix/.test(plain))
}

function formFindings(headers: Record<string, string>): Finding[] {
  const timestamp = (headers['webhook-timestamp'] ?? '').trim()
  const signature = (headers['webhook-signature'] ?? '').trim()
  const invalid = finding(
    'timestamp_invalid',
    'webhook-timestamp is not a number of seconds since 1970; pass the header on as it came, not as a date or in milliseconds.',
  )
  const malformed = finding(
    'signature_malformed',
    'webhook-signature holds no "v1," followed by 44 characters; pass the header on whole, with its version and all signatures in it.',
  )
  return [
    ...(timestamp === '' || /^\d{1,11}$/.test(timestamp) ? [] : [invalid]),
    ...(signature === '' || /(^| )v1,[A-Za-z0-9+/]{43}=( |$)/.test(signature) ? [] : [malformed]),
  ]
}

function secretFindings(input: string | undefined, known: Known): Finding[] {
  return input === undefined || input === known.current ? [] : [secretFinding(input, known)]
}

function secretFinding(input: string, { current, previous, others }: Known): Finding {
  const text = input.trim().replace(/^(["'])(.*)\1$/, '$2')
  const other = others.find(({ secret }) => sameSecret(text, secret))
  if (text === current)
    return finding(
      'secret_padded',
      'The secret is right, but there are spaces, a line break or quotation marks around it; take them away.',
    )
  if (previous && sameSecret(text, previous.secret)) {
    const advice = previous.isValid
      ? 'it is still valid for now, so change to the new one soon'
      : 'use the new one'
    return finding('secret_old', `The secret is the one from before it was replaced; ${advice}.`)
  }
  if (`${SECRET_PREFIX}${text}` === current)
    return finding(
      'secret_without_prefix',
      `The secret lacks its beginning ${SECRET_PREFIX}; give your library the whole text as it was shown.`,
    )
  // A decoded secret can itself begin or end with what looks like padding.
  if (decodedForms(current).some((form) => form === input || form === text))
    return finding(
      'secret_decoded',
      `The secret was decoded; give your library the whole text as it was shown, ${SECRET_PREFIX} included, and let it do the decoding.`,
    )
  return other
    ? finding(
        'secret_of_another_webhook',
        `The secret is that of your webhook to ${other.url}; each webhook has a secret of its own, so use this one's.`,
      )
    : finding(
        'secret_wrong',
        'The secret is not that of this webhook; use the one that was shown when it was made, or replace it to get a new one.',
      )
}

const sameSecret = (text: string, secret: string) => text === secret || `${SECRET_PREFIX}${text}` === secret

/** The key inside a secret in the encodings that people paste into settings. */
function decodedForms(secret: string): string[] {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  return [key.toString('hex'), key.toString('base64url'), key.toString('latin1'), key.toString('utf8')]
}

/** The body may have a megabyte, and each of the secrets is tried with it, so each try has a slice. */
async function messageFindings(
  body: string,
  headers: Record<string, string>,
  known: Known,
): Promise<Finding[]> {
  const secrets = [{ secret: known.current }, ...(known.previous ? [known.previous] : [])]
  async function findSigner<Of extends { secret: string }>(of: Of[], text: string): Promise<Of | undefined> {
    for (const each of of) {
      await nextSlice()
      if (signs(each.secret, headers, text)) return each
    }
    return undefined
  }
  if (await findSigner(secrets, body)) return []
  if (known.sentBody !== null && (await findSigner(secrets, known.sentBody)))
    return [bodyFinding(body, known.sentBody)]
  const other = await findSigner(known.others, body)
  if (other)
    return [
      finding(
        'message_of_another_webhook',
        `The message was signed for your webhook to ${other.url}; verify it with that webhook's secret.`,
      ),
    ]
  return known.sentBody === null ? [MESSAGE_UNKNOWN] : [SIGNATURE_OF_ANOTHER_MESSAGE]
}

const MESSAGE_UNKNOWN = finding(
  'message_unknown',
  'webhook-id names no message of this webhook; look at which webhook the message was sent to, and pass the headers and the body of one and the same request.',
)
const SIGNATURE_OF_ANOTHER_MESSAGE = finding(
  'signature_of_another_message',
  'The signature belongs to another message; pass webhook-id, webhook-timestamp, webhook-signature and the body of one and the same request.',
)

function signs(secret: string, headers: Record<string, string>, body: string): boolean {
  const message = { id: headers['webhook-id'] ?? '', timestamp: Number(headers['webhook-timestamp']) }
  const expected = signatureOf(secret, message, body)
  return (headers['webhook-signature'] ?? '').split(' ').includes(expected)
}

const RAW = 'verify the bytes of the body as they came, before anything parses them'

function bodyFinding(body: string, sent: string): Finding {
  const changed = (cause: string, what: string) => finding(cause, `${what}; ${RAW}.`)
  if (body === '')
    return changed('body_empty', 'The body is empty, most likely because something else read it first')
  if (body.trim() === sent)
    return changed('body_padded', 'There is a line break or a space at an end of the body that was not sent')
  const got = parsed(body)
  if (got === undefined)
    return changed('body_not_json', 'The body was truncated or changed in transit and is not valid JSON')
  const meant = parsed(sent)
  if (!isDeepStrictEqual(got, meant))
    return changed('body_changed', 'The body says something else than what was sent')
  if (JSON.stringify(got) !== JSON.stringify(meant))
    return changed('body_reordered', 'The body was parsed and written again, with its keys in another order')
  return /\\u[0-9a-f]{4}|\\\//i.test(body) &&
    body.length !== sent.length &&
    !/[\n\r]|[:,] /.test(structureOf(body))
    ? changed('body_escaped', 'The body was parsed and written again, with characters escaped that were not')
    : changed('body_respaced', 'The body was parsed and written again, with other spaces and line breaks')
}

/** JSON with empty strings. */
const structureOf = (json: string) => json.replace(/"(?:[^"\\]|\\.)*"/g, '""')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function timeFindings(headers: Record<string, string>, now: Date): Finding[] {
  const age = Math.floor(now.getTime() / 1000) - Number(headers['webhook-timestamp'])
  if (Math.abs(age) <= TOLERANCE_SECONDS) return []
  const [cause, where, advice] =
    age > 0
      ? ['timestamp_old', 'past', 'verify when the request arrives, and set']
      : ['timestamp_in_the_future', 'future', 'set']
  return [
    finding(
      cause,
      `webhook-timestamp is ${Math.abs(age)} s in the ${where}, and libraries refuse more than ${TOLERANCE_SECONDS} s; ${advice} the clock of your server.`,
    ),
  ]
}
