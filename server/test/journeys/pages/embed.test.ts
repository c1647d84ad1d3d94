import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'

import { publishBoards } from '../../support/boards.ts'
import { DESKTOP, noBrowser, openChromium, PHONE } from '../../support/browser.ts'
import { onboardTestPartner, type TestPartner } from '../../support/partner.ts'
import { useClockService } from '../../support/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const pictures = process.env.SCREENSHOTS
const { service } = await useClockService()
const POLICY = "default-src 'none'; style-src 'self'; form-action 'none'; frame-ancestors *; base-uri 'none'"

async function load(path: string): Promise<{ status: number; headers: Headers; text: string }> {
  const response = await fetch(`${service.url}/embed/${path}`)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** The lines of a board as a reader sees them. */
const linesOf = (text: string) =>
  [
    ...text.matchAll(/<tr><td class="place">(\d+)<\/td>.*<\/span>(.*)<\/th><td class="amount">(.*)<\/td>/g),
  ].map(([, position, name, amount]) => `${position} ${name} ${amount}`)

/** Ada with 1250, Ben and a hidden one with 10, Cleo with 0, in March 2026; Ben gave 4 back in April. */
async function busyPartner(changes: Record<string, unknown> = {}): Promise<TestPartner> {
  service.clock.now = new Date('2026-03-31T23:30:00.000Z')
  const partner = await onboardTestPartner(service, changes)
  const [big, small] = [
    await partner.addRule({ coinValue: '1250' }),
    await partner.addRule({ coinValue: '10' }),
  ]
  const suffix = partner.partnerId.slice(-6)
  const [ada, ben, hidden] = await Promise.all(
    ['ada', 'ben', 'hid', 'cle'].map((name) => partner.addUser({ tag: `${name}.${suffix}` })),
  )
  await service.query('update memberships set is_hidden = true where user_id = $1', [hidden])
  await partner.award(ada as string, big.name)
  await partner.award(ben as string, small.name)
  await partner.award(hidden as string, small.name)
  service.clock.now = new Date('2026-04-01T00:10:00.000Z')
  const { accessToken } = (
    await service.post('/api/v1/acme/partners/login', { email: partner.email, password: 'Sunny-Day-7' })
  ).body.data
  const moved = await service.post(
    '/api/v1/laas/coins/transfer-from-user-wallet',
    { userId: ben, coins: '4' },
    accessToken,
  )
  assert.ok(moved.status < 300, JSON.stringify(moved.body))
  const published = { ...partner, token: accessToken }
  await publishBoards(service, published)
  return published
}

test('a published board is shown with positions, tags and amounts, and who is hidden without a name', async () => {
  const partner = await busyPartner({ partnerName: 'Acme <b>& Sons</b>' })
  const suffix = partner.partnerId.slice(-6)
  const { status, headers, text } = await load(partner.partnerId)

  assert.equal(status, 200)
  const lines = linesOf(text)
  assert.equal(lines[0], `1 ada.${suffix} 1,250`)
  assert.deepEqual(lines.slice(1, 3).sort(), [`2 Someone 10`, `2 ben.${suffix} 10`])
  assert.equal(lines[3], `4 cle.${suffix} 0`)
  assert.match(
    text,
    /<h1>Most points<\/h1>\n<p class="lead">Acme &lt;b&gt;&amp; Sons&lt;\/b&gt; · All time<\/p>/,
  )
  assert.match(text, /<time datetime="2026-04-01T00:10:00.000Z">1 Apr 2026, 00:10 UTC<\/time>/)
  assert.equal(headers.get('content-security-policy'), POLICY)
  assert.equal(headers.get('x-frame-options'), null)
  assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin')
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
  assert.equal(headers.get('refresh'), '60')
  assert.equal(headers.get('cache-control'), 'no-cache')
  assert.deepEqual(headers.getSetCookie(), [])
  assert.doesNotMatch(text, /<script|<img|<iframe|style=|hid\.|mail\.example|Lovelace/)
})

test('the coin boards are shown for all time and by month, under the name of the month', async () => {
  const partner = await busyPartner()
  const suffix = partner.partnerId.slice(-6)
  const look = async (query: string) => {
    const { text } = await load(`${partner.partnerId}?${query}`)
    return [/<h1>(.*)<\/h1>/.exec(text)?.[1], / · (.*)<\/p>/.exec(text)?.[1], linesOf(text).length]
  }

  assert.deepEqual(await look('board=earner'), ['Top earners', 'All time', 3])
  assert.deepEqual(await look('board=earner&month=3'), ['Top earners', 'March 2026', 3])
  assert.deepEqual(await look('board=earner&month=march&year=2026'), ['Top earners', 'March 2026', 3])
  assert.deepEqual(await look('board=spender&month=April'), ['Top spenders', 'April 2026', 1])
  assert.deepEqual(await look('board=spender&month=04&year=2025'), ['Top spenders', 'April 2025', 0])
  assert.deepEqual(await look('board=points&take=2'), ['Most points', 'All time', 2])
  const { text } = await load(`${partner.partnerId}?board=spender&month=4`)
  assert.deepEqual(linesOf(text), [`1 ben.${suffix} 4`])
})

test('an empty board says so', async () => {
  const partner = await onboardTestPartner(service)
  await publishBoards(service, partner)
  const { status, text } = await load(partner.partnerId)

  assert.equal(status, 200)
  assert.match(text, /<p class="empty">Nobody is on this board yet\.<\/p>/)
})

test('the site that frames it may choose light or dark', async () => {
  const partner = await onboardTestPartner(service)
  await publishBoards(service, partner)
  for (const [query, root] of [
    ['', '<html lang="en">'],
    ['?theme=auto', '<html lang="en">'],
    ['?theme=light', '<html lang="en" data-theme="light">'],
    ['?theme=dark', '<html lang="en" data-theme="dark">'],
  ] as const) {
    assert.ok((await load(`${partner.partnerId}${query}`)).text.includes(root))
    assert.ok((await load(`${randomUUID()}${query}`)).text.includes(root))
  }
})

test('an unpublished board and an unknown partner are a page that may be framed and says so', async () => {
  const partner = await busyPartner()
  await publishBoards(service, partner, false)
  for (const id of [partner.partnerId, randomUUID(), 'nonsense', '%3Cscript%3E', '%00']) {
    const { status, headers, text } = await load(id)
    assert.equal(status, 404, id)
    assert.match(text, /<h1>This board is not published<\/h1>/)
    assert.equal(headers.get('content-security-policy'), POLICY)
    assert.equal(headers.get('x-frame-options'), null)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('refresh'), null)
    assert.doesNotMatch(text, /Acme|script>/)
  }
})

