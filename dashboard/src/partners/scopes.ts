import type { ClientScope } from '@laurel/sdk'

/** What each scope allows. */
export const SCOPE_TEXT: Record<ClientScope, string> = {
  rules: 'Read and change rules',
  awards: 'Award rules and reverse awards, send activities',
  coins: 'Transfer, hold and refund',
  events: 'Read events',
  boards: 'Read leaderboards',
  adjust: 'Adjust wallets by hand',
  personal_data: 'Export and erase what is held about a user',
  webhooks: 'Manage webhooks',
  settings: 'Change settings and publish boards',
}

/** What scopes give beyond what their names say. */
export const SCOPE_WARNING: Partial<Record<ClientScope, string>> = {
  webhooks:
    'Who holds it can have every event, with the names and e-mail addresses of your users, sent to any address.',
  settings:
    'Who holds it decides to which address users go when they link their account, from where their details are fetched, and whether everyone sees your boards.',
}

export const SCOPES = Object.keys(SCOPE_TEXT) as ClientScope[]

export const DEFAULT_SCOPES: ClientScope[] = ['rules', 'awards', 'coins', 'events', 'boards']
