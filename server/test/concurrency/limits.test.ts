import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { activitiesOf, newType } from '../support/activities.ts'
import { dataOf } from '../support/api.ts'
import { type ApiResponse, assertFailure } from '../support/api-response.ts'
import {
  ME,
  newPartnerBody,
  newRuleBody,
  newUserBody,
  onboardByTag,
  onboardTestPartner,
  type TestPartner,
  unique,
} from '../support/partner.ts'
import {
  BUDGET_EXHAUSTED,
  MEMBER_LIMIT,
  orAfter,
  RULE_FULL,
  SUB_RULE_REPEATED,
  USER_COINS,
  USER_LIMIT,
} from '../support/refusals.ts'
import { startTestService, type TestService, useSharedService } from '../support/service.ts'
import { startUserDetails } from '../support/user-details.ts'

const AWARD = '/api/v1/laas/rules/award'
const TRANSFER = '/api/v1/laas/coins/transfer-from-user-wallet'
const CREATE_RULE = '/api/v1/laas/rules/create-rule'

const first = useSharedService()
const { second } = first

/** A zone whose day does not end while a test runs. */
const zoneFarFromMidnight = () => (new Date().getUTCHours() < 12 ? 'Etc/GMT-6' : 'Etc/GMT+6')

const userDetailsUrl = await startUserDetails()

