// Generated from server/openapi.json by `npm run generate`.

import type * as schemas from './schemas.ts'

export interface operations {
  onboardPartner: {
    query: never
    body: schemas.NewPartner
    data: schemas.Partner
  }
  loginPartner: {
    query: never
    body: schemas.LoginPartnerRequest
    data: schemas.SignedIn
  }
  refreshPartner: {
    query: never
    body: schemas.RefreshPartnerRequest
    data: schemas.SignedIn
  }
  signInBrowser: {
    query: never
    body: schemas.SignInBrowserRequest
    data: schemas.BrowserSession
  }
  readSession: {
    query: never
    body: never
    data: schemas.BrowserSession
  }
  signOutBrowser: {
    query: never
    body: never
    data: schemas.Session
  }
  verifyPartnerEmail: {
    query: never
    body: schemas.VerifyPartnerEmailRequest
    data: schemas.VerifyPartnerEmailResult
  }
  resendPartnerCode: {
    query: never
    body: schemas.ResendPartnerCodeRequest
    data: schemas.ResendPartnerCodeResult
  }
  forgotPassword: {
    query: never
    body: schemas.ForgotPasswordRequest
    data: schemas.ForgotPasswordResult
  }
  resetPassword: {
    query: never
    body: schemas.ResetPasswordRequest
    data: schemas.ResetPasswordResult
  }
  confirmEmail: {
    query: never
    body: schemas.ConfirmEmailRequest
    data: schemas.ConfirmEmailResult
  }
  readInvitation: {
    query: never
    body: schemas.ReadInvitationRequest
    data: schemas.ReadInvitationResult
  }
  acceptInvitation: {
    query: never
    body: schemas.AcceptInvitationRequest
    data: schemas.TeamMember
  }
  createUser: {
    query: never
    body: schemas.NewUser
    data: schemas.User
  }
  verifyEmail: {
    query: never
    body: schemas.VerifyEmailRequest
    data: schemas.VerifyEmailResult
  }
  resendOtp: {
    query: never
    body: schemas.ResendOtpRequest
    data: schemas.ResendOtpResult
  }
  listMembers: {
    query: {
      /** Only users with a word in their tag or name that starts with this, best match first; or the whole id of a user or membership, or your own externalId; or the whole e-mail address of a user, as your record or the user's consent gave it to you. At most 1000 are found. */
      search?: string
      /** Only these users, in this order: 1 to 100 user ids separated by commas. Users who are not onboarded with you are left out. */
      ids?: string
      /** Only the user with this id of your own. Must have 1 to 100 visible characters. */
      externalId?: string
      /** Only users with this whole e-mail address, in capitals or not. Must be an e-mail address of at most 254 characters. */
      email?: string
      /** `former`: also users who left. `onlyFormer`: no others. Who unlinked from you is shown without `userData` and `email`. */
      include?: schemas.MembersIncluded
      /**
       * `joined`: newest first. `coins` and `points`: who has most first, of the 10000 members with the most points.
       * @default "joined"
       */
      sort?: schemas.MemberSort
      /**
       * From 1. Pages beyond row 10,000 are refused; `cursor` goes on from there.
       * @default 1
       */
      page?: number
      /**
       * How many entries a page has, 1 to 100.
       * @default 10
       */
      limit?: number
      /** The `next` of the previous response. Must be the `next` of an earlier response. */
      cursor?: string
    }
    body: never
    data: schemas.MemberPage
  }
  createMember: {
    query: never
    body: schemas.NewMember
    data: schemas.IdentifiedMembership
  }
  readMember: {
    query: never
    body: never
    data: schemas.MemberNow
  }
  endMembership: {
    query: never
    body: never
    data: schemas.Membership
  }
  createMembers: {
    query: never
    body: schemas.NewMembers
    data: schemas.BulkMemberResults
  }
  setExternalId: {
    query: never
    body: schemas.SetExternalIdRequest
    data: schemas.IdentifiedMembership
  }
  readMemberAttributes: {
    query: never
    body: never
    data: schemas.MemberAttributes
  }
  changeMemberAttributes: {
    query: never
    body: schemas.AttributeChanges
    data: schemas.MemberAttributes
  }
  changeAttributesOfMembers: {
    query: never
    body: schemas.BulkAttributeChanges
    data: schemas.BulkAttributesResults
  }
  onboardUser: {
    query: never
    body: schemas.OnboardUserRequest
    data: schemas.Membership
  }
  exportMember: {
    query: never
    body: never
    data: schemas.MemberExport
  }
  eraseMember: {
    query: never
    body: schemas.NewErasure
    data: schemas.Erasure
  }
  createRule: {
    query: never
    body: schemas.NewRule
    data: schemas.RuleSummary
  }
  listRules: {
    query: {
      /** Only rules with this text in one of their names or in the name of a sub-rule. */
      search?: string
      /** Only rules of this status. */
      status?: schemas.RuleStatus
      /** Only rules of this type. */
      type?: schemas.RuleType
      /** Only rules with all their participants (full), or only rules that can pay further users (open). */
      participants?: schemas.ParticipantsFilter
      /** Only rules that wait for their start, can pay, have all their participants, have used up their budget, or have ended. */
      phase?: schemas.RulePhaseFilter
      /**
       * Archived rules are left out, listed too (include), or listed alone (only).
       * @default "exclude"
       */
      archived?: schemas.ArchivedFilter
      /** Adds what each rule did in the last days, including today. */
      results?: schemas.ResultDays
      /** Rules with the most coins paid, refused awards or users paid in the days of `results` (30 without it) first, in place of the newest. Such a list is read by page, not by cursor. */
      sort?: schemas.RuleSort
      /**
       * From 1. Pages beyond row 10,000 are refused; `cursor` goes on from there.
       * @default 1
       */
      page?: number
      /**
       * How many entries a page has, 1 to 100.
       * @default 10
       */
      limit?: number
      /** The `next` of the previous response. Must be the `next` of an earlier response. */
      cursor?: string
    }
    body: never
    data: schemas.RulePage
  }
  readRule: {
    query: never
    body: never
    data: schemas.Rule
  }
  changeRule: {
    query: never
    body: schemas.RuleChanges
    data: schemas.Rule
  }
  listRuleVersions: {
    query: {
      /** The `next` of the previous response. Must be the `next` of an earlier response. */
      cursor?: string
      /**
       * How many entries a page has, 1 to 100.
       * @default 10
       */
      limit?: number
    }
    body: never
    data: schemas.RuleVersionPage
  }
  archiveRule: {
    query: never
    body: never
    data: schemas.Rule
  }
  restoreRule: {
    query: never
    body: never
    data: schemas.Rule
  }
  restoreRuleVersion: {
    query: never
    body: never
    data: schemas.Rule
  }
  readRuleResults: {
    query: {
      /** First day, in the programme's time zone; 29 days before `to` by default. Must be a day from 1970 to 8999, such as 2026-03-01. */
      from?: string
      /** Last day; today by default. Must be a day from 1970 to 8999, such as 2026-03-01. */
      to?: string
      /**
       * `previous`: with as many days right before. `year`: with the same days a year earlier.
       * @default "previous"
       */
      compare?: schemas.Comparison
    }
    body: never
    data: schemas.RuleResults
  }
  listRulePeople: {
    query: {
      /** The `next` of the previous response. Must be the `next` of an earlier response. */
      cursor?: string
      /**
       * How many entries a page has, 1 to 100.
       * @default 10
       */
      limit?: number
      /** Users with the most coins, the most payments or the latest payment first; without it, in the order of their ids. */
      sort?: schemas.RulePeopleSort
    }
    body: never
    data: schemas.RulePersonPage
  }
  tryRule: {
    query: never
    body: schemas.NewRuleTrial
    data: schemas.RuleTrial
  }
  tryCondition: {
    query: never
    body: schemas.NewConditionTrial
    data: schemas.ConditionTrial
  }
  createBacktest: {
    query: never
    body: schemas.NewBacktest
    data: schemas.Backtest
  }
  listBacktests: {
    query: {
      /** The `next` of the previous response. Must be the `next` of an earlier response. */
      cursor?: string
      /**
       * How many entries a page has, 1 to 100.
       * @default 10
       */
      limit?: number
    }
    body: never
    data: schemas.BacktestPage
  }
  readBacktest: {
    query: never
    body: never
    data: schemas.Backtest
  }
  cancelBacktest: {
    query: never
    body: never
    data: schemas.Backtest
  }
  listMemberProgress: {
    query: {
      /** The `next` of the previous response. Must be the `next` of an earlier response. */
      cursor?: string
      /**
       * How many entries a page has, 1 to 100.
       * @default 10
       */
      limit?: number
    }
    body: never
    data: schemas.OwnProgressPage
  }
  awardRule: {
    query: {
      /** Adds to `data`, also of a refusal: `decision`, `wallet` or both, separated by a comma. A retry with an Idempotency-Key may ask for more than the first request. Must name decision, wallet or both, separated by a comma. */
      expand?: string
      /** With true, the response tells what the call would do now, and nothing is written: status 200, an empty `id`, the header `Laurel-Dry-Run: true`, and `decision`, `wallet` and `asOf` in `data`. Every role may do that. Without an Idempotency-Key. */
      dryRun?: "true" | "false"
    }
    body: schemas.NewAward
    data: schemas.Award
  }
  reverseAward: {
    query: {
      /** Adds to `data`, also of a refusal: `decision`, `wallet` or both, separated by a comma. A retry with an Idempotency-Key may ask for more than the first request. Must name decision, wallet or both, separated by a comma. */
      expand?: string
      /** With true, the response tells what the call would do now, and nothing is written: status 200, an empty `id`, the header `Laurel-Dry-Run: true`, and `decision`, `wallet` and `asOf` in `data`. Every role may do that. Without an Idempotency-Key. */
      dryRun?: "true" | "false"
    }
    body: schemas.NewReversal
    data: schemas.ExpandedReversal
  }
  awardRules: {
    query: {
      /** Adds to `data`, also of a refusal: `decision`, `wallet` or both, separated by a comma. A retry with an Idempotency-Key may ask for more than the first request. Must name decision, wallet or both, separated by a comma. */
      expand?: string
      /** With true, the response tells what the call would do now, and nothing is written: status 200, an empty `id`, the header `Laurel-Dry-Run: true`, and `decision`, `wallet` and `asOf` in `data`. Every role may do that. Without an Idempotency-Key. */
      dryRun?: "true" | "false"
    }
    body: schemas.NewBulkAwards
    data: schemas.BulkAwardResults
  }
  recordActivity: {
    query: {
      /** Adds to `data`: `evaluations`, every rule that listens to the type with what came of it; `wallet`, the coins and points after it. Both can be named, separated by a comma. A retry may ask for more than the first request. Must name evaluations, wallet or both, separated by a comma. */
      expand?: string
      /** With true, the response tells what the call would do now, and nothing is written: status 200, an empty `id`, the header `Laurel-Dry-Run: true`, and `decision`, `wallet` and `asOf` in `data`. Every role may do that. Without an Idempotency-Key. */
      dryRun?: "true" | "false"
    }
    body: schemas.NewActivity
    data: schemas.ActivityResult
  }
  listActivities: {
    query: {
      /** Only activities of this type. Must be a type of at most 64 lower-case letters, digits, underscores and dots, such as "order.paid". */
      type?: string
      /** Only activities of this user. */
      userId?: string
      /** Only activities with this reference. */
      reference?: string
      /** Only activities recorded at or after this time. Must be a time such as 2026-03-01T09:30:00Z. */
      from?: string
      /** Only activities recorded before this time. Must be a time such as 2026-03-01T09:30:00Z. */
      to?: string
      /** The `next` of the previous response. Must be the `next` of an earlier response. */
      cursor?: string
      /**
       * How many entries a page has, 1 to 100.
       * @default 10
       */
      limit?: number
    }
    body: never
    data: schemas.ListedActivityPage
  }
  recordActivities: {
    query: {
      /** Adds to `data`: `evaluations`, every rule that listens to the type with what came of it; `wallet`, the coins and points after it. Both can be named, separated by a comma. A retry may ask for more than the first request. Must name evaluations, wallet or both, separated by a comma. */
      expand?: string
      /** With true, the response tells what the call would do now, and nothing is written: status 200, an empty `id`, the header `Laurel-Dry-Run: true`, and `decision`, `wallet` and `asOf` in `data`. Every role may do that. Without an Idempotency-Key. */
      dryRun?: "true" | "false"
    }
    body: schemas.NewBulkActivities
    data: schemas.BulkActivityResults
  }
  readActivity: {
    query: {
      /** Adds every rule that listened to the type, with what came of it. Must be evaluations. */
      expand?: string
    }
    body: never
    data: schemas.Activity
  }
  listDecisions: {
    query: {
      /** Only the decision with this id; without other filters. */
      id?: string
      /** Lines of these kinds, separated by commas: award, transfer, reversal, refund, adjustment, opening, return, hold, extension, capture, release, settlement, expiry, hold_expiry, membership; awards by default. `all` stands for every decision (award, transfer, reversal, refund, adjustment, opening, return, hold, extension, capture, release), `history` for everything: also for settlements, which follow a decision, for coins that expired, for holds whose time was over, and for changes of memberships. A return has no coins and no user: its refunds and reversals are listed too, with its id as `returnId`. */
      kind?: string
      /** Only decisions on this user. */
      userId?: string
      /** The same by your own id of the user. */
      externalId?: string
      /** Only decisions on this rule or sub-rule; a combined rule includes its sub-rules. Reversals are of the rule of their award. */
      ruleName?: string
      /** Only what this actor asked for: the id of a client secret or a team member. */
      actor?: string
      /** Your own id of what this is about, such as an order. Several records may share it. */
      reference?: string
      /** Only decisions with this outcome. */
      outcome?: schemas.Outcome
      /** Only what was refused for this reason. */
      reason?: schemas.Reason
      /** Only lines of coins that enter the wallet (CR), or leave it (DE). */
      debitOrCredit?: schemas.DebitOrCredit
      /** Only lines with this text in the reference, the note or the name of the rule. Capitals do not matter. */
      q?: string
      /** Only decisions at or after this time. Must be a time such as 2026-03-01T09:30:00Z. */
      from?: string
      /** Only decisions before this time. Must be a time such as 2026-03-01T09:30:00Z. */
      to?: string
      /** Only lines of this day in the programme's time zone, in place of `from` and `to`. Must be a day from 1970 to 8999, such as 2026-03-01. */
      day?: string
      /** Only with `day`: the last of several days. Must be a day from 1970 to 8999, such as 2026-03-01. */
      toDay?: string
      /**
       * Whether to sum up all lines that pass the filter, in `totals`. Awards, and movements of a kind with `outcome=moved`, are counted by day, and so are exact over whole days however many there are. Otherwise the latest 50000 lines are scanned, or 10000 with `q`; `atLeast` says that there are more.
       * @default false
       */
      sum?: boolean
      /** The `next` of the previous response. */
      before?: number
      /** The `next` of the previous response. */
      cursor?: number
      /**
       * Decisions per response, 1 to 100.
       * @default 20
       */
      limit?: number
    }
    body: never
    data: schemas.DecisionPage
  }
  readAward: {
    query: never
    body: never
    data: schemas.AwardDecision
  }
  readOrder: {
    query: {
      /** The `next` of the previous response. Must be the `next` of an earlier response. */
      cursor?: string
      /**
       * How many entries a page has, 1 to 100.
       * @default 10
       */
      limit?: number
    }
    body: never
    data: schemas.Order
  }
  transferCoins: {
    query: {
      /** Adds to `data`, also of a refusal: `decision`, `wallet` or both, separated by a comma. A retry with an Idempotency-Key may ask for more than the first request. Must name decision, wallet or both, separated by a comma. */
      expand?: string
      /** With true, the response tells what the call would do now, and nothing is written: status 200, an empty `id`, the header `Laurel-Dry-Run: true`, and `decision`, `wallet` and `asOf` in `data`. Every role may do that. Without an Idempotency-Key. */
      dryRun?: "true" | "false"
    }
    body: schemas.NewTransfer
    data: schemas.Transaction
  }
  holdCoins: {
    query: {
      /** Adds to `data`, also of a refusal: `decision`, `wallet` or both, separated by a comma. A retry with an Idempotency-Key may ask for more than the first request. Must name decision, wallet or both, separated by a comma. */
      expand?: string
      /** With true, the response tells what the call would do now, and nothing is written: status 200, an empty `id`, the header `Laurel-Dry-Run: true`, and `decision`, `wallet` and `asOf` in `data`. Every role may do that. Without an Idempotency-Key. */
      dryRun?: "true" | "false"
    }
    body: schemas.NewHold
    data: schemas.HoldResult
  }
  listHolds: {
    query: {
      /** Only holds of this user. */
      userId?: string
      /** Only holds with this status. */
      status?: schemas.HoldStatus
      /** Only holds with this reference. */
      reference?: string
      /** The `next` of the previous response. Must be the `next` of an earlier response. */
      cursor?: string
      /**
       * How many entries a page has, 1 to 100.
       * @default 10
       */
      limit?: number
    }
    body: never
    data: schemas.HoldPage
  }
  extendHold: {
    query: {
      /** Adds to `data`, also of a refusal: `decision`, `wallet` or both, separated by a comma. A retry with an Idempotency-Key may ask for more than the first request. Must name decision, wallet or both, separated by a comma. */
      expand?: string
      /** With true, the response tells what the call would do now, and nothing is written: status 200, an empty `id`, the header `Laurel-Dry-Run: true`, and `decision`, `wallet` and `asOf` in `data`. Every role may do that. Without an Idempotency-Key. */
      dryRun?: "true" | "false"
    }
    body: schemas.HoldExtension
    data: schemas.HoldResult
  }
  readHold: {
    query: never
    body: never
    data: schemas.Hold
  }
  captureHold: {
    query: {
      /** Adds to `data`, also of a refusal: `decision`, `wallet` or both, separated by a comma. A retry with an Idempotency-Key may ask for more than the first request. Must name decision, wallet or both, separated by a comma. */
      expand?: string
      /** With true, the response tells what the call would do now, and nothing is written: status 200, an empty `id`, the header `Laurel-Dry-Run: true`, and `decision`, `wallet` and `asOf` in `data`. Every role may do that. Without an Idempotency-Key. */
      dryRun?: "true" | "false"
    }
    body: schemas.HoldCapture
    data: schemas.HoldResult
  }
  releaseHold: {
    query: {
      /** Adds to `data`, also of a refusal: `decision`, `wallet` or both, separated by a comma. A retry with an Idempotency-Key may ask for more than the first request. Must name decision, wallet or both, separated by a comma. */
      expand?: string
      /** With true, the response tells what the call would do now, and nothing is written: status 200, an empty `id`, the header `Laurel-Dry-Run: true`, and `decision`, `wallet` and `asOf` in `data`. Every role may do that. Without an Idempotency-Key. */
      dryRun?: "true" | "false"
    }
    body: never
    data: schemas.HoldResult
  }
  refundCoins: {
    query: {
      /** Adds to `data`, also of a refusal: `decision`, `wallet` or both, separated by a comma. A retry with an Idempotency-Key may ask for more than the first request. Must name decision, wallet or both, separated by a comma. */
      expand?: string
      /** With true, the response tells what the call would do now, and nothing is written: status 200, an empty `id`, the header `Laurel-Dry-Run: true`, and `decision`, `wallet` and `asOf` in `data`. Every role may do that. Without an Idempotency-Key. */
      dryRun?: "true" | "false"
    }
    body: schemas.NewRefund
    data: schemas.Transaction
  }
  returnOrder: {
    query: {
      /** Adds to `data`, also of a refusal: `decision`, `wallet` or both, separated by a comma. A retry with an Idempotency-Key may ask for more than the first request. Must name decision, wallet or both, separated by a comma. */
      expand?: string
      /** With true, the response tells what the call would do now, and nothing is written: status 200, an empty `id`, the header `Laurel-Dry-Run: true`, and `decision`, `wallet` and `asOf` in `data`. Every role may do that. Without an Idempotency-Key. */
      dryRun?: "true" | "false"
    }
    body: schemas.NewReturn
    data: schemas.Return
  }
  adjustCoins: {
    query: {
      /** Adds to `data`, also of a refusal: `decision`, `wallet` or both, separated by a comma. A retry with an Idempotency-Key may ask for more than the first request. Must name decision, wallet or both, separated by a comma. */
      expand?: string
      /** With true, the response tells what the call would do now, and nothing is written: status 200, an empty `id`, the header `Laurel-Dry-Run: true`, and `decision`, `wallet` and `asOf` in `data`. Every role may do that. Without an Idempotency-Key. */
      dryRun?: "true" | "false"
    }
    body: schemas.NewAdjustment
    data: schemas.Transaction
  }
  listTransactions: {
    query: {
      /** Only transactions of this user. */
      userId?: string
      /** Only transactions of this transactionType. */
      type?: schemas.TransactionType
      /** Your own id of what this is about, such as an order. Several records may share it. */
      reference?: string
      /** Only transactions at or after this time. Must be a time such as 2026-03-01T09:30:00Z. */
      from?: string
      /** Only transactions before this time. Must be a time such as 2026-03-01T09:30:00Z. */
      to?: string
      /** The `next` of the previous response; pages are counted from there. */
      before?: number
      /**
       * From 1. Pages beyond row 10,000 are refused; `cursor` goes on from there. New entries shift the pages unless `before` is sent too.
       * @default 1
       */
      page?: number
      /**
       * How many entries a page has, 1 to 100.
       * @default 10
       */
      limit?: number
      /** The `next` of the previous response. */
      cursor?: number
    }
    body: never
    data: schemas.TransactionPage
  }
  readTransaction: {
    query: never
    body: never
    data: schemas.ListedTransaction
  }
  exportTransactions: {
    query: {
      /** Only transactions of this user. */
      userId?: string
      /** Only transactions of this transactionType. */
      type?: schemas.TransactionType
      /** Your own id of what this is about, such as an order. Several records may share it. */
      reference?: string
      /** Only transactions at or after this time. Must be a time such as 2026-03-01T09:30:00Z. */
      from?: string
      /** Only transactions before this time. Must be a time such as 2026-03-01T09:30:00Z. */
      to?: string
    }
    body: never
    data: never
  }
  pointsLeaderboard: {
    query: {
      /**
       * From 1.
       * @default 1
       */
      page?: number
      /**
       * How many entries a page has, 1 to 100.
       * @default 10
       */
      take?: number
      /** The same as take, in whose place it counts. */
      limit?: number
      /** Whose board; the token's partner by default. */
      partnerId?: string
      /** The user whose position to return. */
      userId?: string
      /** Returns the user of userId with this many neighbours on each side, instead of a page. */
      around?: number
      /**
       * Whether entries say in `previousPosition` where users were when this day began (UTC).
       * @default false
       */
      previous?: boolean
    }
    body: never
    data: schemas.PointsBoardPage
  }
  coinLeaderboard: {
    query: {
      /**
       * From 1.
       * @default 1
       */
      page?: number
      /**
       * How many entries a page has, 1 to 100.
       * @default 10
       */
      limit?: number
      /** The same as limit, in whose place it counts. */
      take?: number
      /** A number from 1 to 12 or an English name, of this year unless year is sent; or current, the month of now. Must be a number from 1 to 12, an English month name or current. */
      month?: string
      /** Without month: one list per month of the year. */
      year?: number
      /**
       * earner counts coins earned in the period, spender coins transferred to the partner.
       * @default "earner"
       */
      type?: schemas.CoinBoardType
      /** Whose board; the token's partner by default. */
      partnerId?: string
      /** The user whose position to return. */
      userId?: string
      /**
       * Whether entries say in `previousPosition` where users were when this day began (UTC).
       * @default false
       */
      previous?: boolean
    }
    body: never
    data: schemas.CoinBoard
  }
  listEvents: {
    query: {
      /**
       * Returns events after this number.
       * @default 0
       */
      after?: number
      /** Returns events before this number, newest first. Send a very large number for the latest events. */
      before?: number
      /** Only events of these types, separated by commas: rule.created, rule.updated, rule.started, rule.ended, rule.exhausted, rule.full, user.onboarded, user.updated, user.left, user.claimed, user.erased, award.counted, award.paid, award.refused, award.reversed, reversal.refused, coins.transferred, transfer.refused, coins.refunded, refund.refused, coins.adjusted, adjustment.refused, coins.settled, coins.opened, coins.expiring, coins.expired, coins.held, hold.extended, hold.released, hold.expired, hold.refused, order.returned, return.refused, activity.recorded. */
      types?: string
      /** The `next` of the previous response. */
      cursor?: number
      /**
       * Events per response, 1 to 1000.
       * @default 100
       */
      limit?: number
    }
    body: never
    data: schemas.EventPage
  }
  readEvent: {
    query: never
    body: never
    data: schemas.Event
  }
  streamEvents: {
    query: {
      /**
       * Returns events after this number.
       * @default 0
       */
      after?: number
      /** Only events of these types, separated by commas: rule.created, rule.updated, rule.started, rule.ended, rule.exhausted, rule.full, user.onboarded, user.updated, user.left, user.claimed, user.erased, award.counted, award.paid, award.refused, award.reversed, reversal.refused, coins.transferred, transfer.refused, coins.refunded, refund.refused, coins.adjusted, adjustment.refused, coins.settled, coins.opened, coins.expiring, coins.expired, coins.held, hold.extended, hold.released, hold.expired, hold.refused, order.returned, return.refused, activity.recorded. */
      types?: string
    }
    body: never
    data: never
  }
  readMyWallet: {
    query: never
    body: never
    data: schemas.OwnWallet
  }
  listMyTransactions: {
    query: {
      /** The `next` of the previous response. Must be the `next` of an earlier response. */
      cursor?: string
      /**
       * How many entries a page has, 1 to 100.
       * @default 10
       */
      limit?: number
    }
    body: never
    data: schemas.OwnTransactionPage
  }
  listMyProgress: {
    query: {
      /** The `next` of the previous response. Must be the `next` of an earlier response. */
      cursor?: string
      /**
       * How many entries a page has, 1 to 100.
       * @default 10
       */
      limit?: number
    }
    body: never
    data: schemas.OwnProgressPage
  }
  streamMyEvents: {
    query: {
      /**
       * Returns events after this number.
       * @default 0
       */
      after?: number
    }
    body: never
    data: never
  }
  readOverview: {
    query: {
      /**
       * Length of the period in days, including today, when `from` is not given.
       * @default 30
       */
      days?: 7 | 30 | 90
      /** First day, in the programme's time zone; so that there are `days` by default. Must be a day from 1970 to 8999, such as 2026-03-01. */
      from?: string
      /** Last day; today by default. Must be a day from 1970 to 8999, such as 2026-03-01. */
      to?: string
      /**
       * `previous`: with as many days right before. `year`: with the same days a year earlier.
       * @default "previous"
       */
      compare?: schemas.Comparison
    }
    body: never
    data: schemas.Overview
  }
  listActivityTypes: {
    query: {
      /** Only this type. Must be a type of at most 64 lower-case letters, digits, underscores and dots, such as "order.paid". */
      type?: string
      /** The `next` of the previous response. Must be the `next` of an earlier response. */
      cursor?: string
      /**
       * How many entries a page has, 1 to 20.
       * @default 10
       */
      limit?: number
    }
    body: never
    data: schemas.ActivityTypePage
  }
  readStatement: {
    query: {
      /** First day, in the programme's time zone; the first of the month of `to` by default. Must be a day from 1970 to 8999, such as 2026-03-01. */
      from?: string
      /** Last day; today by default. Must be a day from 1970 to 8999, such as 2026-03-01. */
      to?: string
      /** The number of the last event to include. A statement as of an event never changes, unless the time zone does. */
      asOf?: number
    }
    body: never
    data: schemas.Statement
  }
  readLiability: {
    query: never
    body: never
    data: schemas.Liability
  }
  readExpiryForecast: {
    query: never
    body: never
    data: schemas.ExpiryForecast
  }
  listMonths: {
    query: {
      /** The `next` of the previous response. Must be the `next` of an earlier response. */
      cursor?: string
      /**
       * How many entries a page has, 1 to 100.
       * @default 10
       */
      limit?: number
    }
    body: never
    data: schemas.MonthPage
  }
  closeMonth: {
    query: never
    body: never
    data: schemas.ClosedMonth
  }
  listWebhooks: {
    query: never
    body: never
    data: schemas.WebhookList
  }
  createWebhook: {
    query: never
    body: schemas.NewWebhook
    data: schemas.WebhookWithSecret
  }
  readWebhook: {
    query: never
    body: never
    data: schemas.Webhook
  }
  changeWebhook: {
    query: never
    body: schemas.WebhookChanges
    data: schemas.Webhook
  }
  deleteWebhook: {
    query: never
    body: never
    data: schemas.Webhook
  }
  rotateWebhookSecret: {
    query: never
    body: never
    data: schemas.WebhookWithSecret
  }
  replayWebhook: {
    query: never
    body: schemas.ReplayWebhookRequest
    data: schemas.Webhook
  }
  retryWebhook: {
    query: never
    body: never
    data: schemas.Webhook
  }
  listAlarms: {
    query: never
    body: never
    data: schemas.Alarms
  }
  listWebhookAttempts: {
    query: {
      /** The `next` of the previous response. Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
      before?: string
      /** The `next` of the previous response. Must be the `next` of an earlier response. */
      cursor?: string
      /**
       * How many entries a page has, 1 to 100.
       * @default 10
       */
      limit?: number
    }
    body: never
    data: schemas.WebhookAttemptPage
  }
  redeliverWebhookAttempt: {
    query: never
    body: never
    data: schemas.WebhookAttempt
  }
  testWebhook: {
    query: never
    body: never
    data: schemas.WebhookAttempt
  }
  diagnoseWebhook: {
    query: never
    body: schemas.DiagnoseWebhookRequest
    data: schemas.WebhookDiagnosis
  }
  listRequests: {
    query: {
      /** Only the request with this X-Request-Id. */
      requestId?: string
      /** Only requests with this outcome; failed means a status from 400. */
      outcome?: schemas.RequestOutcome
      /** The `next` of the previous response. Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
      before?: string
      /** The `next` of the previous response. Must be the `next` of an earlier response. */
      cursor?: string
      /**
       * How many entries a page has, 1 to 100.
       * @default 10
       */
      limit?: number
    }
    body: never
    data: schemas.RequestPage
  }
  search: {
    query: {
      /** What to search for. */
      q: string
    }
    body: never
    data: schemas.Found
  }
  readOwnPartner: {
    query: never
    body: never
    data: schemas.OwnPartner
  }
  changeOwnPartner: {
    query: never
    body: schemas.PartnerChanges
    data: schemas.OwnPartner
  }
  setLogo: {
    query: never
    body: schemas.NewLogo
    data: schemas.OwnPartner
  }
  removeLogo: {
    query: never
    body: never
    data: schemas.OwnPartner
  }
  readUserDetailsResult: {
    query: never
    body: never
    data: schemas.UserDetailsStatus
  }
  tryUserDetails: {
    query: never
    body: schemas.TryUserDetailsRequest
    data: schemas.UserDetailsTry
  }
  listSecrets: {
    query: never
    body: never
    data: schemas.ClientSecretList
  }
  createSecret: {
    query: never
    body: schemas.NewClientSecret
    data: schemas.CreatedClientSecret
  }
  revokeSecret: {
    query: never
    body: never
    data: schemas.ClientSecret
  }
  logoutPartner: {
    query: never
    body: never
    data: schemas.Session
  }
  listSessions: {
    query: {
      /**
       * From 1. Pages beyond row 10,000 are refused; `cursor` goes on from there.
       * @default 1
       */
      page?: number
      /**
       * How many entries a page has, 1 to 100.
       * @default 10
       */
      limit?: number
      /** The `next` of the previous response. Must be the `next` of an earlier response. */
      cursor?: string
    }
    body: never
    data: schemas.SessionPage
  }
  endAllSessions: {
    query: never
    body: never
    data: schemas.EndAllSessionsResult
  }
  endSession: {
    query: never
    body: never
    data: schemas.Session
  }
  changePassword: {
    query: never
    body: schemas.ChangePasswordRequest
    data: schemas.ChangePasswordResult
  }
  changeEmail: {
    query: never
    body: schemas.ChangeEmailRequest
    data: schemas.ChangeEmailResult
  }
  beginSecondFactor: {
    query: never
    body: schemas.BeginSecondFactorRequest
    data: schemas.BeginSecondFactorResult
  }
  removeSecondFactor: {
    query: never
    body: schemas.RemoveSecondFactorRequest
    data: schemas.RemoveSecondFactorResult
  }
  confirmSecondFactor: {
    query: never
    body: schemas.ConfirmSecondFactorRequest
    data: schemas.ConfirmSecondFactorResult
  }
  replaceRecoveryCodes: {
    query: never
    body: schemas.ReplaceRecoveryCodesRequest
    data: schemas.ReplaceRecoveryCodesResult
  }
  listTeam: {
    query: never
    body: never
    data: schemas.Team
  }
  setAlarmMails: {
    query: never
    body: schemas.AlarmMails
    data: schemas.TeamMember
  }
  changeRole: {
    query: never
    body: schemas.ChangeRoleRequest
    data: schemas.TeamMember
  }
  removeTeamMember: {
    query: never
    body: never
    data: schemas.TeamMember
  }
  removeMembersSecondFactor: {
    query: never
    body: never
    data: schemas.TeamMember
  }
  inviteTeamMember: {
    query: never
    body: schemas.InviteTeamMemberRequest
    data: schemas.Invitation
  }
  withdrawInvitation: {
    query: never
    body: never
    data: schemas.Invitation
  }
  listAuditEvents: {
    query: {
      /**
       * From 1. Pages beyond row 10,000 are refused; `cursor` goes on from there.
       * @default 1
       */
      page?: number
      /**
       * How many entries a page has, 1 to 100.
       * @default 10
       */
      limit?: number
      /** The `next` of the previous response. Must be the `next` of an earlier response. */
      cursor?: string
    }
    body: never
    data: schemas.AuditEventPage
  }
  createImport: {
    query: never
    body: never
    data: schemas.Import
  }
  listImports: {
    query: {
      /** The `next` of the previous response. Must be the `next` of an earlier response. */
      cursor?: string
      /**
       * How many entries a page has, 1 to 100.
       * @default 10
       */
      limit?: number
    }
    body: never
    data: schemas.ImportPage
  }
  readImport: {
    query: never
    body: never
    data: schemas.Import
  }
  listImportRefusals: {
    query: {
      /** The `next` of the previous response. Must be the `next` of an earlier response. */
      cursor?: string
      /**
       * How many entries a page has, 1 to 100.
       * @default 10
       */
      limit?: number
    }
    body: never
    data: schemas.ImportRefusalPage
  }
  exportImportRefusals: {
    query: never
    body: never
    data: never
  }
  cancelImport: {
    query: never
    body: never
    data: schemas.Import
  }
}
