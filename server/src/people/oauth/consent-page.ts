import { USER_SCOPES } from '../../identity/authorization/access.ts'
import { cardPage } from '../pages/card-page.ts'
import { form, hidden } from '../pages/form.ts'
import { type Html, html } from '../pages/layout.ts'
import { authorizationPath } from '../pages/next-path.ts'
import type { Application } from './application-store.ts'

export type ConsentQuestion = {
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
