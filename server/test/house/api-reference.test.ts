import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { operationsOf } from '../support/open-api.ts'

const SERVER = fileURLToPath(new URL('../..', import.meta.url))
const DOCUMENT = join(SERVER, 'openapi.json')
const CONFIG = join(SERVER, 'redocly.yaml')
const TSC = join(SERVER, '../node_modules/typescript/bin/tsc')
const SDK = join(SERVER, '../sdk/src/index.ts')
const { resolve } = createRequire(import.meta.url)
const run = promisify(execFile)

/** As strict as a careful reader would compile it. */
const TSCONFIG = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    target: 'es2023',
    module: 'nodenext',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
  },
  include: ['*.ts'],
}

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laurel-clients-'))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  await writeFile(join(folder, 'package.json'), '{"type": "module"}')
})
after(() => rm(folder, { recursive: true }))

const redocly = (...parameters: string[]) =>
  run(process.execPath, [resolve('@redocly/cli/bin/cli.js'), ...parameters], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    },
  })

const compile = () => run(process.execPath, [TSC, '-p', folder]).catch(({ stdout }) => assert.fail(stdout))

test('Redocly finds nothing wrong with the API reference', async () => {
  const { stdout } = await redocly('lint', DOCUMENT, '--config', CONFIG, '--format', 'json').catch(
    (error: { stdout: string }) => error,
  )
  assert.deepEqual(JSON.parse(stdout).problems, [])
})

test('a client that Redocly generates compiles, and its types can be used as those of the SDK', async () => {
  await redocly(
    'generate-client',
    DOCUMENT,
    '-o',
    'client.ts',
    '--output-mode',
    'split',
    '--import-ext',
    'ts',
  )
  await writeFile(join(folder, 'use.ts'), USE)
  await compile()
})

test('the samples of the SDK compile', async () => {
  const operations = await operationsOf<{ operationId: string; 'x-codeSamples'?: { source: string }[] }>()
  const samples = operations.flatMap(({ operationId, 'x-codeSamples': own = [] }) =>
    own.map(({ source }) => ({ operationId, source })),
  )
  assert.ok(samples.length > 10)
  for (const { operationId, source } of samples)
    await writeFile(join(folder, `sample-${operationId}.ts`), `${GIVEN}${source.replace('@laurel/sdk', SDK)}`)
  await compile()
})

/** What samples take for granted. */
const GIVEN = `declare const baseUrl: string, clientId: string, clientSecret: string
declare const awardId: string, transactionId: string, lastSeq: number
`

/** What a reader may expect of the types: unions that narrow, closed sets, typed results of bulk items. */
const USE = `
import type { Award, BulkAwardResult, Decision, Event, Reason } from './client.schemas.ts'
import type * as sdk from '${SDK}'

export function coinsOf(event: Event | sdk.Event): string | number | undefined {
  if (event.type === 'award.paid') return event.data.coins
  if (event.type === 'coins.transferred') return event.data.coins
  return undefined
}

export function awardOf(result: BulkAwardResult | sdk.BulkAwardResult): Award | Reason | string {
  return result.status === 'success' ? result.data : result.data.appErrorCode
}

export function countersOf(decision: Decision | sdk.Decision): number | undefined {
  return decision.kind === 'award' ? decision.counters.progress : undefined
}

export const status: sdk.Rule['status'] = 'active'
// @ts-expect-error A set of words is closed.
export const wrong: sdk.Rule['status'] = 'paused'
`
