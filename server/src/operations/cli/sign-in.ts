import { Laurel, LaurelError } from '../../../../sdk/src/index.ts'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import { explained, teamProfile, warnOfPlainHttp, withService } from './connect.ts'
import { printJson, type Run, table } from './output.ts'
import {
  type ClientProfile,
  type Profile,
  profileName,
  removeProfile,
  serviceUrl,
  type TeamProfile,
  writeProfile,
} from './profile.ts'
import { openQuestions, type Questions } from './terminal.ts'

type ProfileOption = { profile?: string }
type Json = { json?: boolean }

export type LoginOptions = ProfileOption & {
  url?: string
  ecosystem?: string
  email?: string
  code?: string
  clientId?: string
  clientSecret?: string
}

/** This value of an option reads the secret from the terminal or standard input. */
const FROM_INPUT = '-'

/** The claims of an access token. */
type Claims = { name?: string; role?: string; partner_id: string; eco: string; scope: string }

export async function login(run: Run, options: LoginOptions & Json): Promise<void> {
  const { env, print } = run
  const name = profileName(env, options.profile)
  const questions = openQuestions(run)
  try {
    const url = serviceUrl(await optionOrAnswer(questions, options.url || env.LAUREL_URL, 'url', 'Address'))
    // The warning comes before the prompt for a password or client secret, so that it can still be kept back.
    warnOfPlainHttp(run, url)
    const clientId = options.clientId || env.LAUREL_CLIENT_ID
    const { data, text } = await explained(url, async () => {
      const profile = clientId
        ? await clientProfile(run, questions, { url, clientId, clientSecret: options.clientSecret })
        : await signIn(questions, { ...options, url })
      const described = await describe(profile)
      await writeProfile(env, name, profile)
      return described
    })
    if (options.json) printJson(run, { profile: name, ...data })
    else print(`Signed in to ${url} as ${text}. The profile is "${name}".`)
  } finally {
    questions.close()
  }
}

/** Ends the session of a team member, and forgets the profile. */
export async function logout(run: Run, options: ProfileOption): Promise<void> {
  const { env, print, printError } = run
  const name = profileName(env, options.profile)
  await withService(run, { profile: name }, async ({ laurel, profile }) => {
    if (profile.kind === 'team')
      await laurel.account.signOut().catch((error) => {
        if (!(error instanceof LaurelError)) throw error
        // The profile goes all the same: its session has ended, or will expire.
        if (error.status !== 401) printError(`The session was not ended: ${error.message}`)
      })
  })
  await removeProfile(env, name)
  print(`Signed out; the profile "${name}" is removed.`)
}

export async function whoami(run: Run, options: ProfileOption & Json): Promise<void> {
  await withService(run, options, async ({ laurel, name, profile }) => {
    // Proves that the session still runs; a client gets a new token below.
    if (profile.kind === 'team') await laurel.events.list({ limit: 1 })
    const { data } = await describe(profile)
    if (options.json) return printJson(run, { profile: name, ...data })
    const rows = Object.entries({ profile: name, ...data })
    run.print(table(rows.map(([field, value]) => [field, String(value)])))
  })
}

/** Asks for what is missing. A script gives it with an option instead. */
async function optionOrAnswer(
  questions: Questions,
  value: string | undefined,
  option: string,
  label: string,
): Promise<string> {
  const text = value || (questions.isTerminal ? await questions.ask(`${label}: `) : undefined)
  if (!text?.trim()) throw new StartProblem(`Give --${option}, or run it in a terminal, which asks for it.`)
  return text.trim()
}

async function signIn(questions: Questions, options: LoginOptions & { url: string }): Promise<TeamProfile> {
  const { url } = options
  const ecosystem = await optionOrAnswer(questions, options.ecosystem, 'ecosystem', 'Ecosystem')
  const email = await optionOrAnswer(questions, options.email, 'email', 'E-mail')
  const password = await questions.askHidden(questions.isTerminal ? 'Password: ' : '')
  if (!password) throw new StartProblem('No password was given; type it, or send it on standard input.')
  const { partners } = new Laurel({ baseUrl: url, ecosystem })
  const { code } = options
  try {
    return teamProfile({ url, ecosystem }, await partners.signIn({ email, password, ...(code && { code }) }))
  } catch (error) {
    const needsCode = error instanceof LaurelError && error.code === 'second_factor_required'
    if (!needsCode || code || !questions.isTerminal) throw error
    const typed = await optionOrAnswer(questions, undefined, 'code', 'Code of your app')
    return teamProfile({ url, ecosystem }, await partners.signIn({ email, password, code: typed }))
  }
}

async function clientProfile(
  { env, printError }: Run,
  questions: Questions,
  input: { url: string; clientId: string; clientSecret: string | undefined },
): Promise<ClientProfile> {
  const { url, clientId } = input
  const isRead = input.clientSecret === FROM_INPUT
  if (input.clientSecret && !isRead)
    printError(
      'Warning: other users of this machine can see the secret of --client-secret. Use --client-secret -, which reads it from the terminal or standard input.',
    )
  const clientSecret =
    (!isRead && (input.clientSecret || env.LAUREL_CLIENT_SECRET)) ||
    (await questions.askHidden(questions.isTerminal ? 'Client secret: ' : ''))?.trim()
  if (!clientSecret) throw new StartProblem('No client secret was given; set LAUREL_CLIENT_SECRET.')
  return { kind: 'client', url, clientId, clientSecret }
}

async function describe(profile: Profile): Promise<{ data: Record<string, string>; text: string }> {
  const { url, kind } = profile
  const claims = claimsOf(kind === 'team' ? profile.accessToken : await clientToken(profile))
  const partner = { ecosystem: claims.eco, partnerId: claims.partner_id }
  if (kind === 'team') {
    const { name: email = '', role = '' } = claims
    return { data: { url, kind, email, role, ...partner }, text: `${email} (${role})` }
  }
  const { clientId } = profile
  return { data: { url, kind, clientId, scopes: claims.scope, ...partner }, text: `the client ${clientId}` }
}

/** A token proves the secret, and says what it may do. */
async function clientToken({ url, clientId, clientSecret }: ClientProfile): Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const request = fetch(`${url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
    // A redirect must not get the secret.
    redirect: 'manual',
  })
  const response = await request.catch((cause) => {
    throw new LaurelError('', { cause })
  })
  const { status } = response
  const location = response.headers.get('location')
  if (location)
    throw new LaurelError(`${url} redirects to ${location}; give --url as it is there.`, { status })
  const body = (await response.json()) as { access_token: string; error_description?: string }
  if (response.ok) return body.access_token
  throw new LaurelError(body.error_description ?? `the token endpoint responded ${status}.`, { status })
}

const claimsOf = (token: string): Claims =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
