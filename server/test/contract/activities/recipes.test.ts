import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { signUpOnPage } from '../../support/account.ts'
import { activitiesOf } from '../../support/activities.ts'
import { dataOf } from '../../support/api.ts'
import { announcedIn, codeBlocksOf } from '../../support/code-blocks.ts'
import { getTokens, newOauthShop } from '../../support/oauth.ts'
import { claimsOf, ME, onboardTestPartner, signIn } from '../../support/partner.ts'
import { makeTestFolder } from '../../support/process.ts'
import { runScript } from '../../support/run-script.ts'
import { type TestService, useClockService, useSharedService } from '../../support/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const GUIDE = readFileSync(join(root, 'docs/guides/activities.md'), 'utf8')
const DAY_MS = 86_400_000

const shared = useSharedService()
const { service: stopped } = await useClockService()

/** The program of a section, after the client of the page. */
function programOf(heading: string): string {
  const [client] = codeBlocksOf(GUIDE)
  const [, section] = GUIDE.split(`\n## ${heading}\n`)
  const [block] = codeBlocksOf(section ?? '')
  assert.ok(client && block, `the guide has the section ${heading}`)
  return client.text + block.text
}

/** Runs a section of the guide as the backend of a partner. What its comments announce is printed. */
async function runSection(service: TestService, heading: string, key: { clientId: string; secret: string }) {
  const folder = await makeTestFolder()
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const program = programOf(heading)
  await writeFile(join(folder, 'recipe.mts'), program)
  const { code, said } = await runScript('node recipe.mts', folder, {
    LAUREL_URL: service.url,
    LAUREL_CLIENT_ID: key.clientId,
    LAUREL_CLIENT_SECRET: key.secret,
  })
  assert.equal(code, 0, said)
  for (const line of announcedIn(codeBlocksOf(`\`\`\`ts\n${program}\`\`\`\n`)).prints)
    assert.ok(said.includes(line), said)
}

test('the week in a row of the guide pays on the seventh day, and not after a day without the app', async () => {
  const start = Date.parse('2026-03-02T12:00:00Z')
  stopped.clock.now = new Date(start)
  const partner = await onboardTestPartner(stopped)
  const { clientId } = await dataOf(stopped.get(ME, partner.token))
  const { secret } = await dataOf(stopped.post(`${ME}/secrets`, { name: 'shop' }, partner.token))
  await runSection(stopped, 'A week in a row', { clientId, secret })

  /** "paid" or how far the streak is, for opening the app some days after the first. */
  const openOn = async (day: number): Promise<string | number> => {
    stopped.clock.now = new Date(start + day * DAY_MS)
    const { token } = await signIn(stopped, partner.email)
    const { awards } = await activitiesOf(stopped, { token }).record({
      type: 'app.opened',
      externalId: 'ola-5',
    })
    const [award] = awards
    return award.awarded ? `paid ${award.decision.coins}` : award.decision.counters.progress
  }
  const outcomes: unknown[] = []
  for (const day of [1, 2, 4, 5, 6, 7, 8, 9, 10, 11]) outcomes.push(await openOn(day))
  assert.deepEqual(outcomes, [2, 3, 1, 2, 3, 4, 5, 6, 'paid 20', 1])
})

test('the rule of the guide pays a member whose friend places a first order', async () => {
  const shop = await newOauthShop(shared)
  await runSection(shared, 'Bring a friend', { clientId: shop.clientId, secret: shop.secret })
  const join = async (changes: Record<string, string> = {}) => {
    const user = await signUpOnPage(shared, changes)
    const tokens = await getTokens(shared, shop.config, user)
    return { ...user, userId: claimsOf(tokens.access_token).sub as string }
  }
  const ada = await join()
  const friend = await join({ referralCode: ada.tag })
  await dataOf(shop.award(friend.userId, shop.rule.name))
  await waitUntil(async () => (await shop.coinsOf(ada.userId)) === '10', 'the friend pays 10 coins')
})
