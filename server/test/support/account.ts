import { type Api, dataOf } from './api.ts'
import { CookieJar } from './cookies.ts'
import { mailedCode } from './mailbox.ts'
import { newUserBody, PASSWORD } from './partner.ts'

export type TestUser = { userId: string; tag: string; email: string; password: string }

/** A user who signed up alone and verified the e-mail address, so that the password opens the account. */
export async function signUp(api: Api, changes: Record<string, unknown> = {}): Promise<TestUser> {
  const { email, tag, ...body } = newUserBody(changes)
  const { id: userId } = await dataOf(api.post('/api/v1/user', { ...body, email, tag }))
  const code = await mailedCode(api, email)
  await dataOf(api.post('/api/v1/user/verify-email', { email, code }))
  return { userId, tag, email, password: PASSWORD }
}

export type Visit = { status: number; headers: Headers; text: string; location: string | null }

/** A browser without a window: keeps cookies, follows no redirects, sends forms with the last token seen. */
export function createVisitor({ url }: Pick<Api, 'url'>, prefix = '') {
  const cookies = new CookieJar()
  let formToken = ''

  async function visit(path: string, init: RequestInit = {}): Promise<Visit> {
    const address = new URL(path, url)
    const response = await fetch(address, {
      redirect: 'manual',
      ...init,
      headers: { ...cookies.header(address.pathname), ...(init.headers as Record<string, string>) },
    })
    cookies.keep(response.headers)
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
