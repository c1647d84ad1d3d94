import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { nodeProgram } from '../../support/node-versions.ts'
import { onboardWithSdk } from '../../support/sdk.ts'
import { useSharedService } from '../../support/service.ts'

const BYTES_MAX = 15_000
/** What a stranger writes on the first day, in strict mode. */
const PROGRAM = `
import { type Award, Laurel, LaurelError, type Result, verifyWebhook, WebhookVerificationError } from '@laurel/sdk'

const [baseUrl = '', clientId = '', clientSecret = ''] = globalThis.given
const laurel = new Laurel({ baseUrl, clientId, clientSecret })
const rule = await laurel.rules.create({
  name: \`first order \${Date.now()}\`,
  coinValue: '10',
  maxNumberOfParticipant: 1,
  condition: 'Paid an order',
})
const coins: string[] = []
const outcomes: Result<Award>[] = []
for (const externalId of ['ada', 'ben']) {
  const { userId } = await laurel.users.create({ externalId })
  const outcome = await laurel.awards.grant({ userId, ruleName: rule.name })
  outcomes.push(outcome)
  if (outcome.ok) coins.push((await laurel.users.read(outcome.data.userId)).wallet.coins)
}
const [, second] = outcomes
const isFull: boolean = second !== undefined && !second.ok && second.reason === 'rule_full'
// @ts-expect-error: no call is refused for this.
if (second && !second.ok && second.reason === 'rule_fool') throw second
const names: string[] = []
for await (const { name } of laurel.rules.list({ status: 'active' })) names.push(name)
let first = 0
for await (const event of laurel.events.stream({ types: ['award.paid'] })) {
  first = event.seq
  break
}
const failed = await laurel.rules.read('none').catch((error: unknown) => error)
const forged = await verifyWebhook('{}', { 'webhook-id': 'a' }, 'whsec_AAAA').catch((error: unknown) => error)
globalThis.told = JSON.stringify({
  coins,
  isFull,
  hasRule: names.includes(rule.name),
  hasEvent: first > 0,
  status: failed instanceof LaurelError && failed.status,
  isForged: forged instanceof WebhookVerificationError,
})
`
/** Each line after a comment must not compile; every other line must. */
const WRONG = `
import { type Credentials, Laurel } from '@laurel/sdk'

const baseUrl = 'https://rewards.example.com'
const [clientId, clientSecret, email, password, ecosystem] = ['', '', '', '', '']
export const made = [
  new Laurel({ baseUrl }),
  new Laurel({ baseUrl, clientId, clientSecret, scopes: ['awards'] }),
  new Laurel({ baseUrl, accessToken: async () => '' }),
  new Laurel({ baseUrl, ecosystem, email, password }),
  // @ts-expect-error: the secret is missing.
  new Laurel({ baseUrl, clientId }),
  // @ts-expect-error: two kinds of credentials.
  new Laurel({ baseUrl, clientId, clientSecret, accessToken: '' }),
  // @ts-expect-error: the ecosystem is missing.
  new Laurel({ baseUrl, email, password }),
]
// @ts-expect-error: scopes are asked for with a secret.
export const credentials: Credentials = { accessToken: '', scopes: ['awards'] }

const laurel = new Laurel({ baseUrl })
const [userId, externalId, ruleName, reason] = ['', '', '', '']
export const calls = () => [
  laurel.awards.grant({ userId, ruleName }),
  laurel.coins.transfer({ externalId, coins: 1 }),
  // @ts-expect-error: the user is missing.
  laurel.awards.grant({ ruleName }),
  // @ts-expect-error: two users.
  laurel.awards.grant({ userId, externalId, ruleName }),
  // @ts-expect-error: the user is missing.
  laurel.coins.transfer({ coins: 1 }),
  // @ts-expect-error: two users.
  laurel.coins.adjust({ userId, externalId, coins: 1, reason }),
  // @ts-expect-error: the user of the second is missing.
  laurel.awards.grantMany([{ userId, ruleName }, { ruleName }]),
  laurel.imports.create([{ externalId, coins: '2.5', fullname: null }]),
  laurel.imports.create(new Blob([]).stream(), { format: 'csv' }),
  // @ts-expect-error: the id is missing.
  laurel.imports.create([{ fullname: 'Ada' }]),
  // @ts-expect-error: no field has this name.
  laurel.imports.create([{ externalId, coin: 1 }]),
]
// An interface, which has no index signature.
interface Shop {
  'order.paid': { total: number; items?: string[] }
  'app.opened': { version?: string }
}
const shop = new Laurel<Shop>({ baseUrl })
const untyped: Laurel = laurel
const paid = { type: 'order.paid', userId, properties: { total: 49.9 } } as const
export const activities = [
  untyped.activities.record({ type: 'anything', userId, properties: { total: 'free', of: [1] } }),
  untyped.activities.record({ type: 'anything', externalId, enrol: true }),
  shop.activities.record(paid, { dryRun: true, expand: ['evaluations', 'wallet'] }),
  shop.activities.record({ type: 'app.opened', externalId }),
  shop.activities.recordMany([paid, { type: 'app.opened', userId, idempotencyKey: 'a' }]),
  // @ts-expect-error: a required property is missing.
  shop.activities.record({ type: 'order.paid', userId, properties: { items: [] } }),
  // @ts-expect-error: properties are missing.
  shop.activities.record({ type: 'order.paid', userId }),
  // @ts-expect-error: a property has a wrong kind.
  shop.activities.record({ type: 'order.paid', userId, properties: { total: '49.90' } }),
  // @ts-expect-error: a property is misspelt.
  shop.activities.record({ type: 'order.paid', userId, properties: { total: 49.9, item: [] } }),
  // @ts-expect-error: there is no such type.
  shop.activities.record({ type: 'order.payed', userId, properties: { total: 49.9 } }),
  // @ts-expect-error: the user is missing.
  shop.activities.record({ type: 'app.opened' }),
  // @ts-expect-error: an activity expands no decision.
  shop.activities.record(paid, { expand: ['decision'] }),
]
`
/** What the compiler says about it names types. */
const MISTAKES = `
import type { Award, AwardPaidEvent, CallOptions, NewAward } from '@laurel/sdk'
export const one: Award = 1
export const two: AwardPaidEvent['data'] = 2
export const three: CallOptions = 3
export const four: NewAward = { ruleName: '' }
`
const TOLD = { coins: ['10'], isFull: true, hasRule: true, hasEvent: true, status: 400, isForged: true }
const GLOBALS = 'declare global { var given: string[]; var told: string }\nexport {}\n'
const START =
  'globalThis.given = process.argv.slice(2)\nawait import("./use.js")\nconsole.log(globalThis.told)\n'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const run = promisify(execFile)
