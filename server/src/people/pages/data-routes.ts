import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../http/responses/envelope.ts'
import type { Exports } from '../../http/responses/exports.ts'
import { type AccountServices, verifyOwnPassword } from '../../identity/accounts/authenticate.ts'
import { exportAccount } from '../erasure/account-export.ts'
import { deleteAccount } from '../erasure/delete-account.ts'
import { jsonText } from '../erasure/json-stream.ts'
import type { RevokeGrants } from '../users/user-password.ts'
import { accountPage, inCoins } from './account-page.ts'
import { userOf } from './account-routes.ts'
import { field, form, type Problems, problemSummary } from './form.ts'
import { html, redirect, sendPage } from './layout.ts'
import { type JoinedWithCoins, listCoinsLeft, type OwnReads } from './own-coins-queries.ts'
import { textField } from './serve-pages.ts'
import type { UserSessions } from './user-session.ts'

type Services = AccountServices &
  OwnReads & {
    exports: Exports
    userSessions: UserSessions
    revokeGrants: RevokeGrants
    /** Wakes the job that erases memberships. */
    accountDeleted: () => void
  }

const WRONG_PASSWORD = 'This is not your password.'
const COINS_LEFT = 'Tick the box to give up your coins, or spend them first.'

/** Downloads what is held about the user, or deletes it with the account. */
export function dataRoutes(app: App, services: Services): void {
  const { database, exports, userSessions, accountDeleted, now } = services

  const show = async (request: FastifyRequest, reply: FastifyReply, problems: Problems = {}) => {
    const partners = await listCoinsLeft(services, userOf(request).userId)
    return showData(request, reply, partners, problems)
  }

  app.get('/data', async (request, reply) => show(request, reply))

  app.get('/data/download', { exposeHeadRoute: false }, async (request, reply) => {
    const { userId } = userOf(request)
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="laurel-${now().toISOString().slice(0, 10)}.json"`,
    }
    return exports.send(reply, `user ${userId}`, async () => ({
      headers,
      text: jsonText(await exportAccount(database, userId, now())),
    }))
  })

  app.post('/data/delete', async (request, reply) => {
    const { userId } = userOf(request)
    const account = { kind: 'user', id: userId } as const
    const passwordHash = await verifyOwnPassword(services, account, textField(request, 'currentPassword'))
    const partners = await listCoinsLeft(services, userId)
    const problems = {
      ...(!passwordHash && { currentPassword: WRONG_PASSWORD }),
      ...(partners.some(hasCoins) && textField(request, 'forfeit') !== 'yes' && { forfeit: COINS_LEFT }),
    }
    if (!passwordHash || Object.keys(problems).length > 0)
      return showData(request, reply.code(400), partners, problems)
    if (!(await deleteAccount(services, { userId, passwordHash })))
      return show(request, reply.code(400), { currentPassword: WRONG_PASSWORD })
    accountDeleted()
    userSessions.cookie.clear(reply)
    return redirect(reply, '/account/sign-in?done=deleted')
  })
}

const hasCoins = ({ balance }: JoinedWithCoins) => balance > 0n

function showData(
  request: FastifyRequest,
  reply: FastifyReply,
  partners: JoinedWithCoins[],
  problems: Problems,
): FastifyReply {
  const title = 'Your data'
  const left = partners.filter(hasCoins)
  const problem = problems.forfeit
  const forfeit = html`<div class="field">
<p>You still have coins:</p>
<ul class="rows">${left.map((each) => html`<li><span>${each.partnerName}</span><span class="amount">${inCoins(each.balance, each)}</span></li>`)}</ul>
${problem && html`<p class="problem" id="forfeit-problem"><span class="unseen">Error: </span>${problem}</p>`}
<label class="choice"><input id="forfeit" type="checkbox" name="forfeit" value="yes"${problem && html` aria-invalid="true" aria-describedby="forfeit-problem"`}> Give up these coins</label>
</div>`
  const fields = html`${left.length > 0 && forfeit}
${field(
  {
    name: 'currentPassword',
    label: 'Your password',
    type: 'password',
    autocomplete: 'current-password',
    maxLength: 200,
  },
  problems,
)}
<button class="button danger">Delete my account</button>`
  return sendPage(
    reply,
    accountPage(request, {
      title: Object.keys(problems).length > 0 ? `Error: ${title}` : title,
      current: 'data',
      body: html`<h1>${title}</h1>
${problemSummary(problems)}
<section aria-labelledby="download">
<h2 id="download">Download my data</h2>
<div class="card">
<p>One file with your account, your partners and what you agreed to, your coins, where you are signed in and what happened to your account.</p>
<p><a class="button quiet" href="/account/data/download" download>Download my data</a></p>
</div>
</section>
<section aria-labelledby="delete">
<h2 id="delete">Delete my account</h2>
<div class="card">
<p>This cannot be undone:</p>
<ul>
<li>Your account is closed at once. You are signed out everywhere, also of partners’ apps, and your tag and e-mail address are free for others.</li>
<li>Your name, e-mail address, tag and picture are deleted here, and at each partner within minutes, with every note that it wrote about you and the details of what you did.</li>
<li>You are off all boards. Amounts stay in the partners’ records, without your name.</li>
<li>Coins that you still have, or get until then, go back to the partners.</li>
<li>What partners stored about you in their own systems is not deleted here. Each of them is asked to delete it.</li>
</ul>
${form('/account/data/delete', request.formToken, fields)}
</div>
</section>`,
    }),
  )
}
