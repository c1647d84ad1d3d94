import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../../support/browser.ts'
import { contentOf, openDashboard } from '../../support/dashboard.ts'
import { checkLooks } from '../../support/looks.ts'
import { onboardTestPartner } from '../../support/partner.ts'
import { useClockService } from '../../support/service.ts'

const { service } = await useClockService()

test('a file of members is imported with its progress and its refused lines', {
  skip: noBrowser,
}, async () => {
  const partner = await onboardTestPartner(service)
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto('/dashboard/members')
  await page.getByRole('link', { name: 'Import' }).click()
  await page.getByRole('heading', { name: 'No imports yet' }).waitFor()
  await checkLooks(page, 'import-empty')

  const choose = async (name: string, lines: string[]) => {
    const buffer = Buffer.from(`${lines.join('\n')}\n`)
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: 'Import', exact: true }).click()
  }
  await choose('members.csv', ['externalId,coin', 'a,1'])
  await page.getByText(/^The header line has a column "coin"; the columns are externalId, fullname/).waitFor()
  await choose('members.csv', ['externalId,fullname,coins', 'a,Ada Lovelace,2.5', 'b,,x', 'a,Ada,1'])
  await page.getByRole('heading', { name: 'Import finished' }).waitFor()
  await page.getByText('3 of 3 lines: 1 new member, 2 refused').waitFor()
  await page.getByRole('cell', { name: 'A member has the id a already.' }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ])
  assert.match(await contentOf(download), /\n3,b,invalid,"coins must be an amount/)
  await checkLooks(page, 'import')

  await page.getByRole('link', { name: 'Back to members' }).click()
  await page.getByRole('link', { name: /ada lovelace/i }).click()
  await page.getByText('Imported with 2.5').waitFor()
  assert.deepEqual(complaints, [])
})
