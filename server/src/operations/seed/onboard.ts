import assert from 'node:assert/strict'
import { Laurel, LaurelError } from '../../../../sdk/src/index.ts'
import type { Programme } from './programmes.ts'

export const PASSWORD = 'Sunny-Day-7'

/** The service's clock while the seed runs; undefined shows the present. */
export type Clock = { now: Date | undefined }

/** The service that is seeded. */
export type SeededService = { baseUrl: string; ecosystem: string; clock: Clock }

/** A partner of the seed, as its team and its backend call the service. */
export type SeedPartner = {
  programme: Programme
  owner: Laurel
  /** The owner where the team has no manager. */
  manager: Laurel
  support: Laurel
  backend: Laurel
  ruleIds: Map<string, string>
}

/** Onboards the partner; false when its e-mail address is taken. */
export async function onboardPartner(
  { baseUrl, ecosystem }: SeededService,
  { applicationName, partnerName, email }: Programme,
): Promise<boolean> {
  try {
    await new Laurel({ baseUrl, ecosystem }).partners.onboard({
      applicationName,
      partnerName,
      email,
      password: PASSWORD,
      confirmPassword: PASSWORD,
      redirectUrl: 'http://localhost:8080/callback',
      userDetailsUrl: 'http://localhost:8080/users',
    })
    return true
  } catch (error) {
    if (
      error instanceof LaurelError &&
      error.fields.some(({ field, problem }) => field === 'email' && problem.includes('already taken'))
    )
      return false
    throw error
  }
}

/** Gives a new partner its rules, team and secrets, on the day that the clock shows. */
export async function beginProgramme(
  { baseUrl, ecosystem, clock }: SeededService,
  programme: Programme,
): Promise<SeedPartner> {
  // Tokens of the present are valid on every earlier day.
  const atPresent = async <T>(work: () => Promise<T>): Promise<T> => {
    const { now } = clock
    clock.now = undefined
    const result = await work()
    clock.now = now
    return result
  }
  const anyone = new Laurel({ baseUrl, ecosystem })
  const signIn = async (email: string) => {
    const { accessToken, partner } = await atPresent(() =>
      anyone.partners.signIn({ email, password: PASSWORD }),
    )
    return { laurel: new Laurel({ baseUrl, ecosystem, accessToken }), partner }
  }
  const { laurel: owner, partner } = await signIn(programme.email)
  await owner.partner.change(programme.settings)
  const ruleIds = new Map<string, string>()
  for (const rule of programme.rules) ruleIds.set(rule.name, (await owner.rules.create(rule)).id)
  const secrets: string[] = []
  for (const name of programme.secrets) secrets.push((await owner.secrets.create({ name })).secret)
  const team = new Map<string, Laurel>()
  for (const { email, role } of programme.team) {
    await owner.team.invite({ email, role })
    const token = await mailedToken(baseUrl, email)
    await anyone.team.acceptInvitation({ token, password: PASSWORD, confirmPassword: PASSWORD })
    team.set(role, (await signIn(email)).laurel)
  }
  const [secret] = secrets
  assert(secret)
  const accessToken = await atPresent(() => clientToken(baseUrl, partner.clientId, secret))
  return {
    programme,
    owner,
    manager: team.get('manager') ?? owner,
    support: team.get('support') ?? owner,
    backend: new Laurel({ baseUrl, ecosystem, accessToken }),
    ruleIds,
  }
}

/** The token in the newest mail to an address. */
async function mailedToken(baseUrl: string, email: string): Promise<string> {
  const response = await fetch(`${baseUrl}/dev/mailbox.json?to=${encodeURIComponent(email)}`)
  const [mail] = (await response.json()) as { text: string }[]
  const [, token] = /with the API: (\S+)$/m.exec(mail?.text ?? '') ?? []
  assert(token, `a token was mailed to ${email}`)
  return token
}

/** An access token for a partner's backend. */
async function clientToken(baseUrl: string, clientId: string, secret: string): Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret }
  const response = await fetch(`${baseUrl}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
  const { access_token } = (await response.json()) as { access_token?: string }
  assert(access_token, `the token endpoint responded ${response.status}`)
  return access_token
}
