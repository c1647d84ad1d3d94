import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { migrate } from '../../src/storage/database/migrate.ts'
import { startEmbeddedPostgres } from '../../src/storage/postgres/embedded-postgres.ts'
import { initializeWith } from '../support/old-postgres.ts'
import { onboardTestPartner } from '../support/partner.ts'
import {
  killTree,
  makeTestFolder,
  queryEmbedded,
  runCommand,
  spawnLaurel,
  startLaurel,
  terminate,
} from '../support/process.ts'
import { waitUntil } from '../support/wait-until.ts'

/** Of Debian and of PostgreSQL's own packages for it. */
const OLD = [17, 16, 15]
  .map((major) => ({ major, folder: `/usr/lib/postgresql/${major}/bin` }))
  .find(({ folder }) => existsSync(join(folder, 'postgres')))
const skip = OLD ? false : 'no older PostgreSQL is installed; install the Debian package postgresql'

const folder = await makeTestFolder()
const dataDir = join(folder, 'data')
const settings = { DATA_DIR: dataDir }

test('a database of an older PostgreSQL is upgraded, whenever the upgrade was killed before', {
  skip,
}, async () => {
  const { major, folder: programs } = OLD as NonNullable<typeof OLD>
  const awardId = await makeOldDatabase()
  const before = await runCommand(['audit'], settings)
  assert.match(
    before.said,
    new RegExp(`is of PostgreSQL ${major}, and this Laurel has PostgreSQL \\d+\\. Upgrade it`),
  )
  assert.equal(before.code, 2)

  const command = ['upgrade-database', '--old-binaries', programs]
  for (const point of ['Creating the database', 'Building the indexes']) {
    const { child, said } = spawnLaurel(settings, 'laurel.ts', command)
    await waitUntil(
      () => said().includes(point) || child.exitCode !== null,
      () => said(),
    )
    assert.equal(child.exitCode, null, said())
    await killTree(child)
    assert.equal(versionOf('postgres'), major, `the old files count after a kill at "${point}"`)
  }
  const { code, said } = await runCommand(command, settings)
  assert.match(said, /^An earlier upgrade was not finished\. Starting over\.$/m)
  assert.match(said, /\nAll invariants hold\.\nKept the old database in .*postgres-\d+\. Remove it when/)
  assert.equal(code, 0, said)
  assert.equal(versionOf(`postgres-${major}`), major)

  // As if it had been killed while it put the new files in place.
  await mkdir(join(dataDir, 'upgrade.complete'))
  await rename(join(dataDir, 'postgres'), join(dataDir, 'upgrade.complete/postgres'))
  const laurel = await startLaurel(settings)
  assert.doesNotMatch(laurel.said(), /resume-sending/, 'an upgraded database sends as before')
  const rows = await queryEmbedded(dataDir, 'select id from awards')
  assert.deepEqual(rows, [{ id: awardId }])
  await terminate(laurel)
  assert.match((await runCommand(command, settings)).said, /is of PostgreSQL \d+ already\.\n$/)

  async function makeOldDatabase(): Promise<string> {
    await initializeWith(programs, dataDir)
    const log = { info: () => {}, warn: () => {} }
    const old = await startEmbeddedPostgres({
      dataDir,
      dataDirGiven: true,
      log,
      programs: { folder: programs, major },
    })
    await migrate(old.ownerConnectionString)
    const laurel = await startLaurel({
      ...settings,
      DATABASE_URL: old.connectionString,
      DATABASE_OWNER_URL: old.ownerConnectionString,
    })
    const partner = await onboardTestPartner(laurel)
    const { name } = await partner.addRule()
    const { body } = await partner.award(await partner.addUser(), name)
    await terminate(laurel)
    await old.stop()
    return body.data.id
  }
})

const versionOf = (files: string): number => Number(readFileSync(join(dataDir, files, 'PG_VERSION'), 'utf8'))
