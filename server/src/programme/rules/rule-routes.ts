import { Type } from 'typebox'
import { actorOf, partnerOf } from '../../http/edge/request-caller.ts'
import { isUuid, Line, OneOf, Uuid, WholeNumber } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import {
  CursorPageOf,
  CursorQuery,
  cursorPage,
  decodeCursor,
  listEntries,
  PageOf,
  PageQuery,
  pageLinks,
  pageOfList,
} from '../../http/input/paging.ts'
import type { App } from '../../http/responses/envelope.ts'
import { JsonText } from '../../http/responses/json-text.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { invalidFields, notFound, taken, wrong } from '../../runtime/failure.ts'
import type { Database } from '../../storage/database/database.ts'
import { keyOf, sendOnce } from '../idempotency/idempotency-key.ts'
import { respondOnce } from '../idempotency/respond-once.ts'
import { recordedActor } from '../ledger/actor.ts'
import { IF_MATCH_MUST, type ReadServices, sendRead, versionsIn } from '../read-batches/send-read.ts'
import { changeRule } from './change-rule.ts'
import { createRule } from './create-rule.ts'
import { archiveRule, restoreRule, restoreVersion } from './restore-rule.ts'
import { NewRuleBody, newRule, RuleChangesBody, ruleChanges } from './rule-body.ts'
import {
  RuleData,
  RuleSummary,
  RuleVersionData,
  ruleData,
  ruleSummary,
  ruleVersionData,
  StatusField,
  TypeField,
} from './rule-data.ts'
import { type ListRuleResults, RESULT_DAYS, RESULT_SORTS } from './rule-results.ts'
import { ARCHIVED_FILTERS, PHASE_FILTERS, RULE, RULES } from './rule-store.ts'
import { RULE_VERSIONS } from './rule-version-store.ts'

type Services = ReadServices & {
  database: Database
  encryption: Encryption
  listRuleResults: ListRuleResults
}

const RulePath = Type.Object({ id: Uuid({ description: "The rule's id." }) })

const VersionPath = Type.Object({
  ...RulePath.properties,
  version: WholeNumber(1, 999_999_999, { description: 'The version to restore.' }),
})

const RuleQuery = Type.Object({
  search: Type.Optional(
    Line(100, {
      description: 'Only rules with this text in one of their names or in the name of a sub-rule.',
    }),
  ),
  status: Type.Optional(StatusField({ description: 'Only rules of this status.' })),
  type: Type.Optional(TypeField({ description: 'Only rules of this type.' })),
  participants: Type.Optional(
    OneOf(['full', 'open'], {
      schemaName: 'ParticipantsFilter',
      description:
        'Only rules with all their participants (full), or only rules that can pay further users (open).',
    }),
  ),
  phase: Type.Optional(
    OneOf(PHASE_FILTERS, {
      schemaName: 'RulePhaseFilter',
      description:
        'Only rules that wait for their start, can pay, have all their participants, have used up their budget, or have ended.',
    }),
  ),
  archived: Type.Optional(
    OneOf(ARCHIVED_FILTERS, {
      schemaName: 'ArchivedFilter',
      default: 'exclude',
      description: 'Archived rules are left out, listed too (include), or listed alone (only).',
    }),
  ),
  results: Type.Optional(
    OneOf(Object.keys(RESULT_DAYS) as (keyof typeof RESULT_DAYS)[], {
      schemaName: 'ResultDays',
      description: 'Adds what each rule did in the last days, including today.',
    }),
  ),
  sort: Type.Optional(
    OneOf(RESULT_SORTS, {
      schemaName: 'RuleSort',
      description:
        'Rules with the most coins paid, refused awards or users paid in the days of `results` (30 without it) first, in place of the newest. Such a list is read by page, not by cursor.',
    }),
  ),
  ...PageQuery().properties,
})

const NAME_TAKEN = taken('The rule name "first purchase" is already taken; choose another one.', 'name')

const isVersion = (text: string) => /^[1-9]\d{0,8}$/.test(text)

