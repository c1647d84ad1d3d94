import type { ASTNode } from '@marcbachmann/cel-js'
import { atom, both, either, smaller } from './bounds.ts'
import { type Apply, negate, OPERATORS, type Operator, type Overload } from './operators.ts'
import type { Compiler, Part, Run, Surroundings } from './part.ts'
import { ProblemAt } from './problem.ts'
import { excerpt, type NodeOf } from './tree.ts'
import { Failed, KINDS, type Kind, kindOf, type Value } from './value.ts'

type OperatorNode = NodeOf<'+'>

/** An operator with a value on each side. */
export function compileOperator(
  node: OperatorNode,
  around: Surroundings,
  { steps, compile }: Compiler,
): Part {
  const { op } = node as ASTNode
  const { overloads, apply } = OPERATORS[op] as Operator
  const left = compile(node.args[0], around)
  const right = compile(node.args[1], around)
  const kinds = resultKinds(node, `"${op}"`, overloads, [left, right])
  const joins = op === '+' && (kinds.includes('text') || kinds.includes('a list'))
  if (joins) steps.search(node, both(left.bound, right.bound))
  else if (op === 'in') steps.search(node, right.bound)
  else if (kinds.includes('true or false')) steps.search(node, smaller(left.bound, right.bound))
  if (op === 'in' ? hasMaps(left) : hasMaps(left) && hasMaps(right)) steps.listKeys()
  return {
    run: applied(node, `"${op}"`, apply, [left.run, right.run]),
    kinds,
    bound: joins ? both(left.bound, right.bound) : atom(around.visits),
  }
}

const hasMaps = ({ kinds }: Part) => kinds.includes('a map') || kinds.includes('a list')

/** What an operator or a function can give; a problem if it does not take such values. */
export function resultKinds(
  node: ASTNode,
  name: string,
  overloads: readonly Overload[],
  parts: readonly Part[],
): readonly Kind[] {
  const fitting = overloads.filter(
    ({ takes }) =>
      takes.length === parts.length && takes.every((kind, index) => parts[index]?.kinds.includes(kind)),
  )
  if (fitting.length > 0) return [...new Set(fitting.map(({ gives }) => gives))]
  const kinds = parts
    .filter((part) => part.kinds.length < KINDS.length)
    .map((part) => part.kinds.join(' or '))
  throw new ProblemAt(node.start, `${name} does not take ${kinds.join(' and ')}`)
}

/** Runs the arguments, then the operator or the function. */
export function applied(node: ASTNode, name: string, apply: Apply, [first, second]: readonly Run[]): Run {
  const result = (value: Value | Failed | undefined, kindsOf: readonly Value[]) => {
    if (value === undefined) return wrongKinds(node, name, kindsOf)
    return value instanceof Failed ? reasoned(node, value) : value
  }
  if (!second) {
    return (scope) => {
      const value = (first as Run)(scope)
      return value instanceof Failed ? value : result(apply(scope, value), [value])
    }
  }
  return (scope) => {
    const left = (first as Run)(scope)
    if (left instanceof Failed) return left
    const right = second(scope)
    if (right instanceof Failed) return right
    const value = apply(scope, left, right)
    return value === undefined || value instanceof Failed ? result(value, [left, right]) : value
  }
}

function wrongKinds(node: ASTNode, name: string, values: readonly Value[]): Failed {
  const kinds = values.map(kindOf)
  return new Failed(() => `${excerpt(node)}: ${name} does not take ${kinds.join(' and ')}`)
}

const reasoned = (node: ASTNode, { describe }: Failed) => new Failed(() => `${excerpt(node)}: ${describe()}`)

/** As the standard says, a side that decides outweighs one that fails. */
export function compileLogic(node: NodeOf<'&&' | '||'>, around: Surroundings, { compile }: Compiler): Part {
  const [left, right] = node.args.map((side) => truth(side, compile(side, around), `"${node.op}"`))
  const { run: first } = left as Part
  const { run: second } = right as Part
  const deciding = node.op === '||'
  const run: Run = (scope) => {
    const one = first(scope)
    if (one === deciding) return deciding
    const other = second(scope)
    if (other === deciding) return deciding
    if (one !== !deciding) return one instanceof Failed ? one : wrongKinds(node, `"${node.op}"`, [one])
    if (other !== !deciding)
      return other instanceof Failed ? other : wrongKinds(node, `"${node.op}"`, [other])
    return !deciding
  }
  return { run, kinds: ['true or false'], bound: atom(around.visits) }
}

function truth(node: ASTNode, part: Part, name: string): Part {
  if (part.kinds.includes('true or false')) return part
  throw new ProblemAt(node.start, `${name} takes what is true or false, not ${part.kinds.join(' or ')}`)
}

export function compileNot(node: NodeOf<'!_'>, around: Surroundings, { compile }: Compiler): Part {
  const { run } = truth(node.args, compile(node.args, around), '"!"')
  return {
    run: (scope) => {
      const value = run(scope)
      if (typeof value === 'boolean') return !value
      return value instanceof Failed ? value : wrongKinds(node, '"!"', [value])
    },
    kinds: ['true or false'],
    bound: atom(around.visits),
  }
}

const NEGATABLE: readonly Overload[] = [
  { takes: ['a whole number'], gives: 'a whole number' },
  { takes: ['a number'], gives: 'a number' },
]

export function compileMinus(node: NodeOf<'-_'>, around: Surroundings, { compile }: Compiler): Part {
  const part = compile(node.args, around)
  const kinds = resultKinds(node, '"-"', NEGATABLE, [part])
  const apply: Apply = (_, value) => negate(value)
  return { run: applied(node, '"-"', apply, [part.run]), kinds, bound: atom(around.visits) }
}

export function compileChoice(node: NodeOf<'?:'>, around: Surroundings, { compile }: Compiler): Part {
  const [test, yes, no] = node.args
  const { run: decide } = truth(test, compile(test, around), '"?"')
  const one = compile(yes, around)
  const other = compile(no, around)
  const run: Run = (scope) => {
    const decision = decide(scope)
    if (decision === true) return one.run(scope)
    if (decision === false) return other.run(scope)
    return decision instanceof Failed ? decision : wrongKinds(test, '"?"', [decision])
  }
  return {
    run,
    kinds: [...new Set([...one.kinds, ...other.kinds])],
    bound: either(one.bound, other.bound, around.visits),
  }
}
