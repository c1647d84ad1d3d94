import assert from 'node:assert/strict'

// biome-ignore lint/suspicious/noExplicitAny: the seed reads a few fields of each response.
type Data = any

type Options = { token?: string; body?: unknown }

export type Api = {
  send(method: string, path: string, options?: Options): Promise<{ status: number; data: Data }>
  /** Sends what must succeed, and returns the data. */
  must(method: string, path: string, options?: Options): Promise<Data>
  /** The token in the newest mail to an address. */
  mailedToken(email: string): Promise<string>
  /** An access token for a partner's backend. */
  clientToken(clientId: string, secret: string): Promise<string>
}

/** Speaks to the service over HTTP, as partners do. */
export function createApi(url: string): Api {
  const send: Api['send'] = async (method, path, { token, body } = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const { data } = (await response.json()) as { data: Data }
    return { status: response.status, data }
  }
  return {
    send,
    async must(method, path, options) {
      const { status, data } = await send(method, path, options)
      assert(status < 300, `${method} ${path} responded ${status}: ${JSON.stringify(data)}`)
      return data
    },
    async mailedToken(email) {
      const response = await fetch(`${url}/dev/mailbox.json?to=${encodeURIComponent(email)}`)
      const [mail] = (await response.json()) as { text: string }[]
      const [, token] = /with the API: (\S+)$/m.exec(mail?.text ?? '') ?? []
      assert(token, `a token was mailed to ${email}`)
      return token
    },
    async clientToken(clientId, secret) {
      const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret }
      const response = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
      const { access_token } = (await response.json()) as { access_token?: string }
      assert(access_token, `the token endpoint responded ${response.status}`)
      return access_token
    },
  }
}
