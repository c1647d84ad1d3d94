import { eitherOf } from '../../http/input/operation.ts'
import type { Credential, Scope } from '../../runtime/caller.ts'

/**
 * The kinds of token and the scopes that a route requires, all of them. An optional token, if sent, must fit
 * too.
 */
export type Access = {
  kinds: readonly Credential['kind'][]
  scopes?: readonly Scope[]
  optional?: true
  /** Requests count per IP address, also with a token, because something can be guessed here. */
  limitedByAddress?: true
  /** Requests without a token count as public reads. */
  isPublicRead?: true
}

const OPEN = 'open'
const partner = (...scopes: Scope[]): Access => ({ kinds: ['client', 'team'], scopes })
const TEAM: Access = { kinds: ['team'] }
const BOARDS: Access = {
  kinds: ['client', 'team', 'user'],
  scopes: ['boards'],
  optional: true,
  isPublicRead: true,
}
const OWN: Access = { kinds: ['user'], scopes: ['wallet'] }

/**
 * Lists who may call each operation. The service does not start with one missing. Roles are in the routes.
 */
export const ACCESS: Record<string, Access | typeof OPEN> = {
  onboardPartner: OPEN,
  loginPartner: OPEN,
  refreshPartner: OPEN,
  signInBrowser: OPEN,
  forgotPassword: OPEN,
  resetPassword: OPEN,
  confirmEmail: OPEN,
  readInvitation: OPEN,
  acceptInvitation: OPEN,
  verifyEmail: OPEN,
  resendOtp: OPEN,

  verifyPartnerEmail: { ...TEAM, optional: true, limitedByAddress: true },
  resendPartnerCode: { ...TEAM, optional: true, limitedByAddress: true },
  createUser: { ...partner('awards'), optional: true },
  pointsLeaderboard: BOARDS,
  coinLeaderboard: BOARDS,

  readSession: TEAM,
  signOutBrowser: TEAM,
  readOwnPartner: partner('settings'),
  changeOwnPartner: partner('settings'),
  setLogo: partner('settings'),
  removeLogo: partner('settings'),
  logoutPartner: TEAM,
  listSessions: TEAM,
  endSession: TEAM,
  endAllSessions: TEAM,
  changePassword: TEAM,
  changeEmail: TEAM,
  beginSecondFactor: TEAM,
  confirmSecondFactor: TEAM,
  replaceRecoveryCodes: TEAM,
  removeSecondFactor: TEAM,
  listTeam: TEAM,
  setAlarmMails: TEAM,
  changeRole: TEAM,
  removeTeamMember: TEAM,
  removeMembersSecondFactor: TEAM,
  inviteTeamMember: TEAM,
  withdrawInvitation: TEAM,
  listAuditEvents: TEAM,
  readUserDetailsResult: TEAM,
  tryUserDetails: TEAM,
  listSecrets: TEAM,
  createSecret: TEAM,
  revokeSecret: TEAM,
  listRequests: TEAM,

  listAlarms: partner('webhooks', 'rules', 'awards'),
  listWebhooks: partner('webhooks'),
  createWebhook: partner('webhooks'),
  readWebhook: partner('webhooks'),
  changeWebhook: partner('webhooks'),
  deleteWebhook: partner('webhooks'),
  rotateWebhookSecret: partner('webhooks'),
  replayWebhook: partner('webhooks'),
  retryWebhook: partner('webhooks'),
  listWebhookAttempts: partner('webhooks'),
  redeliverWebhookAttempt: partner('webhooks'),
  testWebhook: partner('webhooks'),
  diagnoseWebhook: partner('webhooks'),

  createRule: partner('rules'),
  listRules: partner('rules'),
  readRule: partner('rules'),
  listRuleVersions: partner('rules'),
  changeRule: partner('rules'),
  archiveRule: partner('rules'),
  restoreRule: partner('rules'),
  restoreRuleVersion: partner('rules'),

  recordActivity: partner('awards'),
  recordActivities: partner('awards'),
  listActivities: partner('awards'),
  readActivity: partner('awards'),
  listActivityTypes: partner('awards'),

  awardRule: partner('awards'),
  awardRules: partner('awards'),
  reverseAward: partner('awards'),
  listDecisions: partner('awards'),
  readOrder: partner('awards'),
  search: partner('awards', 'rules'),
  readAward: partner('awards'),
  listMembers: partner('awards'),
  readMember: partner('awards'),
  listMemberProgress: partner('awards'),
  endMembership: partner('awards'),
  onboardUser: partner('awards'),
  createMember: partner('awards'),
  createMembers: partner('awards'),
  setExternalId: partner('awards'),
  readMemberAttributes: partner('awards'),
  changeMemberAttributes: partner('awards'),
  changeAttributesOfMembers: partner('awards'),
  exportMember: partner('personal_data'),
  eraseMember: partner('personal_data'),
  createImport: partner('awards'),
  listImports: partner('awards'),
  readImport: partner('awards'),
  listImportRefusals: partner('awards'),
  exportImportRefusals: partner('awards'),
  cancelImport: partner('awards'),

  transferCoins: partner('coins'),
  holdCoins: partner('coins'),
  extendHold: partner('coins'),
  captureHold: partner('coins'),
  releaseHold: partner('coins'),
  listHolds: partner('coins'),
  readHold: partner('coins'),
  refundCoins: partner('coins'),
  returnOrder: partner('coins', 'awards'),
  adjustCoins: partner('adjust'),
  listTransactions: partner('coins'),
  readTransaction: partner('coins'),
  readOverview: partner('coins'),
  readStatement: partner('coins'),
  readLiability: partner('coins'),
  readExpiryForecast: partner('coins'),
  listMonths: partner('coins'),
  closeMonth: TEAM,
  readRuleResults: partner('rules'),
  tryRule: partner('rules', 'awards'),
  tryCondition: partner('rules'),
  createBacktest: partner('rules'),
  listBacktests: partner('awards'),
  readBacktest: partner('awards'),
  cancelBacktest: partner('rules'),
  listRulePeople: partner('awards'),
  exportTransactions: partner('coins'),

  listEvents: partner('events'),
  readEvent: partner('events'),
  streamEvents: partner('events'),

  readMyWallet: OWN,
  listMyTransactions: OWN,
  listMyProgress: OWN,
  streamMyEvents: OWN,
}

/** The scopes of a client secret that names none. */
export const USUAL_CLIENT_SCOPES = ['rules', 'awards', 'coins', 'events', 'boards'] as const satisfies Scope[]

/** The scopes of client tokens. An owner gives the last four to a secret by name. */
export const CLIENT_SCOPES = [
  ...USUAL_CLIENT_SCOPES,
  'adjust',
  'personal_data',
  'webhooks',
  'settings',
] as const satisfies Scope[]

export type ClientScope = (typeof CLIENT_SCOPES)[number]

/** The scopes that an application may request of a user, in the words of the consent page. */
export const USER_SCOPES: Record<string, string> = {
  openid: 'Know which account is yours',
  profile: 'See your name, tag, picture and e-mail address',
  boards: 'See its leaderboards, and your place on them',
  wallet:
    'See the coins and points that you have with it, how you got them, and how far you are with its rewards',
  offline_access: 'Stay connected until you unlink it, also while you are away',
}

const HOLDERS: Record<Credential['kind'], string> = {
  client: 'the partner (client credentials)',
  team: "a signed-in member of the partner's team",
  user: 'a user (authorization code)',
}

export const holdersOf = ({ kinds }: Access): string => eitherOf(kinds.map((kind) => HOLDERS[kind]))
