import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider'
import { type Html, html, page } from '../pages/layout.ts'

/** Told to a browser when an authorization request cannot be answered to its application. */
export function renderProblem(ctx: KoaContextWithOIDC, out: ErrorOut): void {
  const said = [out.error, out.error_description].filter(Boolean).join(': ')
  send(ctx, problemPage(`The application's request cannot be answered (${said}).`))
}

export function problemPage(problem: string): Html {
  return page({
    title: 'This did not work',
    body: html`<h1>This did not work</h1>
<p>${problem}</p>
<p>Go back to the application and start again from there.</p>`,
  })
}

export function renderSignOut(ctx: KoaContextWithOIDC): void {
  const { oidc } = ctx
  const name = oidc.client?.clientName
  send(
    ctx,
    page({
      title: 'Sign out',
      body: html`<h1>Sign out?</h1>
<p>${name ? `${name} asks to sign you out.` : 'An application asks to sign you out.'} Applications that you did not allow to stay connected lose their access.</p>
<form method="post" action="${oidc.urlFor('end_session_confirm')}">
<input type="hidden" name="xsrf" value="${String(oidc.session?.state?.secret)}">
<button name="logout" value="yes">Sign out</button>
<button>Stay signed in</button>
</form>`,
    }),
  )
}

export function renderSignedOut(ctx: KoaContextWithOIDC): void {
  send(
    ctx,
    page({
      title: 'Signed out',
      body: html`<h1>Done</h1>
<p>You can close this page.</p>`,
    }),
  )
}

function send(ctx: KoaContextWithOIDC, content: Html): void {
  ctx.type = 'html'
  ctx.body = content.toString()
}
