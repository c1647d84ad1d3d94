import type { LaurelCommand } from './laurel-command.ts'
import { buildProgram, EXIT_CODES } from './program.ts'

/** The text of docs/cli.md. */
export function commandsPage(): string {
  const program = buildProgram()
  const groups = Map.groupBy(program.commands as LaurelCommand[], (command) => command.helpGroup())
  const sections = [...groups].map(
    ([group, commands]) =>
      `## ${group.replace(/[:,].*$/, '')}\n\n${commands.flatMap(leaves).map(section).join('\n')}`,
  )
  return `<!-- Made from server/src/operations/cli by \`npm run generate\`. -->

# Command line

\`laurel\` is one program for operators and partners. In a clone of the repository, call it as \`npm run laurel -- COMMAND\`; where the package
is installed, as \`npx laurel COMMAND\`. Without a command, both run the service, as \`laurel start\` does. \`laurel COMMAND --help\` shows what
this page says.

| exit code | |
|---|---|
${EXIT_CODES.map(([code, meaning]) => `| ${code} | ${meaning} |\n`).join('')}
With \`--json\`, standard output is JSON alone; progress goes to standard error. Commands that go on, such as \`events\` and \`listen\`, print one
object per line.

${sections.join('\n')}`
}

/** A command that only holds others has no section. */
function leaves(command: LaurelCommand): LaurelCommand[] {
  const below = command.commands as LaurelCommand[]
  return below.length > 0 ? below.flatMap(leaves) : [command]
}

function section(command: LaurelCommand): string {
  const help = command.createHelp()
  const rows = [
    ...help
      .visibleArguments(command)
      .map((each) => [help.argumentTerm(each), help.argumentDescription(each)]),
    ...help
      .visibleOptions(command)
      .filter(({ long }) => long !== '--help')
      .map((each) => [help.optionTerm(each), help.optionDescription(each)]),
  ]
  const table = rows
    .map(([term = '', about]) => `| \`${term.replaceAll('|', '\\|')}\` | ${about} |\n`)
    .join('')
  const examples = command.examples.map(([line, about]) => `# ${about}\n${line}\n`).join('')
  const description = command.description()
  return `### laurel ${command.path}

${description[0]?.toUpperCase()}${description.slice(1)}.
${rows.length > 0 ? `\n| | |\n|---|---|\n${table}` : ''}${command.notes.map((note) => `\n${note}\n`).join('')}
\`\`\`sh
${examples}\`\`\`
`
}
