import { isDeepStrictEqual } from 'node:util'
import { actorOf, partnerOf } from '../../http/edge/request-caller.ts'
import { operation } from '../../http/input/operation.ts'
import { addressKey } from '../../http/limits/request-limits.ts'
import type { App } from '../../http/responses/envelope.ts'
import { hashPassword } from '../../identity/accounts/passwords.ts'
import { onPartnerBy, sourceOf } from '../../identity/audit-log/audit-event.ts'
import { recordAuditEvent } from '../../identity/audit-log/audit-event-store.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { forbidden, invalid, invalidFields, notFound, taken, wrong } from '../../runtime/failure.ts'
import type { Config } from '../../runtime/settings/config.ts'
import type { Database, Db, Tx } from '../../storage/database/database.ts'
import { emailKey } from '../../storage/database/email-key.ts'
import { keyOf, scopeWithoutToken, sendOnce } from '../idempotency/idempotency-key.ts'
import { respondOnceWithoutToken } from '../idempotency/respond-once.ts'
import type { MemberLimit } from '../ledger/member-limit.ts'
import { partnerTransaction } from '../ledger/partner-transaction.ts'
import { dayIn } from '../ledger/time-zone.ts'
import { findExpirySettings, saveExpirySettings } from './expiry-store.ts'
import { findMemberLimit, saveMemberLimit } from './member-limit-store.ts'
import { ecosystemProblem, onboardPartner } from './onboard-partner.ts'
import type { CoinValue, Partner, PartnerAddresses } from './partner.ts'
import {
  NewPartnerBody,
  PartnerChangesBody,
  parseCoinValue,
  parseMemberLimit,
  refuseOtherDetails,
  unknownTimeZone,
} from './partner-body.ts'
import {
  EcosystemPath,
  type OwnPartner,
  OwnPartnerData,
  ownPartnerData,
  PartnerData,
  partnerData,
} from './partner-data.ts'
import {
  endCoinValue,
  findPartner,
  knowsTimeZone,
  listCoinValues,
  saveCoinValue,
  updatePartner,
} from './partner-store.ts'

type RedirectUris = Omit<PartnerAddresses, 'userDetailsUrl'>

type Services = {
  config: Config
  database: Database
  encryption: Encryption
  /** Why redirect addresses cannot be used together; undefined when they can. */
  addressProblem: (addresses: RedirectUris) => Promise<string | undefined>
  /** Has the counts of days begin in another zone. */
  changeTimeZone: (tx: Tx, partnerId: string, timeZone: string) => Promise<void>
  /** Wakes the mail sender. */
  mailPosted: () => void
  now: () => Date
}

const REGISTRATION_CLOSED = forbidden(
  'Registration is closed here; ask the operator of this service to register you.',
  'registration_closed',
)

/** Onboarding is the one partner operation that needs no token. */
export function partnerOnboardingRoutes(
  app: App,
  { config, database, encryption, addressProblem, mailPosted, now }: Services,
): void {
  app.post(
    '/:eco/partners',
    {
      ...operation({
        id: 'onboardPartner',
        tag: 'Partners',
        summary: 'Onboard a partner',
        description:
          'Registers a partner and its application in an ecosystem, opens its ledger, and mails a code to the address. Sign in with the same email and password. In production, inviting, client secrets and webhooks need the code to be entered first (`verifyPartnerEmail`), and until then the address is not reserved.',
        params: EcosystemPath,
        body: NewPartnerBody(config),
        code: 201,
        message: 'Partner details saved successfully',
        data: PartnerData,
        failures: [
          taken('The email rewards@acme.example is already taken; sign in, or use another one.', 'email'),
          REGISTRATION_CLOSED,
        ],
        open: true,
        idempotent: true,
      }),
      preValidation: async () => {
        if (config.registration === 'closed') throw REGISTRATION_CLOSED
      },
    },
    async (request, reply) => {
      const { params, body } = request
      const { password, confirmPassword: _, ...rest } = body
      const input = {
        ...rest,
        webRedirectUrl: body.webRedirectUrl || null,
        mobileRedirectUrl: body.mobileRedirectUrl || null,
      }
      const problem = ecosystemProblem(config, params.eco)
      if (problem) throw invalidFields([wrong('eco', problem)])
      await refuseConflictingAddresses(input, addressProblem)
      const at = now()
      const passwordHash = await hashPassword(password, addressKey(request.ip))
      const scopeId = scopeWithoutToken(encryption, 'onboarding', emailKey(body.email))
      const response = await respondOnceWithoutToken(
        database,
        { scopeId },
        keyOf(request, encryption),
        at,
        async (tx) => {
          const registration = { ...input, passwordHash, ecosystem: params.eco }
          const partner = await onboardPartner(tx, { config, encryption }, registration, at)
          const { partnerId } = partner
          await recordAuditEvent(tx, {
            subject: partnerId,
            partnerId,
            action: 'partner_onboarded',
            from: sourceOf(request),
            at,
          })
          return { status: 201, data: partnerData(partner) }
        },
      )
      mailPosted()
      return sendOnce(reply, response)
    },
  )
}

