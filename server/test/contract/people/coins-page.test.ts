import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createVisitor, signUp } from '../../support/account.ts'
import { dataOf } from '../../support/api.ts'
import { assertFailure } from '../../support/api-response.ts'
import { ME, onboardByTag, onboardTestPartner, type TestPartner, unique } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { startUserDetails } from '../../support/user-details.ts'

const service = useSharedService()
const userDetailsUrl = await startUserDetails()
let acme: TestPartner
let beta: TestPartner
before(async () => {
  acme = await onboardTestPartner(service, {
    partnerName: 'Acme <b>',
    applicationName: 'Acme Shop',
    userDetailsUrl,
  })
  beta = await onboardTestPartner(service, { partnerName: 'Beta', userDetailsUrl })
})

const join = (partner: TestPartner, tag: string) => onboardByTag(service, partner, tag)

/** A user who is signed in, and joined to these partners by tag. */
async function enter(...partners: TestPartner[]) {
  const user = await signUp(service)
  for (const partner of partners) assert.equal((await join(partner, user.tag)).status, 201)
  const visitor = createVisitor(service)
  await visitor.signIn(user.tag)
  await visitor.visit('/account')
  return { ...user, visitor }
}

const ROW =
  /<strong>([^<]*)<\/strong>(?:<span class="note"[^>]*>([^<]*)<\/span>)?<small><time[^>]*>.*?<\/time><\/small><\/span>\s*<span class="amount[^"]*">([^<]*)</g
const rowsOf = (text: string) => [...text.matchAll(ROW)].map(([, what, note, amount]) => [what, note, amount])

test('a user without partners sees how to link one', async () => {
  const { visitor } = await enter()
  const { text } = await visitor.visit('/account')
  assert.ok(text.includes('No partner is linked yet'))
  assert.ok(text.includes('sign in with your tag'))
})

test('a user sees coins and points with each partner, and what each may see', async () => {
  const { visitor, userId } = await enter(acme, beta)
  const rule = await acme.addRule({ coinValue: '1234.5' })
  await acme.award(userId, rule.name)
  await acme.transfer(userId, 34.5)
  const { text } = await visitor.visit('/account')
  assert.ok(text.includes('<strong>1,200</strong> coins'))
  assert.ok(text.includes('1,234.5 points earned in all'))
  assert.ok(text.includes('<strong>0</strong> coins'))
  assert.ok(text.includes('Sees your tag, name and e-mail address.'))
  assert.ok(text.includes('Acme &lt;b&gt;') && !text.includes('Acme <b>'))
  assert.ok(text.indexOf('Acme') < text.indexOf('Beta'))
  const partnerPage = await visitor.visit(`/account/partners/${acme.partnerId}`)
  for (const shown of ['grace hopper', 'What Acme &lt;b&gt; may see', '<dd>1,200 <small>coins</small></dd>'])
    assert.ok(partnerPage.text.toLowerCase().includes(shown.toLowerCase()), shown)
})

test('the history has awards, transfers and reversals with their amounts, the newest first, and nothing of others', async () => {
  const { visitor, userId } = await enter(acme, beta)
  const other = await enter(acme)
  const rule = await acme.addRule({ coinValue: '10' })
  const batched = await acme.addRule({ type: 'batched', completionNumber: '2' })
  await acme.award(other.userId, rule.name, 'Not yours')
  await acme.award(userId, rule.name, 'Order <1>')
  const second = await acme.award(userId, rule.name)
  await acme.award(userId, batched.name, 'Only counted')
  await acme.transfer(userId, 2.5)
  await service.request('POST', `/api/v1/laas/rules/award/${second.body.data.id}/reverse`, {
    token: acme.token,
    body: {},
  })
  await acme.transfer(userId, 5000)

  const { text } = await visitor.visit(`/account/partners/${acme.partnerId}`)
  assert.deepEqual(rowsOf(text), [
    [`Reversed: ${rule.name}`, undefined, '−10 coins'],
    ['Spent at Acme &lt;b&gt;', undefined, '−2.5 coins'],
    [rule.name, undefined, '+10 coins'],
    [rule.name, 'Order &lt;1&gt;', '+10 coins'],
  ])
  assert.match(
    text,
    /<time datetime="\d{4}-\d\d-\d\dT[\d:.]+Z">\d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d UTC<\/time>/,
  )
  const none = await visitor.visit(`/account/partners/${beta.partnerId}`)
  assert.ok(none.text.includes('No coins yet. They appear here as soon as Beta rewards you.'))
})

