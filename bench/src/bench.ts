import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { measureActivities } from './activities.ts'
import { measureAging } from './aging.ts'
import { measureAlone } from './alone.ts'
import { measureBoards } from './boards.ts'
import { measureExpiry } from './expiry.ts'
import { measureNeighbours } from './neighbours.ts'
import { type Bench, createBench, type Mode } from './part.ts'
import { measureReads } from './reads.ts'
import { measured, report } from './report.ts'
import { measureRows } from './rows.ts'
import { startService } from './service.ts'
import { measureThroughput } from './throughput.ts'
import { measureWebhooks } from './webhooks.ts'

const RESULTS = fileURLToPath(new URL('../RESULTS.md', import.meta.url))

const PARTS: Record<string, { about: string; run: (bench: Bench) => Promise<void> }> = {
  throughput: {
    about: 'awards, transfers, many partners and a mix, against the empty route and baselines',
    run: measureThroughput,
  },
  reads: {
    about: 'boards, rules, events and members, against Redis, with and without ETags',
    run: measureReads,
  },
  activities: {
    about: 'activities that one of twenty rules or none matches, against awards by name',
    run: measureActivities,
  },
  expiry: {
    about: 'awards, bulk calls and transfers where coins expire, against those where they do not',
    run: measureExpiry,
  },
  alone: { about: 'the latency of one call alone, against one bare commit', run: measureAlone },
  neighbours: { about: 'small partners beside a huge one', run: measureNeighbours },
  webhooks: { about: 'the cost of webhooks for awards', run: measureWebhooks },
  // Before the parts that cause much vacuuming, whose write-ahead log would be counted too.
  rows: { about: 'memory, and the rows that an award writes', run: measureRows },
  boards: { about: 'boards of up to a million members', run: measureBoards },
  aging: { about: 'awards after five million awards', run: measureAging },
}

const HELP = `npm run bench                   every measurement; about 30 minutes
npm run bench -- --quick         the same with less data; under two minutes
npm run bench -- --smoke         each for a moment, to see that it works
npm run bench -- --only boards   one part, also with --quick or --smoke:

${Object.entries(PARTS)
  .map(([name, { about }]) => `  ${name.padEnd(12)}${about}`)
  .join('\n')}

All print their results; only the first also writes them to bench/RESULTS.md.`

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    smoke: { type: 'boolean' },
    only: { type: 'string' },
    help: { type: 'boolean' },
  },
})
if (values.help) {
  console.log(HELP)
  process.exit(0)
}
const { only } = values
if (only !== undefined && !PARTS[only]) {
  console.error(`--only takes one of ${Object.keys(PARTS).join(', ')}.`)
  process.exit(2)
}
const mode: Mode = values.smoke ? 'smoke' : values.quick ? 'quick' : 'full'

const began = Date.now()
const say = (what: string) =>
  console.log(`${String(Math.round((Date.now() - began) / 1000)).padStart(5)} s  ${what}`)
say('starting the service')
const service = await startService()
const bench = createBench(mode, service, say)
try {
  for (const [name, { run }] of Object.entries(PARTS))
    if (only === undefined || only === name) await run(bench)
} finally {
  await service.stop()
}
say('done')
console.log(`\n${measured()}`)
if (only === undefined && mode === 'full') {
  await writeFile(RESULTS, report())
  console.log(`\nWritten to ${RESULTS}`)
}
