// Generated from server/openapi.json by `npm run generate`.

import type { UserReference } from './user.ts'

export interface AcceptInvitationRequest {
  /** As mailed. Must be the token of the mail. */
  token: string
  /** Must have 8 to 200 characters, with one uppercase letter, one number and one special character. */
  password: string
  /** The same password again. Must equal password. */
  confirmPassword: string
}

export interface Activity {
  id: string
  seq: number
  type: string
  /** Empty in a dry run for a member who would be joined. */
  userId: string
  reference: string | null
  /** What paid or counted, in the order in which it was decided. */
  awards: DecidedAward[]
  /** What rules refused although they matched. These are no awards. */
  refused: RefusedRule[]
  /** Every rule that listens to the type. Only with `expand=evaluations` or in a dry run. */
  evaluations?: RuleEvaluation[]
  /** @example 2026-03-01T09:30:00.000Z */
  occurredAt: string
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  actor: Actor
  /** Null when there were none, or when they are deleted. */
  properties: {
    [key: string]: unknown
  } | null
  metadata: {
    [key: string]: string
  } | null
  walletBefore: WalletBefore
}

export interface ActivityEventData {
  id: string
  type: string
  userId: string
  partnerId: string
  /** @example 2026-03-01T09:30:00.000Z */
  occurredAt: string
  /** Null when there were none, or when they are deleted. */
  properties: {
    [key: string]: unknown
  } | null
  reference: string | null
  metadata: {
    [key: string]: string
  } | null
  walletBefore: WalletBefore
  /** What rules refused although they matched. These are no awards. */
  refused: RefusedRule[]
  /** The number of the last event that it led to: its awards are among the events until then. */
  lastSeq: number
  actor: Actor
}

export interface ActivityProperty {
  /** As expressions name it, below `properties`. */
  path: string
  /** The most frequent first. */
  kinds: PropertyKind[]
  /** In how many of the activities it was. */
  activities: number
  /** Up to 8 values. Only for owners and managers. */
  examples?: (string | number | boolean)[]
}

export interface ActivityRecordedEvent {
  /** The sequence number of the event, from 1 without gaps. */
  seq: number
  type: "activity.recorded"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: ActivityEventData
}

export interface ActivityRefusalCount {
  reason: AwardReason
  /** Activities refused for this reason. */
  count: number
}

/** Activities that the rule matched and refused. They are not among `refused`. */
export interface ActivityRefusals {
  /** Days with such refusals, oldest first. */
  days: DayCount[]
  /** The most frequent first. */
  reasons: ActivityRefusalCount[]
}

export interface ActivityResult {
  id: string
  /** The number of its event; null in a dry run. */
  seq: number | null
  type: string
  /** Empty in a dry run for a member who would be joined. */
  userId: string
  reference: string | null
  /** What paid or counted, in the order in which it was decided. */
  awards: DecidedAward[]
  /** What rules refused although they matched. These are no awards. */
  refused: RefusedRule[]
  /** Every rule that listens to the type. Only with `expand=evaluations` or in a dry run. */
  evaluations?: RuleEvaluation[]
  wallet?: WalletAfter
  /** Only in a dry run: the number of the last event that it saw. */
  asOf?: number
}

export interface ActivityType {
  /** @example order.paid */
  type: string
  /**
   * How many there were in the last 30 days.
   * @example 1042
   */
  activities: number
  /**
   * When the latest was recorded; null when there was none.
   * @example 2026-03-01T09:30:00.000Z
   */
  lastAt: string | null
  /** Those that listen to the type, in the order in which they are decided. */
  rules: ListeningRule[]
  /** What the latest 100 activities of the type had, the most frequent first; at most 200. */
  properties: ActivityProperty[]
}

export interface ActivityTypePage {
  data: ActivityType[]
  /** Send it as `cursor` to get the next entries; null at the end. */
  next: string | null
}

/** Who did it. */
export interface Actor {
  kind: ActorKind
  /** Of the client secret, team member or user; empty for the service. */
  id: string
  /** The name at that time: of the secret, or the address of the team member. */
  name: string
}

export type ActorKind = "client" | "team" | "user" | "system"

export interface AdjustmentRefusedEvent {
  /** The sequence number of the event, from 1 without gaps. */
  seq: number
  type: "adjustment.refused"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: RefusedTransactionEventData
}

export interface Alarm {
  /** The same as long as the alarm lasts. */
  key: string
  kind: AlarmKind
  /** What is wrong, in one sentence. */
  message: string
  /**
   * Null for rules.
   * @example 2026-03-01T09:30:00.000Z
   */
  since: string | null
  webhookId: string | null
  ruleId: string | null
  importId: string | null
  /** Of the webhook or the rule. */
  name: string | null
  /** Events that wait for the webhook. */
  waiting: number | null
  /** Coins left in the budget. */
  left: string | null
  /** Lines that the import refused. */
  refused: number | null
}

export type AlarmKind = "webhook_failing" | "webhook_off" | "budget_low" | "budget_gone" | "rule_full" | "import_refused" | "ledger_drift"

export interface AlarmMails {
  /** Must be true or false. */
  enabled: boolean
}

export interface Alarms {
  alarms: Alarm[]
}

export type ArchivedFilter = "exclude" | "include" | "only"

export interface AttributeChanges {
  /** New values by name (letters, digits and _, beginning with a letter, at most 64 characters); null removes one. Others stay as they are. A user has at most 30. */
  attributes: {
    [key: string]: string | number | boolean | null
  }
}

export type AuditAction = "partner_onboarded" | "partner_changed" | "partner_taken_over" | "signed_in" | "sign_in_failed" | "signed_out" | "refresh_token_reused" | "session_ended" | "sessions_ended" | "password_reset_asked" | "password_reset" | "password_changed" | "email_change_asked" | "email_confirmed" | "email_changed" | "second_factor_begun" | "second_factor_activated" | "second_factor_removed" | "recovery_codes_replaced" | "recovery_code_used" | "member_invited" | "invitation_withdrawn" | "member_joined" | "role_changed" | "member_removed" | "secret_created" | "secret_revoked" | "webhook_created" | "webhook_changed" | "webhook_deleted" | "webhook_secret_rotated" | "webhook_replayed" | "webhook_retried" | "email_verified" | "consent_given" | "consent_refused" | "partner_unlinked" | "hidden_on_boards" | "shown_on_boards" | "account_deleted"

export interface AuditEvent {
  id: string
  /** What was done. */
  action: AuditAction
  /** The account: the id of a team member, or of the partner. */
  subject: string
  /** Who did it: the id of a team member or a client secret; for a failed sign-in, the account that was tried. */
  actor: string
  /** The address the request came from. */
  address: string
  agent: string | null
  detail: {
    [key: string]: unknown
  }
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
}

export interface AuditEventPage {
  data: AuditEvent[]
  count: number
  currentpage: number
  nextpage: number | null
  prevpage: number | null
  lastpage: number
  /** Send it as `cursor` to get the next entries; null at the end. */
  next: string | null
}

export interface Award {
  id: string
  /** The rule's id; the combined rule's when a sub-rule was awarded. */
  ruleId: string
  /** The awarded name. */
  ruleName: string
  userId: string
  /** Whether this call paid. False for a completion that only counts towards a payment, and for a reversed award. */
  awarded: boolean
  /** The narration. */
  note: string | null
  partnerId: string
  decision?: AwardCallDecision
  wallet?: WalletAfter
  /** Only in a dry run: the number of the last event that it saw. */
  asOf?: number
}

/** Only with `expand=decision` or in a dry run. */
export interface AwardCallDecision {
  outcome: AwardOutcome
  reason: Reason | null
  coins: string
  counters: Counters
  /** The number of its event; null in a dry run. */
  seq: number | null
  /** Null unless a rule was awarded. */
  ruleVersion: number | null
  /**
   * Of a refusal: when a later try could pay; absent if none could.
   * @example 2026-03-01T09:30:00.000Z
   */
  retryAt?: string
}

export interface AwardCountedEvent {
  /** The sequence number of the event, from 1 without gaps. */
  seq: number
  type: "award.counted"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: AwardEventData
}

export interface AwardDecision {
  id: string
  /** The rule's id; the combined rule's when a sub-rule was awarded. */
  ruleId: string
  /** The awarded name. */
  ruleName: string
  userId: string
  /** Whether this call paid. False for a completion that only counts towards a payment, and for a reversed award. */
  awarded: boolean
  /** The narration. */
  note: string | null
  partnerId: string
  kind: "award"
  outcome: AwardOutcome
  /** Why the award was refused. */
  reason: AwardReason | null
  /** The refusal as a sentence. */
  explanation: string | null
  coins: string
  /** Of the wallet, after this and the settlement that may follow. */
  balance: string
  /** Of the wallet, after this line alone. */
  balanceAfter: string
  points: string
  /** What it corrects or follows: the award of a reversal, the transfer of a refund, the credit or the end of a hold that a settlement follows, the hold that was extended, captured, released or over. */
  parentId: string | null
  actor: Actor
  reference: string | null
  metadata: {
    [key: string]: string
  } | null
  /**
   * When a later try could pay.
   * @example 2026-03-01T09:30:00.000Z
   */
  retryAt: string | null
  /** The number of its event. */
  seq: number
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  counters: Counters
  /** The activity that led to it; null when it was awarded by name. */
  activityId: string | null
  /**
   * When the coins can be spent; null for at once, and for an award that paid none.
   * @example 2026-03-01T09:30:00.000Z
   */
  availableAt: string | null
  /**
   * When the coins expire; null for never.
   * @example 2026-03-01T09:30:00.000Z
   */
  expiresAt: string | null
  ruleVersion: number
  units: string | null
  /** Whether nothing of it is left. */
  reversed: boolean
  /** What can still be taken back. */
  left: string
}

export interface AwardEventData {
  id: string
  /** The rule's id; the combined rule's when a sub-rule was awarded. */
  ruleId: string
  /** The awarded name. */
  ruleName: string
  userId: string
  /** Whether this call paid. False for a completion that only counts towards a payment, and for a reversed award. */
  awarded: boolean
  /** The narration. */
  note: string | null
  partnerId: string
  /** Why the award was refused. */
  reason: AwardReason | null
  /**
   * When a later try could pay.
   * @example 2026-03-01T09:30:00.000Z
   */
  retryAt: string | null
  counters: Counters
  coins: string
  units: string | null
  coinsPerUnit: string | null
  ruleVersion: number
  /** The activity that led to it; null when it was awarded by name. */
  activityId: string | null
  /**
   * When the coins can be spent; absent for at once.
   * @example 2026-03-01T09:30:00.000Z
   */
  availableAt?: string
  /**
   * When the coins expire; absent for never.
   * @example 2026-03-01T09:30:00.000Z
   */
  expiresAt?: string
  /** Of the wallet, after this and the settlement that may follow. */
  balance: string
  points: string
  actor: Actor
  reference: string | null
  metadata: {
    [key: string]: string
  } | null
}

export type AwardOutcome = "paid" | "counted" | "refused"

export interface AwardPaidEvent {
  /** The sequence number of the event, from 1 without gaps. */
  seq: number
  type: "award.paid"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: AwardEventData
}

export type AwardReason = "combined_by_sub_rule" | "rule_inactive" | "rule_not_started" | "rule_ended" | "amount_too_small" | "user_limit_reached" | "user_coins_reached" | "rule_full" | "sub_rule_repeated" | "already_counted" | "budget_exhausted" | "member_limit_reached" | "balance_limit"

export interface AwardRefusedEvent {
  /** The sequence number of the event, from 1 without gaps. */
  seq: number
  type: "award.refused"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: AwardEventData
}

export interface AwardReversedEvent {
  /** The sequence number of the event, from 1 without gaps. */
  seq: number
  type: "award.reversed"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: ReversalEventData
}

export interface Backtest {
  id: string
  /** `waiting` until an earlier one ends, then `running` until all is tried. A newer one of the same author cancels one that waits. */
  status: BacktestStatus
  progress: BacktestProgress
  result: BacktestResult | null
  /** Null for a rule that does not exist. */
  ruleId: string | null
  rule: RuleTerms
  /** @example 2026-03-01T09:30:00.000Z */
  from: string
  /** @example 2026-03-01T09:30:00.000Z */
  to: string
  asWritten: boolean
  actor: Actor
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  /** @example 2026-03-01T09:30:00.000Z */
  finishedAt: string | null
}

export interface BacktestDay {
  date: string
  /** Awards paid. */
  awards: number
  /** Coins paid. */
  coins: string
}

export interface BacktestMember {
  userId: string
  /** Coins paid. */
  coins: string
}

export interface BacktestNote {
  code: BacktestNoteCode
  /** The same as a sentence. */
  note: string
}

export type BacktestNoteCode = "rule_changed" | "not_active" | "counted_before" | "awarded_by_name" | "exclusive_group" | "reversed" | "unreadable" | "member_limit" | "balance_limit" | "member_changed" | "newest_only"

export interface BacktestPage {
  data: Backtest[]
  /** Send it as `cursor` to get the next entries; null at the end. */
  next: string | null
}

export interface BacktestProgress {
  /** Activities to try, at most 2,000,000. */
  activities: number
  /** Activities tried. */
  done: number
  percent: number
}

export interface BacktestRefusals {
  reason: AwardReason
  /** Activities that matched and were refused so. */
  count: number
}

export interface BacktestResult {
  /** Activities of the types that the rule asks for. */
  activities: number
  /** Activities that the rule matched. */
  matched: number
  /** Activities for which an expression failed. */
  failed: number
  /** Activities that were erased, or are past their retention; they were left out. */
  unreadable: number
  /** Awards paid. */
  paid: number
  /** Awards counted towards a payment. */
  counted: number
  /** Refusals by reason, most frequent first. */
  refused: BacktestRefusals[]
  /** Coins paid; nothing is reversed. */
  coins: string
  /** Distinct users paid. */
  participants: number
  /** The days with payments in the zone of the rule, oldest first. */
  days: BacktestDay[]
  /** The ten users with the most coins. Empty for the roles support and read-only; erased users are left out. */
  top: BacktestMember[]
  /** SHA-256 over a line for each rule or sub-rule that listened to an activity: `[activityId, outcome, reason, coins]` as JSON. Two runs with the same decisions have the same one. */
  digest: string
  /** Why what really happened may differ, so that the figures are an estimate. Without one, and with asWritten, an existing rule really paid these awards. */
  notes: BacktestNote[]
}

export type BacktestStatus = "waiting" | "running" | "finished" | "failed" | "cancelled"

export interface BeginSecondFactorRequest {
  /** Must have at most 200 characters. */
  password: string
}

export interface BeginSecondFactorResult {
  /** To type into the app; shown only once. */
  secret: string
  /** For a QR code that the app scans. */
  uri: string
}

/** How pages for users show the partner. */
export interface Brand {
  /** The path of the logo on this service. It changes with the logo. */
  logo: string | null
  /** The colour of the brand. */
  accent: string | null
  /** The accent for light pages, darkened where it could not be read. White text can be read on it. */
  accentOnLight: string | null
  /** The accent for dark pages, lightened where it could not be read. Black text can be read on it. */
  accentOnDark: string | null
}

export interface BrandChange {
  /**
   * The colour of the brand on pages for users; null for none. `setLogo` sets the logo. Must be a colour such as #1e6842, or null for none.
   * @example #1e6842
   */
  accent?: string | null
  readonly logo?: unknown
  readonly accentOnLight?: unknown
  readonly accentOnDark?: unknown
}

export interface Breaker {
  /** closed: the address is called. open: it failed too often and is not called until retryAt. half-open: the next onboarding retries it. */
  state: BreakerState
  /** Failures are: no connection, a timeout, or a status of 5xx or 429. */
  failuresInARow: number
  /** Misses are all other responses without a usable record, such as 404 for an unknown tag. */
  missesInARow: number
  /** @example 2026-03-01T09:30:00.000Z */
  retryAt: string | null
}

export type BreakerState = "closed" | "open" | "half-open"

export interface BrowserSession {
  person: SignedInPerson
  partner: OwnPartner
  ecosystem: string
  /** Send it in the header X-CSRF-Token with every request of this session except GET. */
  csrfToken: string
  /**
   * When the session ends unless it is used again.
   * @example 2026-03-01T09:30:00.000Z
   */
  expiresAt: string
}

export type BulkActivityResult = {
  status: "success"
  message: string
  data: ActivityResult
} | Failure

export interface BulkActivityResults {
  results: BulkActivityResult[]
  /** Only in a dry run: the number of the last event that it saw. */
  asOf?: number
}

export interface BulkAttributeChanges {
  /** Must be a list of 1 to 1000 users. */
  users: MemberAttributeChanges[]
}

export type BulkAttributesResult = {
  status: "success"
  message: string
  data: MemberAttributes
} | Failure

export interface BulkAttributesResults {
  results: BulkAttributesResult[]
}

export type BulkAwardResult = {
  status: "success"
  message: string
  data: Award
} | Failure

export interface BulkAwardResults {
  results: BulkAwardResult[]
  /** Only in a dry run: the number of the last event that it saw. */
  asOf?: number
}

export type BulkMemberResult = {
  status: "success"
  message: string
  data: IdentifiedMembership
} | Failure

export interface BulkMemberResults {
  results: BulkMemberResult[]
}

export interface ChangeEmailRequest {
  /** The new address. Must be an e-mail address of at most 254 characters. */
  email: string
  /** Must have at most 200 characters. */
  password: string
}

export interface ChangeEmailResult {
  email: string
  /** @example 2026-03-01T09:30:00.000Z */
  expiresAt: string
}

export interface ChangePasswordRequest {
  /** Must have at most 200 characters. */
  currentPassword: string
  /** Must have 8 to 200 characters, with one uppercase letter, one number and one special character. */
  password: string
  /** The same password again. Must equal password. */
  confirmPassword: string
}

export interface ChangePasswordResult {
  /** How many other sessions ended. */
  sessionsEnded: number
}

export interface ChangeRoleRequest {
  role: Role
}

export type ClientScope = "rules" | "awards" | "coins" | "events" | "boards" | "adjust" | "personal_data" | "webhooks" | "settings"

export interface ClientSecret {
  id: string
  name: string
  scopes: ClientScope[]
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  /** @example 2026-03-01T09:30:00.000Z */
  lastUsedAt: string | null
  /** @example 2026-03-01T09:30:00.000Z */
  expiresAt: string | null
}

export interface ClientSecretList {
  secrets: ClientSecret[]
}

/** A note that the month was closed. Later movements still count on the days they happen. */
export interface ClosedMonth {
  month: string
  /** The number of the latest event at that time: `asOf` of the statement that was closed. */
  seq: number
  /** The time zone in which the month began and ended. */
  timeZone: string
  /** @example 2026-03-01T09:30:00.000Z */
  closedAt: string
  actor: Actor
}

export type CoinBoard = CoinBoardPage | CoinBoardYear