for (const [where, instances] of [
  ['in one process', [first]],
  ['across two processes', [first, second]],
] as const) {
  suite(where, () => {
    /** Makes all these requests at once, in turn over the instances. */
    const allAtOnce = (
      count: number,
      request: (instance: TestService, index: number) => Promise<ApiResponse>,
    ): Promise<ApiResponse[]> =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          request(instances[index % instances.length] as TestService, index),
        ),
      )

    const award = (
      instance: TestService,
      { token }: TestPartner,
      userId: string | undefined,
      { name }: { name: string | undefined },
    ) => instance.post(AWARD, { userId, ruleName: name }, token)

    test('200 parallel awards of 200 users on a rule for 7 participants pay exactly 7 users', async () => {
      const partner = await onboardTestPartner(first)
      const users = await partner.addUsers(200)
      const rule = await partner.addRule({ coinValue: '10', maxNumberOfParticipant: '7' })

      const answers = await allAtOnce(200, (instance, index) => award(instance, partner, users[index], rule))

      const paid = acceptedOf(answers, RULE_FULL, 'rule_full')
      assert.deepEqual(
        paid.map(({ body }) => body.data.awarded),
        Array(7).fill(true),
      )
      assert.deepEqual(await coinsHeld(partner.partnerId), [
        { balance: 1000n, users: 7n },
        { balance: 0n, users: 193n },
      ])
      assert.equal((await readRule(partner, rule)).participants, '7')

      const winner = paid[0]?.body.data.userId
      const again = await allAtOnce(20, (instance) => award(instance, partner, winner, rule))
      assert(
        again.every((answer) => answer.status === 201 && answer.body.data.awarded),
        'a full rule still pays the users who already take part in it',
      )
      assert.equal((await readRule(partner, rule)).participants, '7')
    })

    test('slots of a batched rule are taken by payments, so parallel completions of many users take exactly as many', async () => {
      const partner = await onboardTestPartner(first)
      const users = await partner.addUsers(20)
      const rule = await partner.addRule({
        type: 'batched',
        completionNumber: '3',
        maxNumberOfParticipant: '4',
      })

      const answers = await allAtOnce(60, (instance, index) =>
        award(instance, partner, users[index % 20], rule),
      )

      const paid = acceptedOf(answers, RULE_FULL, 'rule_full').filter(({ body }) => body.data.awarded)
      assert.equal(new Set(paid.map((answer) => answer.body.data.userId)).size, 4)
      assert.equal(paid.length, 4)
    })

    test('50 parallel awards of one user with userLimitAward 3 pay exactly 3', async () => {
      const partner = await onboardTestPartner(first)
      const user = await partner.addUser()
      const rule = await partner.addRule({ coinValue: '2.5', userLimitAward: '3' })

      const answers = await allAtOnce(50, (instance) => award(instance, partner, user, rule))

      assert.equal(acceptedOf(answers, USER_LIMIT, 'user_limit_reached').length, 3)
      assert.equal(await partner.coinsOf(user), '7.5')
    })

    test('the last coin of a budget goes to exactly one of 40 users who are awarded in parallel', async () => {
      const partner = await onboardTestPartner(first)
      const users = await partner.addUsers(40)
      const rule = await partner.addRule({ coinValue: '0.01', coinBudget: '0.01' })

      const answers = await allAtOnce(40, (instance, index) => award(instance, partner, users[index], rule))

      assert.equal(acceptedOf(answers, BUDGET_EXHAUSTED, 'budget_exhausted').length, 1)
      assert.deepEqual(await coinsHeld(partner.partnerId), [
        { balance: 1n, users: 1n },
        { balance: 0n, users: 39n },
      ])
      assert.equal((await readRule(partner, rule)).budgetUsed, '0.01')
      const path = '/api/v1/laas/events?types=rule.created,rule.exhausted,rule.full&limit=1000'
      const { events } = await dataOf(first.get(path, partner.token))
      assert.deepEqual(
        events.map(({ type }: { type: string }) => type),
        ['rule.created', 'rule.exhausted'],
      )
    })

    test('parallel awards of many amounts and their reversals never pass the budget of a day', async () => {
      const partner = await onboardTestPartner(first)
      const users = await partner.addUsers(8)
      const rule = await partner.addRule({
        coinValue: '1',
        perUnit: true,
        coinBudget: '50',
        budgetPeriod: 'day',
        timeZone: zoneFarFromMidnight(),
      })
      const pay = (instance: TestService, index: number, units: string) =>
        instance.post(AWARD, { userId: users[index % 8], ruleName: rule.name, units }, partner.token)
      const orders = await allAtOnce(96, (instance, index) =>
        pay(instance, index, `${1 + (index % 5)}.${index % 10}`),
      )
      const paid = orders.filter(({ status }) => status === 201)
      const reversals = await allAtOnce(paid.length, (instance, index) =>
        index % 2 === 0
          ? instance.post(`${AWARD}/${paid[index]?.body.data.id}/reverse`, { coins: '0.5' }, partner.token)
          : pay(instance, index, '0.5'),
      )
      assert(reversals.every((answer, index) => index % 2 === 1 || answer.status === 201))
      const [row] = await first.query<{ coins: bigint }>(
        'select sum(balance)::bigint as coins from wallets where partner_id = $1',
        [partner.partnerId],
      )
      const coins = BigInt(row?.coins ?? 0)
      assert(coins <= 5_000n && coins > 4_000n, `${coins} hundredths`)
      assert.equal((await readRule(partner, rule)).budgetUsed, String(Number(coins) / 100))
    })

    test('50 parallel awards of one user pay exactly the awards and coins of a period', async () => {
      const partner = await onboardTestPartner(first)
      const user = await partner.addUser()
      const period = { userLimitPeriod: 'day', timeZone: zoneFarFromMidnight() }
      for (const [limits, paid, sentence, reason] of [
        [{ userLimitAward: '3' }, 3, USER_LIMIT, 'user_limit_reached'],
        [{ userCoinLimit: '10.01' }, 4, USER_COINS, 'user_coins_reached'],
        [{ userCoinLimit: '2.5' }, 1, USER_COINS, 'user_coins_reached'],
      ] as const) {
        const rule = await partner.addRule({ coinValue: '2.5', ...period, ...limits })
        const answers = await allAtOnce(50, (instance) => award(instance, partner, user, rule))
        assert.equal(answers.filter((answer) => answer.status === 201).length, paid)
        for (const answer of answers.filter((each) => each.status !== 201)) {
          const end = /after (\S+Z)\.$/.exec(answer.body.data.error)?.[1] ?? ''
          assert.ok(Date.parse(end) > Date.now(), end)
          assertFailure(answer, 'refused', orAfter(sentence, end), reason)
        }
      }
      assert.equal(await partner.coinsOf(user), '20')
    })

    test('60 parallel awards of one user by three rules pay exactly what all rules may, also after a change', async () => {
      const partner = await onboardTestPartner(first)
      const [user = '', other = ''] = await partner.addUsers(2)
      const set = (body: object) => first.request('PATCH', ME, { token: partner.token, body })
      await dataOf(set({ memberCoinLimit: '10.01', timeZone: zoneFarFromMidnight() }))
      const rules = await Promise.all(['2.5', '1', '0.5'].map((coinValue) => partner.addRule({ coinValue })))
      const all = () =>
        allAtOnce(60, (instance, index) =>
          award(instance, partner, user, rules[index % 3] as (typeof rules)[0]),
        )

      for (const answer of await all()) {
        if (answer.status === 201) continue
        const end = /after (\S+Z)\.$/.exec(answer.body.data.error)?.[1] ?? ''
        assert.ok(Date.parse(end) > Date.now(), end)
        assertFailure(answer, 'refused', orAfter(MEMBER_LIMIT, end), 'member_limit_reached')
      }
      assert.equal(await partner.coinsOf(user), '10')
      assert.equal((await award(first, partner, other, rules[0] as (typeof rules)[0])).status, 201)

      // Whichever process saves the setting, the next batch of any decides by it.
      await dataOf(set({ memberCoinLimit: '12.51' }))
      await all()
      assert.equal(await partner.coinsOf(user), '12.5')
      await dataOf(set({ memberCoinLimit: '-1' }))
      assert.ok((await all()).every((answer) => answer.status === 201))
      const [wallet] = await first.query(
        'select member_coins from wallets where partner_id = $1 and user_id = $2',
        [partner.partnerId, user],
      )
      assert.deepEqual(wallet, { member_coins: 1_250n })
    })

    test('activities and awards by name together pay exactly what budget, participants and limits of members allow', async () => {
      const partner = await onboardTestPartner(first)
      const users = await partner.addUsers(12)
      const set = { memberCoinLimit: '12', timeZone: zoneFarFromMidnight() }
      await dataOf(first.request('PATCH', ME, { token: partner.token, body: set }))
      const activityType = newType()
      const period = { userLimitPeriod: 'day', timeZone: zoneFarFromMidnight() }
      const budgeted = await partner.addRule({ activityType, coinValue: '1', coinBudget: '20' })
      const few = await partner.addRule({
        activityType,
        coinValue: '2',
        maxNumberOfParticipant: '5',
        userLimitAward: '2',
      })
      const limited = await partner.addRule({
        activityType,
        when: 'properties.total > 10.0 && member.points >= 0',
        coinValue: '3',
        userCoinLimit: '10',
        ...period,
      })
      const rules = [budgeted, few, limited]

      const answers = await allAtOnce(240, (instance, index) => {
        const userId = users[index % 12] as string
        if (index % 3 === 0)
          return award(instance, partner, userId, rules[(index % 7) % 3] as { name: string })
        const properties = { total: index % 5 === 0 ? 5 : 20 }
        return activitiesOf(instance, partner).send({ type: activityType, userId, properties })
      })

      for (const { status, body } of answers)
        if (status !== 201) assert.equal(body.message, 'Request refused', JSON.stringify(body))
      const paid = await first.query<{ rule_id: string; user_id: string; coins: bigint }>(
        `select rule_id, user_id, coins from awards where partner_id = $1 and outcome = 'paid'`,
        [partner.partnerId],
      )
      const of = (rule: { id: string }) => paid.filter(({ rule_id }) => rule_id === rule.id)
      const coinsIn = (awards: typeof paid) => awards.reduce((sum, { coins }) => sum + Number(coins) / 100, 0)
      const byUser = (awards: typeof paid) => [...Map.groupBy(awards, ({ user_id }) => user_id).values()]
      assert.equal(coinsIn(of(budgeted)), 20, 'the budget is used to the last coin')
      assert.equal((await readRule(partner, budgeted)).budgetUsed, '20')
      assert.equal(byUser(of(few)).length, 5)
      assert.equal((await readRule(partner, few)).participants, '5')
      const coinsOf = (userId: string) => coinsIn(paid.filter(({ user_id }) => user_id === userId))
      const hasRoomFor = (coins: number, userId: string) => coinsOf(userId) + coins <= 12
      for (const userId of users) assert.ok(hasRoomFor(0, userId), 'the limit over all rules')
      for (const awards of byUser(of(few)))
        assert.ok(awards.length === 2 || (awards.length < 2 && !hasRoomFor(2, awards[0]?.user_id as string)))
      for (const userId of users) {
        const coins = coinsIn(of(limited).filter(({ user_id }) => user_id === userId))
        assert.ok(coins === 9 || (coins < 9 && !hasRoomFor(3, userId)), `${coins} of one rule`)
      }
      const refused = answers.flatMap(({ body }) =>
        body.data.refused
          ? body.data.refused.map(({ reason }: { reason: string }) => reason)
          : [body.data.appErrorCode],
      )
      for (const reason of [
        'budget_exhausted',
        'rule_full',
        'user_limit_reached',
        'user_coins_reached',
        'member_limit_reached',
      ])
        assert.ok(refused.includes(reason), `${reason} of ${[...new Set(refused)]}`)
      assert.deepEqual(
        (await Promise.all(users.map((userId) => partner.coinsOf(userId)))).map(Number),
        users.map(coinsOf),
      )
    })

    test('100 parallel transfers never overdraw, and the balance is exact at every moment', async () => {
      const partner = await onboardTestPartner(first)
      const user = await partner.addUser()
      const rule = await partner.addRule({ coinValue: '100' })
      await partner.award(user, rule.name)

      let transferring = true
      const seen = (async () => {
        const balances: string[] = []
        while (transferring) balances.push(await partner.coinsOf(user))
        return balances
      })()
      const answers = await allAtOnce(100, (instance) =>
        instance.post(TRANSFER, { userId: user, coins: 2.3 }, partner.token),
      )
      transferring = false

      const sentence = 'The wallet holds 1.1 coins; transfer at most that many.'
      assert.equal(acceptedOf(answers, sentence, 'insufficient_coins').length, 43)
      assert.equal(await partner.coinsOf(user), '1.1')
      const possible = Array.from({ length: 44 }, (_, count) => String((10_000 - 230 * count) / 100))
      for (const balance of await seen) assert(possible.includes(balance), `a balance of ${balance}`)
      const decisions = await first.query<{ coins: bigint; balance: bigint; outcome: string }>(
        'select coins, balance, outcome from coin_transactions where partner_id = $1',
        [partner.partnerId],
      )
      assert.equal(decisions.length, 100)
      for (const { coins, balance, outcome } of decisions) {
        if (outcome === 'refused') assert(balance < coins)
        assert(balance >= 0n)
      }
    })

    test('parallel awards and transfers of one user lose no coin', async () => {
      const partner = await onboardTestPartner(first)
      const user = await partner.addUser()
      const rule = await partner.addRule({ coinValue: '0.03' })

      const answers = await allAtOnce(120, (instance, index) =>
        index % 2 === 0
          ? award(instance, partner, user, rule)
          : instance.post(TRANSFER, { userId: user, coins: '0.02' }, partner.token),
      )

      const awards = answers.filter((answer, index) => index % 2 === 0 && answer.status === 201).length
      const transfers = answers.filter((answer, index) => index % 2 === 1 && answer.status === 201).length
      assert.equal(awards, 60)
      assert.equal(await partner.coinsOf(user), String((3 * awards - 2 * transfers) / 100))
    })

    test('47 parallel completions of a batched rule of 5 pay exactly 9 times', async () => {
      const partner = await onboardTestPartner(first)
      const user = await partner.addUser()
      const rule = await partner.addRule({ type: 'batched', completionNumber: '5', coinValue: '1' })

      const answers = await allAtOnce(47, (instance) => award(instance, partner, user, rule))

      assert(answers.every((answer) => answer.status === 201))
      assert.equal(answers.filter((answer) => answer.body.data.awarded).length, 9)
      assert.equal(await partner.coinsOf(user), '9')
      const left = await allAtOnce(3, (instance) => award(instance, partner, user, rule))
      assert.equal(left.filter((answer) => answer.body.data.awarded).length, 1, 'the 50th pays')
    })

    test('a combined rule pays once when all its sub-rules come in parallel, round after round', async () => {
      const partner = await onboardTestPartner(first)
      const user = await partner.addUser()
      const { parts } = await partner.addCombinedRule(5, { coinValue: '20' })
      for (let round = 1; round <= 4; round += 1) {
        const answers = await allAtOnce(5, (instance, index) =>
          award(instance, partner, user, { name: parts[index] }),
        )
        assert(answers.every((answer) => answer.status === 201))
        assert.equal(answers.filter((answer) => answer.body.data.awarded).length, 1)
        assert.equal(await partner.coinsOf(user), String(20 * round))
      }
    })

    test('a combined rule pays once for each round that parallel calls complete, repeated ones being refused', async () => {
      const partner = await onboardTestPartner(first)
      const user = await partner.addUser()
      const { parts } = await partner.addCombinedRule(3, { coinValue: '20' })

      const answers = await allAtOnce(48, (instance, index) =>
        award(instance, partner, user, { name: parts[index % 3] }),
      )

      const accepted = acceptedOf(answers, SUB_RULE_REPEATED, 'sub_rule_repeated')
      const paid = accepted.filter((answer) => answer.body.data.awarded)
      assert(paid.length >= 1)
      for (const name of parts) {
        const rounds = accepted.filter((answer) => answer.body.data.ruleName === name).length
        assert(rounds === paid.length || rounds === paid.length + 1, `${name} counted in ${rounds} rounds`)
      }
      assert.equal(await partner.coinsOf(user), String(20 * paid.length))
    })

    test('of parallel creations of a rule and of combined rules with a sub-rule of that name, one wins', async () => {
      for (const hasCombined of [false, true]) {
        const partner = await onboardTestPartner(first)
        const name = unique('contested ')
        const combined = { type: 'combined', rules: [{ name, condition: 'Did it' }] }
        const answers = await allAtOnce(20, (instance, index) => {
          const body = newRuleBody(index % 2 === 1 && hasCombined ? combined : { name })
          return instance.post(CREATE_RULE, body, partner.token)
        })
        assertOneWins(answers, () => `The rule name "${name}" is already taken; choose another one.`)
        assert.equal((await dataOf(first.get('/api/v1/laas/rules', partner.token))).count, 1)
      }
    })

    test('one rule name can be created by two partners in parallel', async () => {
      const partners = await Promise.all([onboardTestPartner(first), onboardTestPartner(first)])
      const name = unique('shared ')
      const answers = await allAtOnce(2, (instance, index) =>
        instance.post(CREATE_RULE, newRuleBody({ name }), partners[index]?.token),
      )
      assert.deepEqual(
        answers.map((answer) => answer.status),
        [201, 201],
      )
    })

    test('of parallel creations of users with one tag, one wins', async () => {
      const partner = await onboardTestPartner(first)
      const tag = unique('contested')
      const answers = await allAtOnce(12, (instance, index) =>
        instance.post(
          '/api/v1/user',
          newUserBody({ tag: index % 3 === 0 ? tag.toUpperCase() : tag }),
          index % 2 === 0 ? partner.token : undefined,
        ),
      )
      assertOneWins(answers, () => `The tag ${tag} is already taken; choose another one.`)
      assert.equal((await first.query('select from users where tag = $1', [tag])).length, 1)
    })

    test('of parallel creations of users with one e-mail, however it is written, one wins', async () => {
      const partner = await onboardTestPartner(first)
      const email = `${unique('contested')}@mail.example`
      const written = (index: number) => (index % 3 === 0 ? email.toUpperCase() : email)
      const answers = await allAtOnce(12, (instance, index) =>
        instance.post(
          '/api/v1/user',
          newUserBody({ email: written(index) }),
          index % 2 === 0 ? partner.token : undefined,
        ),
      )
      assertOneWins(answers, (index) => `The email ${written(index)} is already taken; choose another one.`)
      assert.equal((await first.query('select from users where lower(email) = $1', [email])).length, 1)
    })

    test('of parallel onboardings of partners with one e-mail, one wins, and it has one ledger', async () => {
      const email = `${unique('contested')}@acme.example`
      const answers = await allAtOnce(6, (instance) =>
        instance.post('/api/v1/acme/partners', newPartnerBody({ email })),
      )
      assertOneWins(answers, () => `The email ${email} is already taken; sign in, or use another one.`)
      const rows = await first.query(
        'select from partners p join ledgers l on l.partner_id = p.id where p.email = $1',
        [email],
      )
      assert.equal(rows.length, 1)
    })

    test('parallel onboarding by one tag makes one account and one membership', async () => {
      const partner = await onboardTestPartner(first, { userDetailsUrl })
      const tag = unique('joins')
      const answers = await allAtOnce(20, (instance) => onboardByTag(instance, partner, tag))
      assert.deepEqual(statusesOf(answers), [...Array(19).fill(200), 201])
      for (const answer of answers) assert.deepEqual(answer.body.data, answers[0]?.body.data)
      assert.deepEqual(await rowsOf(tag), [{ users: 1n, memberships: 1n, wallets: 1n, events: 1n }])
    })

    test('parallel onboarding by one tag with two partners makes one account and a membership with each', async () => {
      const partners = await Promise.all([
        onboardTestPartner(first, { userDetailsUrl }),
        onboardTestPartner(first, { userDetailsUrl }),
      ])
      const tag = unique('joins')
      const answers = await allAtOnce(20, (instance, index) =>
        onboardByTag(instance, partners[Math.floor(index / 2) % 2] as TestPartner, tag),
      )
      assert.deepEqual(statusesOf(answers), [...Array(18).fill(200), 201, 201])
      assert.equal(new Set(answers.map((answer) => answer.body.data.userId)).size, 1)
      assert.equal(new Set(answers.map((answer) => answer.body.data.id)).size, 2)
      assert.deepEqual(await rowsOf(tag), [{ users: 1n, memberships: 2n, wallets: 2n, events: 2n }])
    })

    test('of parallel endings of one membership, one ends it', async () => {
      const partner = await onboardTestPartner(first)
      const user = await partner.addUser()
      const answers = await allAtOnce(10, (instance) =>
        instance.request('DELETE', `/api/v1/laas/users/${user}`, { token: partner.token }),
      )
      assert.deepEqual(statusesOf(answers), [200, ...Array(9).fill(404)])
    })

    test('awards that race the end of a membership are paid or find no user, and what was paid is kept', async () => {
      const partner = await onboardTestPartner(first, { userDetailsUrl })
      const tag = unique('leaves')
      const { userId: user } = await dataOf(onboardByTag(first, partner, tag))
      const rule = await partner.addRule({ coinValue: '1' })
      const answers = await allAtOnce(31, (instance, index) =>
        index === 10
          ? instance.request('DELETE', `/api/v1/laas/users/${user}`, { token: partner.token })
          : award(instance, partner, user, rule),
      )
      assert.equal(answers[10]?.status, 200)
      const awards = answers.toSpliced(10, 1)
      const paid = awards.filter((answer) => answer.status === 201)
      for (const answer of awards.filter((each) => each.status !== 201)) {
        assert.deepEqual([answer.status, answer.body.data.error], [400, 'User was not found.'])
      }
      await onboardByTag(first, partner, tag)
      assert.equal(await partner.coinsOf(user), String(paid.length))
    })
  })
}

