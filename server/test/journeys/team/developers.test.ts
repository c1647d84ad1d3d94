import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser, PHONE } from '../../support/browser.ts'
import {
  focusIsOn,
  loseFirstResponse,
  openDashboard,
  tryToLeave,
  until,
  untilStill,
} from '../../support/dashboard.ts'
import { checkLooks } from '../../support/looks.ts'
import { onboardTestPartner, type TestPartner } from '../../support/partner.ts'
import { seedProgramme } from '../../support/programme.ts'
import { addWebhook, answering, eventsIn, type Received, startReceiver } from '../../support/receiver.ts'
import { startTestService } from '../../support/service.ts'
import { addMember } from '../../support/team.ts'
import { recordOf, startPartnerServer } from '../../support/user-details.ts'
import { waitUntil } from '../../support/wait-until.ts'

const service = await startTestService({ deliversWebhooks: true })
const shop = await startPartnerServer()
let partner: TestPartner
before(async () => {
  if (!noBrowser) partner = await onboardTestPartner(service, { userDetailsUrl: shop.address })
})

/** Requests a token as a partner's server does. */
const requestToken = (secret: string, clientId: string): Promise<Response> =>
  fetch(`${service.url}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })

const askForToken = async (secret: string, clientId: string) => (await requestToken(secret, clientId)).status

const DONE_BEFORE = /^This request already succeeded, and its secret is shown only once/

const ownDetails = async () => (await service.get('/api/v1/acme/partners/me', partner.token)).body.data

/** The copyable text in the open dialog. */
const codeIn = async (page: Page, what: string): Promise<string> => {
  const value = page.getByRole('dialog').locator('code').first()
  await page.getByRole('button', { name: `Copy ${what}` }).waitFor()
  return (await value.textContent()) ?? ''
}

test('a secret is shown once, gets tokens, and is refused after it is revoked', {
  skip: noBrowser,
}, async () => {
  const { page, complaints } = await openDashboard(service, partner.email)
  const { clientId, publicClientId } = await ownDetails()
  await page.goto('/dashboard/developers')
  await page.getByText(clientId, { exact: true }).waitFor()
  await page.getByText(publicClientId, { exact: true }).waitFor()
  await page.getByText('There is no secret yet.').waitFor()
  await page.getByText(`${service.url}/oauth/token`, { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Create a secret' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a secret' })
  await dialog.getByRole('button', { name: 'Create' }).click()
  await until(page, `document.activeElement?.getAttribute('aria-invalid') === 'true'`)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('web server')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('It is shown only once.').waitFor()
  const secret = await codeIn(page, 'the secret')
  assert.equal(await askForToken(secret, clientId), 200)

  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('cell', { name: 'web server', exact: true }).waitFor()
  await page.reload()
  await page.getByRole('cell', { name: 'web server', exact: true }).waitFor()
  assert.equal(await page.getByText(secret).count(), 0)

  await page.getByRole('button', { name: 'Revoke web server' }).click()
  const confirm = page.getByRole('dialog', { name: 'Revoke web server?' })
  await confirm.getByText('This cannot be undone.').waitFor()
  await confirm.getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('There is no secret yet.').waitFor()
  assert.equal(await askForToken(secret, clientId), 401)
  assert.deepEqual(complaints, [])
})

test('a secret gets the scopes and the expiry that its owner chose', { skip: noBrowser }, async () => {
  const { page, complaints } = await openDashboard(service, partner.email)
  const { clientId } = await ownDetails()
  await page.goto('/dashboard/developers')
  await page.getByRole('button', { name: 'Create a secret' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a secret' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('deployment')
  const choose = (scope: string) => dialog.getByRole('checkbox', { name: scope }).click()
  for (const scope of [
    'Read and change rules',
    'Award rules',
    'Transfer, hold and refund',
    'Read events',
    'Read leaderboards',
  ])
    await choose(scope)
  await dialog.getByLabel('Expires (optional)').fill('2020-01-01T00:00')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('must be a time to come').waitFor()
  await dialog.getByText('must be a list of').waitFor()
  await dialog.getByText('with the names and e-mail addresses of your users, sent to any address.').waitFor()
  await dialog.getByText('decides to which address users go').waitFor()
  await choose('Manage webhooks')
  await choose('Change settings and publish boards')
  await dialog.getByLabel('Expires (optional)').fill('2099-01-01T00:00')
  await dialog.getByRole('button', { name: 'Create' }).click()
  const secret = await codeIn(page, 'the secret')
  await dialog.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('row').filter({ hasText: 'deployment' })
  await row.getByText('webhooks, settings').waitFor()
  await row.getByText('2099').waitFor()

  const { scope, access_token: token } = (await (await requestToken(secret, clientId)).json()) as {
    scope: string
    access_token: string
  }
  assert.equal(scope, 'webhooks settings')
  assert.equal((await service.get('/api/v1/laas/webhooks', token)).status, 200)
  assert.equal((await service.get('/api/v1/laas/rules', token)).status, 403)
  const { secrets } = (await service.get('/api/v1/acme/partners/me/secrets', partner.token)).body.data
  const { id, expiresAt } = secrets.find(({ name }: { name: string }) => name === 'deployment')
  assert.match(expiresAt, /^(2098-12-31|2099-01-01)T/)
  // The other tests find no secret.
  await service.request('DELETE', `/api/v1/acme/partners/me/secrets/${id}`, { token: partner.token })
  assert.deepEqual(complaints, [])
})

test('a secret whose response was lost is not created twice, and a shown secret stays until it is dismissed', {
  skip: noBrowser,
}, async () => {
  const newcomer = await onboardTestPartner(service)
  const { page, complaints } = await openDashboard(service, newcomer.email)
  await loseFirstResponse(page, '**/partners/me/secrets')
  await page.goto('/dashboard/developers')
  const dialog = page.getByRole('dialog', { name: 'Create a secret' })
  const create = async (name: string) => {
    await page.getByRole('button', { name: 'Create a secret' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('button', { name: 'Create' }).click()
  }
  const cancel = async () => {
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
  await create('web server')
  await dialog.getByText('Something broke on the way.').waitFor()
  await cancel()
  await page.getByRole('button', { name: 'Revoke web server' }).waitFor()
  await create('web server')
  await dialog.getByText(DONE_BEFORE).waitFor()
  await cancel()

  await create('worker')
  await dialog.getByText('It is shown only once.').waitFor()
  await tryToLeave(page)
  await untilStill(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Revoke worker' }).waitFor()
  assert.equal(await page.getByRole('button', { name: /^Revoke/ }).count(), 2)
  assert.deepEqual(complaints, [])
})

test('a webhook whose response was lost is not added twice, nor is its secret replaced twice', {
  skip: noBrowser,
}, async () => {
  const newcomer = await onboardTestPartner(service)
  const { page, complaints } = await openDashboard(service, newcomer.email)
  await loseFirstResponse(page, '**/laas/webhooks')
  await page.goto('/dashboard/developers/webhooks')
  const dialog = page.getByRole('dialog')
  const add = async () => {
    await page.getByRole('button', { name: 'Add a webhook' }).click()
    await dialog.getByRole('textbox', { name: 'Address' }).fill('https://shop.example/events')
    await dialog.getByRole('button', { name: 'Add' }).click()
  }
  await add()
  await dialog.getByText('Something broke on the way.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await add()
  await dialog.getByText(DONE_BEFORE).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.route('**/laas/webhooks', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    const { data, ...body } = await response.json()
    const failing = { failures: 3, types: ['award.paid', 'award.reversed', 'coins.transferred'] }
    const webhooks = data.webhooks.map((webhook: object) => ({ ...webhook, ...failing }))
    const json = { ...body, data: { ...data, webhooks } }
    await route.fulfill({ response, json })
  })
  await page.reload()
  await page.getByText('Failing', { exact: true }).waitFor()
  const states = `[...document.querySelectorAll('tbody .status')]`
  const cut = `${states}.filter((label) => label.scrollWidth > label.clientWidth).length`
  assert.deepEqual(await page.evaluate(`[${states}.length, ${cut}]`), [1, 0])
  await page.getByRole('link', { name: 'https://shop.example/events' }).click()

  await loseFirstResponse(page, '**/rotate-secret')
  const replace = async () => {
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Replace the secret' }).click()
    await dialog.getByRole('button', { name: 'Replace', exact: true }).click()
  }
  await replace()
  await dialog.getByText('Something broke on the way.').waitFor()
  await page.keyboard.press('Escape')
  await focusIsOn(page, 'More')
  await replace()
  await dialog.getByText(DONE_BEFORE).waitFor()
  assert.deepEqual(complaints, [])
})

test('redirect addresses are saved, and a wrong one shows its error below its input', {
  skip: noBrowser,
}, async () => {
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto('/dashboard/settings')
  const web = page.getByRole('textbox', { name: 'On the web' })
  const save = page.getByRole('button', { name: 'Save redirect addresses' })
  await web.waitFor()
  assert.ok(await save.isDisabled())

  await web.fill('shop.example')
  await save.click()
  await page.getByText(/^Must be an absolute http or https address/).waitFor()
  assert.equal(await web.inputValue(), 'shop.example')
  await web.fill('https://shop.example/back')
  await save.click()
  await page.getByText('The redirect addresses are saved.').waitFor()
  assert.equal((await ownDetails()).webRedirectUrl, 'https://shop.example/back')

  const isShownOnTheWeb = (address: string) =>
    until(
      page,
      `[...document.querySelectorAll('input')].some((each) => each.value === '${address}' && each.closest('.mantine-TextInput-root').textContent.startsWith('On the web'))`,
    )
  await web.fill('')
  await save.click()
  await isShownOnTheWeb('http://localhost:8080/callback')

  await page.getByRole('textbox', { name: 'Default' }).fill('https://shop.example/new')
  await save.click()
  await isShownOnTheWeb('https://shop.example/new')
  assert.equal((await ownDetails()).mobileRedirectUrl, 'com.acme.shop:/callback')
  assert.deepEqual(complaints, [])
})

test('a trial request to the user-details address shows what is wrong with the record', {
  skip: noBrowser,
}, async () => {
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto('/dashboard/settings')
  await page.getByText('No requests yet: no user has joined by tag.').waitFor()
  const tag = page.getByRole('textbox', { name: 'Tag of one of your users' })
  const tryIt = page.getByRole('button', { name: 'Try it' })

  await tag.fill('grace')
  await tryIt.click()
  await page.getByText('The record is valid').waitFor()
  await page.getByText(/^Status 200 in \d+ ms/).waitFor()
  await page.getByRole('row', { name: /fullname string “grace hopper” valid/i }).waitFor()

  shop.answerWith((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(recordOf('grace', { isAdult: 'yes', fullname: 7 })))
  })
  await tryIt.click()
  await page.getByText('The record is invalid').waitFor()
  const wrong = page.getByRole('list', { name: 'What is wrong' })
  await wrong.getByText('isAdult must be true, false or null').waitFor()
  await page.getByRole('row', { name: /isAdult string It must be true, false or null/ }).waitFor()

  shop.answerWith((_, response) => void response.writeHead(500).end())
  await tryIt.click()
  await page.getByText('The request to your server failed').waitFor()
  await page.getByText(/^Status 500 in/).waitFor()
  shop.answerWith(undefined)

  const joined = await service.post('/api/v1/laas/users/onboard', { tag: 'grace' }, partner.token)
  assert.ok(joined.status < 300, JSON.stringify(joined.body))
  await page.reload()
  await page.getByText('The record is valid').waitFor()
  assert.deepEqual(complaints, [])
})

test('a webhook is added, delivers events, redelivers, is diagnosed and deleted', {
  skip: noBrowser,
}, async () => {
  const receiver = await startReceiver()
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto('/dashboard/developers/webhooks')
  await page.getByRole('heading', { name: 'No webhook yet' }).waitFor()
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a webhook' })
  const address = dialog.getByRole('textbox', { name: 'Address' })
  await address.fill('ftp://shop.example')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await dialog.getByText(/^Must be an absolute http or https address/).waitFor()
  await address.fill(receiver.url)
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Orders')
  await dialog.getByRole('checkbox', { name: 'rule.created' }).check()
  await dialog.getByRole('button', { name: 'Add' }).click()
  const secret = await codeIn(page, 'the secret of the webhook')
  await dialog.getByRole('link', { name: 'Open the webhook' }).click()
  await page.getByRole('heading', { name: 'Orders' }).waitFor()
  await page.getByText('No deliveries yet.').waitFor()

  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText(/^Delivered: 204 in/).waitFor()
  await page.getByRole('row', { name: /Test 204, delivered/ }).waitFor()

  await partner.addRule({ name: 'told of' })
  await waitUntil(() => receiver.taken.length === 2, 'the event is delivered')
  const delivery = receiver.taken[1] as Received
  assert.deepEqual(
    eventsIn([delivery], secret).map(({ type }) => type),
    ['rule.created'],
  )
  const row = page.getByRole('row', { name: /Delivery of event \d+ 204, delivered/ })
  await row.getByRole('button', { name: /^Details of Delivery/ }).click()
  await page.getByText(String(delivery.headers['webhook-id'])).waitFor()
  receiver.handleWith(answering(503, {}, 'not now'))
  await row.getByRole('button', { name: /^Send again/ }).click()
  await page.getByText(/^Delivery failed\. It answered 503/).waitFor()
  await page.getByRole('row', { name: /Redelivery of event \d+ 503, failed/ }).waitFor()
  receiver.handleWith(undefined)
  assert.equal(receiver.received[2]?.raw, delivery.raw)

  const headers = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
  const lines = headers.map((name) => `${name}: ${delivery.headers[name]}`).join('\n')
  await page.getByRole('textbox', { name: 'Headers' }).fill(lines)
  await page.getByRole('textbox', { name: 'Body' }).fill(delivery.raw)
  await page.getByLabel('Secret that your server uses').fill(secret)
  await page.getByRole('button', { name: 'Diagnose' }).click()
  await page.getByText('The signature verifies').waitFor()
  await page.getByRole('textbox', { name: 'Body' }).fill(JSON.stringify(JSON.parse(delivery.raw), null, 2))
  await page.getByRole('button', { name: 'Diagnose' }).click()
  await page.getByText('The signature does not verify').waitFor()
  await page.getByText(/^The body was parsed and written again, with other spaces/).waitFor()

  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await choose('Replace the secret')
  await page.getByRole('button', { name: 'Replace', exact: true }).click()
  const replaced = await codeIn(page, 'the secret of the webhook')
  assert.notEqual(replaced, secret)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('The previous secret also signs until').waitFor()

  await choose('Switch off')
  await page.getByText('A team member switched it off.').waitFor()
  await choose('Switch on')
  await page.getByText('The webhook is switched on.').waitFor()

  const before = receiver.taken.length
  await choose('Replay from an event')
  await page.getByRole('textbox', { name: 'Number of the first event' }).fill('1')
  await page.getByRole('button', { name: 'Replay', exact: true }).click()
  await page.getByText('Events from 1 on are delivered next.').waitFor()
  await waitUntil(() => receiver.taken.length > before, 'events are delivered again')
  eventsIn(receiver.taken.slice(before), replaced)

  await choose('Edit')
  await page.getByRole('textbox', { name: 'Description' }).fill('All of them')
  await page.getByRole('checkbox', { name: 'rule.created' }).uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'All of them' }).waitFor()

  await choose('Delete')
  await page
    .getByRole('dialog', { name: 'Delete this webhook?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await page.getByRole('heading', { name: 'No webhook yet' }).waitFor()
  assert.deepEqual(complaints, [])
})

test('events appear as they happen and expand to their JSON', {
  skip: noBrowser,
}, async () => {
  const newcomer = await onboardTestPartner(service)
  const { page, complaints } = await openDashboard(service, newcomer.email)
  await page.goto('/dashboard/developers/events')
  await page.getByRole('heading', { name: 'No events yet' }).waitFor()
  await page.getByText('Live', { exact: true }).waitFor()

  const userId = await newcomer.addUser({ fullname: 'Katherine Johnson' })
  const rule = await newcomer.addRule({ name: 'orbit' })
  const award = await newcomer.award(userId, rule.name)
  const row = page.getByRole('row', { name: /award\.paid “orbit” paid 10 coins Katherine Johnson/i })
  await row.waitFor()
  await row.getByRole('button', { name: 'Details of event 3' }).click()
  const json = await page.getByRole('region', { name: 'event 3 as JSON' }).textContent()
  assert.equal(JSON.parse(json ?? '').data.id, award.body.data.id)
  assert.ok((await row.getByRole('link').getAttribute('href'))?.endsWith(`/members/${userId}`))

  await page.getByRole('combobox', { name: 'Type of event' }).click()
  await page.getByRole('option', { name: 'rule.created' }).click()
  await page.waitForURL('**/events?type=rule.created')
  await page.getByRole('row', { name: /The rule “orbit” was created/ }).waitFor()
  await until(page, `document.querySelectorAll('tbody button[aria-expanded]').length === 1`)
  await page.goto('/dashboard/developers/events?type=user.left')
  await page.getByRole('heading', { name: 'No user.left events' }).waitFor()
  assert.deepEqual(complaints, [])
})

test('the request log finds a failed request by its X-Request-Id', {
  skip: noBrowser,
}, async () => {
  const { page, complaints } = await openDashboard(service, partner.email)
  const failed = await service.post(
    '/api/v1/laas/rules/award',
    { userId: '0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b', ruleName: 'no such rule' },
    partner.token,
  )
  const requestId = failed.headers.get('x-request-id') ?? ''
  const { error, errorType } = failed.body.data
  await waitUntil(
    async () =>
      (await service.get(`/api/v1/laas/requests?requestId=${requestId}`, partner.token)).body.data.requests
        .length === 1,
    'the request is kept',
  )
  await page.goto('/dashboard/developers/requests')
  await page.getByText('Requests are kept for some days').waitFor()
  await page.getByRole('textbox', { name: 'Request id' }).fill(` ${requestId} `)
  await page.getByRole('button', { name: 'Find' }).click()
  await page.waitForURL(`**/requests?requestId=${requestId}`)
  await until(page, `document.querySelectorAll('tbody button[aria-expanded]').length === 1`)
  await page.getByRole('button', { name: 'Details of POST /api/v1/laas/rules/award' }).click()
  await page.getByText(error, { exact: true }).waitFor()
  await page.getByText(errorType, { exact: true }).waitFor()
  await page.getByText(requestId, { exact: true }).waitFor()

  await page.goto('/dashboard/developers/requests')
  await page.getByText('Succeeded', { exact: true }).click()
  await page.waitForURL('**/requests?outcome=ok')
  await page
    .getByRole('row', { name: /POST .* 201 / })
    .first()
    .waitFor()
  await until(
    page,
    `![...document.querySelectorAll('tbody')].some((each) => each.textContent.includes('failed'))`,
  )
  await page.goto('/dashboard/developers/requests?requestId=nothing')
  await page.getByRole('heading', { name: 'No requests found' }).waitFor()
  await page.getByRole('button', { name: 'Show all requests' }).click()
  await page.waitForURL('**/requests')
  assert.deepEqual(complaints, [])
})

test('a read-only member sees keys and logs without actions, and no webhooks', {
  skip: noBrowser,
}, async () => {
  const reader = await addMember(service, partner, 'read-only')
  const { page, complaints } = await openDashboard(service, reader.email)
  await page.goto('/dashboard/developers')
  await page.getByRole('heading', { name: 'Client secrets' }).waitFor()
  await page.getByText('Your role does not show client secrets.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Create a secret' }).count(), 0)
  assert.equal(await page.getByRole('main').getByRole('textbox').count(), 0)
  assert.equal(await page.getByRole('link', { name: 'Webhooks' }).count(), 0)
  await page.goto('/dashboard/developers/webhooks')
  await page.getByRole('heading', { name: 'Webhooks are for owners and managers' }).waitFor()
  await page.goto('/dashboard/developers/events')
  await page
    .getByRole('button', { name: /^Details of event/ })
    .first()
    .waitFor()
  assert.deepEqual(complaints, [])
})

test('every developers page is accessible, wide and on a phone', {
  skip: noBrowser,
}, async () => {
  const receiver = await startReceiver()
  const programme = await seedProgramme(service, { days: 9, userDetailsUrl: shop.address })
  const { token } = programme
  await service.post('/api/v1/acme/partners/me/secrets', { name: 'web server' }, token)
  const hook = await addWebhook(service, token, { url: receiver.url, description: 'Orders', after: 0 })
  receiver.handleWith(answering(500, {}, 'out of order'))
  await service.post(`${hook.path}/test`, {}, token)
  await service.post('/api/v1/laas/rules/award', { userId: 'nobody', ruleName: 'daily visit' }, token)

  const { page, complaints } = await openDashboard(service, programme.email, PHONE)
  await page.goto('/dashboard/developers')
  await checkLooks(page, 'developers')
  await page.goto('/dashboard/developers/webhooks')
  await checkLooks(page, 'webhooks')
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  await page.getByRole('textbox', { name: 'Address' }).waitFor()
  await checkLooks(page, 'webhook-new')
  await page.goto(`/dashboard/developers/webhooks/${hook.id}`)
  await page.getByRole('button', { name: /^Details of Test/ }).click()
  await page.evaluate('scrollTo(0, 0)')
  await checkLooks(page, 'webhook')
  await page.goto('/dashboard/developers/events')
  await page
    .getByRole('button', { name: /^Details of event/ })
    .first()
    .click()
  await checkLooks(page, 'events')
  await page.goto('/dashboard/developers/requests?outcome=failed')
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click()
  await checkLooks(page, 'requests')
  assert.deepEqual(complaints, [])
})
