import { type Credentials, Laurel, LaurelError } from '../../../../sdk/src/index.ts'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import { isLoopback } from '../../runtime/settings/parsers.ts'
import type { Run } from './output.ts'
import { withLock } from './private-file.ts'
import {
  type Profile,
  profileFile,
  profileInEnvironment,
  profileName,
  readProfile,
  type TeamProfile,
  writeProfile,
} from './profile.ts'

type Env = NodeJS.ProcessEnv

/** A partner's service as a command uses it. */
export type Connection = { laurel: Laurel; name: string; profile: Profile }

/** A token is renewed this long before its end, so that no request arrives with an expired one. */
const RENEW_BEFORE_MS = 60_000
/** Few, because someone waits to hear that the service is not there. */
const RETRIES = 1

/** Runs a command against the service of a profile. Its failures become sentences. */
export async function withService<T>(
  run: Run,
  { profile: option }: { profile?: string },
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const { env } = run
  const inEnvironment = option || env.LAUREL_PROFILE ? undefined : profileInEnvironment(env)
  const name = inEnvironment ? 'environment' : profileName(env, option)
  const profile = inEnvironment ?? (await readProfile(env, name))
  warnOfPlainHttp(run, profile.url)
  const credentials = credentialsOf(env, name, profile)
  const laurel = new Laurel({ baseUrl: profile.url, retries: RETRIES, ...credentials })
  return explained(profile.url, () => work({ laurel, name, profile }))
}

export function warnOfPlainHttp({ printError }: Run, url: string): void {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'http:' && !isLoopback(hostname))
    printError(
      `Warning: ${url} is on another machine and without TLS, so others on the way can read passwords, client secrets and tokens. Use https.`,
    )
}

function credentialsOf(env: Env, name: string, profile: Profile): Credentials {
  if (profile.kind === 'team')
    return { ecosystem: profile.ecosystem, accessToken: () => teamToken(env, name) }
  const { clientId, clientSecret } = profile
  return { clientId, clientSecret }
}

/** Turns the failures of calls into sentences for the reader of the command. */
export async function explained<T>(url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof LaurelError ? new StartProblem(sentenceOf(error, url), { cause: error }) : error
  }
}

function sentenceOf(error: LaurelError, url: string): string {
  const { status, code, message } = error
  if (code === 'timeout') return `${url} did not respond in time. Try again.`
  if (status === 0)
    return `${url} is not reachable (${causeOf(error)}). Start the service, or sign in to another address with \`npm run laurel -- login --url\`.`
  if (code === 'second_factor_required')
    return 'This account has a second factor; give the code of your app, or a recovery code, with --code.'
  if (status === 401) return `${url} does not accept the sign-in: ${message}`
  return message
}

/** The innermost cause says what the system said. */
function causeOf(error: Error): string {
  let at = error
  while (at.cause instanceof Error) at = at.cause
  if (at instanceof AggregateError && at.errors[0] instanceof Error) return at.errors[0].message
  return at.message
}

/** The token of the profile, renewed when it is due. Commands that run at once share the new one. */
async function teamToken(env: Env, name: string): Promise<string> {
  const read = async () => (await readProfile(env, name)) as TeamProfile
  const isFresh = ({ expiresAt }: TeamProfile) => Date.now() < expiresAt - RENEW_BEFORE_MS
  const profile = await read()
  if (isFresh(profile)) return profile.accessToken
  return withLock(profileFile(env, name), async () => {
    const current = await read()
    if (isFresh(current)) return current.accessToken
    const { url: baseUrl, ecosystem, refreshToken } = current
    const tokens = await new Laurel({ baseUrl, ecosystem }).partners.refresh({ refreshToken })
    const renewed = teamProfile({ url: baseUrl, ecosystem }, tokens)
    await writeProfile(env, name, renewed)
    return renewed.accessToken
  })
}

type Tokens = { accessToken: string; expiresIn: number; refreshToken: string }

export const teamProfile = (
  { url, ecosystem }: { url: string; ecosystem: string },
  { accessToken, expiresIn, refreshToken }: Tokens,
): TeamProfile => ({
  kind: 'team',
  url,
  ecosystem,
  refreshToken,
  accessToken,
  expiresAt: Date.now() + expiresIn * 1000,
})

/** The id of a user who may be named by the partner's own. */
export async function userIdOf(laurel: Laurel, user: string, isExternalId: boolean): Promise<string> {
  if (!isExternalId) return user
  const [member] = (await laurel.users.list({ externalId: user })).data
  if (!member) throw new StartProblem(`No member has the external id "${user}".`)
  return member.userId
}
