import assert from 'node:assert/strict'
import type { Api } from './api.ts'
import type { Programme } from './programmes.ts'

export const PASSWORD = 'Sunny-Day-7'

/** The service's clock while the seed runs; undefined shows the present. */
export type Clock = { now: Date | undefined }

/** A partner of the seed, with the tokens of its owner and of its backend. */
export type SeedPartner = {
  programme: Programme
  owner: string
  backend: string
  ruleIds: Map<string, string>
}

/** Onboards the partner; false when its e-mail address is taken. */
export async function onboardPartner(api: Api, partners: string, programme: Programme): Promise<boolean> {
  const { applicationName, partnerName, email } = programme
  const { status, data } = await api.send('POST', partners, {
    body: {
      applicationName,
      partnerName,
      email,
      password: PASSWORD,
      confirmPassword: PASSWORD,
      redirectUrl: 'http://localhost:8080/callback',
      userDetailsUrl: 'http://localhost:8080/users',
    },
  })
  if (status !== 201 && !/already taken/.test(data.error)) throw new Error(data.error)
  return status === 201
}

/** Gives a new partner its rules, team and secrets, on the day that the clock shows. */
export async function beginProgramme(
  api: Api,
  { partners, clock, programme }: { partners: string; clock: Clock; programme: Programme },
): Promise<SeedPartner> {
  // Tokens of the present are valid on every earlier day.
  const atPresent = async <T>(work: () => Promise<T>): Promise<T> => {
    const { now } = clock
    clock.now = undefined
    const result = await work()
    clock.now = now
    return result
  }
  const { accessToken: owner, partner } = await atPresent(() =>
    api.must('POST', `${partners}/login`, { body: { email: programme.email, password: PASSWORD } }),
  )
  const ruleIds = new Map<string, string>()
  for (const rule of programme.rules) {
    const { id } = await api.must('POST', '/api/v1/laas/rules/create-rule', { token: owner, body: rule })
    ruleIds.set(rule.name, id)
  }
  const secrets: string[] = []
  for (const name of programme.secrets) {
    const { secret } = await api.must('POST', `${partners}/me/secrets`, { token: owner, body: { name } })
    secrets.push(secret)
  }
  for (const { email, role } of programme.team) {
    await api.must('POST', `${partners}/me/team/invitations`, { token: owner, body: { email, role } })
    const body = { token: await api.mailedToken(email), password: PASSWORD, confirmPassword: PASSWORD }
    await api.must('POST', `${partners}/invitations/accept`, { body })
  }
  const [secret] = secrets
  assert(secret)
  const backend = await atPresent(() => api.clientToken(partner.clientId, secret))
  return { programme, owner, backend, ruleIds }
}
