import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { newType } from '../support/activities.ts'
import { createTestDatabase } from '../support/database.ts'
import { StreamReader } from '../support/events.ts'
import { expensiveCondition, expensiveItems } from '../support/expensive-conditions.ts'
import type { Flood, FloodRequest } from '../support/flood.ts'
import { mailsTo } from '../support/mailbox.ts'
import { login, newRuleBody, newUserBody, onboardTestPartner, type TestPartner } from '../support/partner.ts'
import { killAll, startLaurel } from '../support/process.ts'
import { addWebhook, startReceiver } from '../support/receiver.ts'
import { waitUntil } from '../support/wait-until.ts'

/** `npm run test:neighbours` sets more, and then also measures the victim alone and prints the ratios. */
const SECONDS = Number(process.env.NEIGHBOUR_SECONDS ?? 0)
const ROUNDS_MIN = 5
const BULK_CALLS = SECONDS > 0 ? 40 : 15
const STREAMS = SECONDS > 0 ? 800 : 80
const EXPORTED = SECONDS > 0 ? 10_000 : 2_000
const PAUSE_MS = 10
const POLL_MS = 2
const SLOW_ENDPOINT_MS = 14_000
/** Of an attacker whose reads are large. */
const MEMBERS = SECONDS > 0 ? 150_000 : 12_000
const AWARDS = SECONDS > 0 ? 30_000 : 2_000

const { settings, drop } = await createTestDatabase()
const laurel = await startLaurel({
  ...settings,
  WEBHOOK_DELIVERY: 'on',
  PASSWORD_HASHING: 'full',
  // The victim is measured with more mails than a partner usually causes.
  PARTNER_MAILS_PER_HOUR: '1000000',
})
after(async () => {
  await killAll()
  await drop()
})

const victim = await onboardTestPartner(laurel)
const users = await victim.addUsers(10)
const rule = await victim.addRule()
for (const user of users) await victim.award(user, rule.name)
const receiver = await startReceiver()
await addWebhook(laurel, victim.token, { url: receiver.url })

type Round = () => Promise<number>

/** What partners do all day; each resolves to the status of its response. */
const requests: Record<string, Round> = {
  award: async () => (await victim.award(users[0] as string, rule.name)).status,
  transfer: async () => (await victim.transfer(users[0] as string, 1)).status,
  'rule list': async () => (await laurel.get('/api/v1/laas/rules', victim.token)).status,
  board: async () => (await laurel.get('/api/v1/laas/leaderboard/new', victim.token)).status,
  'rule change': async () =>
    (
      await laurel.request('PATCH', `/api/v1/laas/rules/${rule.id}`, {
        token: victim.token,
        body: { condition: 'Paid another order' },
      })
    ).status,
}

const memberExport: Round = async () =>
  (await laurel.get(`/api/v1/laas/users/${users[0]}/export`, victim.token)).status

const signIn: Round = async () => (await login(laurel, victim.email)).status

/** From creating a user to the code in the user's mailbox. */
const codeMail: Round = async () => {
  const user = newUserBody()
  const { status } = await laurel.post('/api/v1/user', user, victim.token)
  while ((await mailsTo(laurel, user.email)).length === 0) await pause(POLL_MS)
  return status
}

/** From an award to its event at the webhook's endpoint. */
const delivery: Round = async () => {
  const { body, status } = await victim.award(users[1] as string, rule.name)
  while (!receiver.received.some(({ raw }) => raw.includes(body.data.id))) await pause(POLL_MS)
  receiver.received.length = 0
  return status
}

/** From an award to its event on an open stream. */
function liveEvent(stream: StreamReader): Round {
  return async () => {
    const { body, status } = await victim.award(users[2] as string, rule.name)
    while (!stream.blocks.some(({ data }) => data?.includes(body.data.id))) await pause(POLL_MS)
    stream.blocks.length = 0
    return status
  }
}

type Attack = { stop(): Promise<void> }

/** Sends these requests in turn, this many at once, from its first response until it is stopped. */
async function flood(
  atOnce: number,
  requests: FloodRequest[],
  expected: number[],
  { breaksOff = false } = {},
): Promise<Attack> {
  const attacker = fork(new URL('../support/flood.ts', import.meta.url))
  const begun = once(attacker, 'message')
  const attack: Flood = { url: laurel.url, atOnce, requests, breaksOff }
  attacker.send(attack)
  await begun
  const statuses = once(attacker, 'message')
  return {
    async stop() {
      attacker.send('stop')
      const [seen] = (await statuses) as [number[]]
      assert.deepEqual(
        seen.filter((status) => !expected.includes(status)),
        [],
      )
      assert.notEqual(seen.length, 0)
    },
  }
}

