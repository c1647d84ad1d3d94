import type { ASTNode } from '@marcbachmann/cel-js'
import { atom } from './bounds.ts'
import { type CelFunction, clockFunctionIn, FUNCTIONS, METHODS, SIZE } from './functions.ts'
import { LOOP_NAMES } from './loops.ts'
import { didYouMeanOneOf } from './names.ts'
import { applied, resultKinds } from './operations.ts'
import type { Apply, Overload } from './operators.ts'
import type { Compiler, Part, Surroundings } from './part.ts'
import { ProblemAt } from './problem.ts'
import { CLOCK_PART_NAMES, timeZoneOf } from './times.ts'
import { excerpt, type NodeOf } from './tree.ts'
import { Failed } from './value.ts'

const NO_PATTERNS = 'patterns are not supported; use startsWith(), endsWith() or contains()'

/** A function before its arguments: `size(x)`. */
export function compileFunction(node: NodeOf<'call'>, around: Surroundings, compiler: Compiler): Part {
  const [name, args] = node.args
  const known = { ...FUNCTIONS, size: SIZE }
  if (Object.hasOwn(known, name)) {
    return call(node, name, known[name as keyof typeof known] as CelFunction, args, around, compiler)
  }
  throw new ProblemAt(node.start, unknownFunction(name, [...Object.keys(known), 'has']))
}

/** A function of a value: `x.size()`. */
export function compileMethod(node: NodeOf<'rcall'>, around: Surroundings, compiler: Compiler): Part {
  const [name, receiver, args] = node.args
  const known = { ...METHODS, size: SIZE }
  if (!Object.hasOwn(known, name)) {
    const names = [...Object.keys(known), ...LOOP_NAMES]
    throw new ProblemAt(receiver.end + 1, unknownFunction(name, names))
  }
  const [zone] = args
  if (zone && CLOCK_PART_NAMES.includes(name)) {
    const found = clockFunctionIn(name, zoneOf(zone))
    return call(node, name, found, [receiver, ...args.slice(1)], around, compiler)
  }
  return call(
    node,
    name,
    known[name as keyof typeof known] as CelFunction,
    [receiver, ...args],
    around,
    compiler,
  )
}

function unknownFunction(name: string, known: readonly string[]): string {
  if (name === 'matches') return NO_PATTERNS
  return `unknown function ${name}()${didYouMeanOneOf(name, known, '()')}`
}

/** A zone is written out, so that it can be checked and no expression loads many zones. */
function zoneOf(node: ASTNode): string {
  const zone = node.op === 'value' && typeof node.args === 'string' ? timeZoneOf(node.args) : undefined
  if (zone !== undefined) return zone
  throw new ProblemAt(node.start, `${excerpt(node)} is not a time zone such as "Europe/Berlin"`)
}

function call(
  node: NodeOf<'call' | 'rcall'>,
  name: string,
  { overloads, apply, looksThrough, steps = 0, result }: CelFunction,
  args: readonly ASTNode[],
  around: Surroundings,
  compiler: Compiler,
): Part {
  checkCount(node, name, args.length, overloads)
  const parts = args.map((arg) => compiler.compile(arg, around))
  const kinds = resultKinds(node, `${name}()`, overloads, parts)
  const bounds = parts.map(({ bound }) => bound)
  compiler.steps.visit(around, steps)
  if (looksThrough) compiler.steps.search(node, looksThrough(bounds))
  if (name === 'size' && parts[0]?.kinds.includes('a map')) compiler.steps.listKeys()
  const runs = parts.map(({ run }) => run)
  const made: Part = {
    run: applied(node, `${name}()`, spending(steps, apply), runs),
    kinds,
    bound: result ? result(bounds, around.visits) : atom(around.visits),
  }
  return args.length === 1 && args[0]?.op === 'value' ? constant(node, made) : made
}

function checkCount(node: ASTNode, name: string, count: number, overloads: readonly Overload[]) {
  const counts = overloads.map(({ takes }) => takes.length)
  if (counts.includes(count)) return
  const object = node.op === 'rcall' ? 1 : 0
  const most = Math.max(...counts) - object
  const values = most === 1 ? '1 value' : `${most || 'no'} values`
  throw new ProblemAt(node.start, `${name}() takes ${values}, not ${count - object}`)
}

const spending = (steps: number, apply: Apply): Apply =>
  steps === 0
    ? apply
    : (scope, ...values) => {
        scope.steps += steps
        return apply(scope, ...values)
      }

/** What does not depend on the input is calculated once, and is a problem if it fails. */
function constant(node: ASTNode, part: Part): Part {
  const value = part.run({ input: undefined as never, locals: [], steps: 0, names: new Map() })
  if (value instanceof Failed) throw new ProblemAt(node.start, value.describe())
  return { ...part, run: () => value }
}
