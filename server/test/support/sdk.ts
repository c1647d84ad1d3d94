import assert from 'node:assert/strict'
import { type ConnectionOptions, Laurel, type Result } from '@laurel/sdk'
import type { Api } from './api.ts'
import { newPartnerBody, PASSWORD } from './partner.ts'

const ecosystem = 'acme'

/** A new partner: its owner, signed in, and its backend with a client secret. */
export async function onboardWithSdk(
  { url: baseUrl }: Pick<Api, 'url'>,
  changes: Partial<ConnectionOptions> = {},
) {
  const body = newPartnerBody()
  const { partnerId, clientId } = await new Laurel({ baseUrl, ecosystem }).partners.onboard(body)
  const owner = new Laurel({ baseUrl, ecosystem, email: body.email, password: PASSWORD })
  const { secret: clientSecret } = await owner.secrets.create({ name: 'shop backend' })
  const credentials = { clientId, clientSecret }
  return {
    partnerId,
    email: body.email,
    owner,
    credentials,
    backend: new Laurel({ baseUrl, ...credentials, ...changes }),
  }
}

/** The data of a call that must be done. */
export async function doneOf<Data>(outcome: Promise<Result<Data>>): Promise<Data> {
  const decided = await outcome
  assert(decided.ok, JSON.stringify(decided))
  return decided.data
}

/** Why a call was refused, as it must be. */
export async function reasonOf(result: Promise<Result<unknown>>): Promise<string> {
  const decided = await result
  assert(!decided.ok, JSON.stringify(decided))
  return decided.reason
}
