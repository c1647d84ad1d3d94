import type { Member } from '@laurel/sdk'
import { laurel } from '../api/laurel.ts'
import { csvFile, csvLine } from '../format/csv.ts'
import { lineDetail, lineText, shortLife, walletChange } from '../format/sentences.ts'
import { actorText } from '../members/actor.ts'
import { memberName } from '../members/member-name.ts'
import { readMembers } from '../members/queries.ts'
import { type HistoryFilter, historyQueryOf } from './history-filter.ts'
import type { ExportProgress } from './read-export.ts'

export const LINES_IN_FILE_MAX = 10_000
const LINES_PER_READ = 100

const HEADINGS = [
  'Time (UTC)',
  'What',
  'Why',
  'Member',
  'Your id',
  'E-mail',
  'Coins',
  'In the wallet after',
  'Rule',
  'Version of the rule',
  'Order',
  'Note',
  'By',
  'Id',
]

type Line = Awaited<ReturnType<typeof laurel.decisions.list>>['decisions'][number]

/** Every line that passes a filter as CSV, up to a maximum. */
export async function readLinesFile(
  filter: HistoryFilter,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: ExportProgress) => void },
): Promise<{ file: Blob; name: string; rows: number; isPartial: boolean }> {
  const members = new Map<string, Member>()
  const lines = [csvLine(HEADINGS)]
  let before: number | undefined
  for (;;) {
    const query = { ...historyQueryOf(filter), limit: LINES_PER_READ, before }
    const { decisions, next } = await laurel.decisions.list(query, { signal })
    await learnMembers(members, decisions)
    lines.push(...decisions.map((line) => csvLine(cellsOf(line, members.get(line.userId ?? '')))))
    const rows = lines.length - 1
    onProgress({ rows, bytes: lines.reduce((sum, line) => sum + line.length, 0), share: null })
    const isPartial = next !== null && rows >= LINES_IN_FILE_MAX
    if (next === null || isPartial) {
      const name = `history-${new Date().toISOString().slice(0, 10)}.csv`
      return { file: csvFile(lines), name, rows, isPartial }
    }
    before = next
  }
}

async function learnMembers(members: Map<string, Member>, lines: Line[]): Promise<void> {
  const unknown = [...new Set(lines.flatMap(({ userId }) => userId ?? []))].filter((id) => !members.has(id))
  if (unknown.length === 0) return
  for (const member of await readMembers(unknown)) members.set(member.userId, member)
}

function cellsOf(line: Line, member: Member | undefined): (string | null)[] {
  const change = walletChange(line)
  return [
    line.createdAt,
    lineText(line),
    [lineDetail(line), shortLife(line)].filter(Boolean).join(' · '),
    member ? memberName(member) : null,
    member?.externalId ?? null,
    member?.email ?? null,
    change && `${change.isCredit ? '' : '-'}${change.coins}`,
    line.balanceAfter,
    'ruleName' in line ? line.ruleName : null,
    line.ruleVersion === null ? null : String(line.ruleVersion),
    line.reference,
    'note' in line ? line.note : null,
    line.actor && actorText(line.actor),
    line.id,
  ]
}