const service = useSharedService()

const project = await mkdtemp(join(tmpdir(), 'stranger-'))
const { stdout: packed } = await run(process.execPath, ['scripts/package-sdk.mjs'], { cwd: root })
await writeFile(join(project, 'package.json'), '{"private": true, "type": "module"}')
await writeFile(join(project, 'use.ts'), PROGRAM)
await writeFile(join(project, 'wrong.ts'), WRONG)
await writeFile(join(project, 'mistakes.ts'), MISTAKES)
await writeFile(join(project, 'globals.d.ts'), GLOBALS)
await writeFile(join(project, 'start.js'), START)
await run(
  'npm',
  ['install', '--offline', '--no-audit', '--no-fund', join(root, packed.trim().split('\n').at(-1) ?? '')],
  {
    cwd: project,
  },
)
const installed = join(project, 'node_modules/@laurel/sdk')

test('the package holds modules, their types and what a reader needs, and no dependency', () => {
  const files = globSync('**/*', { cwd: installed, withFileTypes: true }).filter((file) => file.isFile())
  const names = files.map(({ name }) => name)
  for (const name of ['index.js', 'index.d.ts', 'README.md', 'LICENSE']) assert.ok(names.includes(name), name)
  assert.deepEqual(
    names.filter((name) => /(?<!\.d)\.ts$/.test(name)),
    [],
  )
  const {
    private: isPrivate,
    dependencies,
    exports,
  } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  assert.deepEqual([isPrivate, dependencies], [undefined, undefined])
  assert.deepEqual(Object.keys(exports), ['.'])
})

test('what runs is small', () => {
  const code = globSync('dist/*.js', { cwd: installed }).map((file) => readFileSync(join(installed, file)))
  const bytes = gzipSync(Buffer.concat(code)).length
  assert.ok(bytes > 1_000 && bytes <= BYTES_MAX, `${bytes} bytes, compressed`)
})

/** A browser and a server know fetch from different types. */
const BROWSER = { lib: ['es2022', 'dom'], types: [] }
const SERVER = { lib: ['es2022'], types: ['node'] }
const compiler = join(root, 'node_modules/typescript/bin/tsc')

for (const [name, environment] of Object.entries({ browsers: BROWSER, servers: SERVER }))
  test(`a strict project for ${name} compiles`, async () => {
    await symlink(join(root, 'node_modules/@types'), join(project, 'node_modules/@types')).catch(() => {})
    const compilerOptions = {
      target: 'es2022',
      module: 'nodenext',
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      ...environment,
    }
    const files = ['use.ts', 'wrong.ts', 'globals.d.ts']
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
    const { stdout } = await run(process.execPath, [compiler], { cwd: project }).catch((error) => error)
    assert.equal(stdout, '')
  })

test('messages of the compiler name types in place of their fields', async () => {
  const files = ['mistakes.ts']
  const compilerOptions = { target: 'es2022', module: 'nodenext', strict: true, noEmit: true, ...BROWSER }
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const { stdout } = await run(process.execPath, [compiler], { cwd: project }).catch((error) => error)
  for (const name of ['Award', 'AwardEventData', 'CallOptions', 'NewAward'])
    assert.match(stdout, new RegExp(`^mistakes.ts.* type '${name}'\\.$`, 'm'))
  assert.match(stdout, /Property 'userId' is missing in type .* but required in type 'ByUserId'\./)
})

for (const major of [20, 22, 24] as const)
  test(`a stranger's first program runs on Node ${major}`, async (t) => {
    const node = major === 24 ? { program: process.execPath } : await nodeProgram(major)
    if ('missing' in node) return t.skip(node.missing)
    const { credentials } = await onboardWithSdk(service)
    const version = await run(node.program, ['--version'])
    assert.ok(version.stdout.startsWith(`v${major}.`), version.stdout)
    const { stdout } = await run(
      node.program,
      ['start.js', service.url, credentials.clientId, credentials.clientSecret],
      { cwd: project },
    )
    assert.deepEqual(JSON.parse(stdout), TOLD)
  })
