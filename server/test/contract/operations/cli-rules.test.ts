import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse, stringify } from 'yaml'
import { dataOf } from '../../support/api.ts'
import { createCommandLine } from '../../support/command-line.ts'
import { onboardTestPartner } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const RULES = '/api/v1/laas/rules'

const service = useSharedService()
const laurel = await createCommandLine()
const partner = await onboardTestPartner(service)
const file = join(laurel.folder, 'rules.yaml')

await partner.addRule({ name: 'first purchase', coinValue: '10.5', endsAt: '2099-01-01T00:00:00Z' })
await partner.addCombinedRule(2, { name: 'full profile' })
await laurel.signIn(service, partner.email)

type Rules = { rules: Record<string, unknown>[] }
const readFile = (): Rules => parse(readFileSync(file, 'utf8'))
const writeFile = (rules: unknown) => writeFileSync(file, stringify(rules))
/** By name. */
const versions = async () => {
  const { data } = await dataOf(service.get(RULES, partner.token))
  return Object.fromEntries(data.map((rule: { name: string; version: number }) => [rule.name, rule.version]))
}
const plan = async () => {
  const { code, stdout } = await laurel.run(['rules', 'plan', file, '--json', '--exit-code'])
  return { code, ...JSON.parse(stdout) }
}

test('apply accepts what pull writes, and changes nothing', async () => {
  const pulled = await laurel.run(['rules', 'pull', file])
  assert.deepEqual([pulled.code, pulled.stdout], [0, `Wrote 2 rules to ${file}.\n`])
  const again = await laurel.run(['rules', 'pull', file])
  assert.deepEqual([again.code, again.stderr], [2, `${file} exists already; replace it with --force.\n`])
  const { code, stdout } = await laurel.run(['rules', 'apply', file])
  assert.deepEqual([code, stdout], [0, '0 to create, 0 to change, 2 unchanged.\n'])
  assert.deepEqual(await versions(), { 'first purchase': 1, 'full profile': 1 })
  assert.deepEqual(JSON.parse((await laurel.run(['rules', 'pull', '--json'])).stdout), readFile())
})

test('plan shows each field that differs, and exits with 1 when it is asked to', async () => {
  const { rules } = readFile()
  const [first = {}, second = {}] = rules
  const [part, other] = second.rules as { name: string; condition: string }[]
  writeFile({
    rules: [
      // The same amount and time, written in another way.
      { ...first, coinValue: 10.5, endsAt: '2099-01-01T01:00:00+01:00', userLimitAward: 3 },
      { name: 'full profile', rules: [{ ...part, condition: 'Another one' }, other] },
      { name: 'visits', coinValue: 2, maxNumberOfParticipant: 50, condition: 'Came by' },
    ],
  })
  const found = await plan()
  assert.equal(found.code, 1)
  assert.deepEqual(
    found.change.map(({ id, ...rest }: { id: string }) => rest),
    [
      {
        name: 'first purchase',
        version: 1,
        changes: [{ field: 'userLimitAward', from: '-1', to: 3 }],
      },
      {
        name: 'full profile',
        version: 1,
        changes: [{ field: `rules.${part?.name}.condition`, from: 'Did it', to: 'Another one' }],
      },
    ],
  )
  assert.deepEqual([found.create.length, found.unchanged, found.notInFile], [1, [], []])
  const { code, stdout } = await laurel.run(['rules', 'plan', file])
  assert.equal(code, 0)
  assert.match(stdout, /^~ first purchase \(version 1\)\n {4}userLimitAward: -1 → 3\n/)
  assert.match(stdout, /\n\+ visits \(new\)\n {4}coinValue: 2\n/)
  assert.match(stdout, /\n1 to create, 2 to change, 0 unchanged\.\nPlan [0-9a-f]{12}\n$/)
})

test('apply does what the plan says; the second time it changes nothing', async () => {
  const refused = await laurel.run(['rules', 'apply', file], { input: 'n\n' })
  assert.equal(refused.code, 2)
  assert.match(refused.stderr, /Nothing was applied\. Answer y, or give --yes\.\n$/)
  assert.deepEqual(await versions(), { 'first purchase': 1, 'full profile': 1 })

  const stale = await laurel.run(['rules', 'apply', file, '--plan', '000000000000'])
  assert.match(stale.stderr, /^The plan is [0-9a-f]{12} now, not 000000000000: /)
  const { plan: id } = await plan()
  const applied = await laurel.run(['rules', 'apply', file, '--plan', id])
  assert.match(applied.stdout, /\nCreated 1 rules and changed 2\.\n$/, applied.stderr)
  const after = { 'first purchase': 2, 'full profile': 2, visits: 1 }
  assert.deepEqual(await versions(), after)

  const again = await laurel.run(['rules', 'apply', file, '--yes', '--json'])
  assert.equal(again.code, 0)
  const { create, change } = JSON.parse(again.stdout)
  assert.deepEqual([create, change], [[], []])
  assert.deepEqual(await versions(), after)
  assert.equal((await plan()).code, 0)
})

