import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { Laurel } from '@laurel/sdk'
import type { Page } from 'playwright-core'
import { ECOSYSTEM, EMAIL, PASSWORD as OWNER_PASSWORD } from '../../../../scripts/demo-partner.ts'
import { apiAt } from '../../support/api.ts'
import { DESKTOP, noBrowser, openChromium, PHONE } from '../../support/browser.ts'
import { box, choose, heading, labelled, press, propose } from '../../support/dashboard.ts'
import { checkPage } from '../../support/looks.ts'
import { mailedCode } from '../../support/mailbox.ts'
import { newUserBody, PASSWORD } from '../../support/partner.ts'
import { hasEnded, makeTestFolder, spawnLaurel } from '../../support/process.ts'
import { freePort, listen } from '../../support/server.ts'
import { waitUntil } from '../../support/wait-until.ts'

const folder = await makeTestFolder()
const OTHERS_ORDER = 'order-0000000a'
writeFileSync(
  join(folder, 'shop.json'),
  JSON.stringify({ orders: [{ id: OTHERS_ORDER, userId: 'another', status: 'refused' }], lastSeq: 0 }),
)
const first = await startDemo()
const laurel = new Laurel({ baseUrl: first.laurel, ...readJson('shop-credentials.json') })

type Kept = { orders: { id: string; status: string }[]; webhook: { id: string } }

test('the demo says where to go', () => {
  assert.match(first.said(), /Shop +http:\/\/localhost:\d+$/m)
  assert.match(first.said(), /Dashboard +http:\/\/127\.0\.0\.1:\d+\/dashboard$/m)
  assert.match(first.said(), /ecosystem demo, owner@bayleaf\.example, password Sunny-Day-7$/m)
  assert.match(first.said(), /API reference +http:\/\/127\.0\.0\.1:\d+\/docs$/m)
})

