import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { checkWords } from '../../support/api-names.ts'
import { DESKTOP, noBrowser } from '../../support/browser.ts'
import { heading, openDashboard } from '../../support/dashboard.ts'
import { checkLooks } from '../../support/looks.ts'
import { ME, newOwner, onboardTestPartner } from '../../support/partner.ts'
import { addWebhook, answering, readWebhook, startReceiver } from '../../support/receiver.ts'
import { startTestService } from '../../support/service.ts'
import { addMember } from '../../support/team.ts'
import { waitUntil } from '../../support/wait-until.ts'

const service = await startTestService({ deliversWebhooks: true })
const receiver = await startReceiver()

/** A partner whose webhook fails, and is not tried again soon. */
async function partnerWithFailingWebhook() {
  const partner = await onboardTestPartner(service)
  receiver.handleWith(answering(500))
  const webhook = await addWebhook(service, partner.token, {
    url: receiver.url,
    description: 'Order system',
  })
  const rule = await partner.addRule({ name: 'daily visit' })
  await waitUntil(
    async () => (await readWebhook(service, partner.token, webhook)).failingSince !== null,
    'the webhook fails',
  )
  await service.query(`update webhook_endpoints set next_try_at = now() + interval '1 hour' where id = $1`, [
    webhook.id,
  ])
  return { ...partner, webhook, rule }
}

test('the bell counts the alarms, each leads to its cause, and a retry ends the one of a webhook', {
  skip: noBrowser,
}, async () => {
  const partner = await partnerWithFailingWebhook()
  const { page, complaints } = await openDashboard(service, partner.email, { ...DESKTOP })
  await page.goto('/dashboard/')
  await page.getByRole('button', { name: '1 alarm', exact: true }).waitFor()
  const menu = page.getByRole('navigation', { name: 'Areas' })
  await menu.getByRole('link', { name: 'Developers 1 alarm' }).waitFor()
  const first = page.getByRole('region', { name: '1 alarm' }).getByRole('listitem')
  assert.match(
    await first.innerText(),
    /^Order system has received nothing since \d+ \w+, \d\d:\d\d – \d+ events? waits?\s+Retry now$/,
  )

  // A rule that becomes full is an event, so the page hears of it.
  const name = `${'a very long name of a rule '.repeat(4).slice(0, 89)}x`
  const full = await partner.addRule({ name, maxNumberOfParticipant: '1' })
  await partner.award(await partner.addUser(), full.name)
  const lines = page.getByRole('region', { name: '2 alarms' }).getByRole('listitem')
  await lines
    .nth(1)
    .getByRole('link', { name: `${name} is full: all its places are taken` })
    .click()
  await page.waitForURL(`**/rules/${full.id}`)
  await heading(page, name).waitFor()
  const bell = page.getByRole('button', { name: '2 alarms', exact: true })
  await bell.click()
  const panel = page.getByRole('dialog', { name: '2 alarms' })
  await panel.getByRole('listitem').nth(1).waitFor()
  await checkWords(page, 'the alarms')
  await panel.getByRole('link', { name: /^Order system/ }).click()
  await page.waitForURL(`**/developers/webhooks/${partner.webhook.id}`)
  await panel.waitFor({ state: 'detached' })
  await page.goto('/dashboard/')
  await lines.nth(1).waitFor()
  await checkLooks(page, 'alarms')
  await page.setViewportSize(DESKTOP.viewport)

  receiver.handleWith(undefined)
  await bell.click()
  await panel.getByRole('button', { name: 'Retry now: Order system' }).click()
  await page.getByRole('button', { name: '1 alarm', exact: true }).waitFor()
  await menu.getByRole('link', { name: 'Developers', exact: true }).waitFor()
  assert.equal((await readWebhook(service, partner.token, partner.webhook)).failingSince, null)
  await service.request('PATCH', `/api/v1/laas/rules/${full.id}`, {
    token: partner.token,
    body: { maxNumberOfParticipant: '2' },
  })
  const none = page.getByRole('dialog', { name: 'No alarms' })
  await none.getByText('Nothing needs attention.', { exact: false }).waitFor()
  await page.keyboard.press('Escape')
  await none.waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('region', { name: /alarm/ }).count(), 0)
  assert.deepEqual(complaints, [])
})

test('support, who may not list webhooks, sees no alarm of one, and no choice of mails', {
  skip: noBrowser,
}, async () => {
  const partner = await partnerWithFailingWebhook()
  const support = await addMember(service, partner, 'support')
  const { page, complaints } = await openDashboard(service, support.email, { ...DESKTOP })
  const [alarms] = await Promise.all([
    page.waitForResponse((response) => response.url().includes('/laas/alarms')),
    page.goto('/dashboard/'),
  ])
  assert.equal(alarms.status(), 200)
  await heading(page, 'Overview').waitFor()
  assert.equal(await page.getByRole('region', { name: /alarm/ }).count(), 0)
  await page.goto('/dashboard/settings/account')
  await page.getByRole('region', { name: 'Signing in' }).getByText(support.email).waitFor()
  assert.equal(await page.getByRole('switch').count(), 0)
  assert.deepEqual(complaints, [])
})

test('an owner chooses to get alarms by mail', { skip: noBrowser }, async () => {
  const owner = await newOwner(service)
  const { page, complaints } = await openDashboard(service, owner.email, { ...DESKTOP })
  const isWanted = async () => {
    const { members } = await dataOf(service.get(`${ME}/team`, owner.token))
    return members[0].alarmMails
  }
  await page.goto('/dashboard/settings/account')
  const choice = page.getByRole('switch', { name: 'Get alarms by mail' })
  assert.equal(await choice.isChecked(), false)
  // Mantine's track covers the input.
  await choice.press('Space')
  await page.getByText('You get a mail when an alarm begins.').waitFor()
  assert.equal(await isWanted(), true)
  await page.reload()
  await page.getByRole('switch', { name: 'Get alarms by mail', checked: true }).press('Space')
  await page.getByText('You get no more mails about alarms.').waitFor()
  assert.equal(await isWanted(), false)
  await checkWords(page, 'the account')
  await checkLooks(page, 'account-mails')
  assert.deepEqual(complaints, [])
})
