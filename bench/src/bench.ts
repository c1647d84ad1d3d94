import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { measureAging } from './aging.ts'
import { measureBoards } from './boards.ts'
import type { Bench } from './part.ts'
import { measureReads } from './reads.ts'
import { measured, report } from './report.ts'
import { measureRows } from './rows.ts'
import { startService } from './service.ts'
import { measureThroughput } from './throughput.ts'
import { measureWebhooks } from './webhooks.ts'

const RESULTS = fileURLToPath(new URL('../RESULTS.md', import.meta.url))

const PARTS: Record<string, (bench: Bench) => Promise<void>> = {
  throughput: measureThroughput,
  reads: measureReads,
  webhooks: measureWebhooks,
  // Before the parts that cause much vacuuming, whose write-ahead log would be counted too.
  rows: measureRows,
  boards: measureBoards,
  aging: measureAging,
}

const quick = process.argv.includes('--quick')
const onlyAt = process.argv.indexOf('--only')
const only = onlyAt > 0 ? process.argv[onlyAt + 1] : undefined

if (process.argv.includes('--help')) {
  console.log(
    `npm run bench                   every measurement; about 25 minutes
npm run bench -- --quick         the same with less data; about three minutes
npm run bench -- --only boards   one part: ${Object.keys(PARTS).join(', ')}

All print their results; only the first also writes them to bench/RESULTS.md.`,
  )
  process.exit(0)
}
if (onlyAt > 0 && !PARTS[only ?? '']) {
  console.error(`--only takes one of ${Object.keys(PARTS).join(', ')}.`)
  process.exit(2)
}

const began = Date.now()
const say = (what: string) =>
  console.log(`${String(Math.round((Date.now() - began) / 1000)).padStart(5)} s  ${what}`)
const service = await startService()
try {
  for (const [name, part] of Object.entries(PARTS))
    if (only === undefined || only === name) await part({ service, quick, seconds: quick ? 2 : 10, say })
} finally {
  await service.stop()
}
console.log(`\n${measured()}`)
if (only === undefined && !quick) {
  await writeFile(RESULTS, report())
  console.log(`\nWritten to ${RESULTS}`)
}
