import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'

import { dataOf } from '../../support/api.ts'
import { publishBoards } from '../../support/boards.ts'
import { DESKTOP, noBrowser, openChromium, PHONE } from '../../support/browser.ts'
import { checkAxe } from '../../support/looks.ts'
import {
  actionsOf,
  newUserBody,
  onboardTestPartner,
  signIn,
  type TestPartner,
  unique,
} from '../../support/partner.ts'
import { useClockService } from '../../support/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const pictures = process.env.SCREENSHOTS
const { service } = await useClockService()
const SOURCES =
  "style-src 'self'; img-src 'self'; font-src 'self'; form-action 'none'; frame-ancestors *; base-uri 'none'"
const POLICY = `default-src 'none'; ${SOURCES}`
const POLICY_WITH_SCRIPT = `default-src 'none'; script-src 'self'; ${SOURCES}`

async function load(path: string): Promise<{ status: number; headers: Headers; text: string }> {
  const response = await fetch(`${service.url}/embed/${path}`)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** The lines of a board as a reader sees them: position, name, movement if it is shown, amount. */
const linesOf = (text: string) =>
  [...text.matchAll(/<tr[^>]*><td class="place">.*<\/tr>/g)].map(([row]) =>
    row
      .replaceAll(/<span class="unseen">.*?<\/span>/g, '')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )

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
  const second = lines.slice(1, 3).map((line) => line.replace(/Member [1-4]\b/, 'Member N'))
  assert.deepEqual(second.sort(), [`2 Member N 10`, `2 ben.${suffix} 10`])
  assert.equal(lines[3], `4 cle.${suffix} 0`)
  assert.match(
    text,
    /<h1>Most points<\/h1>\n<p class="lead whose"><bdi>Acme &lt;b&gt;&amp; Sons&lt;\/b&gt;<\/bdi><span>· All time<\/span><\/p>/,
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

test('customers without accounts are told apart by the order in which they joined', async () => {
  const partner = await onboardTestPartner(service)
  const { name } = await partner.addRule({ coinValue: '5' })
  const add = (externalId: string, fullname: string) =>
    dataOf(service.post('/api/v1/laas/users', { externalId, fullname }, partner.token))
  const [first, second] = [await add('cust-1', 'Ada Lovelace'), await add('cust-2', 'Ben Bitdiddle')]
  await partner.award(second.userId, name)
  await publishBoards(service, partner)
  const { text } = await load(partner.partnerId)
  assert.deepEqual(linesOf(text), ['1 Member 2 5', '2 Member 1 0'])
  assert.doesNotMatch(text, /Ada|Ben|cust-|user_/)
  assert.match(first.userData.tag, /^user_/)
})

test('the coin boards are shown for all time and by month, under the name of the month', async () => {
  const partner = await busyPartner()
  const suffix = partner.partnerId.slice(-6)
  const look = async (query: string) => {
    const { text } = await load(`${partner.partnerId}?${query}`)
    return [
      /<h1>(.*)<\/h1>/.exec(text)?.[1],
      /<span>· (.*)<\/span><\/p>/.exec(text)?.[1],
      linesOf(text).length,
    ]
  }

  assert.deepEqual(await look('board=earner'), ['Top earners', 'All time', 3])
  assert.deepEqual(await look('board=earner&month=3'), ['Top earners', 'March 2026', 3])
  assert.deepEqual(await look('board=earner&month=march&year=2026'), ['Top earners', 'March 2026', 3])
  assert.deepEqual(await look('board=spender&month=April'), ['Top spenders', 'April 2026', 1])
  assert.deepEqual(await look('board=spender&month=current'), ['Top spenders', 'April 2026', 1])
  assert.deepEqual(await look('board=points&limit=2'), ['Most points', 'All time', 2])
  assert.deepEqual(await look('board=points&take=3&limit=1'), ['Most points', 'All time', 1])
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
  assert.match(text, /<p>Nobody is on this board yet\.<\/p><p>Members are here as soon as they join\.<\/p>/)
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
  const ACCENT = 'accent must be a colour of 3 or 6 hexadecimal digits such as 1E6842.'
  for (const [query, problem] of [
    ['take=0', TAKE],
    ['take=51', TAKE],
    ['take=ten', TAKE],
    ['take=1&take=2', TAKE],
    ['board=coins', 'board must be one of points, earner, spender.'],
    ['theme=%3Cb%3E', 'theme must be one of auto, light, dark.'],
    ['board=earner&month=13', 'month must be a number from 1 to 12, an English month name or current.'],
    ['board=earner&month=current&year=2026', 'year is not for month=current; leave it out.'],
    ['limit=51', 'limit must be a whole number from 1 to 50.'],
    ['bg=red', 'bg must be page or transparent.'],
    ['height=400', 'height must be fixed or auto.'],
    ['accent=red', ACCENT],
    ['accent=12345', ACCENT],
    ['accent=%23fff%3B%7D', ACCENT],
    [`me=${'x'.repeat(101)}`, 'me must be one line of text of at most 100 characters.'],
    ['board=earner&month=1&year=99', 'year must be a year from 1970 to 9999.'],
    ['board=earner&year=2026', 'year needs a month beside it.'],
    ['month=3', 'month is for the boards earner and spender; points are of all time.'],
  ] as const) {
    const { status, headers, text } = await load(`${partner.partnerId}?${query}`)
    assert.equal(status, 400, query)
    assert.ok(text.includes(`<h1>This address is not right</h1><p class="lead">${problem}</p>`), text)
    assert.equal(headers.get('content-security-policy'), POLICY)
  }
})

test('a line shows the places that a member won or lost since yesterday', async () => {
  const partner = await busyPartner()
  const suffix = partner.partnerId.slice(-6)
  const { text: onFirstDay } = await load(`${partner.partnerId}?board=spender`)
  assert.deepEqual(linesOf(onFirstDay), [`1 ben.${suffix} 4`], 'all are new')

  const { name } = await partner.addRule({ coinValue: '2000' })
  const [{ user_id: cleo } = { user_id: '' }] = await service.query<{ user_id: string }>(
    'select user_id from memberships where partner_id = $1 and tag = $2',
    [partner.partnerId, `cle.${suffix}`],
  )
  assert.equal((await partner.award(cleo, name)).status, 201)
  const { text } = await load(partner.partnerId)
  assert.deepEqual(linesOf(text).slice(0, 2), [`1 cle.${suffix} ▲3 2,000`, `2 ada.${suffix} ▼1 1,250`])
  assert.match(text, /<span class="unseen">up 3 since yesterday<\/span>/)
  assert.match(text, /<span class="unseen">down 1 since yesterday<\/span>/)
  const { text: ofMarch } = await load(`${partner.partnerId}?board=earner&month=3`)
  assert.doesNotMatch(ofMarch, /class="movement"/, 'a month that is over does not move')
})

test('the row of a member is highlighted by tag, and shown below the top if it is not in it', async () => {
  const partner = await busyPartner()
  const suffix = partner.partnerId.slice(-6)
  const rowsOf = async (query: string) => {
    const { status, text } = await load(`${partner.partnerId}?${query}`)
    assert.equal(status, 200)
    return {
      me: [...text.matchAll(/<tr[^>]* aria-current="true">.*<\/tr>/g)].flatMap(([row]) => linesOf(row)),
      count: linesOf(text).length,
      isBelow: text.includes('<tbody class="own">'),
    }
  }
  const ben = `2 ben.${suffix} You 10`
  assert.deepEqual(await rowsOf(`me=ben.${suffix}`), { me: [ben], count: 4, isBelow: false })
  assert.deepEqual(await rowsOf(`me=BEN.${suffix}`), { me: [ben], count: 4, isBelow: false })
  assert.deepEqual(await rowsOf(`me=ben.${suffix}&limit=1`), { me: [ben], count: 2, isBelow: true })
  assert.deepEqual(await rowsOf(`me=cle.${suffix}&limit=2`), {
    me: [`4 cle.${suffix} You 0`],
    count: 3,
    isBelow: true,
  })
  for (const other of [
    `me=hid.${suffix}&limit=1`,
    `me=nobody&limit=1`,
    `me=Member%203&limit=1`,
    `me=cle.${suffix}&board=earner&limit=1`,
    'me=%3Cscript%3Ealert(1)%3C%2Fscript%3E&limit=1',
    'me=%25&limit=1',
    'me=__&limit=1',
    `me=${encodeURIComponent('آدا لوفلايس')}&limit=1`,
  ])
    assert.deepEqual(await rowsOf(other), { me: [], count: 1, isBelow: false }, other)
})

test('the site may choose an accent, which is a style sheet of its own', async () => {
  const partner = await busyPartner()
  for (const [accent, digits] of [
    ['0af', '00AAFF'],
    ['%230AF', '00AAFF'],
    ['8a5f0a', '8A5F0A'],
  ]) {
    const { text, headers } = await load(`${partner.partnerId}?accent=${accent}`)
    assert.ok(text.includes(`<link rel="stylesheet" href="/embed/accent/${digits}.css">`))
    assert.doesNotMatch(text, /style=|<style/)
    assert.equal(headers.get('content-security-policy'), POLICY)
  }
  const style = await load('accent/8A5F0A.css')
  assert.deepEqual(
    [style.status, style.text, style.headers.get('cache-control'), style.headers.get('content-type')],
    [
      200,
      ':root { --accent: light-dark(#8a5f0a, #a8894a); }\n',
      'public, max-age=31536000, immutable',
      'text/css; charset=utf-8',
    ],
  )
  for (const file of ['8a5f0a.css', '8A5F0A', 'red.css', '%7D.css', '..%2F..%2Fembed.css'])
    assert.equal((await load(`accent/${file}`)).status, 404, file)
})

test('the frame is transparent, and has a script for its height, only when it is asked for', async () => {
  const partner = await busyPartner()
  const usual = await load(partner.partnerId)
  assert.doesNotMatch(usual.text, /data-bg|<script/)
  assert.match(
    (await load(`${partner.partnerId}?bg=transparent`)).text,
    /<html lang="en" data-bg="transparent">/,
  )
  const growing = await load(`${partner.partnerId}?height=auto`)
  const [script, address] =
    /<script src="(\/embed\/frame-[\w-]{16}\.js)" defer><\/script>/.exec(growing.text) ?? []
  assert.equal(growing.text.match(/<script/g)?.length, 1)
  assert.ok(script && address)
  assert.equal(growing.headers.get('content-security-policy'), POLICY_WITH_SCRIPT)
  const files = [
    [address, 'public, max-age=31536000, immutable'],
    ['/embed/height.js', 'public, max-age=3600'],
  ] as const
  for (const [path, cache] of files) {
    const { status, headers } = await fetch(`${service.url}${path}`)
    assert.deepEqual(
      [status, headers.get('content-type'), headers.get('cache-control')],
      [200, 'text/javascript; charset=utf-8', cache],
    )
    assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin')
  }
})

test('no query breaks the page or gets a word of markup into it', async () => {
  const partner = await busyPartner()
  const values = [
    '',
    '0',
    '-1',
    '1e9',
    'null',
    '"><script>alert(1)</script>',
    "'; drop table users; --",
    '}</style><script>',
    'javascript:alert(1)',
    '\u0000',
    '\u202e\u2066gnp',
    '🏆'.repeat(60),
    '../../etc/passwd',
    '%F0%9F',
    'x'.repeat(5_000),
  ]
  for (const name of [
    'board',
    'take',
    'limit',
    'month',
    'year',
    'me',
    'theme',
    'bg',
    'accent',
    'height',
    'unknown',
  ])
    for (const value of values)
      for (const query of [
        `${name}=${encodeURIComponent(value)}`,
        `${name}=${encodeURIComponent(value)}&${name}=2`,
        `${name}[a]=${encodeURIComponent(value)}`,
      ]) {
        const { status, headers, text } = await load(`${partner.partnerId}?${query}`)
        assert.ok(status === 200 || status === 400, `${status} for ${query.slice(0, 80)}`)
        assert.equal(headers.get('content-security-policy'), POLICY, query.slice(0, 80))
        assert.doesNotMatch(
          text,
          /<script|<style|<iframe|javascript:|\son\w+=|drop table/,
          query.slice(0, 80),
        )
      }
})

const LONG_TAG = 'a_member_with_a_very_long_tag_'.repeat(3)
const TAGS = [LONG_TAG, 'عائشة_بنت_محمد', '🏆🥇👩‍👩‍👧‍👦 emoji', 'שלום עולם', 'ﷺ'.repeat(30), 'W'.repeat(90)]

/** A board with everything that is hard to lay out. Since yesterday the last of the first twelve took the lead. */
async function crowdedPartner(): Promise<{ partnerId: string; lastTag: string }> {
  service.clock.now = new Date(Date.now() - 86_400_000)
  const partner = await onboardTestPartner(service, {
    partnerName: 'Süd & Söhne Handelsgesellschaft '.repeat(3).trim(),
  })
  const { name } = await partner.addRule({ coinValue: '12345678.25' })
  const { name: small } = await partner.addRule({ coinValue: '0.05' })
  const users = await partner.addUsers(13)
  for (const [index, user] of users.entries()) {
    const tag = TAGS[index]
    if (tag) await service.query('update memberships set tag = $1 where user_id = $2', [tag, user])
    if (index < 9) await partner.award(user, index < 3 ? name : small)
  }
  await service.query('update memberships set is_hidden = true where user_id = $1', [users[8]])
  service.clock.now = undefined
  const { token } = await signIn(service, partner.email)
  const today = actionsOf(service, () => token)
  for (const [user, times] of [
    [users[11], 8],
    [users[4], 1],
  ] as const)
    for (let time = 0; time < times; time += 1) await today.award(user as string, name)
  const lastTag = unique('last_')
  const body = newUserBody({ tag: lastTag })
  assert.equal((await service.post('/api/v1/user', body, token)).status, 201)
  await publishBoards(service, { token })
  return { partnerId: partner.partnerId, lastTag }
}

test('nothing runs out of a board, at any width, light and dark', { skip: noBrowser }, async () => {
  const partner = await crowdedPartner()
  const empty = await onboardTestPartner(service)
  await publishBoards(service, empty)
  const { page, context, complaints } = await openChromium(service.url, DESKTOP)
  for (const [name, path] of [
    ['points', `${partner.partnerId}?limit=12`],
    ['me', `${partner.partnerId}?limit=3&me=${LONG_TAG}&accent=b3007d`],
    ['own', `${partner.partnerId}?limit=3&me=${partner.lastTag}`],
    ['month', `${partner.partnerId}?board=earner&month=current`],
    ['none', `${empty.partnerId}?board=spender`],
    ['unpublished', randomUUID()],
    ['wrong', `${partner.partnerId}?take=x&month=x&accent=x`],
  ] as const)
    for (const theme of ['light', 'dark'] as const)
      for (const width of [280, 390, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        await page.goto(`/embed/${path}${path.includes('?') ? '&' : '?'}theme=${theme}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        const place = `${name} ${theme} ${width}`
        assert.deepEqual(await page.evaluate(RUNNING_OUT), [], place)
        assert.deepEqual(await page.evaluate(HIGH_ROWS), [], place)
        if (width === 390) await checkAxe(page, place)
        if (pictures) {
          await mkdir(pictures, { recursive: true })
          await page.screenshot({
            path: join(pictures, `embed-${name}-${width}-${theme}.png`),
            fullPage: true,
          })
        }
      }
  assert.deepEqual(
    complaints.filter((each) => !/status of (400|404)/.test(each)),
    [],
  )
  await context.close()
})

/** What is wider than the screen, or is cut off without an ellipsis. */
const RUNNING_OUT = `[...document.querySelectorAll('body, body *')].filter((each) => {
  const hasEllipsis = (element) => getComputedStyle(element).textOverflow === 'ellipsis'
  if (each.closest('.unseen, svg') || (each.parentElement && hasEllipsis(each.parentElement))) return false
  const { left, right } = each.getBoundingClientRect()
  const isClipped = each.clientWidth > 0 && each.scrollWidth > each.clientWidth + 1 && !hasEllipsis(each)
  return left < -1 || right > innerWidth + 1 || isClipped
}).map((each) => each.outerHTML.slice(0, 120))`

const HIGH_ROWS = `[...document.querySelectorAll('tbody tr')].filter((row) => row.getBoundingClientRect().height > 60).map((row) => row.textContent)`

test('a frame gets the height of its board by itself', { skip: noBrowser }, async () => {
  const partner = await busyPartner()
  const site = await startSite()
  const { page, context } = await openChromium(site, DESKTOP)
  const heights = async (query: string) => {
    const frame = encodeURIComponent(`${service.url}/embed/${partner.partnerId}?${query}`)
    await page.goto(`/?frame=${frame}&script=${encodeURIComponent(`${service.url}/embed/height.js`)}`)
    await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor()
    const inside = () =>
      page.frames()[1]?.evaluate<number>('document.documentElement.getBoundingClientRect().height')
    const outside = async () => (await page.locator('iframe[title=Board]').boundingBox())?.height
    return { inside, outside }
  }
  const SET = 352
  for (const query of ['height=auto&limit=1', 'height=auto&limit=50', 'height=auto&limit=50&board=earner']) {
    const { inside, outside } = await heights(query)
    await waitUntil(
      async () => Math.abs(((await inside()) ?? 0) - ((await outside()) ?? 0)) < 2,
      `${query} fits`,
    )
  }
  const fixed = await heights('limit=1')
  assert.equal(await fixed.outside(), SET)

  // A stranger in another frame sets no height.
  await page.evaluate(`{
    const stranger = document.createElement('iframe')
    stranger.srcdoc = '<script>parent.postMessage({ laurelHeight: 9 }, "*")<' + '/script>'
    document.body.append(stranger)
    new Promise((done) => stranger.addEventListener('load', done))
  }`)
  await page.waitForFunction('document.querySelectorAll("iframe").length === 2')
  assert.equal(await fixed.outside(), SET)
  await context.close()
})

test('a transparent frame shows the page around it, also in the other scheme', {
  skip: noBrowser,
}, async () => {
  const partner = await busyPartner()
  const site = await startSite()
  const { page, context } = await openChromium(site, DESKTOP)
  for (const theme of ['light', 'dark', 'auto']) {
    const frame = `${service.url}/embed/${partner.partnerId}?bg=transparent&theme=${theme}`
    await page.goto(`/?ground=tomato&frame=${encodeURIComponent(frame)}`)
    await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor()
    const corner = await page.locator('iframe[title=Board]').boundingBox()
    assert(corner)
    const picture = await page.screenshot({ clip: { x: corner.x + 2, y: corner.y + 2, width: 4, height: 4 } })
    await page.goto('/?ground=tomato')
    const ground = await page.screenshot({ clip: { x: 2, y: 500, width: 4, height: 4 } })
    assert.ok(picture.equals(ground), theme)
  }
  await context.close()
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
      const paper = await page
        .frames()[1]
        ?.evaluate('getComputedStyle(document.documentElement).backgroundColor')
      assert.equal(paper, theme === 'light' ? 'rgb(247, 245, 239)' : 'rgb(18, 20, 15)')
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
    const { searchParams } = new URL(request.url ?? '/', 'http://site')
    const attribute = (name: string) =>
      searchParams.get(name)?.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
    const script = attribute('script')
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><title>Shop</title><link rel="icon" href="data:,">
<style>body { margin: 0; background: ${attribute('ground') ?? 'white'} } iframe { width: 100%; height: 22rem; border: 0 }</style>
<iframe title="Board" src="${attribute('frame') ?? 'about:blank'}"></iframe>
${script ? `<script async src="${script}"></script>` : ''}`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  return `http://localhost:${(server.address() as AddressInfo).port}`
}
