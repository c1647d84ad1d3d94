import { readFileSync } from 'node:fs'
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { Config } from '../config.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

const DESCRIPTION = `Laurel gives rewards and keeps their coins in an exact ledger.

Every answer is an envelope: \`status\`, \`message\`, \`data\`. A failure has \`status\` failed, and \`data\` says what to change:
\`errorType\` (invalid, not found, unauthorized, forbidden, conflict, too many requests, unavailable, internal), \`appErrorCode\`
(a stable code, where programs need one) and \`error\` (a sentence). All wrong fields are named in one answer.

Every answer carries \`X-Request-Id\`, to quote to support, and \`RateLimit-*\`.

Amounts of coins have at most 2 decimals. Numbers that are written as strings ("10") are also taken as JSON numbers.
Timestamps are ISO 8601 in UTC. Identifiers are UUIDs that sort by time.`

/** How the API reference is made from the schemas that validate. */
export function openApi(config: Config): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Laurel', version, description: DESCRIPTION, license: { name: 'Apache-2.0' } },
      servers: [{ url: config.origin }],
      tags: [
        { name: 'Partners', description: 'Onboarding, sign-in and a partner’s own details.' },
        { name: 'Users', description: 'Accounts, and onboarding users with a partner.' },
        { name: 'Rules', description: 'What is rewarded, and how much.' },
        { name: 'Awards', description: 'Giving rewards.' },
        { name: 'Coins', description: 'Taking coins back.' },
        { name: 'Leaderboards', description: 'Who has the most.' },
      ],
      components: { securitySchemes: { accessToken: { type: 'http', scheme: 'bearer' } } },
    },
  }
}
