import assert from 'node:assert/strict'
import { type ApiResponse, asReplayed } from './api-response.ts'
import { type ApiEvent, allEvents } from './events.ts'
import {
  type ActivityGiven,
  type Award,
  type AwardGiven,
  Model,
  monthOf,
  type Outcome,
  type RuleChange,
  type RuleGiven,
} from './model.ts'
import { type Live, look } from './model-look.ts'
import {
  type ActivityDraft,
  type AwardDraft,
  type ChangeDraft,
  CUSTOMERS,
  type Operation,
  type RuleDraft,
  TAGS,
} from './model-operations.ts'
import {
  activityResult,
  decimal,
  isAward,
  isPhase,
  isTransaction,
  modelEvent,
  sixDecimals,
  wireTerms,
} from './model-wire.ts'
import { ME, onboardTestPartner, signIn, unique } from './partner.ts'
import type { AttributeChange, SettingChange } from './replay.ts'
import type { OwnService } from './service.ts'

/** With all that came of it. */
const ACTIVITIES = '/activities?expand=evaluations,wallet'
const UNKNOWN_ID = '0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b'

/** A new partner and a new model of it, which do the same. Requests go to the instances in turn. */
export async function startRun(instances: [OwnService, ...OwnService[]], userDetailsUrl: string) {
  const [service] = instances
  const now = () => (service.clock.now as Date).getTime()
  const partner = await onboardTestPartner(service, { userDetailsUrl })
  const model = new Model()
  const userIds = new Map<string, string>()
  const ruleIds = new Map<string, string>()
  /** The ids of awards and transactions, in the model's order. */
  const awardIds: string[] = []
  const transactionIds: string[] = []
  const firstResponses = new Map<string, unknown>()
  const tags = new Map([...TAGS, ...CUSTOMERS].map((tag) => [tag, unique(tag)]))
  const keyed: Operation[] = []
  let { token } = partner
  let calls = 0

  const request = (method: string, path: string, body?: unknown, idempotencyKey?: string | null) => {
    calls += 1
    const instance = instances[calls % instances.length] as OwnService
    return instance.request(method, `/api/v1/laas${path}`, {
      token,
      ...(body !== undefined && { body }),
      ...(idempotencyKey && { headers: { 'idempotency-key': idempotencyKey } }),
    })
  }
  const get = async (path: string) => {
    const { status, body } = await request('GET', path)
    assert.equal(status, 200, JSON.stringify(body))
    return body.data
  }
  const userOf = (userId: string) => [...userIds].find(([, id]) => id === userId)?.[0]
  const idOf = (tag: string) => userIds.get(tag) ?? UNKNOWN_ID
  const nameOf = (externalId: string) => {
    const known = [...tags].find(([, id]) => id === externalId)
    assert(known, `somebody joined as ${externalId}`)
    return known[0]
  }
  const memberOf = (tag: string, isByExternalId: boolean) =>
    isByExternalId ? { externalId: tags.get(tag) } : { userId: idOf(tag) }

  /** The response is what the model says; a replay is, to the letter, what the first was. */
  function check(expected: Outcome, found: Outcome, key: string | null = null, body: unknown = null): void {
    assert.deepEqual(found, expected)
    if (key === null || (expected.kind !== 'done' && expected.kind !== 'refused')) return
    if (expected.isReplay) assert.deepEqual(asReplayed(body), firstResponses.get(key))
    else firstResponses.set(key, asReplayed(body))
  }

  async function send(
    [path, sent, key, method = 'POST']: [path: string, sent: object, key: string | null, method?: string],
    decide: () => Outcome,
  ): Promise<void> {
    const response = await request(method, path, sent, key)
    check(
      model.once(key, `${method} ${path} ${JSON.stringify(sent)}`, decide),
      read(response),
      key,
      response.body,
    )
  }

  /** Does the same in the service and in the model, and compares what both say. */
  async function step(each: Operation): Promise<void> {
    model.now = now()
    if ('key' in each && each.key) keyed.push(each)
    await perform(each)
    await compareEvents()
  }

  async function perform(each: Operation): Promise<void> {
    switch (each.do) {
      case 'join':
        return join(each.user)
      case 'leave':
        return check(model.leave(each.user), read(await request('DELETE', `/users/${idOf(each.user)}`)))
      case 'create rule': {
        const given = inTime(each.rule) as RuleGiven
        const response = await request('POST', '/rules/create-rule', wireTerms(given))
        const outcome = model.createRule(given)
        if (outcome.kind === 'done') ruleIds.set(given.name, response.body.data?.id)
        return check(outcome, read(response))
      }
      case 'change rule': {
        const [name, id] = [...ruleIds][each.which % Math.max(1, ruleIds.size)] ?? []
        if (name === undefined) return
        const change = inTime(each.change)
        const response = await request('PATCH', `/rules/${id}`, wireTerms(change))
        return check(model.changeRule(name, change), read(response))
      }
      case 'set limit': {
        const { coins, period, zone } = each.change
        const body = {
          ...(coins !== undefined && { memberCoinLimit: coins < 0n ? '-1' : decimal(coins) }),
          ...(period && { memberLimitPeriod: period }),
          ...(zone && { timeZone: zone }),
        }
        const response = await service.request('PATCH', ME, { token, body })
        settings.push({ afterSeq: eventsSeen, change: each.change })
        return check(model.setLimit(each.change), read(response))
      }
      case 'set attributes': {
        const { user, changes, key } = each
        const path = `/users/${idOf(user)}/attributes`
        const eventsBefore = model.events.length
        await send([path, { attributes: changes }, key, 'PATCH'], () => model.setAttributes(user, changes))
        if (model.events.length > eventsBefore) attributes.push(changes)
        return
      }
      case 'activity': {
        const { given, sent } = activityOf(each.activity)
        return send([ACTIVITIES, sent, each.key], () => model.activity(given))
      }
      case 'bulk activity':
        return bulkActivity(each.activities)
      case 'try activities':
        return tryActivities(each.activities)
      case 'award': {
        const { given, sent } = awardOf(each.award)
        return send(['/rules/award', sent, each.key], () => model.award(given))
      }
      case 'bulk award':
        return bulkAward(each.awards)
      case 'transfer': {
        const { reference } = each
        const [richest] = [...model.members].sort(([, one], [, other]) => Number(other.coins - one.coins))
        const [user, coins] =
          each.coins === null && richest?.[1].coins
            ? [richest[0], richest[1].coins - richest[1].coins / 5n]
            : [each.user, each.coins ?? 1n]
        const sent = { ...memberOf(user, each.isByExternalId), coins: decimal(coins), ...labels(reference) }
        const path = '/coins/transfer-from-user-wallet'
        return send([path, sent, each.key], () => model.transfer(user, coins, reference))
      }
      case 'reverse': {
        const isLeft = ({ outcome, isReversed }: Award) => outcome !== 'refused' && !isReversed
        const isShort = ({ user, left }: Award) => left > (model.members.get(user)?.coins ?? 0n)
        const index =
          (each.shortfall === 'refuse' ? undefined : pick(each, model.awards, isShort)) ??
          pick(each, model.awards, isLeft)
        if (index === undefined) return
        const { coins, shortfall } = each
        const sent = { ...(coins !== null && { coins: decimal(coins) }), shortfall }
        const path = `/rules/award/${awardIds[index]}/reverse`
        return send([path, sent, each.key], () => model.reverse(index, coins, shortfall))
      }
      case 'refund': {
        const index = pick(each, model.transactions, ({ kind, left }) => kind === 'transfer' && left > 0n)
        if (index === undefined) return
        const sent = each.coins === null ? {} : { coins: decimal(each.coins) }
        const path = `/coins/transactions/${transactionIds[index]}/refund`
        return send([path, sent, each.key], () => model.refund(index, each.coins))
      }
      case 'adjust': {
        const { user, coins, reference } = each
        const sent = { userId: idOf(user), coins: decimal(coins), reason: 'Why not', ...labels(reference) }
        return send(['/coins/adjust', sent, each.key], () => model.adjust(user, coins, reference))
      }
      case 'return': {
        const { reference, share, shortfall } = each
        const sent = { reference, share: sixDecimals(share), shortfall }
        return send(['/returns', sent, each.key], () => model.returnOrder(reference, share, shortfall))
      }
      case 'repeat': {
        const again = keyed[each.which % Math.max(1, keyed.length)]
        return again && perform(again)
      }
    }
  }

  async function join(tag: string): Promise<void> {
    const id = tags.get(tag)
    const { status, body } = CUSTOMERS.includes(tag)
      ? await request('POST', '/users', { externalId: id })
      : await request('POST', '/users/onboard', { tag: id })
    assert(status === 200 || status === 201, JSON.stringify(body))
    assert.equal(body.data.userId, userIds.get(tag) ?? body.data.userId)
    userIds.set(tag, body.data.userId)
    model.join(tag)
  }

  async function bulkAward(awards: [AwardDraft, string | null][]): Promise<void> {
    const items = awards.map(([draft, key]) => ({ ...awardOf(draft), key }))
    const { status, body } = await request('POST', '/rules/award/bulk', {
      awards: items.map(({ sent, key }) => ({ ...sent, ...(key && { idempotencyKey: key }) })),
    })
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.data.results.length, items.length)
    for (const [index, { given, key, sent }] of items.entries()) {
      const outcome = model.once(key, `POST /rules/award ${JSON.stringify(sent)}`, () => model.award(given))
      const result = body.data.results[index]
      const found = readBody(result)
      check(outcome, outcome.isReplay ? { ...found, isReplay: true } : found, key, result)
    }
  }

  async function bulkActivity(activities: [ActivityDraft, string | null][]): Promise<void> {
    const items = activities.map(([draft, key]) => ({ ...activityOf(draft), key }))
    const { status, body } = await request('POST', ACTIVITIES.replace('?', '/bulk?'), {
      activities: items.map(({ sent, key }) => ({ ...sent, ...(key && { idempotencyKey: key }) })),
    })
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.data.results.length, items.length)
    // Those who join do so before the first activity.
    for (const { user, enrols } of items.map(({ given }) => given))
      if (enrols && !model.members.has(user)) model.join(user)
    for (const [index, { given, key, sent }] of items.entries()) {
      const request = `POST ${ACTIVITIES} ${JSON.stringify(sent)}`
      const outcome = model.once(key, request, () => model.activity(given))
      const result = body.data.results[index]
      const found = readBody(result)
      check(outcome, outcome.isReplay ? { ...found, isReplay: true } : found, key, result)
    }
  }

  /** Each is tried after those before it; those who join do so before the first. */
  async function tryActivities(activities: ActivityDraft[]): Promise<void> {
    const items = activities.map(activityOf)
    const { status, body } = await request('POST', `${ACTIVITIES.replace('?', '/bulk?')}&dryRun=true`, {
      activities: items.map(({ sent }) => sent),
    })
    assert.equal(status, 200, JSON.stringify(body))
    // A start or an end of a rule may have been recorded since.
    assert(body.data.asOf >= eventsSeen)
    const joining = items.flatMap(({ given }) => (given.enrols ? [given.user] : []))
    const given = items.map((item) => ({ ...item.given, enrols: joining.includes(item.given.user) }))
    assert.deepEqual(
      body.data.results.map((result: ApiResponse['body']) => readBody(result)),
      model.forecast(given),
    )
  }

  function activityOf(draft: ActivityDraft): { given: ActivityGiven; sent: object } {
    const { type, user, isByExternalId, enrols, reference, properties, minutesAgo } = draft
    const occurredAt = minutesAgo === null ? null : model.now - minutesAgo * 60_000
    const sent = {
      type,
      ...memberOf(user, isByExternalId),
      ...(properties && { properties }),
      ...(occurredAt !== null && { occurredAt: new Date(occurredAt).toISOString() }),
      ...(enrols && { enrol: true }),
      ...labels(reference),
    }
    // The id of someone who never joined names no one, also if an activity of the same call joins them.
    const named = isByExternalId || userIds.has(user) ? user : 'no one'
    return { given: { type, user: named, reference, properties, occurredAt, enrols }, sent }
  }

  function awardOf(draft: AwardDraft): { given: AwardGiven; sent: object } {
    const { user, ruleName, reference, narration, isMistaken } = draft
    const perUnit = model.rules.get(ruleName)?.perUnit ?? false
    const units = perUnit !== isMistaken ? draft.units : null
    const sent = {
      ...memberOf(user, draft.isByExternalId),
      ruleName,
      ...(narration && { narration }),
      ...(units !== null && { units: sixDecimals(units) }),
      ...labels(reference),
    }
    return { given: { user, ruleName, units, reference }, sent }
  }

  const inTime = ({ startsIn, endsIn, ...change }: ChangeDraft | RuleDraft): RuleChange => ({
    ...change,
    ...(startsIn !== undefined && { startsAt: startsIn === null ? null : model.now + startsIn * 60_000 }),
    ...(endsIn !== undefined && { endsAt: endsIn === null ? null : model.now + endsIn * 60_000 }),
  })

  /** The service's new events are the model's, in the same order. Rules may start and end somewhat later. */
  async function compareEvents(): Promise<void> {
    const told = await eventsAfter(eventsSeen)
    eventsSeen += told.length
    for (const { type, data } of told)
      if (type === 'user.onboarded') userIds.set(nameOf(data.externalId), data.userId)
    awardIds.push(...told.filter(isAward).map(({ data }) => data.id))
    transactionIds.push(...told.filter(isTransaction).map(({ data }) => data.id))
    const decided = told.filter((event) => !isPhase(event))
    assert.deepEqual(
      decided.map((event) => modelEvent(event, { userOf, transactionIds })),
      model.events.splice(0),
    )
    for (const { createdAt, data } of decided) {
      assert.equal(Date.parse(createdAt), now())
      if (data.actor) assert.deepEqual([data.actor.kind, data.actor.name], ['team', partner.email])
    }
    phases.push(...told.filter(isPhase))
    for (const name of model.rules.keys()) {
      const found = phases.flatMap(({ type, data }) => (data.name === name ? [type] : []))
      const expected = model.phases.flatMap(({ type, rule }) => (rule === name ? [type] : []))
      assert.deepEqual(found, expected.slice(0, found.length), `starts and ends of ${name}`)
    }
  }
  const phases: ApiEvent[] = []
  const settings: SettingChange[] = []
  const attributes: AttributeChange[] = []
  let eventsSeen = 0

  async function eventsAfter(after: number): Promise<ApiEvent[]> {
    const { events } = await get(`/events?after=${after}&limit=1000`)
    assert.deepEqual(
      events.map(({ seq }: ApiEvent) => seq),
      events.map((_: unknown, index: number) => after + 1 + index),
      'sequence numbers without a gap',
    )
    return events
  }

  async function signInAgain(): Promise<void> {
    token = (await signIn(service, partner.email)).token
  }

  const live: Live = { service, partnerId: partner.partnerId, get, userIds, months: [monthOf(now())] }

  return {
    step,
    signInAgain,
    look() {
      model.now = now()
      return look(model, live)
    },
    live,
    ruleIds,
    userOf,
    settings,
    attributes,
    events: () => allEvents(service, token),
  }
}

