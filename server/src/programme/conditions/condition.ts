import assert from 'node:assert/strict'
import { type ASTNode, Environment } from '@marcbachmann/cel-js'
import { LRUCache } from 'lru-cache'
import { compileTree } from './compile.ts'
import { NAMES } from './names.ts'
import type { Part } from './part.ts'
import { ProblemAt, placeOf, syntaxProblem } from './problem.ts'
import { childrenOf } from './tree.ts'
import { type Uses, usesOf } from './uses.ts'

/** Whether an expression says if a rule matches, or for how many units it pays. */
export type ConditionKind = 'when' | 'units'

/** An expression of a rule, parsed and checked. */
export type Condition = Uses & {
  source: string
  kind: ConditionKind
  /** The most steps that an evaluation can take. */
  steps: number
  run: Part['run']
}

/** Why it cannot be saved: `line 1, column 9: unknown name "total"; did you mean properties.total?` */
export type ConditionProblem = { problem: string }

export const CONDITION_LENGTH_MAX = 2_000
/** The most steps that all expressions of one type of activity may take together. */
export const STEPS_PER_TYPE_MAX = 100_000

/** Operations inside operations. A deeper tree could overflow the stack. */
const DEPTH_MAX = 250
const BRACKETS_MAX = 100

const parser = new Environment({ limits: { maxDepth: BRACKETS_MAX } })
/** A condition takes about 120 bytes for each character of its source, a dense one 400. */
const saved = new LRUCache<string, Condition>({
  maxSize: 200_000,
  sizeCalculation: ({ source }) => source.length + 1,
})

/** The condition of a saved expression, which a process parses once. */
export function conditionOf(source: string, kind: ConditionKind): Condition {
  const key = `${kind} ${source}`
  const known = saved.get(key)
  if (known) return known
  const condition = parseCondition(source, kind)
  assert.ok(!('problem' in condition), 'problem' in condition ? condition.problem : '')
  saved.set(key, condition)
  return condition
}

export function parseCondition(source: string, kind: ConditionKind): Condition | ConditionProblem {
  if (source.length > CONDITION_LENGTH_MAX) {
    return { problem: `the expression is longer than ${CONDITION_LENGTH_MAX} characters` }
  }
  try {
    const tree = parser.parse(source).ast
    checkDepth(tree)
    const { run, kinds, steps } = compileTree(tree, NAMES)
    checkResult(kind, kinds)
    const excess = steps.excess()
    if (excess) throw new ProblemAt(excess.position, excess.sentence)
    return { source, kind, steps: steps.total, ...usesOf(tree), run }
  } catch (error) {
    const { position, message } = error instanceof ProblemAt ? error : syntaxProblem(source, error)
    return { problem: `${placeOf(source, position)}: ${message}` }
  }
}

function checkDepth(tree: ASTNode) {
  let level = [tree]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH_MAX) {
      const [{ start }] = level as [ASTNode]
      throw new ProblemAt(start, `more than ${DEPTH_MAX} operations follow each other; use a list with "in"`)
    }
    level = level.flatMap(childrenOf)
  }
}

function checkResult(kind: ConditionKind, kinds: Part['kinds']) {
  const isFitting =
    kind === 'when'
      ? kinds.includes('true or false')
      : kinds.includes('a number') || kinds.includes('a whole number')
  if (isFitting) return
  const needed = kind === 'when' ? 'true or false' : 'a number'
  throw new ProblemAt(0, `the expression must be ${needed}; it is ${kinds.join(' or ')}`)
}
