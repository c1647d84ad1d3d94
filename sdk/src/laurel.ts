import type { Activities, ActivityTypes, AnyActivities } from './activities.ts'
import { isReplay, requestIdOf } from './errors.ts'
import { createFollowing, type EventFollowing, type OwnStreamOptions, streamOf } from './events.ts'
import { IMPORT_TIMEOUT_MS, type Imports, importFile } from './imports.ts'
import { createList, type List } from './list.ts'
import type { CallOptions, CreateOptions, DecideOptions, Operation, Query } from './operation.ts'
import { OPERATIONS } from './operations.ts'
import type {
  AwardsResource,
  BoardsResource,
  EventsResource,
  MeResource,
  Resources,
  UsersResource,
} from './resources.ts'
import { type ItemResult, itemResult, type Result, refusalOf } from './result.ts'
import type {
  Award,
  CoinBoardEntry,
  CoinBoardPage,
  CoinBoardYear,
  IdentifiedMembership,
  MemberAttributeChanges,
  MemberAttributes,
  NewBulkAward,
  NewMember,
  OwnEvent,
} from './schemas.ts'
import { type Call, createTransport, type LaurelOptions, type Send } from './transport.ts'

interface Awards extends AwardsResource {
  /** Awards up to 1,000 at once. The outcomes are in the order of the awards; a wrong one fails alone. */
  grantMany(awards: NewBulkAward[], options?: DecideOptions): Promise<ItemResult<Award>[]>
}

interface Users extends UsersResource {
  /** Makes up to 1,000 members at once. The outcomes are in the order of the users; a wrong one fails alone. */
  createMany(users: NewMember[], options?: CreateOptions): Promise<ItemResult<IdentifiedMembership>[]>
  /** Changes the attributes of up to 1,000 members at once. The outcomes are in the order of the users. */
  changeManyAttributes(
    users: MemberAttributeChanges[],
    options?: CreateOptions,
  ): Promise<ItemResult<MemberAttributes>[]>
}

interface Boards extends BoardsResource {
  /** The partner coin leaderboard: of a month, or of all time. */
  coins(query?: Query<'coinLeaderboard'>, options?: CallOptions): List<CoinBoardEntry, CoinBoardPage>
  /** The partner coin leaderboard of each month of a year. */
  coinsOfYear(
    query: Omit<Query<'coinLeaderboard'>, 'month' | 'page'> & { year: number },
    options?: CallOptions,
  ): Promise<CoinBoardYear>
}

interface Me extends MeResource {
  /** The user's own events, as `events.stream` has those of the partner. Give the client a function as `accessToken`. */
  stream(options?: OwnStreamOptions): AsyncGenerator<OwnEvent, void>
}

interface Events extends EventsResource, EventFollowing {}

type ByHand<Types> = {
  activities: Activities<Types>
  awards: Awards
  users: Users
  boards: Boards
  events: Events
  imports: Imports
  me: Me
}
type Bound<Types> = Omit<Resources, keyof ByHand<Types>> & ByHand<Types>

/** A class whose instances have every resource, made from the table of operations. */
const Bindings = class {
  constructor(send: Send) {
    Object.assign(this, bind(send))
  }
} as unknown as new <Types>(
  send: Send,
) => Bound<Types>

/** A `Blob` is sent as it is, another body as JSON. */
export interface RequestOptions extends CreateOptions {
  query?: Record<string, unknown>
  body?: unknown
}

/** The API of a Laurel service. `Types` has the properties of each type of activity; any unless given. */
export class Laurel<Types extends ActivityTypes<Types> = AnyActivities> extends Bindings<Types> {
  readonly #send: Send

  constructor(options: LaurelOptions) {
    const send = createTransport(options)
    super(send)
    this.#send = send
  }

  /** Calls a path that this version of the client does not know; resolves to the `data` of the response. */
  request(method: Operation['method'], path: string, options: RequestOptions = {}): Promise<unknown> {
    return this.#call(method, path, options, dataOf)
  }

