import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { activitiesOf, newType } from '../../support/activities.ts'
import { createCommandLine } from '../../support/command-line.ts'
import { onboardPartnerWithRule, unique } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const laurel = await createCommandLine()
const partner = await onboardPartnerWithRule(service)
await laurel.signIn(service, partner.email)
const { list, record } = activitiesOf(service, partner)

const send = (args: string[], input?: string) =>
  laurel.run(['activities', 'send', ...args], input === undefined ? {} : { input })

test('one activity from options says what each rule made of it', async () => {
  const activityType = newType()
  const userId = await partner.addUser()
  const paying = await partner.addRule({ activityType, when: 'properties.total > 10' })
  const other = await partner.addRule({ activityType, when: 'properties.city == "Lagos"' })
  const properties = ['--properties', '{"total":49.9}']
  const activity = ['--type', activityType, '--user-id', userId, '--key', unique('key-'), ...properties]
  const dry = await send(['--type', activityType, '--user-id', userId, ...properties, '--dry-run'])
  assert.match(dry.stdout, /^Nothing is recorded\.\n/)
  assert.equal(await partner.coinsOf(userId), '0')

  const sent = await send(activity)
  assert.equal(sent.code, 0, sent.stderr)
  assert.match(sent.stdout, new RegExp(`^paid +${paying.name} +10 coins$`, 'm'))
  assert.match(sent.stdout, new RegExp(`^- +${other.name} +.*city`, 'm'))
  assert.equal((await send(activity)).stdout, sent.stdout)
  assert.equal(await partner.coinsOf(userId), '10')

  const [{ id }] = (await list(`?userId=${userId}`)).data
  const shown = await laurel.run(['activities', 'show', id])
  assert.match(shown.stdout, /^properties +\{"total":49.9\}$/m)
  assert.match(shown.stdout, new RegExp(`^paid +${paying.name} +10 coins$`, 'm'))
  const listed = await laurel.run(['activities', 'list', '--type', activityType, '--json'])
  assert.deepEqual(
    listed.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id),
    [id],
  )
  const lines = await laurel.run(['activities', 'list', '--type', activityType])
  assert.match(lines.stdout, new RegExp(`${activityType} +${userId} +1 +0 +0 +10 `))
})

test('a file is sent line by line, and sending it again pays nothing twice', async () => {
  const type = newType()
  const [ada, bea] = (await partner.addUsers(2)) as [string, string]
  await partner.addRule({ activityType: type })
  const visit = JSON.stringify({ type, userId: ada })
  const file = join(laurel.folder, 'activities.ndjson')
  // The second visit is one of its own.
  const lines = [visit, '', '{"type":', visit, '[]', JSON.stringify({ type, userId: 'nobody' })]
  writeFileSync(file, `${lines.join('\n')}\n`)
  const dry = await send([file, '--dry-run'])
  assert.match(dry.stdout, /^Would record 2 activities: 2 awards, 20 coins\. 3 lines were refused\.\n/)
  const first = await send([file])
  assert.equal(first.code, 1)
  const [summary, ...refused] = first.stdout.trim().split('\n')
  assert.equal(summary, 'Recorded 2 activities: 2 awards, 20 coins. 3 lines were refused.')
  assert.match(refused[0] ?? '', /^line 3: is not JSON: /)
  assert.match(refused[1] ?? '', /^line 5: is not a JSON object/)
  assert.equal(refused[2], 'line 6: User was not found.')
  assert.match(first.stderr, /^3 lines sent$/m)

  const again = await send(['-', '--json'], `${visit}\n${visit}\n${JSON.stringify({ type, userId: bea })}\n`)
  assert.equal(again.code, 0, again.stderr)
  assert.deepEqual(JSON.parse(again.stdout), {
    recorded: 3,
    awards: 3,
    coins: '30',
    wrong: 0,
    refused: [],
  })
  assert.deepEqual([await partner.coinsOf(ada), await partner.coinsOf(bea)], ['20', '10'])
})

