import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { buildApp } from './app.ts'
import { RENAMED, readConfig, SETTINGS } from './config.ts'
import { createEncryption } from './crypto/encryption.ts'
import { createLog } from './process/logging.ts'
import { settingsPage } from './settings/describe-settings.ts'

export const OPEN_API_FILE = new URL('../openapi.json', import.meta.url)
export const CONFIGURATION_FILE = new URL('../../docs/configuration.md', import.meta.url)

if (import.meta.main) await generate()

async function generate(): Promise<void> {
  await writeFile(OPEN_API_FILE, await openApiText())
  await writeFile(CONFIGURATION_FILE, configurationText())
  console.log('Wrote server/openapi.json and docs/configuration.md.')
}

/** Makes the page on settings from the table that validates them. */
export function configurationText(): string {
  return settingsPage(SETTINGS, RENAMED)
}

/** Makes the API reference from the routes, without the services that their handlers use. */
export async function openApiText(): Promise<string> {
  const untouched = {} as never
  const app = await buildApp({
    config: readConfig({}),
    database: untouched,
    reads: untouched,
    encryption: createEncryption(randomBytes(32)),
    accessTokens: untouched,
    teamSessions: untouched,
    userSessions: untouched,
    oauth: untouched,
    outbound: untouched,
    revokeGrants: untouched,
    refundCoins: untouched,
    adjustCoins: untouched,
    returnOrder: untouched,
    clearPartner: untouched,
    signRequest: untouched,
    grantAward: untouched,
    forecasts: untouched,
    requireRoom: untouched,
    reverseAward: untouched,
    transferCoins: untouched,
    mailPosted: () => {},
    eventWatch: untouched,
    requestCounts: untouched,
    requestLog: untouched,
    leaving: new AbortController().signal,
    draining: new AbortController().signal,
    databaseProblem: () => undefined,
    now: () => new Date(),
    log: createLog('silent'),
  })
  const document = app.swagger()
  await app.close()
  return `${JSON.stringify(document, null, 2)}\n`
}
