import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { checkWords } from '../../support/api-names.ts'
import { noBrowser } from '../../support/browser.ts'
import { openDashboard } from '../../support/dashboard.ts'
import { checkLooks } from '../../support/looks.ts'
import { ME, onboardTestPartner } from '../../support/partner.ts'
import { makeTestFolder } from '../../support/process.ts'
import { runScript } from '../../support/run-script.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** Where each program is saved, and how it is started. */
const PROGRAMS: Record<string, { file: string; run: string }> = {
  fetch: { file: 'fetch.mjs', run: 'node' },
  SDK: { file: 'sdk.mjs', run: 'node' },
  Python: { file: 'award.py', run: 'python3' },
  PHP: { file: 'award.php', run: 'php' },
  Go: { file: 'award.go', run: 'go run' },
}

const isInstalled = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${program.split(' ')[0]}`]).status === 0

const shown = (page: Page, what: string): Promise<string> =>
  page.getByRole('region', { name: what }).innerText()

/** What makes a rule listen to an activity, with texts that languages escape. */
const LISTENING = {
  activityType: 'order.paid',
  when: `properties.shop == "Ada's \\"$hop\\" \\\\ 1" && properties.isFirst == true`,
  unitsFrom: 'properties.items.map(i, i.price).sum()',
}

/** A rule that pays by units, its drawer, and what readers of the examples have. */
async function openExamples(terms: object = {}) {
  const partner = await onboardTestPartner(service)
  const rule = await partner.addRule({ name: 'order placed', coinValue: '0.5', perUnit: true, ...terms })
  const userId = await partner.addUser()
  const { body } = await service.post(`${ME}/secrets`, { name: 'backend' }, partner.token)
  const { page, complaints } = await openDashboard(service, partner.email)
  await page.goto(`/dashboard/rules/${rule.id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Use in code' }).click()
  const choose = (name: string) =>
    page.getByRole('radiogroup', { name: 'Language' }).getByText(name, { exact: true }).click()
  const filledIn = (text: string, order: string): string =>
    text.replaceAll('USER_ID', userId).replaceAll('ORDER_ID', order).replaceAll('UNITS', '25')
  return { partner, userId, page, complaints, choose, filledIn, secret: body.data.secret as string }
}

async function assertPaidOnce(token: string, userId: string, order: string): Promise<void> {
  const { body } = await service.get(`/api/v1/laas/decisions?reference=${order}`, token)
  const paid = body.data.decisions.map((each: Record<string, unknown>) => [
    each.userId,
    each.outcome,
    each.coins,
    each.units,
  ])
  assert.deepEqual(paid, [[userId, 'paid', '12.5', '25']], order)
}

/** Runs commands twice, as after a lost response, in a folder that has the SDK. */
async function runTwice(commands: string, folder: string, secret: string): Promise<string> {
  const { code, said } = await runScript(`${commands}\n${commands}`, folder, {
    LAUREL_SECRET: secret,
    GOCACHE: join(root, 'node_modules/.cache/go'),
    PYENV_ROOT: process.env.PYENV_ROOT,
  })
  assert.equal(code, 0, said)
  return said
}

test('the requests for a shell award once, however often they are sent', { skip: noBrowser }, async () => {
  const { page, complaints, partner, userId, secret, filledIn } = await openExamples()
  const granted = (await shown(page, 'the request for a token')).replace('paste a client secret here', secret)
  const request = filledIn(await shown(page, 'the request that awards it'), 'curl-1')
  const said = await runTwice(`${granted}\n${request}`, await makeTestFolder(), secret)
  assert.match(said, /"awarded":true/)
  await assertPaidOnce(partner.token, userId, 'curl-1')
  assert.deepEqual(complaints, [])
})

test('the programs in five languages award once, however often they run', { skip: noBrowser }, async (t) => {
  const { page, complaints, partner, userId, secret, filledIn, choose } = await openExamples()
  const folder = await makeTestFolder()
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [language, { file, run }] of Object.entries(PROGRAMS)) {
    await choose(language)
    const order = `${language}-1`
    const program = filledIn(await shown(page, 'the program that awards it'), order)
    await checkPrograms(t, language, program, async () => {
      await writeFile(join(folder, file), program)
      await runTwice(`${run} ${file}`, folder, secret)
      await assertPaidOnce(partner.token, userId, order)
    })
  }
  await checkLooks(page, 'use-in-code')
  assert.deepEqual(complaints, [])
})

