import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createLog } from '../../runtime/process/logging.ts'
import type { Config } from '../../runtime/settings/config.ts'
import { createService } from '../../service.ts'
import { type Activity, createActivity } from './activity.ts'
import {
  beginProgramme,
  type Clock,
  onboardPartner,
  PASSWORD,
  type SeededService,
  type SeedPartner,
} from './onboard.ts'
import { PROGRAMMES, type Programme } from './programmes.ts'
import { createRandom } from './random.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const ECOSYSTEM = 'demo'
const RANDOM_SEED = 7
/** How much of a day falls on which hour (UTC). */
const HOURS = [
  { hour: 7, share: 0.1 },
  { hour: 10, share: 0.16 },
  { hour: 12, share: 0.22 },
  { hour: 15, share: 0.15 },
  { hour: 18, share: 0.25 },
  { hour: 21, share: 0.12 },
]
const PEOPLE_APART = 1_000
const WEBHOOK_DAYS_AGO = 21
const ATTEMPTS_MIN = 2
/** How much of the lowered budget is used. */
const BUDGET_USED = 0.96
const ATTEMPTS_WAIT_MS_MAX = 20_000

type SeedOptions = {
  config: Config
  connectionString: string
  secretKey: Buffer
  print: (line: string) => void
  /** How far back the partners begin at most. */
  daysMax?: number
}

type Seeding = Required<Pick<SeedOptions, 'print' | 'daysMax'>> &
  SeededService & { deliversWebhooks: boolean; end: number }
type Running = SeedPartner & { activity: Activity }

/**
 * Creates two partners with half a year of activity, through the API of a service with a moving clock.
 * Returns false when the partners exist already.
 */
export async function seed({
  config,
  connectionString,
  secretKey,
  print,
  daysMax = Number.POSITIVE_INFINITY,
}: SeedOptions): Promise<boolean> {
  const clock: Clock = { now: undefined }
  const service = await createService({
    // Hundreds of accounts get the same published password.
    config: { ...config, passwordHashing: 'cheap' },
    connectionString,
    secretKey,
    log: createLog('error'),
    clock,
  })
  try {
    await service.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = service.app.server.address() as AddressInfo
    const ecosystem = config.ecosystems?.[0] ?? ECOSYSTEM
    const seeding: Seeding = {
      baseUrl: `http://127.0.0.1:${port}`,
      ecosystem,
      clock,
      end: Date.now(),
      deliversWebhooks: config.deliversWebhooks,
      daysMax,
      print,
    }
    const isNew = await passTime(seeding)
    if (!isNew) print('The demo data already exists; nothing was added.')
    printSignIns(print, `${config.origin}/dashboard`, ecosystem)
    return isNew
  } finally {
    await service.drain()
  }
}

/** Plays the days in order, so that the events of each partner are sorted by time. */
async function passTime(seeding: Seeding): Promise<boolean> {
  const { clock, end, daysMax, print } = seeding
  const random = createRandom(RANDOM_SEED)
  const today = end - (end % DAY_MS)
  const daysOf = (programme: Programme) => Math.min(programme.daysAgo, daysMax)
  const running: Running[] = []
  for (let daysAgo = Math.max(...PROGRAMMES.map(daysOf)); daysAgo >= 0; daysAgo -= 1) {
    const midnight = today - daysAgo * DAY_MS
    clock.now = new Date(midnight)
    for (const programme of PROGRAMMES.filter((each) => daysOf(each) === daysAgo)) {
      if (!(await onboardPartner(seeding, programme))) return false
      if (running.length === 0)
        print('Creating two partners with half a year of activity; this takes about half a minute.')
      running.push(await begin(seeding, programme))
    }
    if (daysAgo === WEBHOOK_DAYS_AGO) await addWebhooks(running)
    for (const [index, { hour, share }] of HOURS.entries()) {
      const date = new Date(midnight + hour * HOUR_MS + random.whole(0, HOUR_MS))
      if (date.getTime() > end - HOUR_MS) break
      clock.now = date
      await Promise.all(
        running.map(({ activity }) => activity.live({ daysAgo, date, share, isFirst: index === 0 })),
      )
    }
    if (daysAgo === 0 || new Date(midnight + DAY_MS).getUTCDate() === 1)
      printMonth(seeding, running, midnight)
  }
  await finish(seeding, running)
  if (seeding.deliversWebhooks) await untilAttempted(running)
  return true
}

