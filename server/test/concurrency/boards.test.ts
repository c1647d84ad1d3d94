import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { dataOf } from '../support/api.ts'
import { type ApiResponse, assertFailure } from '../support/api-response.ts'
import { partnerWithScores } from '../support/boards.ts'
import { isOnCitus } from '../support/citus.ts'
import { onboardByTag, onboardTestPartner, signIn, type TestPartner, unique } from '../support/partner.ts'
import { randomFrom } from '../support/random.ts'
import { startTestService } from '../support/service.ts'
import { startUserDetails } from '../support/user-details.ts'
import { waitUntil } from '../support/wait-until.ts'

const service = await startTestService()
const userDetailsUrl = await startUserDetails()

const POINTS_BOARD = '/api/v1/laas/leaderboard/new'
const COIN_BOARD = '/api/v1/laas/coins/partner/ep-leaderboard'
const MEMBERS = 1250
const SEGMENT = 256
const JANUARY = '2026-01'
const FEBRUARY = '2026-02'
const MARCH = '2026-03'

/** What a user's movements add up to in a period, in hundredths of a coin; undefined when there was none. */
type Scores = { earned?: number; returned?: number }
/** A member as the movements make it, kept beside the service and never read from it. */
type Member = { userId: string; joinedNo: number; isMember: boolean; months: Map<string, Scores> }
type Paid = { id: string; member: Member; month: string; coins: number }
type Ranked = { userId: string; amount: number; position: number }

const add = (known: number | undefined, hundredths: number) => (known ?? 0) + hundredths

function move(member: Member, month: string, kind: keyof Scores, hundredths: number): void {
  const scores = member.months.get(month) ?? {}
  member.months.set(month, { ...scores, [kind]: add(scores[kind], hundredths) })
}

function total(member: Member, kind: keyof Scores, month?: string): number | undefined {
  if (month) return member.months.get(month)?.[kind]
  const scores = [...member.months.values()].flatMap((each) => each[kind] ?? [])
  return scores.length === 0 ? undefined : scores.reduce((sum, each) => sum + each, 0)
}

/** Ranks everyone anew: more first, equal amounts by who joined first, and sharing a position. */
function rank(members: Member[], amountOf: (member: Member) => number | undefined): Ranked[] {
  const listed = members
    .filter((member) => member.isMember)
    .flatMap((member) => {
      const amount = amountOf(member)
      return amount === undefined ? [] : [{ userId: member.userId, joinedNo: member.joinedNo, amount }]
    })
    .sort((left, right) => right.amount - left.amount || left.joinedNo - right.joinedNo)
  const positions = new Map<number, number>()
  for (const [index, { amount }] of listed.entries())
    if (!positions.has(amount)) positions.set(amount, index + 1)
  return listed.map(({ userId, amount }) => ({
    userId,
    amount,
    position: positions.get(amount) as number,
  }))
}

const byPoints = (members: Member[]) => rank(members, (member) => total(member, 'earned') ?? 0)
const byCoins = (members: Member[], kind: keyof Scores, month?: string) =>
  rank(members, (member) => total(member, kind, month))

async function inParallel<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}

async function read(path: string, token: string): Promise<ApiResponse['body']> {
  const answer = await service.get(path, token)
  assert.equal(answer.status, 200, `${path} ${JSON.stringify(answer.body)}`)
  return answer.body.data
}

/** Every page of a size, as it should be. */
function pagesOf(ranked: Ranked[], size: number) {
  const lastpage = Math.max(1, Math.ceil(ranked.length / size))
  return Array.from({ length: lastpage }, (_, index) => ({
    page: index + 1,
    entries: ranked.slice(index * size, (index + 1) * size),
    links: {
      currentpage: index + 1,
      nextpage: index + 1 < lastpage ? index + 2 : null,
      prevpage: index > 0 ? index : null,
      lastpage,
    },
  }))
}

const pointsEntries = (data: { points: number; user: { userId: string } }[]) =>
  data.map(({ points, user }) => [user.userId, points])
