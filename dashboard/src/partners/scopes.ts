import type { ClientScope } from '@laurel/sdk'

/** What each scope allows; the last four only by name. */
export const SCOPE_TEXT: Record<ClientScope, string> = {
  rules: 'Read and change rules',
  awards: 'Award rules and reverse awards',
  coins: 'Transfer and refund coins',
  events: 'Read events',
  boards: 'Read leaderboards',
  adjust: 'Adjust wallets by hand',
  personal_data: 'Export and erase what is held about a user',
  webhooks: 'Manage webhooks',
  settings: 'Change addresses and publish boards',
}

/** What scopes give beyond what their names say. */
export const SCOPE_WARNING: Partial<Record<ClientScope, string>> = {
  webhooks:
    'Who holds it can have every event, with the names and e-mail addresses of your users, sent to any address.',
  settings:
    'Who holds it decides to which address users return when they link their account, from where their details are fetched, and whether everyone sees your boards.',
}

export const SCOPES = Object.keys(SCOPE_TEXT) as ClientScope[]

export const USUAL_SCOPES: ClientScope[] = ['rules', 'awards', 'coins', 'events', 'boards']

/** "All usual", or the scopes by name. */
export function scopesText(scopes: ClientScope[]): string {
  const more = scopes.filter((scope) => !USUAL_SCOPES.includes(scope))
  const isUsual = USUAL_SCOPES.every((scope) => scopes.includes(scope))
  return isUsual ? ['The usual', ...more].join(', ') : scopes.join(', ')
}
