import type { ASTNode } from '@marcbachmann/cel-js'
import { atom, collection, input, inside, NO_LOOP, part, text, type Visits } from './bounds.ts'
import { compileFunction, compileMethod } from './calls.ts'
import { compileLoop, isLoop } from './loops.ts'
import { didYouMean, didYouMeanOneOf, type Name, type Names, type Variable } from './names.ts'
import { compileChoice, compileLogic, compileMinus, compileNot, compileOperator } from './operations.ts'
import { wholeNumber } from './operators.ts'
import type { Compiler, Part, Run, Surroundings } from './part.ts'
import { ProblemAt } from './problem.ts'
import { Steps } from './steps.ts'
import { excerpt, type NodeOf } from './tree.ts'
import { entryOf, Failed, isList, isMap, KINDS, keyOf, kindOf, type MapKey, type Value } from './value.ts'

/** Makes a function of a tree, checks the kinds in it, and adds up the steps that it can take. */
export function compileTree(tree: ASTNode, names: Names): Part & { steps: Steps } {
  const steps = new Steps()
  const compiler: Compiler = {
    steps,
    names,
    compile: (node, around) => {
      steps.visit(around)
      const made = compileNode(node, around, compiler)
      return { ...made, run: counted(made.run) }
    },
  }
  const around = { visits: NO_LOOP, loop: steps.outside, elements: new Map() }
  return { ...compiler.compile(tree, around), steps }
}

function counted(run: Run): Run {
  return (scope) => {
    scope.steps += 1
    return run(scope)
  }
}

function compileNode(node: ASTNode, around: Surroundings, compiler: Compiler): Part {
  switch (node.op) {
    case 'value':
      return literal(node, node.args, around.visits)
    case 'id':
      return named(node, around, compiler.names)
    case '.':
      return field(node, around, compiler)
    case '[]':
      return indexed(node, around, compiler)
    case 'list':
      return list(node, around, compiler)
    case 'map':
      return map(node, around, compiler)
    case '?:':
      return compileChoice(node, around, compiler)
    case '&&':
    case '||':
      return compileLogic(node, around, compiler)
    case '!_':
      return compileNot(node, around, compiler)
    case '-_':
      return isWholeLiteral(node.args)
        ? literal(node, -node.args.args, around.visits)
        : compileMinus(node, around, compiler)
    case 'call':
      return node.args[0] === 'has' ? has(node, around, compiler) : compileFunction(node, around, compiler)
    case 'rcall':
      return isLoop(node.args[0])
        ? compileLoop(node, around, compiler)
        : compileMethod(node, around, compiler)
    default:
      return compileOperator(node as NodeOf<'+'>, around, compiler)
  }
}

const isWholeLiteral = (node: ASTNode): node is NodeOf<'value'> & { args: bigint } =>
  node.op === 'value' && typeof node.args === 'bigint'

function literal(node: ASTNode, value: unknown, visits: Visits): Part {
  if (typeof value === 'object' && value !== null) {
    throw new ProblemAt(node.start, `${excerpt(node)} is not supported; write a number or a text`)
  }
  if (typeof value === 'bigint' && wholeNumber(value) instanceof Failed) {
    throw new ProblemAt(node.start, `${excerpt(node)} is too large; write it with a decimal point`)
  }
  const known = value as Value
  const bound = typeof known === 'string' ? text(visits, known.length) : atom(visits)
  return { run: () => known, kinds: [kindOf(known)], bound }
}

function named(node: NodeOf<'id'>, around: Surroundings, names: Names): Part {
  const element = around.elements.get(node.args)
  if (element) return { ...element, bound: inside(element.bound, around.visits) }
  const name = nameOf(names, node.args)
  if (!name) {
    throw new ProblemAt(node.start, `unknown name "${node.args}"${didYouMean(node.args, names)}`)
  }
  if ('fields' in name) {
    const fields = Object.keys(name.fields)
    throw new ProblemAt(node.start, `name a field of ${node.args}: ${fields.join(', ')}`)
  }
  return variable(node, name, around)
}

const nameOf = (names: Names, name: string): Name | undefined =>
  Object.hasOwn(names, name) ? names[name] : undefined

function variable(node: ASTNode, { kinds, weight, read }: Variable, { visits }: Surroundings): Part {
  const unknown = new Failed(() => `${excerpt(node)} is not known`)
  return { run: ({ input }) => orElse(read(input), unknown), kinds, bound: inside(input(weight), visits) }
}

/** Null is a value. */
const orElse = (value: Value | undefined, failed: Failed): Value | Failed =>
  value === undefined ? failed : value

/** The variable that a field stands for: one of `activity` or `member`. */
function fieldVariable(node: NodeOf<'.'>, around: Surroundings, names: Names): Variable | undefined {
  const [target, fieldName] = node.args
  if (target.op !== 'id' || around.elements.has(target.args)) return undefined
  const name = nameOf(names, target.args)
  if (!name || !('fields' in name)) return undefined
  if (Object.hasOwn(name.fields, fieldName)) return name.fields[fieldName]
  const known = Object.keys(name.fields)
  const question = didYouMeanOneOf(fieldName, known) || `; it has ${known.join(', ')}`
  throw new ProblemAt(node.pos, `unknown field "${fieldName}" of ${target.args}${question}`)
}