export interface CoinBoardEntry {
  userId: string
  coins: string
  /** The position when this day began (UTC). 0: the user was not on the board. Null: it is not known, because the position was behind 200 on a board with more than 400 members, because very much happened since, or because the board is of another month or began today. */
  previousPosition?: number | null
}

export interface CoinBoardMonthEntry {
  userId: string
  coins: string
}

export interface CoinBoardPage {
  userPosition: CoinBoardPosition
  data: CoinBoardEntry[]
  count: string
  currentpage: number
  nextpage: number | null
  prevpage: number | null
  lastpage: number
}

export interface CoinBoardPosition {
  userId: string
  amount: string
  position: number
}

export type CoinBoardType = "earner" | "spender"

export interface CoinBoardYear {
  year: string
  leaderboards: {
    [key: string]: CoinBoardMonthEntry[]
  }
}

/** Only with `expand=decision` or in a dry run. */
export interface CoinCallDecision {
  outcome: CoinCallOutcome
  reason: Reason | null
  coins: string
  counters: null
  /** The number of its event; null in a dry run. */
  seq: number | null
  /** Null unless a rule was awarded. */
  ruleVersion: number | null
  /**
   * Of a refusal: when a later try could pay; absent if none could.
   * @example 2026-03-01T09:30:00.000Z
   */
  retryAt?: string
}

export type CoinCallOutcome = "moved" | "reversed" | "returned" | "refused"

export interface CoinDecision {
  id: string
  kind: CoinDecisionKind
  userId: string
  partnerId: string
  /** `moved` also for what was done to a hold. */
  outcome: CoinOutcome
  /** Why it was refused. */
  reason: Reason | null
  /** The refusal as a sentence. */
  explanation: string | null
  coins: string
  /** Of the wallet, after this and the settlement that may follow. */
  balance: string
  /** Of the wallet, after this line alone. */
  balanceAfter: string
  points: string
  /** What it corrects or follows: the award of a reversal, the transfer of a refund, the credit or the end of a hold that a settlement follows, the hold that was extended, captured, released or over. */
  parentId: string | null
  actor: Actor
  reference: string | null
  metadata: {
    [key: string]: string
  } | null
  /**
   * When a later try could pay.
   * @example 2026-03-01T09:30:00.000Z
   */
  retryAt: string | null
  /** The number of its event. */
  seq: number
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  /** CR when coins enter the wallet; null for a hold, whose coins stay in the wallet until a transfer captures them. */
  debitOrCredit: DebitOrCredit | null
  /** The narration; of a reversal, why it was made. */
  note: string | null
  /** The award of a reversal. */
  awardId: string | null
  /** The rule of that award. */
  ruleName: string | null
  /** The version of the rule that the award was paid by. */
  ruleVersion: number | null
  /** The transfer of a refund, or what a settlement follows. */
  originalId: string | null
  /** The return that a refund or a reversal is part of. */
  returnId: string | null
  /** What could be spent of the balance; null for a reversal. */
  available: string | null
  /** The hold that it is about, or that a transfer captured. */
  holdId: string | null
  /**
   * When the coins of a credit expire, when expired ones did, or when the hold ends; null for never.
   * @example 2026-03-01T09:30:00.000Z
   */
  expiresAt: string | null
  /** What the wallet gave to a reversal. */
  taken: string | null
  /** What a reversal took of expired coins. */
  fromExpired: string | null
  owed: string | null
  writtenOff: string | null
  /** What a reversal left of the award. */
  left: string | null
}

export type CoinDecisionKind = "transfer" | "reversal" | "refund" | "adjustment" | "opening" | "hold" | "extension" | "capture" | "release" | "settlement" | "expiry" | "hold_expiry"

/** How long coins live from the day on which they are available, and to the end of what. */
export interface CoinExpiry {
  /**
   * A period of ISO 8601 in days, months or years: from 1 day to 10 years.
   * @example P12M
   */
  after: string
  until: CoinExpiryEnd
}

/** How long coins live from the day on which they are available. */
export interface CoinExpiryChange {
  /**
   * By ISO 8601. Must be a period from 1 day to 10 years in days, months or years, such as P90D, P12M or P2Y.
   * @example P12M
   */
  after: string
  /**
   * Coins expire at the end of the day, month or year in which that time is over.
   * @default "month"
   */
  until?: CoinExpiryEnd
}

export type CoinExpiryEnd = "day" | "month" | "year"

/** What one coin and many coins are called. */
export interface CoinName {
  /**
   * Must be one line of text of at most 30 characters.
   * @example star
   */
  one: string
  /**
   * Must be one line of text of at most 30 characters.
   * @example stars
   */
  many: string
}

export type CoinOutcome = "moved" | "reversed" | "refused"

/** What a coin is worth in money. */
export interface CoinValue {
  /** How much one coin is worth. */
  amount: string
  /** The currency, by ISO 4217. */
  currency: string
  /** The first day of this value. */
  since: string
  /** The first day without a value; null while there is none. */
  until: string | null
}

/** What a coin is worth from a day on. Earlier values stay; one of the same day is replaced. */
export interface CoinValueChange {
  /**
   * How much one coin is worth, with at most 6 decimals. Must be an amount above 0 and up to 1000000, with at most 6 decimals, such as "0.01".
   * @example 0.01
   */
  amount: string | number
  /**
   * Must be a currency of ISO 4217, such as EUR.
   * @example EUR
   */
  currency: string
  /** The first day of this value; today by default. Must be a day such as 2026-03-01. */
  since?: string
  readonly until?: unknown
}

export interface CoinsAdjustedEvent {
  /** The sequence number of the event, from 1 without gaps. */
  seq: number
  type: "coins.adjusted"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: TransactionEventData
}

export interface CoinsAt {
  coins: string
  /** @example 2026-03-01T09:30:00.000Z */
  at: string
}

export interface CoinsExpiredEvent {
  /** The sequence number of the event, from 1 without gaps. */
  seq: number
  type: "coins.expired"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: ExpiryEventData
}

export interface CoinsExpiringEvent {
  /** The sequence number of the event, from 1 without gaps. */
  seq: number
  type: "coins.expiring"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: ExpiryNoticeEventData
}

export interface CoinsHeldEvent {
  /** The sequence number of the event, from 1 without gaps. */
  seq: number
  type: "coins.held"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: HoldEventData
}

export interface CoinsOpenedEvent {
  /** The sequence number of the event, from 1 without gaps. */
  seq: number
  type: "coins.opened"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: OpeningEventData
}

export interface CoinsRefundedEvent {
  /** The sequence number of the event, from 1 without gaps. */
  seq: number
  type: "coins.refunded"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: TransactionEventData
}

export interface CoinsSettledEvent {
  /** The sequence number of the event, from 1 without gaps. */
  seq: number
  type: "coins.settled"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: SettlementEventData
}

export interface CoinsTransferredEvent {
  /** The sequence number of the event, from 1 without gaps. */
  seq: number
  type: "coins.transferred"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: TransactionEventData
}

export type Comparison = "previous" | "year"

export interface ConditionTrial {
  /** The latest activities of the type, at most 100. */
  activities: number
  /** Those that match. */
  matched: number
  /** Those for which an expression failed. */
  failed: number
  /** Those that were erased, or are past their retention; they were left out. */
  unreadable: number
  /** The latest 5 that match, newest first. */
  matching: MatchingActivity[]
  /** The latest 5 that do not match, newest first. */
  others: OtherActivity[]
}

export interface ConfirmEmailRequest {
  /** As mailed. Must be the token of the mail. */
  token: string
}

export interface ConfirmEmailResult {
  /** Which address was confirmed. */
  address: ConfirmedAddress
  /** Whether both addresses are confirmed and the change has taken effect. */
  changed: boolean
}

export interface ConfirmSecondFactorRequest {
  /**
   * Must be the 6 digits of your app, or a recovery code.
   * @example 482913
   */
  code: string
}

export interface ConfirmSecondFactorResult {
  /** Each works once; shown only once. */
  recoveryCodes: string[]
}

export type ConfirmedAddress = "current" | "new"

export type CountPer = "call" | "day" | "week" | "month"

/** Counters after the decision, with the limits at that time; -1 for no maximum. */
export interface Counters {
  progress: number
  /** Completions per payment. */
  completionNumber: number
  /** In the period of the user limits. */
  userAwards: number
  userLimitAward: number
  /** Null when the rule does not limit them. */
  userCoins: string | null
  userCoinLimit: string
  participants: number
  maxNumberOfParticipant: number
  /** Null when the rule has no budget. */
  budgetUsed: string | null
  coinBudget: string
  /** Of all rules in the period of memberCoinLimit; absent while the programme has no such limit. */
  memberCoins?: string
  memberCoinLimit?: string
}

export interface CreatedClientSecret {
  id: string
  name: string
  scopes: ClientScope[]
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  /** @example 2026-03-01T09:30:00.000Z */
  lastUsedAt: string | null
  /** @example 2026-03-01T09:30:00.000Z */
  expiresAt: string | null
  /** Shown only in this response. */
  secret: string
}

export interface DayCount {
  date: string
  /** How many. */
  count: number
}

export type DebitOrCredit = "CR" | "DE"

export interface DecidedAward {
  id: string
  /** The rule's id; the combined rule's when a sub-rule was awarded. */
  ruleId: string
  /** The awarded name. */
  ruleName: string
  userId: string
  /** Whether this call paid. False for a completion that only counts towards a payment, and for a reversed award. */
  awarded: boolean
  /** The narration. */
  note: string | null
  partnerId: string
  decision?: AwardCallDecision
}

export type Decision = AwardDecision | CoinDecision | ReturnDecision | MembershipChange

export interface DecisionPage {
  decisions: Decision[]
  /** Send it as `before` to get older decisions; null when there are none. Each request scans 10000 decisions, so `decisions` can have fewer than `limit`, or none, before the last page. */
  next: number | null
  totals?: DecisionTotals
}

/** Of all lines that pass the filter, not only of this page. */
export interface DecisionTotals {
  lines: number
  /** Coins that entered wallets. */
  credited: string
  /** Coins that left wallets. */
  debited: string
  net: string
  /** Whether only the latest lines were summed up, so that there are more. */
  atLeast: boolean
}

export interface DiagnoseWebhookRequest {
  /** The raw body as text, exactly as received. Must be the raw body as text of at most 950000 characters, exactly as it was received. */
  body: string
  /** The headers of the same request. Must be an object of at most 200 names of headers and their values. */
  headers: {
    [key: string]: string
  }
  /** The secret that your server uses, for comparison; it is not stored. Must be the secret as text of at most 500 characters. */
  secret?: string
}

export type Empty = Record<string, never>

export interface EndAllSessionsResult {
  sessionsEnded: number
}

export interface Erasure {
  /** The membership's id, which stays. */
  id: string
  /** The user's id, which stays. */
  userId: string
  /** The coins that went back to you. */
  forfeited: string
}

/** What a program can tell failures apart by. */
export type ErrorCode = "Bad request" | "" | "Method not allowed" | "Unauthorized" | "Forbidden" | "Idempotency conflict" | "version_conflict" | "Rate limited" | "Unavailable" | "Internal" | "registration_closed" | "second_factor_required" | "consent_required" | "user_details_unreachable" | "user_details_invalid" | "user_details_mismatch" | "user_details_conflict" | "coins_left" | "backtest_waiting" | "backtest_ended" | "combined_by_sub_rule" | "rule_inactive" | "rule_not_started" | "rule_ended" | "amount_too_small" | "user_limit_reached" | "user_coins_reached" | "rule_full" | "sub_rule_repeated" | "already_counted" | "budget_exhausted" | "member_limit_reached" | "balance_limit" | "not_paid" | "already_reversed" | "completion_used" | "reversal_exceeds" | "insufficient_coins" | "too_many_holds" | "hold_not_active" | "capture_exceeds" | "not_refundable" | "already_refunded" | "refund_exceeds" | "return_exceeds" | "month_not_over" | "month_closed" | "too_many_webhooks" | "webhook_disabled" | "not_redeliverable" | "too_many_secrets" | "second_factor_active" | "second_factor_inactive" | "second_factor_not_begun" | "last_owner" | "own_second_factor" | "import_in_progress" | "import_replaced" | "import_finished" | "session_ended" | "csrf_token_invalid"

export type ErrorType = "invalid" | "not found" | "unauthorized" | "forbidden" | "conflict" | "too many requests" | "unavailable" | "internal"

export interface EvaluationError {
  activityId: string
  /** Of the rule, or of the sub-rule. */
  ruleName: string
  /** Names and kinds, never values. */
  error: string
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
}

/** Activities for which an expression of the rule failed. */
export interface EvaluationErrors {
  /** Days on which expressions of the rule failed, oldest first. */
  days: DayCount[]
  /** The last ten of all days, newest first. */
  latest: EvaluationError[]
}

export type Event = RuleCreatedEvent | RuleUpdatedEvent | RuleStartedEvent | RuleEndedEvent | RuleExhaustedEvent | RuleFullEvent | UserOnboardedEvent | UserUpdatedEvent | UserLeftEvent | UserClaimedEvent | UserErasedEvent | AwardCountedEvent | AwardPaidEvent | AwardRefusedEvent | AwardReversedEvent | ReversalRefusedEvent | CoinsTransferredEvent | TransferRefusedEvent | CoinsRefundedEvent | RefundRefusedEvent | CoinsAdjustedEvent | AdjustmentRefusedEvent | CoinsSettledEvent | CoinsOpenedEvent | CoinsExpiringEvent | CoinsExpiredEvent | CoinsHeldEvent | HoldExtendedEvent | HoldReleasedEvent | HoldExpiredEvent | HoldRefusedEvent | OrderReturnedEvent | ReturnRefusedEvent | ActivityRecordedEvent

export interface EventPage {
  events: Event[]
  /** Send it as `after` to continue. All events up to this number were scanned, so it can advance without any event that passes `types`. After a call with `before`, send it as `before`: all events from this number on were scanned; at 1 there are no more. */
  next: number
}

export type EventType = "rule.created" | "rule.updated" | "rule.started" | "rule.ended" | "rule.exhausted" | "rule.full" | "user.onboarded" | "user.updated" | "user.left" | "user.claimed" | "user.erased" | "award.counted" | "award.paid" | "award.refused" | "award.reversed" | "reversal.refused" | "coins.transferred" | "transfer.refused" | "coins.refunded" | "refund.refused" | "coins.adjusted" | "adjustment.refused" | "coins.settled" | "coins.opened" | "coins.expiring" | "coins.expired" | "coins.held" | "hold.extended" | "hold.released" | "hold.expired" | "hold.refused" | "order.returned" | "return.refused" | "activity.recorded"

export interface ExpandedReversal {
  id: string
  /** The rule's id; the combined rule's when a sub-rule was awarded. */
  ruleId: string
  /** The awarded name. */
  ruleName: string
  userId: string
  /** Whether this call paid. False for a completion that only counts towards a payment, and for a reversed award. */
  awarded: boolean
  /** The narration. */
  note: string | null
  partnerId: string
  reversalId: string
  /** By which the points fall: taken, fromExpired, owed and writtenOff together. */
  coins: string
  /** What the wallet gave. */
  taken: string
  /** What had expired of the coins of the award; absent for none. */
  fromExpired?: string
  owed: string
  writtenOff: string
  /** What is left of the award. */
  left: string
  /** Why, as the `reason` of the request said. */
  narration: string | null
  decision?: CoinCallDecision
  wallet?: WalletAfter
  /** Only in a dry run: the number of the last event that it saw. */
  asOf?: number
}

/** What expires after these months. */
export interface ExpiringLater {
  /** Coins that expire. */
  coins: string
  /** Members who have any of them. */
  members: number
  /** What the coins are worth. In money, exact, by `coinValue`, the value of a coin on the last day; null without one. */
  value: string | null
}

export interface ExpiringMonth {
  /** Year and month. */
  month: string
  from: string
  to: string
  /** Coins that expire. */
  coins: string
  /** Members who have any of them. */
  members: number
  /** What the coins are worth. In money, exact, by `coinValue`, the value of a coin on the last day; null without one. */
  value: string | null
}

export interface ExpiryEventData {
  id: string
  userId: string
  /** Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
  debitOrCredit: DebitOrCredit
  coins: number
  transactionType: TransactionType
  narration: string
  /**
   * From when the coins could not be spent any more.
   * @example 2026-03-01T09:30:00.000Z
   */
  expiresAt: string
  /** Of the wallet, after this and the settlement that may follow. */
  balance: string
  points: string
  actor: Actor
  reference: string | null
  metadata: {
    [key: string]: string
  } | null
}

export interface ExpiryForecast {
  /** Today, in the programme's time zone. */
  date: string
  /** The time zone in which the months begin. */
  timeZone: string
  /** This month and the eleven after it, also those in which nothing expires. Coins that expire at the end of the last day of a month are in that month. */
  months: ExpiringMonth[]
  later: ExpiringLater
  /** All coins that expire. */
  coins: string
  /** What these are worth. In money, exact, by `coinValue`, the value of a coin on the last day; null without one. */
  value: string | null
  coinValue: CoinValue | null
}

export interface ExpiryNoticeEventData {
  userId: string
  /** How many coins expire then, as of now. */
  coins: string
  /**
   * From when they cannot be spent: the start of a day in the timeZone of the programme.
   * @example 2026-03-01T09:30:00.000Z
   */
  expiresAt: string
}

export interface ExportedAttributes {
  /** The event since which the user had them. */
  seq: number
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  /** Texts, numbers and booleans by name. */
  attributes: {
    [key: string]: string | number | boolean
  }
}

export interface ExportedLot {
  /** What is left of them. */
  coins: string
  /** What expired of them. */
  expired: string
  /**
   * Null for coins that could be spent at once.
   * @example 2026-03-01T09:30:00.000Z
   */
  availableAt: string | null
  /**
   * Null for coins that never expire.
   * @example 2026-03-01T09:30:00.000Z
   */
  expiresAt: string | null
}

export interface ExportedMembership {
  /** The membership's id. */
  id: string
  /** The user's id, which awards and transfers take. */
  userId: string
  userData: UserData | null
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  /** @example 2026-03-01T09:30:00.000Z */
  updatedAt: string
  /** Your own id of the user; null when you gave none. */
  externalId: string | null
  /** Empty when unknown. */
  email: string
  /** Whether the user has an account, or claimed the membership with one. */
  hasAccount: boolean
  /** @example 2026-03-01T09:30:00.000Z */
  leftAt: string | null
  /** Who ended the membership; null for a member. A user who unlinked from you is shown without `userData` and `email`. */
  leftBy: LeftBy | null
}

export interface ExportedProgress {
  ruleId: string
  ruleName: string
  /** Completions since the last payment. */
  progress: number
  subRulesDone: string[]
  /** Paid awards that were not reversed. */
  userAwards: number
  /** Coins paid, less those given back. */
  coins: string
}

