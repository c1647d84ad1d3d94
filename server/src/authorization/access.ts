import type { Credential, Scope } from '../http/credential.ts'
import { eitherOf } from '../http/operation.ts'

/** Who may call a route: which kinds of token, with which scope. Where a token is optional, one that is sent must still fit. */
export type Access = { kinds: readonly Credential['kind'][]; scope?: Scope; optional?: true }

const OPEN = 'open'
const partner = (scope: Scope): Access => ({ kinds: ['partner', 'person'], scope })
const PERSON: Access = { kinds: ['person'] }
const BOARDS: Access = { kinds: ['partner', 'person', 'user'], scope: 'boards', optional: true }

/** The one table of which tokens and scopes may do what: every operation of the API by its id. One that is not listed here cannot be served. Roles stand beside each route. */
export const ACCESS: Record<string, Access | typeof OPEN> = {
  onboardPartner: OPEN,
  loginPartner: OPEN,
  refreshPartner: OPEN,
  signInBrowser: OPEN,
  forgotPassword: OPEN,
  resetPassword: OPEN,
  confirmEmail: OPEN,
  acceptInvitation: OPEN,
  verifyEmail: OPEN,
  resendOtp: OPEN,

  createUser: { ...partner('awards'), optional: true },
  pointsLeaderboard: BOARDS,
  coinLeaderboard: BOARDS,

  readSession: PERSON,
  signOutBrowser: PERSON,
  readOwnPartner: PERSON,
  changeOwnPartner: PERSON,
  logoutPartner: PERSON,
  listSessions: PERSON,
  endSession: PERSON,
  endAllSessions: PERSON,
  changePassword: PERSON,
  changeEmail: PERSON,
  beginSecondFactor: PERSON,
  confirmSecondFactor: PERSON,
  replaceRecoveryCodes: PERSON,
  removeSecondFactor: PERSON,
  listTeam: PERSON,
  changeRole: PERSON,
  removeTeamMember: PERSON,
  removeMembersSecondFactor: PERSON,
  inviteTeamMember: PERSON,
  withdrawInvitation: PERSON,
  listAuditEvents: PERSON,
  readUserDetailsResult: PERSON,
  tryUserDetails: PERSON,
  listSecrets: PERSON,
  createSecret: PERSON,
  revokeSecret: PERSON,
  listWebhooks: PERSON,
  createWebhook: PERSON,
  readWebhook: PERSON,
  changeWebhook: PERSON,
  deleteWebhook: PERSON,
  rotateWebhookSecret: PERSON,
  replayWebhook: PERSON,
  listWebhookAttempts: PERSON,
  redeliverWebhookAttempt: PERSON,
  testWebhook: PERSON,
  diagnoseWebhook: PERSON,
  listRequests: PERSON,

  createRule: partner('rules'),
  listRules: partner('rules'),
  readRule: partner('rules'),
  changeRule: partner('rules'),

  awardRule: partner('awards'),
  awardRules: partner('awards'),
  reverseAward: partner('awards'),
  listDecisions: partner('awards'),
  listMembers: partner('awards'),
  readMember: partner('awards'),
  endMembership: partner('awards'),
  onboardUser: partner('awards'),

  transferCoins: partner('coins'),
  listTransactions: partner('coins'),
  readOverview: partner('coins'),
  exportTransactions: partner('coins'),

  listEvents: partner('events'),
  streamEvents: partner('events'),
}

/** What an application may ask a partner's token for. */
export const PARTNER_SCOPES = ['rules', 'awards', 'coins', 'events', 'boards'] as const satisfies Scope[]

/** What an application may ask a user for, as the user is told. */
export const USER_SCOPES: Record<string, string> = {
  openid: 'Know which account is yours',
  profile: 'See your name, tag, picture and e-mail address',
  boards: 'See the leaderboards of the partners you have joined, and your place on them',
  offline_access: 'Stay connected until you unlink it, also while you are away',
}

const HOLDERS: Record<Credential['kind'], string> = {
  partner: 'the partner (client credentials)',
  person: "a signed-in member of the partner's team",
  user: 'a user (authorization code)',
}

/** Whose tokens fit, in words. */
export const holdersOf = ({ kinds }: Access): string => eitherOf(kinds.map((kind) => HOLDERS[kind]))
