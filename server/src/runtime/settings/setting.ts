export type Setting<Value> = {
  /** The environment variable. */
  name: string
  /** Says what the setting does, in one line. */
  about: string
  /** Says more in docs/configuration.md. */
  more?: string
  /** The value of a setting that is not set, by mode where they differ. */
  default?: string | { development: string; production: string }
  /** Says what an unset value means when there is no default to show. */
  unsetMeans?: string
  /** A problem says this after "is required in production". */
  requiredInProduction?: string
  isSecret?: true
  /** Refused in production. */
  isForDevelopment?: true
  /** Throws a `Problem`. */
  parse: (text: string, isProduction: boolean) => Value
}

/** The problem of a setting, as it follows the setting's name. */
export class Problem extends Error {}

export function check(holds: boolean, problem: string): asserts holds {
  if (!holds) throw new Problem(` ${problem}`)
}
