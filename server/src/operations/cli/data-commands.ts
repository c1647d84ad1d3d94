import { Argument, Option } from 'commander'
import type { LaurelCommand } from './laurel-command.ts'
import type { Run } from './output.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const TO_FILE = 'the file to write; without it, standard output'

/** They move a partner's data in and out. */
export function addDataCommands(program: LaurelCommand, run: Run): void {
  addImport(program, run)
  addAttributes(program, run)
  addExports(program, run)
  addErase(program, run)
  addApi(program, run)
}

function addImport(program: LaurelCommand, run: Run): void {
  program
    .command('import')
    .description('import members with opening balances, and wait until all lines are worked off')
    .argument('<file>', 'a CSV or NDJSON file; - reads standard input')
    .addOption(
      new Option('--format <format>', 'instead of telling by the first character').choices(['csv', 'ndjson']),
    )
    .profile()
    .json()
    .note(
      'It exits with 1 if lines were refused, and prints them. The import goes on when the command is interrupted.',
    )
    .example('laurel import members.csv', 'with the names of the fields in its first line')
    .example('gunzip --stdout members.ndjson.gz | laurel import - --json', 'for a script')
    .action(async (file, options) => {
      run.exitCode = await (await import('./members.ts')).importMembers(run, file, options)
    })
}

function addAttributes(program: LaurelCommand, run: Run): void {
  program
    .command('attributes')
    .description('print the attributes of a user, or change some of them')
    .argument('<user>', 'the id of the user')
    .argument('[changes...]', 'name=text, name:=number, name:=true or false, name= to remove one')
    .option('--external-id', 'the user is named by your own id')
    .profile()
    .json()
    .example('laurel attributes customer-42 --external-id', 'what rules can ask about the user')
    .example(
      'laurel attributes customer-42 --external-id city=Lagos visits:=3 tier=',
      'changes three of them',
    )
    .action(async (user, changes, options) =>
      (await import('./attributes.ts')).showAttributes(run, user, changes, options),
    )
}

function addExports(program: LaurelCommand, run: Run): void {
  const exports = program.command('export').description('write data to a file')

  exports
    .command('transactions')
    .description('export every movement of coins as CSV')
    .argument('[file]', TO_FILE)
    .option('--user-id <id>', 'only of this user')
    .option('--type <type>', 'only of this transactionType')
    .option('--reference <text>', 'only with this reference')
    .option('--from <time>', 'only at or after this time, such as 2026-03-01T00:00:00Z')
    .option('--to <time>', 'only before this time')
    .option('--force', 'replace the file')
    .profile()
    .example(
      'laurel export transactions march.csv --from 2026-03-01T00:00:00Z --to 2026-04-01T00:00:00Z',
      'a month',
    )
    .action(async (file, options) => (await import('./export.ts')).exportTransactions(run, file, options))

  exports
    .command('member')
    .description('export everything that you hold about a user as JSON')
    .argument('<user>', 'the id of the user')
    .argument('[file]', TO_FILE)
    .option('--external-id', 'the user is named by your own id')
    .option('--force', 'replace the file')
    .profile()
    .example('laurel export member customer-42 ada.json --external-id', 'for a request about personal data')
    .action(async (user, file, options) =>
      (await import('./export.ts')).exportMember(run, user, file, options),
    )

  exports
    .command('refused')
    .description('export the refused lines of an import as CSV')
    .argument('<import>', 'the id of the import')
    .argument('[file]', TO_FILE)
    .option('--force', 'replace the file')
    .profile()
    .example('laurel export refused 0198c5a3-1a2b-7c3d-8e4f-5a6b7c8d9e0f refused.csv', 'to correct them')
    .action(async (id, file, options) => (await import('./export.ts')).exportRefused(run, id, file, options))
}

function addErase(program: LaurelCommand, run: Run): void {
  program
    .command('erase')
    .description('erase the personal data of a user, and end the membership')
    .argument('<user>', 'the id of the user')
    .option('--external-id', 'the user is named by your own id')
    .option('--forfeit', 'coins that are left go back to you; otherwise they are a reason to refuse')
    .option('--yes', 'do not ask')
    .profile()
    .json()
    .note('It cannot be undone. Amounts, limits, boards and events stay, without personal data.')
    .example('laurel erase customer-42 --external-id', 'shows the user and asks')
    .action(async (user, options) => (await import('./members.ts')).eraseMember(run, user, options))
}

function addApi(program: LaurelCommand, run: Run): void {
  program
    .command('api')
    .description('send a request to the API with the sign-in, and print the body of the response')
    .addArgument(new Argument('<method>', 'the method').choices(METHODS))
    .argument('<path>', 'the path, such as /laas/rules; {eco} stands for your ecosystem')
    .option('--data <json>', 'the body as JSON; @FILE reads it from a file, - from standard input')
    .option('--idempotency-key <key>', 'names the request, so that a retry does it once')
    .profile()
    .note('It exits with 0 for a status from 200 to 299, and otherwise with 1.')
    .example("laurel api GET '/laas/users?limit=5'", 'the newest members')
    .example(
      `laurel api POST /laas/users --data '{"externalId":"customer-42"}' --idempotency-key signup-42`,
      'adds a member once',
    )
    .action(async (method, path, options) => {
      run.exitCode = await (await import('./api-request.ts')).sendRequest(run, { method, path }, options)
    })
}
