import assert from 'node:assert/strict'
import { once } from 'node:events'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { VERSION } from '../../src/runtime/process/build.ts'
import { createAwardLoad } from '../support/award-load.ts'
import { createTestDatabase, withClient } from '../support/database.ts'
import { killAll, makeTestFolder, spawnLaurel, startLaurel, terminate } from '../support/process.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const [NEXT, LATER] = ['99.1.0', '99.2.0']

const folder = await makeTestFolder()
const { connectionString, settings: database, drop } = await createTestDatabase()
after(async () => {
  await killAll()
  await drop()
})
const settings = {
  ...database,
  DATA_DIR: join(folder, 'data'),
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
}
const query = (text: string, values: unknown[] = []) =>
  withClient(connectionString, async (client) => (await client.query(text, values)).rows)

/** A copy of this version under another number, with more migrations. */
async function makeVersion(version: string, migrations: Record<string, string>): Promise<string> {
  const root = join(folder, version)
  await mkdir(join(root, 'server'), { recursive: true })
  for (const part of ['dist', 'schema', 'migrations'])
    await cp(join(ROOT, 'server', part), join(root, 'server', part), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  for (const file of ['package.json', 'dist/build.js']) {
    const text = await readFile(join(ROOT, 'server', file), 'utf8')
    await writeFile(join(root, 'server', file), text.replace(`"${VERSION}"`, `"${version}"`))
  }
  for (const [name, text] of Object.entries(migrations))
    await writeFile(join(root, 'server/migrations', name), text)
  return root
}

const EXPAND = {
  '9001_campaigns.sql': `
    create table campaigns (partner_id uuid not null, id uuid not null, primary key (partner_id, id));
    grant insert on campaigns to laurel_service;
    alter table awards add column campaign_id uuid;
    alter table rules add column colour text not null default 'green';`,
}
const CONTRACT = {
  '9002_no_colours.sql': `-- contract: ${NEXT}\nalter table rules drop column colour;`,
}

test('an old and a new version award side by side, until a later one contracts the tables', async () => {
  const next = await makeVersion(NEXT, EXPAND)
  const later = await makeVersion(LATER, { ...EXPAND, ...CONTRACT })

  const old = await startLaurel(settings)
  const oldLoad = await createAwardLoad(old)
  oldLoad.start()
  await oldLoad.untilDone(50)
  const newer = await startLaurel(settings, next)
  assert.match(newer.said(), /^Applying the migration 9001_campaigns\.sql\.$/m)
  const newLoad = await createAwardLoad(newer)
  newLoad.start()
  await Promise.all([oldLoad.untilDone(50), newLoad.untilDone(50)])
  for (const load of [oldLoad, newLoad]) {
    await load.stop()
    assert.deepEqual([...load.failures], [])
  }
  for (const load of [oldLoad, newLoad]) await load.assertEachOnce(query)

  const another = await startLaurel(settings)
  assert.equal((await fetch(`${another.url}/readyz`)).status, 200)
  await terminate(another)

  const latest = await startLaurel(settings, later)
  assert.match(
    latest.said(),
    /^Applying the migration 9002_no_colours\.sql\. Versions before 99\.1\.0 are too old to stay: stop their processes, which are not ready any more\.$/m,
  )
  const readiness = await Promise.all([old, newer, latest].map(({ url }) => fetch(`${url}/readyz`)))
  assert.deepEqual(
    readiness.map(({ status }) => status),
    [503, 200, 200],
  )

  const { child, said } = spawnLaurel(settings)
  await once(child, 'close')
  assert.equal(child.exitCode, 1)
  assert.equal(
    said().trim(),
    `Laurel cannot start. This database was upgraded by a newer Laurel and needs version 99.1.0 or later, but this is ${VERSION}. ` +
      'Start a newer version, or restore a copy from before the upgrade.',
  )
  for (const laurel of [old, newer, latest]) await terminate(laurel)
})
