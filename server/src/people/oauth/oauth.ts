import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { errors, type Interaction, type InteractionResults, type Provider } from 'oidc-provider'
import type { PartnerAddresses } from '../../programme/partners/partner.ts'
import { brandOf } from '../pages/brand.ts'
import type { FindRequester } from '../pages/next-path.ts'
import { findApplication } from './application-store.ts'
import { clientMetadata } from './client.ts'
import { hasGrant } from './grant-store.ts'
import { confirmRedirect, type HasConsented } from './oauth-pages.ts'
import { createProvider, type ProviderServices, sessionCookieName } from './provider.ts'
import { completeRequest, type Prepared, prepareRequest, providerRequest } from './provider-request.ts'
import { resourceOf } from './provider-tokens.ts'

/** The user who is signed in in a browser. */
export type FindSignedInUser = (
  request: FastifyRequest,
) => Promise<{ userId: string; sessionId: string } | null>

/** Ends the session of the user whose browser sent a request. */
export type SignOut = (request: FastifyRequest) => Promise<void>

export type Oauth = {
  /** Prepares a request for the library. The returned function sends the library's response. */
  prepare(request: FastifyRequest): Promise<(response: ServerResponse) => Promise<void>>
  /** The authorization request that waits for this browser's user, unless its redirect address was removed. */
  findInteraction(request: FastifyRequest, response: ServerResponse): Promise<Interaction | undefined>
  /** The application whose authorization request waits for its user; undefined if none does. */
  findRequester: FindRequester
  /** Stores what a user has granted, and returns the grant's id. */
  saveGrant(grant: { userId: string; clientId: string; scopes: string[] }): Promise<string>
  /** Completes an authorization request, and returns where to redirect the browser. */
  finish(interaction: Interaction, result: InteractionResults): Promise<string>
  /** Why redirect addresses cannot be used together; undefined when they can. */
  addressProblem(addresses: Omit<PartnerAddresses, 'userDetailsUrl'>): Promise<string | undefined>
}

const ANY_CLIENT_ID = '0'.repeat(64)

export function createOauth(
  services: ProviderServices & { findSignedInUser: FindSignedInUser; signOut: SignOut },
): Oauth {
  const { config, signingKeys, findSignedInUser, signOut } = services
  type Built = { provider: Provider; respond: ReturnType<Provider['callback']>; keys: string }
  let built: Built | undefined

  function library(): Built {
    const keys = signingKeys.all.map(({ id }) => id).join(' ')
    if (built?.keys !== keys) {
      const provider = createProvider(services)
      provider.use(confirmRedirect(hasConsented))
      built = { provider, respond: provider.callback(), keys }
    }
    return built
  }

  /** The requests behind those that the library gets. */
  const requests = new WeakMap<IncomingMessage, FastifyRequest>()

  const hasConsented: HasConsented = async ({ req }, { clientId, sibling_id }) => {
    const request = requests.get(req)
    const user = request && (await findSignedInUser(request))
    if (!user) return false
    const clientIds = [clientId, String(sibling_id)]
    return hasGrant(services.database, { userId: user.userId, clientIds }, services.now())
  }

  const cookiesOf = ({ headers }: Prepared) => headers.cookie?.split(/; */) ?? []

  /** The library's session with this browser, if it is that of the signed-in user. */
  async function findSession(request: FastifyRequest, prepared: Prepared) {
    const name = sessionCookieName(config)
    const id = cookiesOf(prepared)
      .find((cookie) => cookie.startsWith(`${name}=`))
      ?.slice(name.length + 1)
    if (id === undefined) return undefined
    const [user, session] = await Promise.all([
      findSignedInUser(request),
      library().provider.Session.find(id),
    ])
    return user && session?.accountId === user.userId ? session : undefined
  }

  /** Whether the user confirmed to sign out. Without a session, the library accepts it from anywhere. */
  async function hasConfirmedSignOut(request: FastifyRequest, prepared: Prepared): Promise<boolean> {
    if (prepared.endpoint !== '/session/end/confirm' || !prepared.form?.get('logout')) return false
    const session = await findSession(request, prepared)
    const secret = (session?.state as { secret?: string } | undefined)?.secret
    return secret !== undefined && secret === prepared.form.get('xsrf')
  }

  /** The library's session is valid only while the same user is signed in. */
  async function dropForeignSession(request: FastifyRequest, prepared: Prepared): Promise<void> {
    const name = sessionCookieName(config)
    const cookies = cookiesOf(prepared)
    const isThere = cookies.some((cookie) => cookie.startsWith(`${name}=`))
    if (!isThere || prepared.endpoint.startsWith('/session/')) return
    if (await findSession(request, prepared)) return
    prepared.headers.cookie = cookies
      .filter((cookie) => !cookie.startsWith(`${name}=`) && !cookie.startsWith(`${name}.sig=`))
      .join('; ')
  }

  const plainRequest = (request: FastifyRequest): IncomingMessage =>
    providerRequest(request, prepareRequest(request, config.origin))

  return {
    async prepare(request) {
      const prepared = prepareRequest(request, config.origin)
      await dropForeignSession(request, prepared)
      await completeRequest(services, prepared)
      if (await hasConfirmedSignOut(request, prepared)) await signOut(request)
      const provided = providerRequest(request, prepared)
      requests.set(provided, request)
      return (response) => library().respond(provided, response)
    },

    async findInteraction(request, response) {
      try {
        const { provider } = library()
        const interaction = await provider.interactionDetails(plainRequest(request), response)
        const { client_id, redirect_uri } = interaction.params
        // The library checks the address when a request begins, and not when it goes on.
        const client = await provider.Client.find(String(client_id))
        return client?.redirectUriAllowed(String(redirect_uri)) ? interaction : undefined
      } catch (error) {
        if (error instanceof errors.SessionNotFound) return undefined
        throw error
      }
    },

    async findRequester(authorizationId) {
      const interaction = await library().provider.Interaction.find(authorizationId)
      if (!interaction) return undefined
      const application = await findApplication(services.database, String(interaction.params.client_id))
      return application && { applicationName: application.applicationName, brand: brandOf(application) }
    },

    async saveGrant({ userId, clientId, scopes }) {
      const { Grant } = library().provider
      const grant = new Grant({ accountId: userId, clientId })
      grant.addOIDCScope(scopes.join(' '))
      grant.addResourceScope(resourceOf(config), scopes.join(' '))
      return grant.save()
    },

    async finish(interaction, result) {
      // Another user starts a new session with the library.
      if (result.login && interaction.session?.accountId !== result.login.accountId)
        Reflect.set(interaction, 'session', undefined)
      interaction.result = result
      await interaction.save(interaction.exp - Math.floor(Date.now() / 1000))
      return interaction.returnTo
    },

    async addressProblem(addresses) {
      try {
        await library().provider.Client.validate(clientMetadata(addresses, ANY_CLIENT_ID))
        return undefined
      } catch (error) {
        if (!(error instanceof errors.InvalidClientMetadata)) throw error
        return 'redirectUrl, webRedirectUrl and mobileRedirectUrl do not work together: with a private-use scheme, the others must use https with a public host, or http with a loopback host such as 127.0.0.1.'
      }
    },
  }
}
