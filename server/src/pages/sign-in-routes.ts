import type { FastifyInstance } from 'fastify'
import type { Database } from '../platform/database.ts'
import { verifyPassword } from '../platform/passwords.ts'
import { html, page } from './layout.ts'
import type { createUserSessions } from './user-session.ts'
import { findSignIn } from './user-session-store.ts'

type SignInServices = { database: Database; userSessions: ReturnType<typeof createUserSessions> }

export function signInPage(app: FastifyInstance, { database, userSessions }: SignInServices): void {
  app.route({
    method: ['GET', 'POST'],
    url: '/account/sign-in',
    schema: { hide: true },
    async handler(request, reply) {
      const { next = '/' } = request.query as { next?: string }
      const form = new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString() : '')
      const name = (form.get('login') ?? '').toLowerCase()
      const user = await findSignIn(database, name)
      if (request.method === 'POST' && (await verifyPassword(form.get('password') ?? '', user?.passwordHash)))
        return reply.header('set-cookie', userSessions.cookieFor(user?.id ?? '')).redirect(next, 303)
      return reply.type('text/html; charset=utf-8').send(
        page({
          title: 'Sign in',
          body: html`<h1>Sign in</h1>
<form method="post">
<label>Tag or e-mail <input name="login" autocomplete="username"></label>
<label>Password <input name="password" type="password" autocomplete="current-password"></label>
<button>Sign in</button>
</form>`,
        }).toString(),
      )
    },
  })
}
