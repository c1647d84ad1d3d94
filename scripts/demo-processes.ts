import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { SETTINGS } from '../server/src/runtime/settings/config.ts'
import { chooseDemoFolder } from './demo-folder.ts'
import { addCustomers, ECOSYSTEM, EMAIL, PASSWORD, preparePartner } from './demo-partner.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const HOST = '127.0.0.1'
const OUTPUT_CHARACTERS_MAX = 10_000

const HELP = `npm run demo starts Laurel and a small shop beside it, both on this machine only.

  npm run demo -- --port 3000         the port of Laurel
  npm run demo -- --shop-port 8080    the port of the shop
  npm run demo -- --data data/demo    where both keep their data; delete it to start over

A port that is taken is replaced by a free one. With DATA_DIR, the data is in its folder demo. Ctrl-C stops both.
`

type Running = { child: ChildProcess; output: () => string }

const { values: options } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    port: { type: 'string', default: '3000' },
    'shop-port': { type: 'string', default: '8080' },
    data: { type: 'string' },
  },
})
if (options.help) {
  process.stdout.write(HELP)
  process.exit()
}

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
const running: ChildProcess[] = []
try {
  await start()
  const ended = await Promise.race([
    once(stopping.signal, 'abort').then(() => undefined),
    ...running.map((child) => once(child, 'exit').then(() => child)),
  ])
  if (ended && !stopping.signal.aborted)
    throw new Error(`${ended.spawnargs[1]} ended; the demo ends with it.`)
} catch (error) {
  if (!stopping.signal.aborted) {
    console.error(`\n${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
}
for (const child of running.reverse()) await stop(child)
process.exit()

async function start(): Promise<void> {
  const folder = await chooseDemoFolder({ data: options.data, dataDir: process.env.DATA_DIR })
  const laurelUrl = `http://${HOST}:${await portFor('Laurel', options.port, HOST)}`
  // Another host than Laurel's, so that each has cookies of its own.
  const shopUrl = `http://localhost:${await portFor('The shop', options['shop-port'], 'localhost')}`

  console.log('Starting Laurel with a database of its own; the first time takes a few seconds longer.')
  const laurel = run('server/src/main.ts', {
    MODE: 'development',
    HOST,
    PORT: new URL(laurelUrl).port,
    DATA_DIR: folder,
    METRICS_PORT: 'off',
  })
  await untilReady(laurel, `${laurelUrl}/readyz`)
  const credentials = await preparePartner({ laurelUrl, shopUrl, folder })
  const shop = run('examples/shop/main.ts', {
    SHOP_URL: shopUrl,
    LAUREL_URL: laurelUrl,
    LAUREL_CLIENT_ID: credentials.clientId,
    LAUREL_CLIENT_SECRET: credentials.clientSecret,
    SHOP_FILE: join(folder, 'shop.json'),
  })
  await untilReady(shop, shopUrl)
  await addCustomers(laurelUrl, credentials)
  announce(laurelUrl, shopUrl, folder)
}

function announce(laurelUrl: string, shopUrl: string, folder: string): void {
  console.log(`
  Shop           ${shopUrl}
  Dashboard      ${laurelUrl}/dashboard
                 ecosystem ${ECOSYSTEM}, ${EMAIL}, password ${PASSWORD}
  API reference  ${laurelUrl}/docs
  Data           ${folder}

  1. In the shop, click Join and make an account. The code is mailed to ${laurelUrl}/dev/mailbox
  2. Buy something, then pay a part of the next order with coins, then refund an order.
  3. Keep the shop's Board and Webhooks, or the dashboard, open beside it: they move by themselves.

  Two partners with half a year of activity come with: DATA_DIR=${folder} npm run laurel -- seed

Stop both with Ctrl-C.
`)
}

/** The requested port, or a free one if another program has it. */
async function portFor(name: string, option: string, host: string): Promise<number> {
  const port = Number(option)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`${option} is not a port.`)
  try {
    return await listenBriefly(createServer().listen(port, host))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    const free = await listenBriefly(createServer().listen(0, host))
    console.log(`${name} gets the port ${free}, because ${port} is taken.`)
    return free
  }
}

async function listenBriefly(server: ReturnType<typeof createServer>): Promise<number> {
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Settings that the shell has for another Laurel do not count here. */
function run(program: string, settings: Record<string, string>): Running {
  const names = new Set(Object.values(SETTINGS).map(({ name }) => name as string))
  const env = Object.entries(process.env).filter(([name]) => !names.has(name))
  const child = spawn(process.execPath, [join(ROOT, program)], {
    env: { ...Object.fromEntries(env), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  let output = ''
  child.stdout.on('data', (chunk) => {
    // Only shown if the start fails; each request adds a line.
    output = `${output}${chunk}`.slice(-OUTPUT_CHARACTERS_MAX)
  })
  child.stderr.pipe(process.stderr)
  return { child, output: () => output }
}

async function untilReady({ child, output }: Running, url: string): Promise<void> {
  while (!stopping.signal.aborted) {
    if (hasEnded(child)) throw new Error(`The demo cannot start.\n${output()}`)
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
    await pause(100)
  }
  throw stopping.signal.reason
}

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}
