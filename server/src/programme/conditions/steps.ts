import type { ASTNode } from '@marcbachmann/cel-js'
import { ATTRIBUTES_MAX, type Bound, PROPERTIES_WEIGHT, stepsThrough, type Visits } from './bounds.ts'
import { excerpt } from './tree.ts'
import { WEIGHT_PER_STEP } from './value.ts'

/** The most steps that one expression may take. */
export const STEPS_MAX = 50_000

/** The names in all objects of the input: those of properties take five characters as JSON at least. */
const KEYS_STEPS = (PROPERTIES_WEIGHT / 5 + ATTRIBUTES_MAX) / WEIGHT_PER_STEP

/** The steps of a loop without those of loops inside. */
export type LoopSteps = { node: ASTNode | null; rounds: number; steps: number }

type Search = { node: ASTNode; steps: number }

/** Adds up what an evaluation can take at most. */
export class Steps {
  readonly outside: LoopSteps = { node: null, rounds: 1, steps: 0 }
  readonly #loops = [this.outside]
  readonly #searches: Search[] = []
  #listsKeys = false

  /** One step at each visit, or several. */
  visit({ visits, loop }: { visits: Visits; loop: LoopSteps }, steps = 1) {
    loop.steps += steps * (visits[0] as number)
  }

  loop(node: ASTNode, { elements }: Bound): LoopSteps {
    const rounds = elements[0] as number
    const loop = { node, rounds, steps: rounds }
    this.#loops.push(loop)
    return loop
  }

  /** Looks through text, a list or a map. */
  search(node: ASTNode, bound: Bound) {
    this.#searches.push({ node, steps: stepsThrough(bound) })
  }

  /** An evaluation lists the names in each object of its input at most once. */
  listKeys() {
    this.#listsKeys = true
  }

  get total(): number {
    const steps = [...this.#loops, ...this.#searches].reduce((sum, part) => sum + part.steps, 0)
    return Math.ceil(steps + (this.#listsKeys ? KEYS_STEPS : 0))
  }

  /** Why there are too many, and where. */
  excess(): { sentence: string; position: number } | undefined {
    const { total } = this
    if (total <= STEPS_MAX) return undefined
    const loop = dearest(this.#loops)
    const search = dearest([{ node: null, steps: 0 }, ...this.#searches])
    const { node } = search.steps > loop.steps ? search : loop
    const cause = search.steps > loop.steps ? searchCause(search) : loopCause(loop)
    return {
      sentence: `the expression can take ${count(total)} steps, more than ${count(STEPS_MAX)}${cause}`,
      position: node?.start ?? 0,
    }
  }
}

const dearest = <Part extends { steps: number }>(parts: readonly Part[]): Part =>
  parts.reduce((most, part) => (part.steps > most.steps ? part : most))

const loopCause = ({ node, rounds, steps }: LoopSteps) =>
  node ? `; ${count(steps)} are of the ${count(rounds)} rounds of ${excerpt(node)}` : ''

const searchCause = ({ node, steps }: { node: ASTNode | null; steps: number }) =>
  node ? `; ${count(steps)} are of the text and lists that ${excerpt(node)} looks through` : ''

const count = (steps: number) =>
  steps > 1e12 ? 'more than a trillion' : Math.ceil(steps).toLocaleString('en')
