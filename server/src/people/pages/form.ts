import { checkNewPassword } from '../../identity/accounts/password-fields.ts'
import type { Brand } from './brand.ts'
import { brandLine } from './brand-mark.ts'
import { type Html, html, page } from './layout.ts'

/** The problems of a form, by field. */
export type Problems = Record<string, string>

type Field = {
  name: string
  label: string
  type?: 'text' | 'email' | 'password' | 'tel'
  autocomplete: string
  value?: string
  hint?: string
  inputMode?: 'numeric'
  maxLength?: number
  isOptional?: boolean
}

/** A labelled field with its problem. */
export function field(
  {
    name,
    label,
    type = 'text',
    autocomplete,
    value = '',
    hint,
    inputMode,
    maxLength = 254,
    isOptional = false,
  }: Field,
  problems: Problems = {},
): Html {
  const problem = problems[name]
  const describedBy = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean).join(' ')
  return html`<div class="field">
<label for="${name}">${label}</label>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${problem && html`<p class="problem" id="${name}-problem"><span class="unseen">Error: </span>${problem}</p>`}
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${value}" maxlength="${maxLength}" autocapitalize="none" spellcheck="false"${inputMode && html` inputmode="${inputMode}"`}${describedBy && html` aria-describedby="${describedBy}"`}${problem && html` aria-invalid="true"`}${!isOptional && html` required`}>
</div>`
}

/** The list above a refused form; each line links to its field. */
export function problemSummary(problems: Problems): Html | false {
  const lines = Object.entries(problems)
  return (
    lines.length > 0 &&
    html`<div class="summary" role="alert" tabindex="-1" autofocus>
<h2>There is a problem</h2>
<ul>${lines.map(([name, text]) => html`<li><a href="#${name}">${text}</a></li>`)}</ul>
</div>`
  )
}

/** The browser's own validation is off, because it would hide the summary. */
export function form(action: string, formToken: string, fields: Html): Html {
  return html`<form method="post" action="${action}" novalidate>
<input type="hidden" name="formToken" value="${formToken}">
${fields}
</form>`
}

export const hidden = (name: string, value: string) =>
  html`<input type="hidden" name="${name}" value="${value}">`

const NEW_PASSWORD_HINT =
  'At least 8 characters, with an upper-case letter, a number and a special character.'
const PASSWORD_MAX = 200

/** A new password, typed once. */
export const newPasswordField = (problems: Problems, { label = 'New password' } = {}) =>
  field(
    {
      name: 'password',
      label,
      type: 'password',
      autocomplete: 'new-password',
      maxLength: PASSWORD_MAX,
      hint: NEW_PASSWORD_HINT,
    },
    problems,
  )

export const newPasswordFields = (problems: Problems) => html`${newPasswordField(problems)}
${field(
  {
    name: 'confirmPassword',
    label: 'New password again',
    type: 'password',
    autocomplete: 'new-password',
    maxLength: PASSWORD_MAX,
  },
  problems,
)}`

export function checkPasswordFields(pair: { password: string; confirmPassword: string }): Problems {
  const found = checkNewPassword(pair)
  const weak = pair.password.length > PASSWORD_MAX || found.some((each) => each.field === 'password')
  const different = found.some((each) => each.field === 'confirmPassword')
  return {
    ...(pair.password === ''
      ? { password: 'Enter a new password.' }
      : weak && { password: `Choose another password. ${NEW_PASSWORD_HINT}` }),
    ...(different && { confirmPassword: 'Enter the same password twice.' }),
  }
}

/** A page with one form or message. The title says when the form has a problem. */
export function cardPage({
  title,
  content,
  brand,
  problems = {},
  notice,
  head,
}: {
  title: string
  /** The partner that the page leads to. */
  brand?: Brand | undefined
  content: Html
  problems?: Problems | undefined
  notice?: string | undefined
  head?: Html
}): Html {
  return page({
    title: Object.keys(problems).length > 0 ? `Error: ${title}` : title,
    ...(head && { head }),
    brand,
    body: html`<div class="card">
${brand && brandLine(brand)}
<h1>${title}</h1>
${notice && html`<p class="notice" role="status">${notice}</p>`}
${problemSummary(problems)}
${content}
</div>`,
  })
}