test('a customer signs up, buys, spends and refunds, and the board moves', { skip: noBrowser }, async () => {
  const { page: watcher } = await openChromium(first.shop, PHONE)
  await watcher.goto('/board')
  await watcher.getByText('Amara Okafor').waitFor()
  await checkPage(watcher, 'shop-board-before')
  const { page, complaints } = await openChromium(first.shop, DESKTOP)
  await page.goto('/')
  await checkPage(page, 'shop-products-before')

  const { tag } = await joinShop(page, 'Ada Lovelace')
  await balanceIs(page, '0')

  await buy(page, 'Stoneware mug')
  await page.getByText('Earned 18 coins for “purchase”.').waitFor()
  await page.getByText('1 of 3 towards “every third order”.').waitFor()
  await rowIs(watcher, 'Ada Lovelace', '18')

  await buy(page, 'Pour-over dripper', 10)
  await page.getByText('Paid 10 coins.').waitFor()
  await page.getByText('Earned 25 coins for “purchase”.').waitFor()
  await rowIs(watcher, 'Ada Lovelace', '43')

  await page.goto('/checkout?product=mug')
  await page.evaluate(`document.querySelector('[name=order]').value = '${OTHERS_ORDER}'`)
  await page.getByRole('button', { name: 'Place the order' }).click()
  await page.waitForURL(`${first.shop}/`)
  const { orders } = readShop()
  assert.deepEqual(
    orders.filter(({ id }) => id === OTHERS_ORDER).map(({ status }) => status),
    ['refused'],
    'an id belongs to one customer',
  )

  await buy(page, 'Hand grinder', 700)
  await page.getByText('You cannot spend that many coins.').waitFor()
  await page.getByText('Not placed', { exact: true }).waitFor()
  await balanceIs(page, '33')

  await page.goto('/checkout?product=mug')
  await page.getByText('You can spend 33 coins.').waitFor()
  await labelled(page, 'Coins to use').fill('5')
  await labelled(page, 'Let the card be declined').check()
  await page.getByRole('button', { name: 'Place the order' }).click()
  await page.getByText('Your card was declined. Your 5 coins are back.').waitFor()
  await balanceIs(page, '33')
  const [declined] = await laurel.holds.list({ status: 'released' }).all()
  assert.deepEqual([declined?.coins, declined?.captured], ['5', '0'])

  await buy(page, 'House beans')
  await page.getByText('Earned 20 coins for “every third order”.').waitFor()
  await balanceIs(page, '67.5')
  await checkPage(page, 'shop-orders')

  const beans = page.getByRole('listitem').filter({ hasText: 'House beans' })
  await beans.getByLabel('Your review').fill('Chocolate and orange peel, as they say.')
  await beans.getByRole('button', { name: 'Send the review' }).click()
  await page.getByRole('status').getByText('Earned 3 coins for “review”.').waitFor()
  await balanceIs(page, '70.5')

  const dripper = page.getByRole('listitem').filter({ hasText: 'Pour-over dripper' })
  await dripper.getByRole('button', { name: 'Refund' }).click()
  await page
    .getByRole('status')
    .getByText('$25.00 and 10 coins are back with you; 25 earned coins went back.')
    .waitFor()
  assert.equal(await dripper.getByRole('button').count(), 0)
  await balanceIs(page, '55.5')
  await rowIs(watcher, 'Ada Lovelace', '55.5')
  await checkPage(watcher, 'shop-board')

  await page.getByRole('link', { name: 'Wallet' }).click()
  await page.getByRole('button', { name: 'Collect today’s bonus' }).click()
  await page.getByText('Here are 2 coins.').waitFor()
  await page.getByRole('button', { name: 'Collect today’s bonus' }).click()
  await page.getByText('You have had this one already. Come back tomorrow.').waitFor()
  await balanceIs(page, '57.5')
  await page.getByText('You have 0 of 3.').waitFor()
  await page.getByRole('heading', { name: 'Pour-over dripper' }).first().waitFor()
  await checkPage(page, 'shop-wallet')

  await page.getByRole('link', { name: 'Webhooks' }).click()
  for (const type of [
    'user.onboarded',
    'award.counted',
    'award.paid',
    'coins.held',
    'coins.transferred',
    'coins.refunded',
  ])
    await page.getByRole('listitem').filter({ hasText: 'Verified' }).getByText(type).first().waitFor()
  const forged = await fetch(`${first.shop}/laurel-webhook`, { method: 'POST', body: '{}' })
  assert.equal(forged.status, 400)
  await page.getByRole('listitem').filter({ hasText: 'Refused' }).getByText('webhook-id is missing').waitFor()
  await checkPage(page, 'shop-webhooks')

  const { data: members } = await laurel.users.list({ search: tag })
  await laurel.users.remove(members[0]?.userId ?? '')
  await page.goto('/orders')
  await page.getByText('Your connection with Laurel has ended. Sign in again.').waitFor()
  await page.getByRole('link', { name: 'Sign in with Laurel' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await balanceIs(page, '57.5')
  assert.deepEqual(
    complaints.filter((complaint) => !complaint.startsWith(`a request left for ${first.laurel}/`)),
    [],
  )
})

test('a product manager doubles coins on shoes without code, and the next order pays it', {
  skip: noBrowser,
}, async () => {
  const { page: customer } = await openChromium(first.shop, DESKTOP)
  await customer.goto('/')
  await joinShop(customer, 'Grace Hopper')
  await buy(customer, 'Barista clogs')
  await customer.getByText('Earned 35 coins for “purchase”.').waitFor()

  const { page, context } = await openChromium(first.laurel, DESKTOP)
  const login = { ecosystem: ECOSYSTEM, email: EMAIL, password: OWNER_PASSWORD }
  assert.equal((await context.request.post('/api/v1/session', { data: login })).status(), 200)
  await page.goto('/dashboard/rules/new')
  await labelled(page, 'Name').fill('double coins on shoes')
  await labelled(page, 'Coins').fill('1')
  await page.getByRole('switch', { name: 'Pay per unit' }).click()
  await choose(page, 'Awarded', 'When an activity arrives')
  await propose(page, 'Activity', 'order', 'order.paid')
  await choose(page, 'Units: view', 'A sum of items')
  await propose(page, 'List', 'it', 'items')
  await propose(page, 'Amount of one', 'pr', 'price')
  await propose(page, 'Times (optional)', 'qu', 'quantity')
  await press(page, 'Only some items')
  await propose(page, 'Item row 1: property', 'ca', 'category')
  await propose(page, 'Item row 1: value', 'sh', 'shoes')
  await press(page, 'Only some of them')
  await box(page, 'Row 1: what').click()
  await page.getByRole('option', { name: 'Date', exact: true }).click()
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  await labelled(page, 'Row 1: first day').fill(day(-1))
  await labelled(page, 'Row 1: last day').fill(day(2))
  await page.locator('[data-preview=done]').waitFor()
  const match = page.getByRole('list', { name: 'Match', exact: true }).getByRole('listitem')
  await match.filter({ hasText: 'Grace Hopper' }).getByText('35 coins').waitFor()
  await page
    .getByRole('list', { name: 'Do not match' })
    .getByText('There is nothing to pay for: the units are zero.')
    .first()
    .waitFor()
  await page.getByText('Would have paid 35 coins to 1 person.').waitFor()
  await press(page, 'Create the rule')
  await heading(page, 'double coins on shoes').waitFor()

  await buy(customer, 'Barista clogs')
  await customer.getByText('Earned 35 coins for “double coins on shoes”.').waitFor()
  await balanceIs(customer, '105')
  await buy(customer, 'House beans')
  assert.equal(await customer.getByText('Earned 35 coins for “double coins on shoes”.').count(), 1)
})

test('the shop survives an outage of Laurel and settles each order once', { skip: noBrowser }, async () => {
  const kept: Kept = readJson('shop.json')
  const done = kept.orders.filter(({ status }) => status === 'done')
  assert.equal(done.length, 5)
  const file = join(folder, 'second-shop.json')
  // As after a crash between settling the orders and saving that.
  const forgotten = kept.orders.map((order) => ({
    ...order,
    status: done.includes(order) ? 'open' : order.status,
  }))
  writeFileSync(file, JSON.stringify({ orders: forgotten, lastSeq: 0 }))
  const before = await lastEvent()

  const shop = await startShop(file)
  await waitUntil(() => readShop(file).orders.every(({ status }) => status !== 'open'), shop.said)
  assert.equal(await lastEvent(), before, 'every call was a retry')

  shop.cutOff()
  const board = await fetch(`${shop.url}/board`)
  assert.equal(board.status, 503)
  assert.match(await board.text(), /Our rewards service takes a break/)
  assert.equal((await fetch(shop.url)).status, 200)
  assert.equal((await fetch(`${shop.url}/nothing`)).status, 404)
})

test('Ctrl-C stops everything, and the next start goes on with the same data', async () => {
  const before = {
    credentials: readJson('shop-credentials.json'),
    webhook: readShop().webhook,
    seq: await lastEvent(),
  }
  first.child.kill('SIGINT')
  const [code] = await once(first.child, 'exit')
  assert.equal(code, 0, first.said())
  await assert.rejects(fetch(first.shop))
  await assert.rejects(fetch(first.laurel))

  const taken = createServer()
  const port = new URL(await listen(taken)).port
  const second = await startDemo(['--port', port])
  assert.match(second.said(), new RegExp(`Laurel gets the port \\d+, because ${port} is taken\\.`))
  const after = new Laurel({ baseUrl: second.laurel, ...readJson('shop-credentials.json') })
  assert.deepEqual(
    {
      credentials: readJson('shop-credentials.json'),
      webhook: readShop().webhook,
      seq: await lastEvent(after),
    },
    before,
  )
})

async function startDemo(args: string[] = []) {
  const given = ['--port', '0', '--shop-port', '0', '--data', folder, ...args]
  const { child, said } = spawnLaurel({}, '../../scripts/demo-processes.ts', given)
  await waitUntil(() => said().includes('Stop both with Ctrl-C') || hasEnded(child), said)
  const [shop, laurel] = [/Shop +(\S+)/, /reference +(\S+)\/docs/].map((pattern) => pattern.exec(said())?.[1])
  assert(shop && laurel, said())
  return { child, said, shop, laurel }
}

/** The shop on its own, behind a connection to Laurel that can be cut. */
async function startShop(file: string) {
  const proxy = createServer((asked, response) => {
    const { method, headers } = asked
    const forwarded = request(`${first.laurel}${asked.url}`, { method, headers } as object, (answer) =>
      answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers)),
    )
    asked.pipe(forwarded)
  })
  const url = `http://localhost:${await freePort()}`
  const { clientId, clientSecret } = readJson('shop-credentials.json')
  const { said, child } = spawnLaurel(
    {
      SHOP_URL: url,
      SHOP_FILE: file,
      LAUREL_URL: await listen(proxy),
      LAUREL_CLIENT_ID: clientId,
      LAUREL_CLIENT_SECRET: clientSecret,
    },
    '../../examples/shop/main.ts',
  )
  await waitUntil(() => said().includes(`The shop is at ${url}`) || hasEnded(child), said)
  const cutOff = () => {
    proxy.close()
    proxy.closeAllConnections()
  }
  return { url, said, cutOff }
}

