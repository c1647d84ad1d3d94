import { existsSync, readFileSync } from 'node:fs'
import { run } from './set-up.mjs'

const QUIET = { stdio: ['ignore', 'ignore', 'inherit'] }
/** The headless shell first: it has no windows of its own to draw, and tests take two thirds of the time. */
const PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** The Chromium for browser tests: the path in CHROMIUM, or a usual one. */
export const findBrowser = () => process.env.CHROMIUM || PATHS.find((path) => existsSync(path))

/** Installs Chromium for the browser tests as root on Debian. Elsewhere these tests are skipped. */
export async function installBrowser() {
  if (findBrowser() || process.getuid?.() !== 0 || !isDebian()) return
  console.log('Installing Chromium for the browser tests…')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args) => run('apt-get', ['-qq', ...args], { ...QUIET, env })
  await apt('update')
  const code = await apt('install', '-y', '--no-install-recommends', 'chromium-headless-shell')
  if (code !== 0) console.warn('Chromium could not be installed; the browser tests are skipped.')
}

/** Ubuntu's package `chromium` only installs a snap. */
const isDebian = () =>
  existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
