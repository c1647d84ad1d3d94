// Generated from server/openapi.json by `npm run generate`.

import type {
  List,
} from './list.ts'
import type {
  CallOptions,
  ChangeOptions,
  CreateOptions,
  DecideOptions,
  Query,
} from './operation.ts'
import type {
  Result,
} from './result.ts'
import type {
  AcceptInvitationRequest,
  Activity,
  ActivityType,
  ActivityTypePage,
  AlarmMails,
  Alarms,
  AttributeChanges,
  AuditEvent,
  AuditEventPage,
  Award,
  AwardDecision,
  Backtest,
  BacktestPage,
  BeginSecondFactorRequest,
  BeginSecondFactorResult,
  BrowserSession,
  ChangeEmailRequest,
  ChangeEmailResult,
  ChangePasswordRequest,
  ChangePasswordResult,
  ChangeRoleRequest,
  ClientSecret,
  ClientSecretList,
  ClosedMonth,
  ConditionTrial,
  ConfirmEmailRequest,
  ConfirmEmailResult,
  ConfirmSecondFactorRequest,
  ConfirmSecondFactorResult,
  CreatedClientSecret,
  Decision,
  DecisionPage,
  DiagnoseWebhookRequest,
  EndAllSessionsResult,
  Erasure,
  Event,
  EventPage,
  ExpandedReversal,
  ExpiryForecast,
  ForgotPasswordRequest,
  ForgotPasswordResult,
  Found,
  Hold,
  HoldCapture,
  HoldExtension,
  HoldPage,
  HoldResult,
  IdentifiedMembership,
  Import,
  ImportPage,
  ImportRefusal,
  ImportRefusalPage,
  Invitation,
  InviteTeamMemberRequest,
  Liability,
  ListedActivity,
  ListedActivityPage,
  ListedTransaction,
  LoggedRequest,
  LoginPartnerRequest,
  Member,
  MemberAttributes,
  MemberExport,
  MemberNow,
  MemberPage,
  Membership,
  Month,
  MonthPage,
  NewAdjustment,
  NewAward,
  NewBacktest,
  NewClientSecret,
  NewConditionTrial,
  NewErasure,
  NewHold,
  NewLogo,
  NewMember,
  NewPartner,
  NewRefund,
  NewReturn,
  NewReversal,
  NewRule,
  NewRuleTrial,
  NewTransfer,
  NewUser,
  NewWebhook,
  OnboardUserRequest,
  Order,
  Overview,
  OwnPartner,
  OwnProgress,
  OwnProgressPage,
  OwnTransaction,
  OwnTransactionPage,
  OwnWallet,
  Partner,
  PartnerChanges,
  PointsBoardEntry,
  PointsBoardPage,
  ReadInvitationRequest,
  ReadInvitationResult,
  RefreshPartnerRequest,
  RemoveSecondFactorRequest,
  RemoveSecondFactorResult,
  ReplaceRecoveryCodesRequest,
  ReplaceRecoveryCodesResult,
  ReplayWebhookRequest,
  RequestPage,
  ResendOtpRequest,
  ResendOtpResult,
  ResendPartnerCodeRequest,
  ResendPartnerCodeResult,
  ResetPasswordRequest,
  ResetPasswordResult,
  Return,
  Rule,
  RuleChanges,
  RulePage,
  RulePerson,
  RulePersonPage,
  RuleResults,
  RuleSummary,
  RuleTrial,
  RuleVersion,
  RuleVersionPage,
  Session,
  SessionPage,
  SetExternalIdRequest,
  SignInBrowserRequest,
  SignedIn,
  Statement,
  Team,
  TeamMember,
  Transaction,
  TransactionPage,
  TryUserDetailsRequest,
  User,
  UserDetailsStatus,
  UserDetailsTry,
  VerifyEmailRequest,
  VerifyEmailResult,
  VerifyPartnerEmailRequest,
  VerifyPartnerEmailResult,
  Webhook,
  WebhookAttempt,
  WebhookAttemptPage,
  WebhookChanges,
  WebhookDiagnosis,
  WebhookList,
  WebhookWithSecret,
} from './schemas.ts'

export interface PartnersResource {
  /**
   * Onboard a partner. Registers a partner and its application in an ecosystem, opens its ledger, and mails a
   * code to the address. Sign in with the same email and password. In production, inviting, client secrets and
   * webhooks need the code to be entered first (`verifyPartnerEmail`), and until then the address is not
   * reserved.
   */
  onboard(body: NewPartner, options?: CreateOptions): Promise<Partner>

  /**
   * Sign in and get an access token. An account with a second factor also needs `code`: the code of its app, or
   * a recovery code. Without it the response is 401 with the appErrorCode second_factor_required.
   */
  signIn(body: LoginPartnerRequest, options?: CallOptions): Promise<SignedIn>

  /** Exchange a refresh token for new tokens. A refresh token works once. Using it twice ends its session. */
  refresh(body: RefreshPartnerRequest, options?: CallOptions): Promise<SignedIn>

  /**
   * Verify a partner's e-mail address with its one-time code. Send it from the session that registered the
   * partner, with its access token: when several partners were registered with one address, only the token tells
   * which one is yours. Everything that the partner has set up stays. A code is valid for 10 minutes and 5
   * tries. Without the token of its session, an address has 5 tries an hour. A token is optional; it must be of
   * a signed-in member of the partner's team.
   */
  verifyEmail(body: VerifyPartnerEmailRequest, options?: CallOptions): Promise<VerifyPartnerEmailResult>

  /**
   * Send the code for a partner's e-mail address again. Responds the same whether or not the address waits for a
   * code. The earlier code is void. At most 5 codes an hour are sent again. A token is optional; it must be of a
   * signed-in member of the partner's team.
   */
  resendCode(body: ResendPartnerCodeRequest, options?: CallOptions): Promise<ResendPartnerCodeResult>
}

export interface BrowserSessionResource {
  /**
   * Sign in with a browser. Starts a session in a cookie that scripts cannot read and that is sent only to this
   * service. The session ends after 12 hours without use, and after 30 days in any case. Otherwise like
   * `loginPartner`.
   */
  begin(body: SignInBrowserRequest, options?: CallOptions): Promise<BrowserSession>

  /** Read who is signed in. The token must be of a signed-in member of the partner's team. */
  read(options?: CallOptions): Promise<BrowserSession>

  /**
   * Sign out of a browser. Ends this session at once and clears its cookie. The token must be of a signed-in
   * member of the partner's team.
   */
  end(options?: CallOptions): Promise<Session>
}

export interface AccountResource {
  /**
   * Request a new password. Mails a link and its token, which work once, within an hour. Until an address is
   * verified, the mail has one for the first and one for the last registration of the address. Responds the same
   * whether or not the account exists.
   */
  forgotPassword(body: ForgotPasswordRequest, options?: CallOptions): Promise<ForgotPasswordResult>

