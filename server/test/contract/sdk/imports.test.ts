import assert from 'node:assert/strict'
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Import, type ImportRow, type ImportSource, Laurel } from '@laurel/sdk'
import { startNetwork } from '../../support/network.ts'
import { unique } from '../../support/partner.ts'
import { makeTestFolder } from '../../support/process.ts'
import { onboardWithSdk } from '../../support/sdk.ts'
import { useSharedService } from '../../support/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const service = useSharedService()
const folder = await makeTestFolder()
const { owner, credentials } = await onboardWithSdk(service)
const { secret: clientSecret } = await owner.secrets.create({ name: 'imports', scopes: ['awards', 'adjust'] })
const clientOf = (baseUrl: string) => new Laurel({ baseUrl, ...credentials, clientSecret })
const backend = clientOf(service.url)

const newRows = (): ImportRow[] =>
  ['12.5', 3, null].map((coins) => ({ externalId: unique('customer-'), fullname: 'Ada, "Countess"', coins }))

const csvOf = (rows: ImportRow[]) =>
  [
    'externalId,fullname,coins',
    ...rows.map((row) => `${row.externalId},"Ada, ""Countess""",${row.coins ?? ''}`),
  ]
    .map((line) => `${line}\r\n`)
    .join('')
const ndjsonOf = (rows: ImportRow[]) =>
  rows.map(({ coins, ...row }) => `${JSON.stringify(coins === null ? row : { ...row, coins })}\n`).join('')

async function* later<Part>(parts: Part[]) {
  yield* parts
}

const streamOf = (text: string) => new Blob([text]).stream()

async function fileStream(text: string) {
  const file = join(folder, unique('members-'))
  await writeFile(file, text)
  return createReadStream(file, { highWaterMark: 16 })
}

const SOURCES: Record<string, (rows: ImportRow[]) => ImportSource | Promise<ImportSource>> = {
  'an array of rows': (rows) => rows,
  'rows that come one by one': later,
  'the text of a CSV file': csvOf,
  'CSV with a byte order mark': (rows) => `\ufeff${csvOf(rows)}`,
  'the text of an NDJSON file': ndjsonOf,
  'a blob': (rows) => new Blob([csvOf(rows)]),
  'a stream of the web': (rows) => streamOf(ndjsonOf(rows)),
  'a stream of Node': (rows) => fileStream(csvOf(rows)),
  'pieces of text': (rows) => later([...csvOf(rows)]),
}

for (const [name, sourceOf] of Object.entries(SOURCES))
  test(`members are imported from ${name}`, async () => {
    const rows = newRows()
    const done = await finished(await backend.imports.create(await sourceOf(rows)))
    assert.deepEqual([done.lines, done.created, done.refused], [3, 3, 0])
    for (const [index, coins] of ['12.5', '3', '0'].entries())
      assert.deepEqual(await memberOf(rows[index]?.externalId), ['Ada, "Countess"', coins])
  })

test('the format can be given, and an upload that broke off is sent again', async () => {
  const network = await startNetwork(service.url)
  const overNetwork = clientOf(network.url)
  await overNetwork.imports.list()
  network.loseResponses(1)
  const rows = newRows()
  const done = await finished(
    await overNetwork.imports.create(later(rows), { idempotencyKey: unique('file-') }),
  )
  assert.deepEqual([done.lines, done.created], [3, 3])
  const asCsv = backend.imports.create(ndjsonOf(newRows()), { format: 'csv' })
  await assert.rejects(asCsv, /is not valid CSV/)
})

async function finished({ id }: Import): Promise<Import> {
  let found = await backend.imports.read(id)
  await waitUntil(async () => {
    found = await backend.imports.read(id)
    return found.status === 'finished'
  }, 'the import is finished')
  return found
}

async function memberOf(externalId = '') {
  const [member] = (await owner.users.list({ externalId })).data
  return [member?.userData?.fullname, member?.wallet.coins]
}
