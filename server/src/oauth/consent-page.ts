import { USER_SCOPES } from '../auth/access.ts'
import { type Html, html, page } from '../pages/layout.ts'
import type { Application } from './application-store.ts'

export type ConsentQuestion = {
  uid: string
  application: Application
  scopes: string[]
  returnsTo: string
  user: { tag: string; fullname: string }
  csrf: string
}

/** Asks a user, in plain words, whether an application may have what it asks for. */
export function consentPage({ uid, application, scopes, returnsTo, user, csrf }: ConsentQuestion): Html {
  const { applicationName, partnerName } = application
  const path = `/oauth/interaction/${uid}`
  return page({
    title: `Connect with ${applicationName}`,
    body: html`<h1>Connect with ${applicationName}?</h1>
<p><strong>${applicationName}</strong> of <strong>${partnerName}</strong> asks to:</p>
<ul>
${scopes.map((scope) => html`<li>${USER_SCOPES[scope]}</li>\n`)}</ul>
<p>You then take part in the rewards of ${partnerName}, which sees your name, tag, picture and e-mail address. You can unlink it in your account at any time.</p>
<p>You are signed in as ${user.fullname} (${user.tag}). <a href="/account/sign-in?next=${encodeURIComponent(path)}">Not you?</a></p>
<form method="post" action="${path}">
<input type="hidden" name="csrf" value="${csrf}">
<button name="decision" value="allow">Allow</button>
<button name="decision" value="refuse">Refuse</button>
</form>
<p>Afterwards you return to ${returnsTo}.</p>`,
  })
}
