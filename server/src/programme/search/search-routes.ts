import { Type } from 'typebox'
import { callerOf, partnerOf } from '../../http/edge/request-caller.ts'
import { Line } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import { RequestData, requestData } from '../../http/request-log/request-data.ts'
import { listRequests } from '../../http/request-log/request-log-store.ts'
import type { App } from '../../http/responses/envelope.ts'
import type { Database } from '../../storage/database/database.ts'
import { DECISION_EXAMPLES, DecisionData, decisionData } from '../history/decision-data.ts'
import { MemberData, memberData } from '../members/membership-data.ts'
import { RULE_EXAMPLE, StatusField } from '../rules/rule-data.ts'
import { FOUND_MAX, searchLedger } from './search-ledger.ts'
import { NAMES_SCANNED_MAX, NOTES_SCANNED_MAX } from './search-queries.ts'

const FoundRuleData = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ description: 'The name that matches: of the rule, or of a sub-rule.' }),
    ruleName: Type.String(),
    status: StatusField(),
  },
  { schemaName: 'FoundRule' },
)

const FoundData = Type.Object(
  {
    members: Type.Array(MemberData, {
      description:
        'By the beginning of an e-mail address, a whole externalId, user id or membership id, and any part of the name or the beginning of a word of the tag. Users who unlinked from you are not found.',
    }),
    rules: Type.Array(FoundRuleData, { description: 'By any part of a name, or by id.' }),
    orders: Type.Array(Type.Object({ reference: Type.String() }, { schemaName: 'FoundOrder' }), {
      description: 'References that begin with the text.',
    }),
    decisions: Type.Array(DecisionData, {
      description: 'The award, transaction, reversal or return with this id.',
    }),
    notes: Type.Array(DecisionData, { description: 'By any part of the note, newest first.' }),
    requests: Type.Array(RequestData, {
      description: 'Requests with this X-Request-Id. Empty without the token of a team member.',
    }),
  },
  {
    schemaName: 'Found',
    examples: [
      {
        members: [],
        rules: [
          { id: RULE_EXAMPLE.id, name: RULE_EXAMPLE.name, ruleName: RULE_EXAMPLE.name, status: 'active' },
        ],
        orders: [{ reference: 'order-1042' }],
        decisions: [],
        notes: DECISION_EXAMPLES.slice(0, 1),
        requests: [],
      },
    ],
  },
)

export function searchRoutes(app: App, { database }: { database: Database }): void {
  app.get(
    '/laas/search',
    operation({
      id: 'search',
      tag: 'Search',
      summary: 'Search everything',
      description: `Finds members, rules, orders, notes and ids by a text: at most ${FOUND_MAX} of each. Members, orders and ids are found by index, however many there are. Of rules, ${NAMES_SCANNED_MAX} names are compared with the text, and of notes the latest ${NOTES_SCANNED_MAX}; \`listDecisions\` with \`q\` searches older ones page by page. Capitals do not matter.`,
      query: Type.Object({ q: Line(200, { description: 'What to search for.' }) }),
      message: 'Search results returned',
      data: FoundData,
    }),
    async (request) => {
      const partnerId = partnerOf(request)
      const text = request.query.q.trim()
      const isTeam = callerOf(request).kind === 'team'
      const filter = { requestId: text, outcome: null, before: null, limit: FOUND_MAX }
      const [found, requests] = await Promise.all([
        database.forPartner(partnerId).snapshot((db) => searchLedger(db, partnerId, text)),
        isTeam && text.length <= 100 ? listRequests(database, partnerId, filter) : [],
      ])
      return {
        members: found.members.map(memberData),
        rules: found.rules,
        orders: found.references.map((reference) => ({ reference })),
        decisions: found.decisions.map((line) => decisionData(partnerId, line)),
        notes: found.notes.map((line) => decisionData(partnerId, line)),
        requests: requests.map(requestData),
      }
    },
  )
}