  /**
   * Set a new password by a mailed token. Ends all sessions of the account. Its second factor does not change,
   * unless the address of the partner was never verified: then the second factor, all client secrets, webhooks,
   * addresses and other members of the team are removed, because someone else may have registered the partner.
   * Either way, the address is verified, unless another account has verified it before.
   */
  resetPassword(body: ResetPasswordRequest, options?: CallOptions): Promise<ResetPasswordResult>

  /**
   * Confirm a change of e-mail address by a mailed token. Each of the two tokens works once and identifies the
   * address that it confirms.
   */
  confirmEmail(body: ConfirmEmailRequest, options?: CallOptions): Promise<ConfirmEmailResult>

  /**
   * Sign out. Ends this session, its refresh tokens and, within two seconds, its access tokens. The token must
   * be of a signed-in member of the partner's team.
   */
  signOut(options?: CallOptions): Promise<Session>

  /**
   * List your sessions. Your open sessions, the last used first. The token must be of a signed-in member of the
   * partner's team.
   */
  sessions(query?: Query<'listSessions'>, options?: CallOptions): List<Session, SessionPage>

  /**
   * Sign out everywhere. Ends all your sessions, this one included. The token must be of a signed-in member of
   * the partner's team.
   */
  endAllSessions(options?: CallOptions): Promise<EndAllSessionsResult>

  /** End one of your sessions. The token must be of a signed-in member of the partner's team. */
  endSession(id: string, options?: CallOptions): Promise<Session>

  /**
   * Change your password. Ends all your other sessions. A browser session gets a new cookie. The token must be
   * of a signed-in member of the partner's team.
   */
  changePassword(body: ChangePasswordRequest, options?: CallOptions): Promise<ChangePasswordResult>

  /**
   * Request another e-mail address. Mails a token to the current and one to the new address. The change takes
   * effect once both are confirmed, within a day. Responds the same whether or not the new address is taken;
   * only its mailbox learns it. A new request voids earlier tokens. The token must be of a signed-in member of
   * the partner's team.
   */
  changeEmail(body: ChangeEmailRequest, options?: CallOptions): Promise<ChangeEmailResult>

  /**
   * Begin with a second factor. Makes a secret for an authenticator app (TOTP); needs your password. Logins
   * require it once it is confirmed with a code of the app. The token must be of a signed-in member of the
   * partner's team.
   */
  beginSecondFactor(body: BeginSecondFactorRequest, options?: CallOptions): Promise<BeginSecondFactorResult>

  /** Remove your second factor. The token must be of a signed-in member of the partner's team. */
  removeSecondFactor(body: RemoveSecondFactorRequest, options?: CallOptions): Promise<RemoveSecondFactorResult>

  /**
   * Activate the second factor with a first code. From then on a login needs a code. Each recovery code replaces
   * it once. The token must be of a signed-in member of the partner's team.
   */
  confirmSecondFactor(body: ConfirmSecondFactorRequest, options?: CallOptions): Promise<ConfirmSecondFactorResult>

  /**
   * Get new recovery codes. The earlier codes are void. The token must be of a signed-in member of the partner's
   * team.
   */
  replaceRecoveryCodes(body: ReplaceRecoveryCodesRequest, options?: CallOptions): Promise<ReplaceRecoveryCodesResult>

  /**
   * Get alarms by mail, or not. For your own account; off at first. You get one mail when an alarm begins, none
   * while it lasts. Of a partner's team, this is for the role owner. The token must be of a signed-in member of
   * the partner's team.
   */
  setAlarmMails(body: AlarmMails, options?: CallOptions): Promise<TeamMember>
}

export interface TeamResource {
  /**
   * Read an invitation by its mailed token. For a page that says to which team the token invites. The token
   * stays valid.
   */
  readInvitation(body: ReadInvitationRequest, options?: CallOptions): Promise<ReadInvitationResult>

  /** Join a team by a mailed token. Then sign in with the invited address and this password. */
  acceptInvitation(body: AcceptInvitationRequest, options?: CreateOptions): Promise<TeamMember>

  /**
   * List your team. Members and open invitations, oldest first. The token must be of a signed-in member of the
   * partner's team.
   */
  list(options?: CallOptions): Promise<Team>

  /**
   * Change a team member's role. The member is signed out at once and signs in with the new role. When an owner
   * loses that role, the open invitations they sent are withdrawn. Of a partner's team, this is for the role
   * owner. The token must be of a signed-in member of the partner's team.
   */
  changeRole(id: string, body: ChangeRoleRequest, options?: CallOptions): Promise<TeamMember>

  /**
   * Remove a team member. The member is signed out at once, the open invitations they sent are withdrawn, and
   * the address is free for another team. Of a partner's team, this is for the role owner. The token must be of
   * a signed-in member of the partner's team.
   */
  remove(id: string, options?: CallOptions): Promise<TeamMember>

  /**
   * Remove a team member's second factor. For a member who lost the app and the recovery codes; not for your own
   * account. The member is signed out at once. Of a partner's team, this is for the role owner. The token must
   * be of a signed-in member of the partner's team.
   */
  removeSecondFactor(id: string, options?: CallOptions): Promise<TeamMember>

  /**
   * Invite someone to your team. Mails a link and its token, which work once, within 7 days. A new invitation of
   * an address voids the earlier one. Responds the same when the address is in another team; only its mailbox
   * learns it. Of a partner's team, this is for the role owner. The token must be of a signed-in member of the
   * partner's team.
   */
  invite(body: InviteTeamMemberRequest, options?: CreateOptions): Promise<Invitation>

  /**
   * Withdraw an invitation. Of a partner's team, this is for the role owner. The token must be of a signed-in
   * member of the partner's team.
   */
  withdrawInvitation(id: string, options?: CallOptions): Promise<Invitation>

  /**
   * List the audit events of your team. Who did what to the accounts of your team, when and from where, newest
   * first. Of a partner's team, this is for the role owner or manager. The token must be of a signed-in member
   * of the partner's team.
   */
  auditEvents(query?: Query<'listAuditEvents'>, options?: CallOptions): List<AuditEvent, AuditEventPage>
}

export interface UsersResource {
  /**
   * Create a user. Creates an account and mails it a one-time code. With a partner's access token, the user is
   * also onboarded with that partner at once; such an account cannot be used until the owner of the mailbox has
   * verified it and set a new password. While your own address is unverified, and beyond the operator's limit of
   * mails an hour, the user is created and joined all the same, and the code is mailed once the owner of the
   * mailbox asks for it (resendOtp, or the account pages). Of a partner's team, this is for the role owner,
   * manager or support. A token is optional; it must be of the partner (client credentials) or a signed-in
   * member of the partner's team, with the scope `awards`.
   */
  createAccount(body: NewUser, options?: CreateOptions): Promise<User>