const expectedPoints = (ranked: Ranked[]) => ranked.map(({ userId, amount }) => [userId, amount / 100])
/** Where users were yesterday is for another test. */
const coinEntries = (entries: { userId: string; coins: string }[]) =>
  entries.map(({ userId, coins }) => ({ userId, coins }))

const expectedCoins = (ranked: Ranked[]) =>
  ranked.map(({ userId, amount }) => ({ userId, coins: String(amount / 100) }))

/** First, middle, last, and beside every place where a segment may end. */
function placesToAsk(count: number): number[] {
  const places = [0, 1, 2, Math.floor(count / 2), count - 2, count - 1]
  for (let border = SEGMENT; border < count; border += SEGMENT)
    places.push(border - 2, border - 1, border, border + 1)
  for (let place = 17; place < count; place += 83) places.push(place)
  return [...new Set(places)].filter((place) => place >= 0 && place < count)
}

async function assertPointsBoard(members: Member[], token: string): Promise<void> {
  const ranked = byPoints(members)
  const check = async ({ page, entries, links }: ReturnType<typeof pagesOf>[number], take: number) => {
    const data = await read(`${POINTS_BOARD}?take=${take}&page=${page}`, token)
    assert.deepEqual(pointsEntries(data.data), expectedPoints(entries), `page ${page} of ${take}`)
    const { currentpage, nextpage, prevpage, lastpage } = data
    assert.deepEqual({ currentpage, nextpage, prevpage, lastpage }, links)
    assert.equal(data.count, ranked.length)
  }
  await inParallel(pagesOf(ranked, 100), (page) => check(page, 100))
  const small = pagesOf(ranked, 7)
  await inParallel(
    placesToAsk(ranked.length).map((place) => Math.floor(place / 7)),
    (index) => check(small[index] as (typeof small)[number], 7),
  )
  const past = await read(`${POINTS_BOARD}?take=100&page=1000`, token)
  assert.deepEqual([past.data, past.count], [[], ranked.length])

  await inParallel(placesToAsk(ranked.length), async (place) => {
    const { userId, amount, position } = ranked[place] as Ranked
    for (const around of [1, 50]) {
      const data = await read(`${POINTS_BOARD}?userId=${userId}&around=${around}`, token)
      assert.deepEqual(data.userPosition, { userId, amount: amount / 100, position })
      assert.deepEqual(
        pointsEntries(data.data),
        expectedPoints(ranked.slice(Math.max(0, place - around), place + around + 1)),
        `${around} around place ${place}`,
      )
      assert.equal(data.count, ranked.length)
    }
  })
}

async function assertCoinBoard(ranked: Ranked[], query: string, token: string): Promise<void> {
  await inParallel(pagesOf(ranked, 100), async ({ page, entries, links }) => {
    const data = await read(`${COIN_BOARD}?${query}&limit=100&page=${page}`, token)
    assert.deepEqual(coinEntries(data.data), expectedCoins(entries), `${query} page ${page}`)
    assert.deepEqual(
      { count: data.count, ...links },
      {
        count: String(ranked.length),
        currentpage: data.currentpage,
        nextpage: data.nextpage,
        prevpage: data.prevpage,
        lastpage: data.lastpage,
      },
    )
  })
  await inParallel(placesToAsk(ranked.length), async (place) => {
    const { userId, amount, position } = ranked[place] as Ranked
    const data = await read(`${COIN_BOARD}?${query}&limit=1&userId=${userId}`, token)
    assert.deepEqual(data.userPosition, { userId, amount: String(amount / 100), position }, query)
  })
}

async function assertCoinBoards(members: Member[], token: string, months: string[]): Promise<void> {
  for (const [type, kind] of [
    ['earner', 'earned'],
    ['spender', 'returned'],
  ] as const) {
    await assertCoinBoard(byCoins(members, kind), `type=${type}`, token)
    for (const month of months) {
      const [year, number] = month.split('-')
      await assertCoinBoard(
        byCoins(members, kind, month),
        `type=${type}&year=${year}&month=${Number(number)}`,
        token,
      )
    }
    const yearly = await read(`${COIN_BOARD}?type=${type}&year=2026&limit=25`, token)
    assert.deepEqual(
      Object.values(yearly.leaderboards),
      months.map((month) => expectedCoins(byCoins(members, kind, month).slice(0, 25))),
    )
  }
}

