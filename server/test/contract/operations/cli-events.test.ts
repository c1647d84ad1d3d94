import assert from 'node:assert/strict'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { Laurel } from '@laurel/sdk'
import { RECIPES } from '../../../src/operations/cli/trigger-recipes.ts'
import { TRIGGERS } from '../../../src/operations/cli/triggers.ts'
import { dataOf } from '../../support/api.ts'
import { createCommandLine } from '../../support/command-line.ts'
import { allEvents, range } from '../../support/events.ts'
import { onboardPartnerWithRule } from '../../support/partner.ts'
import { startProductionService, useSharedService } from '../../support/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const service = useSharedService()
const laurel = await createCommandLine()
const partner = await onboardPartnerWithRule(service)
await partner.awardMany(25)
await laurel.signIn(service, partner.email)

const parsed = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
const seqs = (text: string) => parsed(text).map(({ seq }) => seq)

test('events lists the latest, all after a number, or those of a type', async () => {
  const latest = await laurel.run(['events', '--json'])
  assert.deepEqual(seqs(latest.stdout), range(8, 27))
  const all = await laurel.run(['events', '--after', '0', '--json'])
  assert.deepEqual(parsed(all.stdout), await allEvents(service, partner.token))
  const rules = await laurel.run([
    'events',
    '--after',
    '0',
    '--type',
    'rule.created,user.onboarded',
    '--json',
  ])
  assert.deepEqual(seqs(rules.stdout), [1, 2])
  const { stdout } = await laurel.run(['events', '--limit', '1'])
  assert.match(stdout, new RegExp(`^ +27 {2}\\S+ {2}award\\.paid +${partner.rule.name} · 10 · `))
  const wrong = await laurel.run(['events', '--type', 'award.payed'])
  assert.match(wrong.stderr, /^Option '--type <types>' argument 'award\.payed' is invalid\. Known are /)
  assert.equal(wrong.code, 2)
})

test('events --follow shows what was, then each new event, until it is interrupted', async () => {
  const following = laurel.start(['events', '--follow', '--limit', '2', '--json'])
  await waitUntil(() => following.stdout().split('\n').length > 2, following.stderr)
  await partner.awardMany(3)
  await waitUntil(() => following.stdout().split('\n').length > 5, following.stderr)
  following.child.kill('SIGINT')
  const { code, stdout } = await following.ended()
  assert.deepEqual(seqs(stdout), range(26, 30))
  assert.equal(code, 0)
})

suite('laurel trigger', () => {
  test('makes an event happen and prints it', async () => {
    for (const type of ['award.refused', 'coins.transferred']) {
      const { code, stdout, stderr } = await laurel.run(['trigger', type, '--json'])
      assert.equal(code, 0, stderr)
      const [event] = parsed(stdout)
      assert.equal(event.type, type)
      const stored = (await allEvents(service, partner.token)).find(({ seq }) => seq === event.seq)
      assert.deepEqual(stored, event)
    }
  })

  test('cleans up: its customer is gone with the coins, and its rules stay out of rule files', async () => {
    for (const type of ['award.paid', 'award.paid', 'rule.full', 'user.left', 'coins.held']) {
      const { code, stderr } = await laurel.run(['trigger', type])
      assert.deepEqual([code, stderr], [0, ''])
    }
    const members = await dataOf(service.get('/api/v1/laas/users?limit=100', partner.token))
    assert.deepEqual(
      members.data.filter(({ externalId }: { externalId: string | null }) => externalId !== null),
      [],
    )
    const last = (await allEvents(service, partner.token)).findLast(
      ({ data: { transactionType } }) => transactionType === 'user_partner_transfer',
    )
    assert.deepEqual([last?.data.coins, last?.data.balance], [10, '0'])
    const rules = (await dataOf(service.get('/api/v1/laas/rules?limit=100', partner.token))).data
    const active = rules.filter(({ status }: { status: string }) => status === 'active')
    assert.deepEqual(
      active.map(({ name }: { name: string }) => name),
      [partner.rule.name],
    )
    assert.ok(rules.length > active.length)
    const { stdout: pulled } = await laurel.run(['rules', 'pull', '--json'])
    const names = JSON.parse(pulled).rules.map(({ name }: { name: string }) => name)
    assert.deepEqual(names, [partner.rule.name])
    const file = join(laurel.folder, 'rules.yaml')
    await laurel.run(['rules', 'pull', file])
    const { stdout: planned } = await laurel.run(['rules', 'plan', file])
    assert.equal(planned, '0 to create, 0 to change, 1 unchanged.\n')
  })

  test('has a recipe for every event that it offers', async () => {
    const client = new Laurel({ baseUrl: service.url, accessToken: partner.token })
    for (const [index, type] of TRIGGERS.entries()) await RECIPES[type](client, `test-${index}`)
    const missing = async () => {
      const happened = new Set((await allEvents(service, partner.token)).map(({ type }) => type))
      return TRIGGERS.filter((type) => !happened.has(type))
    }
    await waitUntil(async () => (await missing()).length === 0, 'all have happened')
  })

  test('names the events it knows', async () => {
    const { code, stderr } = await laurel.run(['trigger', 'user.claimed'])
    assert.match(
      stderr,
      /'user\.claimed' is invalid for argument 'event'\. Allowed choices are rule\.created, /,
    )
    assert.equal(code, 2)
  })

  test('is refused in production without --yes, before anything happens', async () => {
    const { url } = await startProductionService()
    const env = { LAUREL_URL: url, LAUREL_CLIENT_ID: 'a', LAUREL_CLIENT_SECRET: 'b' }
    assert.deepEqual(await laurel.run(['trigger', 'award.paid'], { env }), {
      code: 2,
      stdout: '',
      stderr: `${url} is not in development mode, and a trigger moves real coins there. Give --yes if you mean it.\n`,
    })
    const meant = await laurel.run(['trigger', 'award.paid', '--yes'], { env })
    assert.match(meant.stderr, /does not accept the sign-in: /)
  })
})
