import type { LaurelCommand } from './laurel-command.ts'
import type { Run } from './output.ts'

const REFUSED = 'It exits with 1 if the service refuses that, and says why.'
const ID = '0198c5f3-8d9e-7f0a-9b1c-3d4e5f607182'

/** They reserve coins for checkouts, and end that. */
export function addHoldCommands(
  program: LaurelCommand,
  run: Run,
  limit: { readLimit: (text: string) => number; limitDefault: number },
): void {
  const holds = program.command('holds').description('hold coins for a checkout, and capture or release them')
  addCreate(holds, run)

  holds
    .command('list')
    .description('list holds, newest first')
    .option('--user-id <id>', 'only of this user')
    .option('--status <status>', 'only active, captured, released or expired ones')
    .option('--reference <text>', 'only with this reference')
    .option('--limit <number>', 'how many', limit.readLimit, limit.limitDefault)
    .profile()
    .option('--json', 'print JSON, one hold per line')
    .example('laurel holds list --status active', 'what checkouts hold now')
    .example('laurel holds list --reference order-1042 --json', 'for a script')
    .action(async (options) => (await import('./holds.ts')).listHolds(run, options))

  holds
    .command('show')
    .description('show a hold')
    .argument('<id>', 'the id of the hold')
    .profile()
    .json()
    .example(`laurel holds show ${ID}`, 'what became of it')
    .action(async (id, options) => (await import('./holds.ts')).showHold(run, id, options))

  addEnds(holds, run)
}

function addCreate(holds: LaurelCommand, run: Run): void {
  holds
    .command('create')
    .description('hold coins of a member')
    .requiredOption('--coins <number>', 'how many coins')
    .option('--user-id <id>', 'the member')
    .option('--external-id <id>', 'the member, by your own id')
    .option('--expires-in <seconds>', 'when it ends by itself, from 60 to 604800; after 900 by default')
    .option('--reference <text>', 'your own id of what it is about, such as an order')
    .option('--key <key>', 'names the hold, so that a retry makes it once')
    .profile()
    .json()
    .note(REFUSED)
    .example(
      'laurel holds create --external-id customer-42 --coins 4 --reference order-1042',
      'for a quarter of an hour',
    )
    .example(
      'laurel holds create --external-id customer-42 --coins 4 --expires-in 3600 --json',
      'for a script',
    )
    .action(async (options) => {
      run.exitCode = await (await import('./holds.ts')).createHold(run, options)
    })
}

function addEnds(holds: LaurelCommand, run: Run): void {
  holds
    .command('extend')
    .description('count the time of a hold again, from now on')
    .argument('<id>', 'the id of the hold')
    .requiredOption('--expires-in <seconds>', 'seconds from now; at most 7 days after the hold was made')
    .profile()
    .json()
    .note(REFUSED)
    .example(`laurel holds extend ${ID} --expires-in 1800`, 'half an hour from now')
    .action(async (id, options) => {
      run.exitCode = await (await import('./holds.ts')).extendHold(run, id, options)
    })

  holds
    .command('capture')
    .description('transfer the coins of a hold to you, and give the rest back')
    .argument('<id>', 'the id of the hold')
    .option('--coins <number>', 'a part of the hold; all by default')
    .option('--key <key>', 'names the capture, so that a retry gets the same response')
    .profile()
    .json()
    .note(REFUSED)
    .example(`laurel holds capture ${ID}`, 'once the order is paid')
    .example(`laurel holds capture ${ID} --coins 2.5`, 'when it became smaller')
    .action(async (id, options) => {
      run.exitCode = await (await import('./holds.ts')).captureHold(run, id, options)
    })

  holds
    .command('release')
    .description('give the coins of a hold back')
    .argument('<id>', 'the id of the hold')
    .profile()
    .json()
    .note(REFUSED)
    .example(`laurel holds release ${ID}`, 'when the order is given up')
    .action(async (id, options) => {
      run.exitCode = await (await import('./holds.ts')).releaseHold(run, id, options)
    })
}