test('rules that the file does not name are left alone, and named', async () => {
  writeFile({ rules: readFile().rules.filter(({ name }) => name !== 'visits') })
  const { stdout } = await laurel.run(['rules', 'apply', file, '--yes'])
  assert.match(stdout, /\nNot in the file, left as they are: "visits"\.\n$/)
  assert.equal((await versions()).visits, 1)
})

test('apply stops when a rule has changed since the plan', async () => {
  const { rules } = readFile()
  writeFile({ rules: rules.map((rule) => ({ ...rule, coinValue: 20 })) })
  const apply = laurel.start(['rules', 'apply', file])
  await waitUntil(() => apply.stderr().includes('[y/N]'), apply.stderr)
  const { data } = await dataOf(service.get(RULES, partner.token))
  const { id } = data.find(({ name }: { name: string }) => name === 'full profile')
  const body = { coinValue: '11' }
  assert.equal((await service.request('PATCH', `${RULES}/${id}`, { body, token: partner.token })).status, 200)
  apply.send('y\n')
  const { code, stderr } = await apply.ended()
  assert.match(
    stderr,
    /The rule "full profile" has changed since the plan; plan again\. Applied before it: "first purchase"\.\n$/,
  )
  assert.equal(code, 2)
  const rule = await dataOf(service.get(`${RULES}/${id}`, partner.token))
  assert.deepEqual([rule.coinValue, rule.version], ['11', 3])
})

test('an expiry is compared as a whole, and without an end it is to the end of a month', async () => {
  const changesTo = async (coinExpiry: unknown) => {
    writeFile({ rules: [{ name: 'first purchase', pendingDays: 7, coinExpiry }] })
    return (await plan()).change.flatMap(({ changes }: { changes: unknown[] }) => changes)
  }
  assert.deepEqual(await changesTo({ after: 'P1Y' }), [
    { field: 'pendingDays', from: 0, to: 7 },
    { field: 'coinExpiry', from: null, to: { after: 'P1Y' } },
  ])
  assert.equal((await laurel.run(['rules', 'apply', file, '--yes'])).code, 0)
  assert.deepEqual(await changesTo({ until: 'month', after: 'P1Y' }), [])
  const set = { after: 'P1Y', until: 'month' }
  assert.deepEqual(await changesTo('never'), [{ field: 'coinExpiry', from: set, to: 'never' }])
  assert.deepEqual(await changesTo({ ...set, until: 'day' }), [
    { field: 'coinExpiry', from: set, to: { ...set, until: 'day' } },
  ])
  assert.deepEqual(await changesTo(null), [{ field: 'coinExpiry', from: set, to: null }])
  const { stdout } = await laurel.run(['rules', 'apply', file, '--yes'])
  assert.match(stdout, / coinExpiry: \{"after":"P1Y","until":"month"\} → null\n/)
  assert.deepEqual(await changesTo(null), [])
})

test('mistakes of a file are named, all at once', async () => {
  const say = async (text: string) => {
    writeFileSync(file, text)
    const { code, stderr } = await laurel.run(['rules', 'plan', file])
    assert.equal(code, 2)
    return stderr
  }
  assert.match(
    await say('rules:\n  - name: a\n    coinvalue: 1\n  - name: a\n  - condition: x\n'),
    /rules\.yaml: rule "a" has the unknown field coinvalue \(did you mean coinValue\?\); rule 3 has no name; the name "a" is there twice\.\n$/,
  )
  assert.match(await say('rules: [\n'), /rules\.yaml is not valid YAML: .* at line \d+/)
  assert.match(await say('- a\n'), /rules\.yaml must have a list of rules below "rules:"/)
  // The service decides what is valid.
  writeFile({ rules: [{ name: 'bad', coinValue: -5, maxNumberOfParticipant: 1, condition: 'x' }] })
  const { stderr, code } = await laurel.run(['rules', 'apply', file, '--yes'])
  assert.match(stderr, /^The rule "bad" was refused: coinValue must .* Nothing was applied\.\n$/)
  assert.equal(code, 2)
})