const ADDRESSES = ['redirectUrl', 'webRedirectUrl', 'mobileRedirectUrl', 'userDetailsUrl'] as const

/** The audit log has their values before and after. Addresses may hold a key, so it only names those. */
const SETTINGS = [
  'boardsPublic',
  'timeZone',
  'coinName',
  'coinValues',
  'memberCoinLimit',
  'memberLimitPeriod',
  'coinExpiry',
  'expiryNoticeDays',
  'brand',
] as const

export function ownPartnerRoutes(
  app: App,
  { config, database, addressProblem, changeTimeZone, now }: Services,
): void {
  app.get(
    '/:eco/partners/me',
    operation({
      id: 'readOwnPartner',
      tag: 'Partners',
      summary: 'Read your own details',
      params: EcosystemPath,
      message: 'Partner details returned',
      data: OwnPartnerData,
      failures: ['notFound'],
    }),
    async (request) => {
      const partner = await ownPartner(database, partnerOf(request), request.params.eco)
      return ownPartnerData(await withSettings(database, partner, now()))
    },
  )

  app.patch(
    '/:eco/partners/me',
    operation({
      id: 'changeOwnPartner',
      tag: 'Partners',
      roles: ['owner'],
      summary: 'Change your addresses and the settings of your programme, or publish your boards',
      params: EcosystemPath,
      body: PartnerChangesBody(config),
      message: 'Partner details saved successfully',
      data: OwnPartnerData,
      failures: ['notFound'],
    }),
    async (request) => {
      const { redirectUrl, webRedirectUrl, mobileRedirectUrl, userDetailsUrl, boardsPublic } = request.body
      const { timeZone, coinName, coinValue, brand, memberCoinLimit, memberLimitPeriod } = request.body
      const { coinExpiry, expiryNoticeDays } = request.body
      const at = now()
      if (timeZone !== undefined && !(await knowsTimeZone(database, timeZone))) throw unknownTimeZone()
      const changed = await partnerTransaction(database, actorOf(request), async (tx, ledger) => {
        const partner = await ownPartner(tx, partnerOf(request), request.params.eco)
        const before = await withSettings(tx, partner, at)
        refuseOtherDetails(request.body, ownPartnerData(before))
        const after: Partner = {
          ...partner,
          redirectUrl: redirectUrl ?? partner.redirectUrl,
          userDetailsUrl: userDetailsUrl ?? partner.userDetailsUrl,
          boardsPublic: boardsPublic ?? partner.boardsPublic,
          timeZone: timeZone ?? partner.timeZone,
          ...(coinName !== undefined && {
            coinName: coinName?.one ?? null,
            coinsName: coinName?.many ?? null,
          }),
          ...(brand?.accent !== undefined && { accent: brand.accent?.toLowerCase() ?? null }),
          webRedirectUrl: webRedirectUrl === undefined ? partner.webRedirectUrl : webRedirectUrl || null,
          mobileRedirectUrl:
            mobileRedirectUrl === undefined ? partner.mobileRedirectUrl : mobileRedirectUrl || null,
        }
        await refuseConflictingAddresses(after, addressProblem)
        await updatePartner(tx, after, at)
        if (after.timeZone !== partner.timeZone) await changeTimeZone(tx, partner.partnerId, after.timeZone)
        const limit = {
          memberCoinsMax:
            memberCoinLimit === undefined
              ? ledger.memberCoinsMax
              : (parseMemberLimit(memberCoinLimit) ?? null),
          memberLimitPeriod: memberLimitPeriod ?? ledger.memberLimitPeriod,
          timeZone: after.timeZone,
        }
        if (!isDeepStrictEqual(limit, termsOf(ledger)))
          await saveMemberLimit(tx, partner.partnerId, {
            ...limit,
            memberLimitSince: limitSince(ledger, limit),
          })
        const expiry = {
          coinExpiry: coinExpiry === undefined ? ledger.coinExpiry : coinExpiry,
          expiryNoticeDays: expiryNoticeDays ?? ledger.expiryNoticeDays,
        }
        if (!isDeepStrictEqual(expiry, before.expiry)) await saveExpirySettings(tx, partner.partnerId, expiry)
        if (coinValue) await saveCoinValue(tx, partner.partnerId, newCoinValue(coinValue, before.today), at)
        if (coinValue === null) await endCoinValue(tx, partner.partnerId, before.today, at)
        const saved = await withSettings(tx, after, at)
        const changes = changesOf(ownPartnerData(before), ownPartnerData(saved))
        const addresses = ADDRESSES.filter((field) => after[field] !== partner[field])
        const fields = [...addresses, ...Object.keys(changes)]
        if (fields.length > 0)
          await recordAuditEvent(tx, {
            ...onPartnerBy(request),
            action: 'partner_changed',
            at,
            detail: { fields, changes },
          })
        return saved
      })
      return ownPartnerData(changed)
    },
  )
}

