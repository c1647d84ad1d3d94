import { Command, type ErrorOptions } from 'commander'
import { withCommandNames } from '../../runtime/process/start-problem.ts'

/** A command that has examples, and whose errors are sentences. */
export class LaurelCommand extends Command {
  readonly examples: [line: string, about: string][] = []
  readonly notes: string[] = []

  override createCommand(name?: string): LaurelCommand {
    return new LaurelCommand(name)
  }

  example(line: string, about: string): this {
    this.examples.push([line, about])
    return this
  }

  /** A sentence below the options. */
  note(sentence: string): this {
    this.notes.push(sentence)
    return this
  }

  json(): this {
    return this.option('--json', 'print JSON')
  }

  profile(): this {
    return this.option('--profile <name>', 'which sign-in (default: LAUREL_PROFILE, or default)')
  }

  /** The names from the root on, such as `rules plan`; empty for the root. */
  get path(): string {
    return this.parent instanceof LaurelCommand ? `${this.parent.path} ${this.name()}`.trim() : ''
  }

  override helpInformation(): string {
    const examples = this.examples.map(([line, about]) => `  ${line}\n      ${about}\n`)
    return [
      super.helpInformation(),
      ...(this.notes.length > 0 ? [`\n${this.notes.join('\n')}\n`] : []),
      ...(examples.length > 0 ? [`\nExamples:\n${examples.join('')}`] : []),
    ].join('')
  }

  override error(message: string, options?: ErrorOptions): never {
    const [, problem = message, suggestion] = /^(?:error: )?([\s\S]*?)\.?(?:\n\((.*)\))?$/.exec(message) ?? []
    const help = withCommandNames(`See npm run laurel -- ${this.path} --help.`.replace('  ', ' '))
    super.error(`${problem[0]?.toUpperCase()}${problem.slice(1)}. ${suggestion ?? help}`, options)
  }
}