  /** Like `request`; resolves to the response itself, whatever its body is. */
  raw(method: Operation['method'], path: string, options: RequestOptions = {}): Promise<Response> {
    return this.#call(method, path, options, (response) => response)
  }

  #call<Of>(
    method: Operation['method'],
    path: string,
    { query = {}, body, ...options }: RequestOptions,
    read: (response: Response) => Of | Promise<Of>,
  ): Promise<Of> {
    return this.#send({ id: path, method, path }, { query, body, options }, read)
  }
}

function bind(send: Send): Bound<AnyActivities> {
  const resources: Record<string, Record<string, unknown>> = {}
  for (const [place, operation] of Object.entries(OPERATIONS)) {
    const [resource = '', name = ''] = place.split('.')
    resources[resource] = { ...resources[resource], [name]: methodOf(send, operation) }
  }
  const bound = resources as unknown as Bound<AnyActivities>
  const many = async (operation: Operation, body: object, options: CreateOptions = {}) => {
    const { results } = await send(operation, { body, options }, dataOf)
    return results.map(itemResult)
  }
  const coins = OPERATIONS['boards.coins']
  return Object.assign(bound, {
    activities: {
      ...bound.activities,
      recordMany: (activities, options) => many(OPERATIONS['activities.recordMany'], { activities }, options),
    } satisfies Activities<AnyActivities>,
    awards: {
      ...bound.awards,
      grantMany: (awards, options) => many(OPERATIONS['awards.grantMany'], { awards }, options),
    } satisfies Awards,
    users: {
      ...bound.users,
      createMany: (users, options) => many(OPERATIONS['users.createMany'], { users }, options),
      changeManyAttributes: (users, options) =>
        many(OPERATIONS['users.changeManyAttributes'], { users }, options),
    } satisfies Users,
    boards: {
      ...bound.boards,
      coins: (query = {}, options = {}) =>
        createList({ items: 'data', size: 'limit', max: 100 }, query, (pageQuery) =>
          send(coins, { query: pageQuery, options }, dataOf),
        ),
      coinsOfYear: (query, options = {}) => send(coins, { query, options }, dataOf),
    } satisfies Boards,
    events: { ...bound.events, ...createFollowing(send, bound.events) },
    imports: {
      ...bound.imports,
      create: async (source, { format, ...options } = {}) => {
        const body = await importFile(source, format)
        const call = { body, options: { timeoutMs: IMPORT_TIMEOUT_MS, ...options } }
        return send(OPERATIONS['imports.create'], call, dataOf)
      },
    } satisfies Imports,
    me: {
      ...bound.me,
      stream: (options = {}) => streamOf<OwnEvent>(send, OPERATIONS['me.stream'], {}, options),
    } satisfies Me,
  })
}

// biome-ignore lint/suspicious/noExplicitAny: the types of the resources say what it is.
const dataOf = async (response: Response): Promise<any> => ((await response.json()) as { data: unknown }).data

/** Takes the values of the path, then the body or the query, then the options. */
function methodOf(send: Send, operation: Operation) {
  const { path, hasBody, hasQuery, list, decides, isText } = operation
  const named = [...path.matchAll(/\{(\w+)\}/g)].filter(([, name]) => name !== 'eco').length
  return (...args: unknown[]): unknown => {
    const rest = args.slice(named)
    const call: Call = { path: args.slice(0, named) as string[] }
    if (hasBody) call.body = rest.shift() ?? {}
    const query = hasQuery ? ((rest.shift() ?? {}) as Record<string, unknown>) : {}
    call.options = (rest.shift() ?? {}) as NonNullable<Call['options']>
    if (list)
      return createList(list, query, (pageQuery) => send(operation, { ...call, query: pageQuery }, dataOf))
    if (isText) return send(operation, { ...call, query }, (response) => response)
    if (decides) return send(operation, call, done).catch(refusalOf)
    return send(operation, { ...call, query }, dataOf)
  }
}

async function done(response: Response): Promise<Result<unknown>> {
  const { headers } = response
  return {
    ok: true,
    data: await dataOf(response),
    replayed: isReplay(headers),
    requestId: requestIdOf(headers),
  }
}