  /**
   * Verify an e-mail address with its one-time code. A code is valid for 10 minutes and 5 tries. An address has
   * 30 tries an hour. The code proves the mailbox and nothing else, and anyone can sign up with a foreign
   * address: the password of an account, and what else the person who signed up has entered but for the tag, are
   * removed, and the owner of the mailbox sets a password by a mailed link, as for an account made by a partner.
   * A person who signs up on the account pages and enters the code there, in the same browser, keeps them.
   */
  verifyEmail(body: VerifyEmailRequest, options?: CallOptions): Promise<VerifyEmailResult>

  /**
   * Send the one-time code again. Responds the same whether or not the address waits for a code. The earlier
   * code is void. At most 5 codes an hour are sent again.
   */
  resendCode(body: ResendOtpRequest, options?: CallOptions): Promise<ResendOtpResult>

  /**
   * List your users with their wallets. The users who are onboarded with you, newest first; with `include`, also
   * those who left. Lists by coins or points are made of the members with the most points, because every award
   * changes them. The token must be of the partner (client credentials) or a signed-in member of the partner's
   * team, with the scope `awards`.
   */
  list(query?: Query<'listMembers'>, options?: CallOptions): List<Member, MemberPage>

  /**
   * Onboard a customer without an account. Makes a member of your customer, known by your own id, with a random
   * tag and no password. Responds with 200 and the same membership when the id is known; its details and
   * attributes stay as they are, and a former member is back. A user who proves the e-mail address and consents
   * to you later can claim the membership once; you see the event user.claimed. Public boards do not show the
   * tag until then. Of a partner's team, this is for the role owner, manager or support. The token must be of
   * the partner (client credentials) or a signed-in member of the partner's team, with the scope `awards`.
   */
  create(body: NewMember, options?: CreateOptions): Promise<IdentifiedMembership>

  /**
   * Read one of your users with the wallet. The wallet is right at the moment of reading: coins that expired are
   * gone, and those that waited until now can be spent. The token must be of the partner (client credentials) or
   * a signed-in member of the partner's team, with the scope `awards`.
   */
  read(userId: string, options?: CallOptions): Promise<MemberNow>

  /**
   * End a membership. Removes the user from every board and count; awards and transfers are refused as not
   * found. Wallet, points, progress and limits are kept, and joining again restores them. Of a partner's team,
   * this is for the role owner, manager or support. The token must be of the partner (client credentials) or a
   * signed-in member of the partner's team, with the scope `awards`.
   */
  remove(userId: string, options?: CallOptions): Promise<Membership>

  /**
   * Set your own id of a user. Replaces the id that the user has. An id belongs to one user, also after the user
   * left; one that is taken is refused. Of a partner's team, this is for the role owner, manager or support. The
   * token must be of the partner (client credentials) or a signed-in member of the partner's team, with the
   * scope `awards`.
   */
  setExternalId(userId: string, body: SetExternalIdRequest, options?: CallOptions): Promise<IdentifiedMembership>

  /**
   * Read the attributes of one of your users. The token must be of the partner (client credentials) or a
   * signed-in member of the partner's team, with the scope `awards`.
   */
  attributes(userId: string, options?: CallOptions): Promise<MemberAttributes>

  /**
   * Change the attributes of one of your users. Sets and removes what you say about the user, for the conditions
   * of rules. You see the event user.updated with the names that changed, not the values; a change of nothing
   * writes nothing. Attributes are personal data: erasing the user deletes them. Of a partner's team, this is
   * for the role owner, manager or support. The token must be of the partner (client credentials) or a signed-in
   * member of the partner's team, with the scope `awards`.
   */
  changeAttributes(userId: string, body: AttributeChanges, options?: CreateOptions): Promise<MemberAttributes>

  /**
   * Onboard a user by tag. Fetches the record of this tag from your userDetailsUrl and joins that user to you;
   * the account is created if needed. Responds with 200 and the same membership when the user has joined before;
   * attributes then stay as they are. Your address must accept a connection within 2 s and respond within 5 s
   * and 256 kB; it may redirect within its host. It responds with 404 for an unknown tag, or with 200 and one
   * JSON object that has each of id, tag, fullname, avatar, email, phone, countryCode, gender, bvn,
   * accountNumber, emailVerified, isAdult, dateOfBirth and kyc: id, tag and fullname are text, emailVerified and
   * isAdult true, false or null, dateOfBirth a date or null, and the others text or null. kyc is null, {} or an
   * object with each of id, bvn, streetAddress, city, state, postalCode, country, proofOfAddress, governmentId,
   * userPhoto, verificationStatus, phone, bvnProvided, bvnValidated, addressProvided, addressValidated,
   * idProvided, idValidated, isCompleted, phoneVerified, phoneCodeExpiresAt: those that say whether something is
   * so are true, false or null, phoneCodeExpiresAt is a date or null, and the others are text or null. id is
   * kept as externalId if it has 1 to 100 visible characters and no other user has it. emailVerified, bvn,
   * accountNumber and kyc are checked for their form and not stored. After 5 failures or 20 responses without a
   * usable record in a row it is not called for 30 s, and requests fail at once with user_details_unreachable
   * and Retry-After. Our requests carry a signature in the header Laurel-Signature: a JWT (ES256, typ
   * laurel-request+jwt) for your clientId with the address in its claim url, verified with the keys at
   * /oauth/jwks. Refusals: user_details_unreachable, user_details_invalid, user_details_mismatch,
   * user_details_conflict, consent_required. Of a partner's team, this is for the role owner, manager or
   * support. The token must be of the partner (client credentials) or a signed-in member of the partner's team,
   * with the scope `awards`.
   */
  onboard(body: OnboardUserRequest, options?: CreateOptions): Promise<Membership>

  /**
   * Export everything that you hold about a user. The membership, wallet, lots, holds, attributes, progress,
   * decisions, movements of coins and events of one user, also of one who left, as one JSON document of any
   * size. After an error the connection closes before the end of the body, so a complete response is a complete
   * document. One export of a partner runs at a time, and 5 wait; others get 429. Of a partner's team, this is
   * for the role owner, manager or support. The token must be of the partner (client credentials) or a signed-in
   * member of the partner's team, with the scope `personal_data`.
   */
  export(userId: string, options?: CallOptions): Promise<MemberExport>

