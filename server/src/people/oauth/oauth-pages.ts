import type { Client, ErrorOut, KoaContextWithOIDC } from 'oidc-provider'
import { USER_SCOPES } from '../../identity/authorization/access.ts'
import { brandOf } from '../pages/brand.ts'
import { cardPage, form, hidden } from '../pages/form.ts'
import { type Html, html } from '../pages/layout.ts'
import { authorizationPath } from '../pages/next-path.ts'
import type { Application } from './application-store.ts'

/** Shown when an authorization request cannot be returned to its application. */
export function renderProblem(ctx: KoaContextWithOIDC, out: ErrorOut): void {
  const reason = [out.error, out.error_description].filter(Boolean).join(': ')
  send(ctx, problemPage(`The application's request cannot be answered (${reason}).`))
}

/** Shown before an error leads to an application that the user is not connected with. */
function renderRedirect(
  ctx: KoaContextWithOIDC,
  { applicationName, address, error }: { applicationName: string; address: string; error: string },
): void {
  const place = placeOf(address)
  send(
    ctx,
    cardPage({
      title: `Continue to ${applicationName}?`,
      content: html`<p><strong>${applicationName}</strong> asked Laurel for something that cannot be done now (${error}). It has learned nothing about you.</p>
<p>You are not signed in, or not connected with it. Continue only if you know and trust this address: <strong>${place}</strong></p>
<div class="actions">
<a class="button quiet" href="${address}">Continue to ${place}</a>
<a class="button" href="/account">Go to your account</a>
</div>`,
    }),
  )
}

/** A redirect address for the user to judge. */
export function placeOf(address: string): string {
  const { protocol, host } = new URL(address)
  return /^https?:$/.test(protocol) ? host : `the app ${protocol.slice(0, -1)}`
}

export function problemPage(problem: string): Html {
  return cardPage({
    title: 'The request failed',
    content: html`<p>${problem}</p>
<p>Go back to the application and start again from there.</p>`,
  })
}

/**
 * Shown to a user who set a password in another browser than that of the authorization request. Does not name
 * the application: a stranger may have made the request and asked for the link.
 */
export function passwordSetPage(): Html {
  return cardPage({
    title: 'Your password is set',
    content: html`<p>Every browser and app is signed out. If you came from an application, go back to it and sign in with your new password.</p>
<p><a class="button" href="/account/sign-in">Sign in to your account here</a></p>`,
  })
}

export function renderSignOut(ctx: KoaContextWithOIDC): void {
  const { oidc } = ctx
  const name = oidc.client?.clientName
  send(
    ctx,
    cardPage({
      title: 'Sign out?',
      content: html`<p>${name ? `${name} asks to sign you out.` : 'An application asks to sign you out.'} Applications that you did not allow to stay connected lose their access.</p>
<form method="post" action="${oidc.urlFor('end_session_confirm')}">
<input type="hidden" name="xsrf" value="${String(oidc.session?.state?.secret)}">
<div class="actions">
<button class="button" name="logout" value="yes">Sign out</button>
<button class="button quiet">Stay signed in</button>
</div>
</form>`,
    }),
  )
}

export function renderSignedOut(ctx: KoaContextWithOIDC): void {
  send(
    ctx,
    cardPage({
      title: 'Done',
      content: html`<p>You can close this page.</p>`,
    }),
  )
}

function send(ctx: KoaContextWithOIDC, content: Html): void {
  ctx.type = 'html'
  ctx.body = content.text
}

/**
 * Whether the user who is signed in in the browser has consented to an application of the client's partner.
 */
export type HasConsented = (ctx: KoaContextWithOIDC, client: Client) => Promise<boolean>

/**
 * Asks the user before an error leads to an application that they are not connected with. Anyone can register
 * an application, and a wrong request or `prompt=none` would make this service redirect to it at once.
 */
export function confirmRedirect(hasConsented: HasConsented) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next()
    // Undefined for paths that are no endpoint.
    const { route, client } = (ctx.oidc as KoaContextWithOIDC['oidc'] | undefined) ?? {}
    if (route !== 'authorization' || !client) return
    const address = ctx.response.get('location')
    const error = errorIn(address)
    if (error === undefined || (await hasConsented(ctx, client).catch(() => false))) return
    ctx.remove('location')
    ctx.status = 400
    renderRedirect(ctx, { applicationName: client.clientName ?? '', address, error })
  }
}

/** The error that a redirect reports, in its query or in its fragment. */
function errorIn(address: string): string | undefined {
  const url = URL.parse(address)
  const parameters = new URLSearchParams(`${url?.search.slice(1) ?? ''}&${url?.hash.slice(1) ?? ''}`)
  const error = parameters.get('error')
  return error === null ? undefined : [error, parameters.get('error_description')].filter(Boolean).join(': ')
}

type ConsentQuestion = {
  uid: string
  application: Application
  scopes: string[]
  redirectsTo: string
  user: { tag: string; fullname: string; email: string }
  /** Whether the partner has rewards for the user's address, which the user claims by consenting. */
  hasClaim: boolean
  formToken: string
}

/** Asks a user whether an application may have what it asks for. */
export function consentPage(question: ConsentQuestion): Html {
  const { uid, application, scopes, redirectsTo, user, hasClaim, formToken } = question
  const { applicationName, partnerName } = application
  const path = authorizationPath(uid)
  const ofPartner = partnerName !== applicationName && html` of <strong>${partnerName}</strong>`
  const choice = html`<div class="actions">
<button class="button" name="decision" value="allow">Allow</button>
<button class="button quiet" name="decision" value="refuse">Refuse</button>
</div>`
  return cardPage({
    title: `Connect with ${applicationName}?`,
    brand: brandOf(application),
    content: html`<p><strong>${applicationName}</strong>${ofPartner} asks to:</p>
<ul class="asked">
${scopes.map((scope) => html`<li>${USER_SCOPES[scope]}</li>\n`)}</ul>
<p>You then take part in the rewards of ${partnerName}, which sees your name, tag, picture and e-mail address. You can unlink it in your account at any time.</p>
${hasClaim && html`<p>${partnerName} already keeps rewards for ${user.email}. They become yours, in your account.</p>`}
<p>You are signed in as ${user.fullname} (@${user.tag}). Afterwards you return to ${redirectsTo}.</p>
${form(path, formToken, choice)}
${form('/account/sign-out', formToken, html`${hidden('next', path)}<button class="link">Not you? Sign in as somebody else</button>`)}`,
  })
}
