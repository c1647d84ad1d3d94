/** What a timeline needs to know about a line. */
type Dated = { id: string; parentId: string | null; seq: number; createdAt: string }

export type LineGroup<Line> = { line: Line; children: Line[] }

/**
 * Groups lines, newest first, by day. A correction stands below what it corrects, the oldest first, wherever that is
 * among the lines; otherwise on its own day.
 */
export function daysOf<Line extends Dated>(lines: Line[], dayOf: (at: string) => string) {
  const parents = new Set(lines.map(({ id }) => id))
  const isChild = ({ id, parentId }: Line) => parentId !== null && parentId !== id && parents.has(parentId)
  const childrenOf = Map.groupBy(lines.filter(isChild), ({ parentId }) => parentId)
  // A correction of a correction, such as the settlement after a refund, stands below the same line.
  const below = (id: string): Line[] =>
    (childrenOf.get(id) ?? []).flatMap((child) => [child, ...below(child.id)])
  const groups = lines
    .filter((line) => !isChild(line))
    .map(
      (line): LineGroup<Line> => ({
        line,
        children: below(line.id).sort((one, other) => one.seq - other.seq),
      }),
    )
  return [...Map.groupBy(groups, ({ line }) => dayOf(line.createdAt))].map(([day, ofDay]) => ({
    day,
    groups: ofDay,
  }))
}