const json = (value: unknown) => JSON.stringify(value)

const get = (token: string, path: string): FloodRequest => ({ method: 'GET', path, body: '', token })

let partnerOfMany: Promise<TestPartner> | undefined

/** A partner with many members, who share the words of their names. */
const withManyMembers = (): Promise<TestPartner> => {
  partnerOfMany ??= onboardTestPartner(laurel).then(importMembers)
  return partnerOfMany
}

async function importMembers(partner: TestPartner): Promise<TestPartner> {
  const { token } = partner
  const lines = Array.from({ length: MEMBERS }, (_, index) =>
    json({
      externalId: `c-${index}`,
      fullname: `Ada Member ${index % 1_000}`,
      email: `${index}@mail.example`,
    }),
  )
  const response = await fetch(`${laurel.url}/api/v1/laas/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
    body: lines.join('\n'),
  })
  const { data } = (await response.json()) as { data: { id: string } }
  const isFinished = async () =>
    (await laurel.get(`/api/v1/laas/imports/${data.id}`, token)).body.data.status === 'finished'
  await waitUntil(isFinished, 'the members are imported')
  return partner
}

/** What one partner does, and which rounds of another must not suffer from it. */
type Scenario = {
  name: string
  prepare(attacker: TestPartner): Promise<() => Promise<Attack>>
  rounds(): Promise<Record<string, Round>>
}

const scenarios: Scenario[] = [
  {
    name: 'sends bodies that are far too large',
    async prepare({ token }) {
      const many = (length: number) => Array.from({ length }, () => ({}))
      const awards = Array.from({ length: 1_000 }, () => ({ narration: 'x'.repeat(1_000) }))
      const escaped = json({ awards }).replaceAll('x', '\\u0078')
      const sent = [
        {
          path: '/api/v1/laas/webhooks',
          body: json({ url: 'http://localhost:1/', types: many(300_000) }),
          token,
        },
        {
          path: '/api/v1/laas/rules/create-rule',
          body: json({ ...newRuleBody({ type: 'combined' }), rules: many(330_000) }),
          token,
        },
        { path: '/api/v1/laas/rules/award/bulk', body: json({ awards: many(300_000) }), token },
        { path: '/api/v1/laas/rules/award/bulk', body: escaped, token },
      ]
      return async () => flood(4, sent, [0, 200, 400, 413])
    },
    rounds: async () => requests,
  },
  {
    name: 'makes many bulk calls at once',
    async prepare(attacker) {
      const winners = await attacker.addUsers(10)
      const { name } = await attacker.addRule({ maxNumberOfParticipant: '1000000' })
      const awards = Array.from({ length: 1_000 }, (_, index) => ({
        userId: winners[index % winners.length],
        ruleName: name,
      }))
      const body = json({ awards })
      const sent = { path: '/api/v1/laas/rules/award/bulk', body, token: attacker.token }
      return async () => flood(BULK_CALLS, [sent], [200, 503])
    },
    rounds: async () => requests,
  },
  {
    name: 'sends one bulk call of activities after the other',
    async prepare(attacker) {
      const members = await attacker.addUsers(1_000)
      const type = newType()
      for (let number = 0; number < 20; number += 1)
        await attacker.addRule({
          activityType: type,
          maxNumberOfParticipant: '1000000',
          when: `properties.total >= ${number * 50} && properties.total < ${(number + 1) * 50}`,
        })
      const activities = members.map((userId, total) => ({ type, userId, properties: { total } }))
      const body = json({ activities })
      const sent = { path: '/api/v1/laas/activities/bulk', body, token: attacker.token }
      return async () => flood(1, [sent], [200, 503])
    },
    rounds: async () => requests,
  },
  {
    name: 'sends bulk calls of activities with expensive conditions',
    async prepare(attacker) {
      const members = await attacker.addUsers(10)
      const type = newType()
      const rule = { activityType: type, maxNumberOfParticipant: '1000000' }
      await attacker.addRule({ ...rule, when: expensiveCondition() })
      await attacker.addRule({ ...rule, when: expensiveCondition({ readsMember: true }) })
      const properties = { items: expensiveItems() }
      const activities = Array.from({ length: 1_000 }, (_, index) => ({
        type,
        userId: members[index % members.length],
        properties,
      }))
      const body = json({ activities })
      const sent = { path: '/api/v1/laas/activities/bulk', body, token: attacker.token }
      return async () => flood(BULK_CALLS, [sent], [200, 503])
    },
    rounds: async () => requests,
  },
  {
    name: 'changes 60 rules at once',
    async prepare(attacker) {
      const { id } = await attacker.addRule()
      const body = json({ condition: 'Paid two orders' })
      const sent = { method: 'PATCH', path: `/api/v1/laas/rules/${id}`, body, token: attacker.token }
      return async () => flood(60, [sent], [200, 503])
    },
    rounds: async () => requests,
  },
  {
    name: 'tries 60 passwords at once',
    async prepare({ email }) {
      const tryOf = (name: string) => ({
        path: '/api/v1/acme/partners/login',
        body: json({ email: name, password: 'Rainy-Day-8' }),
        token: undefined,
      })
      // Each unknown account costs a hash, and each address has ten tries at an account.
      const unknown = Array.from({ length: 1_000 }, (_, index) => tryOf(`${index}@acme.example`))
      return async () => flood(60, [...unknown, tryOf(email)], [401, 429, 503])
    },
    rounds: async () => ({ ...requests, 'sign-in': signIn }),
  },
  {
    name: 'has webhook endpoints that take 14 s',
    async prepare() {
      const slow = await startReceiver()
      const held = new Set<ServerResponse>()
      slow.handleWith((_, response) => {
        held.add(response)
        setTimeout(() => response.end(), SLOW_ENDPOINT_MS).unref()
        return true
      })
      const attackers = await Promise.all(Array.from({ length: 3 }, () => onboardTestPartner(laurel)))
      for (const { token } of attackers)
        for (let index = 0; index < 20; index += 1)
          await addWebhook(laurel, token, { url: `${slow.url}/${index}`, types: ['rule.created'] })
      return async () => {
        for (const attacker of attackers) await attacker.addRule()
        await waitUntil(() => held.size > 0, 'a delivery hangs')
        return {
          async stop() {
            slow.handleWith(undefined)
            for (const response of held) response.end()
          },
        }
      }
    },
    rounds: async () => ({ delivery }),
  },
  {
    name: 'keeps many event streams open',
    async prepare() {
      return async () => {
        const streams: StreamReader[] = []
        for (let partner = 0; partner < 8; partner += 1) {
          const { token } = await onboardTestPartner(laurel)
          for (let index = 0; index < STREAMS / 8; index += 1)
            streams.push(await StreamReader.open(laurel, token))
        }
        return {
          async stop() {
            for (const stream of streams) stream.drop()
          },
        }
      }
    },
    rounds: async () => ({ 'live event': liveEvent(await StreamReader.open(laurel, victim.token)) }),
  },
  {
    name: 'reads pages far down a list of members',
    async prepare() {
      const attacker = await withManyMembers()
      const page = (query: string) => `/api/v1/laas/users?limit=100&${query}`
      const last = await laurel.get(page('page=100'), attacker.token)
      const sent = ['page=100', 'page=99', 'page=1400', `cursor=${last.body.data.next}`].map((query) =>
        get(attacker.token, page(query)),
      )
      return async () => flood(20, sent, [200, 400, 503])
    },
    rounds: async () => requests,
  },
  {
    name: 'searches its members',
    async prepare() {
      const attacker = await withManyMembers()
      const sent = [
        'search=ada',
        'search=member+zzz',
        'search=ada+member+9+8+7',
        'search=7@mail.example',
        'email=7@mail.example',
        'externalId=c-7',
      ].map((query) => get(attacker.token, `/api/v1/laas/users?limit=100&${query}`))
      return async () => flood(20, sent, [200, 503])
    },
    rounds: async () => requests,
  },
  {
    name: 'reads decisions, audit events and sessions',
    async prepare(attacker) {
      const winners = await attacker.addUsers(10)
      const { name: ruleName } = await attacker.addRule()
      for (let done = 0; done < AWARDS; done += 1_000)
        await attacker.awardAll(
          Array.from({ length: 1_000 }, (_, index) => ({
            userId: winners[index % winners.length] as string,
            ruleName,
          })),
        )
      const sent = [
        '/api/v1/laas/decisions?limit=100&ruleName=none&kind=all',
        '/api/v1/laas/decisions?limit=100&outcome=refused&kind=all',
        '/api/v1/laas/decisions?limit=100&actor=none',
        '/api/v1/laas/decisions?limit=100',
        '/api/v1/laas/coins/transactions?limit=100&page=20',
        '/api/v1/acme/partners/me/audit-events?limit=100',
        '/api/v1/acme/partners/me/sessions?limit=100',
      ].map((path) => get(attacker.token, path))
      return async () => flood(20, sent, [200, 503])
    },
    rounds: async () => requests,
  },
  {
    name: 'imports large files of blank and wrong lines again and again',
    async prepare({ token }) {
      const [path, csv] = ['/api/v1/laas/imports', 'text/csv']
      const type = 'application/x-ndjson'
      const customer = json({ externalId: 'customer-42' })
      const sent = [
        { path, type, body: `${'\n'.repeat(900_000)}${customer}`, token },
        { path, type, body: '\n'.repeat(5_000_000), token },
        { path, type, body: `${`${' '.repeat(1_000)}\n`.repeat(5_000)}${customer}`, token },
        { path, type, body: '{}\n'.repeat(20_000), token },
        { path, type: csv, body: `externalId\n${'\n'.repeat(900_000)}customer-42`, token },
        { path, type: csv, body: `externalId,email\n${'a\n'.repeat(20_000)}`, token },
      ]
      // Another import takes the place of one that is being received, whose connection may be closed, and waits for
      // one that runs.
      return async () => flood(4, sent, [0, 201, 400, 413, 503])
    },
    rounds: async () => requests,
  },
  {
    name: 'makes 4 exports of transactions and 20 of members at once',
    async prepare(attacker) {
      const members = await attacker.addUsers(10)
      const { name: ruleName } = await attacker.addRule({ maxNumberOfParticipant: '1000000' })
      const awardOf = (index: number) => ({ userId: members[index % members.length] as string, ruleName })
      await attacker.awardAll(Array.from({ length: EXPORTED }, (_, index) => awardOf(index)))
      const { token } = attacker
      const transactions = { method: 'GET', path: '/api/v1/laas/coins/transactions/export', body: '', token }
      const member = { ...transactions, path: `/api/v1/laas/users/${members[0]}/export` }
      const sent = [transactions, ...Array.from({ length: 5 }, () => member)]
      return async () => flood(24, sent, [200, 429], { breaksOff: true })
    },
    rounds: async () => ({ ...requests, 'member export': memberExport }),
  },
  {
    name: 'creates users as fast as it can',
    async prepare({ token }) {
      const create = (by: string | undefined) => ({
        path: '/api/v1/user',
        body: json(newUserBody()),
        token: by,
      })
      // Every second one signs up alone, which costs a hash; the others each cause a mail.
      const sent = Array.from({ length: 6_000 }, (_, index) => create(index % 2 ? undefined : token))
      return async () => flood(40, sent, [201, 400, 503])
    },
    rounds: async () => ({ ...requests, 'sign-in': signIn, 'code mail': codeMail }),
  },
]

type Measured = { times: number[]; failures: number }

/** Makes these rounds, one of each kind at a time, and takes the time of each. */
async function measure(rounds: Record<string, Round>): Promise<Record<string, Measured>> {
  const end = performance.now() + SECONDS * 1000
  const measured: Record<string, Measured> = {}
  await Promise.all(
    Object.entries(rounds).map(async ([name, round]) => {
      const each: Measured = { times: [], failures: 0 }
      measured[name] = each
      while (each.times.length < ROUNDS_MIN || performance.now() < end) {
        const start = performance.now()
        const status = await round()
        each.times.push(performance.now() - start)
        if (status >= 300) each.failures += 1
        await pause(PAUSE_MS)
      }
    }),
  )
  return measured
}

const percentile = (times: number[], share: number) =>
  times.toSorted((left, right) => left - right)[Math.floor((times.length - 1) * share)] as number

function describe(name: string, control: Measured, beside: Measured): string {
  const [p50, p99] = [0.5, 0.99].map((share) => {
    const [alone, attacked] = [percentile(control.times, share), percentile(beside.times, share)]
    return `${alone.toFixed(1)} → ${attacked.toFixed(1)} ms (${(attacked / alone).toFixed(1)})`
  })
  return `${name}: p50 ${p50}, p99 ${p99}, ${beside.times.length} rounds, ${beside.failures} failed`
}

for (const { name, prepare, rounds } of scenarios) {
  test(`a partner that ${name} fails no request of another`, async (t) => {
    const start = await prepare(await onboardTestPartner(laurel))
    const probed = await rounds()
    const control = SECONDS > 0 ? await measure(probed) : {}
    const attack = await start()
    const beside = await measure(probed)
    await attack.stop()
    for (const [probe, measured] of Object.entries(beside)) {
      assert.equal(measured.failures, 0, probe)
      if (control[probe]) t.diagnostic(describe(probe, control[probe], measured))
    }
  })
}
