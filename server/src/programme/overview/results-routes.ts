import { Type } from 'typebox'
import { partnerOf } from '../../http/edge/request-caller.ts'
import { isUuid, OneOf, Uuid } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import { CursorPageOf, CursorQuery, cursorPage, decodeCursor } from '../../http/input/paging.ts'
import type { App } from '../../http/responses/envelope.ts'
import { notFound } from '../../runtime/failure.ts'
import type { Database } from '../../storage/database/database.ts'
import { checkListedDays, dayRangeFields } from './day-range-query.ts'
import { COMPARISONS } from './days.ts'
import { listedDays } from './listed-days.ts'
import type { ReadCounts } from './read-counts.ts'
import { readRuleResults } from './read-results.ts'
import { PEOPLE_SORTED_MAX, readRulePeople } from './read-rule-people.ts'
import { RulePersonData, RuleResultsData, ruleResultsData } from './results-data.ts'
import { PEOPLE_SORTS, type PeoplePosition, type PeopleSort } from './rule-results-queries.ts'

const DAYS_DEFAULT = 30

const RulePath = Type.Object({ id: Uuid({ description: "The rule's id." }) })

const ResultsQuery = Type.Object(
  {
    ...dayRangeFields({ from: `${DAYS_DEFAULT - 1} days before \`to\``, to: 'today' }),
    compare: Type.Optional(
      OneOf(COMPARISONS, {
        schemaName: 'Comparison',
        default: 'previous',
        description: '`previous`: with as many days right before. `year`: with the same days a year earlier.',
      }),
    ),
  },
  { check: checkListedDays },
)

const PeopleQuery = Type.Object({
  ...CursorQuery().properties,
  sort: Type.Optional(
    OneOf(PEOPLE_SORTS, {
      schemaName: 'RulePeopleSort',
      description:
        'Users with the most coins, the most payments or the latest payment first; without it, in the order of their ids.',
    }),
  ),
})

/** Names the order too: a list in another one goes on elsewhere. */
function positionIn(cursor: string, sort: PeopleSort | null): PeoplePosition {
  const isPosition = (text: string) => {
    const [by, sorted = '', userId = '', ...others] = text.split(' ')
    return by === (sort ?? '') && /^\d{1,18}$/.test(sorted) && isUuid(userId) && others.length === 0
  }
  const [, sorted, userId] = decodeCursor(cursor, isPosition).split(' ') as [string, string, string]
  return { sorted: BigInt(sorted), userId }
}

type Services = { database: Database; readCounts: ReadCounts; now: () => Date }

export function resultsRoutes(app: App, { database, readCounts, now }: Services): void {
  app.get(
    '/laas/rules/:id/results',
    operation({
      id: 'readRuleResults',
      tag: 'Rules',
      summary: 'Read what a rule did',
      description:
        'Coins, awards, refusals and users by day and over some days, with other days to compare, and the versions of the rule as marks. Counted from the events in order, as the overview is.',
      params: RulePath,
      query: ResultsQuery,
      message: 'Results returned',
      data: RuleResultsData,
      failures: ['notFound'],
    }),
    (request) =>
      readCounts(partnerOf(request), async (db, edition) => {
        const { compare = 'previous' } = request.query
        const ruleId = request.params.id.toLowerCase()
        const days = listedDays(request.query, edition, { days: DAYS_DEFAULT, now: now() })
        const results = await readRuleResults(db, edition, { ruleId, comparison: compare, ...days })
        if (!results) throw notFound('Rule')
        return ruleResultsData(results)
      }),
  )

  app.get(
    '/laas/rules/:id/people',
    operation({
      id: 'listRulePeople',
      tag: 'Rules',
      summary: 'List the users of a rule',
      description: `Everyone whom the rule paid or who has progress with it, also those who left. A sorted list shows the order at the time of each page; rules of more than ${PEOPLE_SORTED_MAX.toLocaleString('en')} users are not sorted.`,
      params: RulePath,
      query: PeopleQuery,
      message: 'Users returned',
      data: CursorPageOf(RulePersonData),
      failures: ['notFound'],
    }),
    async (request) => {
      const { cursor, limit = 10, sort = null } = request.query
      const after = cursor === undefined ? null : positionIn(cursor, sort)
      const partnerId = partnerOf(request)
      const ruleId = request.params.id.toLowerCase()
      const query = { ruleId, sort, after, limit: limit + 1, now: now() }
      const people = await database
        .forPartner(partnerId)
        .snapshot((db) => readRulePeople(db, partnerId, query))
      if (!people) throw notFound('Rule')
      const { entries, next } = cursorPage(people, limit, ({ position }) =>
        [sort, position.sorted, position.userId].join(' '),
      )
      return { data: entries.map(({ data }) => data), next }
    },
  )
}
