import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import { dataOf } from '../../support/api.ts'
import { DESKTOP, noBrowser } from '../../support/browser.ts'
import { fill, labelled, openDashboard, press } from '../../support/dashboard.ts'
import { checkLooks } from '../../support/looks.ts'
import { ME, onboardTestPartner } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { addMember } from '../../support/team.ts'

const service = useSharedService()

const detailsOf = (token: string) => dataOf(service.get(ME, token))

test('the programme has a time zone, a name and a value for its coins', { skip: noBrowser }, async () => {
  const partner = await onboardTestPartner(service)
  const rule = await partner.addRule()
  await partner.award(await partner.addUser(), rule.name)
  const { page, complaints } = await openDashboard(service, partner.email, { ...DESKTOP })
  await page.goto('/dashboard/settings')

  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await zone.fill('Auckland')
  await page.getByRole('option', { name: 'Pacific/Auckland' }).click()
  await press(page, 'Save time zone')
  await page.getByText('The programme runs on the clocks of Pacific/Auckland.').waitFor()
  assert.equal((await detailsOf(partner.token)).timeZone, 'Pacific/Auckland')

  await fill(page, { One: 'star', Many: 'stars' })
  await press(page, 'Save name')
  await page.getByText('The name is saved.').waitFor()
  assert.deepEqual((await detailsOf(partner.token)).coinName, { one: 'star', many: 'stars' })

  const save = async (amount: string, since: string) => {
    await page.getByLabel('1 star is worth').fill(amount)
    await page.getByLabel('From', { exact: true }).fill(since)
    await press(page, 'Save value')
  }
  await save('nothing', '2026-01-01')
  await page.getByText(/^Must be an amount above 0/).waitFor()
  await save('0.01', '2026-01-01')
  await page.getByText('1 star = 0.01 EUR').first().waitFor()
  await save('0.02', '2026-03-01')
  const values = page.getByRole('table', { name: 'Values of one star' })
  await values.getByRole('row', { name: /^1 star = 0.02 EUR Sun 1 Mar 2026 In force$/ }).waitFor()
  await values
    .getByRole('row', { name: /^1 star = 0.01 EUR Thu 1 Jan 2026 Sat 28 Feb 2026 Former$/ })
    .waitFor()
  await checkLooks(page, 'settings-programme')
  await page.setViewportSize(DESKTOP.viewport)

  await press(page, 'Unset')
  await page.getByRole('dialog').getByRole('button', { name: 'Unset' }).click()
  await page.getByText('There is no value today.').waitFor()
  assert.equal((await detailsOf(partner.token)).coinValue, null)

  await page.getByLabel('Most for one member').fill('1,250')
  await page.getByLabel('Period of the limit').selectOption('a month')
  await press(page, 'Save limit')
  await page.getByText('The limit is saved.').waitFor()
  const limited = await detailsOf(partner.token)
  assert.deepEqual([limited.memberCoinLimit, limited.memberLimitPeriod], ['1250', 'month'])
  await page.getByLabel('Most for one member').fill('')
  await press(page, 'Save limit')
  await page.getByText('The limit is saved.').nth(1).waitFor()
  assert.equal((await detailsOf(partner.token)).memberCoinLimit, '-1')

  await fill(page, { One: '', Many: '' })
  await press(page, 'Save name')
  await page.getByLabel('1 coin is worth').waitFor()
  assert.equal((await detailsOf(partner.token)).coinName, null)
  assert.deepEqual(complaints, [])
})

test('days that are being counted again are announced until they are', { skip: noBrowser }, async () => {
  const partner = await onboardTestPartner(service)
  const { page, complaints } = await openDashboard(service, partner.email, { ...DESKTOP })
  // Counting takes no time that a page could show, with so few events.
  await page.route('**/laas/coins/statement*', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    body.data.recount = { timeZone: 'Asia/Tokyo', events: 1_200, behind: 8_671 }
    await route.fulfill({ response, json: body })
  })
  await page.goto('/dashboard/settings')
  const status = page.getByText('The days are being counted again for Asia/Tokyo: 1,200 of 9,871 events.', {
    exact: false,
  })
  await status.waitFor()
  await page.unroute('**/laas/coins/statement*')
  await status.waitFor({ state: 'detached' })
  assert.deepEqual(complaints, [])
})

test('the brand is shown before it is saved', { skip: noBrowser }, async () => {
  const partner = await onboardTestPartner(service)
  const { page, complaints } = await openDashboard(service, partner.email, { ...DESKTOP })
  await page.goto('/dashboard/settings')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Brand' }).click()
  await page.getByText('There is no logo; pages show your name.').waitFor()

  const input = page.locator('input[type=file]')
  await input.setInputFiles({ name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(204_801) })
  await page.getByText(/^Choose a PNG, JPEG or WebP image of at most 200 kB/).waitFor()
  await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no image') })
  await press(page, 'Save logo')
  await page.getByText(/^Choose a PNG, JPEG or WebP image of at most 200 kB/).waitFor()

  await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: pngOf(64, 32) })
  await page.getByAltText('The chosen logo, which is not saved yet').waitFor()
  assert.equal((await detailsOf(partner.token)).brand.logo, null)
  await press(page, 'Save logo')
  await page.getByText('The logo is saved.').waitFor()
  const { brand } = await detailsOf(partner.token)
  const logo = page.getByAltText('Logo of Acme').first()
  await logo.waitFor()
  assert.equal(await logo.getAttribute('src'), brand.logo)

  await labelled(page, 'Colour').fill('#ffe08a')
  await page.getByText(/darkened to #[0-9a-f]{6} so that it can be read/).waitFor()
  const darkened = /darkened to (#[0-9a-f]{6})/.exec((await page.textContent('main')) ?? '')?.[1]
  await press(page, 'Save accent')
  await page.getByText('The accent is saved.').waitFor()
  const saved = (await detailsOf(partner.token)).brand
  assert.deepEqual([saved.accent, saved.accentOnLight], ['#ffe08a', darkened])
  await labelled(page, 'Colour').fill('#ffe')
  await press(page, 'Save accent')
  await page.getByText('Write the colour with six digits from 0 to f, such as #1e6842.').waitFor()
  await checkLooks(page, 'settings-brand')
  await page.setViewportSize(DESKTOP.viewport)

  await press(page, 'Remove')
  await page.getByText('There is no logo; pages show your name.').waitFor()
  assert.equal((await detailsOf(partner.token)).brand.logo, null)
  assert.deepEqual(complaints, [])
})

test('a read-only member sees the settings of the programme without fields', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  const reader = await addMember(service, partner, 'read-only')
  const { page, complaints } = await openDashboard(service, reader.email)
  await page.goto('/dashboard/settings')
  await page.getByText('There is no value today.').waitFor()
  await page.getByText('1 coin, 2 coins').waitFor()
  await page.getByText('http://localhost:8080/users').waitFor()
  assert.equal(await page.getByRole('main').getByRole('textbox').count(), 0)
  assert.equal(await page.getByRole('button', { name: /^(Save|Try it|Unset)/ }).count(), 0)
  await page.goto('/dashboard/settings/brand')
  await page.getByText('No accent is set.').waitFor()
  assert.equal(await page.locator('input[type=file]').count(), 0)
  assert.deepEqual(complaints, [])
})

/** A picture in one colour. */
function pngOf(width: number, height: number): Buffer {
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 0x42)])
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunkOf('IHDR', header),
    chunkOf('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))),
    chunkOf('IEND', Buffer.alloc(0)),
  ])
}

function chunkOf(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
