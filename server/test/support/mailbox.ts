import assert from 'node:assert/strict'
import type { Api } from './api.ts'

/** The mails to an address, the newest first. */
export async function mailsTo(api: Api, email: string): Promise<{ subject: string; text: string }[]> {
  return (await api.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`)).body
}

/** The code in the newest mail to an address. */
export async function mailedCode(api: Api, email: string): Promise<string> {
  const [mail] = await mailsTo(api, email)
  const code = /Your code is (\d{6})\./.exec(mail?.text ?? '')?.[1]
  assert(code, `a code was mailed to ${email}`)
  return code
}

/** The token in the newest mail to a team member, which is in a link and by itself. */
export async function mailedToken(api: Api, email: string): Promise<string> {
  const [mail] = await mailsTo(api, email)
  const token = /with the API: (\S+)$/m.exec(mail?.text ?? '')?.[1]
  assert(token, `a token was mailed to ${email}`)
  assert.match(
    mail?.text ?? '',
    new RegExp(`^http://127\\.0\\.0\\.1:\\d+/dashboard/[a-z-]+\\?token=${token}&eco=acme$`, 'm'),
  )
  return token
}

/** The path and token of the newest link to set a password that was mailed to a user. */
export async function mailedLink(api: Api, email: string): Promise<string> {
  for (const { text } of await mailsTo(api, email)) {
    const path = /https?:\/\/\S+(\/account\/reset-password\?token=[\w-]{43})\s/.exec(text)?.[1]
    if (path) return path
  }
  assert.fail(`a link was mailed to ${email}`)
}
