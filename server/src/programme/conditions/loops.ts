import type { ASTNode } from '@marcbachmann/cel-js'
import { element, mapped, type Visits, visitsOf } from './bounds.ts'
import type { ConditionInput } from './evaluate.ts'
import type { Compiler, Part, Run, Surroundings } from './part.ts'
import { ProblemAt } from './problem.ts'
import { STEPS_MAX } from './steps.ts'
import { excerpt, type NodeOf } from './tree.ts'
import { Failed, isList, isMap, KINDS, type Kind, keysOf, kindOf, type Scope, type Value } from './value.ts'

/** The loop of a macro: how many arguments it takes, and what it makes of them. */
type Loop = {
  arguments: readonly number[]
  kind: Kind
  example: string
  run: (bodies: readonly Run[], at: At) => Run
}

/** Goes through the elements of a list, and fails where that cannot be done. */
type At = {
  /** Calls `visit` with each element until it returns something. */
  each: (
    scope: Scope<ConditionInput>,
    visit: (element: Value) => Value | Failed | undefined,
  ) => Value | Failed | undefined
  notTruth: (value: Value) => Failed
}

/** The loops of expressions. The name of the element is their first argument. */
const LOOPS: Readonly<Record<string, Loop>> = {
  all: {
    arguments: [2],
    kind: 'true or false',
    example: 'all(i, i.price > 10)',
    run: (bodies, at) => quantifier(bodies, at, false),
  },
  exists: {
    arguments: [2],
    kind: 'true or false',
    example: 'exists(i, i.price > 10)',
    run: (bodies, at) => quantifier(bodies, at, true),
  },
  exists_one: {
    arguments: [2],
    kind: 'true or false',
    example: 'exists_one(i, i.price > 10)',
    run: ([body], at) => existsOne(body as Run, at),
  },
  filter: {
    arguments: [2],
    kind: 'a list',
    example: 'filter(i, i.price > 10)',
    run: ([body], at) => collect(body as Run, null, at),
  },
  map: {
    arguments: [2, 3],
    kind: 'a list',
    example: 'map(i, i.price)',
    run: ([first, second], at) =>
      second ? collect(first as Run, second, at) : collect(null, first as Run, at),
  },
}

export const LOOP_NAMES = Object.keys(LOOPS)

export const isLoop = (name: string) => Object.hasOwn(LOOPS, name)

export function compileLoop(node: NodeOf<'rcall'>, around: Surroundings, { steps, compile }: Compiler): Part {
  const [name, receiver, [variable, ...rest]] = node.args
  const loop = LOOPS[name] as Loop
  if (variable?.op !== 'id' || !loop.arguments.includes(rest.length + 1)) {
    throw new ProblemAt(node.start, `${name}() takes a name and what to do, such as ${loop.example}`)
  }
  const list = compile(receiver, around)
  if (!list.kinds.includes('a list') && !list.kinds.includes('a map')) {
    throw new ProblemAt(receiver.start, `${name}() goes through a list, not ${list.kinds.join(' or ')}`)
  }
  if (list.kinds.includes('a map')) steps.listKeys()
  const depth = around.visits.length - 1
  const inside: Surroundings = {
    visits: visitsOf(list.bound),
    loop: steps.loop(node, list.bound),
    elements: new Map(around.elements).set(variable.args, {
      run: (scope) => scope.locals[depth] as Value,
      kinds: KINDS,
      bound: element(list.bound),
    }),
  }
  const bodies = rest.map((body) => compile(body, inside))
  checkTests(name, rest, bodies)
  const at = { each: eachElement(node, receiver, list, depth), notTruth: notTruth(node) }
  const result = bodies.at(-1) as Part
  return {
    run: loop.run(
      bodies.map(({ run }) => run),
      at,
    ),
    kinds: [loop.kind],
    bound: boundOf(name, list, result, around.visits),
  }
}

function boundOf(name: string, list: Part, result: Part, visits: Visits) {
  if (name === 'map') return mapped(list.bound, result.bound, visits)
  return name === 'filter' ? list.bound : { weight: visits, elements: visits.map(() => 0) }
}

/** All arguments but that of `map` are tests. */
function checkTests(name: string, nodes: readonly ASTNode[], bodies: readonly Part[]) {
  for (const [index, { kinds }] of bodies.entries()) {
    const isTest = name !== 'map' || index < bodies.length - 1
    if (isTest && !kinds.includes('true or false')) {
      throw new ProblemAt(
        (nodes[index] as ASTNode).start,
        `${name}() takes a test, not ${kinds.join(' or ')}`,
      )
    }
  }
}

function eachElement(node: ASTNode, receiver: ASTNode, list: Part, depth: number): At['each'] {
  const elementsMax = list.bound.elements[depth] as number
  const tooLong = new Failed(() => `${excerpt(receiver)} has more than ${elementsMax} elements`)
  const tooLate = new Failed(() => `${excerpt(node)} takes more than ${STEPS_MAX} steps`)
  return (scope, visit) => {
    const value = list.run(scope)
    if (value instanceof Failed) return value
    const elements = isMap(value) ? keysOf(scope, value) : value
    if (!isList(elements as Value)) return notAList(node, value)
    if ((elements as readonly Value[]).length > elementsMax) return tooLong
    for (const element of elements as readonly Value[]) {
      scope.steps += 1
      if (scope.steps > STEPS_MAX) return tooLate
      scope.locals[depth] = element
      const result = visit(element)
      if (result !== undefined) return result
    }
    return undefined
  }
}

const notAList = (node: ASTNode, value: Value) => {
  const kind = kindOf(value)
  return new Failed(() => `${excerpt(node)}: ${kind} is not a list`)
}

const notTruth = (node: ASTNode) => (value: Value) => {
  const kind = kindOf(value)
  return new Failed(() => `${excerpt(node)}: its test is ${kind}, not true or false`)
}

/** As the standard says, an element that decides outweighs others that fail. */
function quantifier([body]: readonly Run[], { each, notTruth }: At, deciding: boolean): Run {
  return (scope) => {
    let failure: Failed | undefined
    const decided = each(scope, () => {
      const result = (body as Run)(scope)
      if (result === deciding) return deciding
      if (result !== !deciding) failure ??= result instanceof Failed ? result : notTruth(result)
      return undefined
    })
    return decided ?? failure ?? !deciding
  }
}

function existsOne(body: Run, { each, notTruth }: At): Run {
  return (scope) => {
    let found = 0
    const failure = each(scope, () => {
      const result = body(scope)
      if (result === true) found++
      else if (result !== false) return result instanceof Failed ? result : notTruth(result)
      return undefined
    })
    return failure ?? found === 1
  }
}

function collect(test: Run | null, change: Run | null, { each, notTruth }: At): Run {
  return (scope) => {
    const list: Value[] = []
    const failure = each(scope, (element) => {
      const isIn = test ? test(scope) : true
      if (isIn === false) return undefined
      if (isIn !== true) return isIn instanceof Failed ? isIn : notTruth(isIn)
      const value = change ? change(scope) : element
      if (value instanceof Failed) return value
      list.push(value)
      return undefined
    })
    return failure ?? list
  }
}
