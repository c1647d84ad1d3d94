import type { ASTNode } from '@marcbachmann/cel-js'
import { childrenOf } from './tree.ts'

export type MemberField = 'attributes' | 'externalId' | 'joinedAt' | 'points' | 'balance'

/** What an expression reads. */
export type Uses = {
  readsProperties: boolean
  readsMember: boolean
  readsNow: boolean
  /** The fields of the member. */
  reads: ReadonlySet<MemberField>
  /** The names of attributes; null if a name is calculated. */
  attributes: readonly string[] | null
  /** The properties that it names, such as "items" and "total". */
  properties: readonly string[]
}

export function usesOf(tree: ASTNode): Uses {
  const paths = pathsIn(tree)
  const of = (root: string) => paths.filter(([name]) => name === root)
  const attributes = of('member').filter(([, field]) => field === 'attributes')
  return {
    readsProperties: of('properties').length > 0,
    readsMember: of('member').length > 0,
    readsNow: of('now').length > 0,
    reads: new Set(of('member').map(([, field]) => field as MemberField)),
    attributes: attributes.every(({ length }) => length > 2) ? thirds(attributes) : null,
    properties: seconds(of('properties')),
  }
}

type Path = readonly string[]

const unique = (names: readonly (string | undefined)[]) => [
  ...new Set(names.filter((name) => name !== undefined)),
]
const seconds = (paths: readonly Path[]) => unique(paths.map(([, second]) => second))
const thirds = (paths: readonly Path[]) => unique(paths.map(([, , third]) => third))

/** The names that stand one after another, such as `properties.items`, as far as they are written out. */
function pathsIn(node: ASTNode): Path[] {
  const path = pathOf(node)
  return path ? [path] : childrenOf(node).flatMap(pathsIn)
}

function pathOf(node: ASTNode): Path | undefined {
  if (node.op === 'id') return [node.args]
  const step = node.op === '.' ? node.args[1] : literalIndex(node)
  const target = step === undefined ? undefined : pathOf((node as { args: [ASTNode, unknown] }).args[0])
  return target && [...target, step as string]
}

function literalIndex(node: ASTNode): string | undefined {
  if (node.op !== '[]') return undefined
  const [, index] = node.args
  return index.op === 'value' && typeof index.args === 'string' ? index.args : undefined
}