test('for a rule that listens to an activity, the programs in all languages send it', {
  skip: noBrowser,
}, async (t) => {
  const { page, complaints, partner, userId, secret, filledIn, choose } = await openExamples(LISTENING)
  const folder = await makeTestFolder()
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const granted = (await shown(page, 'the request for a token')).replace('paste a client secret here', secret)
  const request = filledIn(await shown(page, 'the request that sends the activity'), 'curl-1')
  assert.match(await runTwice(`${granted}\n${request}`, folder, secret), /"awarded":true/)
  await assertPaidOnce(partner.token, userId, 'curl-1')
  for (const [language, { file, run }] of Object.entries(PROGRAMS)) {
    await choose(language)
    const order = `${language}-1`
    const program = filledIn(await shown(page, 'the program that sends the activity'), order)
    if (!isInstalled(run)) {
      t.diagnostic(`${run} is not installed`)
      if (language !== 'PHP') continue
      assert.match(program, /post\('\/api\/v1\/laas\/activities', json_encode\(\$activity\)/)
      assert.ok(
        program.includes(
          String.raw`'properties' => ['shop' => 'Ada\'s "$hop" \\ 1', 'isFirst' => true, 'items' => [['price' => 25]]],`,
        ),
        program,
      )
      continue
    }
    await writeFile(join(folder, file), program)
    await runTwice(`${run} ${file}`, folder, secret)
    await assertPaidOnce(partner.token, userId, order)
  }
  await checkWords(page, 'the examples of an activity')
  await checkLooks(page, 'use-in-code-activity')
  assert.deepEqual(complaints, [])
})

test('sub-rules have their own calls, and none where Laurel records the activity', {
  skip: noBrowser,
}, async () => {
  const { page, complaints } = await openExamples({
    type: 'combined',
    perUnit: false,
    rules: [
      { name: 'signed up', condition: 'Signed up', activityType: 'member.joined' },
      { name: 'first order', condition: 'Ordered', activityType: 'order.paid' },
      { name: 'review', condition: 'Wrote a review' },
    ],
  })
  const drawer = page.getByRole('dialog', { name: 'Use in code' })
  await drawer.getByText('Laurel records this activity itself.', { exact: false }).waitFor()
  await drawer.getByLabel('Sub-rule').selectOption('first order')
  assert.match(await shown(page, 'the request that sends the activity'), /"type":"order\.paid"/)
  await drawer.getByLabel('Sub-rule').selectOption('review')
  assert.match(await shown(page, 'the request that awards it'), /"ruleName":"review"/)
  await checkWords(page, 'the examples of a combined rule')
  assert.deepEqual(complaints, [])
})

/** Runs a program whose language is installed. What the one in PHP sends is read where it is not. */
async function checkPrograms(
  t: TestContext,
  language: string,
  program: string,
  runIt: () => Promise<void>,
): Promise<void> {
  const { run = '' } = PROGRAMS[language] ?? {}
  if (isInstalled(run)) return runIt()
  t.diagnostic(`${run} is not installed`)
  if (language !== 'PHP') return
  const [granting = '', awarding = ''] = program.split('$award =')
  assert.match(granting, /'\/oauth\/token', 'grant_type=client_credentials'/)
  assert.match(granting, /"Authorization: Basic \$client"/)
  assert.match(awarding, /post\('\/api\/v1\/laas\/rules\/award'/)
  const order = `${language}-1`
  for (const header of [`'Content-Type: application/json'`, `'Idempotency-Key: ${order}'`])
    assert.ok(awarding.includes(header), program)
  assert.match(awarding, /"Authorization: Bearer \{\$granted\['access_token'\]\}"/)
  const fields = [...awarding.matchAll(/^ {2}'(\w+)' => '(.*)',$/gm)].map(([, name, value]) => [name, value])
  const names = fields.map(([name]) => name)
  assert.deepEqual(names, ['userId', 'ruleName', 'units', 'reference'])
  assert.deepEqual(fields.slice(1), [
    ['ruleName', 'order placed'],
    ['units', '25'],
    ['reference', order],
  ])
}
