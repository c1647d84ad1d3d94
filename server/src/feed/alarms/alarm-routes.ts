import { Type } from 'typebox'
import { callerOf, partnerOf } from '../../http/edge/request-caller.ts'
import { Nullable, OneOf, Timestamp } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import type { App } from '../../http/responses/envelope.ts'
import { formatCoins } from '../../programme/ledger/coin.ts'
import type { Credential, Role } from '../../runtime/caller.ts'
import type { Database } from '../../storage/database/database.ts'
import { ON_WEBHOOKS } from '../webhooks/webhook-body.ts'
import { ALARM_KINDS, type Alarm, keyOf, sentenceOf } from './alarm.ts'
import { IMPORT_DAYS, IMPORTS_MAX, RULES_MAX, readAlarms } from './read-alarms.ts'

const AlarmData = Type.Object(
  {
    key: Type.String({ description: 'The same as long as the alarm lasts.' }),
    kind: OneOf(ALARM_KINDS, { schemaName: 'AlarmKind' }),
    message: Type.String({ description: 'What is wrong, in one sentence.' }),
    since: Nullable(Timestamp({ description: 'Null for rules.' })),
    webhookId: Nullable(Type.String()),
    ruleId: Nullable(Type.String()),
    importId: Nullable(Type.String()),
    name: Nullable(Type.String({ description: 'Of the webhook or the rule.' })),
    waiting: Nullable(Type.Integer({ description: 'Events that wait for the webhook.' })),
    left: Nullable(Type.String({ description: 'Coins left in the budget.' })),
    refused: Nullable(Type.Integer({ description: 'Lines that the import refused.' })),
  },
  { schemaName: 'Alarm' },
)

const AlarmsData = Type.Object(
  { alarms: Type.Array(AlarmData) },
  {
    schemaName: 'Alarms',
    examples: [
      {
        alarms: [
          alarmData({
            kind: 'webhook_failing',
            id: '0198c5c1-2a3b-7c4d-8e5f-6a7b8c9d0e1f',
            name: 'Orders',
            since: new Date('2026-03-01T09:30:00.000Z'),
            waiting: 1812n,
          }),
        ],
      },
    ],
  },
)

function alarmData(alarm: Alarm) {
  const { kind, id } = alarm
  const isOf = (noun: string) => (kind.startsWith(noun) ? id : null)
  return {
    key: keyOf(alarm),
    kind,
    message: sentenceOf(alarm),
    since: 'since' in alarm ? alarm.since.toISOString() : null,
    webhookId: isOf('webhook'),
    ruleId: isOf('budget') ?? isOf('rule'),
    importId: isOf('import'),
    name: 'name' in alarm ? alarm.name : null,
    waiting: 'waiting' in alarm ? Number(alarm.waiting) : null,
    left: 'left' in alarm ? formatCoins(alarm.left) : null,
    refused: 'refused' in alarm ? alarm.refused : null,
  }
}

const WEBHOOK_ROLES: readonly Role[] = ON_WEBHOOKS.roles

/** Whether a caller may list webhooks. The scopes of a client's token were checked. */
const seesWebhooks = ({ role }: Credential) => role === undefined || WEBHOOK_ROLES.includes(role)

export function alarmRoutes(app: App, { database, now }: { database: Database; now: () => Date }): void {
  app.get(
    '/laas/alarms',
    operation({
      id: 'listAlarms',
      tag: 'Overview',
      summary: 'List what needs attention',
      description: `Webhooks that fail or were switched off, for those who may list webhooks; running rules whose budget has less than a tenth left or is used up, running rules that are full (${RULES_MAX} rules at most), imports of the last ${IMPORT_DAYS} days that refused lines (of the latest ${IMPORTS_MAX}), and a ledger that the last audit found broken. An alarm ends with its cause. Owners who want it get a mail when one begins.`,
      message: 'Alarms returned',
      data: AlarmsData,
    }),
    async (request) => {
      const alarms = await readAlarms(database, partnerOf(request), now())
      const isSeen = seesWebhooks(callerOf(request))
      return { alarms: alarms.map(alarmData).filter(({ webhookId }) => isSeen || webhookId === null) }
    },
  )
}