export interface Failure {
  status: "failed"
  message: FailureMessage
  data: FailureData
}

export interface FailureData {
  errorType: ErrorType
  appErrorCode: ErrorCode
  /** One sentence that says what to change. */
  error: string
  /** The wrong fields, if the failure is about fields. */
  fields?: FieldProblem[]
}

export type FailureMessage = "Invalid data" | "Request refused" | "Data not found" | "Method not allowed" | "Not authorized" | "Not allowed" | "Conflict" | "Too many requests" | "Service unavailable" | "Internal error"

export interface FieldProblem {
  /** The name as sent, such as `rules[0].name`. */
  field: string
  /** Completes a sentence that begins with the name. */
  problem: string
}

export interface ForgotPasswordRequest {
  /** Must be an e-mail address of at most 254 characters. */
  email: string
}

export interface ForgotPasswordResult {
  email: string
}

export interface Found {
  /** By the beginning of an e-mail address, a whole externalId, user id or membership id, and any part of the name or the beginning of a word of the tag. Users who unlinked from you are not found. */
  members: Member[]
  /** By any part of a name, or by id. */
  rules: FoundRule[]
  /** References that begin with the text. */
  orders: FoundOrder[]
  /** The award, transaction, reversal or return with this id. */
  decisions: Decision[]
  /** By any part of the note, newest first. */
  notes: Decision[]
  /** Requests with this X-Request-Id. Empty without the token of a team member. */
  requests: LoggedRequest[]
}

export interface FoundOrder {
  reference: string
}

export interface FoundRule {
  id: string
  /** The name that matches: of the rule, or of a sub-rule. */
  name: string
  ruleName: string
  status: RuleStatus
}

export interface Hold {
  id: string
  userId: string
  externalId: string | null
  status: HoldStatus
  /** How many coins are held. */
  coins: string
  /** How many of them became a transfer. */
  captured: string
  /**
   * When the hold ends by itself.
   * @example 2026-03-01T09:30:00.000Z
   */
  expiresAt: string
  narration: string | null
  reference: string | null
  metadata: {
    [key: string]: string
  } | null
  actor: Actor
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  /**
   * When it was captured, released or over; null while it is active.
   * @example 2026-03-01T09:30:00.000Z
   */
  endedAt: string | null
}

export interface HoldCapture {
  /** A part of the hold, the rest of which goes back; all by default. Must be a coin amount above 0 and up to 1000000000, with at most 2 decimals, such as "10" or "2.5". */
  coins?: string | number
}

export interface HoldEventData {
  /** The hold; of a hold that was not made, the id of the refusal. */
  holdId: string
  userId: string
  /** How many coins the call was about. */
  coins: string
  /**
   * When the hold ends by itself; null unless the event sets it.
   * @example 2026-03-01T09:30:00.000Z
   */
  expiresAt: string | null
  narration: string | null
  /** Of the wallet, after this and the settlement that may follow. */
  balance: string
  points: string
  actor: Actor
  reference: string | null
  metadata: {
    [key: string]: string
  } | null
}

export interface HoldExpiredEvent {
  /** The sequence number of the event, from 1 without gaps. */
  seq: number
  type: "hold.expired"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: HoldEventData
}

export interface HoldExtendedEvent {
  /** The sequence number of the event, from 1 without gaps. */
  seq: number
  type: "hold.extended"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: HoldEventData
}

export interface HoldExtension {
  /** Seconds from now; never beyond seven days after the hold was made. */
  expiresIn: number
}

export interface HoldPage {
  data: Hold[]
  /** Send it as `cursor` to get the next entries; null at the end. */
  next: string | null
}

export interface HoldRefusedEvent {
  /** The sequence number of the event, from 1 without gaps. */
  seq: number
  type: "hold.refused"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: RefusedHoldEventData
}

export interface HoldReleasedEvent {
  /** The sequence number of the event, from 1 without gaps. */
  seq: number
  type: "hold.released"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: HoldEventData
}

export interface HoldResult {
  id: string
  userId: string
  externalId: string | null
  status: HoldStatus
  /** How many coins are held. */
  coins: string
  /** How many of them became a transfer. */
  captured: string
  /**
   * When the hold ends by itself.
   * @example 2026-03-01T09:30:00.000Z
   */
  expiresAt: string
  narration: string | null
  reference: string | null
  metadata: {
    [key: string]: string
  } | null
  actor: Actor
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  /**
   * When it was captured, released or over; null while it is active.
   * @example 2026-03-01T09:30:00.000Z
   */
  endedAt: string | null
  /** The transfer that a capture made. */
  transactionId?: string
  decision?: CoinCallDecision
  wallet?: WalletAfter
  /** Only in a dry run: the number of the last event that it saw. */
  asOf?: number
}

export type HoldStatus = "active" | "captured" | "released" | "expired"

export interface IdentifiedMembership {
  /** The membership's id. */
  id: string
  /** The user's id, which awards and transfers take. */
  userId: string
  userData: UserData | null
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  /** @example 2026-03-01T09:30:00.000Z */
  updatedAt: string
  /** Your own id of the user; null when you gave none. */
  externalId: string | null
}

export interface Import {
  id: string
  /** `receiving` until all lines have arrived, then `running` until they are worked off. What a cancelled import made stays. */
  status: ImportStatus
  /** Lines received, without a header and empty lines. */
  lines: number
  /** Lines worked off. */
  done: number
  /** Lines that made a member. */
  created: number
  /** Lines that made none. */
  refused: number
  /** How much is worked off. */
  percent: number
  actor: Actor
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  /** @example 2026-03-01T09:30:00.000Z */
  finishedAt: string | null
}

/** A header line with the names of the fields, then a line for each member. `externalId` is required; `fullname`, `email`, `coins`, `points`, `expiresOn` and `reference` are optional. Another name is refused. An attribute is a column such as `attributes.city`, with `:number` or `:boolean` behind its name unless it is text; an empty cell is none. */
export type ImportCsv = string

/** A JSON object on each line. `externalId` is required; `fullname`, `email`, `coins`, `points`, `expiresOn` and `reference` are optional. Another name is refused. `attributes` is an object of values by name. */
export type ImportNdjson = string

export interface ImportPage {
  data: Import[]
  /** Send it as `cursor` to get the next entries; null at the end. */
  next: string | null
}

export interface ImportRefusal {
  /** The number of the line in the file, from 1. */
  line: number
  /** Of the line, if it has one. */
  externalId: string | null
  reason: ImportRefusalReason
  /** What is wrong, as a sentence. */
  problem: string
}

export interface ImportRefusalPage {
  data: ImportRefusal[]
  /** Send it as `cursor` to get the next entries; null at the end. */
  next: string | null
}

export type ImportRefusalReason = "invalid" | "already_member"

export type ImportStatus = "receiving" | "running" | "finished" | "cancelled"

export interface Invitation {
  id: string
  email: string
  role: Role
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  /** @example 2026-03-01T09:30:00.000Z */
  expiresAt: string
}

export interface InviteTeamMemberRequest {
  /** Must be an e-mail address of at most 254 characters. */
  email: string
  role: Role
}

export interface LastUserDetailsResult {
  /** The address at that time. */
  userDetailsUrl: string
  /** @example 2026-03-01T09:30:00.000Z */
  askedAt: string
  /** Milliseconds until the response was read, or given up. */
  tookMs: number
  /** found, not_found, or the code that onboarding refuses with. */
  outcome: UserDetailsOutcome
  /** The HTTP status; null when no response was accepted. */
  status: number | null
  /** The problem; null when there is none. */
  detail: string | null
  /** Each field that is not as documented, without its value. */
  problems: FieldProblem[]
}

export type LeftBy = "partner" | "user"

export interface Liability {
  /** Today, in the programme's time zone. */
  date: string
  /** Coins in all wallets. */
  coins: string
  /** Members whose wallet holds coins, former ones included. */
  members: number
  /** What the coins are worth. In money, exact, by `coinValue`, the value of a coin on the last day; null without one. */
  value: string | null
  /** Members with coins by the days since coins last entered or left their wallet. All ages add up to the whole. */
  ages: LiabilityAge[]
  owed: LiabilityOwed
  redemption: Redemption
  coinValue: CoinValue | null
  /** The time zone in which the days of this response begin. */
  timeZone: string
  counted: OverviewCounted
  recount: Recount | null
}

export interface LiabilityAge {
  /** At least so many days since the last movement of the member. */
  fromDays: number
  /** At most so many; null for any number. */
  toDays: number | null
  /** Coins of these members. */
  coins: string
  /** Members whose wallet holds coins. */
  members: number
  /** What the coins are worth. In money, exact, by `coinValue`, the value of a coin on the last day; null without one. */
  value: string | null
}

/** What members owe for reversed awards, and later payments settle. It is not in their wallets. */
export interface LiabilityOwed {
  /** How many coins. */
  coins: string
  /** What the coins are worth. In money, exact, by `coinValue`, the value of a coin on the last day; null without one. */
  value: string | null
}

export interface ListedActivity {
  id: string
  seq: number
  type: string
  userId: string
  reference: string | null
  /** @example 2026-03-01T09:30:00.000Z */
  occurredAt: string
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  actor: Actor
  /** Null when there were none, or when they are deleted. */
  properties: {
    [key: string]: unknown
  } | null
  metadata: {
    [key: string]: string
  } | null
  walletBefore: WalletBefore
  /** What its awards paid. */
  coins: string
  /** Awards that paid. */
  paid: number
  /** Awards that counted. */
  counted: number
  /** Rules that refused. */
  refused: number
}

export interface ListedActivityPage {
  data: ListedActivity[]
  /** Send it as `cursor` to get the next entries; null at the end. */
  next: string | null
}

export interface ListedTransaction {
  id: string
  userId: string
  /** Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
  debitOrCredit: DebitOrCredit
  coins: number
  claimed: boolean
  transactionType: TransactionType
  narration: string
  from: Party
  to: Party
  plan: Empty
  paidWithGiftCard: boolean
  giftCardLedger: Empty
  "the service": boolean
  charge: number
  /** Whether this is an award that was reversed, or a transfer that was refunded, to the last coin. */
  refunded: boolean
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  /** @example 2026-03-01T09:30:00.000Z */
  updatedAt: string
  /** The rule that was awarded, or whose award was reversed; null otherwise. */
  ruleName: string | null
  /** The award that paid, or that was reversed; null otherwise. */
  awardId: string | null
  /** The transfer of a refund, or what a settlement followed; null otherwise. */
  originalId: string | null
  reference: string | null
  metadata: {
    [key: string]: string
  } | null
  actor: Actor
}

export interface ListeningRule {
  ruleId: string
  /** Of the rule, or of the sub-rule. */
  ruleName: string
  status: RuleStatus
  when: string | null
}

export interface LoggedRequest {
  /** The X-Request-Id of the response. */
  id: string
  method: string
  /** Without the query. */
  path: string
  /** The operationId of this reference; null if there is no such route. */
  operation: string | null
  status: number
  durationMs: number
  errorType: ErrorType | null
  appErrorCode: string | null
  error: string | null
  /** The kind of token. */
  caller: TokenKind
  /** The e-mail address of the team member who called. */
  by: string | null
  /** The IP address of the caller; null for a user. */
  address: string | null
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  /** How many requests the line stands for. In a burst, those that ended alike have one; `requestId` finds each. */
  count: number
}

export interface LoginPartnerRequest {
  /** Must be an e-mail address of at most 254 characters. */
  email: string
  /** Must have at most 200 characters. */
  password: string
  /**
   * Must be the 6 digits of your app, or a recovery code.
   * @example 482913
   */
  code?: string
}

export interface MatchingActivity {
  activityId: string
  userId: string
  /** @example 2026-03-01T09:30:00.000Z */
  occurredAt: string
  /**
   * When it was recorded.
   * @example 2026-03-01T09:30:00.000Z
   */
  createdAt: string
  /** Null without `unitsFrom`. */
  units: string | null
  /** What it would pay, limits aside; null without `coinValue`. */
  coins: string | null
}

export interface Member {
  /** The membership's id. */
  id: string
  /** The user's id, which awards and transfers take. */
  userId: string
  userData: UserData | null
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  /** @example 2026-03-01T09:30:00.000Z */
  updatedAt: string
  /** Your own id of the user; null when you gave none. */
  externalId: string | null
  /** As your record or the consent of the user gave it to you; null when unknown. */
  email: string | null
  /** Whether the user has an account, or claimed the membership with one. */
  hasAccount: boolean
  /**
   * When the user left; null for a member.
   * @example 2026-03-01T09:30:00.000Z
   */
  leftAt: string | null
  /** Who ended the membership; null for a member. A user who unlinked from you is shown without `userData` and `email`. */
  leftBy: LeftBy | null
  wallet: Wallet
}

export interface MemberAttributeChangesFields {
  /** New values by name (letters, digits and _, beginning with a letter, at most 64 characters); null removes one. Others stay as they are. A user has at most 30. */
  attributes: {
    [key: string]: string | number | boolean | null
  }
}

export type MemberAttributeChanges = MemberAttributeChangesFields & UserReference

export interface MemberAttributes {
  userId: string
  /** Texts, numbers and booleans by name. */
  attributes: {
    [key: string]: string | number | boolean
  }
}

export interface MemberExport {
  membership: ExportedMembership
  wallet: Wallet
  /** Coins that expire, or that could not be spent at once. */
  lots: ExportedLot[]
  /** What checkouts held, newest first. */
  holds: Hold[]
  /** What you said about the user, in order. The last are current. */
  attributes: ExportedAttributes[]
  progress: ExportedProgress[]
  /** Awards, reversals and all others, newest first. */
  decisions: Decision[]
  /** Movements of coins, newest first. */
  transactions: ListedTransaction[]
  /** In order. */
  events: Event[]
}

export type MemberLimitPeriod = "day" | "week" | "month"

export interface MemberNow {
  /** The membership's id. */
  id: string
  /** The user's id, which awards and transfers take. */
  userId: string
  userData: UserData | null
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  /** @example 2026-03-01T09:30:00.000Z */
  updatedAt: string
  /** Your own id of the user; null when you gave none. */
  externalId: string | null
  /** As your record or the consent of the user gave it to you; null when unknown. */
  email: string | null
  /** Whether the user has an account, or claimed the membership with one. */
  hasAccount: boolean
  /**
   * When the user left; null for a member.
   * @example 2026-03-01T09:30:00.000Z
   */
  leftAt: string | null
  /** Who ended the membership; null for a member. A user who unlinked from you is shown without `userData` and `email`. */
  leftBy: LeftBy | null
  wallet: WalletNow
}

export interface MemberPage {
  data: Member[]
  count: number
  currentpage: number
  nextpage: number | null
  prevpage: number | null
  lastpage: number
  /** Send it as `cursor` to get the next entries; null at the end. */
  next: string | null
}

export type MemberSort = "joined" | "coins" | "points"

export type MembersIncluded = "former" | "onlyFormer"

export interface Membership {
  /** The membership's id. */
  id: string
  /** The user's id, which awards and transfers take. */
  userId: string
  userData: UserData | null
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  /** @example 2026-03-01T09:30:00.000Z */
  updatedAt: string
}

/** A user who joined, left, claimed the membership with an account, or was erased. */
export interface MembershipChange {
  /** Of the membership. */
  id: string
  kind: "membership"
  userId: string
  partnerId: string
  outcome: MembershipOutcome
  reason: null
  explanation: null
  coins: null
  balance: null
  balanceAfter: null
  points: null
  parentId: null
  actor: null
  reference: null
  metadata: null
  retryAt: null
  ruleVersion: null
  /** The number of its event. */
  seq: number
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
}

export type MembershipOutcome = "joined" | "left" | "claimed" | "erased"

export type MismatchReason = "condition_false" | "no_units" | "evaluation_failed"

export interface Month {
  /** Year and month. */
  month: string
  from: string
  to: string
  /** Coins in all wallets before the month. */
  opening: string
  /** What these are worth. In money, exact, by `coinValue`, the value of a coin on the last day; null without one. */
  openingValue: string | null
  /** Every kind of movement. Opening and all changes add up to closing. */
  kinds: StatementMovements[]
  /** Coins in all wallets after it; of this month, now. */
  closing: string
  /** What these are worth. In money, exact, by `coinValue`, the value of a coin on the last day; null without one. */
  closingValue: string | null
  coinValue: CoinValue | null
  closed: ClosedMonth | null
}

export interface MonthPage {
  data: Month[]
  /** Send it as `cursor` to get the next entries; null at the end. */
  next: string | null
}

export interface NewActivityFields {
  /**
   * What happened. At most 200 different types within 30 days; one that a rule has is always accepted. Types that begin with `member.` are the service's own. Must be a type of at most 64 lower-case letters, digits, underscores and dots, such as "order.paid".
   * @example order.paid
   */
  type: string
  /** What the conditions of rules read: a JSON object of at most 8 kB and 5 levels. Deleted with the member, or once it is past its retention. Must be a JSON object of at most 8 kB and 5 levels. */
  properties?: {
    [key: string]: unknown
  }
  /** When it happened, at most 30 days ago; now by default. Conditions see it. Limits, periods and boards go by the time of the call. Must be a time such as 2026-03-01T09:30:00Z. */
  occurredAt?: string
  /** Whether an `externalId` that was never a member is joined first, as `POST /laas/users` would. Default false. */
  enrol?: boolean
  /** Your own id of what this is about, such as an order. Several records may share it. */
  reference?: string
  /** Up to 20 texts of your own, together at most 4096 bytes. Must be an object of at most 20 texts without control characters, together at most 4096 bytes as JSON. */
  metadata?: {
    [key: string]: string
  }
}

export type NewActivity = NewActivityFields & UserReference

export interface NewAdjustmentFields {
  /** To add; negative to take. Must be a coin amount up to 1000000000 to add, or from -1000000000 to take, with at most 2 decimals, such as "10" or "-2.5". */
  coins: string | number
  /** Why. Returned as `narration`. */
  reason: string
  /** Your own id of what this is about, such as an order. Several records may share it. */
  reference?: string
  /** Up to 20 texts of your own, together at most 4096 bytes. Must be an object of at most 20 texts without control characters, together at most 4096 bytes as JSON. */
  metadata?: {
    [key: string]: string
  }
}

export type NewAdjustment = NewAdjustmentFields & UserReference

export interface NewAwardFields {
  /** Name of a rule, or of a sub-rule of a combined rule. */
  ruleName: string
  /** Returned as `note`. */
  narration?: string
  /** How much a per-unit rule pays for, such as the euros of an order. Only for such a rule. Must be an amount above 0 and up to 1000000000, with at most 6 decimals, such as "10" or "19.99". */
  units?: string | number
  /** Your own id of what this is about, such as an order. Several records may share it. */
  reference?: string
  /** Up to 20 texts of your own, together at most 4096 bytes. Must be an object of at most 20 texts without control characters, together at most 4096 bytes as JSON. */
  metadata?: {
    [key: string]: string
  }
}

