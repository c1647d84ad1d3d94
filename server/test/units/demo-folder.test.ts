import assert from 'node:assert/strict'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { chooseDemoFolder } from '../../../scripts/demo-folder.ts'
import { makeTestFolder } from '../support/process.ts'

const folder = await makeTestFolder()
const own = process.cwd()
const skip = process.getuid?.() !== 0 && 'only root has another user for the database'

test('the demo keeps its data beside that of the service, where DATA_DIR or --data says', async () => {
  const dataDir = join(folder, 'data')
  assert.equal(await chooseDemoFolder({ data: undefined, dataDir }), join(dataDir, 'demo'))
  const data = join(folder, 'elsewhere')
  assert.equal(await chooseDemoFolder({ data, dataDir }), data)
})

test('as root below a private folder, the demo takes a folder of the system, as the service does', {
  skip,
}, async () => {
  const home = join(folder, 'home')
  mkdirSync(home, { mode: 0o700 })
  process.chdir(home)
  try {
    const systemFolder = join(folder, 'system')
    const chosen = await chooseDemoFolder({ data: undefined, dataDir: undefined, systemFolder })
    assert.equal(chosen, join(systemFolder, 'demo/data'))
    assert(!existsSync(join(home, 'data')))
    await assert.rejects(
      chooseDemoFolder({ data: undefined, dataDir: join(home, 'given'), systemFolder }),
      /who cannot reach the data folder .*given\/demo\. /,
    )
  } finally {
    process.chdir(own)
  }
})
