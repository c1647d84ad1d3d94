import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createVisitor, setPasswordByMail, signUp } from '../../support/account.ts'
import { dataOf } from '../../support/api.ts'
import { publishBoards } from '../../support/boards.ts'
import { lockLedgers } from '../../support/database.ts'
import { newUserBody, onboardByTag, onboardTestPartner } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { startUserDetails } from '../../support/user-details.ts'

const service = useSharedService()
const userDetailsUrl = await startUserDetails()
const SECURITY = '/account/security'

/** A member of a partner with public boards, and the tag that everyone sees there. */
async function publishedMember(details: Record<string, unknown> = {}) {
  const partner = await onboardTestPartner(service, { userDetailsUrl })
  const { tag, email, ...body } = newUserBody(details)
  const { id: userId } = await dataOf(service.post('/api/v1/user', { ...body, tag, email }, partner.token))
  await setPasswordByMail(service, email)
  await publishBoards(service, partner)
  const visitor = createVisitor(service)
  await visitor.signIn(tag)
  return {
    userId,
    tag,
    partner,
    visitor,
    shownTag: async () => {
      const board = await service.get(`/api/v1/laas/leaderboard/new?partnerId=${partner.partnerId}`)
      assert.equal(board.status, 200)
      const [entry] = board.body.data.data
      assert.equal(entry.user.userId, userId)
      return entry.user.userData?.tag
    },
  }
}

test('a user hides the tag on public boards, and shows it again', async () => {
  const { userId, tag, visitor, shownTag } = await publishedMember()
  assert.equal(await shownTag(), tag)

  const before = await visitor.visit(SECURITY)
  assert.ok(before.text.includes('Your tag is shown with your place and points.'))
  const hidden = await visitor.send(`${SECURITY}/public-boards`, { show: 'no' })
  assert.equal(hidden.location, `${SECURITY}?done=hidden`)
  assert.equal(await shownTag(), undefined)

  for (const show of ['', 'maybe']) {
    assert.equal((await visitor.send(`${SECURITY}/public-boards`, { show })).status, 400)
    assert.equal(await shownTag(), undefined)
  }

  const between = await visitor.visit(hidden.location as string)
  assert.ok(between.text.includes('Public boards no longer show your tag.'))
  assert.ok(between.text.includes('Your tag is hidden'))
  const shown = await visitor.send(`${SECURITY}/public-boards`, { show: 'yes' })
  assert.equal(shown.location, `${SECURITY}?done=shown`)
  assert.equal(await shownTag(), tag)

  const after = await visitor.visit(shown.location as string)
  assert.ok(after.text.includes('Public boards show your tag again.'))
  for (const action of ['Tag hidden on public boards', 'Tag shown on public boards'])
    assert.ok(after.text.includes(action))
  const events = await service.query<{ action: string }>(
    `select action from audit_log where subject = $1 and action like '%_on_boards' order by id`,
    [userId],
  )
  assert.deepEqual(
    events.map(({ action }) => action),
    ['hidden_on_boards', 'shown_on_boards'],
  )
})

test('a tag is hidden and shown at once, also while the ledger of a partner is busy', async () => {
  const { tag, visitor, partner, shownTag } = await publishedMember()
  assert.equal(await shownTag(), tag)
  await visitor.visit(SECURITY)
  const locked = await lockLedgers(service, partner)
  try {
    await visitor.send(`${SECURITY}/public-boards`, { show: 'no' })
    assert.equal(await shownTag(), undefined)
    await visitor.send(`${SECURITY}/public-boards`, { show: 'yes' })
    assert.equal(await shownTag(), tag)
  } finally {
    await locked.letGo()
  }
})

test('a user who joins while hiding the tag is hidden there too', async () => {
  const { userId, tag } = await signUp(service)
  const partner = await onboardTestPartner(service, { userDetailsUrl })
  await publishBoards(service, partner)
  const visitor = createVisitor(service)
  await visitor.signIn(tag)
  await visitor.visit(SECURITY)
  // The join locks the user; hiding waits for it.
  const locked = await lockLedgers(service, partner)
  const joining = onboardByTag(service, partner, tag)
  while ((await locked.countWaiting()) === 0) await pause(10)
  const hiding = visitor.send(`${SECURITY}/public-boards`, { show: 'no' })
  await locked.letGo()
  assert.equal((await joining).status, 201)
  await hiding
  const board = await service.get(`/api/v1/laas/leaderboard/new?partnerId=${partner.partnerId}`)
  assert.equal(board.body.data.data[0].user.userId, userId)
  assert.equal(board.body.data.data[0].user.userData, null)
})

test('a minor sees that the tag is not shown, without a choice', async () => {
  const { visitor, shownTag } = await publishedMember({ isAdult: false })
  assert.equal(await shownTag(), undefined)
  const { text } = await visitor.visit(SECURITY)
  assert.ok(text.includes('because your account does not say that you are an adult'))
  assert.ok(!text.includes('public-boards"'))
})

test('a minor and a user who hides look the same on every public board', async () => {
  const [minor, adult] = [await publishedMember({ isAdult: false }), await publishedMember()]
  await adult.visitor.visit(SECURITY)
  await adult.visitor.send(`${SECURITY}/public-boards`, { show: 'no' })
  assert.equal(await adult.shownTag(), undefined)
  const boards = async ({ partner, userId }: typeof adult) => {
    const { name } = await partner.addRule()
    assert.equal((await partner.award(userId, name)).status, 201)
    const { partnerId } = partner
    const responses = await Promise.all(
      [
        `/api/v1/laas/leaderboard/new?partnerId=${partnerId}&userId=${userId}`,
        `/api/v1/laas/leaderboard/new?partnerId=${partnerId}&userId=${userId}&around=1`,
        `/api/v1/laas/coins/partner/ep-leaderboard?partnerId=${partnerId}&userId=${userId}`,
        `/api/v1/laas/coins/partner/ep-leaderboard?partnerId=${partnerId}&year=${new Date().getUTCFullYear()}`,
        `/embed/${partnerId}`,
        `/embed/${partnerId}?board=earner`,
      ].map(async (path) => {
        const response = await fetch(`${service.url}${path}`)
        return { status: response.status, names: [...response.headers.keys()], body: await response.text() }
      }),
    )
    return responses.map(({ body, ...rest }) => ({ ...rest, body: withoutValues(body) }))
  }
  const seen = await boards(minor)
  assert.ok(seen.every(({ status }) => status === 200))
  assert.deepEqual(seen, await boards(adult))
})

/** Replaces ids and times by their numbers, so that two texts are equal when they have the same form. */
function withoutValues(text: string): string {
  const values: string[] = []
  return text.replaceAll(VALUE, (value) => {
    if (!values.includes(value)) values.push(value)
    return `(${values.indexOf(value)})`
  })
}

const VALUE =
  /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d{2}-\d{2}T[\d:.]+Z|\d+ \w+ \d{4}, \d\d:\d\d UTC/g