  /**
   * Erase what you hold about a user. Ends the membership and deletes the name, e-mail address, picture, tag,
   * attributes and your own id of the user, every narration and metadata, and the properties of activities.
   * Active holds are released. Amounts, dates, references, limits, holds, what rules decided, sums of boards and
   * events stay, with the user's id and empty personal fields, and so do responses to retries. You see the event
   * user.erased. What the user owes stays owed. The user's account, if there is one, is not touched. A user who
   * comes back gets the same membership and limits, with new details. Of a partner's team, this is for the role
   * owner or manager. The token must be of the partner (client credentials) or a signed-in member of the
   * partner's team, with the scope `personal_data`.
   */
  erase(userId: string, body?: NewErasure, options?: CreateOptions): Promise<Erasure>

  /**
   * List how far one of your users is with each rule. The active rules that have not ended, newest first,
   * whether or not users see them. Also for users who left. The token must be of the partner (client
   * credentials) or a signed-in member of the partner's team, with the scope `awards`.
   */
  progress(userId: string, query?: Query<'listMemberProgress'>, options?: CallOptions): List<OwnProgress, OwnProgressPage>
}

export interface RulesResource {
  /**
   * Create a rule. A single rule pays on each award. A batched rule pays on every completionNumber-th. A
   * combined rule pays when all its active sub-rules were awarded; then a new round begins. Of a partner's team,
   * this is for the role owner or manager. The token must be of the partner (client credentials) or a signed-in
   * member of the partner's team, with the scope `rules`.
   */
  create(body: NewRule, options?: CreateOptions): Promise<RuleSummary>

  /**
   * List your rules. Newest first. The token must be of the partner (client credentials) or a signed-in member
   * of the partner's team, with the scope `rules`.
   */
  list(query?: Query<'listRules'>, options?: CallOptions): List<Rule, RulePage>

  /**
   * Read a rule. The token must be of the partner (client credentials) or a signed-in member of the partner's
   * team, with the scope `rules`.
   */
  read(id: string, options?: CallOptions): Promise<Rule>

  /**
   * Change a rule. Past awards do not change. A limit below what is already used only stops new payments.
   * `rules` replaces the list of sub-rules; a sub-rule with awards can be made inactive but not left out. Of a
   * partner's team, this is for the role owner or manager. The token must be of the partner (client credentials)
   * or a signed-in member of the partner's team, with the scope `rules`.
   */
  change(id: string, body: RuleChanges, options?: ChangeOptions): Promise<Rule>

  /**
   * List the versions of a rule. Newest first: who changed the rule, when, and every field as the change left
   * it. Each award names the version that decided it. The token must be of the partner (client credentials) or a
   * signed-in member of the partner's team, with the scope `rules`.
   */
  versions(id: string, query?: Query<'listRuleVersions'>, options?: CallOptions): List<RuleVersion, RuleVersionPage>

  /**
   * Archive a rule. Makes the rule inactive and hides it from lists. Its awards, results and name stay. An
   * archived rule stays as it is. Of a partner's team, this is for the role owner or manager. The token must be
   * of the partner (client credentials) or a signed-in member of the partner's team, with the scope `rules`.
   */
  archive(id: string, options?: ChangeOptions): Promise<Rule>

  /**
   * Restore an archived rule. Lists the rule again. It stays inactive until it is activated. Of a partner's
   * team, this is for the role owner or manager. The token must be of the partner (client credentials) or a
   * signed-in member of the partner's team, with the scope `rules`.
   */
  restore(id: string, options?: ChangeOptions): Promise<Rule>

  /**
   * Restore a version of a rule. Gives the rule every field that it had in that version, the status included, as
   * a new version. An archived rule must be restored first, unless that version was inactive. Of a partner's
   * team, this is for the role owner or manager. The token must be of the partner (client credentials) or a
   * signed-in member of the partner's team, with the scope `rules`.
   */
  restoreVersion(id: string, version: number, options?: ChangeOptions): Promise<Rule>

  /**
   * Read what a rule did. Coins, awards, refusals and users by day and over some days, with other days to
   * compare, and the versions of the rule as marks. Counted from the events in order, as the overview is. The
   * token must be of the partner (client credentials) or a signed-in member of the partner's team, with the
   * scope `rules`.
   */
  results(id: string, query?: Query<'readRuleResults'>, options?: CallOptions): Promise<RuleResults>

  /**
   * List the users of a rule. Everyone whom the rule paid or who has progress with it, also those who left. A
   * sorted list shows the order at the time of each page; rules of more than 100,000 users are not sorted. The
   * token must be of the partner (client credentials) or a signed-in member of the partner's team, with the
   * scope `awards`.
   */
  people(id: string, query?: Query<'listRulePeople'>, options?: CallOptions): List<RulePerson, RulePersonPage>

  /**
   * Try a rule on a user. Tells what an award would do now if the rule had these changes. Nothing is written.
   * Every role may do that. The token must be of the partner (client credentials) or a signed-in member of the
   * partner's team, with the scopes `rules` and `awards`.
   */
  try(id: string, body: NewRuleTrial, options?: CallOptions): Promise<RuleTrial>

  /**
   * Try a condition on the latest activities. Tells which of the latest 100 activities of a type match a
   * condition that is not saved yet, and why others do not. It evaluates as live calls do, with the member as
   * before each activity; limits and other rules are left aside. Nothing is written. Of a partner's team, this
   * is for the role owner or manager. The token must be of the partner (client credentials) or a signed-in
   * member of the partner's team, with the scope `rules`.
   */
  tryCondition(body: NewConditionTrial, options?: CallOptions): Promise<ConditionTrial>
}

export interface BacktestsResource {
  /**
   * Try a rule on past activities. Tells what a rule would have paid for the activities of that time, at most
   * 2,000,000, the newest: a rule that exists, one with changes, or a new one. It decides as live calls do, with
   * that rule alone and its counters at zero; nothing is paid. Members have the points and balance that they had
   * before each activity, and the attributes of that time. The work is done in the background: read its
   * progress. One of a partner runs at a time, and one waits; it is kept for 30 days. Of a partner's team, this
   * is for the role owner or manager. The token must be of the partner (client credentials) or a signed-in
   * member of the partner's team, with the scope `rules`.
   */
  create(body: NewBacktest, options?: CreateOptions): Promise<Backtest>

  /**
   * List backtests. Newest first. The token must be of the partner (client credentials) or a signed-in member of
   * the partner's team, with the scope `awards`.
   */
  list(query?: Query<'listBacktests'>, options?: CallOptions): List<Backtest, BacktestPage>

  /**
   * Read the progress or the result of a backtest. The token must be of the partner (client credentials) or a
   * signed-in member of the partner's team, with the scope `awards`.
   */
  read(id: string, options?: CallOptions): Promise<Backtest>

  /**
   * Cancel a backtest. Of a partner's team, this is for the role owner or manager. The token must be of the
   * partner (client credentials) or a signed-in member of the partner's team, with the scope `rules`.
   */
  cancel(id: string, options?: CallOptions): Promise<Backtest>
}

