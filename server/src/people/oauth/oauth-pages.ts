import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider'
import { cardPage } from '../pages/card-page.ts'
import { type Html, html } from '../pages/layout.ts'

/** Shown when an authorization request cannot be returned to its application. */
export function renderProblem(ctx: KoaContextWithOIDC, out: ErrorOut): void {
  const said = [out.error, out.error_description].filter(Boolean).join(': ')
  send(ctx, problemPage(`The application's request cannot be answered (${said}).`))
}

/** Shown before an error leads to an application that the user is not connected with. */
export function renderRedirect(
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
    title: 'This did not work',
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
