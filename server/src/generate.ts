import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { buildApp } from './app.ts'
import { commandsPage } from './operations/cli/commands-page.ts'
import { createEncryption } from './runtime/crypto/encryption.ts'
import { createLog } from './runtime/process/logging.ts'
import { readConfig, SETTINGS } from './runtime/settings/config.ts'
import { settingsPage } from './runtime/settings/describe-settings.ts'

export const OPEN_API_FILE = new URL('../openapi.json', import.meta.url)
export const CONFIGURATION_FILE = new URL('../../docs/configuration.md', import.meta.url)
export const COMMANDS_FILE = new URL('../../docs/cli.md', import.meta.url)

const WIDTH = 120

if (import.meta.main) await generate()

async function generate(): Promise<void> {
  const openApi = await openApiText()
  await writeFile(OPEN_API_FILE, openApi)
  await writeFile(CONFIGURATION_FILE, configurationText())
  await writeFile(COMMANDS_FILE, commandsPage())
  console.log('Wrote server/openapi.json, docs/configuration.md and docs/cli.md.')
}

/** Makes the page on settings from the table that validates them. */
export function configurationText(): string {
  return settingsPage(SETTINGS)
}

/** Makes the API reference from the routes, without the services that their handlers use. */
export async function openApiText(): Promise<string> {
  const untouched = {} as never
  const app = await buildApp({
    config: readConfig({}),
    database: untouched,
    reads: untouched,
    walletsNow: untouched,
    encryption: createEncryption(randomBytes(32)),
    accessTokens: untouched,
    teamSessions: untouched,
    userSessions: untouched,
    oauth: untouched,
    outbound: untouched,
    revokeGrants: untouched,
    clearPartner: untouched,
    signRequest: untouched,
    coinCalls: untouched,
    requireRoom: untouched,
    mailPosted: () => {},
    accountDeleted: () => {},
    importReceived: () => {},
    backtestRequested: () => {},
    eventWatch: untouched,
    requestLog: untouched,
    leaving: new AbortController().signal,
    draining: new AbortController().signal,
    databaseProblem: () => undefined,
    now: () => new Date(),
    log: createLog('silent'),
  })
  const document = app.swagger()
  await app.close()
  return `${compactJson(document)}\n`
}

/** Writes JSON with one line for each value that fits on one. */
function compactJson(value: unknown, indent = ''): string {
  const line = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || indent.length + line.length <= WIDTH) return line
  const deeper = `${indent}  `
  const isList = Array.isArray(value)
  const parts = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .map(
      ([name, part]) => `${deeper}${isList ? '' : `${JSON.stringify(name)}: `}${compactJson(part, deeper)}`,
    )
  const [open, close] = isList ? '[]' : '{}'
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`
}
