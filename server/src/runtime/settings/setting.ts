import { readFileSync } from 'node:fs'

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

/**
 * The text that a setting was given. A secret may stand in a file instead, whose path `<NAME>_FILE` holds. A
 * setting that is empty or all spaces is not set.
 */
export function settingText(
  { name, isSecret }: Setting<unknown>,
  env: NodeJS.ProcessEnv,
): string | undefined {
  const text = textOf(env, name)
  const path = isSecret ? textOf(env, `${name}_FILE`) : undefined
  if (path === undefined) return text
  if (text !== undefined) throw new Problem(` and ${name}_FILE are both set; unset one of them.`)
  return readSecretFile(path)
}

export function textOf(env: NodeJS.ProcessEnv, name: string): string | undefined {
  return env[name]?.trim() || undefined
}

/** Leaves out the newline that editors and `echo` put at the end. */
function readSecretFile(path: string): string {
  const text = contentOf(path).replace(/\r?\n$/, '')
  if (text.trim() === '') throw new Problem('_FILE names an empty file; write the secret into it.')
  return text
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    throw new Problem(
      `_FILE names a file that cannot be read (${code}); correct the path, or let the service's user read it.`,
    )
  }
}