/** Inserts members as if each had joined and earned `points`, in hundredths, with one award. */
async function seedMembers(
  partnerId: string,
  ruleId: string,
  points: (joinedNo: number) => number,
): Promise<Member[]> {
  const now = `'${(service.clock.now as Date).toISOString()}'::timestamptz`
  const scores = Array.from({ length: MEMBERS }, (_, index) => points(index + 1))
  const paid = scores.filter((score) => score > 0).length
  const segment = `(row_number() over (order by -points, n) - 1) / ${SEGMENT} + 1`
  await service.query(`
    create temp table seeded on commit drop as
      select n, gen_random_uuid() as user_id, gen_random_uuid() as wallet_id, gen_random_uuid() as award_id, points
      from unnest('{${scores.join(',')}}'::bigint[]) with ordinality as given (points, n);
    insert into memberships (partner_id, user_id, id, tag, fullname, email, created_at, updated_at)
      select '${partnerId}', user_id, gen_random_uuid(), 'user' || n, 'user ' || n, '', ${now}, ${now} from seeded;
    insert into wallets (partner_id, user_id, id, balance, points, has_earned, joined_no, on_boards, points_segment,
        month, month_earned, month_earned_segment, created_at, updated_at)
      select '${partnerId}', user_id, wallet_id, points, points, points > 0, n, true, segment,
        case when points > 0 then date '${JANUARY}-01' end, nullif(points, 0), case when points > 0 then segment end, ${now}, ${now}
      from (select *, ${segment} as segment from seeded) s;
    insert into lifecycle_events (partner_id, seq, type, data, created_at)
      select partner_id, last_seq + n, 'user.onboarded', '{}', ${now} from seeded, ledgers where partner_id = '${partnerId}';
    insert into actors (partner_id, id, kind, subject, name) values ('${partnerId}', 0, 'system', '', 'seed');
    insert into awards (partner_id, id, seq, actor_id, rule_id, rule_name, rule_version, user_id, outcome, coins,
        balance, points, progress, progress_needed, user_awards, participants, participants_max, is_new_participant,
        created_at)
      select l.partner_id, award_id, l.last_seq + ${MEMBERS} + row_number() over (order by n), 0, r.id, r.name, 1, user_id,
        'paid', points, points, points, 1, 1, 1, row_number() over (order by n), r.participants_max, true, ${now}
      from seeded, ledgers l, rules r
      where l.partner_id = '${partnerId}' and r.partner_id = l.partner_id and r.id = '${ruleId}' and points > 0;
    insert into rule_progress (partner_id, rule_id, user_id, paid_awards, paid_coins)
      select '${partnerId}', '${ruleId}', user_id, 1, points from seeded where points > 0;
    update rules set participants = ${paid} where partner_id = '${partnerId}' and id = '${ruleId}';
    update ledgers set last_joined_no = ${MEMBERS}, wallets_with_coins = ${paid}, last_seq = last_seq + ${MEMBERS + paid} where partner_id = '${partnerId}';
    insert into board_segments (partner_id, board, month, no, negated_score, joined_no, members)
      select partner_id, board, month, segment, case segment when 1 then -9223372036854775808 else negated_score end,
        case segment when 1 then 0 else joined_no end, members
      from (
        select *, row_number() over (partition by board, month, segment order by negated_score, joined_no) as place,
          count(*) over (partition by board, month, segment) as members
        from ranked_members where partner_id = '${partnerId}'
      ) placed
      where place = 1;`)
  const users = await service.query<{ userId: string }>(
    'select user_id as "userId" from wallets where partner_id = $1 order by joined_no',
    [partnerId],
  )
  return users.map(({ userId }, index) => {
    const earned = scores[index] as number
    const months = new Map<string, Scores>(earned > 0 ? [[JANUARY, { earned }]] : [])
    return { userId, joinedNo: index + 1, isMember: true, months }
  })
}

const segmentsOf = async (partnerId: string) =>
  (
    await service.query<{ start: string; members: number }>(
      `select negated_score || ' ' || joined_no as start, members
      from board_segments
      where partner_id = $1 and board = 'points'
      order by negated_score, joined_no`,
      [partnerId],
    )
  ).map(({ start, members }) => ({ start, members }))

