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
    .concat('\nA secret may stand in a file: SECRET_KEY_FILE=/run/secrets/key in place of SECRET_KEY.\n')
}

/** The text of docs/configuration.md. */
export function settingsPage(settings: Settings): string {
  const rows = Object.values(settings).map((setting) => {
    const notes = notesOn(setting).map((note) => `**${note[0]?.toUpperCase()}${note.slice(1)}.**`)
    const meaning = [...notes, setting.about, setting.more].filter(Boolean).join(' ')
    return `| \`${setting.name}\` | ${describeDefault(setting, (text) => `\`${text}\``)} | ${meaning} |\n`
  })
  const secrets = Object.values(settings).flatMap(({ name, isSecret }) => (isSecret ? [name] : []))
  return `<!-- Made from server/src/runtime/settings/config.ts by \`npm run generate\`. -->

# Configuration

Settings are environment variables. Laurel reads them once, when it starts, and reports everything that is wrong with them in
one message. An empty value counts as not set. \`npm start -- --help\` prints a short form of this list.

| Setting | Default | Meaning |
|---|---|---|
${rows.join('')}
## Secrets in files

Each setting that is marked **secret** may stand in a file instead, as container platforms mount them. Its name with \`_FILE\` holds the path:
\`SECRET_KEY_FILE=/run/secrets/laurel_key\` in place of \`SECRET_KEY\`. One newline at the end of the file is left out. Laurel does not start if both
are set, or if the file is empty or cannot be read. It reads the file once, when it starts, and never prints its text.

${secrets.map((name) => `- \`${name}_FILE\`\n`).join('')}`
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