const newCoinValue = (
  { amount, currency, since }: { amount: string | number; currency: string; since?: string },
  today: string,
): Omit<CoinValue, 'until'> => ({ amount: parseCoinValue(amount) ?? 0n, currency, since: since ?? today })

type LimitTerms = Omit<MemberLimit, 'memberLimitSince'>

const termsOf = ({ memberCoinsMax, memberLimitPeriod, timeZone }: MemberLimit): LimitTerms => ({
  memberCoinsMax,
  memberLimitPeriod,
  timeZone,
})

/** A new limit, period or zone counts from a time that no period before began at. */
function limitSince(before: MemberLimit & { now: Date }, after: LimitTerms): Date | null {
  const { now, memberLimitSince } = before
  const isSamePeriod =
    (before.memberCoinsMax === null) === (after.memberCoinsMax === null) &&
    before.memberLimitPeriod === after.memberLimitPeriod &&
    before.timeZone === after.timeZone
  if (isSamePeriod) return memberLimitSince
  return new Date(Math.max(now.getTime(), memberLimitSince?.getTime() ?? 0) + 1)
}

export async function withSettings(db: Db, partner: Partner, now: Date): Promise<OwnPartner> {
  return {
    ...partner,
    coinValues: await listCoinValues(db, partner.partnerId),
    memberLimit: await findMemberLimit(db, partner.partnerId),
    expiry: await findExpirySettings(db, partner.partnerId),
    today: dayIn(partner.timeZone, now),
  }
}

type Details = ReturnType<typeof ownPartnerData>

/** The settings that differ, with the values before and after. */
function changesOf(
  before: Details,
  after: Details,
): Partial<Record<keyof Details, { from: unknown; to: unknown }>> {
  const changed = SETTINGS.filter((field) => !isDeepStrictEqual(before[field], after[field]))
  return Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }]))
}

async function refuseConflictingAddresses(
  addresses: RedirectUris,
  addressProblem: Services['addressProblem'],
): Promise<void> {
  const problem = await addressProblem(addresses)
  if (problem) throw invalid(problem)
}

export async function ownPartner(db: Db, partnerId: string, ecosystem: string): Promise<Partner> {
  const partner = await findPartner(db, partnerId)
  if (partner?.ecosystem !== ecosystem) throw notFound('A partner of yours in this ecosystem')
  return partner
}
