import { cookieName, TEAM_COOKIE } from '../../http/edge/cookie.ts'
import type { Config } from '../../runtime/settings/config.ts'
import { type Access, CLIENT_SCOPES, type ClientScope, USER_SCOPES } from './access.ts'

const TOKEN = `Sent in the header \`Authorization: Bearer <ACCESS_TOKEN>\`. There are three kinds; each operation names those that it accepts:

- *team*: a member of the partner's team signs in (\`loginPartner\`); the token is the \`accessToken\` of the response.
- *client*: the partner's backend asks the token endpoint (see \`clientCredentials\`).
- *user*: a user consents to the partner's application (see \`authorizationCode\`).

The authorization server describes itself at \`/oauth/.well-known/openid-configuration\`.`

const CLIENT = `The partner's backend asks the token endpoint with its \`clientId\` and a secret (\`createSecret\`). Without \`scope\`, the token has all scopes of its secret.`

const USER = `A user consents at the authorization endpoint: authorization code with PKCE and \`state\`. \`deviceType=web\` or \`mobile\` selects the redirect address.`

const COOKIE = `The browser session of a team member (\`signInBrowser\`), only for pages of this service. It replaces a token of the kind *team* in requests without \`Authorization\`. Every request but \`GET\` and \`HEAD\` needs the session's \`csrfToken\` (\`readSession\`) in the header \`X-CSRF-Token\`; without it the response is 403 with the appErrorCode csrf_token_invalid. An ended session gets 401 with the appErrorCode session_ended.`

const CLIENT_SCOPE_NOTES: Record<ClientScope, string> = {
  rules: 'Create, read, change and try rules, start backtests',
  awards:
    'Give and reverse awards, send and read activities, read decisions and backtests; onboard, import, read and remove members',
  coins: 'Transfer, hold and refund coins, return orders, read transactions, statements and the overview',
  events: 'Read events, also as a stream',
  boards: 'Read leaderboards',
  adjust: 'Adjust wallets; only for a secret that names it',
  personal_data: 'Export and erase what is held about a member; only for a secret that names it',
  webhooks: 'Manage webhooks; only for a secret that names it',
  settings: 'Read and change the partner’s own details and settings; only for a secret that names it',
}

/** How callers prove who they are, for the API reference. */
export function securitySchemes({ mode, origin }: Pick<Config, 'mode' | 'origin'>) {
  const base = mode === 'production' ? origin : ''
  const tokenUrl = `${base}/oauth/token`
  return {
    accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: TOKEN },
    clientCredentials: {
      type: 'oauth2',
      description: CLIENT,
      flows: {
        clientCredentials: {
          tokenUrl,
          scopes: Object.fromEntries(CLIENT_SCOPES.map((scope) => [scope, CLIENT_SCOPE_NOTES[scope]])),
        },
      },
    },
    authorizationCode: {
      type: 'oauth2',
      description: USER,
      flows: {
        authorizationCode: {
          authorizationUrl: `${base}/oauth/auth`,
          tokenUrl,
          refreshUrl: tokenUrl,
          scopes: USER_SCOPES,
        },
      },
    },
    browserSession: {
      type: 'apiKey',
      in: 'cookie',
      name: cookieName(mode, TEAM_COOKIE),
      description: COOKIE,
    },
  } as const
}

/** The ways to call an operation, any of which is enough. */
export function securityOf({ kinds, scopes = [], optional }: Access): object[] {
  return [
    ...(optional ? [{}] : []),
    { accessToken: [] },
    ...(kinds.includes('client') ? [{ clientCredentials: [...scopes] }] : []),
    ...(kinds.includes('user') ? [{ authorizationCode: [...scopes] }] : []),
    ...(kinds.includes('team') ? [{ browserSession: [] }] : []),
  ]
}
