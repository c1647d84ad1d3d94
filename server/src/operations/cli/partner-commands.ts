import { Argument, InvalidArgumentError, Option } from 'commander'
import { EVENT_TYPES, type EventType } from '../../feed/events/event.ts'
import { addActivityCommands } from './activity-commands.ts'
import { addDataCommands } from './data-commands.ts'
import { addHoldCommands } from './hold-commands.ts'
import type { LaurelCommand } from './laurel-command.ts'
import type { Run } from './output.ts'
import { TRIGGERS } from './triggers.ts'

const LIMIT_DEFAULT = 20
const LIMIT_MAX = 1_000

/** They call the API of a service, as the partner who is signed in. */
export function addPartnerCommands(program: LaurelCommand, run: Run): void {
  program.commandsGroup('Commands for partners, with the API of a service:')
  addSignInCommands(program, run)
  addEventCommands(program, run)
  addActivityCommands(program, run, { readLimit, limitDefault: LIMIT_DEFAULT })
  addHoldCommands(program, run, { readLimit, limitDefault: LIMIT_DEFAULT })
  addRuleCommands(program, run)
  addDataCommands(program, run)
}

function addSignInCommands(program: LaurelCommand, run: Run): void {
  program
    .command('login')
    .description('sign in to a service, and keep the sign-in as a profile')
    .option('--url <address>', 'the address of the service (or LAUREL_URL)')
    .option('--ecosystem <name>', 'the ecosystem of the partner')
    .option('--email <address>', 'the e-mail address of a team member')
    .option('--code <code>', 'the code of the second factor')
    .option('--client-id <id>', 'sign in as the application instead (or LAUREL_CLIENT_ID)')
    .option(
      '--client-secret <secret>',
      'its secret (or LAUREL_CLIENT_SECRET); - reads it from the terminal, which does not show it, or from standard input',
    )
    .profile()
    .json()
    .note(
      'The password comes from the terminal, which does not show it, or from standard input. It is not kept: the profile holds the tokens of the session, or the client secret, in a file that you alone can read.',
    )
    .note(
      'A secret after --client-secret is visible to other users of the machine, in the list of processes; prefer - or the environment.',
    )
    .note(
      'Scripts need no profile: set LAUREL_URL, LAUREL_CLIENT_ID and LAUREL_CLIENT_SECRET for each command.',
    )
    .example('laurel login --url http://localhost:3000', 'asks for everything else')
    .example(
      'laurel login --url https://rewards.example.com --ecosystem acme --email ada@acme.example --profile live < password.txt',
      'keeps a second sign-in',
    )
    .example(
      'laurel login --url https://rewards.example.com --client-id 9971c9e5 --client-secret - < secret.txt',
      'signs in as the application',
    )
    .action(async (options) => (await import('./sign-in.ts')).login(run, options))

  program
    .command('logout')
    .description('end the session, and remove the profile')
    .profile()
    .example('laurel logout --profile live', 'leaves other profiles as they are')
    .action(async (options) => (await import('./sign-in.ts')).logout(run, options))

  program
    .command('whoami')
    .description('show who is signed in, and where')
    .profile()
    .json()
    .example('laurel whoami --json', 'for a script')
    .action(async (options) => (await import('./sign-in.ts')).whoami(run, options))
}

