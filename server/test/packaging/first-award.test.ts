import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { announcedIn, codeBlocksOf, scriptOf, withAddresses } from '../support/code-blocks.ts'
import { makeTestFolder } from '../support/process.ts'
import { runScript } from '../support/run-script.ts'
import { freePort } from '../support/server.ts'
import { waitUntil } from '../support/wait-until.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const isFull = process.env.PACKAGING === 'full'
/** After the clone, links what this checkout has installed and built. */
const LINK_INSTALLED = `
git() {
  command git "$@"
  mkdir laurel/node_modules
  ln -s "$REPOSITORY"/node_modules/* "$REPOSITORY"/node_modules/.bin laurel/node_modules/
  for modules in server/node_modules sdk/node_modules; do
    if [ -d "$REPOSITORY/$modules" ]; then ln -s "$REPOSITORY/$modules" "laurel/$modules"; fi
  done
  cp -R "$REPOSITORY/dashboard/dist" laurel/dashboard/dist
  touch laurel/node_modules/.package-lock.json
}
`

const skip = !existsSync(join(root, '.git')) && 'this is no clone'

test('the guide leads from a clone to a paid award', { skip }, async (t) => {
  const folder = await makeTestFolder()
  const data = join(folder, 'laurel/data/postgres/postmaster.pid')
  after(() => waitUntil(() => !existsSync(data), 'the database to stop'))
  const port = await freePort()
  const page = readFileSync(join(root, 'docs/guides/first-award.md'), 'utf8')
  const blocks = codeBlocksOf(withAddresses(page, `http://127.0.0.1:${port}`, await freePort()))
  const { script } = scriptOf(blocks, () => true)

  const begun = performance.now()
  const { code, said } = await runScript(isFull ? script : `${LINK_INSTALLED}${script}`, folder, {
    // How npm reaches its registry.
    ...(isFull ? process.env : {}),
    REPOSITORY: root,
    PORT: String(port),
    METRICS_PORT: 'off',
    npm_config_prefer_offline: 'true',
  })
  const seconds = Math.round((performance.now() - begun) / 100) / 10

  assert.equal(code, 0, said)
  assert.deepEqual(
    announcedIn(blocks).prints.filter((line) => !said.includes(line)),
    [],
    said,
  )
  t.diagnostic(
    `${seconds} s from a clone to a paid award${isFull ? '' : ', with what was installed and built before'}`,
  )
})