/** The index of something to undo, among those that probably can be undone or among all. */
function pick<T>(
  { which, isLikely }: { which: number; isLikely: boolean },
  all: T[],
  canBe: (each: T) => boolean,
): number | undefined {
  const indexes = all.flatMap((each, index) => (!isLikely || canBe(each) ? [index] : []))
  return indexes[which % indexes.length]
}

/** What a response says, in the model's words. */
function read({ status, headers, body }: ApiResponse): Outcome {
  const outcome = readBody(body, status)
  return headers.get('idempotency-replayed') === 'true' ? { ...outcome, isReplay: true } : outcome
}

function readBody(body: ApiResponse['body'], status?: number): Outcome {
  const { awarded, errorType, appErrorCode } = body.data
  if (body.status === 'success')
    return {
      kind: 'done',
      ...(awarded !== undefined && { awarded: Boolean(awarded) }),
      ...(body.data.awards && { activity: activityResult(body.data) }),
      ...(body.data.attributes && { attributes: body.data.attributes }),
    }
  if (errorType === 'not found') return { kind: status === 404 ? 'notFound' : 'missing' }
  if (errorType === 'conflict') return { kind: 'conflict' }
  assert.equal(errorType, 'invalid', JSON.stringify(body))
  if (appErrorCode === '') return { kind: 'taken' }
  return appErrorCode === 'Bad request' ? { kind: 'invalid' } : { kind: 'refused', reason: appErrorCode }
}

const labels = (reference: string | null) => (reference === null ? {} : { reference })