test('limits hold and nothing fails on a database whose transactions are stricter by default', async () => {
  const own = await startTestService()
  const [database] = await own.query<{ name: string }>('select current_database() as name')
  await own.query(`alter database ${database?.name} set default_transaction_isolation = 'serializable'`)
  const strict = await own.startAnother()
  const partner = await onboardTestPartner(strict)
  const user = await partner.addUser()
  const rule = await partner.addRule({ userLimitAward: '3' })
  const answers = await Promise.all(Array.from({ length: 30 }, () => partner.award(user, rule.name)))
  assert.deepEqual(statusesOf(answers), [...Array(3).fill(201), ...Array(27).fill(400)])
})

const statusesOf = (answers: ApiResponse[]) => answers.map((answer) => answer.status).sort((a, b) => a - b)

const readRule = ({ token }: TestPartner, { id }: { id: string }) =>
  dataOf(first.get(`/api/v1/laas/rules/${id}`, token))

/** The calls that were accepted. All others must be refused for this reason. */
function acceptedOf(answers: ApiResponse[], sentence: string, reason: string): ApiResponse[] {
  for (const answer of answers) if (answer.status !== 201) assertFailure(answer, 'refused', sentence, reason)
  return answers.filter(({ status }) => status === 201)
}

function assertOneWins(answers: ApiResponse[], takenError: (index: number) => string): void {
  assert.equal(answers.filter((answer) => answer.status === 201).length, 1)
  answers.forEach((answer, index) => {
    if (answer.status === 201) return
    assertFailure(answer, 'taken', takenError(index))
  })
}

const coinsHeld = (partnerId: string) =>
  first.query(
    'select balance, count(*) as users from wallets where partner_id = $1 group by balance order by balance desc',
    [partnerId],
  )

/** What belongs to the user with a tag. Users and members may be on different machines. */
async function rowsOf(tag: string) {
  const users = await first.query<{ id: string }>('select id from users where tag = $1', [tag])
  const [rows] = await first.query(
    `select (select count(*) from memberships where user_id = any($1::uuid[])) as memberships,
      (select count(*) from wallets where user_id = any($1::uuid[])) as wallets,
      (select count(*) from lifecycle_events
        where type = 'user.onboarded' and data->>'userId' = any($1::text[])) as events`,
    [users.map(({ id }) => id)],
  )
  return [{ users: BigInt(users.length), ...rows }]
}
