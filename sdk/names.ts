/**
 * Where the client has each operation of the API, as `resource.method`. An operation that is not listed is in
 * the resource of its tag, under its own name.
 */
export const NAMES: Record<string, string> = {
  onboardPartner: 'partners.onboard',
  loginPartner: 'partners.signIn',
  refreshPartner: 'partners.refresh',
  verifyPartnerEmail: 'partners.verifyEmail',
  resendPartnerCode: 'partners.resendCode',

  readOwnPartner: 'partner.read',
  changeOwnPartner: 'partner.change',
  setLogo: 'partner.setLogo',
  removeLogo: 'partner.removeLogo',
  readUserDetailsResult: 'partner.userDetails',
  tryUserDetails: 'partner.tryUserDetails',

  listSecrets: 'secrets.list',
  createSecret: 'secrets.create',
  revokeSecret: 'secrets.revoke',

  listTeam: 'team.list',
  setAlarmMails: 'account.setAlarmMails',
  changeRole: 'team.changeRole',
  removeTeamMember: 'team.remove',
  removeMembersSecondFactor: 'team.removeSecondFactor',
  inviteTeamMember: 'team.invite',
  withdrawInvitation: 'team.withdrawInvitation',
  readInvitation: 'team.readInvitation',
  acceptInvitation: 'team.acceptInvitation',
  listAuditEvents: 'team.auditEvents',

  logoutPartner: 'account.signOut',
  listSessions: 'account.sessions',
  endSession: 'account.endSession',
  endAllSessions: 'account.endAllSessions',
  changePassword: 'account.changePassword',
  forgotPassword: 'account.forgotPassword',
  resetPassword: 'account.resetPassword',
  changeEmail: 'account.changeEmail',
  confirmEmail: 'account.confirmEmail',
  beginSecondFactor: 'account.beginSecondFactor',
  confirmSecondFactor: 'account.confirmSecondFactor',
  removeSecondFactor: 'account.removeSecondFactor',
  replaceRecoveryCodes: 'account.replaceRecoveryCodes',

  signInBrowser: 'browserSession.begin',
  readSession: 'browserSession.read',
  signOutBrowser: 'browserSession.end',

  createMember: 'users.create',
  createMembers: 'users.createMany',
  listMembers: 'users.list',
  readMember: 'users.read',
  listMemberProgress: 'users.progress',
  endMembership: 'users.remove',
  setExternalId: 'users.setExternalId',
  exportMember: 'users.export',
  eraseMember: 'users.erase',
  onboardUser: 'users.onboard',
  createUser: 'users.createAccount',
  verifyEmail: 'users.verifyEmail',
  resendOtp: 'users.resendCode',

  createImport: 'imports.create',
  listImports: 'imports.list',
  readImport: 'imports.read',
  listImportRefusals: 'imports.refused',
  exportImportRefusals: 'imports.exportRefused',
  cancelImport: 'imports.cancel',

  createRule: 'rules.create',
  listRules: 'rules.list',
  readRule: 'rules.read',
  changeRule: 'rules.change',
  archiveRule: 'rules.archive',
  restoreRule: 'rules.restore',
  listRuleVersions: 'rules.versions',
  restoreRuleVersion: 'rules.restoreVersion',
  readRuleResults: 'rules.results',
  tryRule: 'rules.try',
  listRulePeople: 'rules.people',

  awardRule: 'awards.grant',
  awardRules: 'awards.grantMany',
  reverseAward: 'awards.reverse',
  readAward: 'awards.read',
  listDecisions: 'decisions.list',

  transferCoins: 'coins.transfer',
  refundCoins: 'coins.refund',
  adjustCoins: 'coins.adjust',
  returnOrder: 'returns.create',
  readOrder: 'orders.read',
  listTransactions: 'transactions.list',
  readTransaction: 'transactions.read',
  exportTransactions: 'transactions.export',
  readStatement: 'transactions.statement',
  readLiability: 'transactions.liability',
  listMonths: 'transactions.months',
  closeMonth: 'transactions.closeMonth',

  pointsLeaderboard: 'boards.points',
  coinLeaderboard: 'boards.coins',

  listEvents: 'events.list',
  readEvent: 'events.read',
  streamEvents: 'events.stream',

  readMyWallet: 'me.wallet',
  listMyTransactions: 'me.transactions',
  listMyProgress: 'me.progress',
  streamMyEvents: 'me.stream',

  readOverview: 'overview.read',

  listAlarms: 'alarms.list',

  listWebhooks: 'webhooks.list',
  createWebhook: 'webhooks.create',
  readWebhook: 'webhooks.read',
  changeWebhook: 'webhooks.change',
  deleteWebhook: 'webhooks.delete',
  rotateWebhookSecret: 'webhooks.rotateSecret',
  replayWebhook: 'webhooks.replay',
  retryWebhook: 'webhooks.retry',
  listWebhookAttempts: 'webhooks.attempts',
  redeliverWebhookAttempt: 'webhooks.redeliver',
  testWebhook: 'webhooks.test',
  diagnoseWebhook: 'webhooks.diagnose',

  listRequests: 'requests.list',
  search: 'search.find',
}

/** Operations that decide: their refusals are values. */
export const DECIDING = [
  'awardRule',
  'reverseAward',
  'transferCoins',
  'refundCoins',
  'adjustCoins',
  'returnOrder',
]

/** Written by hand in src/, over the table of operations. */
export const BY_HAND = [
  'awardRules',
  'createMembers',
  'createImport',
  'coinLeaderboard',
  'streamEvents',
  'streamMyEvents',
]
