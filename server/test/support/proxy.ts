import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hasEnded } from './process.ts'
import { freePort } from './server.ts'
import { waitUntil } from './wait-until.ts'

export type ProxyServer = { url: string; said(): string; stop(): Promise<void> }

const GUIDE = fileURLToPath(new URL('../../../docs/deployment.md', import.meta.url))

/** Why tests with this program are skipped, or false. */
export function missing(program: string): string | false {
  try {
    execFileSync(program, [program === 'nginx' ? '-v' : 'version'], { stdio: 'ignore' })
    return false
  } catch {
    return `no ${program} was found: install it with \`apt-get install ${program}\``
  }
}

/** The block of the guide to deployment in this language. */
function blockOf(language: string): string {
  const block = new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'm').exec(
    readFileSync(GUIDE, 'utf8'),
  )?.[1]
  assert(block, `docs/deployment.md has a block of ${language}`)
  return block
}

/** Replaces what is of the example; each must be there. */
function replaced(block: string, replacements: [RegExp, string][]): string {
  return replacements.reduce((text, [pattern, by]) => {
    assert.match(text, pattern)
    return text.replace(pattern, by)
  }, block)
}

const processesAt = (ports: number[]): [RegExp, string][] =>
  ports.map((port, index) => [new RegExp(`127\\.0\\.0\\.1:300${index + 1}\\b`), `127.0.0.1:${port}`])

/** Runs nginx with the block of the guide, on loopback without TLS. */
export const startNginx = (ports: number[]) => runNginx(ports, [])

/** Like `startNginx`, without the headers that development refuses. */
export const startBareNginx = (ports: number[]) =>
  runNginx(ports, [
    [/.*X-Forwarded-For.*/, ''],
    [/.*X-Forwarded-Proto.*/, ''],
  ])

async function runNginx(ports: number[], more: [RegExp, string][]): Promise<ProxyServer> {
  const [folder, port] = [await mkdtemp(join(tmpdir(), 'nginx-')), await freePort()]
  const block = replaced(blockOf('nginx'), [
    [/listen 443 ssl;/, `listen 127.0.0.1:${port};`],
    [/^ *ssl_certificate .*\n/m, ''],
    [/^ *ssl_certificate_key .*\n/m, ''],
    ...processesAt(ports),
    ...more,
  ])
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const path = join(folder, 'nginx.conf')
  await writeFile(
    path,
    `daemon off; pid ${folder}/pid; error_log stderr; worker_processes 2; ${process.getuid?.() === 0 ? 'user root;' : ''}
    events {}
    http {
      access_log off;
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
      ${block}
    }`,
  )
  const child = spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', path], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return running(child, `http://127.0.0.1:${port}`, 'SIGTERM')
}

/** Runs Caddy with the block of the guide, on loopback without TLS. */
export async function startCaddy(ports: number[]): Promise<ProxyServer> {
  const [folder, port] = [await mkdtemp(join(tmpdir(), 'caddy-')), await freePort()]
  const block = replaced(blockOf('caddyfile'), [
    [/^rewards\.example\.com \{/m, `http://127.0.0.1:${port} {\n\tbind 127.0.0.1`],
    ...processesAt(ports),
  ])
  const path = join(folder, 'Caddyfile')
  await writeFile(path, `{\n\tadmin off\n}\n${block}`)
  const child = spawn('caddy', ['run', '--config', path, '--adapter', 'caddyfile'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  })
  return running(child, `http://127.0.0.1:${port}`, 'SIGQUIT')
}

/** The signal ends it at once, whatever is open. */
async function running(child: ChildProcess, url: string, end: NodeJS.Signals): Promise<ProxyServer> {
  let said = ''
  child.stderr?.on('data', (chunk) => (said += chunk))
  process.once('exit', () => child.kill(end))
  const responds = () =>
    fetch(`${url}/healthz`).then(
      ({ status }) => status === 200,
      () => false,
    )
  await waitUntil(
    async () => {
      assert(!hasEnded(child), said)
      return responds()
    },
    () => said,
  )
  return {
    url,
    said: () => said,
    async stop() {
      if (hasEnded(child)) return
      child.kill(end)
      await once(child, 'exit')
    },
  }
}