test('a wrong query is a page that names what is wrong', async () => {
  const partner = await onboardTestPartner(service)
  await publishBoards(service, partner)
  const TAKE = 'take must be a whole number from 1 to 50.'
  for (const [query, problem] of [
    ['take=0', TAKE],
    ['take=51', TAKE],
    ['take=ten', TAKE],
    ['take=1&take=2', TAKE],
    ['board=coins', 'board must be one of points, earner, spender.'],
    ['theme=%3Cb%3E', 'theme must be one of auto, light, dark.'],
    ['board=earner&month=13', 'month must be a number from 1 to 12 or an English month name.'],
    ['board=earner&month=1&year=99', 'year must be a year from 1970 to 9999.'],
    ['board=earner&year=2026', 'year needs a month beside it.'],
    ['month=3', 'month is for the boards earner and spender; points are of all time.'],
  ] as const) {
    const { status, headers, text } = await load(`${partner.partnerId}?${query}`)
    assert.equal(status, 400, query)
    assert.ok(text.includes(`<h1>This address is not right</h1><p>${problem}</p>`), text)
    assert.equal(headers.get('content-security-policy'), POLICY)
  }
})

test('the frame of another site shows the board, in its colours, and no other page of the service', {
  skip: noBrowser,
}, async () => {
  const partner = await busyPartner()
  const site = await startSite()
  for (const [size, screen] of [
    ['wide', DESKTOP],
    ['phone', PHONE],
  ] as const)
    for (const theme of ['light', 'dark'] as const) {
      const { page, context, complaints } = await openChromium(site, screen)
      await page.goto(
        `/?frame=${encodeURIComponent(`${service.url}/embed/${partner.partnerId}?theme=${theme}`)}`,
      )
      const board = page.frameLocator('iframe')
      await board.getByRole('heading', { name: 'Most points' }).waitFor()
      assert.equal(await board.getByRole('row').count(), 5)
      const paper = await page.frames()[1]?.evaluate('getComputedStyle(document.body).backgroundColor')
      assert.equal(paper, theme === 'light' ? 'rgb(246, 247, 244)' : 'rgb(17, 21, 18)')
      assert.deepEqual(
        complaints.filter((each) => !each.startsWith(`a request left for ${service.url}/`)),
        [],
      )
      if (pictures) {
        await mkdir(pictures, { recursive: true })
        await page.screenshot({ path: join(pictures, `embed-${size}-${theme}.png`) })
      }
      await context.close()
    }

  const { page, context } = await openChromium(site)
  await page.goto(`/?frame=${encodeURIComponent(`${service.url}/embed/${randomUUID()}`)}`)
  await page.frameLocator('iframe').getByText('This board is not published').waitFor()
  for (const path of [
    '/dashboard',
    '/dashboard/sign-in',
    '/account/sign-in',
    '/docs',
    '/docs/guides',
    '/api/v1/laas/rules',
    '/',
  ]) {
    await page.goto(`/?frame=${encodeURIComponent(`${service.url}${path}`)}`, { waitUntil: 'load' })
    const framed = () => page.frames()[1]?.url()
    await waitUntil(() => ![undefined, '', 'about:blank'].includes(framed()), `${path} is decided on`)
    assert.equal(framed(), 'chrome-error://chromewebdata/', path)
  }
  await context.close()
})

/** A site of somebody else, with a frame in its page. */
async function startSite(): Promise<string> {
  const server = createServer((request, response) => {
    const frame = new URL(request.url ?? '/', 'http://site').searchParams.get('frame') ?? 'about:blank'
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><title>Shop</title><link rel="icon" href="data:,">
<style>body { margin: 0 } iframe { width: 100%; height: 22rem; border: 0 }</style>
<iframe title="Board" src="${frame.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  return `http://localhost:${(server.address() as AddressInfo).port}`
}