function addEventCommands(program: LaurelCommand, run: Run): void {
  program
    .command('events')
    .description('list events, and follow new ones')
    .option('--after <number>', 'every event after this one, instead of the latest', readNumber)
    .option('--limit <number>', 'how many of the latest', readLimit, LIMIT_DEFAULT)
    .option('--follow', 'then show each new event as it happens')
    .addOption(typeOption('only events of these types, separated by commas'))
    .profile()
    .option('--json', 'print JSON, one event per line')
    .example('laurel events --follow', 'the latest 20, and then new ones until Ctrl-C')
    .example('laurel events --after 0 --type award.paid --json > paid.ndjson', 'every paid award')
    .action(async (options) => (await import('./events.ts')).showEvents(run, options))

  program
    .command('listen')
    .description('forward events to an address, as a webhook would')
    .requiredOption('--forward-to <address>', 'where to post them, such as http://localhost:4000/webhooks')
    .option('--after <number>', 'begin after this event, instead of where the last run stopped', readNumber)
    .addOption(typeOption('only events of these types, separated by commas'))
    .option('--print-secret', 'print the signing secret of this address, and end')
    .profile()
    .option('--json', 'print JSON, one attempt per line')
    .note(
      'It posts the bytes and headers of a webhook, in order, and repeats a delivery until the address accepts it. The first run begins with the next event; later runs go on where the last one stopped. The secret stays the same for an address.',
    )
    .example('laurel listen --forward-to http://localhost:4000/webhooks', 'until Ctrl-C')
    .example(
      'export WEBHOOK_SECRET=$(laurel listen --forward-to http://localhost:4000/webhooks --print-secret)',
      'for the receiver',
    )
    .action(async (options) => (await import('./listen.ts')).listen(run, options))

  program
    .command('logs')
    .description('list requests to the API, and follow new ones')
    .option('--limit <number>', 'how many of the latest', readLimit, LIMIT_DEFAULT)
    .option('--failed', 'only those with a status from 400')
    .option('--follow', 'then show each new request')
    .profile()
    .option('--json', 'print JSON, one request per line')
    .note('It needs the sign-in of a team member. The service keeps the requests of the last 3 days.')
    .example('laurel logs --follow', 'the latest 20, and then new ones until Ctrl-C')
    .example('laurel logs --failed --limit 100', 'what went wrong lately')
    .action(async (options) => (await import('./request-log.ts')).showRequests(run, options))

  program
    .command('statement')
    .description('print the coins in wallets before and after some days, and every movement between')
    .option('--from <day>', 'first day; the first of the month by default')
    .option('--to <day>', 'last day; today by default')
    .option('--as-of <number>', 'include events up to this one, instead of all', readNumber)
    .profile()
    .json()
    .example('laurel statement', 'this month so far')
    .example('laurel statement --from 2026-03-01 --to 2026-03-31 --as-of 9871 --json', 'for a script')
    .action(async (options) => (await import('./statement.ts')).showStatement(run, options))

  program
    .command('months')
    .description('print the coins in wallets before and after each month, and who closed it')
    .option('--close <month>', 'close this month first, such as 2026-03')
    .profile()
    .json()
    .note('Closing a month is a note with the number of the latest event. It changes nothing.')
    .example('laurel months', 'the last two years, newest first')
    .example('laurel months --close 2026-03 --json', 'for a script')
    .action(async (options) => (await import('./months.ts')).showMonths(run, options))

  program
    .command('expiry')
    .description('print the coins that expire in this month and the eleven after it, if nobody spends them')
    .profile()
    .json()
    .example('laurel expiry', 'months in which nothing expires are left out')
    .example('laurel expiry --json', 'all twelve, for a script')
    .action(async (options) => (await import('./expiry-forecast.ts')).showExpiry(run, options))

  program
    .command('search')
    .description('find members, rules, orders, notes and ids by a text')
    .argument('<text>', 'a name, an address, a reference, an id')
    .profile()
    .json()
    .example('laurel search lovelace', 'at most five of each kind')
    .example('laurel search order-1042 --json', 'for a script')
    .action(async (text, options) => (await import('./search.ts')).search(run, text, options))

  program
    .command('alarms')
    .description('list what needs attention: webhooks, budgets, full rules, imports')
    .option('--exit-code', 'exit with 1 if there is an alarm')
    .profile()
    .json()
    .example('laurel alarms --exit-code', 'for a check that runs each hour')
    .action(async (options) => {
      run.exitCode = await (await import('./search.ts')).showAlarms(run, options)
    })

  program
    .command('trigger')
    .description('make an event happen, with all that leads to it')
    .addArgument(new Argument('<event>', 'the type of the event').choices(TRIGGERS))
    .option('--yes', 'also on a service in production mode')
    .profile()
    .json()
    .note(
      'It calls the API as your backend would, with a customer and rules whose names begin with laurel-trigger, and shows the event. Afterwards the coins of the customer go back to you, the customer leaves, and the rules are inactive; rules pull leaves them out. Events and decisions stay.',
    )
    .example('laurel trigger award.paid', 'awards a rule to a customer')
    .example('laurel trigger coins.transferred --json', 'for a script')
    .action(async (type, options) => (await import('./trigger.ts')).trigger(run, type, options))
}