test('types are listed with how often they came, the rules that listen and their properties', async () => {
  const [sent, awaited, plain] = [newType(), newType(), newType()]
  const userId = await partner.addUser()
  const rule = await partner.addRule({ activityType: sent, when: 'properties.total > 10' })
  await partner.addRule({ activityType: awaited })
  await record({ type: sent, userId, properties: { total: 49.9, city: 'Lagos' } })
  await record({ type: sent, userId, properties: { total: 5 } })
  await record({ type: plain, userId })
  const types = (...args: string[]) => laurel.run(['activities', 'types', ...args])

  const all = await types()
  assert.equal(all.code, 0, all.stderr)
  assert.match(all.stdout, /^type +30 days +latest +rules$/m)
  assert.match(all.stdout, new RegExp(`^${sent} +2 +\\d{4}-\\S+Z +1$`, 'm'))
  assert.match(all.stdout, new RegExp(`^${awaited} +0 +- +1$`, 'm'))

  const one = await types('--type', sent)
  assert.match(one.stdout, new RegExp(`^${rule.name} +active +properties.total > 10$`, 'm'))
  assert.match(one.stdout, /^total +number +2 +5, 49.9$/m)
  assert.match(one.stdout, /^city +text +1 +"Lagos"$/m)
  assert.match((await types('--type', plain)).stdout, /^No rule listens to this type\.$/m)
  assert.match((await types('--type', newType())).stdout, /^There is no type "/)

  const lines = (await types('--json')).stdout.trim().split('\n')
  const data = lines.map((line) => JSON.parse(line)).find(({ type }) => type === sent)
  assert.deepEqual([data.activities, data.rules[0].ruleName], [2, rule.name])
})

test('what is missing or too much is said in a sentence', async () => {
  const file = join(laurel.folder, 'none.ndjson')
  const type = newType()
  for (const [args, sentence] of [
    [[], /^Give --type and either --user-id or --external-id/],
    [['--type', type], /^Give --type and either --user-id or --external-id/],
    [['--type', type, '--external-id', 'a', '--properties', '[1]'], /^--properties must be a JSON object/],
    [[file, '--external-id', 'a'], /^A file has its own fields; leave out --external-id, or the file/],
    [[file], /none\.ndjson cannot be read/],
    [['--type', type, '--external-id', unique('nobody-')], /^User was not found/],
  ] as const) {
    const { code, stderr } = await send([...args])
    assert.equal(code, 2)
    assert.match(stderr, sentence)
  }
})

test('a backtest and a plan say what a rule would have paid', async () => {
  const activityType = newType()
  const userId = await partner.addUser()
  const rule = await partner.addRule({ activityType })
  await record({ type: activityType, userId, properties: { total: 49.9 } })
  const tried = await laurel.run(['rules', 'backtest', rule.name])
  assert.equal(tried.code, 0, tried.stderr)
  assert.match(tried.stdout, /^paid +1$/m)
  assert.match(tried.stdout, /^coins +10$/m)

  const file = join(laurel.folder, 'rules.yaml')
  writeFileSync(file, JSON.stringify({ rules: [{ name: rule.name, coinValue: '25' }] }))
  const planned = await laurel.run(['rules', 'backtest', rule.name, '--file', file, '--json'])
  assert.equal(JSON.parse(planned.stdout).result.coins, '25')
  const { stdout, code } = await laurel.run(['rules', 'plan', file, '--cost'])
  assert.equal(code, 0)
  assert.match(stdout, new RegExp(`^${rule.name} +10 +25 +1 +1$`, 'm'))
  assert.match((await laurel.run(['rules', 'backtest', 'none'])).stderr, /^There is no rule "none"/)
})

test('a condition is tried on the latest activities, with its problem where it is wrong', async () => {
  const type = newType()
  const userId = await partner.addUser()
  const large = await record({ type, userId, properties: { total: 49.9 } })
  const small = await record({ type, userId, properties: { total: 5 } })
  const bare = await record({ type, userId })
  const tryIt = (...args: string[]) => laurel.run(['rules', 'try-condition', type, ...args])
  const tried = await tryIt('--when', 'properties.total > 10', '--coins', '5')
  assert.equal(tried.code, 0, tried.stderr)
  assert.match(tried.stdout, /^Of the latest 3 activities, 1 match and 1 failed\.$/m)
  assert.match(tried.stdout, new RegExp(`^match +\\S+ +${large.id} +5 coins$`, 'm'))
  assert.match(tried.stdout, new RegExp(`^- +\\S+ +${small.id} +condition_false$`, 'm'))
  assert.match(tried.stdout, new RegExp(`^- +\\S+ +${bare.id} +properties.total is missing$`, 'm'))
  const units = await tryIt('--units-from', 'properties.total', '--coins', '1', '--json')
  assert.deepEqual(
    JSON.parse(units.stdout).matching.map(({ coins }: { coins: string }) => coins),
    ['5', '49.9'],
  )
  const wrong = await tryIt('--when', 'total > 10')
  assert.equal(wrong.code, 2)
  assert.match(wrong.stderr, /line 1, column 1: unknown name "total"/)
  assert.match((await tryIt()).stderr, /^Give --when or --units-from/)
})
