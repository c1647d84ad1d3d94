import { cpus, totalmem } from 'node:os'
import type { Load } from './load.ts'
import { RATIOS, type RatioName } from './ratios.ts'

/** The service inherits it; one process unless set. */
const { WORKERS } = process.env

/** The tables of results in Markdown. */
const lines: string[] = []
const ratios = new Map<RatioName, { measured: string; byCpu: string }>()

export const round = (value: number) => String(Math.round(value))
export const ratio = (left: number, right: number) => (left / right).toFixed(2)
export const milliseconds = (value: number) => value.toFixed(2)

/** Records a ratio for the first table, with what it was measured on where that differs. */
export function recordRatio(name: RatioName, value: number, note = ''): void {
  ratios.set(name, { measured: `${value.toFixed(2)}${note && ` (${note})`}`, byCpu: '' })
}

/** Records the ratio of two rates, and the same of the calls that a second of processor time would make. */
export function recordRates(
  name: RatioName,
  load: Load,
  other: Load,
  { scale = 1, note = '' }: { scale?: number; note?: string } = {},
): void {
  recordRatio(name, (load.perSecond * scale) / other.perSecond, note)
  const [cost, otherCost] = [costOf(load), costOf(other)]
  const recorded = ratios.get(name)
  if (recorded && cost && otherCost) recorded.byCpu = ratio(otherCost * scale, cost)
}

/** Processor time of server and database per call; undefined where one of them was not measured. */
const costOf = ({ cpu }: Load): number | undefined =>
  cpu?.server === undefined ? undefined : cpu.server + cpu.database

/** Says in the first table why a ratio is missing. */
export function recordMissing(name: RatioName, why: string): void {
  ratios.set(name, { measured: why, byCpu: '' })
}

export function heading(title: string, columns: string[]): void {
  lines.push('', `### ${title}`, '', ...headOf(columns))
}

export function line(cells: (string | number)[]): void {
  lines.push(rowOf(cells))
}

export function sentence(text: string): void {
  lines.push('', text)
}

const headOf = (columns: string[]) => [rowOf(columns), `|${columns.map(() => '---').join('|')}|`]
const rowOf = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`

const RATE_COLUMNS = ['per second', 'p50 ms', 'p99 ms', 'server µs per call', 'database µs per call']

/**
 * A table of rates, each with its processor time, because rates on a shared machine wander more than
 * processor time. `more` names further columns.
 */
export function rateHeading(title: string, more: string[] = []): void {
  heading(title, ['', ...RATE_COLUMNS, ...more])
}

/** A row of such a table. Each call counts as `scale` calls, such as the awards of a bulk call. */
export function rateLine(name: string, load: Load, { scale = 1, more = [] as string[] } = {}): void {
  const latency = (time: number) => (Number.isNaN(time) ? '' : time.toFixed(1))
  const cpu = (time: number | undefined) => (time === undefined ? '' : round(time / scale))
  line([
    name,
    round(load.perSecond * scale),
    latency(load.p50),
    latency(load.p99),
    cpu(load.cpu?.server),
    cpu(load.cpu?.database),
    ...more,
  ])
}

/** The ratios first, then all tables. */
export function measured(): string {
  const names = (Object.keys(RATIOS) as RatioName[]).filter((name) => ratios.has(name))
  const rows = names.map((name) => {
    const { name: title, before, goal } = RATIOS[name]
    const { measured: found, byCpu } = ratios.get(name) as { measured: string; byCpu: string }
    return rowOf([title, before, goal, found, byCpu])
  })
  const columns = ['', 'before', 'wanted', 'measured', 'by processor time']
  const table = ['', '### Ratios', '', ...headOf(columns), ...rows]
  return [...(rows.length > 0 ? table : []), ...lines].join('\n')
}

export function report(): string {
  const { node } = process.versions
  return `# Results of \`npm run bench\`

Ratios of one run, measured in alternating slices. *Before* is the state of 15 November 2026, when each read and each partner had
transactions of its own. *Wanted* are figures to aim at; no test asserts them. *By processor time* compares what server and database
spend on a call, which other work on the machine changes less.
${measured()}

### Conditions

${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${node}, embedded PostgreSQL 18 with durable commits${WORKERS ? `, ${WORKERS} workers` : ''}.
Server, database and load share this machine: compare these figures with each other, not with those of another run. Processor
time is that of the server with its processes and of PostgreSQL, without the load.
`
}
