import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  announcedIn,
  codeBlocksOf,
  fileNameOf,
  NO_RUN,
  runnableOf,
  scriptOf,
  withAddresses,
} from '../support/code-blocks.ts'
import { createTestDatabase } from '../support/database.ts'
import { killAll, makeTestFolder, startLaurel } from '../support/process.ts'
import { runScript } from '../support/run-script.ts'
import { freePort } from '../support/server.ts'
import { waitUntil } from '../support/wait-until.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const START = 'docs/guides/README.md'
/** Its programs read `.env` themselves. */
const QUICK_START = 'docs/guides/quick-start.md'
/** It begins with a clone, and is followed by a test of its own. */
const FIRST_AWARD = 'docs/guides/first-award.md'
const PAGES = [
  START,
  'README.md',
  'sdk/README.md',
  ...globSync('docs/guides/*.md', { cwd: root, exclude: [START] }).sort(),
]
const RUN = ['sh', 'ts', 'js', 'python', 'php', 'go']
const SHOWN = ['json', 'ndjson', 'csv', 'http', 'text', 'html', 'sql', 'nginx', 'mermaid', 'yaml', 'cel']
/** Later pages use what the first one sets, a client secret, and the rule and customer of `FIRST_AWARD`. */
const KEEP = `
export LAUREL_CLIENT_ID=$(call $L/acme/partners/me -H "$AUTH" | pick clientId)
export LAUREL_CLIENT_SECRET=$(call $L/acme/partners/me/secrets -H "$AUTH" -d '{
  "name": "guides", "scopes": ["rules", "awards", "coins", "events", "boards", "adjust"] }' | pick secret)
call $L/laas/rules/create-rule -H "$AUTH" -d '{
  "name": "first order", "coinValue": "10", "maxNumberOfParticipant": "1000", "condition": "Paid a first order" }'
call $L/laas/users -H "$AUTH" -d '{ "externalId": "customer-42", "fullname": "Ada Lovelace" }'
cat > ../.env <<END
LAUREL_URL=$LAUREL_URL
LAUREL_CLIENT_ID=$LAUREL_CLIENT_ID
LAUREL_CLIENT_SECRET=$LAUREL_CLIENT_SECRET
END
{ declare -p | grep -vE '^declare -[a-zA-Z]*r'; declare -f; } > ../start.sh
`
const GO_ON = '. ../start.sh 2> /dev/null\n'
const WITH_ENV_FILE = 'cp ../.env .\nunset LAUREL_URL LAUREL_CLIENT_ID LAUREL_CLIENT_SECRET\n'

/** Keeps what Go made of its own library, which takes longer than the rest of the page. */
const GOCACHE = join(root, 'node_modules/.cache/go')

const { settings, drop } = await createTestDatabase()
const folder = await makeTestFolder()
const port = await freePort()
const laurel = await startLaurel({
  ...settings,
  PORT: String(port),
  ORIGIN: `http://127.0.0.1:${port}`,
  LOG_LEVEL: 'info',
  WEBHOOK_DELIVERY: 'on',
})
after(async () => {
  await killAll()
  await drop()
})
await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
const ownPort = await freePort()
const pages = PAGES.map((file) => ({
  file,
  blocks: codeBlocksOf(withAddresses(readFileSync(join(root, file), 'utf8'), laurel.url, ownPort)),
}))

test('every block names a language, what is marked is little, and JSON parses', (t) => {
  const unknown = pages.flatMap(({ file, blocks }) =>
    blocks
      .filter(({ language }) => ![...RUN, ...SHOWN].includes(language))
      .map(({ line }) => `${file}:${line}`),
  )
  assert.deepEqual(unknown, [])
  const all = pages.flatMap(({ blocks }) => blocks)
  for (const { text } of all.filter(({ language }) => language === 'json')) JSON.parse(text)
  const run = all.filter(({ language }) => RUN.includes(language))
  const marked = run.filter(({ words }) => words.includes(NO_RUN))
  t.diagnostic(`${run.length - marked.length} blocks are run, ${marked.length} are marked ${NO_RUN}`)
  assert.ok(marked.length < run.length / 5, `${marked.length} of ${run.length}`)
})