const IfMatch = Type.Object({
  'if-match': Type.Optional(
    Line(1_000, {
      must: IF_MATCH_MUST,
      description: "The rule's ETag, or its version in quotes; a change in between responds 412.",
    }),
  ),
})

export function ruleRoutes(app: App, services: Services): void {
  const { database, encryption, listRuleResults, now } = services
  app.post(
    '/laas/rules/create-rule',
    operation({
      id: 'createRule',
      tag: 'Rules',
      roles: ['owner', 'manager'],
      summary: 'Create a rule',
      description:
        'A single rule pays on each award. A batched rule pays on every completionNumber-th. A combined rule pays when all its active sub-rules were awarded; then a new round begins.',
      body: NewRuleBody,
      code: 201,
      message: 'Rule created successfully',
      data: RuleSummary,
      location: ({ id }) => `/laas/rules/${id}`,
      failures: [NAME_TAKEN],
      idempotent: true,
    }),
    async (request, reply) => {
      const input = newRule(request.body)
      const keyed = keyOf(request, encryption)
      const response = await respondOnce(database, actorOf(request), keyed, async (tx, ledger) => {
        const rule = await createRule(tx, ledger, input, recordedActor(actorOf(request)))
        return { status: 201, data: ruleSummary(rule) }
      })
      return sendOnce(reply, response)
    },
  )

  app.get(
    '/laas/rules',
    operation({
      id: 'listRules',
      tag: 'Rules',
      summary: 'List your rules',
      description: 'Newest first.',
      query: RuleQuery,
      message: 'Rules returned',
      data: PageOf(RuleData),
      hasEtag: true,
    }),
    async (request, reply) => {
      const { search, status = null, type = null, participants, phase, results, sort = null } = request.query
      const { archived = 'exclude' } = request.query
      const page = pageOfList(request.query, isUuid)
      const isFull = participants === undefined ? null : participants === 'full'
      const filter = {
        search: search?.toLowerCase() ?? null,
        status,
        type,
        isFull,
        phase: phase === undefined ? null : { is: phase, at: now() },
        archived,
      }
      // Phases and results change without a change of the partner, so these responses have no ETag.
      if (phase !== undefined || results !== undefined || sort !== null) {
        if (page.after !== null)
          throw invalidFields([wrong('cursor', 'cannot be used with phase, results or sort; use page')])
        const days = results === undefined ? null : RESULT_DAYS[results]
        const found = await listRuleResults(partnerOf(request), {
          filter,
          days,
          sort,
          limit: page.size,
          offset: page.offset,
        })
        return {
          data: found.rules.map(({ rule, results }) => ({ ...ruleData(rule), ...(results && { results }) })),
          count: found.count,
          ...pageLinks(page, found.count),
          next: null,
        }
      }
      const list = { filter, limit: page.size + 1, offset: page.offset, after: page.after }
      return sendRead(services, request, reply, partnerOf(request), async (batch) => {
        const text = await batch.remember(`rules ${JSON.stringify(list)}`, async () => {
          const { rules, count } = await batch.load(RULES, list)
          const { entries, links } = listEntries(rules, page, count, ({ id }) => id)
          return JSON.stringify({ data: entries.map(ruleData), ...links })
        })
        return new JsonText(text)
      })
    },
  )

  app.get(
    '/laas/rules/:id',
    operation({
      id: 'readRule',
      tag: 'Rules',
      summary: 'Read a rule',
      params: RulePath,
      message: 'Rule returned',
      data: RuleData,
      failures: ['notFound'],
      hasEtag: true,
    }),
    async (request, reply) =>
      sendRead(
        services,
        request,
        reply,
        partnerOf(request),
        async (batch) => {
          const rule = await batch.load(RULE, request.params.id.toLowerCase())
          if (!rule) throw notFound('Rule')
          return ruleData(rule)
        },
        { hasVersion: true },
      ),
  )

  app.get(
    '/laas/rules/:id/versions',
    operation({
      id: 'listRuleVersions',
      tag: 'Rules',
      summary: 'List the versions of a rule',
      description:
        'Newest first: who changed the rule, when, and every field as the change left it. Each award names the version that decided it.',
      params: RulePath,
      query: CursorQuery(),
      message: 'Versions returned',
      data: CursorPageOf(RuleVersionData),
      failures: ['notFound'],
      hasEtag: true,
    }),
    async (request, reply) => {
      const { cursor, limit = 10 } = request.query
      const ruleId = request.params.id.toLowerCase()
      const before = cursor === undefined ? null : Number(decodeCursor(cursor, isVersion))
      return sendRead(services, request, reply, partnerOf(request), async (batch) => {
        const [rule, found] = await Promise.all([
          batch.load(RULE, ruleId),
          batch.load(RULE_VERSIONS, { ruleId, before, limit: limit + 1 }),
        ])
        if (!rule) throw notFound('Rule')
        const { entries, next } = cursorPage(found, limit, ({ version }) => version)
        return { data: entries.map(ruleVersionData), next }
      })
    },
  )

  app.patch(
    '/laas/rules/:id',
    operation({
      id: 'changeRule',
      tag: 'Rules',
      roles: ['owner', 'manager'],
      summary: 'Change a rule',
      description:
        'Past awards do not change. A limit below what is already used only stops new payments. `rules` replaces the list of sub-rules; a sub-rule with awards can be made inactive but not left out.',
      params: RulePath,
      headers: IfMatch,
      body: RuleChangesBody,
      message: 'Rule changed successfully',
      data: RuleData,
      failures: [NAME_TAKEN, 'notFound', 'versionConflict'],
    }),
    async (request) => {
      const changes = ruleChanges(request.body)
      return ruleData(await changeRule(database, actorOf(request), { ...ruleOf(request), changes }))
    },
  )

  app.post(
    '/laas/rules/:id/archive',
    operation({
      id: 'archiveRule',
      tag: 'Rules',
      roles: ['owner', 'manager'],
      summary: 'Archive a rule',
      description:
        'Makes the rule inactive and hides it from lists. Its awards, results and name stay. An archived rule stays as it is.',
      params: RulePath,
      headers: IfMatch,
      message: 'Rule archived',
      data: RuleData,
      failures: ['notFound', 'versionConflict'],
    }),
    async (request) => ruleData(await archiveRule(database, actorOf(request), ruleOf(request))),
  )

  app.post(
    '/laas/rules/:id/restore',
    operation({
      id: 'restoreRule',
      tag: 'Rules',
      roles: ['owner', 'manager'],
      summary: 'Restore an archived rule',
      description: 'Lists the rule again. It stays inactive until it is activated.',
      params: RulePath,
      headers: IfMatch,
      message: 'Rule restored',
      data: RuleData,
      failures: ['notFound', 'versionConflict'],
    }),
    async (request) => ruleData(await restoreRule(database, actorOf(request), ruleOf(request))),
  )

  app.post(
    '/laas/rules/:id/versions/:version/restore',
    operation({
      id: 'restoreRuleVersion',
      tag: 'Rules',
      roles: ['owner', 'manager'],
      summary: 'Restore a version of a rule',
      description:
        'Gives the rule every field that it had in that version, the status included, as a new version. An archived rule must be restored first, unless that version was inactive.',
      params: VersionPath,
      headers: IfMatch,
      message: 'Version restored',
      data: RuleData,
      failures: ['notFound', 'versionConflict'],
    }),
    async (request) => {
      const { version } = request.params
      return ruleData(await restoreVersion(database, actorOf(request), { ...ruleOf(request), version }))
    },
  )
}

/** The rule that a request names, and the versions that it expects. */
const ruleOf = ({ params, headers }: { params: { id: string }; headers: Record<string, unknown> }) => ({
  ruleId: params.id.toLowerCase(),
  versions: versionsIn(headers['if-match'] as string | undefined),
})