function field(node: NodeOf<'.'>, around: Surroundings, compiler: Compiler): Part {
  const known = fieldVariable(node, around, compiler.names)
  if (known) return variable(node, known, around)
  const [, fieldName] = node.args
  const whole = mapOf(node, around, compiler)
  const missing = new Failed(() => `${excerpt(node)} is missing`)
  const run: Run = (scope) => {
    const value = whole.run(scope)
    if (value instanceof Failed) return value
    return isMap(value) ? orElse(entryOf(value, fieldName), missing) : notAMap(node, value)
  }
  return { run, kinds: KINDS, bound: part(whole.bound, around.visits) }
}

function mapOf(node: NodeOf<'.'>, around: Surroundings, { compile }: Compiler): Part {
  const [target, fieldName] = node.args
  const whole = compile(target, around)
  if (whole.kinds.includes('a map')) return whole
  throw new ProblemAt(node.pos, `${excerpt(target)} is ${whole.kinds.join(' or ')} and has no ${fieldName}`)
}

function notAMap(node: ASTNode, value: Value): Failed {
  const kind = kindOf(value)
  return new Failed(() => `${excerpt(node)}: ${kind} has no fields`)
}

/** Whether a map has a field, or whether a field of the activity or the member is set. */
function has(node: NodeOf<'call'>, around: Surroundings, compiler: Compiler): Part {
  const [asked, ...others] = node.args[1]
  if (asked?.op !== '.' || others.length > 0) {
    throw new ProblemAt(node.start, 'has() takes a field, such as has(properties.coupon)')
  }
  const kinds = ['true or false'] as const
  const bound = atom(around.visits)
  const known = fieldVariable(asked, around, compiler.names)
  if (known) {
    const { run } = variable(asked, known, around)
    return { run: (scope) => setOrFailed(run(scope)), kinds, bound }
  }
  const [, fieldName] = asked.args
  const whole = mapOf(asked, around, compiler)
  const run: Run = (scope) => {
    const value = whole.run(scope)
    if (value instanceof Failed) return value
    return isMap(value) ? entryOf(value, fieldName) !== undefined : notAMap(asked, value)
  }
  return { run, kinds, bound }
}

const setOrFailed = (value: Value | Failed) => (value instanceof Failed ? value : value !== null)

function indexed(node: NodeOf<'[]'>, around: Surroundings, { compile }: Compiler): Part {
  const [target, index] = node.args
  const whole = compile(target, around)
  if (!whole.kinds.includes('a map') && !whole.kinds.includes('a list')) {
    throw new ProblemAt(node.start, `${excerpt(target)} is ${whole.kinds.join(' or ')}, not a list or a map`)
  }
  const at = compile(index, around)
  const missing = new Failed(() => `${excerpt(node)} is missing`)
  const run: Run = (scope) => {
    const value = whole.run(scope)
    if (value instanceof Failed) return value
    const key = at.run(scope)
    if (key instanceof Failed) return key
    return orElse(entryAt(value, keyOf(key)), missing)
  }
  return { run, kinds: KINDS, bound: part(whole.bound, around.visits) }
}

function entryAt(value: Value, key: MapKey | undefined): Value | undefined {
  if (key === undefined) return undefined
  if (isMap(value)) return entryOf(value, key)
  return isList(value) && typeof key === 'bigint' && key >= 0n ? value[Number(key)] : undefined
}

function list(node: NodeOf<'list'>, around: Surroundings, { compile }: Compiler): Part {
  const parts = node.args.map((item) => compile(item, around))
  const run: Run = (scope) => {
    const values: Value[] = []
    for (const item of parts) {
      const value = item.run(scope)
      if (value instanceof Failed) return value
      values.push(value)
    }
    return values
  }
  return {
    run,
    kinds: ['a list'],
    bound: collection(
      parts.map(({ bound }) => bound),
      around.visits,
    ),
  }
}

function map(node: NodeOf<'map'>, around: Surroundings, { compile }: Compiler): Part {
  const entries = node.args.map(([key, value]) => [compile(key, around), compile(value, around)] as const)
  const notAKey = new Failed(
    () => `${excerpt(node)}: a key is text, a whole number, true or false, once each`,
  )
  const run: Run = (scope) => {
    const values = new Map<MapKey, Value>()
    for (const [keyPart, valuePart] of entries) {
      const name = keyPart.run(scope)
      if (name instanceof Failed) return name
      const value = valuePart.run(scope)
      if (value instanceof Failed) return value
      const key = typeof name === 'number' ? undefined : keyOf(name)
      if (key === undefined || values.has(key)) return notAKey
      values.set(key, value)
    }
    return values
  }
  return {
    run,
    kinds: ['a map'],
    bound: collection(
      entries.flat().map(({ bound }) => bound),
      around.visits,
    ),
  }
}