export type NewAward = NewAwardFields & UserReference

export interface NewBacktest {
  rule?: NewRule
  /** The rule to try, in place of `rule`. Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
  ruleId?: string
  changes?: RuleChanges
  /** Tries the activities recorded at or after this time. Must be a time such as 2026-03-01T09:30:00Z. */
  from: string
  /** Tries the activities recorded before this time; now by default. Must be a time such as 2026-03-01T09:30:00Z. */
  to?: string
  /** Whether status, startsAt and endsAt of the rule count. Default false: the rule is active at any time. */
  asWritten?: boolean
}

export interface NewBulkActivities {
  /** Must be a list of 1 to 1000 activities. */
  activities: NewBulkActivity[]
}

export interface NewBulkActivityFields {
  /**
   * What happened. At most 200 different types within 30 days; one that a rule has is always accepted. Types that begin with `member.` are the service's own. Must be a type of at most 64 lower-case letters, digits, underscores and dots, such as "order.paid".
   * @example order.paid
   */
  type: string
  /** What the conditions of rules read: a JSON object of at most 8 kB and 5 levels. Deleted with the member, or once it is past its retention. Must be a JSON object of at most 8 kB and 5 levels. */
  properties?: {
    [key: string]: unknown
  }
  /** When it happened, at most 30 days ago; now by default. Conditions see it. Limits, periods and boards go by the time of the call. Must be a time such as 2026-03-01T09:30:00Z. */
  occurredAt?: string
  /** Whether an `externalId` that was never a member is joined first, as `POST /laas/users` would. Default false. */
  enrol?: boolean
  /** Your own id of what this is about, such as an order. Several records may share it. */
  reference?: string
  /** Up to 20 texts of your own, together at most 4096 bytes. Must be an object of at most 20 texts without control characters, together at most 4096 bytes as JSON. */
  metadata?: {
    [key: string]: string
  }
  /** Shares one key space with the Idempotency-Key of single activities. Must have 1 to 255 visible ASCII characters. */
  idempotencyKey?: string
}

export type NewBulkActivity = NewBulkActivityFields & UserReference

export interface NewBulkAwardFields {
  /** Name of a rule, or of a sub-rule of a combined rule. */
  ruleName: string
  /** Returned as `note`. */
  narration?: string
  /** How much a per-unit rule pays for, such as the euros of an order. Only for such a rule. Must be an amount above 0 and up to 1000000000, with at most 6 decimals, such as "10" or "19.99". */
  units?: string | number
  /** Your own id of what this is about, such as an order. Several records may share it. */
  reference?: string
  /** Up to 20 texts of your own, together at most 4096 bytes. Must be an object of at most 20 texts without control characters, together at most 4096 bytes as JSON. */
  metadata?: {
    [key: string]: string
  }
  /** Shares one key space with the Idempotency-Key of single awards. Must have 1 to 255 visible ASCII characters. */
  idempotencyKey?: string
}

export type NewBulkAward = NewBulkAwardFields & UserReference

export interface NewBulkAwards {
  /** Must be a list of 1 to 1000 awards. */
  awards: NewBulkAward[]
}

export interface NewClientSecret {
  /** Its use, such as the name of a server. */
  name: string
  /** What its tokens may do; rules, awards, coins, events, boards by default. Only a secret that names them can adjust wallets (adjust), export and erase what you hold about a user (personal_data), manage webhooks (webhooks), or read and change your details and settings, such as addresses, public boards and the expiry of coins (settings). The last two give more than their names say: webhooks sends every event, with the names and e-mail addresses of your users, to any address that the holder chooses; settings decides to which addresses users return with their authorization codes, from where user details are fetched, and whether everyone sees your boards. Must be a list of rules, awards, coins, events, boards, adjust, personal_data, webhooks, settings, each at most once. */
  scopes?: ClientScope[]
  /** From then on, the secret and its tokens are refused. Never by default. Must be a time such as 2026-03-01T09:30:00Z. */
  expiresAt?: string
}

export interface NewConditionTrial {
  /**
   * The type of the activities to try it on. Must be a type of at most 64 lower-case letters, digits, underscores and dots, such as "order.paid".
   * @example order.paid
   */
  activityType: string
  /**
   * For which activities of the type: a condition in the Common Expression Language; null for all (default). Must be an expression of at most 2000 characters, without control characters, or null.
   * @example properties.total >= 50
   */
  when?: string | null
  /**
   * The units of an activity: an expression. Required for a per-unit rule with an activityType, null for others. Must be an expression of at most 2000 characters, without control characters, or null.
   * @example properties.total
   */
  unitsFrom?: string | null
  /** Coins of one payment. Must be a coin amount above 0 and up to 1000000000, with at most 2 decimals, such as "10" or "2.5". */
  coinValue?: string | number
  /** The most that one award of a per-unit rule pays; -1 for no maximum (default). Must be "-1" for no maximum, or a coin amount up to 1000000000. */
  maxCoinsPerAward?: string | number
}

export interface NewErasure {
  /**
   * Whether coins that are left, pending and held ones too, go back to you, which needs the scope `adjust`. Otherwise they are a reason to refuse.
   * @default false
   */
  forfeit?: boolean
}

export interface NewHoldFields {
  /** How many coins to hold. Must be a coin amount above 0 and up to 1000000000, with at most 2 decimals, such as "10" or "2.5". */
  coins: string | number
  /** Seconds until the hold ends by itself; 900 by default. */
  expiresIn?: number
  /** Must be text of at most 1000 characters without control characters. */
  narration?: string
  /** Your own id of what this is about, such as an order. Several records may share it. */
  reference?: string
  /** Up to 20 texts of your own, together at most 4096 bytes. Must be an object of at most 20 texts without control characters, together at most 4096 bytes as JSON. */
  metadata?: {
    [key: string]: string
  }
}

export type NewHold = NewHoldFields & UserReference

export interface NewLogo {
  /**
   * The bytes of the image in Base64. SVG is not taken: it can hold scripts and addresses of other sites. Must be a PNG, JPEG or WebP image of at most 200 kB, from 16 to 2048 pixels wide and high, in Base64.
   * @example iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAGElEQVR4nGOQy3AiCTGMahjVMKqBdhoABvMnwcXmVmQAAAAASUVORK5CYII=
   */
  image: string
}

export interface NewMember {
  /** Your own id of the user: 1 to 100 visible characters. Must have 1 to 100 visible characters. */
  externalId: string
  /** Must be one line of text of at most 200 characters. */
  fullname?: string
  /** Stays with you: no account is made, and no mail is sent. Must be an e-mail address of at most 254 characters. */
  email?: string
  /** What you say about the user, for the conditions of rules: up to 30 texts, numbers or booleans by name (letters, digits and _, beginning with a letter, at most 64 characters); null counts as not given. Only you see them. */
  attributes?: {
    [key: string]: string | number | boolean | null
  }
}

export interface NewMembers {
  /** Must be a list of 1 to 1000 users. */
  users: NewMember[]
}

export interface NewPartner {
  /** Name of the partner's application. */
  applicationName: string
  /** Default redirect address after leaving the authorization server. May equal one of the other two. */
  redirectUrl: string
  /** Redirect address on the web; redirectUrl when not given. Must be an address of at most 2048 characters. */
  webRedirectUrl?: string
  /** Redirect address in a mobile app, may use a private-use scheme; redirectUrl when not given. Must be an address of at most 2048 characters. */
  mobileRedirectUrl?: string
  /** Address that responds with a user record; accepts the query parameter tag. */
  userDetailsUrl: string
  /** Used for login and password reset. Must be an e-mail address of at most 254 characters. */
  email: string
  /** Must be one line of text of at most 100 characters. */
  partnerName: string
  /** Must have 8 to 200 characters, with one uppercase letter, one number and one special character. */
  password: string
  /** The same password again. Must equal password. */
  confirmPassword: string
}

export interface NewRefund {
  /** A part of the transfer; all that is not refunded yet by default. Must be a coin amount above 0 and up to 1000000000, with at most 2 decimals, such as "10" or "2.5". */
  coins?: string | number
  /** Must be text of at most 1000 characters without control characters. */
  narration?: string
}

export interface NewReturn {
  /** The reference of the awards and transfers. */
  reference: string
  /** How much of the order comes back: above 0 and up to 1, with at most 6 decimals. Must be a share above 0 and up to 1, with at most 6 decimals, such as "0.25" or "1". */
  share: string | number
  /** When too few coins can be taken out of a wallet: refuse the whole return (default), take what there is and write off the rest, or take what there is and let the user owe the rest. Pending coins can be taken, held ones cannot. */
  shortfall?: Shortfall
  /** Why, for people. Returned as `narration` of the return and, of an order of one member, of its reversals, and as `note` of the decisions on the return, its refunds and its reversals. Users do not see it. */
  reason?: string
}

export interface NewReversal {
  /** A part of the award; all that is left by default. Must be a coin amount above 0 and up to 1000000000, with at most 2 decimals, such as "10" or "2.5". */
  coins?: string | number
  /** When too few coins can be taken out of the wallet: refuse (default), take what there is and write off the rest, or take what there is and let the user owe the rest. Pending coins can be taken, held ones cannot. */
  shortfall?: Shortfall
  /** Why, for people. Returned as `narration`, and as `note` of the decision. */
  reason?: string
}

export interface NewRule {
  /** Lower case, unique among rules and sub-rules. Must have 1 to 100 lower-case letters, digits, dots, underscores, hyphens and inner spaces, such as "first purchase". */
  name: string
  /** Coins of one payment. Must be a coin amount above 0 and up to 1000000000, with at most 2 decimals, such as "10" or "2.5". */
  coinValue: string | number
  /** How many users can be rewarded; 1000000000, the largest number, for no limit. Must be a whole number from 1 to 1000000000, such as "10". */
  maxNumberOfParticipant: string | number
  /** Completions per payment of a batched rule. Default 1. Must be a whole number from 1 to 1000000000, such as "10". */
  completionNumber?: string | number
  /** How often one user can be paid; -1 for no maximum (default). Must be "-1" for no maximum, or a whole number from 1 to 1000000000. */
  userLimitAward?: string | number
  /**
   * Must be one line of text of at most 100 characters.
   * @example Your first purchase
   */
  displayName?: string | null
  /** Whether coinValue is for one unit, such as a euro; awards then name their units. Single rules only. */
  perUnit?: boolean
  /** The most that one award of a per-unit rule pays; -1 for no maximum (default). Must be "-1" for no maximum, or a coin amount up to 1000000000. */
  maxCoinsPerAward?: string | number
  /** Of a batched rule: `call` counts every completion (default), `day`, `week` or `month` one in each. */
  countPer?: CountPer
  /** Whether a period of countPer without a completion starts the count again at 1. Default false, also when countPer becomes call. */
  consecutive?: boolean
  /** Must be a time such as 2026-03-01T09:30:00Z. */
  startsAt?: string | null
  /** Must be a time such as 2026-03-01T09:30:00Z. */
  endsAt?: string | null
  /** How many coins the rule may pay in a budgetPeriod; -1 for no maximum (default). Must be "-1" for no maximum, or a coin amount up to 70000000000000. */
  coinBudget?: string | number
  /** The period of coinBudget. Default total, also when coinBudget is removed. */
  budgetPeriod?: Period
  /** The period of userLimitAward and userCoinLimit. Default total, also when the last of them is removed. */
  userLimitPeriod?: Period
  /** How many coins one user can get in a userLimitPeriod; -1 for no maximum (default). Must be "-1" for no maximum, or a coin amount up to 70000000000000. */
  userCoinLimit?: string | number
  /** The IANA time zone in which the days, weeks (from Monday) and months of userLimitPeriod, budgetPeriod and countPer begin. Default UTC. The days of pendingDays and coinExpiry are those of the programme. Must be an IANA time zone such as Africa/Lagos. */
  timeZone?: string
  /** Whether users see the rule, and how far they are with it, with their own tokens. Default false. */
  shownToUsers?: boolean
  /**
   * The type of activities that award it; null when it is only awarded by name (default). Of a combined rule, the sub-rules have it. Must be a type of at most 64 lower-case letters, digits, underscores and dots, such as "order.paid", or null.
   * @example order.paid
   */
  activityType?: string | null
  /**
   * For which activities of the type: a condition in the Common Expression Language; null for all (default). Must be an expression of at most 2000 characters, without control characters, or null.
   * @example properties.total >= 50
   */
  when?: string | null
  /**
   * The units of an activity: an expression. Required for a per-unit rule with an activityType, null for others. Must be an expression of at most 2000 characters, without control characters, or null.
   * @example properties.total
   */
  unitsFrom?: string | null
  /** Of the rules that match an activity, those with a higher priority are decided first, then older ones. Default 0. */
  priority?: number
  /**
   * Must be one line of text of at most 100 characters.
   * @example seasonal
   */
  exclusiveGroup?: string | null
  /** Coins of an award can be spent from the start of the day that many days after the award's day, in the timeZone of the programme. Default 0: at once. */
  pendingDays?: number
  /** How long the coins of later awards live; null as long as coinExpiry of the programme says (default). */
  coinExpiry?: CoinExpiryChange | "never" | null
  readonly id?: unknown
  readonly actor?: unknown
  readonly results?: unknown
  readonly archivedAt?: unknown
  readonly participants?: unknown
  readonly budgetUsed?: unknown
  readonly budgetPeriodStart?: unknown
  readonly budgetPeriodEnd?: unknown
  readonly version?: unknown
  readonly createdAt?: unknown
  readonly updatedAt?: unknown
  /** Required unless the rule is combined. */
  condition?: string
  /** @default "active" */
  status?: RuleStatus
  /** @default "single" */
  type?: RuleType
  /** Must be a list of at most 50 sub-rules, each {name, condition, status}. */
  rules?: NewSubRule[]
}

export interface NewRuleTrial {
  /** Id of an onboarded user. */
  userId: string
  /** The sub-rule to award; of a combined rule only. */
  ruleName?: string
  /** How much a per-unit rule pays for. Must be an amount above 0 and up to 1000000000, with at most 6 decimals, such as "10" or "19.99". */
  units?: string | number
  changes?: RuleChanges
}

export interface NewSubRule {
  /** Lower case, unique among rules and sub-rules. Must have 1 to 100 lower-case letters, digits, dots, underscores, hyphens and inner spaces, such as "first purchase". */
  name: string
  /** Must be text of at most 1000 characters without control characters. */
  condition: string
  /** @default "active" */
  status?: RuleStatus
  /**
   * The type of activities that award it; null when it is only awarded by name (default). Of a combined rule, the sub-rules have it. Must be a type of at most 64 lower-case letters, digits, underscores and dots, such as "order.paid", or null.
   * @example order.paid
   */
  activityType?: string | null
  /**
   * For which activities of the type: a condition in the Common Expression Language; null for all (default). Must be an expression of at most 2000 characters, without control characters, or null.
   * @example properties.total >= 50
   */
  when?: string | null
}

export interface NewTransferFields {
  /** How many coins to take back. Must be a coin amount above 0 and up to 1000000000, with at most 2 decimals, such as "10" or "2.5". */
  coins: string | number
  /** Must be text of at most 1000 characters without control characters. */
  narration?: string
  /** Your own id of what this is about, such as an order. Several records may share it. */
  reference?: string
  /** Up to 20 texts of your own, together at most 4096 bytes. Must be an object of at most 20 texts without control characters, together at most 4096 bytes as JSON. */
  metadata?: {
    [key: string]: string
  }
}

export type NewTransfer = NewTransferFields & UserReference

export interface NewUser {
  /** Must be an e-mail address of at most 254 characters. */
  email: string
  /** Kept as sent; this response has it in lower case. */
  fullname: string
  /** Must have 8 to 200 characters, with one uppercase letter, one number and one special character. */
  password: string
  /** The same password again. Must equal password. */
  confirmPassword: string
  /** Digits; returned with one leading 0. Must have 4 to 15 digits, and nothing but digits. */
  phone: string
  /** Must have 3 to 30 letters, digits, dots and underscores; stored in lower case. */
  tag: string
  /** Must be + and 1 to 4 digits, such as +234. */
  countryCode: string
  /**
   * Must be true or false.
   * @default false
   */
  isAdult?: boolean
  /** From 1900-01-01 to today. Must be a date such as 1990-12-31. */
  dateOfBirth?: string
  /** The tag of the user who told this one; the response shows it as `referred`. Must be the tag of a user. */
  referralCode?: string
  /** Your own id of the user. Without a token it is ignored. Must have 1 to 100 visible characters. */
  externalId?: string
}

export interface NewWebhook {
  /** Events are sent here by POST. Must resolve to a public address. */
  url: string
  /**
   * A note for your team.
   * @example Orders
   */
  description?: string
  /** The event types to deliver; null for all but activity.recorded. Must be null or a list of types, each once. */
  types?: EventType[] | null
  /** Must be true or false. */
  enabled?: boolean
  /** Events after this number are delivered. */
  after?: number
}

export interface OnboardUserRequest {
  /** Must have 3 to 30 letters, digits, dots and underscores; stored in lower case. */
  tag: string
  /** What you say about the user, for the conditions of rules: up to 30 texts, numbers or booleans by name (letters, digits and _, beginning with a letter, at most 64 characters); null counts as not given. Only you see them. */
  attributes?: {
    [key: string]: string | number | boolean | null
  }
}

export interface OpeningEventData {
  id: string
  userId: string
  /** Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
  debitOrCredit: DebitOrCredit
  coins: number
  transactionType: TransactionType
  narration: string
  /** Of the wallet, after this and the settlement that may follow. */
  balance: string
  points: string
  actor: Actor
  reference: string | null
  metadata: {
    [key: string]: string
  } | null
}

export interface Order {
  reference: string
  /** How much of the order came back by returns: from 0 to 1. */
  returnedShare: string
  totals: DecisionTotals
  /** Awards, refusals, transfers, refunds, reversals, returns and decisions on holds, newest first. */
  lines: Decision[]
  /** Send it as `cursor` to get older lines; null at the end. */
  next: string | null
}

export interface OrderReturnedEvent {
  /** The sequence number of the event, from 1 without gaps. */
  seq: number
  type: "order.returned"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: ReturnEventData
}

export interface OtherActivity {
  activityId: string
  userId: string
  /** @example 2026-03-01T09:30:00.000Z */
  occurredAt: string
  /**
   * When it was recorded.
   * @example 2026-03-01T09:30:00.000Z
   */
  createdAt: string
  reason: MismatchReason
  /** Why an expression failed: names and kinds, never values. */
  error: string | null
}

export type Outcome = "paid" | "counted" | "refused" | "moved" | "reversed" | "returned" | "joined" | "left" | "claimed" | "erased"

