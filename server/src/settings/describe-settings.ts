import type { Setting } from './setting.ts'

type Settings = Record<string, Setting<unknown>>

/** The list of settings for --help. */
export function settingsHelp(settings: Settings): string {
  return Object.values(settings)
    .map((setting) => {
      const notes = [`default: ${describeDefault(setting, String)}`, ...notesOn(setting)]
      return `  ${setting.name} (${notes.join('; ')})\n      ${setting.about}\n`
    })
    .join('')
}

/** The text of docs/configuration.md. */
export function settingsPage(settings: Settings, renamed: Record<string, string>): string {
  const rows = Object.values(settings).map((setting) => {
    const notes = notesOn(setting).map((note) => `**${note[0]?.toUpperCase()}${note.slice(1)}.**`)
    const meaning = [...notes, setting.about, setting.more].filter(Boolean).join(' ')
    return `| \`${setting.name}\` | ${describeDefault(setting, (text) => `\`${text}\``)} | ${meaning} |\n`
  })
  const renames = Object.entries(renamed).map(([old, name]) => `- \`${old}\` is now \`${name}\`.\n`)
  return `<!-- Made from server/src/config.ts by \`npm run generate\`. -->

# Configuration

Settings are environment variables. Laurel reads them once, when it starts, and reports everything that is wrong with them in
one message. An empty value counts as not set. \`npm start -- --help\` prints a short form of this list.

| Setting | Default | Meaning |
|---|---|---|
${rows.join('')}
## Renamed settings

Laurel does not start with an old name, so that no setting is ignored in silence.

${renames.join('')}`
}

function describeDefault(setting: Setting<unknown>, quote: (text: string) => string): string {
  if (setting.unsetMeans) return setting.unsetMeans
  if (typeof setting.default !== 'object') return setting.default ? quote(setting.default) : 'none'
  return `${quote(setting.default.development)}, in production ${quote(setting.default.production)}`
}

function notesOn({ requiredInProduction, isForDevelopment, isSecret }: Setting<unknown>): string[] {
  return [
    ...(requiredInProduction ? ['required in production'] : []),
    ...(isForDevelopment ? ['development only'] : []),
    ...(isSecret ? ['secret'] : []),
  ]
}
