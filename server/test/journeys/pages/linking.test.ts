import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import * as openid from 'openid-client'
import { signUp } from '../../support/account.ts'
import { assertFailure } from '../../support/api-response.ts'
import { DESKTOP, noBrowser, openChromium, PHONE } from '../../support/browser.ts'
import { mailedLink } from '../../support/mailbox.ts'
import { beginFlow, discover, onboardOauthPartner } from '../../support/oauth.ts'
import { newRuleBody, PASSWORD } from '../../support/partner.ts'
import { listen } from '../../support/server.ts'
import { useSharedService } from '../../support/service.ts'
import { waitUntilRefused } from '../../support/team.ts'

const service = useSharedService()

/** The partner's own place, where users come back to. */
const partnersPage = createServer((_, response) => {
  response
    .setHeader('content-type', 'text/html')
    .end('<!doctype html><title>Acme</title><h1>Welcome to Acme</h1>')
})
const callback = `${await listen(partnersPage)}/callback`

const partner = await onboardOauthPartner(service, {
  applicationName: 'Acme Shop',
  partnerName: 'Acme',
  redirectUrl: callback,
  webRedirectUrl: `${callback}/web`,
})
const config = await discover(service, partner)
const rule = newRuleBody({ coinValue: '5' })
assert.equal((await service.post('/api/v1/laas/rules/create-rule', rule, partner.token)).status, 201)
const award = (userId: string) =>
  service.post('/api/v1/laas/rules/award', { userId, ruleName: rule.name }, partner.token)

for (const [device, viewport, forgetsPassword] of [
  ['a desktop', DESKTOP, false],
  ['a phone without scripts', { ...PHONE, javaScriptEnabled: false }, true],
] as const) {
  test(`a user signs in on ${device}, consents, earns, and unlinks`, { skip: noBrowser }, async () => {
    const user = await signUp(service)
    const { page, complaints } = await openChromium(service.url, viewport)
    const { url, verifier, state } = await beginFlow(config, { deviceType: 'web' })

    await page.goto(url)
    const signIn = page.getByRole('heading', { name: 'Sign in to continue to Acme Shop' })
    await signIn.waitFor()
    if (forgetsPassword) {
      await page.getByRole('link', { name: 'Forgot your password' }).click()
      await page.getByLabel('E-mail address').fill(user.email)
      await page.getByRole('button', { name: 'Mail me a link' }).click()
      await page.getByText('you continue to Acme Shop afterwards').waitFor()
      await page.goto(await mailedLink(service, user.email))
      await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
      await page.getByLabel('New password again').fill(PASSWORD)
      await page.getByRole('button', { name: 'Set the password' }).click()
      await page.getByText('Your password is set').waitFor()
      await signIn.waitFor()
    }
    await page.getByLabel('Tag or e-mail address').fill(user.tag)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Connect with Acme Shop?' }).waitFor()
    await page.getByText('See your name, tag, picture and e-mail address', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('heading', { name: 'Welcome to Acme' }).waitFor()

    const redirect = new URL(page.url())
    assert.equal(`${redirect.origin}${redirect.pathname}`, `${callback}/web`)
    const tokens = await openid.authorizationCodeGrant(config, redirect, {
      pkceCodeVerifier: verifier,
      expectedState: state,
    })
    assert.equal(tokens.claims()?.sub, user.userId)

    const board = await service.get(`/api/v1/laas/leaderboard/new?userId=${user.userId}`, tokens.access_token)
    const entry = board.body.data.data.find(
      (each: { user: { userId: string } }) => each.user.userId === user.userId,
    )
    assert.deepEqual([entry.points, entry.user.userData.tag], [0, user.tag])
    assert.equal((await award(user.userId)).status, 201)

    await page.goto('/account')
    await page.getByText('Acme', { exact: true }).first().waitFor()
    await page.getByRole('link', { name: 'Unlink' }).first().click()
    await page.getByRole('button', { name: 'Unlink' }).click()
    await page.waitForURL('**/account?done=unlinked')

    assertFailure(await award(user.userId), 'missing', 'User was not found.')
    await waitUntilRefused(service, tokens.access_token)
    assert.deepEqual(
      complaints.filter((complaint) => !complaint.startsWith(`a request left for ${callback}`)),
      [],
    )
  })
}
