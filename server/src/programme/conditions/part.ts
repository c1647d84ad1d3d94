import type { ASTNode } from '@marcbachmann/cel-js'
import type { Bound, Visits } from './bounds.ts'
import type { ConditionInput } from './evaluate.ts'
import type { Names } from './names.ts'
import type { LoopSteps, Steps } from './steps.ts'
import type { Failed, Kind, Scope, Value } from './value.ts'

export type Run = (scope: Scope<ConditionInput>) => Value | Failed

/** An expression that can run, with the kinds that it can have and the most that it can come to. */
export type Part = { run: Run; kinds: readonly Kind[]; bound: Bound }

/** What surrounds an expression: how often it is evaluated, and the loops it stands in. */
export type Surroundings = {
  visits: Visits
  loop: LoopSteps
  /** The elements of these loops, by name. */
  elements: ReadonlyMap<string, Part>
}

export type Compiler = {
  steps: Steps
  names: Names
  compile: (node: ASTNode, around: Surroundings) => Part
}