test('a long history is read page by page, without a gap and without a repetition', async () => {
  const { visitor, userId } = await enter(acme)
  const rule = await acme.addRule({ coinValue: '1' })
  for (let count = 1; count <= 45; count += 1) {
    await acme.award(userId, rule.name, `Order ${count}`)
    if (count % 9 === 0) await acme.transfer(userId, 1)
  }
  const seen: string[] = []
  let path: string | undefined = `/account/partners/${acme.partnerId}`
  const sizes: number[] = []
  while (path) {
    const { text } = await visitor.visit(path)
    const rows = rowsOf(text)
    sizes.push(rows.length)
    seen.push(...rows.filter(([what]) => what === rule.name).map(([, note]) => note as string))
    path = /href="([^"]+\?before=\d+)"/.exec(text)?.[1]
  }
  assert.deepEqual(sizes, [20, 20, 10])
  assert.deepEqual(
    seen,
    Array.from({ length: 45 }, (_, index) => `Order ${45 - index}`),
  )
  const past = await visitor.visit(`/account/partners/${acme.partnerId}?before=1`)
  assert.ok(past.text.includes('There is nothing older.'))
})

test('many partners are read page by page', async () => {
  const { visitor, userId } = await enter(acme, beta)
  await service.query(
    `with made as (
      insert into partners (id, ecosystem, name, email, created_at, updated_at)
      select gen_random_uuid(), 'acme', 'Shop ' || n, 'shop' || n || '@many.example', now(), now() from generate_series(1, 60) n
      returning id)
    , applied as (
      insert into applications (id, partner_id, name, client_id, public_client_id, redirect_url, user_details_url, created_at, updated_at)
      select gen_random_uuid(), id, 'app', id::text, 'public ' || id, 'x', 'x', now(), now() from made)
    , joined as (
      insert into memberships (partner_id, user_id, id, tag, fullname, email, left_at, left_by, created_at, updated_at)
      select id, $1, gen_random_uuid(), 'x', 'x', '', now(), 'partner', now(), now() from made)
    , opened as (
      insert into wallets (partner_id, user_id, id, joined_no, on_boards, created_at, updated_at)
      select id, $1, gen_random_uuid(), 1, false, now(), now() from made)
    insert into user_partners select $1, id, $1 from made`,
    [userId],
  )
  const first = await visitor.visit('/account')
  const next = /href="(\/account\?after=[^"]+)"/.exec(first.text)?.[1]
  const second = await visitor.visit(next as string)
  const names = [first, second].map(({ text }) =>
    [...text.matchAll(/<(?:h2|span)><a [^>]*>([^<]+)</g)].map(([, name]) => name),
  )
  assert.deepEqual(
    names.map((each) => each.length),
    [50, 12],
  )
  assert.equal(new Set(names.flat()).size, 62)
  assert.doesNotMatch(second.text, /\?after=/)
})

test('the first days of coins that wait and expire are listed, the later ones folded', async () => {
  const { visitor, userId } = await enter(acme)
  for (let days = 1; days <= 6; days += 1) {
    const terms = { coinValue: String(days), pendingDays: days, coinExpiry: { after: 'P90D', until: 'day' } }
    await acme.award(userId, (await acme.addRule(terms)).name)
  }
  const path = `/account/partners/${acme.partnerId}`
  const { text } = await visitor.visit(path)
  const [listed = '', folded = ''] = text
    .slice(0, text.indexOf('id="history"'))
    .split('<summary>Later</summary>')
  const count = (part: string, words: string) => part.split(words).length - 1
  assert.deepEqual([count(listed, 'Can be spent from'), count(listed, 'Expire at the end of')], [4, 4])
  assert.deepEqual([count(folded, 'Can be spent from'), count(folded, 'Expire at the end of')], [2, 2])
  assert.equal(count(text, 'Spend them before.'), 6)

  await visitor.visit(`${path}/unlink`)
  await visitor.send(`${path}/unlink`)
  const left = await visitor.visit(path)
  assert.equal(count(left.text, 'Spend them before.'), 0)
  assert.equal(count(left.text, 'To spend them, link it again before.'), 6)
})

test('a user who unlinks just after the partner ended the link comes back by consent alone', async () => {
  const { visitor, userId, tag } = await enter(acme)
  const path = `/account/partners/${acme.partnerId}/unlink`
  await visitor.visit(path)
  const ended = await service.request('DELETE', `/api/v1/laas/users/${userId}`, { token: acme.token })
  assert.equal(ended.status, 200)
  assert.equal((await visitor.send(path)).location, '/account?done=unlinked')
  assert.equal((await join(acme, tag)).body.data.appErrorCode, 'consent_required')
})

