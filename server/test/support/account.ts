import assert from 'node:assert/strict'
import { mailedCode } from './answers.ts'
import { newUserBody, PASSWORD } from './partner.ts'
import type { TestService } from './service.ts'

/** A user who signed up alone and verified the e-mail address, so that the password opens the account. */
export async function signUp(
  service: TestService,
  changes: Record<string, unknown> = {},
): Promise<{ userId: string; tag: string; email: string; password: string }> {
  const body = newUserBody(changes)
  const created = await service.post('/api/v1/user', body)
  assert.equal(created.status, 201, JSON.stringify(created.body))
  const code = await mailedCode(service, body.email)
  const verified = await service.post('/api/v1/user/verify-email', { email: body.email, code })
  assert.equal(verified.status, 200, JSON.stringify(verified.body))
  return { userId: created.body.data.id, tag: body.tag, email: body.email, password: PASSWORD }
}

/** The path and token of the newest link to set a password that was mailed to an address. */
export async function mailedLink(service: TestService, email: string): Promise<string> {
  const { body } = await service.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`)
  const texts = (body as { text: string }[]).map(({ text }) => text)
  const link = texts.map((text) => /https?:\/\/\S+(\/account\/reset-password\?token=[\w-]{43})\s/.exec(text))
  const path = link.find((match) => match !== null)?.[1]
  assert(path, `a link was mailed to ${email}`)
  return path
}

export type Visit = { status: number; headers: Headers; text: string; location: string | null }

/** A browser without a window: keeps cookies, follows nothing, and sends forms with the token of the page before. */
export function createVisitor(service: TestService, prefix = '') {
  const cookies = new Map<string, string>()
  let formToken = ''

  async function visit(path: string, init: RequestInit = {}): Promise<Visit> {
    const response = await fetch(`${service.url}${path}`, {
      redirect: 'manual',
      ...init,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(init.headers as Record<string, string>),
      },
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) as unknown as [string, string, string]
      if (/Max-Age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    const text = await response.text()
    formToken = /name="formToken" value="([^"]+)"/.exec(text)?.[1] ?? formToken
    return {
      status: response.status,
      headers: response.headers,
      text,
      location: response.headers.get('location'),
    }
  }

  const send = (path: string, fields: Record<string, string> = {}) =>
    visit(path, { method: 'POST', body: new URLSearchParams({ formToken, ...fields }) })

  return {
    cookies,
    visit,
    send,
    formToken: () => formToken,
    session: () => cookies.get(`${prefix}laurel`),
    async signIn(login: string, password = PASSWORD, fields: Record<string, string> = {}): Promise<Visit> {
      await visit('/account/sign-in')
      return send('/account/sign-in', { login, password, ...fields })
    },
  }
}