/** Joins from the page of the products. */
async function joinShop(page: Page, name: string): Promise<{ tag: string }> {
  const { tag, email } = newUserBody()
  await page.getByRole('link', { name: 'Join' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByLabel('Tag').fill(tag)
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByText(`We mailed a code to ${email}.`).waitFor()
  await page.getByLabel('Code').fill(await mailedCode(apiAt(first.laurel), email))
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('Welcome. Your coins and orders are here.').waitFor()
  await page.getByText(name).waitFor()
  return { tag }
}

async function buy(page: Page, product: string, coins = 0): Promise<void> {
  await page.getByRole('link', { name: 'Shop', exact: true }).click()
  await page.getByRole('link', { name: `Buy ${product}` }).click()
  await page.getByLabel('Coins to use').fill(String(coins))
  if (coins === 10) await checkPage(page, 'shop-checkout')
  await page.getByRole('button', { name: 'Place the order' }).click()
  await page.getByRole('heading', { name: 'Your orders' }).waitFor()
}

const balanceIs = (page: Page, coins: string) => page.getByText(`${coins} coins`, { exact: true }).waitFor()

const rowIs = (page: Page, name: string, points: string) =>
  page.getByRole('listitem').filter({ hasText: name }).getByText(points, { exact: true }).waitFor()

async function lastEvent(api = laurel): Promise<number | undefined> {
  const { events } = await api.events.list({ before: Number.MAX_SAFE_INTEGER, limit: 1 })
  return events[0]?.seq
}

function readShop(file = join(folder, 'shop.json')): Kept {
  return JSON.parse(readFileSync(file, 'utf8'))
}

// biome-ignore lint/suspicious/noExplicitAny: files of the demo, of which the tests read a few fields.
function readJson(name: string): any {
  return JSON.parse(readFileSync(join(folder, name), 'utf8'))
}
