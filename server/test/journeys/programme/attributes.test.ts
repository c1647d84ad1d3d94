import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { noBrowser, PHONE } from '../../support/browser.ts'
import { openDashboard, press } from '../../support/dashboard.ts'
import { checkLooks } from '../../support/looks.ts'
import { onboardTestPartner } from '../../support/partner.ts'
import { useClockService } from '../../support/service.ts'
import { addMember } from '../../support/team.ts'

const { service } = await useClockService()

const pathOf = (userId: string) => `/api/v1/laas/users/${userId}/attributes`

test('the attributes of a member are shown and edited, and a change from elsewhere stays', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  const userId = await partner.addUser()
  const change = (attributes: object) =>
    dataOf(service.request('PATCH', pathOf(userId), { token: partner.token, body: { attributes } }))
  const stored = async () => (await dataOf(service.get(pathOf(userId), partner.token))).attributes
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto(`/dashboard/members/${userId}`)
  const section = page.getByRole('region', { name: 'Attributes' })
  await section.getByText(/^None yet/).waitFor()

  await press(page, 'Edit attributes')
  const dialog = page.getByRole('dialog')
  const add = async (number: number, name: string) => {
    await press(page, 'Add an attribute')
    await dialog.getByLabel(`Name of attribute ${number}`).fill(name)
  }
  await add(1, 'home city')
  await dialog.getByLabel('Value of attribute 1').fill('Lagos')
  await add(2, 'visits')
  await dialog.getByLabel('Kind of attribute 2').selectOption('Number')
  await dialog.getByLabel('Value of attribute 2').fill('many')
  await add(3, 'vip')
  await dialog.getByLabel('Kind of attribute 3').selectOption('Yes or no')
  await press(page, 'Save')
  await dialog.getByText(/^Begin with a letter/).waitFor()
  await dialog.getByText('Type a number, such as 12.5.').waitFor()
  await dialog.getByLabel('Name of attribute 1').fill('city')
  await dialog.getByLabel('Value of attribute 2').fill('1,200')
  await press(page, 'Save')
  await section.getByText('Lagos').waitFor()
  await section.getByText('Yes', { exact: true }).waitFor()
  assert.deepEqual(await stored(), { city: 'Lagos', vip: true, visits: 1200 })

  await press(page, 'Edit attributes')
  await change({ tier: 'gold', city: 'Abuja' })
  await section.getByText('gold').waitFor()
  await dialog.getByRole('button', { name: 'Remove visits' }).click()
  await dialog.getByLabel('Value of attribute 2').selectOption('No')
  await press(page, 'Save')
  await section.getByText('No', { exact: true }).waitFor()
  assert.deepEqual(await stored(), { city: 'Abuja', tier: 'gold', vip: false })
  assert.deepEqual(complaints, [])
})

test('a read-only member sees attributes and cannot edit them, also on a phone', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  const { userId } = await dataOf(
    service.post('/api/v1/laas/users', { externalId: 'c1', attributes: { city: 'Lagos' } }, partner.token),
  )
  const reader = await addMember(service, partner, 'read-only')
  const { page, complaints } = await openDashboard(service, reader.email, { ...PHONE })
  await page.goto(`/dashboard/members/${userId}`)
  await page.getByRole('region', { name: 'Attributes' }).getByText('Lagos').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Edit attributes' }).count(), 0)
  await checkLooks(page, 'member with attributes')
  assert.deepEqual(complaints, [])
})
