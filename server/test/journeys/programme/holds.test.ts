import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { checkWords } from '../../support/api-names.ts'
import { DESKTOP, noBrowser } from '../../support/browser.ts'
import { giveReason, labelled, openDashboard } from '../../support/dashboard.ts'
import { checkLooks } from '../../support/looks.ts'
import { onboardTestPartner, type TestPartner } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { addMember } from '../../support/team.ts'

const service = useSharedService()

const HOLDS = '/api/v1/laas/coins/holds'

const holdOf = (partner: TestPartner, userId: string, coins: number, more: object = {}) =>
  dataOf(service.post(HOLDS, { userId, coins, expiresIn: 604_800, ...more }, partner.token))

async function openMember(coinValue: string) {
  const partner = await onboardTestPartner(service)
  await partner.addRule({ name: 'first purchase', coinValue })
  const userId = await partner.addUser()
  await partner.award(userId, 'first purchase')
  const walletNow = async () => {
    const { wallet } = await dataOf(service.get(`/api/v1/laas/users/${userId}`, partner.token))
    const { coins, available, held } = wallet
    return { coins, available, held }
  }
  return { partner, userId, walletNow }
}

test('support captures and releases holds, on the page of a member and in the history', {
  skip: noBrowser,
}, async () => {
  const { partner, userId, walletNow } = await openMember('20')
  await holdOf(partner, userId, 6, { reference: 'order-1' })
  await holdOf(partner, userId, 4)
  const last = await holdOf(partner, userId, 2, { narration: 'A gift' })
  const support = await addMember(service, partner, 'support')
  const { page, complaints } = await openDashboard(service, support.email, { ...DESKTOP })
  const dialog = page.getByRole('dialog')
  const aside = page.getByRole('complementary', { name: 'Wallet, progress and facts' })
  await page.goto(`/dashboard/members/${userId}`)
  await aside.getByText('12 held').waitFor()

  await aside.getByRole('button', { name: 'Capture the hold of 6 coins for order-1' }).click()
  await dialog.getByText('Ada Lovelace spends these coins on order-1', { exact: false }).waitFor()
  await dialog.getByRole('row', { name: 'Ada Lovelace’s wallet 20 14' }).waitFor()
  await dialog.getByText('Other', { exact: true }).click()
  await labelled(page, 'Other amount').fill('7')
  await dialog.getByRole('button', { name: 'Capture 7 coins' }).click()
  await dialog.getByText('At most 6 coins.').waitFor()
  await labelled(page, 'Other amount').fill('5')
  await dialog.getByRole('row', { name: 'Ada Lovelace’s wallet 20 15' }).waitFor()
  await checkWords(page, 'the capture of a hold')
  await dialog.getByRole('button', { name: 'Capture 5 coins' }).click()
  await page.getByText('5 coins of Ada Lovelace were spent.').waitFor()
  await aside.getByText('6 held').waitFor()
  assert.deepEqual(await walletNow(), { coins: '15', available: '9', held: '6' })

  await aside.getByRole('button', { name: 'Release the hold of 4 coins' }).click()
  await dialog.getByText('Ada Lovelace can spend these coins again', { exact: false }).waitFor()
  await checkLooks(page, 'hold-release')
  await page.setViewportSize(DESKTOP.viewport)
  await dialog.getByRole('button', { name: 'Release 4 coins' }).click()
  await aside.getByText('2 held').waitFor()
  assert.deepEqual(await walletNow(), { coins: '15', available: '13', held: '2' })

  // What became of a hold stands beside its line, and an active one can be ended there.
  await page.goto('/dashboard/history?kind=hold')
  await page.getByRole('button', { name: /^Details of .*Held 4$/ }).click()
  await dialog.getByText('Released', { exact: true }).waitFor()
  assert.equal(await dialog.getByRole('button', { name: /^Release/ }).count(), 0)
  await page.goto(`/dashboard/history?kind=hold&line=${last.id}`)
  await dialog.getByText(/^Active until /).waitFor()
  await dialog.getByText('Note', { exact: true }).waitFor()
  await dialog.getByText('A gift', { exact: true }).waitFor()
  await checkWords(page, 'a line about a hold')
  // Somebody else ends it while the page shows it.
  await dialog.getByRole('button', { name: 'Release: Held 2' }).click()
  const release = dialog.getByRole('button', { name: 'Release 2 coins' })
  await release.waitFor()
  await dataOf(service.post(`${HOLDS}/${last.id}/release`, {}, partner.token))
  await dialog.getByText('The hold was captured or released before, or its time is over.').first().waitFor()
  assert.deepEqual(await walletNow(), { coins: '15', available: '15', held: '0' })
  assert.deepEqual(complaints, [])
})