/** Citus reads the parts of a view without a common snapshot, so nothing may be counted meanwhile. */
async function brokenInvariants() {
  if (isOnCitus) await waitUntil(areEventsCounted, 'all events are counted')
  return service.query('select * from broken_invariants limit 5')
}

async function areEventsCounted(): Promise<boolean> {
  const behind = await service.query(`
    select 1
    from ledgers l
    left join overviews o on o.partner_id = l.partner_id
    where l.last_seq > coalesce(o.counted_events, 0)`)
  return behind.length === 0
}

after(() => {
  service.clock.now = undefined
})

for (const [scoring, points] of [
  ['all members at 0', () => 0],
  ['ten scores', (joinedNo: number) => (joinedNo % 10) * 1000],
  ['all scores distinct', (joinedNo: number) => ((joinedNo * 2741) % 5003) * 100],
] as const) {
  suite(`a board of ${MEMBERS} with ${scoring}`, () => {
    let partner: TestPartner
    let token: string
    let members: Member[]
    const random = randomFrom(scoring.length)

    const moveTo = async (month: string) => {
      service.clock.now = new Date(`${month}-20T12:00:00.000Z`)
      token = (await signIn(service, partner.email)).token
    }

    before(async () => {
      service.clock.now = new Date(`${JANUARY}-20T12:00:00.000Z`)
      partner = await onboardTestPartner(service, { userDetailsUrl })
      token = partner.token
      const rule = await partner.addRule({
        name: 'top',
        coinValue: '10000',
        maxNumberOfParticipant: '1000000',
      })
      await partner.addRule({ name: 'ten', coinValue: '10', maxNumberOfParticipant: '1000000' })
      await partner.addRule({ name: 'half', coinValue: '0.5', maxNumberOfParticipant: '1000000' })
      members = await seedMembers(partner.partnerId, rule.id, points)
    })

    test('the seeded ledger is sound', async () => {
      assert.deepEqual(await brokenInvariants(), [])
    })

    test('pages, positions, neighbours and counts equal a recomputation', async () => {
      await assertPointsBoard(members, token)
    })

    test('the coin boards equal a recomputation', async () => {
      await assertCoinBoards(members, token, [JANUARY])
    })

    const anyone = () => members[random(members.length)] as Member
    const byId = new Map<unknown, Member>()
    const memberOf = (userId: unknown): Member => {
      // Members only ever join, so what is missing has joined since.
      if (byId.size < members.length) for (const member of members) byId.set(member.userId, member)
      return byId.get(userId) as Member
    }
    const COINS: Record<string, number> = { top: 1_000_000, ten: 1000, half: 50 }

    async function awardAll(awards: { userId: string; ruleName: string }[], month: string): Promise<Paid[]> {
      const paid: Paid[] = []
      for (let from = 0; from < awards.length; from += 1000) {
        const answer = await service.post(
          '/api/v1/laas/rules/award/bulk',
          { awards: awards.slice(from, from + 1000) },
          token,
        )
        assert.equal(answer.status, 200, JSON.stringify(answer.body))
        for (const { status, data } of answer.body.data.results) {
          if (status !== 'success') continue
          const award = { member: memberOf(data.userId), month, coins: COINS[data.ruleName] as number }
          move(award.member, month, 'earned', award.coins)
          paid.push({ id: data.id, ...award })
        }
      }
      return paid
    }

    test('when half of them rise to the top, segments are split and merged, and the boards stay right', async () => {
      const starts = (await segmentsOf(partner.partnerId)).map(({ start }) => start)
      const rising = byPoints(members)
        .slice(475, 1100)
        .map(({ userId }) => ({ userId, ruleName: 'top' }))
      // Each round fills the topmost segment and empties others, until the small ones are merged.
      let segments = await segmentsOf(partner.partnerId)
      const isMerged = () => starts.some((start) => !segments.some((segment) => segment.start === start))
      for (let round = 0; round < 15 && !isMerged(); round += 1) {
        assert.equal((await awardAll(rising, JANUARY)).length, rising.length)
        // Segments are split after the response and before the next call is decided.
        await awardAll([{ userId: anyone().userId, ruleName: 'half' }], JANUARY)
        segments = await segmentsOf(partner.partnerId)
      }

      assert(
        segments.some(({ start }) => !starts.includes(start)),
        'a segment was split',
      )
      assert(isMerged(), 'segments were merged')
      assert(segments.every((segment) => segment.members <= 2 * SEGMENT))
      assert.deepEqual(await brokenInvariants(), [])
      await assertPointsBoard(members, token)
    })

    test('after random awards, transfers, reversals, leaves and returns the boards equal a recomputation', async () => {
      const tags = Array.from({ length: 20 }, () => unique('tag'))
      const join = async (tag: string): Promise<string> => {
        const joined = await service.post('/api/v1/laas/users/onboard', { tag }, token)
        assert(joined.status < 300, JSON.stringify(joined.body))
        return joined.body.data.userId
      }
      const leave = async (member: Member) => {
        const left = await service.request('DELETE', `/api/v1/laas/users/${member.userId}`, { token })
        assert.equal(left.status, member.isMember ? 200 : 404)
        member.isMember = false
      }
      const taggedUsers = new Map<string, Member>()
      for (const tag of tags) {
        const member = {
          userId: await join(tag),
          joinedNo: members.length + 1,
          isMember: true,
          months: new Map<string, Scores>(),
        }
        members.push(member)
        taggedUsers.set(tag, member)
      }
      const awardsById = new Map<string, Omit<Paid, 'id'>>()
      const seededAwards = await service.query<{ id: string; userId: string; coins: bigint }>(
        'select id, user_id as "userId", coins from awards where partner_id = $1 and outcome = \'paid\' order by seq',
        [partner.partnerId],
      )
      for (const { id, userId, coins } of seededAwards)
        awardsById.set(id, { member: memberOf(userId), month: JANUARY, coins: Number(coins) })

      for (const month of [FEBRUARY, MARCH]) {
        await moveTo(month)
        const awards = Array.from({ length: 700 }, (_, index) => ({
          userId: (index < 60 ? (taggedUsers.get(tags[index % 20] as string) as Member) : anyone()).userId,
          ruleName: ['top', 'ten', 'half', 'ten'][random(4)] as string,
        }))
        for (const { id, ...award } of await awardAll(awards, month)) awardsById.set(id, award)

        const leaving = [
          ...Array.from({ length: 25 }, anyone),
          ...tags.slice(0, 12).map((tag) => taggedUsers.get(tag)),
        ]
        for (const member of new Set(leaving)) await leave(member as Member)

        await inParallel(Array.from({ length: 150 }, anyone), async (member) => {
          const coins = 50 * (1 + random(20))
          const moved = await service.post(
            '/api/v1/laas/coins/transfer-from-user-wallet',
            { userId: member.userId, coins: String(coins / 100) },
            token,
          )
          if (moved.status === 201) move(member, month, 'returned', coins)
        })

        const ids = [...awardsById.keys()]
        const reversed = Array.from({ length: 200 }, () => ids[random(ids.length)] as string)
        await inParallel(reversed, async (id) => {
          const answer = await service.post(`/api/v1/laas/rules/award/${id}/reverse`, undefined, token)
          const award = awardsById.get(id)
          if (answer.status !== 201 || !award) return
          move(award.member, award.month, 'earned', -award.coins)
        })

        for (const tag of tags.slice(0, 8)) {
          const member = taggedUsers.get(tag) as Member
          assert.equal(await join(tag), member.userId)
          member.isMember = true
        }
        assert.deepEqual(await brokenInvariants(), [])
      }
      await assertPointsBoard(members, token)
      await assertCoinBoards(members, token, [JANUARY, FEBRUARY, MARCH])
      const returned = byCoins(members, 'returned')
      assert(returned.length > 20, 'transfers were made')
      const left = members.find((member) => !member.isMember) as Member
      for (const path of [POINTS_BOARD, COIN_BOARD]) {
        const { userPosition } = await read(`${path}?userId=${left.userId}`, token)
        assert.deepEqual([Number(userPosition.amount), userPosition.position], [0, 0])
      }
    })
  })
}