async function begin(seeding: Seeding, programme: Programme): Promise<Running> {
  const index = PROGRAMMES.indexOf(programme)
  const partner = await beginProgramme(seeding, programme)
  const random = createRandom(RANDOM_SEED + 1 + index)
  const firstPerson = index * PEOPLE_APART
  const { daysMax, end } = seeding
  return { ...partner, activity: createActivity(partner, { daysMax, end, random, firstPerson }) }
}

async function addWebhooks(running: Running[]): Promise<void> {
  for (const { owner, programme } of running)
    if (programme.webhook) await owner.webhooks.create(programme.webhook)
}

/** The last hour, award by award, and what is open today. */
async function finish({ clock, end }: Seeding, running: Running[]): Promise<void> {
  for (let minutes = 55; minutes > 0; minutes -= 5) {
    clock.now = new Date(end - minutes * MINUTE_MS)
    for (const { activity } of running) await activity.awardOnce()
  }
  clock.now = undefined
  for (const partner of running) {
    const { owner, programme } = partner
    if (programme.publishesBoards) await owner.partner.change({ boardsPublic: true })
    await owner.team.invite(programme.invitation)
    await lowerBudget(partner)
    await partner.activity.holdCoins()
  }
  // Any process may work off the lines of an import, with its own clock, so imports come last.
  await Promise.all(running.map(importMembers))
}

/** Leaves little of a budget, which is then nearly gone. */
async function lowerBudget({ manager, programme, ruleIds }: SeedPartner): Promise<void> {
  const id = ruleIds.get(programme.nearlyGone) as string
  const { budgetUsed } = await manager.rules.read(id)
  await manager.rules.change(id, { coinBudget: String(Math.ceil(Number(budgetUsed) / BUDGET_USED)) })
}

async function importMembers({ owner, programme }: SeedPartner): Promise<void> {
  const { id } = await owner.imports.create(programme.imported)
  while ((await owner.imports.read(id)).status !== 'finished') await pause(100)
}

/** The webhook's address does not respond, which its list of attempts shows soon. */
async function untilAttempted(running: Running[]): Promise<void> {
  const deadline = AbortSignal.timeout(ATTEMPTS_WAIT_MS_MAX)
  for (const { owner } of running) {
    const { webhooks } = await owner.webhooks.list()
    for (const { id } of webhooks) {
      const read = () => owner.webhooks.attempts(id)
      while (!deadline.aborted && (await read()).attempts.length < ATTEMPTS_MIN) await pause(100)
    }
  }
}

function printMonth({ print }: Seeding, running: Running[], midnight: number): void {
  const month = new Date(midnight).toLocaleDateString('en', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const sum = (what: keyof Activity['counts']) =>
    running.reduce((total, { activity }) => total + activity.counts[what], 0).toLocaleString('en')
  print(
    `${month.padEnd(15)} ${sum('members')} users, ${sum('awards')} awards, ${sum('transfers')} transfers, ${sum('reversals')} reversals so far`,
  )
}

function printSignIns(print: (line: string) => void, address: string, ecosystem: string): void {
  print(`Sign in at ${address} with the ecosystem ${ecosystem} and the password ${PASSWORD}:`)
  for (const { partnerName, email, team } of PROGRAMMES) {
    print(`  ${email.padEnd(26)} owner of ${partnerName}`)
    for (const member of team) print(`  ${member.email.padEnd(26)} ${member.role}`)
  }
}