export interface AwardsResource {
  /**
   * Award a rule to a user. Pays the rule's coins into the user's wallet, or counts a completion: then the call
   * succeeds with `awarded` false. A refusal responds 400 with a stable code in `appErrorCode`:
   * combined_by_sub_rule, rule_inactive, rule_not_started, rule_ended, amount_too_small, user_limit_reached,
   * user_coins_reached, rule_full, sub_rule_repeated, already_counted, budget_exhausted, member_limit_reached,
   * balance_limit. Of a partner's team, this is for the role owner, manager or support. The token must be of the
   * partner (client credentials) or a signed-in member of the partner's team, with the scope `awards`.
   */
  grant(body: NewAward, options?: DecideOptions): Promise<Result<Award>>

  /**
   * Reverse an award. Takes the coins of an award, or a part of them, back from the wallet; `awarded` stays true
   * until the last part. The scores on the boards fall by the whole amount, in the month of the award. The last
   * part frees the participant slot (when the user has no other paid award of the rule) and takes back the count
   * towards the user limit, unless something of the award was written off in any part. Budget and user limits
   * get back what the wallet gave, as long as their period runs. The progress that a payment used is not
   * restored; a counted completion that no payment used is taken back. Unknown fields are refused, because a
   * misspelled field would be left out; so is a body that is not an object. Of a partner's team, this is for the
   * role owner, manager or support. The token must be of the partner (client credentials) or a signed-in member
   * of the partner's team, with the scope `awards`.
   */
  reverse(id: string, body?: NewReversal, options?: DecideOptions): Promise<Result<ExpandedReversal>>

  /**
   * Read an award. The award as `listDecisions` shows it, whatever its outcome, except that `awarded` is false
   * once its last part is reversed. The token must be of the partner (client credentials) or a signed-in member
   * of the partner's team, with the scope `awards`.
   */
  read(id: string, options?: CallOptions): Promise<AwardDecision>
}

export interface ActivitiesResource {
  /**
   * List activities. Newest first, with what came of each. A request scans 10000 activities, so a page can have
   * fewer than `limit`, or none, before the last one. The token must be of the partner (client credentials) or a
   * signed-in member of the partner's team, with the scope `awards`.
   */
  list(query?: Query<'listActivities'>, options?: CallOptions): List<ListedActivity, ListedActivityPage>

  /**
   * Read an activity. What was told, and what came of it: awards and refusals as the call responded with them.
   * The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the
   * scope `awards`.
   */
  read(id: string, query?: Query<'readActivity'>, options?: CallOptions): Promise<Activity>

  /**
   * List the types of activities. In the order of their names: how often each was recorded, which rules listen,
   * and which properties the latest activities had. What is listed is read when it is requested. The token must
   * be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `awards`.
   */
  types(query?: Query<'listActivityTypes'>, options?: CallOptions): List<ActivityType, ActivityTypePage>
}

export interface DecisionsResource {
  /**
   * List decisions. Every decided call with its outcome, its reason and what it left in the wallet, newest
   * first: why a user got coins, or did not. Awards (paid, counted or refused) also have the counters at that
   * time. Without `kind`, awards only; with `kind=history`, everything that was decided and moved, and who
   * joined and left, in the order of events. The token must be of the partner (client credentials) or a
   * signed-in member of the partner's team, with the scope `awards`.
   */
  list(query?: Query<'listDecisions'>, options?: CallOptions): List<Decision, DecisionPage>
}

export interface OrdersResource {
  /**
   * Read everything about an order. All decisions with one reference, the coins that they moved in sum, and how
   * much of the order came back. The totals are of all lines; of an order with more than 50000, of the latest.
   * The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the
   * scope `awards`.
   */
  read(reference: string, query?: Query<'readOrder'>, options?: CallOptions): List<Decision, Order>
}

export interface CoinsResource {
  /**
   * Transfer coins from a user wallet to the partner. Takes back coins that you issued. Fails with
   * insufficient_coins, without moving any, when fewer can be spent: pending and held coins cannot. Of a
   * partner's team, this is for the role owner, manager or support. The token must be of the partner (client
   * credentials) or a signed-in member of the partner's team, with the scope `coins`.
   */
  transfer(body: NewTransfer, options?: DecideOptions): Promise<Result<Transaction>>

  /**
   * Refund a transfer. Gives the coins of a transfer, or a part of them, back to the user, as often as something
   * of it is left; also to a user who left. `refunded` of the transfer is true once all of it is back. The
   * spender boards fall, in the month of the transfer. What the user owes is settled first. Unknown fields are
   * refused, because a misspelled field would be left out; so is a body that is not an object. Of a partner's
   * team, this is for the role owner, manager or support. The token must be of the partner (client credentials)
   * or a signed-in member of the partner's team, with the scope `coins`.
   */
  refund(id: string, body?: NewRefund, options?: DecideOptions): Promise<Result<Transaction>>

  /**
   * Adjust a wallet by hand. Adds coins to the wallet of a user, or takes them, for goodwill or to correct a
   * mistake; also of a user who left. No board and no points change. What the user owes is settled first. Of a
   * partner's team, this is for the role owner or manager. The token must be of the partner (client credentials)
   * or a signed-in member of the partner's team, with the scope `adjust`.
   */
  adjust(body: NewAdjustment, options?: DecideOptions): Promise<Result<Transaction>>
}

export interface HoldsResource {
  /**
   * Hold coins for a checkout. Reserves coins that the user can spend, so that nothing else takes them, until
   * they are captured or released or the time is over. They stay in the balance. A user has at most 100 active
   * holds, of at most 4000 lots together; a lot is coins that expire on one day and can be spent from one day.
   * Of a partner's team, this is for the role owner, manager or support. The token must be of the partner
   * (client credentials) or a signed-in member of the partner's team, with the scope `coins`.
   */
  create(body: NewHold, options?: DecideOptions): Promise<Result<HoldResult>>

  /**
   * List holds. Newest first. A hold whose time is over is expired from that moment on. The token must be of the
   * partner (client credentials) or a signed-in member of the partner's team, with the scope `coins`.
   */
  list(query?: Query<'listHolds'>, options?: CallOptions): List<Hold, HoldPage>

  /**
   * Extend a hold. Counts the time of an active hold again, from now on. It never lasts longer than seven days
   * after it was made. Of a partner's team, this is for the role owner, manager or support. The token must be of
   * the partner (client credentials) or a signed-in member of the partner's team, with the scope `coins`.
   */
  extend(id: string, body: HoldExtension, options?: DecideOptions): Promise<Result<HoldResult>>

