import { homedir } from 'node:os'
import { join } from 'node:path'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import { readPrivateFile, removePrivateFile, writePrivateFile } from './private-file.ts'

type Env = NodeJS.ProcessEnv

/** The address of a partner's commands and their credentials. It never holds a password. */
export type Profile = TeamProfile | ClientProfile

export type TeamProfile = {
  kind: 'team'
  url: string
  ecosystem: string
  refreshToken: string
  accessToken: string
  /** The time in milliseconds since 1970. */
  expiresAt: number
}

export type ClientProfile = { kind: 'client'; url: string; clientId: string; clientSecret: string }

const NAME_DEFAULT = 'default'
const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/i

export function profileName(env: Env, option: string | undefined): string {
  const name = option || env.LAUREL_PROFILE || NAME_DEFAULT
  if (!NAME.test(name))
    throw new StartProblem(
      `The profile "${name}" has no valid name; use letters, digits, dots, underscores and hyphens.`,
    )
  return name
}

export const profileFile = (env: Env, name: string) =>
  join(env.XDG_CONFIG_HOME || join(homeOf(env), '.config'), 'laurel', 'profiles', `${name}.json`)

/** Commands keep state between runs here, such as cursors. */
export const stateFile = (env: Env, ...path: string[]) =>
  join(env.XDG_STATE_HOME || join(homeOf(env), '.local', 'state'), 'laurel', ...path)

const homeOf = (env: Env) => env.HOME || homedir()

export async function readProfile(env: Env, name: string): Promise<Profile> {
  const profile = await readPrivateFile<Profile>(profileFile(env, name))
  if (profile) return profile
  throw new StartProblem(
    `Not signed in: there is no profile "${name}". Sign in with \`npm run laurel -- login${name === NAME_DEFAULT ? '' : ` --profile ${name}`}\`.`,
  )
}

export const writeProfile = (env: Env, name: string, profile: Profile) =>
  writePrivateFile(profileFile(env, name), profile)

export const removeProfile = (env: Env, name: string) => removePrivateFile(profileFile(env, name))

/** Lets scripts pass a client secret in the environment, without a profile. */
export function profileInEnvironment(env: Env): ClientProfile | undefined {
  const { LAUREL_CLIENT_ID: clientId, LAUREL_CLIENT_SECRET: clientSecret, LAUREL_URL: url } = env
  if (!clientId || !clientSecret || !url) return undefined
  return { kind: 'client', url: serviceUrl(url), clientId, clientSecret }
}

/** The address of a service, also when its API's was given. */
export function serviceUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new StartProblem(`"${text}" is not an address of a service, such as https://rewards.example.com.`)
  return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/api\/v1$/, '')}`
}
