import type { ASTNode } from '@marcbachmann/cel-js'

export type NodeOf<Op extends ASTNode['op']> = Extract<ASTNode, { op: Op }>

/** The expressions that a node consists of. */
export function childrenOf(node: ASTNode): ASTNode[] {
  return nodesIn(node.args)
}

function nodesIn(value: unknown): ASTNode[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn)
  return typeof value === 'object' && value !== null && 'op' in value ? [value as ASTNode] : []
}

const EXCERPT_LENGTH_MAX = 60

/** The source of a node, shortened. Brackets around its first or last part do not belong to the node. */
export function excerpt({ input, start, end }: ASTNode): string {
  const source = input.slice(start, end)
  const { opened, closed } = openBrackets(source)
  const text = `${'('.repeat(closed)}${source}${')'.repeat(opened)}`.replace(/\s+/g, ' ')
  return text.length <= EXCERPT_LENGTH_MAX ? text : `${text.slice(0, EXCERPT_LENGTH_MAX - 1)}…`
}

const TEXT = /"(\\.|[^"\\])*"|'(\\.|[^'\\])*'/g

function openBrackets(source: string): { opened: number; closed: number } {
  let opened = 0
  let closed = 0
  for (const [bracket] of source.replace(TEXT, '').matchAll(/[()]/g)) {
    if (bracket === '(') opened++
    else if (opened > 0) opened--
    else closed++
  }
  return { opened, closed }
}