  /**
   * Read a hold. The token must be of the partner (client credentials) or a signed-in member of the partner's
   * team, with the scope `coins`.
   */
  read(id: string, options?: CallOptions): Promise<Hold>

  /**
   * Capture a hold. Transfers the coins of a hold, or a part of them, to the partner, and gives the rest back;
   * also for a user who left. The transfer has the reference of the hold, and can be refunded and returned like
   * any other. Unknown fields are refused, because a misspelled field would be left out; so is a body that is
   * not an object. Of a partner's team, this is for the role owner, manager or support. The token must be of the
   * partner (client credentials) or a signed-in member of the partner's team, with the scope `coins`.
   */
  capture(id: string, body?: HoldCapture, options?: DecideOptions): Promise<Result<HoldResult>>

  /**
   * Release a hold. Gives the coins of a hold back to the user; also to one who left. Of a partner's team, this
   * is for the role owner, manager or support. The token must be of the partner (client credentials) or a
   * signed-in member of the partner's team, with the scope `coins`.
   */
  release(id: string, options?: DecideOptions): Promise<Result<HoldResult>>
}

export interface ReturnsResource {
  /**
   * Return a share of an order. Refunds a share of every transfer with this reference, then reverses the same
   * share of every paid award with it: all of it, or nothing. Each gives what the shares so far make of it,
   * rounded down to hundredths, less what earlier returns gave, and at most what is left; so parts never add up
   * to more than the whole. Once the shares add up to 1, everything left goes, and completions that no payment
   * used are taken back. The response lists what was done; what would be 0 is left out. An order has at most
   * 1000 awards and transfers. Unknown fields are refused, because a misspelled field would be left out; so is a
   * body that is not an object. Of a partner's team, this is for the role owner, manager or support. The token
   * must be of the partner (client credentials) or a signed-in member of the partner's team, with the scopes
   * `coins` and `awards`.
   */
  create(body: NewReturn, options?: DecideOptions): Promise<Result<Return>>
}

export interface TransactionsResource {
  /**
   * List every movement of coins. Paid awards, transfers, reversals, refunds, adjustments, settlements and
   * openings, newest first. An entry never changes, except that `refunded` becomes true once an award is
   * reversed, or a transfer refunded, to the last coin. Read the whole list with `before` and `next`, which
   * neither skip nor repeat an entry while new ones arrive; `page` is for browsing. There is no count, since
   * counting would take longer than the list. The token must be of the partner (client credentials) or a
   * signed-in member of the partner's team, with the scope `coins`.
   */
  list(query?: Query<'listTransactions'>, options?: CallOptions): List<ListedTransaction, TransactionPage>

  /**
   * Read a movement of coins. The entry of `listTransactions` with this id. The token must be of the partner
   * (client credentials) or a signed-in member of the partner's team, with the scope `coins`.
   */
  read(id: string, options?: CallOptions): Promise<ListedTransaction>

  /**
   * Export every movement of coins as CSV. The entries of `listTransactions`, newest first, as one file of any
   * size in UTF-8 with a header line. A cell that a spreadsheet would read as a formula begins with an
   * apostrophe, and so does a part of it after a separator or line break. `X-Export-Span` has the times of the
   * oldest and the newest entry (`<oldest>/<newest>`): compare the time of the last line with it to show
   * progress. The header is absent when there are no entries. After an error the connection closes before the
   * end of the body, so a complete response is a complete file. One export of a partner runs at a time, and 5
   * wait; others get 429. The token must be of the partner (client credentials) or a signed-in member of the
   * partner's team, with the scope `coins`.
   */
  export(query?: Query<'exportTransactions'>, options?: CallOptions): Promise<Response>

  /**
   * Read a statement of the coins in wallets. The coins in all wallets before and after some days, every kind of
   * movement between, what each rule issued, and what a coin was worth on the last day. Opening, plus the change
   * of every kind, is closing, to the hundredth. The token must be of the partner (client credentials) or a
   * signed-in member of the partner's team, with the scope `coins`.
   */
  statement(query?: Query<'readStatement'>, options?: CallOptions): Promise<Statement>

  /**
   * Read what members can still spend. The coins in all wallets by the days since each member last moved any,
   * what members owe, and how much of what was issued in the last twelve months was spent. Counted from the
   * events in order, as the statement is. The token must be of the partner (client credentials) or a signed-in
   * member of the partner's team, with the scope `coins`.
   */
  liability(options?: CallOptions): Promise<Liability>

  /**
   * Read what will expire in the next months. The coins that expire in this month and the eleven after it, if
   * nobody spends them. Pending coins are among them. Coins that are held are not: they expire once they come
   * back. The token must be of the partner (client credentials) or a signed-in member of the partner's team,
   * with the scope `coins`.
   */
  expiry(options?: CallOptions): Promise<ExpiryForecast>

  /**
   * List the months of the programme. The statement of each month in the programme's time zone, newest first,
   * from that of the first event on, and whether it was closed. Each is worth what a coin was worth on its last
   * day, and the month that is not over what it is worth today. The token must be of the partner (client
   * credentials) or a signed-in member of the partner's team, with the scope `coins`.
   */
  months(query?: Query<'listMonths'>, options?: CallOptions): List<Month, MonthPage>

  /**
   * Close a month. Notes who closed a month that has ended, and as of which event. Nothing else changes: later
   * reversals and refunds count on the days they happen, and the statement as of that event stays what it was.
   * Of a partner's team, this is for the role owner or manager. The token must be of a signed-in member of the
   * partner's team.
   */
  closeMonth(month: string, options?: CallOptions): Promise<ClosedMonth>
}

export interface BoardsResource {
  /**
   * Points leaderboard. Coins ever earned from awards, less reversals. Every member is listed, starting with 0.
   * Higher points come first; equal points share a position (1, 2, 2, 4) and are listed by who joined first.
   * Needs no token if the partner has published its boards; then userData shows only the tag, and is null for
   * users who are not adults or who hid their tag. A token is optional; it must be of the partner (client
   * credentials), a signed-in member of the partner's team or a user (authorization code), with the scope
   * `boards`.
   */
  points(query?: Query<'pointsLeaderboard'>, options?: CallOptions): List<PointsBoardEntry, PointsBoardPage>
}

export interface EventsResource {
  /**
   * List events. Every event in order, numbered from 1 without gaps. `data` is the data of the response to the
   * request that caused it; awards add `reason` and `counters`. Call again with `after` set to `next`; when
   * `next` does not change, there are no more events yet. The token must be of the partner (client credentials)
   * or a signed-in member of the partner's team, with the scope `events`.
   */
  list(query?: Query<'listEvents'>, options?: CallOptions): List<Event, EventPage>

