import { Argument, CommanderError } from 'commander'
import { withCommandNames } from '../../runtime/process/start-problem.ts'
import { completionScript, SHELLS } from './completion.ts'
import { LaurelCommand } from './laurel-command.ts'
import { addOperatorCommands } from './operator-commands.ts'
import { type Host, newRun, type Run } from './output.ts'
import { addPartnerCommands } from './partner-commands.ts'

export const EXIT_CODES = [
  ['0', 'it is done'],
  [
    '1',
    'the result is negative: audit found a broken invariant, plan --exit-code found differences, lines of an import or of activities or a call on a hold were refused, or a request of api failed',
  ],
  ['2', 'it failed, or the command line is wrong; one sentence on standard error says why'],
] as const

/** Loads nothing that a command needs: each does so when it runs. */
export function buildProgram(run: Run = newRun(process)): LaurelCommand {
  const program = new LaurelCommand('laurel')
  program
    .configureOutput({
      writeOut: (text) => run.stdout.write(text),
      writeErr: (text) => run.stderr.write(text),
    })
    .description('Rewards, an exact coin ledger and leaderboards: for operators and partners.')
    .usage('[COMMAND] [options]')
    .option('--version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .configureHelp({ showGlobalOptions: false })
    .exitOverride()
  addPartnerCommands(program, run)
  addOperatorCommands(program, run)
  addCompletion(program, run)
  return program
    .note('Without a command, laurel runs the service, as laurel start does.\n')
    .note(`Exit codes:\n${EXIT_CODES.map(([code, meaning]) => `  ${code}  ${meaning}`).join('\n')}\n`)
    .note(withCommandNames('Here, laurel is called as: npm run laurel -- COMMAND'))
}

function addCompletion(program: LaurelCommand, { stdout }: Run): void {
  program
    .commandsGroup('Commands for your shell:')
    .command('completion')
    .description('print a script that completes commands and options')
    .addArgument(new Argument('<shell>', 'your shell').choices(SHELLS))
    .example('source <(laurel completion bash)', 'in ~/.bashrc')
    .example('source <(laurel completion zsh)', 'in ~/.zshrc, after compinit')
    .example('laurel completion fish | source', 'in ~/.config/fish/config.fish')
    .action((shell) => void stdout.write(completionScript(program, shell)))
}

/** Runs one command; returns the exit code. */
export async function runProgram(args: string[], host: Host): Promise<number> {
  // A reader such as head may go before the end.
  host.stdout.on('error', () => process.exit(0))
  const run = newRun(host)
  const program = buildProgram(run)
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    // It has said what was wrong, or shown the help.
    return error.exitCode === 0 ? 0 : 2
  }
  return run.exitCode
}
