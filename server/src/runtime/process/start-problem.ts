import { existsSync } from 'node:fs'

/** A problem at the start that the operator must fix. The message says how. */
export class StartProblem extends Error {}

/** A clone has the scripts of npm; the package has none. */
const isClone = existsSync(new URL('../../../../scripts', import.meta.url))

/** Names commands as they are called here: in a clone of the repository, or where the package is installed. */
export function withCommandNames(text: string): string {
  if (isClone) return text
  return text.replaceAll(/npm (run laurel|start)( --)?/g, (_, name) =>
    name === 'start' ? 'npx laurel start' : 'npx laurel',
  )
}