test('who may only read sees holds and no way to end them', { skip: noBrowser }, async () => {
  const { partner, userId } = await openMember('20')
  const { id } = await holdOf(partner, userId, 6)
  const reader = await addMember(service, partner, 'read-only')
  const { page, complaints } = await openDashboard(service, reader.email, { ...DESKTOP })
  await page.goto(`/dashboard/members/${userId}`)
  await page.getByText('Held until').waitFor()
  assert.equal(await page.getByRole('button', { name: /^(Capture|Release)/ }).count(), 0)
  await page.goto(`/dashboard/history?line=${id}`)
  await page.getByText(/^Active until /).waitFor()
  assert.equal(await page.getByRole('button', { name: /^(Capture|Release)/ }).count(), 0)
  assert.deepEqual(complaints, [])
})

test('what is held is neither taken nor reversed, and dialogs say so', { skip: noBrowser }, async () => {
  const { partner, userId, walletNow } = await openMember('20')
  await holdOf(partner, userId, 15)
  const { page, complaints } = await openDashboard(service, partner.email, { ...DESKTOP })
  const dialog = page.getByRole('dialog')
  await page.goto(`/dashboard/members/${userId}`)

  await page.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Take coins' }).click()
  await dialog.getByText('Of the 20 coins in the wallet, 5 can be taken', { exact: false }).waitFor()
  await dialog.getByText('All 5', { exact: true }).click()
  await dialog.getByRole('row', { name: 'Ada Lovelace’s wallet 20 15' }).waitFor()
  await dialog.getByText('Other', { exact: true }).click()
  await labelled(page, 'Other amount').fill('6')
  await dialog
    .getByRole('status')
    .getByText('Of the 20 coins in the wallet, 5 can be spent; the rest are held or pending.')
    .waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Reverse: first purchase' }).click()
  await dialog.getByRole('status').getByText('Of the 20 coins in the wallet, 15 are held.').waitFor()
  const why =
    'Of the 20 coins in Ada Lovelace’s wallet, 15 are held, so fewer than the 20 to reverse can be taken.'
  await dialog.getByText(`${why} Choose what happens.`).waitFor()
  await labelled(page, 'When too few coins can be taken').selectOption('owe')
  await dialog.getByText(`${why} Ada Lovelace owes the other 15 coins.`).waitFor()
  await checkWords(page, 'a reversal beside a hold')
  await giveReason(page, 'Wrong tier')
  await dialog.getByRole('button', { name: 'Reverse 20 coins' }).click()
  await page.getByText('The award was reversed: 5 coins left the wallet.').waitFor()
  assert.deepEqual(await walletNow(), { coins: '15', available: '0', held: '15' })

  await page.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Take coins' }).click()
  await dialog.getByRole('status').getByText('All coins in the wallet are held or pending.').waitFor()
  assert.deepEqual(complaints, [])
})

test('a member with many holds and days shows the first of each', { skip: noBrowser }, async () => {
  const { partner, userId } = await openMember('100')
  for (let number = 1; number <= 8; number += 1)
    await holdOf(partner, userId, 1, { reference: `order-${number}` })
  for (let days = 1; days <= 14; days += 1) {
    const rule = await partner.addRule({
      coinValue: '2',
      pendingDays: days,
      coinExpiry: { after: 'P90D', until: 'day' },
    })
    await partner.award(userId, rule.name)
  }
  const { page, complaints } = await openDashboard(service, partner.email, { ...DESKTOP })
  const aside = page.getByRole('complementary', { name: 'Wallet, progress and facts' })
  await page.goto(`/dashboard/members/${userId}`)
  await aside.getByText('28 pending · 8 held').waitFor()
  await aside.getByRole('button', { name: '… 4 more holds' }).waitFor()
  await aside.getByRole('button', { name: '… 8 later days on which more can be spent' }).waitFor()
  const lines = aside.locator('.coin-time')
  assert.equal(await lines.count(), 12)
  await checkLooks(page, 'member-many-times')
  await page.setViewportSize(DESKTOP.viewport)
  await aside.getByRole('button', { name: '… 4 more holds' }).click()
  await aside.getByText('for order-1', { exact: true }).waitFor()
  assert.equal(await lines.count(), 16)
  await aside.getByRole('button', { name: '… 8 later days on which more expire' }).click()
  await aside.getByText('Later days are not listed.').waitFor()
  assert.equal(await lines.count(), 24)
  assert.deepEqual(complaints, [])
})