test('every file that a page shows is run by a later block of the page', () => {
  const idle = pages.flatMap(({ file, blocks }) =>
    blocks.flatMap((block, index) => {
      const name = fileNameOf(block)
      const isRun = blocks
        .slice(index)
        .some(({ language, text }) => language === 'sh' && text.includes(name ?? ''))
      return name && !isRun ? [`${file}: ${name}`] : []
    }),
  )
  assert.deepEqual(idle, [])
})

suite('pages do what they say', () => {
  for (const { file, blocks } of pages.filter((page) => page.file !== FIRST_AWARD))
    test(file, async (t) => {
      const { script, skipped } = scriptOf(blocks, isInstalled)
      for (const reason of skipped) t.diagnostic(`skipped, ${reason}`)
      const logged = laurel.said().length
      const { code, said } = await runPage(file, script)
      assert.equal(code, 0, said)
      const { refusals, prints } = announcedIn(runnableOf(blocks, isInstalled))
      assert.deepEqual(
        prints.filter((line) => !said.includes(line)),
        [],
        said,
      )
      const failures = failuresIn((await wholeLog()).slice(logged))
      assert.equal(failures.length, refusals, `${failures.join('\n')}\n${said}`)
    })
})

suite('a quick start without a token prints the reason and stops', () => {
  const { blocks } = pages.find(({ file }) => file === QUICK_START) as (typeof pages)[0]
  const runs = blocks.filter((block) => block.language === 'sh' && fileNameOf(block) === undefined)
  for (const { text, line } of runs) {
    const [command = '', program = ''] = /^(sh|node|python3|php|go) .*$/m.exec(text) ?? []
    test(command, { skip: !isInstalled(program) && `${program} is not installed` }, async () => {
      const { script } = scriptOf(
        blocks.filter((block) => fileNameOf(block) !== undefined || block.line === line),
        isInstalled,
      )
      const wrong = `${WITH_ENV_FILE}sed -i.bak s/^LAUREL_CLIENT_SECRET=.*/LAUREL_CLIENT_SECRET=wrong/ .env\n`
      const { code, said } = await runScript(`${wrong}${script}`, folderOf(QUICK_START), { GOCACHE })
      assert.notEqual(code, 0, said)
      assert.match(said, /client authentication failed/)
      assert.doesNotMatch(said, /paid|Rule created/)
    })
  }
})

test('their programs are well typed', async () => {
  await mkdir(join(folder, 'first-award'))
  for (const block of pages.find(({ file }) => file === FIRST_AWARD)?.blocks ?? [])
    if (block.language === 'ts') await writeFile(join(folder, 'first-award', `${block.line}.ts`), block.text)
  const compilerOptions = {
    target: 'es2024',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    allowImportingTsExtensions: true,
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*/*.ts'] }))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = await promisify(execFile)(process.execPath, [compiler], { cwd: folder }).catch(
    (error) => error,
  )
  assert.equal(stdout, '')
})

function runPage(file: string, script: string) {
  const first = file === QUICK_START ? WITH_ENV_FILE : GO_ON
  const whole = file === START ? `${script}${KEEP}` : `${first}${script}`
  return runScript(whole, folderOf(file), { LAUREL_URL: laurel.url, GOCACHE })
}

function folderOf(file: string): string {
  return join(folder, file.replaceAll('/', '-').replace(/\.md$/, ''))
}

function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
}

/** Up to a last request, because lines are logged after their responses. */
async function wholeLog(): Promise<string> {
  const { headers } = await fetch(`${laurel.url}/openapi.json`)
  await waitUntil(() => laurel.said().includes(headers.get('x-request-id') ?? ''), laurel.said)
  return laurel.said()
}

/** The lines of the log about requests that failed. */
function failuresIn(log: string): string[] {
  return log.split('\n').filter((line) => Number(/"status":(\d+)/.exec(line)?.[1] ?? 0) >= 400)
}