export interface Overview {
  from: string
  to: string
  /** Every day of the period in the programme's time zone, oldest first. */
  days: OverviewDay[]
  totals: OverviewTotals
  previous: OverviewPreviousTotals
  /** Every kind of movement in the period, also those without any. The opening of the totals and all changes add up to their closing. */
  kinds: OverviewMovements[]
  /** Refused awards of the period by reason, most frequent first. */
  refusals: RefusalCount[]
  /** Current members. */
  members: number
  /** Coins in the wallets of all users now. */
  coinsInWallets: string
  /** What these are worth. In money, exact, by `coinValue`, the value of a coin on the last day; null without one. */
  coinsInWalletsValue: string | null
  /** What the opening of the totals is worth. In money, exact, by `coinValue`, the value of a coin on the last day; null without one. */
  openingValue: string | null
  /** What the closing of the totals is worth. In money, exact, by `coinValue`, the value of a coin on the last day; null without one. */
  closingValue: string | null
  coinValue: CoinValue | null
  /** Users whose wallet holds coins now, including former members. */
  walletsWithCoins: number
  /** Distinct users ever paid. */
  participantsEver: number
  /** The time zone in which the days of this response begin. */
  timeZone: string
  counted: OverviewCounted
  recount: Recount | null
}

/** Events before the request are counted, unless so many are waiting that counting takes a while. */
export interface OverviewCounted {
  /** The number of the last counted event. */
  events: number
  /** Later events that are not counted yet. */
  behind: number
}

export interface OverviewDay {
  date: string
  /** Coins paid by awards. */
  issued: string
  /** Coins that members were imported with. */
  opened: string
  /** Coins added by adjustments. */
  added: string
  /** Coins of transfers that were refunded. */
  refunded: string
  /** Coins that wallets gave back for reversed awards. */
  reversed: string
  /** Coins that users transferred to the partner. */
  returned: string
  /** Coins taken by adjustments. */
  deducted: string
  /** Coins that settled what users owed. */
  settled: string
  /** Coins that expired. */
  expired: string
  /** Coins of reversed awards that had expired. They change no wallet. */
  fromExpired: string
  /** Coins of reversed awards that wallets could not give and users owe. They change no wallet. */
  owed: string
  /** Coins of reversed awards that were written off. They change no wallet. */
  writtenOff: string
  /** Coins in all wallets before. */
  opening: string
  /** Coins in all wallets after: opening, and everything that moved. */
  closing: string
  /** Paid awards. */
  paid: number
  /** Awards counted towards a payment. */
  counted: number
  /** Refused awards. */
  refused: number
  /** Users paid for the first time. */
  newParticipants: number
  /** Users who joined, including those who returned. */
  joined: number
  /** Users who left. */
  left: number
  /** Distinct users paid on this day. */
  participants: number
}

export interface OverviewMovements {
  /** The kind of movement: issued, opened, added, refunded, reversed, spent, deducted, settled, expired. Later versions may add kinds. */
  kind: string
  /** The coins that moved. */
  coins: string
  /** What they add to the coins in wallets; negative when coins left wallets. */
  change: string
  /** How many movements. */
  movements: number
  /** What the coins are worth. In money, exact, by `coinValue`, the value of a coin on the last day; null without one. */
  value: string | null
  /** The coins of this kind in the period to compare with. */
  previousCoins: string
}

/** Totals of the period to compare with. */
export interface OverviewPreviousTotals {
  from: string
  to: string
  /** Coins paid by awards. */
  issued: string
  /** Coins that members were imported with. */
  opened: string
  /** Coins added by adjustments. */
  added: string
  /** Coins of transfers that were refunded. */
  refunded: string
  /** Coins that wallets gave back for reversed awards. */
  reversed: string
  /** Coins that users transferred to the partner. */
  returned: string
  /** Coins taken by adjustments. */
  deducted: string
  /** Coins that settled what users owed. */
  settled: string
  /** Coins that expired. */
  expired: string
  /** Coins of reversed awards that had expired. They change no wallet. */
  fromExpired: string
  /** Coins of reversed awards that wallets could not give and users owe. They change no wallet. */
  owed: string
  /** Coins of reversed awards that were written off. They change no wallet. */
  writtenOff: string
  /** Coins in all wallets before. */
  opening: string
  /** Coins in all wallets after: opening, and everything that moved. */
  closing: string
  /** Paid awards. */
  paid: number
  /** Awards counted towards a payment. */
  counted: number
  /** Refused awards. */
  refused: number
  /** Users paid for the first time. */
  newParticipants: number
  /** Users who joined, including those who returned. */
  joined: number
  /** Users who left. */
  left: number
  /** Distinct users paid in that period. */
  participants: number
  /** Coins paid by awards on each of its days, oldest first. */
  issuedByDay: string[]
}

/** Totals of the period. */
export interface OverviewTotals {
  /** Coins paid by awards. */
  issued: string
  /** Coins that members were imported with. */
  opened: string
  /** Coins added by adjustments. */
  added: string
  /** Coins of transfers that were refunded. */
  refunded: string
  /** Coins that wallets gave back for reversed awards. */
  reversed: string
  /** Coins that users transferred to the partner. */
  returned: string
  /** Coins taken by adjustments. */
  deducted: string
  /** Coins that settled what users owed. */
  settled: string
  /** Coins that expired. */
  expired: string
  /** Coins of reversed awards that had expired. They change no wallet. */
  fromExpired: string
  /** Coins of reversed awards that wallets could not give and users owe. They change no wallet. */
  owed: string
  /** Coins of reversed awards that were written off. They change no wallet. */
  writtenOff: string
  /** Coins in all wallets before. */
  opening: string
  /** Coins in all wallets after: opening, and everything that moved. */
  closing: string
  /** Paid awards. */
  paid: number
  /** Awards counted towards a payment. */
  counted: number
  /** Refused awards. */
  refused: number
  /** Users paid for the first time. */
  newParticipants: number
  /** Users who joined, including those who returned. */
  joined: number
  /** Users who left. */
  left: number
  /** Distinct users paid in the period. */
  participants: number
}

export interface OwnAdjustmentRefusedEvent {
  /** The sequence number of the event with the partner; yours have gaps. */
  seq: number
  type: "adjustment.refused"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: OwnRefusedTransactionEventData
}

export interface OwnAwardCountedEvent {
  /** The sequence number of the event with the partner; yours have gaps. */
  seq: number
  type: "award.counted"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: OwnAwardEventData
}

export interface OwnAwardEventData {
  id: string
  /** The rule's id; the combined rule's when a sub-rule was awarded. */
  ruleId: string
  /** The awarded name. */
  ruleName: string
  userId: string
  /** Whether this call paid. False for a completion that only counts towards a payment, and for a reversed award. */
  awarded: boolean
  /** The narration. */
  note: string | null
  /** Why the award was refused. */
  reason: AwardReason | null
  /**
   * When a later try could pay.
   * @example 2026-03-01T09:30:00.000Z
   */
  retryAt: string | null
  coins: string
  units: string | null
  /**
   * When the coins can be spent; absent for at once.
   * @example 2026-03-01T09:30:00.000Z
   */
  availableAt?: string
  /**
   * When the coins expire; absent for never.
   * @example 2026-03-01T09:30:00.000Z
   */
  expiresAt?: string
  /** Of the wallet, after this and the settlement that may follow. */
  balance: string
  points: string
  reference: string | null
  progress: number
  /** Completions per payment. */
  completionNumber: number
  /** In the period of the user limits. */
  userAwards: number
  userLimitAward: number
  /** Null when the rule does not limit them. */
  userCoins: string | null
  userCoinLimit: string
}

export interface OwnAwardPaidEvent {
  /** The sequence number of the event with the partner; yours have gaps. */
  seq: number
  type: "award.paid"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: OwnAwardEventData
}

export interface OwnAwardRefusedEvent {
  /** The sequence number of the event with the partner; yours have gaps. */
  seq: number
  type: "award.refused"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: OwnAwardEventData
}

export interface OwnAwardReversedEvent {
  /** The sequence number of the event with the partner; yours have gaps. */
  seq: number
  type: "award.reversed"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: OwnReversalEventData
}

/** What one coin and many coins are called. */
export interface OwnCoinName {
  one: string
  many: string
}

export interface OwnCoinsAdjustedEvent {
  /** The sequence number of the event with the partner; yours have gaps. */
  seq: number
  type: "coins.adjusted"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: OwnTransactionEventData
}

export interface OwnCoinsExpiredEvent {
  /** The sequence number of the event with the partner; yours have gaps. */
  seq: number
  type: "coins.expired"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: OwnExpiryEventData
}

export interface OwnCoinsHeldEvent {
  /** The sequence number of the event with the partner; yours have gaps. */
  seq: number
  type: "coins.held"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: OwnHoldEventData
}

export interface OwnCoinsOpenedEvent {
  /** The sequence number of the event with the partner; yours have gaps. */
  seq: number
  type: "coins.opened"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: OwnOpeningEventData
}

export interface OwnCoinsRefundedEvent {
  /** The sequence number of the event with the partner; yours have gaps. */
  seq: number
  type: "coins.refunded"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: OwnTransactionEventData
}

export interface OwnCoinsSettledEvent {
  /** The sequence number of the event with the partner; yours have gaps. */
  seq: number
  type: "coins.settled"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: OwnSettlementEventData
}

export interface OwnCoinsTransferredEvent {
  /** The sequence number of the event with the partner; yours have gaps. */
  seq: number
  type: "coins.transferred"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: OwnTransactionEventData
}

export type OwnEvent = OwnAwardCountedEvent | OwnAwardPaidEvent | OwnAwardRefusedEvent | OwnAwardReversedEvent | OwnReversalRefusedEvent | OwnCoinsTransferredEvent | OwnTransferRefusedEvent | OwnCoinsRefundedEvent | OwnRefundRefusedEvent | OwnCoinsAdjustedEvent | OwnAdjustmentRefusedEvent | OwnCoinsSettledEvent | OwnCoinsOpenedEvent | OwnCoinsExpiredEvent | OwnCoinsHeldEvent | OwnHoldExtendedEvent | OwnHoldReleasedEvent | OwnHoldExpiredEvent | OwnHoldRefusedEvent

export interface OwnExpiryEventData {
  id: string
  userId: string
  /** Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
  debitOrCredit: DebitOrCredit
  coins: number
  transactionType: TransactionType
  narration: string
  /**
   * From when the coins could not be spent any more.
   * @example 2026-03-01T09:30:00.000Z
   */
  expiresAt: string
  /** Of the wallet, after this and the settlement that may follow. */
  balance: string
  points: string
  reference: string | null
}

export interface OwnHoldEventData {
  /** The hold; of a hold that was not made, the id of the refusal. */
  holdId: string
  userId: string
  /** How many coins the call was about. */
  coins: string
  /**
   * When the hold ends by itself; null unless the event sets it.
   * @example 2026-03-01T09:30:00.000Z
   */
  expiresAt: string | null
  narration: string | null
  /** Of the wallet, after this and the settlement that may follow. */
  balance: string
  points: string
  reference: string | null
}

export interface OwnHoldExpiredEvent {
  /** The sequence number of the event with the partner; yours have gaps. */
  seq: number
  type: "hold.expired"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: OwnHoldEventData
}

export interface OwnHoldExtendedEvent {
  /** The sequence number of the event with the partner; yours have gaps. */
  seq: number
  type: "hold.extended"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: OwnHoldEventData
}

export interface OwnHoldRefusedEvent {
  /** The sequence number of the event with the partner; yours have gaps. */
  seq: number
  type: "hold.refused"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: OwnRefusedHoldEventData
}

export interface OwnHoldReleasedEvent {
  /** The sequence number of the event with the partner; yours have gaps. */
  seq: number
  type: "hold.released"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: OwnHoldEventData
}

export interface OwnOpeningEventData {
  id: string
  userId: string
  /** Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
  debitOrCredit: DebitOrCredit
  coins: number
  transactionType: TransactionType
  narration: string
  /** Of the wallet, after this and the settlement that may follow. */
  balance: string
  points: string
  reference: string | null
}

export interface OwnPartner {
  /** The application's id. */
  id: string
  applicationName: string
  /** 64 hex digits. */
  clientId: string
  webRedirectUrl: string
  mobileRedirectUrl: string
  partnerId: string
  redirectUrl: string
  email: string
  partnerName: string
  userDetailsUrl: string
  /** The client id for apps that cannot keep a secret: on a phone, or in a browser. */
  publicClientId: string
  ecosystem: string
  /** Whether the mailed code was entered. Until then, in production, the partner cannot invite, create client secrets or register webhooks. */
  emailVerified: boolean
  boardsPublic: boolean
  /** The time zone in which days begin: those of the overview, of statements, results and history, the periods of memberCoinLimit, and the days on which coins can be spent for the first time and expire. */
  timeZone: string
  coinName: OwnCoinName | null
  coinValue: CoinValue | null
  /** Every value, the latest day first. */
  coinValues: CoinValue[]
  /** How many coins all rules together pay one member in a memberLimitPeriod; -1 for no maximum. */
  memberCoinLimit: string
  memberLimitPeriod: MemberLimitPeriod
  coinExpiry: CoinExpiry | null
  /** How many days before coins expire the event coins.expiring says so. */
  expiryNoticeDays: number
  brand: Brand
}

export interface OwnProgress {
  ruleId: string
  ruleName: string
  /** What people read in place of the name. */
  displayName: string | null
  condition: string
  type: RuleType
  /** Coins of one payment; with perUnit, of one unit. */
  coinValue: string
  perUnit: boolean
  /** Completions, or sub-rules done, since the last payment. */
  progress: number
  /** How many of them a payment takes. */
  needed: number
  /** Whether every completion of a batched rule counts, or one in each period. */
  countPer: CountPer
  /** Whether progress is a streak: a period without a completion starts it again. */
  consecutive: boolean
  /**
   * Until when no further completion counts, since one did in this period; null otherwise.
   * @example 2026-03-01T09:30:00.000Z
   */
  countedUntil: string | null
  /**
   * When the streak ends unless a completion counts before; null without a streak.
   * @example 2026-03-01T09:30:00.000Z
   */
  streakEndsAt: string | null
  /** The active sub-rules of a combined rule. */
  rules: OwnSubRule[]
  /** Payments to the user in the period. */
  userAwards: number
  /** How many the user can get; -1 for no maximum. */
  userLimitAward: string
  /** Coins paid to the user in the period. */
  userCoins: string
  /** How many the user can get; -1 for no maximum. */
  userCoinLimit: string
  userLimitPeriod: Period
  /**
   * When both limits count anew; null for never.
   * @example 2026-03-01T09:30:00.000Z
   */
  periodEnd: string | null
  /** Whether the rule has all its participants, and the user is none. */
  full: boolean
  /** @example 2026-03-01T09:30:00.000Z */
  startsAt: string | null
  /** @example 2026-03-01T09:30:00.000Z */
  endsAt: string | null
}

export interface OwnProgressPage {
  data: OwnProgress[]
  /** Send it as `cursor` to get the next entries; null at the end. */
  next: string | null
}

export interface OwnRefundRefusedEvent {
  /** The sequence number of the event with the partner; yours have gaps. */
  seq: number
  type: "refund.refused"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: OwnRefusedTransactionEventData
}

export interface OwnRefusedHoldEventData {
  /** The hold; of a hold that was not made, the id of the refusal. */
  holdId: string
  userId: string
  /** How many coins the call was about. */
  coins: string
  /**
   * When the hold ends by itself; null unless the event sets it.
   * @example 2026-03-01T09:30:00.000Z
   */
  expiresAt: string | null
  narration: string | null
  /** Of the wallet, after this and the settlement that may follow. */
  balance: string
  points: string
  reference: string | null
  reason: Reason
}

export interface OwnRefusedReversalEventData {
  id: string
  /** The rule's id; the combined rule's when a sub-rule was awarded. */
  ruleId: string
  /** The awarded name. */
  ruleName: string
  userId: string
  /** Whether this call paid. False for a completion that only counts towards a payment, and for a reversed award. */
  awarded: boolean
  /** The narration. */
  note: string | null
  reversalId: string
  coins: string
  reason: Reason
  /** Why, as the `reason` of the request said. */
  narration: string | null
  /** Of the wallet, after this and the settlement that may follow. */
  balance: string
  points: string
  reference: string | null
}

export interface OwnRefusedTransactionEventData {
  id: string
  userId: string
  /** Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
  debitOrCredit: DebitOrCredit
  coins: number
  transactionType: TransactionType
  narration: string
  reason: Reason
  /** The transfer of a refund. */
  originalId: string | null
  /** The hold that a transfer captured. */
  holdId?: string
  /** Of the wallet, after this and the settlement that may follow. */
  balance: string
  points: string
  reference: string | null
}

export interface OwnReversalEventData {
  id: string
  /** The rule's id; the combined rule's when a sub-rule was awarded. */
  ruleId: string
  /** The awarded name. */
  ruleName: string
  userId: string
  /** Whether this call paid. False for a completion that only counts towards a payment, and for a reversed award. */
  awarded: boolean
  /** The narration. */
  note: string | null
  reversalId: string
  /** By which the points fall: taken, fromExpired, owed and writtenOff together. */
  coins: string
  /** What the wallet gave. */
  taken: string
  /** What had expired of the coins of the award; absent for none. */
  fromExpired?: string
  owed: string
  writtenOff: string
  /** What is left of the award. */
  left: string
  /** Why, as the `reason` of the request said. */
  narration: string | null
  /** Of the wallet, after this and the settlement that may follow. */
  balance: string
  points: string
  reference: string | null
}

export interface OwnReversalRefusedEvent {
  /** The sequence number of the event with the partner; yours have gaps. */
  seq: number
  type: "reversal.refused"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: OwnRefusedReversalEventData
}

export interface OwnSettlementEventData {
  id: string
  userId: string
  /** Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
  debitOrCredit: DebitOrCredit
  coins: number
  transactionType: TransactionType
  narration: string
  /** The award, refund, adjustment or end of a hold that it follows. */
  originalId: string
  /** Of the wallet, after this and the settlement that may follow. */
  balance: string
  points: string
  reference: string | null
}

export interface OwnSubRule {
  name: string
  condition: string
  done: boolean
}

export interface OwnTransaction {
  id: string
  transactionType: TransactionType
  /** CR when coins enter the wallet, DE when they leave it. */
  debitOrCredit: DebitOrCredit
  coins: number
  narration: string
  /** The rule that was awarded, or whose award was reversed; null otherwise. */
  ruleName: string | null
  reference: string | null
  /** Whether this is an award that was reversed, or a transfer that was refunded, to the last coin. */
  refunded: boolean
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
}

export interface OwnTransactionEventData {
  id: string
  userId: string
  /** Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
  debitOrCredit: DebitOrCredit
  coins: number
  transactionType: TransactionType
  narration: string
  /** The transfer of a refund. */
  originalId: string | null
  /** The hold that a transfer captured. */
  holdId?: string
  /** Of the wallet, after this and the settlement that may follow. */
  balance: string
  points: string
  reference: string | null
}

