import type { FastifyReply, FastifyRequest } from 'fastify'
import { createCookie } from '../../http/edge/cookie.ts'
import { isUuid } from '../../http/input/fields.ts'
import type { AccountServices } from '../../identity/accounts/authenticate.ts'
import { isSignature, sign } from '../../identity/accounts/csrf.ts'
import { findUserAccount, type UserAccount } from '../users/user-account-store.ts'

export type MadeAccount = UserAccount & { passwordHash: string }

/** Remembers in a browser which account was made in it, so that the mailed code also signs in. */
export type SignUpCookie = {
  set(reply: FastifyReply, account: { id: string; passwordHash: string }): void
  /** The account that was made in this browser; undefined once it has another password. */
  find(request: FastifyRequest): Promise<MadeAccount | undefined>
  clear(reply: FastifyReply): void
}

const LIFETIME_SECONDS = 3600
const PURPOSE = 'sign-up cookie'

/** The person who chose the password made the account. One who set another by mail since then owns it now. */
export function createSignUpCookie({ config, database, encryption, now }: AccountServices): SignUpCookie {
  const cookie = createCookie(config.mode, 'laurel-sign-up', {
    sameSite: 'Lax',
    maxAgeSeconds: LIFETIME_SECONDS,
  })
  const seconds = () => Math.floor(now().getTime() / 1000)
  const signedText = (id: string, at: string, passwordHash: string) => `${id} ${at} ${passwordHash}`
  return {
    set(reply, { id, passwordHash }) {
      const at = String(seconds())
      cookie.set(reply, `${id}.${at}.${sign(encryption, PURPOSE, signedText(id, at, passwordHash))}`)
    },
    async find(request) {
      const [id = '', at = '', signature = ''] = (cookie.read(request) ?? '').split('.')
      if (!isUuid(id) || !(seconds() - Number(at) < LIFETIME_SECONDS)) return undefined
      const account = await findUserAccount(database, id)
      const { passwordHash } = account ?? {}
      if (!account || !passwordHash) return undefined
      const isGenuine = isSignature(encryption, PURPOSE, signedText(id, at, passwordHash), signature)
      return isGenuine ? { ...account, passwordHash } : undefined
    },
    clear: (reply) => cookie.clear(reply),
  }
}