suite('small boards', () => {
  before(() => {
    service.clock.now = undefined
  })

  /** The boards of a partner whose members joined by tag. */
  async function boardsWithScores(scores: number[]) {
    const tags: string[] = []
    const { partner, users } = await partnerWithScores(service, scores, {
      changes: { userDetailsUrl },
      async addMember(own) {
        const tag = unique('small')
        tags.push(tag)
        return (await dataOf(onboardByTag(service, own, tag))).userId
      },
    })
    const board = (query: string) => read(`${POINTS_BOARD}?${query}`, partner.token)
    const placesOf = async (query: string) =>
      (await board(query)).data.map(({ user }: { user: { userId: string } }) => users.indexOf(user.userId))
    const positions = () =>
      Promise.all(users.map(async (user) => (await board(`userId=${user}`)).userPosition.position))
    return { partner, users, tags, board, placesOf, positions }
  }

  test('users with 0 points share the position after everyone who has some', async () => {
    const { users, board, positions } = await boardsWithScores([0, 5, 0, 7, 0])
    assert.deepEqual(await positions(), [3, 2, 3, 1, 3])
    const { userPosition } = await board(`userId=${users[4]}`)
    assert.deepEqual(userPosition, { userId: users[4], amount: 0, position: 3 })
  })

  test('a single user with 0 points is first', async () => {
    const { positions, placesOf, users } = await boardsWithScores([0])
    assert.deepEqual(await positions(), [1])
    assert.deepEqual(await placesOf(`userId=${users[0]}&around=3`), [0])
  })

  test('around rank 2 stands rank 1', async () => {
    const { users, board, placesOf } = await boardsWithScores([10, 30, 20, 5])
    assert.deepEqual(await placesOf(`userId=${users[2]}&around=1`), [1, 2, 0])
    assert.deepEqual(await placesOf(`userId=${users[1]}&around=1`), [1, 2])
    assert.deepEqual(await placesOf(`userId=${users[3]}&around=1`), [0, 3])
    assert.deepEqual(await placesOf(`userId=${users[2]}&around=50`), [1, 2, 0, 3])
    const { userPosition } = await board(`userId=${users[2]}&around=1`)
    assert.deepEqual(userPosition, { userId: users[2], amount: 20, position: 2 })
  })

  test('around one of many with equal points stand those who joined before and after', async () => {
    const { users, placesOf } = await boardsWithScores([5, 5, 5, 5, 5])
    assert.deepEqual(await placesOf(`userId=${users[2]}&around=1`), [1, 2, 3])
    assert.deepEqual(await placesOf(`userId=${users[0]}&around=2`), [0, 1, 2])
    assert.deepEqual(await placesOf(`userId=${users[4]}&around=2`), [2, 3, 4])
  })

  test('a window around a user has no pages, and is empty without such a user', async () => {
    const { users, board, partner } = await boardsWithScores([3, 2, 1, 0, 0, 0])
    const links = { currentpage: 1, nextpage: null, prevpage: null, lastpage: 1 }
    const { data, userPosition, ...rest } = await board(`userId=${users[2]}&around=1`)
    assert.equal(data.length, 3)
    assert.deepEqual(rest, { count: 6, ...links })
    const other = await onboardTestPartner(service)
    const stranger = await other.addUser()
    for (const [query, userId] of [
      ['around=2', ''],
      ['around=2&userId=nobody', 'nobody'],
      [`around=2&userId=${stranger}`, stranger],
    ])
      assert.deepEqual(await board(query as string), {
        userPosition: { userId, amount: 0, position: 0 },
        data: [],
        count: 6,
        ...links,
      })
    for (const around of ['0', '51', '-1', 'x', '1.5'])
      assertFailure(
        await service.get(`${POINTS_BOARD}?userId=${users[0]}&around=${around}`, partner.token),
        'invalid',
        'around must be a whole number from 1 to 50.',
      )
  })

  test('paging backwards meets everyone once, in the reverse of paging forwards', async () => {
    const { board } = await boardsWithScores([4, 4, 0, 9, 4, 0, 1])
    const walk = async (start: number, step: 'nextpage' | 'prevpage') => {
      const pages: unknown[] = []
      for (let page: number | null = start; page !== null; ) {
        const data: ApiResponse['body'] = await board(`take=2&page=${page}`)
        pages.push(pointsEntries(data.data))
        page = data[step]
      }
      return pages
    }
    const forwards = await walk(1, 'nextpage')
    assert.equal(forwards.length, 4)
    assert.deepEqual(await walk(4, 'prevpage'), forwards.toReversed())
    assert.deepEqual(await walk(9, 'prevpage'), [[], ...forwards.toReversed()], 'also from past the end')
  })

  test('ties across a page border share their position and are listed by who joined first', async () => {
    const { placesOf, positions } = await boardsWithScores([7, 7, 9, 7, 7, 1])
    assert.deepEqual(await placesOf('take=2&page=1'), [2, 0])
    assert.deepEqual(await placesOf('take=2&page=2'), [1, 3])
    assert.deepEqual(await placesOf('take=2&page=3'), [4, 5])
    assert.deepEqual(await positions(), [2, 2, 1, 2, 2, 6])
  })

  test('a member who left is on no board, and has the old position when coming back', async () => {
    const { partner, users, tags, placesOf, positions } = await boardsWithScores([5, 8, 5, 5])
    await partner.transfer(users[0] as string, '2')
    const coinBoard = async (query: string) =>
      (await read(`${COIN_BOARD}?${query}`, partner.token)).data.map(({ userId }: { userId: string }) =>
        users.indexOf(userId),
      )
    const month = `month=${new Date().getUTCMonth() + 1}`
    const [all, monthly] = [await coinBoard(''), await coinBoard(month)]
    assert.deepEqual(
      [all, monthly],
      [
        [1, 0, 2, 3],
        [1, 0, 2, 3],
      ],
    )
    assert.deepEqual(await coinBoard('type=spender'), [0])

    await service.request('DELETE', `/api/v1/laas/users/${users[0]}`, { token: partner.token })
    assert.deepEqual(await placesOf(''), [1, 2, 3])
    assert.deepEqual(await positions(), [0, 1, 2, 2])
    assert.deepEqual(
      [await coinBoard(''), await coinBoard(month)],
      [
        [1, 2, 3],
        [1, 2, 3],
      ],
    )
    assert.deepEqual(await coinBoard('type=spender'), [])
    assert.deepEqual(await placesOf(`userId=${users[0]}&around=1`), [])

    await onboardByTag(service, partner, tags[0] as string)
    assert.deepEqual(await placesOf(''), [1, 0, 2, 3])
    assert.deepEqual(await positions(), [2, 1, 2, 2])
    assert.deepEqual([await coinBoard(''), await coinBoard(month)], [all, monthly])
    assert.deepEqual(await coinBoard('type=spender'), [0])
  })

  test('on the coin board of all time, those whose awards were all reversed come last, with "0"', async () => {
    const { partner, users } = await boardsWithScores([0, 6, 0, 4])
    const { name } = await partner.addRule()
    for (const user of [users[2], users[0]]) {
      const award = await partner.award(user as string, name)
      await service.post(`/api/v1/laas/rules/award/${award.body.data.id}/reverse`, undefined, partner.token)
    }
    const never = await partner.addUser()
    const pages: unknown[] = []
    for (const page of [1, 2, 3]) {
      const data = await read(`${COIN_BOARD}?limit=3&page=${page}&userId=${users[2]}`, partner.token)
      assert.deepEqual(data.userPosition, { userId: users[2], amount: '0', position: 3 })
      assert.deepEqual([data.count, data.lastpage], ['4', 2])
      pages.push(coinEntries(data.data))
    }
    assert.deepEqual(pages, [
      [
        { userId: users[1], coins: '6' },
        { userId: users[3], coins: '4' },
        { userId: users[0], coins: '0' },
      ],
      [{ userId: users[2], coins: '0' }],
      [],
    ])
    const { userPosition } = await read(`${COIN_BOARD}?userId=${never}`, partner.token)
    assert.deepEqual(userPosition, { userId: never, amount: '0', position: 0 })
  })
})