export interface OwnTransactionPage {
  data: OwnTransaction[]
  /** Send it as `cursor` to get the next entries; null at the end. */
  next: string | null
}

export interface OwnTransferRefusedEvent {
  /** The sequence number of the event with the partner; yours have gaps. */
  seq: number
  type: "transfer.refused"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: OwnRefusedTransactionEventData
}

export interface OwnWallet {
  /** The user as this partner knows them: the `sub` of the token. */
  userId: string
  partnerId: string
  /** The coins that the user holds with this partner. */
  coins: string
  /** Those that can be spent now. */
  available: string
  /** Those that can be spent on a later day. */
  pending: string
  /** Those that holds reserve. */
  held: string
  /** The coins that the user ever earned with this partner. */
  points: string
  /** Coins of reversed awards that the wallet did not have. The next credits settle them. */
  owed: string
  /** When pending coins can be spent: the next twelve moments. */
  pendingUntil: CoinsAt[]
  /** When coins expire that are neither spent nor held by then: the next twelve moments. */
  expiring: CoinsAt[]
}

export type ParticipantsFilter = "full" | "open"

export interface Partner {
  /** The application's id. */
  id: string
  applicationName: string
  /** 64 hex digits. */
  clientId: string
  webRedirectUrl: string
  mobileRedirectUrl: string
  partnerId: string
  redirectUrl: string
  email: string
  partnerName: string
  userDetailsUrl: string
}

export interface PartnerChanges {
  /** Default redirect address after leaving the authorization server. May equal one of the other two. */
  redirectUrl?: string
  /** Redirect address on the web; redirectUrl when not given. Must be an address of at most 2048 characters. */
  webRedirectUrl?: string
  /** Redirect address in a mobile app, may use a private-use scheme; redirectUrl when not given. Must be an address of at most 2048 characters. */
  mobileRedirectUrl?: string
  /** Address that responds with a user record; accepts the query parameter tag. */
  userDetailsUrl?: string
  /** Must be true or false. */
  boardsPublic?: boolean
  /**
   * The time zone in which days begin: those of the overview, of statements, results and history, the periods of memberCoinLimit, and the days on which coins can be spent for the first time and expire. A change counts the days of figures again in the background, and moves no date of coins. The months of boards are UTC.
   * @example Europe/Berlin
   */
  timeZone?: string
  /** What one coin and many coins are called. */
  coinName?: CoinName | null
  /** What a coin is worth from a day on. Earlier values stay; one of the same day is replaced. */
  coinValue?: CoinValueChange | null
  /** How many coins all rules together pay one member in a memberLimitPeriod; -1 for no maximum (default). Must be "-1" for no maximum, or a coin amount up to 70000000000000. */
  memberCoinLimit?: string | number
  /** The period of memberCoinLimit, in the timeZone of the programme. Default day. A change of either starts at 0. */
  memberLimitPeriod?: MemberLimitPeriod
  /** How long coins of later awards and positive adjustments live; null for ever (default). Rules may say otherwise. Days, months and years are those of timeZone. */
  coinExpiry?: CoinExpiryChange | null
  /** How many days before coins expire the event coins.expiring says so. Default 30. */
  expiryNoticeDays?: number
  brand?: BrandChange
  readonly id?: unknown
  readonly applicationName?: unknown
  readonly clientId?: unknown
  readonly partnerId?: unknown
  readonly email?: unknown
  readonly partnerName?: unknown
  readonly publicClientId?: unknown
  readonly ecosystem?: unknown
  readonly emailVerified?: unknown
  readonly coinValues?: unknown
}

export interface Party {
  id: string
  fullname_businessName: string
  email: string
  tag: string | null
  userId: string
}

export type Period = "total" | "day" | "week" | "month"

export interface PointsBoardEntry {
  id: string
  points: number
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  /** @example 2026-03-01T09:30:00.000Z */
  updatedAt: string
  user: Membership
  /** The position when this day began (UTC). 0: the user was not on the board. Null: it is not known, because the position was behind 200 on a board with more than 400 members, because very much happened since, or because the board is of another month or began today. */
  previousPosition?: number | null
}

export interface PointsBoardPage {
  userPosition: PointsBoardPosition
  data: PointsBoardEntry[]
  count: number
  currentpage: number
  nextpage: number | null
  prevpage: number | null
  lastpage: number
}

export interface PointsBoardPosition {
  userId: string
  amount: number
  position: number
}

export type PropertyKind = "text" | "number" | "boolean" | "null" | "list" | "object"

export interface ReadInvitationRequest {
  /** As mailed. Must be the token of the mail. */
  token: string
}

export interface ReadInvitationResult {
  /** The partner whose team it is. */
  partnerName: string
  /** The invited address. */
  email: string
  role: Role
  /** @example 2026-03-01T09:30:00.000Z */
  expiresAt: string
}

/** The `appErrorCode` of a refusal: - `rule_inactive`: the rule or the sub-rule is inactive - `rule_not_started`: the rule starts later - `rule_ended`: the rule has ended - `rule_full`: the rule has all its participants, and this user is none of them - `user_limit_reached`: the user has as many paid awards of the rule as it allows - `user_coins_reached`: the user would get more coins than the rule gives one user in the period - `budget_exhausted`: the payment would pass the budget of the rule - `member_limit_reached`: all rules together would pay the user more coins than the programme allows in the period - `amount_too_small`: the units are worth less than 0.01 coins - `sub_rule_repeated`: the user has done this sub-rule in this round - `already_counted`: a completion of the user counts already in this day, week or month - `combined_by_sub_rule`: a combined rule is awarded by the names of its sub-rules - `insufficient_coins`: fewer coins of the wallet can be spent, or taken back - `hold_not_active`: the hold was captured or released before, or its time is over - `capture_exceeds`: the hold has fewer coins - `too_many_holds`: the active holds of the user would be too many, or hold coins of too many lots - `already_reversed`: the award was taken back before - `reversal_exceeds`: less is left of the award - `completion_used`: a payment has used the completion - `not_refundable`: the transaction is no transfer that moved coins - `already_refunded`: the transfer was refunded before - `refund_exceeds`: less is left of the transfer - `return_exceeds`: the shares of the order would add up to more than 1 - `not_paid`: the award paid nothing that could be taken back - `balance_limit`: the wallet or the points of the user would grow too large, or the wallet would have too many lots - `user_details_conflict`: the e-mail address in the user record belongs to another tag - `import_in_progress`: another import of the partner is running - `import_replaced`: a later import took the place of this one before it had arrived - `import_finished`: an import that is finished cannot be cancelled - `backtest_waiting`: a backtest of another author is waiting - `backtest_ended`: a backtest that has ended cannot be cancelled - `consent_required`: the user unlinked from the partner and must consent again - `month_not_over`: the month has not ended yet - `month_closed`: the month was closed before - `coins_left`: the wallet still holds coins, and the request does not forfeit them - `too_many_webhooks`: the partner has as many webhooks as it can - `webhook_disabled`: the webhook is disabled - `not_redeliverable`: the attempt was a test, without events - `too_many_secrets`: the partner has as many client secrets as it can - `last_owner`: the team would have no owner - `second_factor_active`: the account has a second factor already - `second_factor_inactive`: the account has no second factor - `second_factor_not_begun`: there is no second factor to confirm - `own_second_factor`: the own second factor is removed with password and code */
export type Reason = "rule_inactive" | "rule_not_started" | "rule_ended" | "rule_full" | "user_limit_reached" | "user_coins_reached" | "budget_exhausted" | "member_limit_reached" | "amount_too_small" | "sub_rule_repeated" | "already_counted" | "combined_by_sub_rule" | "insufficient_coins" | "hold_not_active" | "capture_exceeds" | "too_many_holds" | "already_reversed" | "reversal_exceeds" | "completion_used" | "not_refundable" | "already_refunded" | "refund_exceeds" | "return_exceeds" | "not_paid" | "balance_limit" | "user_details_conflict" | "import_in_progress" | "import_replaced" | "import_finished" | "backtest_waiting" | "backtest_ended" | "consent_required" | "month_not_over" | "month_closed" | "coins_left" | "too_many_webhooks" | "webhook_disabled" | "not_redeliverable" | "too_many_secrets" | "last_owner" | "second_factor_active" | "second_factor_inactive" | "second_factor_not_begun" | "own_second_factor"

/** The time zone was changed and the days are being counted again. Until then, responses show days of the former zone. */
export interface Recount {
  /** The new time zone of the programme. */
  timeZone: string
  /** How many events are counted in it. */
  events: number
  /** Events that are left to count. */
  behind: number
}

/** The last twelve months. */
export interface Redemption {
  from: string
  to: string
  /** Coins paid by awards, less those that reversals took back. */
  issued: string
  /** Coins that users transferred to the partner, less those that were refunded. */
  spent: string
  /** Spent by issued, with 4 decimals, rounded down; null unless something was issued. */
  rate: string | null
}

export interface RefreshPartnerRequest {
  /** Must be a refresh token as a login answered it. */
  refreshToken: string
}

export interface Refund {
  id: string
  userId: string
  /** Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
  debitOrCredit: DebitOrCredit
  coins: number
  claimed: boolean
  transactionType: TransactionType
  narration: string
  from: Party
  to: Party
  plan: Empty
  paidWithGiftCard: boolean
  giftCardLedger: Empty
  "the service": boolean
  charge: number
  /** Whether this is an award that was reversed, or a transfer that was refunded, to the last coin. */
  refunded: boolean
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  /** @example 2026-03-01T09:30:00.000Z */
  updatedAt: string
  /** The transfer that it refunds. */
  originalId: string
}

export interface RefundRefusedEvent {
  /** The sequence number of the event, from 1 without gaps. */
  seq: number
  type: "refund.refused"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: RefusedTransactionEventData
}

export interface RefusalCount {
  reason: AwardReason
  /** Awards refused for this reason. */
  count: number
}

export interface RefusedHoldEventData {
  /** The hold; of a hold that was not made, the id of the refusal. */
  holdId: string
  userId: string
  /** How many coins the call was about. */
  coins: string
  /**
   * When the hold ends by itself; null unless the event sets it.
   * @example 2026-03-01T09:30:00.000Z
   */
  expiresAt: string | null
  narration: string | null
  /** Of the wallet, after this and the settlement that may follow. */
  balance: string
  points: string
  actor: Actor
  reference: string | null
  metadata: {
    [key: string]: string
  } | null
  /** What was refused: hold, extension, capture or release. */
  call: string
  reason: Reason
}

export interface RefusedReturnEventData {
  /** The `returnId` of the refunds and reversals that follow. */
  id: string
  reference: string
  /** What was asked for. */
  share: string
  /** Of all returns of the order so far. */
  shareTotal: string
  /** Why, as the `reason` of the request said. */
  narration: string | null
  /** What to do when too few coins can be taken. */
  shortfall: Shortfall
  actor: Actor
  reason: Reason
}

export interface RefusedReversalEventData {
  id: string
  /** The rule's id; the combined rule's when a sub-rule was awarded. */
  ruleId: string
  /** The awarded name. */
  ruleName: string
  userId: string
  /** Whether this call paid. False for a completion that only counts towards a payment, and for a reversed award. */
  awarded: boolean
  /** The narration. */
  note: string | null
  partnerId: string
  reversalId: string
  coins: string
  reason: Reason
  /** Why, as the `reason` of the request said. */
  narration: string | null
  /** Of the wallet, after this and the settlement that may follow. */
  balance: string
  points: string
  actor: Actor
  reference: string | null
  metadata: {
    [key: string]: string
  } | null
}

export interface RefusedRule {
  /** The rule's id; the combined rule's of a sub-rule. */
  ruleId: string
  /** Of the rule, or of the sub-rule. */
  ruleName: string
  reason: AwardReason
  /**
   * When a later activity could pay; absent if none could.
   * @example 2026-03-01T09:30:00.000Z
   */
  retryAt?: string
}

export interface RefusedTransactionEventData {
  id: string
  userId: string
  /** Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
  debitOrCredit: DebitOrCredit
  coins: number
  claimed: boolean
  transactionType: TransactionType
  narration: string
  from: Party
  to: Party
  plan: Empty
  paidWithGiftCard: boolean
  giftCardLedger: Empty
  "the service": boolean
  charge: number
  /** Whether this is an award that was reversed, or a transfer that was refunded, to the last coin. */
  refunded: boolean
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  /** @example 2026-03-01T09:30:00.000Z */
  updatedAt: string
  reason: Reason
  /** The transfer of a refund. */
  originalId: string | null
  /** The hold that a transfer captured. */
  holdId?: string
  /** The return that a refund is part of. */
  returnId: string | null
  /** Of the wallet, after this and the settlement that may follow. */
  balance: string
  points: string
  actor: Actor
  reference: string | null
  metadata: {
    [key: string]: string
  } | null
}

export interface RemoveSecondFactorRequest {
  /** Must have at most 200 characters. */
  password: string
  /**
   * Must be the 6 digits of your app, or a recovery code.
   * @example 482913
   */
  code: string
}

export interface RemoveSecondFactorResult {
  secondFactor: boolean
}

export interface ReplaceRecoveryCodesRequest {
  /**
   * Must be the 6 digits of your app, or a recovery code.
   * @example 482913
   */
  code: string
}

export interface ReplaceRecoveryCodesResult {
  /** Each works once; shown only once. */
  recoveryCodes: string[]
}

export interface ReplayWebhookRequest {
  /** Events after this number are delivered. */
  after: number
}

export type RequestOutcome = "ok" | "failed"

export interface RequestPage {
  requests: LoggedRequest[]
  /** Send it as `before` to get older requests; null when there are none. */
  next: string | null
  /** Requests of the last hour that were not logged. */
  leftOut: number
}

export interface ResendOtpRequest {
  /** Must be an e-mail address of at most 254 characters. */
  email: string
}

export interface ResendOtpResult {
  email: string
}

export interface ResendPartnerCodeRequest {
  /** Must be an e-mail address of at most 254 characters. */
  email: string
}

export interface ResendPartnerCodeResult {
  email: string
}

export interface ResetPasswordRequest {
  /** As mailed. Must be the token of the mail. */
  token: string
  /** Must have 8 to 200 characters, with one uppercase letter, one number and one special character. */
  password: string
  /** The same password again. Must equal password. */
  confirmPassword: string
}

export interface ResetPasswordResult {
  email: string
}

export type ResultDays = "7d" | "30d" | "90d"

export interface Return {
  id: string
  reference: string
  /** What this return gave and took back. */
  share: string
  /** Of all returns of the order so far, this one included. */
  shareTotal: string
  /** Why, as the `reason` of the request said. */
  narration: string | null
  refunds: Refund[]
  reversals: Reversal[]
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  decision?: CoinCallDecision
  wallet?: WalletAfter | null
  /** Only in a dry run: the number of the last event that it saw. */
  asOf?: number
}

export interface ReturnDecision {
  /** The `returnId` of its refunds and reversals. */
  id: string
  kind: "return"
  /** Always null: an order can be of several users. */
  userId: string | null
  partnerId: string
  outcome: ReturnOutcome
  /** Why it was refused. */
  reason: Reason | null
  /** The refusal as a sentence. */
  explanation: string | null
  /** Always null: its refunds and reversals are decisions with the coins. */
  coins: string | null
  balance: string | null
  balanceAfter: string | null
  points: string | null
  /** What it corrects or follows: the award of a reversal, the transfer of a refund, the credit or the end of a hold that a settlement follows, the hold that was extended, captured, released or over. */
  parentId: string | null
  actor: Actor
  reference: string
  metadata: {
    [key: string]: string
  } | null
  /**
   * When a later try could pay.
   * @example 2026-03-01T09:30:00.000Z
   */
  retryAt: string | null
  /** The number of its event. */
  seq: number
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  /** Always null. */
  ruleVersion: number | null
  /** Why the order came back. */
  note: string | null
  /** How much of the order it was about. */
  share: string
  /** Of all returns of the order so far. */
  shareTotal: string
  /** What to do when too few coins can be taken. */
  shortfall: Shortfall
}

export interface ReturnEventData {
  /** The `returnId` of the refunds and reversals that follow. */
  id: string
  reference: string
  /** What this return gave and took back. */
  share: string
  /** Of all returns of the order so far, this one included. */
  shareTotal: string
  /** Why, as the `reason` of the request said. */
  narration: string | null
  /** What to do when too few coins can be taken. */
  shortfall: Shortfall
  actor: Actor
}

export type ReturnOutcome = "returned" | "refused"

export interface ReturnRefusedEvent {
  /** The sequence number of the event, from 1 without gaps. */
  seq: number
  type: "return.refused"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: RefusedReturnEventData
}

export interface Reversal {
  id: string
  /** The rule's id; the combined rule's when a sub-rule was awarded. */
  ruleId: string
  /** The awarded name. */
  ruleName: string
  userId: string
  /** Whether this call paid. False for a completion that only counts towards a payment, and for a reversed award. */
  awarded: boolean
  /** The narration. */
  note: string | null
  partnerId: string
  reversalId: string
  /** By which the points fall: taken, fromExpired, owed and writtenOff together. */
  coins: string
  /** What the wallet gave. */
  taken: string
  /** What had expired of the coins of the award; absent for none. */
  fromExpired?: string
  owed: string
  writtenOff: string
  /** What is left of the award. */
  left: string
  /** Why, as the `reason` of the request said. */
  narration: string | null
}

export interface ReversalEventData {
  id: string
  /** The rule's id; the combined rule's when a sub-rule was awarded. */
  ruleId: string
  /** The awarded name. */
  ruleName: string
  userId: string
  /** Whether this call paid. False for a completion that only counts towards a payment, and for a reversed award. */
  awarded: boolean
  /** The narration. */
  note: string | null
  partnerId: string
  reversalId: string
  /** By which the points fall: taken, fromExpired, owed and writtenOff together. */
  coins: string
  /** What the wallet gave. */
  taken: string
  /** What had expired of the coins of the award; absent for none. */
  fromExpired?: string
  owed: string
  writtenOff: string
  /** What is left of the award. */
  left: string
  /** Why, as the `reason` of the request said. */
  narration: string | null
  /** The return that it is part of. */
  returnId: string | null
  /** Of the wallet, after this and the settlement that may follow. */
  balance: string
  points: string
  actor: Actor
  reference: string | null
  metadata: {
    [key: string]: string
  } | null
}

export interface ReversalRefusedEvent {
  /** The sequence number of the event, from 1 without gaps. */
  seq: number
  type: "reversal.refused"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: RefusedReversalEventData
}

export type Role = "owner" | "manager" | "support" | "read-only"

