import { existsSync, readFileSync } from 'node:fs'
import { run } from './set-up.mjs'

const QUIET = { stdio: ['ignore', 'ignore', 'inherit'] }
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The Chromium that browser tests use: the one named in CHROMIUM, or one in a usual place. */
export const findBrowser = () => process.env.CHROMIUM || PLACES.find((place) => existsSync(place))

/** Installs Chromium for the browser tests where that needs no question: as root, on a Debian. Elsewhere those tests are skipped, and say so. */
export async function installBrowser() {
  if (findBrowser() || process.getuid?.() !== 0 || !isDebian()) return
  console.log('Installing Chromium for the browser tests…')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args) => run('apt-get', ['-qq', ...args], { ...QUIET, env })
  await apt('update')
  const code = await apt('install', '-y', '--no-install-recommends', 'chromium')
  if (code !== 0) console.warn('Chromium could not be installed; the browser tests are skipped.')
}

/** Ubuntu's package of that name is a door to another installer. */
const isDebian = () =>
  existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
