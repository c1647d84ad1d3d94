import { cpus, totalmem } from 'node:os'
import type { Load } from './load.ts'

/** The tables of results in Markdown. */
const lines: string[] = []

export const measured = () => lines.join('\n')
export const round = (value: number) => String(Math.round(value))
export const ratio = (left: number, right: number) => (left / right).toFixed(2)

export const CPU_COLUMNS = ['server µs per call', 'database µs per call']

/** Processor time per call. Rates on a shared machine wander, processor time hardly does. */
export const cpuCells = ({ cpu }: Load, scale = 1): string[] =>
  cpu ? [round(cpu.server / scale), round(cpu.database / scale)] : ['', '']

export function heading(title: string, columns: string[]): void {
  lines.push('', `### ${title}`, '', `| ${columns.join(' | ')} |`, `|${columns.map(() => '---').join('|')}|`)
}

export function line(cells: (string | number)[]): void {
  lines.push(`| ${cells.join(' | ')} |`)
}

export function report(): string {
  const { node } = process.versions
  return `# Results of \`npm run bench\`

${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${node}, embedded PostgreSQL 18 with durable commits.
Server, database and load share this machine: compare these figures with each other, not with those of another run.
${measured()}
`
}
