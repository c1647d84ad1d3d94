import assert from 'node:assert/strict'
import { Type } from 'typebox'
import { EventData } from '../../feed/events/event-data.ts'
import { partnerOf } from '../../http/edge/request-caller.ts'
import { Nullable, Timestamp } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import type { App } from '../../http/responses/envelope.ts'
import { EXPORTS_LIMIT, type Exports } from '../../http/responses/exports.ts'
import { ListedTransactionData } from '../../programme/coins/transaction-data.ts'
import { DecisionData } from '../../programme/history/decision-data.ts'
import { ListedHoldData } from '../../programme/holds/hold-data.ts'
import { AttributesShown } from '../../programme/members/attribute-fields.ts'
import { MemberPath } from '../../programme/members/member-routes.ts'
import {
  EXAMPLE_IDENTIFIED,
  IdentifiedData,
  MemberData,
  WALLET_ID_EXAMPLE,
} from '../../programme/members/membership-data.ts'
import { findMemberOrFormer } from '../../programme/members/membership-store.ts'
import { findPartner } from '../../programme/partners/partner-store.ts'
import { WALLET_EXAMPLE } from '../../programme/wallets/wallet-data.ts'
import { notFound } from '../../runtime/failure.ts'
import type { Db } from '../../storage/database/database.ts'
import { jsonText } from './json-stream.ts'
import { exportMember } from './member-export.ts'

const MESSAGE = 'User exported'

const ExportData = Type.Object(
  {
    membership: Type.Object(
      {
        ...IdentifiedData.properties,
        email: Type.String({ description: 'Empty when unknown.' }),
        hasAccount: MemberData.properties.hasAccount,
        leftAt: Nullable(Timestamp()),
        leftBy: MemberData.properties.leftBy,
      },
      { schemaName: 'ExportedMembership' },
    ),
    wallet: MemberData.properties.wallet,
    lots: Type.Array(
      Type.Object(
        {
          coins: Type.String({ description: 'What is left of them.' }),
          expired: Type.String({ description: 'What expired of them.' }),
          availableAt: Nullable(Timestamp({ description: 'Null for coins that could be spent at once.' })),
          expiresAt: Nullable(Timestamp({ description: 'Null for coins that never expire.' })),
        },
        { schemaName: 'ExportedLot' },
      ),
      { description: 'Coins that expire, or that could not be spent at once.' },
    ),
    holds: Type.Array(ListedHoldData, { description: 'What checkouts held, newest first.' }),
    attributes: Type.Array(
      Type.Object(
        {
          seq: Type.Integer({ description: 'The event since which the user had them.' }),
          createdAt: Timestamp(),
          attributes: AttributesShown(),
        },
        { schemaName: 'ExportedAttributes' },
      ),
      { description: 'What you said about the user, in order. The last are current.' },
    ),
    progress: Type.Array(
      Type.Object(
        {
          ruleId: Type.String(),
          ruleName: Type.String(),
          progress: Type.Integer({ description: 'Completions since the last payment.' }),
          subRulesDone: Type.Array(Type.String()),
          userAwards: Type.Integer({ description: 'Paid awards that were not reversed.' }),
          coins: Type.String({ description: 'Coins paid, less those given back.' }),
        },
        { schemaName: 'ExportedProgress' },
      ),
    ),
    decisions: Type.Array(DecisionData, { description: 'Awards, reversals and all others, newest first.' }),
    transactions: Type.Array(ListedTransactionData, { description: 'Movements of coins, newest first.' }),
    events: Type.Array(EventData, { description: 'In order.' }),
  },
  {
    schemaName: 'MemberExport',
    examples: [
      {
        membership: {
          ...EXAMPLE_IDENTIFIED,
          email: 'ada@mail.example',
          hasAccount: true,
          leftAt: null,
          leftBy: null,
        },
        wallet: { id: WALLET_ID_EXAMPLE, ...WALLET_EXAMPLE },
        lots: [],
        holds: [],
        attributes: [],
        progress: [],
        decisions: [],
        transactions: [],
        events: [],
      },
    ],
  },
)

export function memberExportRoutes(
  app: App,
  { database, exports, now }: { database: Db; exports: Exports; now: () => Date },
): void {
  app.get(
    '/laas/users/:userId/export',
    {
      ...operation({
        id: 'exportMember',
        tag: 'Users',
        roles: ['owner', 'manager', 'support'],
        summary: 'Export everything that you hold about a user',
        description: `The membership, wallet, lots, holds, attributes, progress, decisions, movements of coins and events of one user, also of one who left, as one JSON document of any size. After an error the connection closes before the end of the body, so a complete response is a complete document. ${EXPORTS_LIMIT}`,
        params: MemberPath,
        message: MESSAGE,
        data: ExportData,
        failures: ['notFound'],
      }),
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const partner = await findPartner(database, partnerOf(request))
      assert(partner)
      const userId = request.params.userId.toLowerCase()
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="user-${userId}.json"`,
      }
      const around = {
        before: `{"status":"success","message":${JSON.stringify(MESSAGE)},"data":`,
        after: '}',
      }
      return exports.send(reply, partner.partnerId, async () => {
        const member = await findMemberOrFormer(database, partner.partnerId, userId)
        if (!member) throw notFound('User')
        return { headers, text: jsonText(await exportMember(database, partner, member, now()), around) }
      })
    },
  )
}
