import type { App } from '../../http/responses/envelope.ts'
import { NOT_SET_UP_PATH } from '../../programme/partners/not-set-up.ts'
import { cardPage } from './form.ts'
import { html, sendPage } from './layout.ts'

/** Where users of a partner arrive that has not said where they should go. */
export function notSetUpRoutes(app: App): void {
  app.get(NOT_SET_UP_PATH, { schema: { hide: true } }, async (_, reply) => sendPage(reply, NOT_SET_UP))
}

const NOT_SET_UP = cardPage({
  title: 'Not set up yet',
  content: html`<p>The business that you come from has not set up yet where its customers go from here. Your account and your coins are safe.</p>
<p>Is it your business? Set its addresses on the dashboard, in the settings of the programme.</p>
<p><a class="button" href="/account">Go to your account</a></p>
<p><a href="/dashboard/settings">Open the settings of your programme</a></p>`,
})