  /**
   * Read an event. The token must be of the partner (client credentials) or a signed-in member of the partner's
   * team, with the scope `events`.
   */
  read(seq: number, options?: CallOptions): Promise<Event>
}

export interface MeResource {
  /**
   * Read your own wallet. The wallet of the token's user with the partner that the token was issued for, right
   * at the moment of reading. Browsers may read it from the origins of the application's redirect addresses. The
   * token must be of a user (authorization code), with the scope `wallet`.
   */
  wallet(options?: CallOptions): Promise<OwnWallet>

  /**
   * List your own transactions. Every movement of coins into and out of the wallet of the token's user, newest
   * first. The token must be of a user (authorization code), with the scope `wallet`.
   */
  transactions(query?: Query<'listMyTransactions'>, options?: CallOptions): List<OwnTransaction, OwnTransactionPage>

  /**
   * List the rewards, and how far you are with each. The active rules that the partner shows to users
   * (`shownToUsers`) and that have not ended, newest first. The token must be of a user (authorization code),
   * with the scope `wallet`.
   */
  progress(query?: Query<'listMyProgress'>, options?: CallOptions): List<OwnProgress, OwnProgressPage>
}

export interface OverviewResource {
  /**
   * Read the programme at a glance. Coins, awards and members by day and over the period, with another period to
   * compare. Opening, plus everything that entered wallets, less everything that left them, is closing. Counted
   * from the events in order: an award is included as soon as its response is sent. The token must be of the
   * partner (client credentials) or a signed-in member of the partner's team, with the scope `coins`.
   */
  read(query?: Query<'readOverview'>, options?: CallOptions): Promise<Overview>
}

export interface WebhooksResource {
  /**
   * List your webhooks. Of a partner's team, this is for the role owner or manager. The token must be of the
   * partner (client credentials) or a signed-in member of the partner's team, with the scope `webhooks`.
   */
  list(options?: CallOptions): Promise<WebhookList>

  /**
   * Create a webhook. Delivers every new event of the given types, in order and at least once; with `after`,
   * starts with the event after that number. Sends up to 500 events per POST as {type: "events", timestamp,
   * data: {events: […]}}, signed as described by Standard Webhooks with the secret of this response, which is
   * shown once. A status from 200 to 299 within 15 s confirms the delivery. Any other result is retried for
   * three days, after delays that grow from a second to an hour; then the webhook is switched off and your
   * owners get a mail. Up to 20 webhooks. Of a partner's team, this is for the role owner or manager. The token
   * must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope
   * `webhooks`.
   */
  create(body: NewWebhook, options?: CreateOptions): Promise<WebhookWithSecret>

  /**
   * Read a webhook. With the last delivered event and recent failures. Of a partner's team, this is for the role
   * owner or manager. The token must be of the partner (client credentials) or a signed-in member of the
   * partner's team, with the scope `webhooks`.
   */
  read(id: string, options?: CallOptions): Promise<Webhook>

  /**
   * Change a webhook. A disabled webhook gets no events and keeps its position; once enabled, deliveries
   * continue from there. Enabling it or changing the address retries at once. Of a partner's team, this is for
   * the role owner or manager. The token must be of the partner (client credentials) or a signed-in member of
   * the partner's team, with the scope `webhooks`.
   */
  change(id: string, body: WebhookChanges, options?: CallOptions): Promise<Webhook>

  /**
   * Delete a webhook. Also deletes the list of its attempts. Of a partner's team, this is for the role owner or
   * manager. The token must be of the partner (client credentials) or a signed-in member of the partner's team,
   * with the scope `webhooks`.
   */
  delete(id: string, options?: CallOptions): Promise<Webhook>

  /**
   * Replace the secret of a webhook. For 24 hours every delivery has two signatures, one with the new and one
   * with the old secret, so that you can switch at any time in between. Of a partner's team, this is for the
   * role owner or manager. The token must be of the partner (client credentials) or a signed-in member of the
   * partner's team, with the scope `webhooks`.
   */
  rotateSecret(id: string, options?: CreateOptions): Promise<WebhookWithSecret>

  /**
   * Replay events. Moves the webhook back or ahead: the events after the given number are delivered next, in
   * order. Of a partner's team, this is for the role owner or manager. The token must be of the partner (client
   * credentials) or a signed-in member of the partner's team, with the scope `webhooks`.
   */
  replay(id: string, body: ReplayWebhookRequest, options?: CallOptions): Promise<Webhook>

  /**
   * Retry a webhook now. Sends the events that wait at once, instead of at the next try. A webhook that was
   * switched off after failing for days is enabled again. Of a partner's team, this is for the role owner or
   * manager. The token must be of the partner (client credentials) or a signed-in member of the partner's team,
   * with the scope `webhooks`.
   */
  retry(id: string, options?: CallOptions): Promise<Webhook>

  /**
   * List the attempts of a webhook. Every delivery, redelivery and test of the last 30 days with its result,
   * newest first. Of a partner's team, this is for the role owner or manager. The token must be of the partner
   * (client credentials) or a signed-in member of the partner's team, with the scope `webhooks`.
   */
  attempts(id: string, query?: Query<'listWebhookAttempts'>, options?: CallOptions): List<WebhookAttempt, WebhookAttemptPage>

  /**
   * Redeliver the events of an attempt. Sends the same message with the same webhook-id now. The sequence of
   * deliveries does not change. A success response means that it was sent; the attempt in it has the result. At
   * most 30 redeliveries and tests a minute. Of a partner's team, this is for the role owner or manager. The
   * token must be of the partner (client credentials) or a signed-in member of the partner's team, with the
   * scope `webhooks`.
   */
  redeliver(id: string, attemptId: string, options?: CallOptions): Promise<WebhookAttempt>

  /**
   * Send a test. {type: "test", timestamp, data: {events: []}}, signed like a delivery and outside the sequence;
   * also works while the webhook is disabled. A success response means that it was sent; the attempt in it has
   * the result. At most 30 tests and redeliveries a minute. Of a partner's team, this is for the role owner or
   * manager. The token must be of the partner (client credentials) or a signed-in member of the partner's team,
   * with the scope `webhooks`.
   */
  test(id: string, options?: CallOptions): Promise<WebhookAttempt>

  /**
   * Find out why a signature does not verify. Compares a request that your server received with the message that
   * was sent. Finds missing or misspelled headers, a wrong, old or re-encoded secret, a wrong clock, a
   * re-serialized body, and parts of another message. Of a partner's team, this is for the role owner or
   * manager. The token must be of the partner (client credentials) or a signed-in member of the partner's team,
   * with the scope `webhooks`.
   */
  diagnose(id: string, body: DiagnoseWebhookRequest, options?: CallOptions): Promise<WebhookDiagnosis>
}

