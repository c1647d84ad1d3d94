import type { FastifyReply, FastifyRequest } from 'fastify'
import { toFailure } from '../../http/responses/envelope.ts'
import { EXPORTS_WAITING } from '../../http/responses/exports.ts'
import { type Failure, type FailureKind, forbidden } from '../../runtime/failure.ts'
import { cardPage } from './form.ts'
import { type Html, html, sendPage } from './layout.ts'

type Problem = { title: string; text: Html }

/** Responds with a page to whatever was thrown, as the API does with its envelope. */
export function sendProblemPage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toFailure(error, request)
  if (failure.retryAfterSeconds !== undefined)
    reply.header('retry-after', Math.ceil(failure.retryAfterSeconds))
  return sendPage(reply.code(failure.status), problemPage(problemOf(failure, request.id)))
}

export const FORM_EXPIRED = forbidden('The form has expired.', 'form_expired')

const EXPIRED: Problem = {
  title: 'This form has expired',
  text: html`<p>Nothing was changed. A form is valid only for the browser and the sign-in that opened it, so that nobody else can send it in your name.</p>
<p>Open the page again and repeat what you did. If that does not help, allow cookies for this site.</p>`,
}

const DOWNLOADING: Problem = {
  title: 'A download is running',
  text: html`<p>Your data is being downloaded already. Wait until that is done, then try again.</p>`,
}

const UNREADABLE: Problem = {
  title: 'That could not be read',
  text: html`<p>What your browser sent is not what this page expects. Open the page again and repeat what you did.</p>`,
}

function problemOf(failure: Failure, requestId: string): Problem {
  if (failure === FORM_EXPIRED) return EXPIRED
  if (failure === EXPORTS_WAITING) return DOWNLOADING
  const { kind, message, retryAfterSeconds = 1 } = failure
  const problems: Partial<Record<FailureKind, Problem>> = {
    notFound: {
      title: 'Page not found',
      text: html`<p>There is no page at this address, or it is not yours to see.</p>`,
    },
    forbidden: { title: 'Not allowed', text: html`<p>${message}</p>` },
    tooMany: {
      title: 'Too many tries',
      text: html`<p>To keep accounts safe, this can be done only so often. Try again in ${inWords(retryAfterSeconds)}.</p>`,
    },
    unavailable: {
      title: 'Back in a moment',
      text: html`<p>The service is unavailable just now. Your coins are safe; try again in a moment.</p>`,
    },
    internal: {
      title: 'Something went wrong on our side',
      text: html`<p>We have taken note of it. If you write to support, quote <code>${requestId}</code>.</p>`,
    },
  }
  return problems[kind] ?? UNREADABLE
}

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`
}

const problemPage = ({ title, text }: Problem) =>
  cardPage({
    title,
    content: html`${text}
<p><a class="button" href="/account">Go to your account</a></p>`,
  })
