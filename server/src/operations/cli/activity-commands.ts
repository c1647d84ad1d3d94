import type { LaurelCommand } from './laurel-command.ts'
import type { Run } from './output.ts'

/** They tell what customers did, and show what rules made of it. */
export function addActivityCommands(
  program: LaurelCommand,
  run: Run,
  limit: { readLimit: (text: string) => number; limitDefault: number },
): void {
  const activities = program.command('activities').description('send activities, and show what came of them')
  addSend(activities, run)

  activities
    .command('list')
    .description('list activities, newest first')
    .option('--type <type>', 'only of this type, such as order.paid')
    .option('--user-id <id>', 'only of this user')
    .option('--reference <text>', 'only with this reference')
    .option('--from <time>', 'only recorded at or after this time, such as 2026-03-01T00:00:00Z')
    .option('--to <time>', 'only recorded before this time')
    .option('--limit <number>', 'how many', limit.readLimit, limit.limitDefault)
    .profile()
    .option('--json', 'print JSON, one activity per line')
    .example('laurel activities list --type order.paid', 'the latest 20')
    .example('laurel activities list --reference order-1042 --json', 'for a script')
    .action(async (options) => (await import('./activities.ts')).listActivities(run, options))

  activities
    .command('show')
    .description('show an activity, and why each rule paid or did not')
    .argument('<id>', 'the id of the activity')
    .profile()
    .json()
    .example('laurel activities show 0198c5f3-8d9e-7f0a-8b1c-2d3e4f506172', 'rule by rule')
    .action(async (id, options) => (await import('./activities.ts')).showActivity(run, id, options))

  activities
    .command('types')
    .description('list the types of activities, how often they came and which rules listen')
    .option('--type <type>', 'only this type, with its rules and properties')
    .profile()
    .option('--json', 'print JSON, one type per line')
    .note(
      'Properties are those of the latest 100 activities of the type. Examples of them are for owners and managers.',
    )
    .example('laurel activities types', 'all of them')
    .example('laurel activities types --type order.paid', 'what conditions can read')
    .action(async (options) => (await import('./activities.ts')).listTypes(run, options))
}

function addSend(activities: LaurelCommand, run: Run): void {
  activities
    .command('send')
    .description('send one activity, or the lines of a file')
    .argument('[file]', 'a file with one activity per line, as JSON; - reads standard input')
    .option('--type <type>', 'what happened, such as order.paid')
    .option('--user-id <id>', 'the user')
    .option('--external-id <id>', 'the user, by your own id')
    .option('--reference <text>', 'your own id of what it is about, such as an order')
    .option('--properties <json>', 'what conditions read, as a JSON object')
    .option('--occurred-at <time>', 'when it happened, at most 30 days ago; now by default')
    .option('--enrol', 'join a user who was never a member')
    .option('--key <key>', 'names the activity, so that a retry records it once')
    .option('--dry-run', 'show what rules would pay, and record nothing')
    .profile()
    .json()
    .note(
      'Each line of a file has the fields of POST /laas/activities. A line without an idempotencyKey gets one made of its text, so that sending a file again pays nothing twice. Equal lines of one file are activities of their own.',
    )
    .note('It exits with 1 if lines were refused, and prints their numbers. The other lines are recorded.')
    .example(
      `laurel activities send --type order.paid --external-id customer-42 --properties '{"total":49.9}' --dry-run`,
      'what rules would pay',
    )
    .example('laurel activities send orders.ndjson', 'with progress; run it again after a failure')
    .example('zcat orders.ndjson.gz | laurel activities send - --json', 'for a script')
    .action(async (file, options) => {
      run.exitCode = await (await import('./activities.ts')).sendActivities(run, file, options)
    })
}