test('a user who unlinks is asked first; then awards are refused, and joining by tag asks for consent', async () => {
  const { visitor, userId, tag } = await enter(acme, beta)
  const rule = await acme.addRule({ coinValue: '7' })
  await acme.award(userId, rule.name)
  const path = `/account/partners/${acme.partnerId}/unlink`
  const asked = await visitor.visit(path)
  for (const text of [
    'Unlink Acme &lt;b&gt;?',
    'Your 7 coins and your points there are kept',
    'It cannot link you again by itself.',
  ])
    assert.ok(asked.text.includes(text), text)
  assert.equal((await acme.award(userId, rule.name)).status, 201, 'asking changes nothing')

  const done = await visitor.send(path)
  assert.equal(done.location, '/account?done=unlinked')
  assertFailure(await acme.award(userId, rule.name), 'missing', 'User was not found.')
  assertFailure(await acme.transfer(userId, 1), 'missing', 'User was not found.')
  assertFailure(
    await join(acme, tag),
    'refused',
    'The user unlinked from this partner and can come back only by consenting again.',
    'consent_required',
  )
  const [membership] = await service.query(
    'select left_by from memberships where partner_id = $1 and user_id = $2',
    [acme.partnerId, userId],
  )
  assert.deepEqual(membership, { left_by: 'user' })

  const after = await visitor.visit(done.location as string)
  assert.ok(after.text.includes('The partner is unlinked.') && after.text.includes('You unlinked it'))
  assert.ok(after.text.includes('14 coins'))
  assert.equal((await visitor.visit(path)).location, '/account')
  assert.equal((await visitor.send(path)).location, '/account?done=unlinked')
  const history = await visitor.visit(`/account/partners/${acme.partnerId}`)
  assert.equal(rowsOf(history.text).length, 2)
  assert.ok(!history.text.includes('may see'))
})

test('a partner no longer sees who unlinked, nor finds them; both exports keep what is held', async () => {
  const { visitor, userId, tag } = await enter(acme)
  const rule = await acme.addRule()
  await acme.award(userId, rule.name)
  const externalId = unique('cust-')
  await service.request('PUT', `/api/v1/laas/users/${userId}/external-id`, {
    token: acme.token,
    body: { externalId },
  })
  const read = (path: string) => dataOf(service.get(`/api/v1/laas/${path}`, acme.token))
  const shown = async () => {
    const [listed] = (await read(`users?include=former&ids=${userId}`)).data
    const [person] = (await read(`rules/${rule.id}/people`)).data
    const { members } = await read(`search?q=${userId}`)
    const { members: named } = await read(`search?q=${externalId}`)
    return {
      tags: [listed, person.user].map(({ userData }) => userData?.tag),
      email: listed.email,
      leftBy: listed.leftBy,
      found: [members.length, named.length],
    }
  }
  const { email, ...before } = await shown()
  assert.deepEqual(before, { tags: [tag, tag], leftBy: null, found: [1, 1] })
  assert.match(email, /@/)

  const path = `/account/partners/${acme.partnerId}/unlink`
  await visitor.visit(path)
  await visitor.send(path)
  const hidden = { tags: [undefined, undefined], email: null, leftBy: 'user', found: [0, 0] }
  assert.deepEqual(await shown(), hidden)
  const former = (await read('users?include=onlyFormer&limit=100')).data
  const [one] = former.filter((member: { userId: string }) => member.userId === userId)
  assert.deepEqual(
    [one.userData, one.email, one.externalId, one.wallet.coins],
    [null, null, externalId, '10'],
    'amounts and the own id stay',
  )
  const [award] = (await read(`coins/transactions?userId=${userId}`)).data
  assert.deepEqual(
    [award.to.fullname_businessName, award.to.email, award.to.tag, award.to.userId],
    ['', '', '', userId],
  )
  const { membership } = await read(`users/${userId}/export`)
  assert.deepEqual([membership.userData.tag, membership.email, membership.leftBy], [tag, email, 'user'])
})

test('a user cannot see or unlink what another has', async () => {
  const { userId } = await enter(acme)
  const stranger = await enter(beta)
  assert.equal((await stranger.visitor.visit(`/account/partners/${acme.partnerId}`)).status, 404)
  assert.equal((await stranger.visitor.send(`/account/partners/${acme.partnerId}/unlink`)).status, 404)
  const rule = await acme.addRule()
  assert.equal((await acme.award(userId, rule.name)).status, 201)
})