export interface Rule {
  id: string
  name: string
  /** What people read in place of the name. */
  displayName: string | null
  /** Coins of one payment; with perUnit, of one unit. */
  coinValue: string
  condition: string
  /** 1000000000 for no limit. */
  maxNumberOfParticipant: string
  status: RuleStatus
  type: RuleType
  completionNumber: string
  /** Whether every call of a batched rule counts, or one in each period. */
  countPer: CountPer
  /** Whether a period without a completion starts the count again at 1. */
  consecutive: boolean
  /** -1 for no maximum. */
  userLimitAward: string
  userLimitPeriod: Period
  /** -1 for no maximum. */
  userCoinLimit: string
  perUnit: boolean
  /** -1 for no maximum. */
  maxCoinsPerAward: string
  /** @example 2026-03-01T09:30:00.000Z */
  startsAt: string | null
  /** @example 2026-03-01T09:30:00.000Z */
  endsAt: string | null
  /** -1 for no maximum. */
  coinBudget: string
  budgetPeriod: Period
  /** The time zone in which the periods of userLimitPeriod, budgetPeriod and countPer begin. */
  timeZone: string
  /** Whether users see the rule, and how far they are with it, with their own tokens. */
  shownToUsers: boolean
  /**
   * Since when the rule is archived: inactive, and hidden from lists.
   * @example 2026-03-01T09:30:00.000Z
   */
  archivedAt: string | null
  /** The type of activities that award it; null when it is only awarded by name. */
  activityType: string | null
  /** For which activities of the type, as an expression; null for all. */
  when: string | null
  /** The units of an activity, as an expression. */
  unitsFrom: string | null
  /** Rules with a higher priority are decided first. */
  priority: number
  /** Of the rules of a group, one pays or counts for an activity. */
  exclusiveGroup: string | null
  /** How many days the coins of an award cannot be spent. */
  pendingDays: number
  /** How long the coins of an award live; null as long as coinExpiry of the programme says. */
  coinExpiry: CoinExpiry | "never" | null
  rules: SubRule[]
  /** Users with a paid award of this rule. */
  participants: string
  /** Coins paid from the budget in the period from budgetPeriodStart until before budgetPeriodEnd; 0 once that has ended. */
  budgetUsed: string
  /** @example 2026-03-01T09:30:00.000Z */
  budgetPeriodStart: string | null
  /** @example 2026-03-01T09:30:00.000Z */
  budgetPeriodEnd: string | null
  /** From 1; every change of the rule increases it. */
  version: number
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  /** @example 2026-03-01T09:30:00.000Z */
  updatedAt: string
  results?: RuleResultsSummary
}

export interface RuleChanges {
  /** Coins of one payment. Must be a coin amount above 0 and up to 1000000000, with at most 2 decimals, such as "10" or "2.5". */
  coinValue?: string | number
  /** How many users can be rewarded; 1000000000, the largest number, for no limit. Must be a whole number from 1 to 1000000000, such as "10". */
  maxNumberOfParticipant?: string | number
  /** Completions per payment of a batched rule. Default 1. Must be a whole number from 1 to 1000000000, such as "10". */
  completionNumber?: string | number
  /** How often one user can be paid; -1 for no maximum (default). Must be "-1" for no maximum, or a whole number from 1 to 1000000000. */
  userLimitAward?: string | number
  /**
   * Must be one line of text of at most 100 characters.
   * @example Your first purchase
   */
  displayName?: string | null
  /** Whether coinValue is for one unit, such as a euro; awards then name their units. Single rules only. */
  perUnit?: boolean
  /** The most that one award of a per-unit rule pays; -1 for no maximum (default). Must be "-1" for no maximum, or a coin amount up to 1000000000. */
  maxCoinsPerAward?: string | number
  /** Of a batched rule: `call` counts every completion (default), `day`, `week` or `month` one in each. */
  countPer?: CountPer
  /** Whether a period of countPer without a completion starts the count again at 1. Default false, also when countPer becomes call. */
  consecutive?: boolean
  /** Must be a time such as 2026-03-01T09:30:00Z. */
  startsAt?: string | null
  /** Must be a time such as 2026-03-01T09:30:00Z. */
  endsAt?: string | null
  /** How many coins the rule may pay in a budgetPeriod; -1 for no maximum (default). Must be "-1" for no maximum, or a coin amount up to 70000000000000. */
  coinBudget?: string | number
  /** The period of coinBudget. Default total, also when coinBudget is removed. */
  budgetPeriod?: Period
  /** The period of userLimitAward and userCoinLimit. Default total, also when the last of them is removed. */
  userLimitPeriod?: Period
  /** How many coins one user can get in a userLimitPeriod; -1 for no maximum (default). Must be "-1" for no maximum, or a coin amount up to 70000000000000. */
  userCoinLimit?: string | number
  /** The IANA time zone in which the days, weeks (from Monday) and months of userLimitPeriod, budgetPeriod and countPer begin. Default UTC. The days of pendingDays and coinExpiry are those of the programme. Must be an IANA time zone such as Africa/Lagos. */
  timeZone?: string
  /** Whether users see the rule, and how far they are with it, with their own tokens. Default false. */
  shownToUsers?: boolean
  /**
   * The type of activities that award it; null when it is only awarded by name (default). Of a combined rule, the sub-rules have it. Must be a type of at most 64 lower-case letters, digits, underscores and dots, such as "order.paid", or null.
   * @example order.paid
   */
  activityType?: string | null
  /**
   * For which activities of the type: a condition in the Common Expression Language; null for all (default). Must be an expression of at most 2000 characters, without control characters, or null.
   * @example properties.total >= 50
   */
  when?: string | null
  /**
   * The units of an activity: an expression. Required for a per-unit rule with an activityType, null for others. Must be an expression of at most 2000 characters, without control characters, or null.
   * @example properties.total
   */
  unitsFrom?: string | null
  /** Of the rules that match an activity, those with a higher priority are decided first, then older ones. Default 0. */
  priority?: number
  /**
   * Must be one line of text of at most 100 characters.
   * @example seasonal
   */
  exclusiveGroup?: string | null
  /** Coins of an award can be spent from the start of the day that many days after the award's day, in the timeZone of the programme. Default 0: at once. */
  pendingDays?: number
  /** How long the coins of later awards live; null as long as coinExpiry of the programme says (default). */
  coinExpiry?: CoinExpiryChange | "never" | null
  readonly id?: unknown
  readonly actor?: unknown
  readonly results?: unknown
  readonly archivedAt?: unknown
  readonly participants?: unknown
  readonly budgetUsed?: unknown
  readonly budgetPeriodStart?: unknown
  readonly budgetPeriodEnd?: unknown
  readonly version?: unknown
  readonly createdAt?: unknown
  readonly updatedAt?: unknown
  /** Lower case, unique among rules and sub-rules. Must have 1 to 100 lower-case letters, digits, dots, underscores, hyphens and inner spaces, such as "first purchase". */
  name?: string
  type?: RuleType
  /** Must be text of at most 1000 characters without control characters. */
  condition?: string
  status?: RuleStatus
  /** Must be a list of at most 50 sub-rules, each {name, condition, status}. */
  rules?: NewSubRule[]
}

export interface RuleCreatedEvent {
  /** The sequence number of the event, from 1 without gaps. */
  seq: number
  type: "rule.created"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: RuleEventData
}

export interface RuleEndedEvent {
  /** The sequence number of the event, from 1 without gaps. */
  seq: number
  type: "rule.ended"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: Rule
}

export interface RuleEvaluation {
  /** The rule's id; the combined rule's of a sub-rule. */
  ruleId: string
  /** Of the rule, or of the sub-rule. */
  ruleName: string
  ruleVersion: number
  /** Whether it was decided. A rule that refused did match. */
  matched: boolean
  outcome: AwardOutcome | null
  /** Why it did not match. */
  reason: UnmatchedReason | null
  /** Why an expression failed: names and kinds, never values. */
  error: string | null
}

export interface RuleEventData {
  id: string
  name: string
  /** What people read in place of the name. */
  displayName: string | null
  /** Coins of one payment; with perUnit, of one unit. */
  coinValue: string
  condition: string
  /** 1000000000 for no limit. */
  maxNumberOfParticipant: string
  status: RuleStatus
  type: RuleType
  completionNumber: string
  /** Whether every call of a batched rule counts, or one in each period. */
  countPer: CountPer
  /** Whether a period without a completion starts the count again at 1. */
  consecutive: boolean
  /** -1 for no maximum. */
  userLimitAward: string
  userLimitPeriod: Period
  /** -1 for no maximum. */
  userCoinLimit: string
  perUnit: boolean
  /** -1 for no maximum. */
  maxCoinsPerAward: string
  /** @example 2026-03-01T09:30:00.000Z */
  startsAt: string | null
  /** @example 2026-03-01T09:30:00.000Z */
  endsAt: string | null
  /** -1 for no maximum. */
  coinBudget: string
  budgetPeriod: Period
  /** The time zone in which the periods of userLimitPeriod, budgetPeriod and countPer begin. */
  timeZone: string
  /** Whether users see the rule, and how far they are with it, with their own tokens. */
  shownToUsers: boolean
  /**
   * Since when the rule is archived: inactive, and hidden from lists.
   * @example 2026-03-01T09:30:00.000Z
   */
  archivedAt: string | null
  /** The type of activities that award it; null when it is only awarded by name. */
  activityType: string | null
  /** For which activities of the type, as an expression; null for all. */
  when: string | null
  /** The units of an activity, as an expression. */
  unitsFrom: string | null
  /** Rules with a higher priority are decided first. */
  priority: number
  /** Of the rules of a group, one pays or counts for an activity. */
  exclusiveGroup: string | null
  /** How many days the coins of an award cannot be spent. */
  pendingDays: number
  /** How long the coins of an award live; null as long as coinExpiry of the programme says. */
  coinExpiry: CoinExpiry | "never" | null
  rules: SubRule[]
  /** Users with a paid award of this rule. */
  participants: string
  /** Coins paid from the budget in the period from budgetPeriodStart until before budgetPeriodEnd; 0 once that has ended. */
  budgetUsed: string
  /** @example 2026-03-01T09:30:00.000Z */
  budgetPeriodStart: string | null
  /** @example 2026-03-01T09:30:00.000Z */
  budgetPeriodEnd: string | null
  /** From 1; every change of the rule increases it. */
  version: number
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  /** @example 2026-03-01T09:30:00.000Z */
  updatedAt: string
  results?: RuleResultsSummary
  actor: Actor
}

export interface RuleExhaustedEvent {
  /** The sequence number of the event, from 1 without gaps. */
  seq: number
  type: "rule.exhausted"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: Rule
}

export interface RuleFullEvent {
  /** The sequence number of the event, from 1 without gaps. */
  seq: number
  type: "rule.full"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: Rule
}

export interface RulePage {
  data: Rule[]
  count: number
  currentpage: number
  nextpage: number | null
  prevpage: number | null
  lastpage: number
  /** Send it as `cursor` to get the next entries; null at the end. */
  next: string | null
}

export type RulePeopleSort = "coins" | "payments" | "last"

export interface RulePerson {
  user: IdentifiedMembership
  /** Paid awards that were not reversed. */
  payments: number
  /** Coins paid, less those that the wallet gave back. */
  coins: string
  /**
   * The latest payment; null when there was none.
   * @example 2026-03-01T09:30:00.000Z
   */
  lastPaidAt: string | null
  /** Completions, or sub-rules done, since the last payment. */
  progress: number
  /** How many of them a payment takes. */
  needed: number
}

export interface RulePersonPage {
  data: RulePerson[]
  /** Send it as `cursor` to get the next entries; null at the end. */
  next: string | null
}

export type RulePhaseFilter = "scheduled" | "running" | "full" | "exhausted" | "ended"

export interface RuleRefusalCount {
  reason: AwardReason
  /** Awards refused for this reason. */
  count: number
  /** Distinct users refused for this reason. */
  people: number
  /** Whether there may be more users: only the latest 10,000 refused awards of all rules are read to tell users apart. */
  peopleAtLeast: boolean
}

export interface RuleResults {
  ruleId: string
  ruleName: string
  /** Every day, oldest first. Reversals count on the day that they were made. */
  days: RuleResultsDay[]
  totals: RuleResultsTotals
  previous: RuleResultsPrevious
  /** Refused awards by reason, most frequent first. */
  reasons: RuleRefusalCount[]
  /** The versions of the rule that came into force in these days, oldest first. */
  versions: RuleVersionMark[]
  activityRefusals: ActivityRefusals
  evaluationErrors: EvaluationErrors
  /** The time zone in which the days of this response begin. */
  timeZone: string
  counted: OverviewCounted
  recount: Recount | null
}

export interface RuleResultsDay {
  date: string
  /** Coins paid. */
  coins: string
  /** Paid awards. */
  paid: number
  /** Awards counted towards a payment. */
  counted: number
  /** Refused awards. */
  refused: number
  /** Coins that wallets gave back for reversed awards. */
  reversed: string
  /** Reversals that took coins from wallets. */
  reversals: number
  /** What reversals took of expired coins. */
  fromExpired: string
  /** What wallets could not give and users owe. */
  owed: string
  /** What wallets could not give and was written off. */
  writtenOff: string
  /** Users whom the rule paid for the first time. */
  newPeople: number
  /** Distinct users paid. */
  people: number
}

/** Totals of the days to compare with. */
export interface RuleResultsPrevious {
  from: string
  to: string
  /** Coins paid. */
  coins: string
  /** Paid awards. */
  paid: number
  /** Awards counted towards a payment. */
  counted: number
  /** Refused awards. */
  refused: number
  /** Coins that wallets gave back for reversed awards. */
  reversed: string
  /** Reversals that took coins from wallets. */
  reversals: number
  /** What reversals took of expired coins. */
  fromExpired: string
  /** What wallets could not give and users owe. */
  owed: string
  /** What wallets could not give and was written off. */
  writtenOff: string
  /** Users whom the rule paid for the first time. */
  newPeople: number
  /** Distinct users paid. */
  people: number
}

/** Only on the list of rules, with the parameter `results`. */
export interface RuleResultsSummary {
  from: string
  to: string
  /** Coins paid. */
  coins: string
  /** Coins paid in as many days before. */
  previousCoins: string
  /** Coins that wallets gave back for reversed awards. */
  reversed: string
  /** Paid awards. */
  paid: number
  /** Awards counted towards a payment. */
  counted: number
  /** Refused awards. */
  refused: number
  /** Distinct users paid. */
  people: number
  /** Users whom the rule paid for the first time. */
  newPeople: number
  /** Coins paid on each day, oldest first. */
  coinsByDay: string[]
}

export interface RuleResultsTotals {
  from: string
  to: string
  /** Coins paid. */
  coins: string
  /** Paid awards. */
  paid: number
  /** Awards counted towards a payment. */
  counted: number
  /** Refused awards. */
  refused: number
  /** Coins that wallets gave back for reversed awards. */
  reversed: string
  /** Reversals that took coins from wallets. */
  reversals: number
  /** What reversals took of expired coins. */
  fromExpired: string
  /** What wallets could not give and users owe. */
  owed: string
  /** What wallets could not give and was written off. */
  writtenOff: string
  /** Users whom the rule paid for the first time. */
  newPeople: number
  /** Distinct users paid. */
  people: number
}

export type RuleSort = "coins" | "refused" | "people"

export interface RuleStartedEvent {
  /** The sequence number of the event, from 1 without gaps. */
  seq: number
  type: "rule.started"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: Rule
}

export interface RuleStatement {
  ruleId: string
  ruleName: string
  /** Coins paid by awards of the rule. */
  issued: string
  /** Paid awards. */
  payments: number
  /** Coins that wallets gave back for reversed awards of the rule. */
  reversed: string
  /** Reversals that took coins from wallets. */
  reversals: number
  /** Issued less reversed. */
  net: string
  /** What reversals took of expired coins. */
  fromExpired: string
  /** What wallets could not give and members owe. */
  owed: string
  /** What wallets could not give and was written off. */
  writtenOff: string
  /** What the net is worth. In money, exact, by `coinValue`, the value of a coin on the last day; null without one. */
  value: string | null
}

export type RuleStatus = "active" | "inactive"

export interface RuleSummary {
  id: string
  name: string
  coinValue: string
  condition: string
  maxNumberOfParticipant: string
  status: RuleStatus
}

export interface RuleTerms {
  name: string
  /** What people read in place of the name. */
  displayName: string | null
  /** Coins of one payment; with perUnit, of one unit. */
  coinValue: string
  condition: string
  /** 1000000000 for no limit. */
  maxNumberOfParticipant: string
  status: RuleStatus
  type: RuleType
  completionNumber: string
  /** Whether every call of a batched rule counts, or one in each period. */
  countPer: CountPer
  /** Whether a period without a completion starts the count again at 1. */
  consecutive: boolean
  /** -1 for no maximum. */
  userLimitAward: string
  userLimitPeriod: Period
  /** -1 for no maximum. */
  userCoinLimit: string
  perUnit: boolean
  /** -1 for no maximum. */
  maxCoinsPerAward: string
  /** @example 2026-03-01T09:30:00.000Z */
  startsAt: string | null
  /** @example 2026-03-01T09:30:00.000Z */
  endsAt: string | null
  /** -1 for no maximum. */
  coinBudget: string
  budgetPeriod: Period
  /** The time zone in which the periods of userLimitPeriod, budgetPeriod and countPer begin. */
  timeZone: string
  /** Whether users see the rule, and how far they are with it, with their own tokens. */
  shownToUsers: boolean
  /**
   * Since when the rule is archived: inactive, and hidden from lists.
   * @example 2026-03-01T09:30:00.000Z
   */
  archivedAt: string | null
  /** The type of activities that award it; null when it is only awarded by name. */
  activityType: string | null
  /** For which activities of the type, as an expression; null for all. */
  when: string | null
  /** The units of an activity, as an expression. */
  unitsFrom: string | null
  /** Rules with a higher priority are decided first. */
  priority: number
  /** Of the rules of a group, one pays or counts for an activity. */
  exclusiveGroup: string | null
  /** How many days the coins of an award cannot be spent. */
  pendingDays: number
  /** How long the coins of an award live; null as long as coinExpiry of the programme says. */
  coinExpiry: CoinExpiry | "never" | null
  rules: SubRule[]
}

export interface RuleTrial {
  outcome: AwardOutcome
  reason: AwardReason | null
  coins: string
  counters: Counters
  /**
   * When a later try could pay.
   * @example 2026-03-01T09:30:00.000Z
   */
  retryAt: string | null
  wallet: WalletAfter
}

export type RuleType = "single" | "batched" | "combined"

export interface RuleUpdatedEvent {
  /** The sequence number of the event, from 1 without gaps. */
  seq: number
  type: "rule.updated"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: RuleEventData
}