export interface AlarmsResource {
  /**
   * List what needs attention. Webhooks that fail or were switched off, for those who may list webhooks; running
   * rules whose budget has less than a tenth left or is used up, running rules that are full (50 rules at most),
   * imports of the last 7 days that refused lines (of the latest 20), and a ledger that the last audit found
   * broken. An alarm ends with its cause. Owners who want it get a mail when one begins. The token must be of
   * the partner (client credentials) or a signed-in member of the partner's team, with the scopes `webhooks` and
   * `rules` and `awards`.
   */
  list(options?: CallOptions): Promise<Alarms>
}

export interface RequestsResource {
  /**
   * List requests to the API. Requests with your tokens in the last 3 days, newest first; they appear about a
   * second after the response. Bodies, queries and headers are not stored. In a burst, beyond 20 a second of
   * each outcome, requests that ended alike share a line, which has the ids of all: `requestId` finds each. Each
   * process keeps 100,000 such requests an hour that succeeded, and as many that failed; `leftOut` counts the
   * others. Successful reads by team members are not listed. The token must be of a signed-in member of the
   * partner's team.
   */
  list(query?: Query<'listRequests'>, options?: CallOptions): List<LoggedRequest, RequestPage>
}

export interface SearchResource {
  /**
   * Search everything. Finds members, rules, orders, notes and ids by a text: at most 5 of each. Members, orders
   * and ids are found by index, however many there are. Of rules, 10000 names are compared with the text, and of
   * notes the latest 10000; `listDecisions` with `q` searches older ones page by page. Capitals do not matter.
   * The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the
   * scopes `awards` and `rules`.
   */
  find(query?: Query<'search'>, options?: CallOptions): Promise<Found>
}

export interface PartnerResource {
  /**
   * Read your own details. The token must be of the partner (client credentials) or a signed-in member of the
   * partner's team, with the scope `settings`.
   */
  read(options?: CallOptions): Promise<OwnPartner>

  /**
   * Change your addresses and the settings of your programme, or publish your boards. Of a partner's team, this
   * is for the role owner. The token must be of the partner (client credentials) or a signed-in member of the
   * partner's team, with the scope `settings`.
   */
  change(body: PartnerChanges, options?: CallOptions): Promise<OwnPartner>

  /**
   * Set your logo. A PNG, JPEG or WebP image, told by its bytes. It is public: everyone who knows its address
   * can read it. Of a partner's team, this is for the role owner. The token must be of the partner (client
   * credentials) or a signed-in member of the partner's team, with the scope `settings`.
   */
  setLogo(body: NewLogo, options?: CallOptions): Promise<OwnPartner>

  /**
   * Remove your logo. Does nothing if there is none. Of a partner's team, this is for the role owner. The token
   * must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope
   * `settings`.
   */
  removeLogo(options?: CallOptions): Promise<OwnPartner>

  /**
   * Read the last response of your userDetailsUrl. The token must be of a signed-in member of the partner's
   * team.
   */
  userDetails(options?: CallOptions): Promise<UserDetailsStatus>

  /**
   * Test your userDetailsUrl now. Fetches the record of a tag and returns what came back, without joining a
   * user; also while the breaker is open. Success means that the address was called, not that its response was
   * right. At most 10 tries a minute. Of a partner's team, this is for the role owner or manager. The token must
   * be of a signed-in member of the partner's team.
   */
  tryUserDetails(body: TryUserDetailsRequest, options?: CallOptions): Promise<UserDetailsTry>
}

export interface SecretsResource {
  /**
   * List your client secrets. The valid ones, without the secrets themselves. lastUsedAt is exact to a minute.
   * Of a partner's team, this is for the role owner, manager or support. The token must be of a signed-in member
   * of the partner's team.
   */
  list(options?: CallOptions): Promise<ClientSecretList>

  /**
   * Create a client secret. Get tokens with it and your clientId at the token endpoint. It is shown once. Up to
   * 10 can be valid at the same time, so that one can be replaced without downtime. Of a partner's team, this is
   * for the role owner. The token must be of a signed-in member of the partner's team.
   */
  create(body: NewClientSecret, options?: CreateOptions): Promise<CreatedClientSecret>

  /**
   * Revoke a client secret. The secret is refused at once, and its tokens within two seconds. Of a partner's
   * team, this is for the role owner. The token must be of a signed-in member of the partner's team.
   */
  revoke(id: string, options?: CallOptions): Promise<ClientSecret>
}

export interface ImportsResource {
  /**
   * List imports. Newest first. The token must be of the partner (client credentials) or a signed-in member of
   * the partner's team, with the scope `awards`.
   */
  list(query?: Query<'listImports'>, options?: CallOptions): List<Import, ImportPage>

  /**
   * Read the progress of an import. The token must be of the partner (client credentials) or a signed-in member
   * of the partner's team, with the scope `awards`.
   */
  read(id: string, options?: CallOptions): Promise<Import>

  /**
   * List the refused lines of an import. In the order of the file. An import that runs adds to it. The token
   * must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope
   * `awards`.
   */
  refused(id: string, query?: Query<'listImportRefusals'>, options?: CallOptions): List<ImportRefusal, ImportRefusalPage>

  /**
   * Export the refused lines of an import as CSV. One export of a partner runs at a time, and 5 wait; others get
   * 429. The token must be of the partner (client credentials) or a signed-in member of the partner's team, with
   * the scope `awards`.
   */
  exportRefused(id: string, options?: CallOptions): Promise<Response>

  /**
   * Cancel an import. The lines that are not worked off yet make no members. What was made stays. Of a partner's
   * team, this is for the role owner, manager or support. The token must be of the partner (client credentials)
   * or a signed-in member of the partner's team, with the scope `awards`.
   */
  cancel(id: string, options?: CallOptions): Promise<Import>
}

/** Every resource of the API, by its name in the client. */
export interface Resources {
  readonly partners: PartnersResource
  readonly browserSession: BrowserSessionResource
  readonly account: AccountResource
  readonly team: TeamResource
  readonly users: UsersResource
  readonly rules: RulesResource
  readonly backtests: BacktestsResource
  readonly awards: AwardsResource
  readonly activities: ActivitiesResource
  readonly decisions: DecisionsResource
  readonly orders: OrdersResource
  readonly coins: CoinsResource
  readonly holds: HoldsResource
  readonly returns: ReturnsResource
  readonly transactions: TransactionsResource
  readonly boards: BoardsResource
  readonly events: EventsResource
  readonly me: MeResource
  readonly overview: OverviewResource
  readonly webhooks: WebhooksResource
  readonly alarms: AlarmsResource
  readonly requests: RequestsResource
  readonly search: SearchResource
  readonly partner: PartnerResource
  readonly secrets: SecretsResource
  readonly imports: ImportsResource
}
