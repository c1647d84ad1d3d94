import assert from 'node:assert/strict'
import { type Api, dataOf } from './api.ts'
import { CookieJar } from './cookies.ts'
import { mailedCode, mailedLink } from './mailbox.ts'
import { newUserBody, PASSWORD } from './partner.ts'

export type TestUser = { userId: string; tag: string; email: string; password: string }

/** A user who signed up alone and set the password by a mailed link, which verifies the e-mail address. */
export async function signUp(api: Api, changes: Record<string, unknown> = {}): Promise<TestUser> {
  const { email, tag, ...body } = newUserBody(changes)
  const { id: userId } = await dataOf(api.post('/api/v1/user', { ...body, email, tag }))
  await setPasswordByMail(api, email, { fullname: body.fullname })
  return { userId, tag, email, password: PASSWORD }
}

/** A user who filled in the form and entered the mailed code in the same browser, which keeps a referral code. */
export async function signUpOnPage(
  api: Api,
  changes: Record<string, string> = {},
): Promise<Omit<TestUser, 'userId'>> {
  const { email, tag, fullname } = newUserBody()
  const visitor = createVisitor(api)
  await visitor.visit('/account/sign-up')
  await visitor.send('/account/sign-up', { email, tag, fullname, password: PASSWORD, ...changes })
  const code = await mailedCode(api, email)
  assert.equal((await visitor.send('/account/verify', { email, code })).location, '/account')
  return { tag, email, password: PASSWORD }
}

/** What the owner of a mailbox does to open an account that someone else made, or whose password is lost. */
export async function setPasswordByMail(
  api: Api,
  email: string,
  { password = PASSWORD, fullname = 'Ada Lovelace' }: { password?: string; fullname?: string } = {},
): Promise<void> {
  const { setPassword } = await askForPasswordLink(api, email)
  assert.equal((await setPassword({ fullname, password, confirmPassword: password })).status, 303)
}

/** Has a link to set a password mailed, which is then used in the same browser. */
export async function askForPasswordLink(api: Api, email: string) {
  const visitor = createVisitor(api)
  await visitor.visit('/account/forgot-password')
  await visitor.send('/account/forgot-password', { email })
  const link = await mailedLink(api, email)
  const token = new URL(link, api.url).searchParams.get('token') ?? ''
  return {
    open: () => visitor.visit(link),
    setPassword: (fields: Record<string, string> = {}) =>
      visitor.send('/account/reset-password', {
        token,
        password: PASSWORD,
        confirmPassword: PASSWORD,
        ...fields,
      }),
  }
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