function addRuleCommands(program: LaurelCommand, run: Run): void {
  const rules = program.command('rules').description('keep rules in a file')

  rules
    .command('pull')
    .description('write the rules to a file, or print them')
    .argument('[file]', 'the YAML file to write')
    .option('--force', 'replace the file')
    .profile()
    .json()
    .example('laurel rules pull rules.yaml', 'a file that apply accepts unchanged')
    .action(async (file, options) => (await import('./rules.ts')).pullRules(run, file, options))

  rules
    .command('plan')
    .description('show what apply would change')
    .argument('<file>', 'the YAML file')
    .option('--exit-code', 'exit with 1 if there is a difference')
    .option('--cost', 'also what the rules would have paid for the activities of the last 30 days')
    .profile()
    .json()
    .note('Fields that the file leaves out stay as they are, and so do rules that it does not name.')
    .example('laurel rules plan rules.yaml', 'field by field')
    .example(
      'laurel rules plan rules.yaml --exit-code',
      'for a nightly check that nobody changed a rule by hand',
    )
    .example('laurel rules plan rules.yaml --cost', 'before a campaign begins')
    .action(async (file, options) => {
      run.exitCode = await (await import('./rules.ts')).planRulesOf(run, file, options)
    })

  rules
    .command('backtest')
    .description('show what a rule would have paid for past activities')
    .argument('<rule>', 'the name of the rule')
    .option('--file <file>', 'with its terms in this YAML file')
    .option('--from <time>', 'from this day or time on; 30 days ago by default')
    .option('--to <time>', 'before this day or time; now by default')
    .option('--as-written', 'keep the status and the window of the rule')
    .profile()
    .json()
    .note('Nothing is paid. The rule is tried alone, with its counters at zero.')
    .example('laurel rules backtest "weekend orders" --from 2026-03-01 --to 2026-04-01', 'a month')
    .example('laurel rules backtest "weekend orders" --file rules.yaml --json', 'with other terms')
    .action(async (name, options) => {
      const { backtestRule } = await import('./backtest.ts')
      await backtestRule(run, name, options, (await import('./rules.ts')).readRuleFile)
    })

  rules
    .command('try-condition')
    .description('show which of the latest activities a condition matches, and why not the others')
    .argument('<type>', 'the type of the activities, such as order.paid')
    .option('--when <expression>', 'whether an activity matches')
    .option('--units-from <expression>', 'how many units it has')
    .option('--coins <number>', 'what one match, or one unit, pays')
    .profile()
    .json()
    .note('It reads the latest 100 activities and prints the latest of each kind. Nothing is written.')
    .example(`laurel rules try-condition order.paid --when 'properties.total >= 50'`, 'before it is saved')
    .example(
      'laurel rules try-condition order.paid --units-from properties.total --coins 1 --json',
      'what each would pay',
    )
    .action(async (type, options) => (await import('./try-condition.ts')).tryCondition(run, type, options))

  rules
    .command('apply')
    .description('create and change rules as the file says')
    .argument('<file>', 'the YAML file')
    .option('--yes', 'do not ask')
    .option('--plan <id>', 'apply this plan, and stop if anything has changed since')
    .profile()
    .json()
    .note(
      'It shows the plan and asks. It stops when a rule has changed since the plan; applying again goes on. Applying twice changes nothing.',
    )
    .example('laurel rules apply rules.yaml', 'asks before it changes anything')
    .example(
      'laurel rules apply rules.yaml --plan 3f9a1c2b7d04',
      'applies what a review of the plan accepted',
    )
    .action(async (file, options) => (await import('./rules.ts')).applyRules(run, file, options))
}

const typeOption = (about: string) =>
  new Option('--type <types>', about).argParser((text, earlier: EventType[] = []) => [
    ...earlier,
    ...text.split(',').map(readType),
  ])

function readType(text: string): EventType {
  const type = EVENT_TYPES.find((known) => known === text.trim())
  if (!type) throw new InvalidArgumentError(`Known are ${EVENT_TYPES.join(', ')}.`)
  return type
}

function readNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Give the number of an event, or 0.')
  return Number(text)
}

function readLimit(text: string): number {
  const limit = Number(text)
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT_MAX)
    throw new InvalidArgumentError(`Give a number from 1 to ${LIMIT_MAX}.`)
  return limit
}