test('a user sees the rewards that a partner shows, and how far they are with each', async () => {
  const partner = await onboardTestPartner(service, { partnerName: 'Gamma', userDetailsUrl })
  const { visitor, userId } = await enter(partner)
  const shownToUsers = true
  const visits = await partner.addRule({
    type: 'batched',
    completionNumber: '5',
    condition: 'Came <by>',
    coinValue: '20',
    shownToUsers,
  })
  const once = await partner.addRule({ userLimitAward: '1', shownToUsers })
  const daily = await partner.addRule({
    userLimitAward: '1',
    userLimitPeriod: 'day',
    timeZone: 'Africa/Lagos',
    shownToUsers,
  })
  const parts = [unique('part'), unique('part')]
  const combined = await partner.addRule({
    type: 'combined',
    rules: parts.map((name) => ({ name, condition: 'Done' })),
    shownToUsers,
  })
  const perUnit = await partner.addRule({
    perUnit: true,
    coinValue: '0.5',
    maxCoinsPerAward: '10',
    shownToUsers,
  })
  const streak = await partner.addRule({
    type: 'batched',
    completionNumber: '7',
    countPer: 'day',
    consecutive: true,
    shownToUsers,
  })
  const hidden = await partner.addRule()
  for (const name of [visits.name, visits.name, once.name, daily.name, streak.name, parts[0] as string])
    assert.equal((await partner.award(userId, name)).status, 201)

  const { text } = await visitor.visit(`/account/partners/${partner.partnerId}`)
  const rewardOf = ({ name }: { name: string }) =>
    /<li>\n<h3>[\s\S]*?<p class="state">.*?<\/p>\n<\/li>/
      .exec(text.slice(Math.max(0, text.indexOf(`<h3>${name}</h3>`) - 5)))?.[0]
      .replaceAll(/<time[^>]*>|<\/time>/g, '') ?? ''
  assert.match(rewardOf(visits), /Came &lt;by&gt;.*20 coins.*<progress max="5" value="2".*2 of 5 done/s)
  assert.match(rewardOf(once), /You have all of it<\/p>/)
  assert.match(rewardOf(daily), /You have all of it today\. Again from \d{1,2} \w+ \d{4}, 23:00 UTC<\/p>/)
  assert.match(rewardOf(combined), new RegExp(`class="done">✓ ${parts[0]}.*○ ${parts[1]}.*1 of 2 done`, 's'))
  assert.match(rewardOf(streak), /<progress max="7" value="1".*Day 1 of 7, done for today<\/p>/s)
  assert.match(rewardOf(perUnit), /0\.5 coins for each unit, at most 10 coins/)
  assert.ok(!text.includes(hidden.name))
  assert.match(text, /<dt>Your place by points<\/dt><dd>1 <small>of 1<\/small>/)
})

test('amounts have the partner’s name of its coins, and times its zone', async () => {
  const partner = await onboardTestPartner(service, { partnerName: 'Delta', userDetailsUrl })
  const changed = await service.request('PATCH', ME, {
    token: partner.token,
    body: { timeZone: 'Asia/Kolkata', coinName: { one: 'star', many: 'stars' } },
  })
  assert.equal(changed.status, 200)
  const { visitor, userId } = await enter(partner)
  const rule = await partner.addRule({ coinValue: '1' })
  await partner.award(userId, rule.name)
  const list = await visitor.visit('/account')
  assert.ok(list.text.includes('<strong>1</strong> star<'))
  const { text } = await visitor.visit(`/account/partners/${partner.partnerId}`)
  assert.deepEqual(rowsOf(text), [[rule.name, undefined, '+1 star']])
  assert.match(text, /<time datetime="[^"]+Z">[^<]+ GMT\+5:30<\/time>/)
  assert.ok(text.includes('Times are those of Asia/Kolkata, the time zone of Delta.'))
  assert.ok(text.includes('Your stars, points and place on its boards'))
  const unlink = await visitor.visit(`/account/partners/${partner.partnerId}/unlink`)
  assert.match(
    unlink.text,
    /can no longer reward you, take stars from you.*your stars and points are then back/s,
  )
})

test('a partner’s colour has a stylesheet, and no other path of that folder', async () => {
  const { visit } = createVisitor(service)
  const style = await visit('/account/accents/a0522d.css')
  assert.deepEqual(
    [style.status, style.text],
    [200, ':root {\n  --brand: #a0522d;\n  --on-brand: #ffffff;\n}\n'],
  )
  assert.equal(style.headers.get('content-type'), 'text/css; charset=utf-8')
  for (const file of ['A0522D.css', 'red.css', 'a0522d', 'a0522d.css.css'])
    assert.equal((await visit(`/account/accents/${file}`)).status, 404)
})