export interface RuleVersion {
  /** From 1; every change of the rule increases it. */
  version: number
  /**
   * When this version came into force.
   * @example 2026-03-01T09:30:00.000Z
   */
  createdAt: string
  actor: Actor
  name: string
  /** What people read in place of the name. */
  displayName: string | null
  /** Coins of one payment; with perUnit, of one unit. */
  coinValue: string
  condition: string
  /** 1000000000 for no limit. */
  maxNumberOfParticipant: string
  status: RuleStatus
  type: RuleType
  completionNumber: string
  /** Whether every call of a batched rule counts, or one in each period. */
  countPer: CountPer
  /** Whether a period without a completion starts the count again at 1. */
  consecutive: boolean
  /** -1 for no maximum. */
  userLimitAward: string
  userLimitPeriod: Period
  /** -1 for no maximum. */
  userCoinLimit: string
  perUnit: boolean
  /** -1 for no maximum. */
  maxCoinsPerAward: string
  /** @example 2026-03-01T09:30:00.000Z */
  startsAt: string | null
  /** @example 2026-03-01T09:30:00.000Z */
  endsAt: string | null
  /** -1 for no maximum. */
  coinBudget: string
  budgetPeriod: Period
  /** The time zone in which the periods of userLimitPeriod, budgetPeriod and countPer begin. */
  timeZone: string
  /** Whether users see the rule, and how far they are with it, with their own tokens. */
  shownToUsers: boolean
  /**
   * Since when the rule is archived: inactive, and hidden from lists.
   * @example 2026-03-01T09:30:00.000Z
   */
  archivedAt: string | null
  /** The type of activities that award it; null when it is only awarded by name. */
  activityType: string | null
  /** For which activities of the type, as an expression; null for all. */
  when: string | null
  /** The units of an activity, as an expression. */
  unitsFrom: string | null
  /** Rules with a higher priority are decided first. */
  priority: number
  /** Of the rules of a group, one pays or counts for an activity. */
  exclusiveGroup: string | null
  /** How many days the coins of an award cannot be spent. */
  pendingDays: number
  /** How long the coins of an award live; null as long as coinExpiry of the programme says. */
  coinExpiry: CoinExpiry | "never" | null
  rules: SubRule[]
}

export interface RuleVersionMark {
  /** The version. */
  version: number
  date: string
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  actor: Actor
}

export interface RuleVersionPage {
  data: RuleVersion[]
  /** Send it as `cursor` to get the next entries; null at the end. */
  next: string | null
}

export interface Session {
  id: string
  /** Whether it is the session of this request. */
  current: boolean
  /** The address of the last sign-in, refresh or use. */
  address: string
  agent: string | null
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  /** @example 2026-03-01T09:30:00.000Z */
  lastUsedAt: string
}

export interface SessionPage {
  data: Session[]
  count: number
  currentpage: number
  nextpage: number | null
  prevpage: number | null
  lastpage: number
  /** Send it as `cursor` to get the next entries; null at the end. */
  next: string | null
}

export interface SetExternalIdRequest {
  /** Your own id of the user: 1 to 100 visible characters. Must have 1 to 100 visible characters. */
  externalId: string
}

export interface SettlementEventData {
  id: string
  userId: string
  /** Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
  debitOrCredit: DebitOrCredit
  coins: number
  transactionType: TransactionType
  narration: string
  /** The award, refund, adjustment or end of a hold that it follows. */
  originalId: string
  /** Of the wallet, after this and the settlement that may follow. */
  balance: string
  points: string
  actor: Actor
  reference: string | null
  metadata: {
    [key: string]: string
  } | null
}

export type Shortfall = "refuse" | "available" | "owe"

export interface SignInBrowserRequest {
  /**
   * The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
   * @example acme-rewards
   */
  ecosystem: string
  /** Must be an e-mail address of at most 254 characters. */
  email: string
  /** Must have at most 200 characters. */
  password: string
  /**
   * Must be the 6 digits of your app, or a recovery code.
   * @example 482913
   */
  code?: string
}

export interface SignedIn {
  accessToken: string
  tokenType: "Bearer"
  /** Seconds until the access token expires. */
  expiresIn: number
  /** Works once. */
  refreshToken: string
  partner: Partner
}

export interface SignedInPerson {
  id: string
  email: string
  role: Role
  hasSecondFactor: boolean
}

export interface Statement {
  from: string
  to: string
  asOf: StatementAsOf
  /** Coins in all wallets before the first day. */
  opening: string
  /** What these are worth. In money, exact, by `coinValue`, the value of a coin on the last day; null without one. */
  openingValue: string | null
  /** Every kind of movement, also those without any. Opening and all changes add up to closing. */
  kinds: StatementMovements[]
  /** Coins in all wallets after the last day. */
  closing: string
  /** What these are worth. In money, exact, by `coinValue`, the value of a coin on the last day; null without one. */
  closingValue: string | null
  /** How many movements changed wallets. */
  movements: number
  fromExpired: StatementFromExpired
  owed: StatementOwed
  writtenOff: StatementWrittenOff
  /** The rules with awards or reversals in these days, the one that issued most first. */
  byRule: RuleStatement[]
  coinValue: CoinValue | null
  /** The time zone in which the days of this response begin. */
  timeZone: string
  counted: OverviewCounted
  recount: Recount | null
}

export interface StatementAsOf {
  /** The number of the last event that the statement includes. */
  seq: number
  /**
   * When it happened; null before the first event.
   * @example 2026-03-01T09:30:00.000Z
   */
  at: string | null
}

/** What reversals took of coins that had expired. It changes no wallet. */
export interface StatementFromExpired {
  /** How many coins. */
  coins: string
  /** Of how many reversals. */
  movements: number
  /** What the coins are worth. In money, exact, by `coinValue`, the value of a coin on the last day; null without one. */
  value: string | null
}

export interface StatementMovements {
  /** The kind of movement: issued, opened, added, refunded, reversed, spent, deducted, settled, expired. Later versions may add kinds. */
  kind: string
  /** The coins that moved. */
  coins: string
  /** What they add to the coins in wallets; negative when coins left wallets. */
  change: string
  /** How many movements. */
  movements: number
  /** What the coins are worth. In money, exact, by `coinValue`, the value of a coin on the last day; null without one. */
  value: string | null
}

/** What reversals could not take from wallets and members owe. It changes no wallet. */
export interface StatementOwed {
  /** How many coins. */
  coins: string
  /** Of how many reversals. */
  movements: number
  /** What the coins are worth. In money, exact, by `coinValue`, the value of a coin on the last day; null without one. */
  value: string | null
}

/** What reversals could not take from wallets and was written off. It changes no wallet. */
export interface StatementWrittenOff {
  /** How many coins. */
  coins: string
  /** Of how many reversals. */
  movements: number
  /** What the coins are worth. In money, exact, by `coinValue`, the value of a coin on the last day; null without one. */
  value: string | null
}

export interface SubRule {
  name: string
  condition: string
  status: RuleStatus
  /** The type of activities that award it; null when it is only awarded by name. */
  activityType: string | null
  /** For which activities of the type, as an expression; null for all. */
  when: string | null
}

export interface Team {
  members: TeamMember[]
  /** Invitations that can still be accepted. */
  invitations: Invitation[]
}

export interface TeamMember {
  id: string
  email: string
  role: Role
  /** Whether a login requires a second factor. */
  secondFactor: boolean
  /** Whether the owner gets a mail when an alarm begins. */
  alarmMails: boolean
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
}

export type TokenKind = "client" | "team" | "user"

export interface Transaction {
  id: string
  userId: string
  /** Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
  debitOrCredit: DebitOrCredit
  coins: number
  claimed: boolean
  transactionType: TransactionType
  narration: string
  from: Party
  to: Party
  plan: Empty
  paidWithGiftCard: boolean
  giftCardLedger: Empty
  "the service": boolean
  charge: number
  /** Whether this is an award that was reversed, or a transfer that was refunded, to the last coin. */
  refunded: boolean
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  /** @example 2026-03-01T09:30:00.000Z */
  updatedAt: string
  decision?: CoinCallDecision
  wallet?: WalletAfter
  /** Only in a dry run: the number of the last event that it saw. */
  asOf?: number
}

export interface TransactionEventData {
  id: string
  userId: string
  /** Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
  debitOrCredit: DebitOrCredit
  coins: number
  claimed: boolean
  transactionType: TransactionType
  narration: string
  from: Party
  to: Party
  plan: Empty
  paidWithGiftCard: boolean
  giftCardLedger: Empty
  "the service": boolean
  charge: number
  /** Whether this is an award that was reversed, or a transfer that was refunded, to the last coin. */
  refunded: boolean
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  /** @example 2026-03-01T09:30:00.000Z */
  updatedAt: string
  /** The transfer of a refund. */
  originalId: string | null
  /** The hold that a transfer captured. */
  holdId?: string
  /** The return that a refund is part of. */
  returnId: string | null
  /** Of the wallet, after this and the settlement that may follow. */
  balance: string
  points: string
  actor: Actor
  reference: string | null
  metadata: {
    [key: string]: string
  } | null
}

export interface TransactionPage {
  data: ListedTransaction[]
  currentpage: number
  nextpage: number | null
  prevpage: number | null
  /** Send it as `before`, without `page`, to get older entries; null when there are none. */
  next: number | null
}

export type TransactionType = "partner_user_award" | "user_partner_transfer" | "user_partner_reversal" | "partner_user_refund" | "partner_user_adjustment" | "user_partner_adjustment" | "user_partner_settlement" | "partner_user_opening" | "user_partner_expiry"

export interface TransferRefusedEvent {
  /** The sequence number of the event, from 1 without gaps. */
  seq: number
  type: "transfer.refused"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: RefusedTransactionEventData
}

export interface TryUserDetailsRequest {
  /** Must have 3 to 30 letters, digits, dots and underscores; stored in lower case. */
  tag: string
}

export type UnmatchedReason = "condition_false" | "no_units" | "group_taken" | "rule_inactive" | "rule_not_started" | "rule_ended" | "sub_rule_repeated" | "evaluation_failed"

export interface User {
  id: string
  fullname: string
  tag: string
  email: string
  /** Empty for a user without a phone number. */
  phone: string
  referralCode: string
  countryCode: string
  type: "user"
  status: "active"
  avatar: string | null
  emailVerified: boolean | null
  emailVerificationCode: null
  /** @example 2026-03-01T09:30:00.000Z */
  emailCodeExpiresAt: string | null
  /** @example 2026-03-01T09:30:00.000Z */
  emailVerifiedAt: string | null
  /** The tag that was given as `referralCode`. */
  referred: string | null
  interest: string | null
  dateOfBirth: string | null
  token: string | null
  /** @example 2026-03-01T09:30:00.000Z */
  otpExpiresAt: string | null
  fcmToken: string | null
  /** @example 2026-03-01T09:30:00.000Z */
  lastRewardDate: string | null
  faceIdKey: string | null
  gender: string | null
  isEnterpisePartnerUser: boolean | null
  accountLinked: boolean | null
  numberOfAccountLinked: number | null
  accountLinkingData: null
  transactionPinCreated: boolean
  bankAccountCreated: boolean
  accountDeleted: boolean
  isVerifiedUser: boolean
  isAdult: boolean
  isFirstLogin: boolean
  tourCompleted: boolean
  fromLAAS: boolean
  laasUserAccountFullyActivated: boolean
  kyc: Empty
  earnings: unknown[]
  /** @example 2026-03-01T09:30:00.000Z */
  dateJoined: string
}

export interface UserClaimedEvent {
  /** The sequence number of the event, from 1 without gaps. */
  seq: number
  type: "user.claimed"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: IdentifiedMembership
}

/** What this partner's own record says about the user, or what the user consented to share. */
export interface UserData {
  tag: string
  fullname: string | null
  avatar: string | null
}

export interface UserDetailsField {
  name: string
  type: string
  value?: string
}

export type UserDetailsOutcome = "found" | "not_found" | "user_details_unreachable" | "user_details_invalid" | "user_details_mismatch"

export interface UserDetailsStatus {
  userDetailsUrl: string
  breaker: Breaker
  lastResult: LastUserDetailsResult | null
}

export interface UserDetailsTry {
  /** @example 2026-03-01T09:30:00.000Z */
  askedAt: string
  /** Milliseconds until the response was read, or given up. */
  tookMs: number
  /** found, not_found, or the code that onboarding refuses with. */
  outcome: UserDetailsOutcome
  /** The HTTP status; null when no response was accepted. */
  status: number | null
  /** The problem; null when there is none. */
  detail: string | null
  /** Each field that is not as documented, without its value. */
  problems: FieldProblem[]
  /** The fields of the record, up to 100, with values only for tag, fullname and avatar. */
  fields: UserDetailsField[]
}

export interface UserErasedEvent {
  /** The sequence number of the event, from 1 without gaps. */
  seq: number
  type: "user.erased"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: Membership
}

export interface UserLeftEvent {
  /** The sequence number of the event, from 1 without gaps. */
  seq: number
  type: "user.left"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: Membership
}

export interface UserOnboardedEvent {
  /** The sequence number of the event, from 1 without gaps. */
  seq: number
  type: "user.onboarded"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: IdentifiedMembership
}

export interface UserUpdatedEvent {
  /** The sequence number of the event, from 1 without gaps. */
  seq: number
  type: "user.updated"
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  data: UserUpdatedEventData
}

export interface UserUpdatedEventData {
  /** The membership's id. */
  id: string
  /** The user's id, which awards and transfers take. */
  userId: string
  userData: UserData | null
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  /** @example 2026-03-01T09:30:00.000Z */
  updatedAt: string
  /** Your own id of the user; null when you gave none. */
  externalId: string | null
  /** The names of the attributes that changed. */
  attributes: string[]
  actor: Actor
}

export interface VerifyEmailRequest {
  /** Must be an e-mail address of at most 254 characters. */
  email: string
  /** Must be the 6 digits of the mail. */
  code: string
}

export interface VerifyEmailResult {
  email: string
  emailVerified: boolean
}

export interface VerifyPartnerEmailRequest {
  /** Must be an e-mail address of at most 254 characters. */
  email: string
  /** Must be the 6 digits of the mail. */
  code: string
}

export interface VerifyPartnerEmailResult {
  email: string
  emailVerified: boolean
}

export interface Wallet {
  id: string
  /** The coins that the user holds with this partner. */
  coins: string
  /** Those that can be spent now. */
  available: string
  /** Those that can be spent on a later day. */
  pending: string
  /** Those that holds reserve. */
  held: string
  /** The coins that the user ever earned with this partner. */
  points: string
  /** Coins of reversed awards that the wallet did not have. The next credits settle them. */
  owed: string
}

/** After the decision. Only with `expand=wallet` or in a dry run. The response to a retry has `coins` and `points` alone. */
export interface WalletAfter {
  coins: string
  points: string
  /** The coins that can be spent now. */
  available?: string
  /** The coins that can be spent on a later day. */
  pending?: string
  /** The coins that holds reserve. */
  held?: string
}

/** What the member had before the activity, as conditions saw it. */
export interface WalletBefore {
  coins: string
  points: string
}

/** Right at the moment of reading. */
export interface WalletNow {
  id: string
  /** The coins that the user holds with this partner. */
  coins: string
  /** Those that can be spent now. */
  available: string
  /** Those that can be spent on a later day. */
  pending: string
  /** Those that holds reserve. */
  held: string
  /** The coins that the user ever earned with this partner. */
  points: string
  /** Coins of reversed awards that the wallet did not have. The next credits settle them. */
  owed: string
  /** When pending coins can be spent: the next twelve moments. */
  pendingUntil: CoinsAt[]
  /** When coins expire that are neither spent nor held by then: the next twelve moments. */
  expiring: CoinsAt[]
}

export interface Webhook {
  id: string
  url: string
  description: string
  /** The delivered event types; null for all but activity.recorded. */
  types: EventType[] | null
  enabled: boolean
  /** The number of the last event that was delivered or filtered out. */
  deliveredUpTo: number
  /** Events since then. */
  waiting: number
  /** Failed deliveries in a row. */
  failures: number
  /** @example 2026-03-01T09:30:00.000Z */
  failingSince: string | null
  /** When the next retry is due; null unless deliveries fail. */
  nextTryAt: string | null
  /** @example 2026-03-01T09:30:00.000Z */
  switchedOffAt: string | null
  switchedOffReason: string | null
  /** Until when the replaced secret also signs. */
  previousSecretUntil: string | null
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  /** @example 2026-03-01T09:30:00.000Z */
  updatedAt: string
}

export interface WebhookAttempt {
  id: string
  kind: WebhookAttemptKind
  /** The webhook-id of the message. */
  messageId: string
  /** The number of the first event; null for a test. */
  firstSeq: number | null
  lastSeq: number | null
  events: number
  delivered: boolean
  /** The HTTP status of the response; null when there was none. */
  status: number | null
  /** What went wrong; null when delivered. */
  error: string | null
  tookMs: number
  /** The first 1,000 bytes of the response. */
  answer: string
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
}

export type WebhookAttemptKind = "delivery" | "redelivery" | "test"

export interface WebhookAttemptPage {
  attempts: WebhookAttempt[]
  /** Send it as `before` to get older attempts; null when there are none. */
  next: string | null
}

export interface WebhookChanges {
  /** Events are sent here by POST. Must resolve to a public address. */
  url?: string
  /**
   * A note for your team.
   * @example Orders
   */
  description?: string
  /** The event types to deliver; null for all but activity.recorded. Must be null or a list of types, each once. */
  types?: EventType[] | null
  /** Must be true or false. */
  enabled?: boolean
  readonly id?: unknown
  readonly deliveredUpTo?: unknown
  readonly waiting?: unknown
  readonly failures?: unknown
  readonly failingSince?: unknown
  readonly nextTryAt?: unknown
  readonly switchedOffAt?: unknown
  readonly switchedOffReason?: unknown
  readonly previousSecretUntil?: unknown
  readonly createdAt?: unknown
  readonly updatedAt?: unknown
}

export interface WebhookDiagnosis {
  verifies: boolean
  /** Every cause found, with what to change. */
  findings: WebhookFinding[]
}

export interface WebhookFinding {
  cause: string
  detail: string
}

export interface WebhookList {
  webhooks: Webhook[]
}

export interface WebhookWithSecret {
  id: string
  url: string
  description: string
  /** The delivered event types; null for all but activity.recorded. */
  types: EventType[] | null
  enabled: boolean
  /** The number of the last event that was delivered or filtered out. */
  deliveredUpTo: number
  /** Events since then. */
  waiting: number
  /** Failed deliveries in a row. */
  failures: number
  /** @example 2026-03-01T09:30:00.000Z */
  failingSince: string | null
  /** When the next retry is due; null unless deliveries fail. */
  nextTryAt: string | null
  /** @example 2026-03-01T09:30:00.000Z */
  switchedOffAt: string | null
  switchedOffReason: string | null
  /** Until when the replaced secret also signs. */
  previousSecretUntil: string | null
  /** @example 2026-03-01T09:30:00.000Z */
  createdAt: string
  /** @example 2026-03-01T09:30:00.000Z */
  updatedAt: string
  /** Shown only in this response. */
  secret: string
}
