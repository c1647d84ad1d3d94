import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Laurel } from '@laurel/sdk'
import { OPERATIONS } from '../../../../sdk/src/operations.ts'
import { importNames } from '../../support/imports.ts'
import { operationsOf } from '../../support/open-api.ts'

const sources = fileURLToPath(new URL('../../../../sdk/src', import.meta.url))

test('the client has a method for every operation of the API', async () => {
  const operations = await operationsOf<{ operationId: string }>()
  assert.deepEqual(
    sorted(Object.values(OPERATIONS).map(({ id }) => id)),
    sorted(operations.map(({ operationId }) => operationId)),
  )
  const client = new Laurel({ baseUrl: 'http://127.0.0.1' }) as unknown as Record<
    string,
    Record<string, unknown>
  >
  for (const place of Object.keys(OPERATIONS)) {
    const [resource = '', method = ''] = place.split('.')
    assert.equal(typeof client[resource]?.[method], 'function', place)
  }
})

const sorted = (ids: string[]) => ids.toSorted((a, b) => a.localeCompare(b))

test('the client imports nothing but itself, so that it runs wherever there is fetch', () => {
  const files = globSync('**/*.ts', { cwd: sources })
  assert.ok(files.includes('index.ts'))
  for (const file of files)
    for (const name of importNames(readFileSync(join(sources, file), 'utf8')))
      assert.match(name, /^\.\/[a-z-]+\.ts$/, `${file} imports ${name}`)
})
