export type Setting<Value> = {
  /** The environment variable. */
  name: string
  /** What it does, in one line. */
  about: string
  /** What else docs/configuration.md says of it. */
  more?: string
  /** The value of a setting that is not set, by mode where they differ. */
  default?: string | { development: string; production: string }
  /** What it means that the setting is not set, when there is no default to show. */
  unsetMeans?: string
  /** What a problem says after "is required in production". */
  requiredInProduction?: string
  isSecret?: true
  /** Refused in production. */
  isForDevelopment?: true
  /** Throws a `Problem`. */
  parse: (text: string, isProduction: boolean) => Value
}

/** What is wrong with a setting, as it follows the setting's name. */
export class Problem extends Error {}

export function check(holds: boolean, problem: string): asserts holds {
  if (!holds) throw new Problem(` ${problem}`)
}
