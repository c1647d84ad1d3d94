// Generated from server/openapi.json by `npm run generate`.

import type { components } from './generated.ts'
import type { UserReference } from './user.ts'

export interface AcceptInvitationRequest {
    /** @description As mailed. Must be the token of the mail. */
    token: string;
    /** @description Must have 8 to 200 characters, with one uppercase letter, one number and one special character. */
    password: string;
    /** @description The same password again. Must equal password. */
    confirmPassword: string;
}

/** @description Who did it. */
export interface Actor {
    kind: ActorKind;
    /** @description Of the client secret, team member or user; empty for the service. */
    id: string;
    /** @description The name at that time: of the secret, or the address of the team member. */
    name: string;
}

/** @enum {string} */
export type ActorKind = "client" | "team" | "user" | "system"

/**
 * @example {
 *       "seq": 21,
 *       "type": "adjustment.refused",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5e7-4a5b-7c6d-8e7f-8a9b0c1d2e3f",
 *         "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b",
 *         "debitOrCredit": "CR",
 *         "coins": 4,
 *         "claimed": true,
 *         "transactionType": "partner_user_adjustment",
 *         "narration": "Goodwill",
 *         "from": {
 *           "id": "0198c5b0-1d2e-7f3a-8b4c-6e7f8a9b0c1d",
 *           "fullname_businessName": "Ada Lovelace",
 *           "email": "ada@mail.example",
 *           "tag": "ada",
 *           "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b"
 *         },
 *         "to": {
 *           "id": "0198c5a2-7f80-7b21-9c3d-6e5f4a3b2c1d",
 *           "fullname_businessName": "Acme",
 *           "email": "rewards@acme.example",
 *           "tag": null,
 *           "userId": "0198c5a2-7f7f-7a10-8b2c-5d4e3f2a1b0c"
 *         },
 *         "plan": {},
 *         "paidWithGiftCard": false,
 *         "giftCardLedger": {},
 *         "the service": false,
 *         "charge": 0,
 *         "refunded": false,
 *         "createdAt": "2026-03-01T09:30:00.000Z",
 *         "updatedAt": "2026-03-01T09:30:00.000Z",
 *         "originalId": null,
 *         "returnId": null,
 *         "balance": "12.5",
 *         "points": "16.5",
 *         "actor": {
 *           "kind": "client",
 *           "id": "0198c5a2-7f81-7c32-8d4e-7f6a5b4c3d2e",
 *           "name": "shop backend"
 *         },
 *         "reference": "order-1042",
 *         "metadata": null,
 *         "reason": "balance_limit"
 *       }
 *     }
 */
export interface AdjustmentRefusedEvent {
    /** @description The sequence number of the event, from 1 without gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "adjustment.refused";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: RefusedTransactionEventData;
}

/** @enum {string} */
export type AuditAction = "partner_onboarded" | "partner_changed" | "partner_taken_over" | "signed_in" | "sign_in_failed" | "signed_out" | "refresh_token_reused" | "session_ended" | "sessions_ended" | "password_reset_asked" | "password_reset" | "password_changed" | "email_change_asked" | "email_confirmed" | "email_changed" | "second_factor_begun" | "second_factor_activated" | "second_factor_removed" | "recovery_codes_replaced" | "recovery_code_used" | "member_invited" | "invitation_withdrawn" | "member_joined" | "role_changed" | "member_removed" | "secret_created" | "secret_revoked" | "webhook_created" | "webhook_changed" | "webhook_deleted" | "webhook_secret_rotated" | "webhook_replayed" | "email_verified" | "consent_given" | "consent_refused" | "partner_unlinked" | "hidden_on_boards" | "shown_on_boards" | "account_deleted"

export interface AuditEvent {
    id: string;
    /** @description What was done. */
    action: AuditAction;
    /** @description The account: the id of a team member, or of the partner. */
    subject: string;
    /** @description Who did it: the id of a team member or a client secret; for a failed sign-in, the account that was tried. */
    actor: string;
    /** @description The address the request came from. */
    address: string;
    agent: string | null;
    detail: {
        [key: string]: unknown;
    };
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
}

export interface AuditEventPage {
    data: AuditEvent[];
    count: number;
    currentpage: number;
    nextpage: number | null;
    prevpage: number | null;
    lastpage: number;
    /** @description Send it as `cursor` to get the next entries; null at the end. */
    next: string | null;
}

export interface Award {
    id: string;
    /** @description The rule's id; the combined rule's when a sub-rule was awarded. */
    ruleId: string;
    /** @description The awarded name. */
    ruleName: string;
    userId: string;
    /** @description Whether this call paid. False for a completion that only counts towards a payment, and for a reversed award. */
    awarded: boolean;
    /** @description The narration. */
    note: string | null;
    partnerId: string;
    decision?: AwardCallDecision;
    wallet?: WalletAfter;
    /** @description Only in a dry run: the number of the last event that it saw. */
    asOf?: number;
}

/** @description Only with `expand=decision` or in a dry run. */
export interface AwardCallDecision {
    outcome: AwardOutcome;
    reason: Reason | null;
    coins: string;
    counters: Counters;
    /** @description The number of its event; null in a dry run. */
    seq: number | null;
    /** @description Null unless a rule was awarded. */
    ruleVersion: number | null;
    /**
     * Format: date-time
     * @description Of a refusal: when a later try could pay; absent if none could.
     * @example 2026-03-01T09:30:00.000Z
     */
    retryAt?: string;
}

/**
 * @example {
 *       "seq": 11,
 *       "type": "award.counted",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5d4-3f4a-7b5c-8d6e-7f8a9b0c1d2e",
 *         "ruleId": "0198c5c1-2e3f-7a4b-8c5d-6e7f8a9b0c1d",
 *         "ruleName": "first purchase",
 *         "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b",
 *         "awarded": false,
 *         "note": "Order 1042",
 *         "partnerId": "0198c5a2-7f7f-7a10-8b2c-5d4e3f2a1b0c",
 *         "reason": null,
 *         "retryAt": null,
 *         "counters": {
 *           "progress": 2,
 *           "completionNumber": 5,
 *           "userAwards": 0,
 *           "userLimitAward": -1,
 *           "userCoins": null,
 *           "userCoinLimit": "-1",
 *           "participants": 12,
 *           "maxNumberOfParticipant": 1000,
 *           "budgetUsed": null,
 *           "coinBudget": "-1"
 *         },
 *         "coins": "0",
 *         "units": null,
 *         "coinsPerUnit": null,
 *         "ruleVersion": 1,
 *         "balance": "12.5",
 *         "points": "16.5",
 *         "actor": {
 *           "kind": "client",
 *           "id": "0198c5a2-7f81-7c32-8d4e-7f6a5b4c3d2e",
 *           "name": "shop backend"
 *         },
 *         "reference": "order-1042",
 *         "metadata": null
 *       }
 *     }
 */
export interface AwardCountedEvent {
    /** @description The sequence number of the event, from 1 without gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "award.counted";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: AwardEventData;
}

export interface AwardDecision {
    id: string;
    /** @description The rule's id; the combined rule's when a sub-rule was awarded. */
    ruleId: string;
    /** @description The awarded name. */
    ruleName: string;
    userId: string;
    /** @description Whether this call paid. False for a completion that only counts towards a payment, and for a reversed award. */
    awarded: boolean;
    /** @description The narration. */
    note: string | null;
    partnerId: string;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    kind: "award";
    outcome: AwardOutcome;
    /** @description Why the award was refused. */
    reason: AwardReason | null;
    /** @description The refusal as a sentence. */
    explanation: string | null;
    coins: string;
    /** @description Of the wallet, after this and the settlement that may follow. */
    balance: string;
    points: string;
    actor: Actor;
    reference: string | null;
    metadata: {
        [key: string]: string;
    } | null;
    /**
     * Format: date-time
     * @description When a later try could pay.
     * @example 2026-03-01T09:30:00.000Z
     */
    retryAt: string | null;
    /** @description The number of its event. */
    seq: number;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    counters: Counters;
    ruleVersion: number;
    units: string | null;
    /** @description Whether nothing of it is left. */
    reversed: boolean;
    /** @description What can still be taken back. */
    left: string;
}

export interface AwardEventData {
    id: string;
    /** @description The rule's id; the combined rule's when a sub-rule was awarded. */
    ruleId: string;
    /** @description The awarded name. */
    ruleName: string;
    userId: string;
    /** @description Whether this call paid. False for a completion that only counts towards a payment, and for a reversed award. */
    awarded: boolean;
    /** @description The narration. */
    note: string | null;
    partnerId: string;
    /** @description Why the award was refused. */
    reason: AwardReason | null;
    /**
     * Format: date-time
     * @description When a later try could pay.
     * @example 2026-03-01T09:30:00.000Z
     */
    retryAt: string | null;
    counters: Counters;
    coins: string;
    units: string | null;
    coinsPerUnit: string | null;
    ruleVersion: number;
    /** @description Of the wallet, after this and the settlement that may follow. */
    balance: string;
    points: string;
    actor: Actor;
    reference: string | null;
    metadata: {
        [key: string]: string;
    } | null;
}

/** @enum {string} */
export type AwardOutcome = "paid" | "counted" | "refused"

/**
 * @example {
 *       "seq": 12,
 *       "type": "award.paid",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5d4-3f4a-7b5c-8d6e-7f8a9b0c1d2e",
 *         "ruleId": "0198c5c1-2e3f-7a4b-8c5d-6e7f8a9b0c1d",
 *         "ruleName": "first purchase",
 *         "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b",
 *         "awarded": true,
 *         "note": "Order 1042",
 *         "partnerId": "0198c5a2-7f7f-7a10-8b2c-5d4e3f2a1b0c",
 *         "reason": null,
 *         "retryAt": null,
 *         "counters": {
 *           "progress": 1,
 *           "completionNumber": 1,
 *           "userAwards": 1,
 *           "userLimitAward": -1,
 *           "userCoins": null,
 *           "userCoinLimit": "-1",
 *           "participants": 12,
 *           "maxNumberOfParticipant": 1000,
 *           "budgetUsed": null,
 *           "coinBudget": "-1"
 *         },
 *         "coins": "10",
 *         "units": null,
 *         "coinsPerUnit": null,
 *         "ruleVersion": 1,
 *         "balance": "12.5",
 *         "points": "16.5",
 *         "actor": {
 *           "kind": "client",
 *           "id": "0198c5a2-7f81-7c32-8d4e-7f6a5b4c3d2e",
 *           "name": "shop backend"
 *         },
 *         "reference": "order-1042",
 *         "metadata": null
 *       }
 *     }
 */
export interface AwardPaidEvent {
    /** @description The sequence number of the event, from 1 without gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "award.paid";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: AwardEventData;
}

/** @enum {string} */
export type AwardReason = "combined_by_sub_rule" | "rule_inactive" | "rule_not_started" | "rule_ended" | "amount_too_small" | "user_limit_reached" | "user_coins_reached" | "rule_full" | "sub_rule_repeated" | "budget_exhausted" | "balance_limit"

/**
 * @example {
 *       "seq": 13,
 *       "type": "award.refused",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5d4-3f4a-7b5c-8d6e-7f8a9b0c1d2e",
 *         "ruleId": "0198c5c1-2e3f-7a4b-8c5d-6e7f8a9b0c1d",
 *         "ruleName": "first purchase",
 *         "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b",
 *         "awarded": false,
 *         "note": "Order 1042",
 *         "partnerId": "0198c5a2-7f7f-7a10-8b2c-5d4e3f2a1b0c",
 *         "reason": "user_limit_reached",
 *         "retryAt": null,
 *         "counters": {
 *           "progress": 1,
 *           "completionNumber": 1,
 *           "userAwards": 1,
 *           "userLimitAward": 1,
 *           "userCoins": null,
 *           "userCoinLimit": "-1",
 *           "participants": 12,
 *           "maxNumberOfParticipant": 1000,
 *           "budgetUsed": null,
 *           "coinBudget": "-1"
 *         },
 *         "coins": "0",
 *         "units": null,
 *         "coinsPerUnit": null,
 *         "ruleVersion": 1,
 *         "balance": "12.5",
 *         "points": "16.5",
 *         "actor": {
 *           "kind": "client",
 *           "id": "0198c5a2-7f81-7c32-8d4e-7f6a5b4c3d2e",
 *           "name": "shop backend"
 *         },
 *         "reference": "order-1042",
 *         "metadata": null
 *       }
 *     }
 */
export interface AwardRefusedEvent {
    /** @description The sequence number of the event, from 1 without gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "award.refused";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: AwardEventData;
}

/**
 * @example {
 *       "seq": 14,
 *       "type": "award.reversed",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5d4-3f4a-7b5c-8d6e-7f8a9b0c1d2e",
 *         "ruleId": "0198c5c1-2e3f-7a4b-8c5d-6e7f8a9b0c1d",
 *         "ruleName": "first purchase",
 *         "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b",
 *         "awarded": true,
 *         "note": "Order 1042",
 *         "partnerId": "0198c5a2-7f7f-7a10-8b2c-5d4e3f2a1b0c",
 *         "reversalId": "0198c5f0-5a6b-7c7d-8e8f-9a9b0c1d2e3f",
 *         "coins": "4",
 *         "taken": "4",
 *         "owed": "0",
 *         "writtenOff": "0",
 *         "left": "6",
 *         "returnId": null,
 *         "balance": "12.5",
 *         "points": "16.5",
 *         "actor": {
 *           "kind": "client",
 *           "id": "0198c5a2-7f81-7c32-8d4e-7f6a5b4c3d2e",
 *           "name": "shop backend"
 *         },
 *         "reference": "order-1042",
 *         "metadata": null
 *       }
 *     }
 */
export interface AwardReversedEvent {
    /** @description The sequence number of the event, from 1 without gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "award.reversed";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: ReversalEventData;
}

export interface BeginSecondFactorRequest {
    /** @description Must have at most 200 characters. */
    password: string;
}

export interface BeginSecondFactorResult {
    /** @description To type into the app; shown only once. */
    secret: string;
    /** @description For a QR code that the app scans. */
    uri: string;
}

export interface Breaker {
    /** @description closed: the address is called. open: it failed too often and is not called until retryAt. half-open: the next onboarding retries it. */
    state: BreakerState;
    /** @description Failures are: no connection, a timeout, or a status of 5xx or 429. */
    failuresInARow: number;
    /** @description Misses are all other responses without a usable record, such as 404 for an unknown tag. */
    missesInARow: number;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    retryAt: string | null;
}

/** @enum {string} */
export type BreakerState = "closed" | "open" | "half-open"

export interface BrowserSession {
    person: SignedInPerson;
    partner: OwnPartner;
    ecosystem: string;
    /** @description Send it in the header X-CSRF-Token with every request of this session except GET. */
    csrfToken: string;
    /**
     * Format: date-time
     * @description When the session ends unless it is used again.
     * @example 2026-03-01T09:30:00.000Z
     */
    expiresAt: string;
}

export type BulkAwardResult = components["schemas"]["AwardResponse"] | Failure

export interface BulkAwardResults {
    results: BulkAwardResult[];
    /** @description Only in a dry run: the number of the last event that it saw. */
    asOf?: number;
}

export type BulkMemberResult = components["schemas"]["IdentifiedMembershipResponse"] | Failure

export interface BulkMemberResults {
    results: BulkMemberResult[];
}

export interface ChangeEmailRequest {
    /**
     * Format: email
     * @description The new address. Must be an e-mail address of at most 254 characters.
     */
    email: string;
    /** @description Must have at most 200 characters. */
    password: string;
}

export interface ChangeEmailResult {
    email: string;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    expiresAt: string;
}

export interface ChangePasswordRequest {
    /** @description Must have at most 200 characters. */
    currentPassword: string;
    /** @description Must have 8 to 200 characters, with one uppercase letter, one number and one special character. */
    password: string;
    /** @description The same password again. Must equal password. */
    confirmPassword: string;
}

export interface ChangePasswordResult {
    /** @description How many other sessions ended. */
    sessionsEnded: number;
}

export interface ChangeRoleRequest {
    role: Role;
}

/** @enum {string} */
export type ClientScope = "rules" | "awards" | "coins" | "events" | "boards" | "adjust" | "personal_data" | "webhooks" | "settings"

export interface ClientSecret {
    id: string;
    name: string;
    scopes: ClientScope[];
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    lastUsedAt: string | null;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    expiresAt: string | null;
}

export interface ClientSecretList {
    secrets: ClientSecret[];
}

/**
 * @example {
 *       "userPosition": {
 *         "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b",
 *         "amount": "20",
 *         "position": 1
 *       },
 *       "data": [
 *         {
 *           "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b",
 *           "coins": "20"
 *         }
 *       ],
 *       "count": "1",
 *       "currentpage": 1,
 *       "nextpage": null,
 *       "prevpage": null,
 *       "lastpage": 1
 *     }
 * @example {
 *       "year": "2026",
 *       "leaderboards": {
 *         "January": [
 *           {
 *             "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b",
 *             "coins": "20"
 *           }
 *         ],
 *         "February": []
 *       }
 *     }
 */
export type CoinBoard = CoinBoardPage | CoinBoardYear

export interface CoinBoardEntry {
    userId: string;
    coins: string;
}

/** Paged */
export interface CoinBoardPage {
    userPosition: CoinBoardPosition;
    data: CoinBoardEntry[];
    count: string;
    currentpage: number;
    nextpage: number | null;
    prevpage: number | null;
    lastpage: number;
}

export interface CoinBoardPosition {
    userId: string;
    amount: string;
    position: number;
}

/** @enum {string} */
export type CoinBoardType = "earner" | "spender"

/** Yearly */
export interface CoinBoardYear {
    year: string;
    leaderboards: {
        [key: string]: CoinBoardEntry[];
    };
}

/** @description Only with `expand=decision` or in a dry run. */
export interface CoinCallDecision {
    outcome: CoinCallOutcome;
    reason: Reason | null;
    coins: string;
    counters: null;
    /** @description The number of its event; null in a dry run. */
    seq: number | null;
    /** @description Null unless a rule was awarded. */
    ruleVersion: number | null;
    /**
     * Format: date-time
     * @description Of a refusal: when a later try could pay; absent if none could.
     * @example 2026-03-01T09:30:00.000Z
     */
    retryAt?: string;
}

/** @enum {string} */
export type CoinCallOutcome = "moved" | "reversed" | "returned" | "refused"

export interface CoinDecision {
    id: string;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    kind: "transfer" | "reversal" | "refund" | "adjustment" | "opening";
    userId: string;
    partnerId: string;
    outcome: CoinOutcome;
    /** @description Why it was refused. */
    reason: Reason | null;
    /** @description The refusal as a sentence. */
    explanation: string | null;
    coins: string;
    /** @description Of the wallet, after this and the settlement that may follow. */
    balance: string;
    points: string;
    actor: Actor;
    reference: string | null;
    metadata: {
        [key: string]: string;
    } | null;
    /**
     * Format: date-time
     * @description When a later try could pay.
     * @example 2026-03-01T09:30:00.000Z
     */
    retryAt: string | null;
    /** @description The number of its event. */
    seq: number;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    /** @description CR when coins enter the wallet. */
    debitOrCredit: DebitOrCredit;
    /** @description The narration. */
    note: string | null;
    /** @description The award of a reversal. */
    awardId: string | null;
    /** @description The rule of that award. */
    ruleName: string | null;
    /** @description The transfer of a refund. */
    originalId: string | null;
    /** @description The return that a refund or a reversal is part of. */
    returnId: string | null;
    /** @description What the wallet gave to a reversal. */
    taken: string | null;
    owed: string | null;
    writtenOff: string | null;
    /** @description What a reversal left of the award. */
    left: string | null;
}

/** @enum {string} */
export type CoinDecisionKind = "transfer" | "reversal" | "refund" | "adjustment" | "opening"

/** @enum {string} */
export type CoinOutcome = "moved" | "reversed" | "refused"

/**
 * @example {
 *       "seq": 20,
 *       "type": "coins.adjusted",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5e7-4a5b-7c6d-8e7f-8a9b0c1d2e3f",
 *         "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b",
 *         "debitOrCredit": "CR",
 *         "coins": 4,
 *         "claimed": true,
 *         "transactionType": "partner_user_adjustment",
 *         "narration": "Goodwill",
 *         "from": {
 *           "id": "0198c5b0-1d2e-7f3a-8b4c-6e7f8a9b0c1d",
 *           "fullname_businessName": "Ada Lovelace",
 *           "email": "ada@mail.example",
 *           "tag": "ada",
 *           "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b"
 *         },
 *         "to": {
 *           "id": "0198c5a2-7f80-7b21-9c3d-6e5f4a3b2c1d",
 *           "fullname_businessName": "Acme",
 *           "email": "rewards@acme.example",
 *           "tag": null,
 *           "userId": "0198c5a2-7f7f-7a10-8b2c-5d4e3f2a1b0c"
 *         },
 *         "plan": {},
 *         "paidWithGiftCard": false,
 *         "giftCardLedger": {},
 *         "the service": false,
 *         "charge": 0,
 *         "refunded": false,
 *         "createdAt": "2026-03-01T09:30:00.000Z",
 *         "updatedAt": "2026-03-01T09:30:00.000Z",
 *         "originalId": null,
 *         "returnId": null,
 *         "balance": "12.5",
 *         "points": "16.5",
 *         "actor": {
 *           "kind": "client",
 *           "id": "0198c5a2-7f81-7c32-8d4e-7f6a5b4c3d2e",
 *           "name": "shop backend"
 *         },
 *         "reference": "order-1042",
 *         "metadata": null
 *       }
 *     }
 */
export interface CoinsAdjustedEvent {
    /** @description The sequence number of the event, from 1 without gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "coins.adjusted";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: TransactionEventData;
}

/**
 * @example {
 *       "seq": 23,
 *       "type": "coins.opened",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5f2-7c8d-7e9f-8a1b-2c3d4e5f6071",
 *         "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b",
 *         "debitOrCredit": "CR",
 *         "coins": 12.5,
 *         "transactionType": "partner_user_opening",
 *         "narration": "Opening balance",
 *         "balance": "12.5",
 *         "points": "16.5",
 *         "actor": {
 *           "kind": "client",
 *           "id": "0198c5a2-7f81-7c32-8d4e-7f6a5b4c3d2e",
 *           "name": "shop backend"
 *         },
 *         "reference": "order-1042",
 *         "metadata": null
 *       }
 *     }
 */
export interface CoinsOpenedEvent {
    /** @description The sequence number of the event, from 1 without gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "coins.opened";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: OpeningEventData;
}

/**
 * @example {
 *       "seq": 18,
 *       "type": "coins.refunded",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5e7-4a5b-7c6d-8e7f-8a9b0c1d2e3f",
 *         "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b",
 *         "debitOrCredit": "CR",
 *         "coins": 4,
 *         "claimed": true,
 *         "transactionType": "partner_user_refund",
 *         "narration": "Refund of a coin transfer",
 *         "from": {
 *           "id": "0198c5b0-1d2e-7f3a-8b4c-6e7f8a9b0c1d",
 *           "fullname_businessName": "Ada Lovelace",
 *           "email": "ada@mail.example",
 *           "tag": "ada",
 *           "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b"
 *         },
 *         "to": {
 *           "id": "0198c5a2-7f80-7b21-9c3d-6e5f4a3b2c1d",
 *           "fullname_businessName": "Acme",
 *           "email": "rewards@acme.example",
 *           "tag": null,
 *           "userId": "0198c5a2-7f7f-7a10-8b2c-5d4e3f2a1b0c"
 *         },
 *         "plan": {},
 *         "paidWithGiftCard": false,
 *         "giftCardLedger": {},
 *         "the service": false,
 *         "charge": 0,
 *         "refunded": false,
 *         "createdAt": "2026-03-01T09:30:00.000Z",
 *         "updatedAt": "2026-03-01T09:30:00.000Z",
 *         "originalId": null,
 *         "returnId": null,
 *         "balance": "12.5",
 *         "points": "16.5",
 *         "actor": {
 *           "kind": "client",
 *           "id": "0198c5a2-7f81-7c32-8d4e-7f6a5b4c3d2e",
 *           "name": "shop backend"
 *         },
 *         "reference": "order-1042",
 *         "metadata": null
 *       }
 *     }
 */
export interface CoinsRefundedEvent {
    /** @description The sequence number of the event, from 1 without gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "coins.refunded";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: TransactionEventData;
}

/**
 * @example {
 *       "seq": 22,
 *       "type": "coins.settled",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5f1-6b7c-7d8e-9f0a-1b2c3d4e5f60",
 *         "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b",
 *         "debitOrCredit": "DE",
 *         "coins": 4,
 *         "transactionType": "user_partner_settlement",
 *         "narration": "Settlement of coins owed",
 *         "originalId": "0198c5d4-3f4a-7b5c-8d6e-7f8a9b0c1d2e",
 *         "balance": "12.5",
 *         "points": "16.5",
 *         "actor": {
 *           "kind": "client",
 *           "id": "0198c5a2-7f81-7c32-8d4e-7f6a5b4c3d2e",
 *           "name": "shop backend"
 *         },
 *         "reference": "order-1042",
 *         "metadata": null
 *       }
 *     }
 */
export interface CoinsSettledEvent {
    /** @description The sequence number of the event, from 1 without gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "coins.settled";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: SettlementEventData;
}

/**
 * @example {
 *       "seq": 16,
 *       "type": "coins.transferred",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5e7-4a5b-7c6d-8e7f-8a9b0c1d2e3f",
 *         "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b",
 *         "debitOrCredit": "DE",
 *         "coins": 4,
 *         "claimed": true,
 *         "transactionType": "user_partner_transfer",
 *         "narration": "User to partner coin transfer",
 *         "from": {
 *           "id": "0198c5b0-1d2e-7f3a-8b4c-6e7f8a9b0c1d",
 *           "fullname_businessName": "Ada Lovelace",
 *           "email": "ada@mail.example",
 *           "tag": "ada",
 *           "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b"
 *         },
 *         "to": {
 *           "id": "0198c5a2-7f80-7b21-9c3d-6e5f4a3b2c1d",
 *           "fullname_businessName": "Acme",
 *           "email": "rewards@acme.example",
 *           "tag": null,
 *           "userId": "0198c5a2-7f7f-7a10-8b2c-5d4e3f2a1b0c"
 *         },
 *         "plan": {},
 *         "paidWithGiftCard": false,
 *         "giftCardLedger": {},
 *         "the service": false,
 *         "charge": 0,
 *         "refunded": false,
 *         "createdAt": "2026-03-01T09:30:00.000Z",
 *         "updatedAt": "2026-03-01T09:30:00.000Z",
 *         "originalId": null,
 *         "returnId": null,
 *         "balance": "12.5",
 *         "points": "16.5",
 *         "actor": {
 *           "kind": "client",
 *           "id": "0198c5a2-7f81-7c32-8d4e-7f6a5b4c3d2e",
 *           "name": "shop backend"
 *         },
 *         "reference": "order-1042",
 *         "metadata": null
 *       }
 *     }
 */
export interface CoinsTransferredEvent {
    /** @description The sequence number of the event, from 1 without gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "coins.transferred";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: TransactionEventData;
}

export interface ConfirmEmailRequest {
    /** @description As mailed. Must be the token of the mail. */
    token: string;
}

export interface ConfirmEmailResult {
    /** @description Which address was confirmed. */
    address: ConfirmedAddress;
    /** @description Whether both addresses are confirmed and the change has taken effect. */
    changed: boolean;
}

export interface ConfirmSecondFactorRequest {
    /**
     * @description Must be the 6 digits of your app, or a recovery code.
     * @example 482913
     */
    code: string;
}

export interface ConfirmSecondFactorResult {
    /** @description Each works once; shown only once. */
    recoveryCodes: string[];
}

/** @enum {string} */
export type ConfirmedAddress = "current" | "new"

/** @description Counters after the decision, with the limits at that time; -1 for no maximum. */
export interface Counters {
    progress: number;
    /** @description Completions per payment. */
    completionNumber: number;
    /** @description In the period of the user limits. */
    userAwards: number;
    userLimitAward: number;
    /** @description Null when the rule does not limit them. */
    userCoins: string | null;
    userCoinLimit: string;
    participants: number;
    maxNumberOfParticipant: number;
    /** @description Null when the rule has no budget. */
    budgetUsed: string | null;
    coinBudget: string;
}

export interface CreatedClientSecret {
    id: string;
    name: string;
    scopes: ClientScope[];
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    lastUsedAt: string | null;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    expiresAt: string | null;
    /** @description Shown only in this response. */
    secret: string;
}

/** @enum {string} */
export type DebitOrCredit = "CR" | "DE"

export type Decision = AwardDecision | CoinDecision | ReturnDecision

/** @enum {string} */
export type DecisionKindFilter = "award" | "transfer" | "reversal" | "refund" | "adjustment" | "opening" | "return" | "all"

export interface DecisionPage {
    decisions: Decision[];
    /** @description Send it as `before` to get older decisions; null when there are none. Each request scans 10000 decisions, so `decisions` can have fewer than `limit`, or none, before the last page. */
    next: number | null;
}

export interface DiagnoseWebhookRequest {
    /** @description The raw body as text, exactly as received. Must be the raw body as text of at most 950000 characters, exactly as it was received. */
    body: string;
    /** @description The headers of the same request. Must be an object of at most 200 names of headers and their values. */
    headers: {
        [key: string]: string;
    };
    /** @description The secret that your server uses, for comparison; it is not stored. Must be the secret as text of at most 500 characters. */
    secret?: string;
}

export type Empty = Record<string, never>

export interface EndAllSessionsResult {
    sessionsEnded: number;
}

export interface Erasure {
    /** @description The membership's id, which stays. */
    id: string;
    /** @description The user's id, which stays. */
    userId: string;
    /** @description The coins that went back to you. */
    forfeited: string;
}

/**
 * @description What a program can tell failures apart by.
 * @enum {string}
 */
export type ErrorCode = "Bad request" | "" | "Method not allowed" | "Unauthorized" | "Forbidden" | "Idempotency conflict" | "version_conflict" | "Rate limited" | "Unavailable" | "Internal" | "registration_closed" | "second_factor_required" | "consent_required" | "user_details_unreachable" | "user_details_invalid" | "user_details_mismatch" | "user_details_conflict" | "coins_left" | "combined_by_sub_rule" | "rule_inactive" | "rule_not_started" | "rule_ended" | "amount_too_small" | "user_limit_reached" | "user_coins_reached" | "rule_full" | "sub_rule_repeated" | "budget_exhausted" | "balance_limit" | "not_paid" | "already_reversed" | "completion_used" | "reversal_exceeds" | "insufficient_coins" | "not_refundable" | "already_refunded" | "refund_exceeds" | "return_exceeds" | "too_many_webhooks" | "not_redeliverable" | "too_many_secrets" | "second_factor_active" | "second_factor_inactive" | "second_factor_not_begun" | "last_owner" | "own_second_factor" | "import_in_progress" | "import_replaced" | "import_finished" | "session_ended" | "csrf_token_invalid"

/** @enum {string} */
export type ErrorType = "invalid" | "not found" | "unauthorized" | "forbidden" | "conflict" | "too many requests" | "unavailable" | "internal"

/**
 * @example {
 *       "seq": 12,
 *       "type": "award.paid",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5d4-3f4a-7b5c-8d6e-7f8a9b0c1d2e",
 *         "ruleId": "0198c5c1-2e3f-7a4b-8c5d-6e7f8a9b0c1d",
 *         "ruleName": "first purchase",
 *         "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b",
 *         "awarded": true,
 *         "note": "Order 1042",
 *         "partnerId": "0198c5a2-7f7f-7a10-8b2c-5d4e3f2a1b0c",
 *         "reason": null,
 *         "retryAt": null,
 *         "counters": {
 *           "progress": 1,
 *           "completionNumber": 1,
 *           "userAwards": 1,
 *           "userLimitAward": -1,
 *           "userCoins": null,
 *           "userCoinLimit": "-1",
 *           "participants": 12,
 *           "maxNumberOfParticipant": 1000,
 *           "budgetUsed": null,
 *           "coinBudget": "-1"
 *         },
 *         "coins": "10",
 *         "units": null,
 *         "coinsPerUnit": null,
 *         "ruleVersion": 1,
 *         "balance": "12.5",
 *         "points": "16.5",
 *         "actor": {
 *           "kind": "client",
 *           "id": "0198c5a2-7f81-7c32-8d4e-7f6a5b4c3d2e",
 *           "name": "shop backend"
 *         },
 *         "reference": "order-1042",
 *         "metadata": null
 *       }
 *     }
 */
export type Event = RuleCreatedEvent | RuleUpdatedEvent | RuleStartedEvent | RuleEndedEvent | RuleExhaustedEvent | RuleFullEvent | UserOnboardedEvent | UserLeftEvent | UserClaimedEvent | UserErasedEvent | AwardCountedEvent | AwardPaidEvent | AwardRefusedEvent | AwardReversedEvent | ReversalRefusedEvent | CoinsTransferredEvent | TransferRefusedEvent | CoinsRefundedEvent | RefundRefusedEvent | CoinsAdjustedEvent | AdjustmentRefusedEvent | CoinsSettledEvent | CoinsOpenedEvent | OrderReturnedEvent | ReturnRefusedEvent

export interface EventPage {
    events: Event[];
    /** @description Send it as `after` to continue. All events up to this number were scanned, so it can advance without any event that passes `types`. After a call with `before`, send it as `before`: all events from this number on were scanned; at 1 there are no more. */
    next: number;
}

/** @enum {string} */
export type EventType = "rule.created" | "rule.updated" | "rule.started" | "rule.ended" | "rule.exhausted" | "rule.full" | "user.onboarded" | "user.left" | "user.claimed" | "user.erased" | "award.counted" | "award.paid" | "award.refused" | "award.reversed" | "reversal.refused" | "coins.transferred" | "transfer.refused" | "coins.refunded" | "refund.refused" | "coins.adjusted" | "adjustment.refused" | "coins.settled" | "coins.opened" | "order.returned" | "return.refused"

export interface ExpandedReversal {
    id: string;
    /** @description The rule's id; the combined rule's when a sub-rule was awarded. */
    ruleId: string;
    /** @description The awarded name. */
    ruleName: string;
    userId: string;
    /** @description Whether this call paid. False for a completion that only counts towards a payment, and for a reversed award. */
    awarded: boolean;
    /** @description The narration. */
    note: string | null;
    partnerId: string;
    reversalId: string;
    /** @description By which the points fall: taken, owed and writtenOff together. */
    coins: string;
    /** @description What the wallet gave. */
    taken: string;
    owed: string;
    writtenOff: string;
    /** @description What is left of the award. */
    left: string;
    decision?: CoinCallDecision;
    wallet?: WalletAfter;
    /** @description Only in a dry run: the number of the last event that it saw. */
    asOf?: number;
}

export interface ExportedMembership {
    /** @description The membership's id. */
    id: string;
    /** @description The user's id, which awards and transfers take. */
    userId: string;
    userData: UserData | null;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    updatedAt: string;
    /** @description Your own id of the user; null when you gave none. */
    externalId: string | null;
    /** @description Empty when unknown. */
    email: string;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    leftAt: string | null;
    leftBy: LeftBy | null;
}

export interface ExportedProgress {
    ruleId: string;
    ruleName: string;
    /** @description Completions since the last payment. */
    progress: number;
    subRulesDone: string[];
    /** @description Paid awards that were not reversed. */
    userAwards: number;
    /** @description Coins paid, less those given back. */
    coins: string;
}

export interface Failure {
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    status: "failed";
    message: FailureMessage;
    data: FailureData;
}

export interface FailureData {
    errorType: ErrorType;
    appErrorCode: ErrorCode;
    /** @description One sentence that says what to change. */
    error: string;
    /** @description The wrong fields, if the failure is about fields. */
    fields?: FieldProblem[];
}

/** @enum {string} */
export type FailureMessage = "Invalid data" | "Request refused" | "Data not found" | "Method not allowed" | "Not authorized" | "Not allowed" | "Conflict" | "Too many requests" | "Service unavailable" | "Internal error"

export interface FieldProblem {
    /** @description The name as sent, such as `rules[0].name`. */
    field: string;
    /** @description Completes a sentence that begins with the name. */
    problem: string;
}

export interface ForgotPasswordRequest {
    /**
     * Format: email
     * @description Must be an e-mail address of at most 254 characters.
     */
    email: string;
}

export interface ForgotPasswordResult {
    email: string;
}

export interface IdentifiedMembership {
    /** @description The membership's id. */
    id: string;
    /** @description The user's id, which awards and transfers take. */
    userId: string;
    userData: UserData | null;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    updatedAt: string;
    /** @description Your own id of the user; null when you gave none. */
    externalId: string | null;
}

export interface Import {
    id: string;
    /** @description `receiving` until all lines have arrived, then `running` until they are worked off. What a cancelled import made stays. */
    status: ImportStatus;
    /** @description Lines received, without a header and empty lines. */
    lines: number;
    /** @description Lines worked off. */
    done: number;
    /** @description Lines that made a member. */
    created: number;
    /** @description Lines that made none. */
    refused: number;
    /** @description How much is worked off. */
    percent: number;
    actor: Actor;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    finishedAt: string | null;
}

/** @description A header line with the names of the fields, then a line for each member. `externalId` is required; `fullname`, `email`, `coins`, `points` and `reference` are optional. Another name is refused. */
export type ImportCsv = string

/** @description A JSON object on each line. `externalId` is required; `fullname`, `email`, `coins`, `points` and `reference` are optional. Another name is refused. */
export type ImportNdjson = string

export interface ImportPage {
    data: Import[];
    /** @description Send it as `cursor` to get the next entries; null at the end. */
    next: string | null;
}

export interface ImportRefusal {
    /** @description The number of the line in the file, from 1. */
    line: number;
    /** @description Of the line, if it has one. */
    externalId: string | null;
    reason: ImportRefusalReason;
    /** @description What is wrong, as a sentence. */
    problem: string;
}

export interface ImportRefusalPage {
    data: ImportRefusal[];
    /** @description Send it as `cursor` to get the next entries; null at the end. */
    next: string | null;
}

/** @enum {string} */
export type ImportRefusalReason = "invalid" | "already_member"

/** @enum {string} */
export type ImportStatus = "receiving" | "running" | "finished" | "cancelled"

export interface Invitation {
    id: string;
    email: string;
    role: Role;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    expiresAt: string;
}

export interface InviteTeamMemberRequest {
    /**
     * Format: email
     * @description Must be an e-mail address of at most 254 characters.
     */
    email: string;
    role: Role;
}

export interface LastUserDetailsResult {
    /** @description The address at that time. */
    userDetailsUrl: string;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    askedAt: string;
    /** @description Milliseconds until the response was read, or given up. */
    tookMs: number;
    /** @description found, not_found, or the code that onboarding refuses with. */
    outcome: UserDetailsOutcome;
    /** @description The HTTP status; null when no response was accepted. */
    status: number | null;
    /** @description The problem; null when there is none. */
    detail: string | null;
    /** @description Each field that is not as documented, without its value. */
    problems: FieldProblem[];
}

/** @enum {string} */
export type LeftBy = "partner" | "user"

export interface ListedTransaction {
    id: string;
    userId: string;
    /** @description Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
    debitOrCredit: DebitOrCredit;
    coins: number;
    claimed: boolean;
    transactionType: TransactionType;
    narration: string;
    from: Party;
    to: Party;
    plan: Empty;
    paidWithGiftCard: boolean;
    giftCardLedger: Empty;
    "the service": boolean;
    charge: number;
    /** @description Whether this is an award that was reversed, or a transfer that was refunded, to the last coin. */
    refunded: boolean;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    updatedAt: string;
    /** @description The rule that was awarded, or whose award was reversed; null otherwise. */
    ruleName: string | null;
    /** @description The award that paid, or that was reversed; null otherwise. */
    awardId: string | null;
    /** @description The transfer of a refund, or what a settlement followed; null otherwise. */
    originalId: string | null;
    reference: string | null;
    metadata: {
        [key: string]: string;
    } | null;
    actor: Actor;
}

export interface LoggedRequest {
    /** @description The X-Request-Id of the response. */
    id: string;
    method: string;
    /** @description Without the query. */
    path: string;
    /** @description The operationId of this reference; null if there is no such route. */
    operation: string | null;
    status: number;
    durationMs: number;
    errorType: ErrorType | null;
    appErrorCode: string | null;
    error: string | null;
    /** @description The kind of token. */
    caller: TokenKind;
    /** @description The e-mail address of the team member who called. */
    by: string | null;
    /** @description The IP address of the caller; null for a user. */
    address: string | null;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
}

export interface LoginPartnerRequest {
    /**
     * Format: email
     * @description Must be an e-mail address of at most 254 characters.
     */
    email: string;
    /** @description Must have at most 200 characters. */
    password: string;
    /**
     * @description Must be the 6 digits of your app, or a recovery code.
     * @example 482913
     */
    code?: string;
}

export interface Member {
    /** @description The membership's id. */
    id: string;
    /** @description The user's id, which awards and transfers take. */
    userId: string;
    userData: UserData | null;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    updatedAt: string;
    /** @description Your own id of the user; null when you gave none. */
    externalId: string | null;
    wallet: Wallet;
}

export interface MemberExport {
    membership: ExportedMembership;
    wallet: Wallet;
    progress: ExportedProgress[];
    /** @description Awards, reversals and all others, newest first. */
    decisions: Decision[];
    /** @description Movements of coins, newest first. */
    transactions: ListedTransaction[];
    /** @description In order. */
    events: Event[];
}

export interface MemberPage {
    data: Member[];
    count: number;
    currentpage: number;
    nextpage: number | null;
    prevpage: number | null;
    lastpage: number;
    /** @description Send it as `cursor` to get the next entries; null at the end. */
    next: string | null;
}

export interface Membership {
    /** @description The membership's id. */
    id: string;
    /** @description The user's id, which awards and transfers take. */
    userId: string;
    userData: UserData | null;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    updatedAt: string;
}

export interface NewAdjustmentFields {
    /** @description To add; negative to take. Must be a coin amount up to 1000000000 to add, or from -1000000000 to take, with at most 2 decimals, such as "10" or "-2.5". */
    coins: string | number;
    /** @description Why. Returned as `narration`. */
    reason: string;
    /** @description Your own id of what this is about, such as an order. Several records may share it. */
    reference?: string;
    /** @description Up to 20 texts of your own, together at most 4096 bytes. Must be an object of at most 20 texts without control characters, together at most 4096 bytes as JSON. */
    metadata?: {
        [key: string]: string;
    };
}

export type NewAdjustment = NewAdjustmentFields & UserReference

export interface NewAwardFields {
    /** @description Name of a rule, or of a sub-rule of a combined rule. */
    ruleName: string;
    /** @description Returned as `note`. */
    narration?: string;
    /** @description How much a per-unit rule pays for, such as the euros of an order. Only for such a rule. Must be an amount above 0 and up to 1000000000, with at most 6 decimals, such as "10" or "19.99". */
    units?: string | number;
    /** @description Your own id of what this is about, such as an order. Several records may share it. */
    reference?: string;
    /** @description Up to 20 texts of your own, together at most 4096 bytes. Must be an object of at most 20 texts without control characters, together at most 4096 bytes as JSON. */
    metadata?: {
        [key: string]: string;
    };
}

export type NewAward = NewAwardFields & UserReference

export interface NewBulkAwardFields {
    /** @description Name of a rule, or of a sub-rule of a combined rule. */
    ruleName: string;
    /** @description Returned as `note`. */
    narration?: string;
    /** @description How much a per-unit rule pays for, such as the euros of an order. Only for such a rule. Must be an amount above 0 and up to 1000000000, with at most 6 decimals, such as "10" or "19.99". */
    units?: string | number;
    /** @description Your own id of what this is about, such as an order. Several records may share it. */
    reference?: string;
    /** @description Up to 20 texts of your own, together at most 4096 bytes. Must be an object of at most 20 texts without control characters, together at most 4096 bytes as JSON. */
    metadata?: {
        [key: string]: string;
    };
    /** @description Shares one key space with the Idempotency-Key of single awards. Must have 1 to 255 visible ASCII characters. */
    idempotencyKey?: string;
}

/** An award */
export type NewBulkAward = NewBulkAwardFields & UserReference

export interface NewBulkAwards {
    /** @description Must be a list of 1 to 1000 awards. */
    awards: NewBulkAward[];
}

export interface NewClientSecret {
    /** @description Its use, such as the name of a server. */
    name: string;
    /** @description What its tokens may do; rules, awards, coins, events, boards by default. Only a secret that names them can adjust wallets (adjust), export and erase what you hold about a user (personal_data), manage webhooks (webhooks), or change your addresses and publish your boards (settings). The last two give more than their names say: webhooks sends every event, with the names and e-mail addresses of your users, to any address that the holder chooses; settings decides to which addresses users return with their authorization codes, from where user details are fetched, and whether everyone sees your boards. Must be a list of rules, awards, coins, events, boards, adjust, personal_data, webhooks, settings, each at most once. */
    scopes?: ClientScope[];
    /**
     * Format: date-time
     * @description From then on, the secret and its tokens are refused. Never by default. Must be a time such as 2026-03-01T09:30:00Z.
     */
    expiresAt?: string;
}

export interface NewErasure {
    /**
     * @description Whether coins that are left go back to you, which needs the scope `adjust`. Otherwise they are a reason to refuse.
     * @default false
     */
    forfeit?: boolean;
}

/** A customer */
export interface NewMember {
    /** @description Your own id of the user: 1 to 100 visible characters. Must have 1 to 100 visible characters. */
    externalId: string;
    /** @description Must be one line of text of at most 200 characters. */
    fullname?: string;
    /**
     * Format: email
     * @description Stays with you: no account is made, and no mail is sent. Must be an e-mail address of at most 254 characters.
     */
    email?: string;
}

export interface NewMembers {
    /** @description Must be a list of 1 to 1000 users. */
    users: NewMember[];
}

export interface NewPartner {
    /** @description Name of the partner's application. */
    applicationName: string;
    /** @description Default return address after leaving the authorization server. May equal one of the other two. */
    redirectUrl: string;
    /** @description Return address on the web; redirectUrl when not given. Must be an address of at most 2048 characters. */
    webRedirectUrl?: string;
    /** @description Return address in a mobile app, may use a private-use scheme; redirectUrl when not given. Must be an address of at most 2048 characters. */
    mobileRedirectUrl?: string;
    /** @description Address that responds with a user record; accepts the query parameter tag. */
    userDetailsUrl: string;
    /**
     * Format: email
     * @description Used for login and password reset. Must be an e-mail address of at most 254 characters.
     */
    email: string;
    /** @description Must be one line of text of at most 100 characters. */
    partnerName: string;
    /** @description Must have 8 to 200 characters, with one uppercase letter, one number and one special character. */
    password: string;
    /** @description The same password again. Must equal password. */
    confirmPassword: string;
}

export interface NewRefund {
    /** @description A part of the transfer; all that is not refunded yet by default. Must be a coin amount above 0 and up to 1000000000, with at most 2 decimals, such as "10" or "2.5". */
    coins?: string | number;
    /** @description Must be text of at most 1000 characters without control characters. */
    narration?: string;
}

export interface NewReturn {
    /** @description The reference of the awards and transfers. */
    reference: string;
    /** @description How much of the order comes back: above 0 and up to 1, with at most 6 decimals. Must be a share above 0 and up to 1, with at most 6 decimals, such as "0.25" or "1". */
    share: string | number;
    /** @description When a wallet holds too few coins: refuse the whole return (default), take what is available and write off the rest, or take what is available and let the user owe the rest. */
    shortfall?: Shortfall;
}

export interface NewReversal {
    /** @description A part of the award; all that is left by default. Must be a coin amount above 0 and up to 1000000000, with at most 2 decimals, such as "10" or "2.5". */
    coins?: string | number;
    /** @description When the wallet holds too few coins: refuse (default), take what is available and write off the rest, or take what is available and let the user owe the rest. */
    shortfall?: Shortfall;
}

export interface NewRule {
    /** @description Lower case, unique among rules and sub-rules. Must have 1 to 100 lower-case letters, digits, dots, underscores, hyphens and inner spaces, such as "first purchase". */
    name: string;
    /** @description Coins of one payment. Must be a coin amount above 0 and up to 1000000000, with at most 2 decimals, such as "10" or "2.5". */
    coinValue: string | number;
    /** @description How many users can be rewarded. Must be a whole number from 1 to 1000000000, such as "10". */
    maxNumberOfParticipant: string | number;
    /** @description Completions per payment of a batched rule. Default 1. Must be a whole number from 1 to 1000000000, such as "10". */
    completionNumber?: string | number;
    /** @description How often one user can be paid; -1 for no maximum (default). Must be "-1" for no maximum, or a whole number from 1 to 1000000000. */
    userLimitAward?: string | number;
    /** @description Whether coinValue is for one unit, such as a euro; awards then name their units. Single rules only. */
    perUnit?: boolean;
    /** @description The most that one award of a per-unit rule pays; -1 for no maximum (default). Must be "-1" for no maximum, or a coin amount up to 1000000000. */
    maxCoinsPerAward?: string | number;
    /**
     * Format: date-time
     * @description Must be a time such as 2026-03-01T09:30:00Z.
     */
    startsAt?: string | null;
    /**
     * Format: date-time
     * @description Must be a time such as 2026-03-01T09:30:00Z.
     */
    endsAt?: string | null;
    /** @description How many coins the rule may pay in a budgetPeriod; -1 for no maximum (default). Must be "-1" for no maximum, or a coin amount up to 70000000000000. */
    coinBudget?: string | number;
    /** @description The period of coinBudget. Default total, also when coinBudget is removed. */
    budgetPeriod?: Period;
    /** @description The period of userLimitAward and userCoinLimit. Default total, also when the last of them is removed. */
    userLimitPeriod?: Period;
    /** @description How many coins one user can get in a userLimitPeriod; -1 for no maximum (default). Must be "-1" for no maximum, or a coin amount up to 70000000000000. */
    userCoinLimit?: string | number;
    /** @description The IANA time zone in which days, weeks (from Monday) and months begin. Default UTC. Must be an IANA time zone such as Africa/Lagos. */
    timeZone?: string;
    /** @description Whether users see the rule, and how far they are with it, with their own tokens. Default false. */
    shownToUsers?: boolean;
    readonly id?: unknown;
    readonly actor?: unknown;
    readonly participants?: unknown;
    readonly budgetUsed?: unknown;
    readonly budgetPeriodStart?: unknown;
    readonly budgetPeriodEnd?: unknown;
    readonly version?: unknown;
    readonly createdAt?: unknown;
    readonly updatedAt?: unknown;
    /** @description Required unless the rule is combined. */
    condition?: string;
    /** @default active */
    status?: RuleStatus;
    /** @default single */
    type?: RuleType;
    /** @description Must be a list of at most 50 sub-rules, each {name, condition, status}. */
    rules?: NewSubRule[];
}

export interface NewSubRule {
    /** @description Lower case, unique among rules and sub-rules. Must have 1 to 100 lower-case letters, digits, dots, underscores, hyphens and inner spaces, such as "first purchase". */
    name: string;
    /** @description Must be text of at most 1000 characters without control characters. */
    condition: string;
    /** @default active */
    status?: RuleStatus;
}

export interface NewTransferFields {
    /** @description How many coins to take back. Must be a coin amount above 0 and up to 1000000000, with at most 2 decimals, such as "10" or "2.5". */
    coins: string | number;
    /** @description Must be text of at most 1000 characters without control characters. */
    narration?: string;
    /** @description Your own id of what this is about, such as an order. Several records may share it. */
    reference?: string;
    /** @description Up to 20 texts of your own, together at most 4096 bytes. Must be an object of at most 20 texts without control characters, together at most 4096 bytes as JSON. */
    metadata?: {
        [key: string]: string;
    };
}

export type NewTransfer = NewTransferFields & UserReference

export interface NewUser {
    /**
     * Format: email
     * @description Must be an e-mail address of at most 254 characters.
     */
    email: string;
    /** @description Kept as sent; this response has it in lower case. */
    fullname: string;
    /** @description Must have 8 to 200 characters, with one uppercase letter, one number and one special character. */
    password: string;
    /** @description The same password again. Must equal password. */
    confirmPassword: string;
    /** @description Digits; returned with one leading 0. Must have 4 to 15 digits, and nothing but digits. */
    phone: string;
    /** @description Must have 3 to 30 letters, digits, dots and underscores; stored in lower case. */
    tag: string;
    /** @description Must be + and 1 to 4 digits, such as +234. */
    countryCode: string;
    /**
     * @description Must be true or false.
     * @default false
     */
    isAdult?: boolean;
    /**
     * Format: date
     * @description From 1900-01-01 to today. Must be a date such as 1990-12-31.
     */
    dateOfBirth?: string;
    /** @description The tag of the user who told this one; the response shows it as `referred`. Must be the tag of a user. */
    referralCode?: string;
    /** @description Your own id of the user. Without a token it is ignored. Must have 1 to 100 visible characters. */
    externalId?: string;
}

export interface NewWebhook {
    /** @description Events are sent here by POST. Must resolve to a public address. */
    url: string;
    /**
     * @description A note for your team.
     * @example Orders
     */
    description?: string;
    /** @description The event types to deliver, null for all. Must be null or a list of types, each once. */
    types?: EventType[] | null;
    /** @description Must be true or false. */
    enabled?: boolean;
    /** @description Events after this number are delivered. */
    after?: number;
}

export interface OnboardUserRequest {
    /** @description Must have 3 to 30 letters, digits, dots and underscores; stored in lower case. */
    tag: string;
}

export interface OpeningEventData {
    id: string;
    userId: string;
    /** @description Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
    debitOrCredit: DebitOrCredit;
    coins: number;
    transactionType: TransactionType;
    narration: string;
    /** @description Of the wallet, after this and the settlement that may follow. */
    balance: string;
    points: string;
    actor: Actor;
    reference: string | null;
    metadata: {
        [key: string]: string;
    } | null;
}

/**
 * @example {
 *       "seq": 24,
 *       "type": "order.returned",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5f2-7c8d-7e9f-8a0b-1c2d3e4f5a6b",
 *         "reference": "order-1042",
 *         "share": "0.4",
 *         "shareTotal": "0.4",
 *         "shortfall": "refuse",
 *         "actor": {
 *           "kind": "client",
 *           "id": "0198c5a2-7f81-7c32-8d4e-7f6a5b4c3d2e",
 *           "name": "shop backend"
 *         }
 *       }
 *     }
 */
export interface OrderReturnedEvent {
    /** @description The sequence number of the event, from 1 without gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "order.returned";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: ReturnEventData;
}

/** @enum {string} */
export type Outcome = "paid" | "counted" | "refused" | "moved" | "reversed" | "returned"

export interface Overview {
    /** @description Every day of the period in UTC, oldest first, up to today. */
    days: OverviewDay[];
    totals: OverviewTotals;
    previous: OverviewPreviousTotals;
    /** @description Refused awards of the period by reason, most frequent first. */
    refusals: RefusalCount[];
    /** @description Current members. */
    members: number;
    /** @description Coins in the wallets of all users now. */
    coinsInWallets: string;
    /** @description Users whose wallet holds coins now, including former members. */
    walletsWithCoins: number;
    /** @description Distinct users ever paid. */
    participantsEver: number;
    counted: OverviewCounted;
}

/** @description Events before the request are counted, unless so many are waiting that counting takes a while. */
export interface OverviewCounted {
    /** @description The number of the last counted event. */
    events: number;
    /** @description Later events that are not counted yet. */
    behind: number;
}

export interface OverviewDay {
    /** Format: date */
    date: string;
    /** @description Coins paid by awards. */
    issued: string;
    /** @description Coins of reversed awards. */
    reversed: string;
    /** @description Coins that users transferred to the partner. */
    returned: string;
    /** @description Paid awards. */
    paid: number;
    /** @description Awards counted towards a payment. */
    counted: number;
    /** @description Refused awards. */
    refused: number;
    /** @description Users paid for the first time. */
    newParticipants: number;
    /** @description Users who joined, including those who returned. */
    joined: number;
    /** @description Users who left. */
    left: number;
    /** @description Distinct users paid on this day. */
    participants: number;
}

/** @description Totals of the previous period of the same length. */
export interface OverviewPreviousTotals {
    /** @description Coins paid by awards. */
    issued: string;
    /** @description Coins of reversed awards. */
    reversed: string;
    /** @description Coins that users transferred to the partner. */
    returned: string;
    /** @description Paid awards. */
    paid: number;
    /** @description Awards counted towards a payment. */
    counted: number;
    /** @description Refused awards. */
    refused: number;
    /** @description Users paid for the first time. */
    newParticipants: number;
    /** @description Users who joined, including those who returned. */
    joined: number;
    /** @description Users who left. */
    left: number;
}

/** @description Totals of the period. */
export interface OverviewTotals {
    /** @description Coins paid by awards. */
    issued: string;
    /** @description Coins of reversed awards. */
    reversed: string;
    /** @description Coins that users transferred to the partner. */
    returned: string;
    /** @description Paid awards. */
    paid: number;
    /** @description Awards counted towards a payment. */
    counted: number;
    /** @description Refused awards. */
    refused: number;
    /** @description Users paid for the first time. */
    newParticipants: number;
    /** @description Users who joined, including those who returned. */
    joined: number;
    /** @description Users who left. */
    left: number;
    /** @description Distinct users paid in the period. */
    participants: number;
}

/**
 * @example {
 *       "seq": 21,
 *       "type": "adjustment.refused",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5e7-4a5b-7c6d-8e7f-8a9b0c1d2e3f",
 *         "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b",
 *         "debitOrCredit": "CR",
 *         "coins": 4,
 *         "transactionType": "partner_user_adjustment",
 *         "narration": "Goodwill",
 *         "originalId": null,
 *         "balance": "12.5",
 *         "points": "16.5",
 *         "reference": "order-1042",
 *         "reason": "balance_limit"
 *       }
 *     }
 */
export interface OwnAdjustmentRefusedEvent {
    /** @description The sequence number of the event with the partner; yours have gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "adjustment.refused";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: OwnRefusedTransactionEventData;
}

/**
 * @example {
 *       "seq": 11,
 *       "type": "award.counted",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5d4-3f4a-7b5c-8d6e-7f8a9b0c1d2e",
 *         "ruleId": "0198c5c1-2e3f-7a4b-8c5d-6e7f8a9b0c1d",
 *         "ruleName": "first purchase",
 *         "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b",
 *         "awarded": false,
 *         "note": "Order 1042",
 *         "reason": null,
 *         "retryAt": null,
 *         "coins": "0",
 *         "units": null,
 *         "balance": "12.5",
 *         "points": "16.5",
 *         "reference": "order-1042",
 *         "progress": 2,
 *         "completionNumber": 5,
 *         "userAwards": 0,
 *         "userLimitAward": -1,
 *         "userCoins": null,
 *         "userCoinLimit": "-1"
 *       }
 *     }
 */
export interface OwnAwardCountedEvent {
    /** @description The sequence number of the event with the partner; yours have gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "award.counted";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: OwnAwardEventData;
}

export interface OwnAwardEventData {
    id: string;
    /** @description The rule's id; the combined rule's when a sub-rule was awarded. */
    ruleId: string;
    /** @description The awarded name. */
    ruleName: string;
    userId: string;
    /** @description Whether this call paid. False for a completion that only counts towards a payment, and for a reversed award. */
    awarded: boolean;
    /** @description The narration. */
    note: string | null;
    /** @description Why the award was refused. */
    reason: AwardReason | null;
    /**
     * Format: date-time
     * @description When a later try could pay.
     * @example 2026-03-01T09:30:00.000Z
     */
    retryAt: string | null;
    coins: string;
    units: string | null;
    /** @description Of the wallet, after this and the settlement that may follow. */
    balance: string;
    points: string;
    reference: string | null;
    progress: number;
    /** @description Completions per payment. */
    completionNumber: number;
    /** @description In the period of the user limits. */
    userAwards: number;
    userLimitAward: number;
    /** @description Null when the rule does not limit them. */
    userCoins: string | null;
    userCoinLimit: string;
}

/**
 * @example {
 *       "seq": 12,
 *       "type": "award.paid",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5d4-3f4a-7b5c-8d6e-7f8a9b0c1d2e",
 *         "ruleId": "0198c5c1-2e3f-7a4b-8c5d-6e7f8a9b0c1d",
 *         "ruleName": "first purchase",
 *         "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b",
 *         "awarded": true,
 *         "note": "Order 1042",
 *         "reason": null,
 *         "retryAt": null,
 *         "coins": "10",
 *         "units": null,
 *         "balance": "12.5",
 *         "points": "16.5",
 *         "reference": "order-1042",
 *         "progress": 1,
 *         "completionNumber": 1,
 *         "userAwards": 1,
 *         "userLimitAward": -1,
 *         "userCoins": null,
 *         "userCoinLimit": "-1"
 *       }
 *     }
 */
export interface OwnAwardPaidEvent {
    /** @description The sequence number of the event with the partner; yours have gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "award.paid";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: OwnAwardEventData;
}

/**
 * @example {
 *       "seq": 13,
 *       "type": "award.refused",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5d4-3f4a-7b5c-8d6e-7f8a9b0c1d2e",
 *         "ruleId": "0198c5c1-2e3f-7a4b-8c5d-6e7f8a9b0c1d",
 *         "ruleName": "first purchase",
 *         "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b",
 *         "awarded": false,
 *         "note": "Order 1042",
 *         "reason": "user_limit_reached",
 *         "retryAt": null,
 *         "coins": "0",
 *         "units": null,
 *         "balance": "12.5",
 *         "points": "16.5",
 *         "reference": "order-1042",
 *         "progress": 1,
 *         "completionNumber": 1,
 *         "userAwards": 1,
 *         "userLimitAward": 1,
 *         "userCoins": null,
 *         "userCoinLimit": "-1"
 *       }
 *     }
 */
export interface OwnAwardRefusedEvent {
    /** @description The sequence number of the event with the partner; yours have gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "award.refused";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: OwnAwardEventData;
}

/**
 * @example {
 *       "seq": 14,
 *       "type": "award.reversed",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5d4-3f4a-7b5c-8d6e-7f8a9b0c1d2e",
 *         "ruleId": "0198c5c1-2e3f-7a4b-8c5d-6e7f8a9b0c1d",
 *         "ruleName": "first purchase",
 *         "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b",
 *         "awarded": true,
 *         "note": "Order 1042",
 *         "reversalId": "0198c5f0-5a6b-7c7d-8e8f-9a9b0c1d2e3f",
 *         "coins": "4",
 *         "taken": "4",
 *         "owed": "0",
 *         "writtenOff": "0",
 *         "left": "6",
 *         "balance": "12.5",
 *         "points": "16.5",
 *         "reference": "order-1042"
 *       }
 *     }
 */
export interface OwnAwardReversedEvent {
    /** @description The sequence number of the event with the partner; yours have gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "award.reversed";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: OwnReversalEventData;
}

/**
 * @example {
 *       "seq": 20,
 *       "type": "coins.adjusted",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5e7-4a5b-7c6d-8e7f-8a9b0c1d2e3f",
 *         "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b",
 *         "debitOrCredit": "CR",
 *         "coins": 4,
 *         "transactionType": "partner_user_adjustment",
 *         "narration": "Goodwill",
 *         "originalId": null,
 *         "balance": "12.5",
 *         "points": "16.5",
 *         "reference": "order-1042"
 *       }
 *     }
 */
export interface OwnCoinsAdjustedEvent {
    /** @description The sequence number of the event with the partner; yours have gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "coins.adjusted";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: OwnTransactionEventData;
}

/**
 * @example {
 *       "seq": 23,
 *       "type": "coins.opened",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5f2-7c8d-7e9f-8a1b-2c3d4e5f6071",
 *         "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b",
 *         "debitOrCredit": "CR",
 *         "coins": 12.5,
 *         "transactionType": "partner_user_opening",
 *         "narration": "Opening balance",
 *         "balance": "12.5",
 *         "points": "16.5",
 *         "reference": "order-1042"
 *       }
 *     }
 */
export interface OwnCoinsOpenedEvent {
    /** @description The sequence number of the event with the partner; yours have gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "coins.opened";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: OwnOpeningEventData;
}

/**
 * @example {
 *       "seq": 18,
 *       "type": "coins.refunded",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5e7-4a5b-7c6d-8e7f-8a9b0c1d2e3f",
 *         "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b",
 *         "debitOrCredit": "CR",
 *         "coins": 4,
 *         "transactionType": "partner_user_refund",
 *         "narration": "Refund of a coin transfer",
 *         "originalId": null,
 *         "balance": "12.5",
 *         "points": "16.5",
 *         "reference": "order-1042"
 *       }
 *     }
 */
export interface OwnCoinsRefundedEvent {
    /** @description The sequence number of the event with the partner; yours have gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "coins.refunded";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: OwnTransactionEventData;
}

/**
 * @example {
 *       "seq": 22,
 *       "type": "coins.settled",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5f1-6b7c-7d8e-9f0a-1b2c3d4e5f60",
 *         "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b",
 *         "debitOrCredit": "DE",
 *         "coins": 4,
 *         "transactionType": "user_partner_settlement",
 *         "narration": "Settlement of coins owed",
 *         "originalId": "0198c5d4-3f4a-7b5c-8d6e-7f8a9b0c1d2e",
 *         "balance": "12.5",
 *         "points": "16.5",
 *         "reference": "order-1042"
 *       }
 *     }
 */
export interface OwnCoinsSettledEvent {
    /** @description The sequence number of the event with the partner; yours have gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "coins.settled";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: OwnSettlementEventData;
}

/**
 * @example {
 *       "seq": 16,
 *       "type": "coins.transferred",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5e7-4a5b-7c6d-8e7f-8a9b0c1d2e3f",
 *         "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b",
 *         "debitOrCredit": "DE",
 *         "coins": 4,
 *         "transactionType": "user_partner_transfer",
 *         "narration": "User to partner coin transfer",
 *         "originalId": null,
 *         "balance": "12.5",
 *         "points": "16.5",
 *         "reference": "order-1042"
 *       }
 *     }
 */
export interface OwnCoinsTransferredEvent {
    /** @description The sequence number of the event with the partner; yours have gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "coins.transferred";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: OwnTransactionEventData;
}

export type OwnEvent = OwnAwardCountedEvent | OwnAwardPaidEvent | OwnAwardRefusedEvent | OwnAwardReversedEvent | OwnReversalRefusedEvent | OwnCoinsTransferredEvent | OwnTransferRefusedEvent | OwnCoinsRefundedEvent | OwnRefundRefusedEvent | OwnCoinsAdjustedEvent | OwnAdjustmentRefusedEvent | OwnCoinsSettledEvent | OwnCoinsOpenedEvent

export interface OwnOpeningEventData {
    id: string;
    userId: string;
    /** @description Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
    debitOrCredit: DebitOrCredit;
    coins: number;
    transactionType: TransactionType;
    narration: string;
    /** @description Of the wallet, after this and the settlement that may follow. */
    balance: string;
    points: string;
    reference: string | null;
}

export interface OwnPartner {
    /** @description The application's id. */
    id: string;
    applicationName: string;
    /** @description 64 hex digits. */
    clientId: string;
    webRedirectUrl: string;
    mobileRedirectUrl: string;
    partnerId: string;
    redirectUrl: string;
    email: string;
    partnerName: string;
    userDetailsUrl: string;
    /** @description The client id for apps that cannot keep a secret: on a phone, or in a browser. */
    publicClientId: string;
    ecosystem: string;
    /** @description Whether the mailed code was entered. Until then, in production, the partner cannot invite, create client secrets or register webhooks. */
    emailVerified: boolean;
    boardsPublic: boolean;
}

export interface OwnProgress {
    ruleId: string;
    ruleName: string;
    condition: string;
    type: RuleType;
    /** @description Coins of one payment; with perUnit, of one unit. */
    coinValue: string;
    perUnit: boolean;
    /** @description Completions, or sub-rules done, since the last payment. */
    progress: number;
    /** @description How many of them a payment takes. */
    needed: number;
    /** @description The active sub-rules of a combined rule. */
    rules: OwnSubRule[];
    /** @description Payments to the user in the period. */
    userAwards: number;
    /** @description How many the user can get; -1 for no maximum. */
    userLimitAward: string;
    /** @description Coins paid to the user in the period. */
    userCoins: string;
    /** @description How many the user can get; -1 for no maximum. */
    userCoinLimit: string;
    userLimitPeriod: Period;
    /**
     * Format: date-time
     * @description When both limits count anew; null for never.
     * @example 2026-03-01T09:30:00.000Z
     */
    periodEnd: string | null;
    /** @description Whether the rule has all its participants, and the user is none. */
    full: boolean;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    startsAt: string | null;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    endsAt: string | null;
}

export interface OwnProgressPage {
    data: OwnProgress[];
    /** @description Send it as `cursor` to get the next entries; null at the end. */
    next: string | null;
}

/**
 * @example {
 *       "seq": 19,
 *       "type": "refund.refused",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5e7-4a5b-7c6d-8e7f-8a9b0c1d2e3f",
 *         "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b",
 *         "debitOrCredit": "CR",
 *         "coins": 4,
 *         "transactionType": "partner_user_refund",
 *         "narration": "Refund of a coin transfer",
 *         "originalId": null,
 *         "balance": "12.5",
 *         "points": "16.5",
 *         "reference": "order-1042",
 *         "reason": "already_refunded"
 *       }
 *     }
 */
export interface OwnRefundRefusedEvent {
    /** @description The sequence number of the event with the partner; yours have gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "refund.refused";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: OwnRefusedTransactionEventData;
}

export interface OwnRefusedReversalEventData {
    id: string;
    /** @description The rule's id; the combined rule's when a sub-rule was awarded. */
    ruleId: string;
    /** @description The awarded name. */
    ruleName: string;
    userId: string;
    /** @description Whether this call paid. False for a completion that only counts towards a payment, and for a reversed award. */
    awarded: boolean;
    /** @description The narration. */
    note: string | null;
    reversalId: string;
    coins: string;
    reason: Reason;
    /** @description Of the wallet, after this and the settlement that may follow. */
    balance: string;
    points: string;
    reference: string | null;
}

export interface OwnRefusedTransactionEventData {
    id: string;
    userId: string;
    /** @description Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
    debitOrCredit: DebitOrCredit;
    coins: number;
    transactionType: TransactionType;
    narration: string;
    reason: Reason;
    /** @description The transfer of a refund. */
    originalId: string | null;
    /** @description Of the wallet, after this and the settlement that may follow. */
    balance: string;
    points: string;
    reference: string | null;
}

export interface OwnReversalEventData {
    id: string;
    /** @description The rule's id; the combined rule's when a sub-rule was awarded. */
    ruleId: string;
    /** @description The awarded name. */
    ruleName: string;
    userId: string;
    /** @description Whether this call paid. False for a completion that only counts towards a payment, and for a reversed award. */
    awarded: boolean;
    /** @description The narration. */
    note: string | null;
    reversalId: string;
    /** @description By which the points fall: taken, owed and writtenOff together. */
    coins: string;
    /** @description What the wallet gave. */
    taken: string;
    owed: string;
    writtenOff: string;
    /** @description What is left of the award. */
    left: string;
    /** @description Of the wallet, after this and the settlement that may follow. */
    balance: string;
    points: string;
    reference: string | null;
}

/**
 * @example {
 *       "seq": 15,
 *       "type": "reversal.refused",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5d4-3f4a-7b5c-8d6e-7f8a9b0c1d2e",
 *         "ruleId": "0198c5c1-2e3f-7a4b-8c5d-6e7f8a9b0c1d",
 *         "ruleName": "first purchase",
 *         "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b",
 *         "awarded": true,
 *         "note": "Order 1042",
 *         "reversalId": "0198c5f0-5a6b-7c7d-8e8f-9a9b0c1d2e3f",
 *         "coins": "10",
 *         "reason": "insufficient_coins",
 *         "balance": "12.5",
 *         "points": "16.5",
 *         "reference": "order-1042"
 *       }
 *     }
 */
export interface OwnReversalRefusedEvent {
    /** @description The sequence number of the event with the partner; yours have gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "reversal.refused";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: OwnRefusedReversalEventData;
}

export interface OwnSettlementEventData {
    id: string;
    userId: string;
    /** @description Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
    debitOrCredit: DebitOrCredit;
    coins: number;
    transactionType: TransactionType;
    narration: string;
    /** @description The award, refund or adjustment that it follows. */
    originalId: string;
    /** @description Of the wallet, after this and the settlement that may follow. */
    balance: string;
    points: string;
    reference: string | null;
}

export interface OwnSubRule {
    name: string;
    condition: string;
    done: boolean;
}

export interface OwnTransaction {
    id: string;
    transactionType: TransactionType;
    /** @description CR when coins enter the wallet, DE when they leave it. */
    debitOrCredit: DebitOrCredit;
    coins: number;
    narration: string;
    /** @description The rule that was awarded, or whose award was reversed; null otherwise. */
    ruleName: string | null;
    reference: string | null;
    /** @description Whether this is an award that was reversed, or a transfer that was refunded, to the last coin. */
    refunded: boolean;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
}

export interface OwnTransactionEventData {
    id: string;
    userId: string;
    /** @description Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
    debitOrCredit: DebitOrCredit;
    coins: number;
    transactionType: TransactionType;
    narration: string;
    /** @description The transfer of a refund. */
    originalId: string | null;
    /** @description Of the wallet, after this and the settlement that may follow. */
    balance: string;
    points: string;
    reference: string | null;
}

export interface OwnTransactionPage {
    data: OwnTransaction[];
    /** @description Send it as `cursor` to get the next entries; null at the end. */
    next: string | null;
}

/**
 * @example {
 *       "seq": 17,
 *       "type": "transfer.refused",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5e7-4a5b-7c6d-8e7f-8a9b0c1d2e3f",
 *         "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b",
 *         "debitOrCredit": "DE",
 *         "coins": 4,
 *         "transactionType": "user_partner_transfer",
 *         "narration": "User to partner coin transfer",
 *         "originalId": null,
 *         "balance": "12.5",
 *         "points": "16.5",
 *         "reference": "order-1042",
 *         "reason": "insufficient_coins"
 *       }
 *     }
 */
export interface OwnTransferRefusedEvent {
    /** @description The sequence number of the event with the partner; yours have gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "transfer.refused";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: OwnRefusedTransactionEventData;
}

export interface OwnWallet {
    /** @description The user as this partner knows them: the `sub` of the token. */
    userId: string;
    partnerId: string;
    /** @description The coins that the user holds with this partner. */
    coins: string;
    /** @description The coins that the user ever earned with this partner. */
    points: string;
    /** @description Coins of reversed awards that the wallet did not have. The next credits settle them. */
    owed: string;
}

/** @enum {string} */
export type ParticipantsFilter = "full" | "open"

export interface Partner {
    /** @description The application's id. */
    id: string;
    applicationName: string;
    /** @description 64 hex digits. */
    clientId: string;
    webRedirectUrl: string;
    mobileRedirectUrl: string;
    partnerId: string;
    redirectUrl: string;
    email: string;
    partnerName: string;
    userDetailsUrl: string;
}

export interface PartnerChanges {
    /** @description Default return address after leaving the authorization server. May equal one of the other two. */
    redirectUrl?: string;
    /** @description Return address on the web; redirectUrl when not given. Must be an address of at most 2048 characters. */
    webRedirectUrl?: string;
    /** @description Return address in a mobile app, may use a private-use scheme; redirectUrl when not given. Must be an address of at most 2048 characters. */
    mobileRedirectUrl?: string;
    /** @description Address that responds with a user record; accepts the query parameter tag. */
    userDetailsUrl?: string;
    /** @description Must be true or false. */
    boardsPublic?: boolean;
    readonly id?: unknown;
    readonly applicationName?: unknown;
    readonly clientId?: unknown;
    readonly partnerId?: unknown;
    readonly email?: unknown;
    readonly partnerName?: unknown;
    readonly publicClientId?: unknown;
    readonly ecosystem?: unknown;
    readonly emailVerified?: unknown;
}

export interface Party {
    id: string;
    fullname_businessName: string;
    email: string;
    tag: string | null;
    userId: string;
}

/** @enum {string} */
export type Period = "total" | "day" | "week" | "month"

export interface PointsBoardEntry {
    id: string;
    points: number;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    updatedAt: string;
    user: Membership;
}

export interface PointsBoardPage {
    userPosition: PointsBoardPosition;
    data: PointsBoardEntry[];
    count: number;
    currentpage: number;
    nextpage: number | null;
    prevpage: number | null;
    lastpage: number;
}

export interface PointsBoardPosition {
    userId: string;
    amount: number;
    position: number;
}

export interface ReadInvitationRequest {
    /** @description As mailed. Must be the token of the mail. */
    token: string;
}

export interface ReadInvitationResult {
    /** @description The partner whose team it is. */
    partnerName: string;
    /** @description The invited address. */
    email: string;
    role: Role;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    expiresAt: string;
}

/**
 * @description The `appErrorCode` of a refusal:
 *
 *     - `rule_inactive`: the rule or the sub-rule is inactive
 *     - `rule_not_started`: the rule starts later
 *     - `rule_ended`: the rule has ended
 *     - `rule_full`: the rule has all its participants, and this user is none of them
 *     - `user_limit_reached`: the user has as many paid awards of the rule as it allows
 *     - `user_coins_reached`: the user would get more coins than the rule gives one user in the period
 *     - `budget_exhausted`: the payment would pass the budget of the rule
 *     - `amount_too_small`: the units are worth less than 0.01 coins
 *     - `sub_rule_repeated`: the user has done this sub-rule in this round
 *     - `combined_by_sub_rule`: a combined rule is awarded by the names of its sub-rules
 *     - `insufficient_coins`: the wallet holds fewer coins
 *     - `already_reversed`: the award was taken back before
 *     - `reversal_exceeds`: less is left of the award
 *     - `completion_used`: a payment has used the completion
 *     - `not_refundable`: the transaction is no transfer that moved coins
 *     - `already_refunded`: the transfer was refunded before
 *     - `refund_exceeds`: less is left of the transfer
 *     - `return_exceeds`: the shares of the order would add up to more than 1
 *     - `not_paid`: the award paid nothing that could be taken back
 *     - `balance_limit`: the wallet or the points of the user would grow too large
 *     - `user_details_conflict`: the e-mail address in the user record belongs to another tag
 *     - `import_in_progress`: another import of the partner is running
 *     - `import_replaced`: a later import took the place of this one before it had arrived
 *     - `import_finished`: an import that is finished cannot be cancelled
 *     - `consent_required`: the user unlinked from the partner and must consent again
 *     - `coins_left`: the wallet still holds coins, and the request does not forfeit them
 *     - `too_many_webhooks`: the partner has as many webhooks as it can
 *     - `not_redeliverable`: the attempt was a test, without events
 *     - `too_many_secrets`: the partner has as many client secrets as it can
 *     - `last_owner`: the team would have no owner
 *     - `second_factor_active`: the account has a second factor already
 *     - `second_factor_inactive`: the account has no second factor
 *     - `second_factor_not_begun`: there is no second factor to confirm
 *     - `own_second_factor`: the own second factor is removed with password and code
 * @enum {string}
 */
export type Reason = "rule_inactive" | "rule_not_started" | "rule_ended" | "rule_full" | "user_limit_reached" | "user_coins_reached" | "budget_exhausted" | "amount_too_small" | "sub_rule_repeated" | "combined_by_sub_rule" | "insufficient_coins" | "already_reversed" | "reversal_exceeds" | "completion_used" | "not_refundable" | "already_refunded" | "refund_exceeds" | "return_exceeds" | "not_paid" | "balance_limit" | "user_details_conflict" | "import_in_progress" | "import_replaced" | "import_finished" | "consent_required" | "coins_left" | "too_many_webhooks" | "not_redeliverable" | "too_many_secrets" | "last_owner" | "second_factor_active" | "second_factor_inactive" | "second_factor_not_begun" | "own_second_factor"

export interface RefreshPartnerRequest {
    /** @description Must be a refresh token as a login answered it. */
    refreshToken: string;
}

export interface Refund {
    id: string;
    userId: string;
    /** @description Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
    debitOrCredit: DebitOrCredit;
    coins: number;
    claimed: boolean;
    transactionType: TransactionType;
    narration: string;
    from: Party;
    to: Party;
    plan: Empty;
    paidWithGiftCard: boolean;
    giftCardLedger: Empty;
    "the service": boolean;
    charge: number;
    /** @description Whether this is an award that was reversed, or a transfer that was refunded, to the last coin. */
    refunded: boolean;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    updatedAt: string;
    /** @description The transfer that it refunds. */
    originalId: string;
}

/**
 * @example {
 *       "seq": 19,
 *       "type": "refund.refused",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5e7-4a5b-7c6d-8e7f-8a9b0c1d2e3f",
 *         "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b",
 *         "debitOrCredit": "CR",
 *         "coins": 4,
 *         "claimed": true,
 *         "transactionType": "partner_user_refund",
 *         "narration": "Refund of a coin transfer",
 *         "from": {
 *           "id": "0198c5b0-1d2e-7f3a-8b4c-6e7f8a9b0c1d",
 *           "fullname_businessName": "Ada Lovelace",
 *           "email": "ada@mail.example",
 *           "tag": "ada",
 *           "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b"
 *         },
 *         "to": {
 *           "id": "0198c5a2-7f80-7b21-9c3d-6e5f4a3b2c1d",
 *           "fullname_businessName": "Acme",
 *           "email": "rewards@acme.example",
 *           "tag": null,
 *           "userId": "0198c5a2-7f7f-7a10-8b2c-5d4e3f2a1b0c"
 *         },
 *         "plan": {},
 *         "paidWithGiftCard": false,
 *         "giftCardLedger": {},
 *         "the service": false,
 *         "charge": 0,
 *         "refunded": false,
 *         "createdAt": "2026-03-01T09:30:00.000Z",
 *         "updatedAt": "2026-03-01T09:30:00.000Z",
 *         "originalId": null,
 *         "returnId": null,
 *         "balance": "12.5",
 *         "points": "16.5",
 *         "actor": {
 *           "kind": "client",
 *           "id": "0198c5a2-7f81-7c32-8d4e-7f6a5b4c3d2e",
 *           "name": "shop backend"
 *         },
 *         "reference": "order-1042",
 *         "metadata": null,
 *         "reason": "already_refunded"
 *       }
 *     }
 */
export interface RefundRefusedEvent {
    /** @description The sequence number of the event, from 1 without gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "refund.refused";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: RefusedTransactionEventData;
}

export interface RefusalCount {
    reason: AwardReason;
    /** @description Awards refused for this reason. */
    count: number;
}

export interface RefusedReturnEventData {
    /** @description The `returnId` of the refunds and reversals that follow. */
    id: string;
    reference: string;
    /** @description What was asked for. */
    share: string;
    /** @description Of all returns of the order so far. */
    shareTotal: string;
    /** @description What was asked for when a wallet holds too few coins. */
    shortfall: Shortfall;
    actor: Actor;
    reason: Reason;
}

export interface RefusedReversalEventData {
    id: string;
    /** @description The rule's id; the combined rule's when a sub-rule was awarded. */
    ruleId: string;
    /** @description The awarded name. */
    ruleName: string;
    userId: string;
    /** @description Whether this call paid. False for a completion that only counts towards a payment, and for a reversed award. */
    awarded: boolean;
    /** @description The narration. */
    note: string | null;
    partnerId: string;
    reversalId: string;
    coins: string;
    reason: Reason;
    /** @description Of the wallet, after this and the settlement that may follow. */
    balance: string;
    points: string;
    actor: Actor;
    reference: string | null;
    metadata: {
        [key: string]: string;
    } | null;
}

export interface RefusedTransactionEventData {
    id: string;
    userId: string;
    /** @description Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
    debitOrCredit: DebitOrCredit;
    coins: number;
    claimed: boolean;
    transactionType: TransactionType;
    narration: string;
    from: Party;
    to: Party;
    plan: Empty;
    paidWithGiftCard: boolean;
    giftCardLedger: Empty;
    "the service": boolean;
    charge: number;
    /** @description Whether this is an award that was reversed, or a transfer that was refunded, to the last coin. */
    refunded: boolean;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    updatedAt: string;
    reason: Reason;
    /** @description The transfer of a refund. */
    originalId: string | null;
    /** @description The return that a refund is part of. */
    returnId: string | null;
    /** @description Of the wallet, after this and the settlement that may follow. */
    balance: string;
    points: string;
    actor: Actor;
    reference: string | null;
    metadata: {
        [key: string]: string;
    } | null;
}

export interface RemoveSecondFactorRequest {
    /** @description Must have at most 200 characters. */
    password: string;
    /**
     * @description Must be the 6 digits of your app, or a recovery code.
     * @example 482913
     */
    code: string;
}

export interface RemoveSecondFactorResult {
    secondFactor: boolean;
}

export interface ReplaceRecoveryCodesRequest {
    /**
     * @description Must be the 6 digits of your app, or a recovery code.
     * @example 482913
     */
    code: string;
}

export interface ReplaceRecoveryCodesResult {
    /** @description Each works once; shown only once. */
    recoveryCodes: string[];
}

export interface ReplayWebhookRequest {
    /** @description Events after this number are delivered. */
    after: number;
}

/** @enum {string} */
export type RequestOutcome = "ok" | "failed"

export interface RequestPage {
    requests: LoggedRequest[];
    /** @description Send it as `before` to get older requests; null when there are none. */
    next: string | null;
    /** @description Requests of the last hour that were not logged. */
    leftOut: number;
}

export interface ResendOtpRequest {
    /**
     * Format: email
     * @description Must be an e-mail address of at most 254 characters.
     */
    email: string;
}

export interface ResendOtpResult {
    email: string;
}

export interface ResendPartnerCodeRequest {
    /**
     * Format: email
     * @description Must be an e-mail address of at most 254 characters.
     */
    email: string;
}

export interface ResendPartnerCodeResult {
    email: string;
}

export interface ResetPasswordRequest {
    /** @description As mailed. Must be the token of the mail. */
    token: string;
    /** @description Must have 8 to 200 characters, with one uppercase letter, one number and one special character. */
    password: string;
    /** @description The same password again. Must equal password. */
    confirmPassword: string;
}

export interface ResetPasswordResult {
    email: string;
}

export interface Return {
    id: string;
    reference: string;
    /** @description What this return gave and took back. */
    share: string;
    /** @description Of all returns of the order so far, this one included. */
    shareTotal: string;
    refunds: Refund[];
    reversals: Reversal[];
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    decision?: CoinCallDecision;
    wallet?: WalletAfter | null;
    /** @description Only in a dry run: the number of the last event that it saw. */
    asOf?: number;
}

export interface ReturnDecision {
    /** @description The `returnId` of its refunds and reversals. */
    id: string;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    kind: "return";
    /** @description Always null: an order can be of several users. */
    userId: string | null;
    partnerId: string;
    outcome: ReturnOutcome;
    /** @description Why it was refused. */
    reason: Reason | null;
    /** @description The refusal as a sentence. */
    explanation: string | null;
    /** @description Always null: its refunds and reversals are decisions with the coins. */
    coins: string | null;
    balance: string | null;
    points: string | null;
    actor: Actor;
    reference: string;
    metadata: {
        [key: string]: string;
    } | null;
    /**
     * Format: date-time
     * @description When a later try could pay.
     * @example 2026-03-01T09:30:00.000Z
     */
    retryAt: string | null;
    /** @description The number of its event. */
    seq: number;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    /** @description How much of the order it was about. */
    share: string;
    /** @description Of all returns of the order so far. */
    shareTotal: string;
    /** @description What was asked for when a wallet holds too few coins. */
    shortfall: Shortfall;
}

export interface ReturnEventData {
    /** @description The `returnId` of the refunds and reversals that follow. */
    id: string;
    reference: string;
    /** @description What this return gave and took back. */
    share: string;
    /** @description Of all returns of the order so far, this one included. */
    shareTotal: string;
    /** @description What was asked for when a wallet holds too few coins. */
    shortfall: Shortfall;
    actor: Actor;
}

/** @enum {string} */
export type ReturnOutcome = "returned" | "refused"

/**
 * @example {
 *       "seq": 25,
 *       "type": "return.refused",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5f2-7c8d-7e9f-8a0b-1c2d3e4f5a6b",
 *         "reference": "order-1042",
 *         "share": "0.7",
 *         "shareTotal": "0.4",
 *         "shortfall": "refuse",
 *         "actor": {
 *           "kind": "client",
 *           "id": "0198c5a2-7f81-7c32-8d4e-7f6a5b4c3d2e",
 *           "name": "shop backend"
 *         },
 *         "reason": "return_exceeds"
 *       }
 *     }
 */
export interface ReturnRefusedEvent {
    /** @description The sequence number of the event, from 1 without gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "return.refused";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: RefusedReturnEventData;
}

export interface Reversal {
    id: string;
    /** @description The rule's id; the combined rule's when a sub-rule was awarded. */
    ruleId: string;
    /** @description The awarded name. */
    ruleName: string;
    userId: string;
    /** @description Whether this call paid. False for a completion that only counts towards a payment, and for a reversed award. */
    awarded: boolean;
    /** @description The narration. */
    note: string | null;
    partnerId: string;
    reversalId: string;
    /** @description By which the points fall: taken, owed and writtenOff together. */
    coins: string;
    /** @description What the wallet gave. */
    taken: string;
    owed: string;
    writtenOff: string;
    /** @description What is left of the award. */
    left: string;
}

export interface ReversalEventData {
    id: string;
    /** @description The rule's id; the combined rule's when a sub-rule was awarded. */
    ruleId: string;
    /** @description The awarded name. */
    ruleName: string;
    userId: string;
    /** @description Whether this call paid. False for a completion that only counts towards a payment, and for a reversed award. */
    awarded: boolean;
    /** @description The narration. */
    note: string | null;
    partnerId: string;
    reversalId: string;
    /** @description By which the points fall: taken, owed and writtenOff together. */
    coins: string;
    /** @description What the wallet gave. */
    taken: string;
    owed: string;
    writtenOff: string;
    /** @description What is left of the award. */
    left: string;
    /** @description The return that it is part of. */
    returnId: string | null;
    /** @description Of the wallet, after this and the settlement that may follow. */
    balance: string;
    points: string;
    actor: Actor;
    reference: string | null;
    metadata: {
        [key: string]: string;
    } | null;
}

/**
 * @example {
 *       "seq": 15,
 *       "type": "reversal.refused",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5d4-3f4a-7b5c-8d6e-7f8a9b0c1d2e",
 *         "ruleId": "0198c5c1-2e3f-7a4b-8c5d-6e7f8a9b0c1d",
 *         "ruleName": "first purchase",
 *         "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b",
 *         "awarded": true,
 *         "note": "Order 1042",
 *         "partnerId": "0198c5a2-7f7f-7a10-8b2c-5d4e3f2a1b0c",
 *         "reversalId": "0198c5f0-5a6b-7c7d-8e8f-9a9b0c1d2e3f",
 *         "coins": "10",
 *         "reason": "insufficient_coins",
 *         "balance": "12.5",
 *         "points": "16.5",
 *         "actor": {
 *           "kind": "client",
 *           "id": "0198c5a2-7f81-7c32-8d4e-7f6a5b4c3d2e",
 *           "name": "shop backend"
 *         },
 *         "reference": "order-1042",
 *         "metadata": null
 *       }
 *     }
 */
export interface ReversalRefusedEvent {
    /** @description The sequence number of the event, from 1 without gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "reversal.refused";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: RefusedReversalEventData;
}

/** @enum {string} */
export type Role = "owner" | "manager" | "support" | "read-only"

export interface Rule {
    id: string;
    name: string;
    /** @description Coins of one payment; with perUnit, of one unit. */
    coinValue: string;
    condition: string;
    maxNumberOfParticipant: string;
    status: RuleStatus;
    type: RuleType;
    completionNumber: string;
    /** @description -1 for no maximum. */
    userLimitAward: string;
    userLimitPeriod: Period;
    /** @description -1 for no maximum. */
    userCoinLimit: string;
    perUnit: boolean;
    /** @description -1 for no maximum. */
    maxCoinsPerAward: string;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    startsAt: string | null;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    endsAt: string | null;
    /** @description -1 for no maximum. */
    coinBudget: string;
    budgetPeriod: Period;
    timeZone: string;
    /** @description Whether users see the rule, and how far they are with it, with their own tokens. */
    shownToUsers: boolean;
    rules: SubRule[];
    /** @description Users with a paid award of this rule. */
    participants: string;
    /** @description Coins paid from the budget in the period from budgetPeriodStart until before budgetPeriodEnd; 0 once that has ended. */
    budgetUsed: string;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    budgetPeriodStart: string | null;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    budgetPeriodEnd: string | null;
    /** @description From 1; every change of the rule increases it. */
    version: number;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    updatedAt: string;
}

export interface RuleChanges {
    /** @description Coins of one payment. Must be a coin amount above 0 and up to 1000000000, with at most 2 decimals, such as "10" or "2.5". */
    coinValue?: string | number;
    /** @description How many users can be rewarded. Must be a whole number from 1 to 1000000000, such as "10". */
    maxNumberOfParticipant?: string | number;
    /** @description Completions per payment of a batched rule. Default 1. Must be a whole number from 1 to 1000000000, such as "10". */
    completionNumber?: string | number;
    /** @description How often one user can be paid; -1 for no maximum (default). Must be "-1" for no maximum, or a whole number from 1 to 1000000000. */
    userLimitAward?: string | number;
    /** @description Whether coinValue is for one unit, such as a euro; awards then name their units. Single rules only. */
    perUnit?: boolean;
    /** @description The most that one award of a per-unit rule pays; -1 for no maximum (default). Must be "-1" for no maximum, or a coin amount up to 1000000000. */
    maxCoinsPerAward?: string | number;
    /**
     * Format: date-time
     * @description Must be a time such as 2026-03-01T09:30:00Z.
     */
    startsAt?: string | null;
    /**
     * Format: date-time
     * @description Must be a time such as 2026-03-01T09:30:00Z.
     */
    endsAt?: string | null;
    /** @description How many coins the rule may pay in a budgetPeriod; -1 for no maximum (default). Must be "-1" for no maximum, or a coin amount up to 70000000000000. */
    coinBudget?: string | number;
    /** @description The period of coinBudget. Default total, also when coinBudget is removed. */
    budgetPeriod?: Period;
    /** @description The period of userLimitAward and userCoinLimit. Default total, also when the last of them is removed. */
    userLimitPeriod?: Period;
    /** @description How many coins one user can get in a userLimitPeriod; -1 for no maximum (default). Must be "-1" for no maximum, or a coin amount up to 70000000000000. */
    userCoinLimit?: string | number;
    /** @description The IANA time zone in which days, weeks (from Monday) and months begin. Default UTC. Must be an IANA time zone such as Africa/Lagos. */
    timeZone?: string;
    /** @description Whether users see the rule, and how far they are with it, with their own tokens. Default false. */
    shownToUsers?: boolean;
    readonly id?: unknown;
    readonly actor?: unknown;
    readonly participants?: unknown;
    readonly budgetUsed?: unknown;
    readonly budgetPeriodStart?: unknown;
    readonly budgetPeriodEnd?: unknown;
    readonly version?: unknown;
    readonly createdAt?: unknown;
    readonly updatedAt?: unknown;
    /** @description Lower case, unique among rules and sub-rules. Must have 1 to 100 lower-case letters, digits, dots, underscores, hyphens and inner spaces, such as "first purchase". */
    name?: string;
    type?: RuleType;
    /** @description Must be text of at most 1000 characters without control characters. */
    condition?: string;
    status?: RuleStatus;
    /** @description Must be a list of at most 50 sub-rules, each {name, condition, status}. */
    rules?: NewSubRule[];
}

/**
 * @example {
 *       "seq": 1,
 *       "type": "rule.created",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5c1-2e3f-7a4b-8c5d-6e7f8a9b0c1d",
 *         "name": "first purchase",
 *         "coinValue": "10",
 *         "condition": "The user has paid for a first order",
 *         "maxNumberOfParticipant": "1000",
 *         "status": "active",
 *         "type": "single",
 *         "completionNumber": "1",
 *         "userLimitAward": "-1",
 *         "userLimitPeriod": "total",
 *         "userCoinLimit": "-1",
 *         "perUnit": false,
 *         "maxCoinsPerAward": "-1",
 *         "startsAt": null,
 *         "endsAt": null,
 *         "coinBudget": "5000",
 *         "budgetPeriod": "month",
 *         "timeZone": "Africa/Lagos",
 *         "shownToUsers": false,
 *         "rules": [],
 *         "participants": "12",
 *         "budgetUsed": "120",
 *         "budgetPeriodStart": "2026-02-28T23:00:00.000Z",
 *         "budgetPeriodEnd": "2026-03-31T23:00:00.000Z",
 *         "version": 1,
 *         "createdAt": "2026-03-01T09:30:00.000Z",
 *         "updatedAt": "2026-03-01T09:30:00.000Z",
 *         "actor": {
 *           "kind": "client",
 *           "id": "0198c5a2-7f81-7c32-8d4e-7f6a5b4c3d2e",
 *           "name": "shop backend"
 *         }
 *       }
 *     }
 */
export interface RuleCreatedEvent {
    /** @description The sequence number of the event, from 1 without gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "rule.created";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: RuleEventData;
}

/**
 * @example {
 *       "seq": 4,
 *       "type": "rule.ended",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5c1-2e3f-7a4b-8c5d-6e7f8a9b0c1d",
 *         "name": "first purchase",
 *         "coinValue": "10",
 *         "condition": "The user has paid for a first order",
 *         "maxNumberOfParticipant": "1000",
 *         "status": "active",
 *         "type": "single",
 *         "completionNumber": "1",
 *         "userLimitAward": "-1",
 *         "userLimitPeriod": "total",
 *         "userCoinLimit": "-1",
 *         "perUnit": false,
 *         "maxCoinsPerAward": "-1",
 *         "startsAt": null,
 *         "endsAt": null,
 *         "coinBudget": "5000",
 *         "budgetPeriod": "month",
 *         "timeZone": "Africa/Lagos",
 *         "shownToUsers": false,
 *         "rules": [],
 *         "participants": "12",
 *         "budgetUsed": "120",
 *         "budgetPeriodStart": "2026-02-28T23:00:00.000Z",
 *         "budgetPeriodEnd": "2026-03-31T23:00:00.000Z",
 *         "version": 1,
 *         "createdAt": "2026-03-01T09:30:00.000Z",
 *         "updatedAt": "2026-03-01T09:30:00.000Z"
 *       }
 *     }
 */
export interface RuleEndedEvent {
    /** @description The sequence number of the event, from 1 without gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "rule.ended";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: Rule;
}

export interface RuleEventData {
    id: string;
    name: string;
    /** @description Coins of one payment; with perUnit, of one unit. */
    coinValue: string;
    condition: string;
    maxNumberOfParticipant: string;
    status: RuleStatus;
    type: RuleType;
    completionNumber: string;
    /** @description -1 for no maximum. */
    userLimitAward: string;
    userLimitPeriod: Period;
    /** @description -1 for no maximum. */
    userCoinLimit: string;
    perUnit: boolean;
    /** @description -1 for no maximum. */
    maxCoinsPerAward: string;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    startsAt: string | null;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    endsAt: string | null;
    /** @description -1 for no maximum. */
    coinBudget: string;
    budgetPeriod: Period;
    timeZone: string;
    /** @description Whether users see the rule, and how far they are with it, with their own tokens. */
    shownToUsers: boolean;
    rules: SubRule[];
    /** @description Users with a paid award of this rule. */
    participants: string;
    /** @description Coins paid from the budget in the period from budgetPeriodStart until before budgetPeriodEnd; 0 once that has ended. */
    budgetUsed: string;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    budgetPeriodStart: string | null;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    budgetPeriodEnd: string | null;
    /** @description From 1; every change of the rule increases it. */
    version: number;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    updatedAt: string;
    actor: Actor;
}

/**
 * @example {
 *       "seq": 5,
 *       "type": "rule.exhausted",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5c1-2e3f-7a4b-8c5d-6e7f8a9b0c1d",
 *         "name": "first purchase",
 *         "coinValue": "10",
 *         "condition": "The user has paid for a first order",
 *         "maxNumberOfParticipant": "1000",
 *         "status": "active",
 *         "type": "single",
 *         "completionNumber": "1",
 *         "userLimitAward": "-1",
 *         "userLimitPeriod": "total",
 *         "userCoinLimit": "-1",
 *         "perUnit": false,
 *         "maxCoinsPerAward": "-1",
 *         "startsAt": null,
 *         "endsAt": null,
 *         "coinBudget": "5000",
 *         "budgetPeriod": "month",
 *         "timeZone": "Africa/Lagos",
 *         "shownToUsers": false,
 *         "rules": [],
 *         "participants": "12",
 *         "budgetUsed": "120",
 *         "budgetPeriodStart": "2026-02-28T23:00:00.000Z",
 *         "budgetPeriodEnd": "2026-03-31T23:00:00.000Z",
 *         "version": 1,
 *         "createdAt": "2026-03-01T09:30:00.000Z",
 *         "updatedAt": "2026-03-01T09:30:00.000Z"
 *       }
 *     }
 */
export interface RuleExhaustedEvent {
    /** @description The sequence number of the event, from 1 without gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "rule.exhausted";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: Rule;
}

/**
 * @example {
 *       "seq": 6,
 *       "type": "rule.full",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5c1-2e3f-7a4b-8c5d-6e7f8a9b0c1d",
 *         "name": "first purchase",
 *         "coinValue": "10",
 *         "condition": "The user has paid for a first order",
 *         "maxNumberOfParticipant": "1000",
 *         "status": "active",
 *         "type": "single",
 *         "completionNumber": "1",
 *         "userLimitAward": "-1",
 *         "userLimitPeriod": "total",
 *         "userCoinLimit": "-1",
 *         "perUnit": false,
 *         "maxCoinsPerAward": "-1",
 *         "startsAt": null,
 *         "endsAt": null,
 *         "coinBudget": "5000",
 *         "budgetPeriod": "month",
 *         "timeZone": "Africa/Lagos",
 *         "shownToUsers": false,
 *         "rules": [],
 *         "participants": "12",
 *         "budgetUsed": "120",
 *         "budgetPeriodStart": "2026-02-28T23:00:00.000Z",
 *         "budgetPeriodEnd": "2026-03-31T23:00:00.000Z",
 *         "version": 1,
 *         "createdAt": "2026-03-01T09:30:00.000Z",
 *         "updatedAt": "2026-03-01T09:30:00.000Z"
 *       }
 *     }
 */
export interface RuleFullEvent {
    /** @description The sequence number of the event, from 1 without gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "rule.full";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: Rule;
}

export interface RulePage {
    data: Rule[];
    count: number;
    currentpage: number;
    nextpage: number | null;
    prevpage: number | null;
    lastpage: number;
    /** @description Send it as `cursor` to get the next entries; null at the end. */
    next: string | null;
}

/**
 * @example {
 *       "seq": 3,
 *       "type": "rule.started",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5c1-2e3f-7a4b-8c5d-6e7f8a9b0c1d",
 *         "name": "first purchase",
 *         "coinValue": "10",
 *         "condition": "The user has paid for a first order",
 *         "maxNumberOfParticipant": "1000",
 *         "status": "active",
 *         "type": "single",
 *         "completionNumber": "1",
 *         "userLimitAward": "-1",
 *         "userLimitPeriod": "total",
 *         "userCoinLimit": "-1",
 *         "perUnit": false,
 *         "maxCoinsPerAward": "-1",
 *         "startsAt": null,
 *         "endsAt": null,
 *         "coinBudget": "5000",
 *         "budgetPeriod": "month",
 *         "timeZone": "Africa/Lagos",
 *         "shownToUsers": false,
 *         "rules": [],
 *         "participants": "12",
 *         "budgetUsed": "120",
 *         "budgetPeriodStart": "2026-02-28T23:00:00.000Z",
 *         "budgetPeriodEnd": "2026-03-31T23:00:00.000Z",
 *         "version": 1,
 *         "createdAt": "2026-03-01T09:30:00.000Z",
 *         "updatedAt": "2026-03-01T09:30:00.000Z"
 *       }
 *     }
 */
export interface RuleStartedEvent {
    /** @description The sequence number of the event, from 1 without gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "rule.started";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: Rule;
}

/** @enum {string} */
export type RuleStatus = "active" | "inactive"

export interface RuleSummary {
    id: string;
    name: string;
    coinValue: string;
    condition: string;
    maxNumberOfParticipant: string;
    status: RuleStatus;
}

/** @enum {string} */
export type RuleType = "single" | "batched" | "combined"

/**
 * @example {
 *       "seq": 2,
 *       "type": "rule.updated",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5c1-2e3f-7a4b-8c5d-6e7f8a9b0c1d",
 *         "name": "first purchase",
 *         "coinValue": "10",
 *         "condition": "The user has paid for a first order",
 *         "maxNumberOfParticipant": "1000",
 *         "status": "active",
 *         "type": "single",
 *         "completionNumber": "1",
 *         "userLimitAward": "-1",
 *         "userLimitPeriod": "total",
 *         "userCoinLimit": "-1",
 *         "perUnit": false,
 *         "maxCoinsPerAward": "-1",
 *         "startsAt": null,
 *         "endsAt": null,
 *         "coinBudget": "5000",
 *         "budgetPeriod": "month",
 *         "timeZone": "Africa/Lagos",
 *         "shownToUsers": false,
 *         "rules": [],
 *         "participants": "12",
 *         "budgetUsed": "120",
 *         "budgetPeriodStart": "2026-02-28T23:00:00.000Z",
 *         "budgetPeriodEnd": "2026-03-31T23:00:00.000Z",
 *         "version": 1,
 *         "createdAt": "2026-03-01T09:30:00.000Z",
 *         "updatedAt": "2026-03-01T09:30:00.000Z",
 *         "actor": {
 *           "kind": "client",
 *           "id": "0198c5a2-7f81-7c32-8d4e-7f6a5b4c3d2e",
 *           "name": "shop backend"
 *         }
 *       }
 *     }
 */
export interface RuleUpdatedEvent {
    /** @description The sequence number of the event, from 1 without gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "rule.updated";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: RuleEventData;
}

export interface RuleVersion {
    /** @description From 1; every change of the rule increases it. */
    version: number;
    /**
     * Format: date-time
     * @description When this version came into force.
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    actor: Actor;
    name: string;
    /** @description Coins of one payment; with perUnit, of one unit. */
    coinValue: string;
    condition: string;
    maxNumberOfParticipant: string;
    status: RuleStatus;
    type: RuleType;
    completionNumber: string;
    /** @description -1 for no maximum. */
    userLimitAward: string;
    userLimitPeriod: Period;
    /** @description -1 for no maximum. */
    userCoinLimit: string;
    perUnit: boolean;
    /** @description -1 for no maximum. */
    maxCoinsPerAward: string;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    startsAt: string | null;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    endsAt: string | null;
    /** @description -1 for no maximum. */
    coinBudget: string;
    budgetPeriod: Period;
    timeZone: string;
    /** @description Whether users see the rule, and how far they are with it, with their own tokens. */
    shownToUsers: boolean;
    rules: SubRule[];
}

export interface RuleVersionPage {
    data: RuleVersion[];
    /** @description Send it as `cursor` to get the next entries; null at the end. */
    next: string | null;
}

export interface Session {
    id: string;
    /** @description Whether it is the session of this request. */
    current: boolean;
    /** @description The address of the last sign-in, refresh or use. */
    address: string;
    agent: string | null;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    lastUsedAt: string;
}

export interface SessionPage {
    data: Session[];
    count: number;
    currentpage: number;
    nextpage: number | null;
    prevpage: number | null;
    lastpage: number;
    /** @description Send it as `cursor` to get the next entries; null at the end. */
    next: string | null;
}

export interface SetExternalIdRequest {
    /** @description Your own id of the user: 1 to 100 visible characters. Must have 1 to 100 visible characters. */
    externalId: string;
}

export interface SettlementEventData {
    id: string;
    userId: string;
    /** @description Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
    debitOrCredit: DebitOrCredit;
    coins: number;
    transactionType: TransactionType;
    narration: string;
    /** @description The award, refund or adjustment that it follows. */
    originalId: string;
    /** @description Of the wallet, after this and the settlement that may follow. */
    balance: string;
    points: string;
    actor: Actor;
    reference: string | null;
    metadata: {
        [key: string]: string;
    } | null;
}

/** @enum {string} */
export type Shortfall = "refuse" | "available" | "owe"

export interface SignInBrowserRequest {
    /**
     * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
     * @example acme-rewards
     */
    ecosystem: string;
    /**
     * Format: email
     * @description Must be an e-mail address of at most 254 characters.
     */
    email: string;
    /** @description Must have at most 200 characters. */
    password: string;
    /**
     * @description Must be the 6 digits of your app, or a recovery code.
     * @example 482913
     */
    code?: string;
}

export interface SignedIn {
    accessToken: string;
    /** @constant */
    tokenType: "Bearer";
    /** @description Seconds until the access token expires. */
    expiresIn: number;
    /** @description Works once. */
    refreshToken: string;
    partner: Partner;
}

export interface SignedInPerson {
    id: string;
    email: string;
    role: Role;
    hasSecondFactor: boolean;
}

export interface SubRule {
    name: string;
    condition: string;
    status: RuleStatus;
}

export interface Team {
    members: TeamMember[];
    /** @description Invitations that can still be accepted. */
    invitations: Invitation[];
}

export interface TeamMember {
    id: string;
    email: string;
    role: Role;
    /** @description Whether a login requires a second factor. */
    secondFactor: boolean;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
}

/** @enum {string} */
export type TokenKind = "client" | "team" | "user"

export interface Transaction {
    id: string;
    userId: string;
    /** @description Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
    debitOrCredit: DebitOrCredit;
    coins: number;
    claimed: boolean;
    transactionType: TransactionType;
    narration: string;
    from: Party;
    to: Party;
    plan: Empty;
    paidWithGiftCard: boolean;
    giftCardLedger: Empty;
    "the service": boolean;
    charge: number;
    /** @description Whether this is an award that was reversed, or a transfer that was refunded, to the last coin. */
    refunded: boolean;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    updatedAt: string;
    decision?: CoinCallDecision;
    wallet?: WalletAfter;
    /** @description Only in a dry run: the number of the last event that it saw. */
    asOf?: number;
}

export interface TransactionEventData {
    id: string;
    userId: string;
    /** @description Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
    debitOrCredit: DebitOrCredit;
    coins: number;
    claimed: boolean;
    transactionType: TransactionType;
    narration: string;
    from: Party;
    to: Party;
    plan: Empty;
    paidWithGiftCard: boolean;
    giftCardLedger: Empty;
    "the service": boolean;
    charge: number;
    /** @description Whether this is an award that was reversed, or a transfer that was refunded, to the last coin. */
    refunded: boolean;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    updatedAt: string;
    /** @description The transfer of a refund. */
    originalId: string | null;
    /** @description The return that a refund is part of. */
    returnId: string | null;
    /** @description Of the wallet, after this and the settlement that may follow. */
    balance: string;
    points: string;
    actor: Actor;
    reference: string | null;
    metadata: {
        [key: string]: string;
    } | null;
}

export interface TransactionPage {
    data: ListedTransaction[];
    currentpage: number;
    nextpage: number | null;
    prevpage: number | null;
    /** @description Send it as `before`, without `page`, to get older entries; null when there are none. */
    next: number | null;
}

/** @enum {string} */
export type TransactionType = "partner_user_award" | "user_partner_transfer" | "user_partner_reversal" | "partner_user_refund" | "partner_user_adjustment" | "user_partner_adjustment" | "user_partner_settlement" | "partner_user_opening"

/**
 * @example {
 *       "seq": 17,
 *       "type": "transfer.refused",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5e7-4a5b-7c6d-8e7f-8a9b0c1d2e3f",
 *         "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b",
 *         "debitOrCredit": "DE",
 *         "coins": 4,
 *         "claimed": true,
 *         "transactionType": "user_partner_transfer",
 *         "narration": "User to partner coin transfer",
 *         "from": {
 *           "id": "0198c5b0-1d2e-7f3a-8b4c-6e7f8a9b0c1d",
 *           "fullname_businessName": "Ada Lovelace",
 *           "email": "ada@mail.example",
 *           "tag": "ada",
 *           "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b"
 *         },
 *         "to": {
 *           "id": "0198c5a2-7f80-7b21-9c3d-6e5f4a3b2c1d",
 *           "fullname_businessName": "Acme",
 *           "email": "rewards@acme.example",
 *           "tag": null,
 *           "userId": "0198c5a2-7f7f-7a10-8b2c-5d4e3f2a1b0c"
 *         },
 *         "plan": {},
 *         "paidWithGiftCard": false,
 *         "giftCardLedger": {},
 *         "the service": false,
 *         "charge": 0,
 *         "refunded": false,
 *         "createdAt": "2026-03-01T09:30:00.000Z",
 *         "updatedAt": "2026-03-01T09:30:00.000Z",
 *         "originalId": null,
 *         "returnId": null,
 *         "balance": "12.5",
 *         "points": "16.5",
 *         "actor": {
 *           "kind": "client",
 *           "id": "0198c5a2-7f81-7c32-8d4e-7f6a5b4c3d2e",
 *           "name": "shop backend"
 *         },
 *         "reference": "order-1042",
 *         "metadata": null,
 *         "reason": "insufficient_coins"
 *       }
 *     }
 */
export interface TransferRefusedEvent {
    /** @description The sequence number of the event, from 1 without gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "transfer.refused";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: RefusedTransactionEventData;
}

export interface TryUserDetailsRequest {
    /** @description Must have 3 to 30 letters, digits, dots and underscores; stored in lower case. */
    tag: string;
}

export interface User {
    id: string;
    fullname: string;
    tag: string;
    email: string;
    phone: string;
    referralCode: string;
    countryCode: string;
    /** @enum {string} */
    type: "user";
    /** @enum {string} */
    status: "active";
    avatar: string | null;
    emailVerified: boolean | null;
    emailVerificationCode: null;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    emailCodeExpiresAt: string | null;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    emailVerifiedAt: string | null;
    /** @description The tag that was given as `referralCode`. */
    referred: string | null;
    interest: string | null;
    dateOfBirth: string | null;
    token: string | null;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    otpExpiresAt: string | null;
    fcmToken: string | null;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    lastRewardDate: string | null;
    faceIdKey: string | null;
    gender: string | null;
    isEnterpisePartnerUser: boolean | null;
    accountLinked: boolean | null;
    numberOfAccountLinked: number | null;
    accountLinkingData: null;
    transactionPinCreated: boolean;
    bankAccountCreated: boolean;
    accountDeleted: boolean;
    isVerifiedUser: boolean;
    isAdult: boolean;
    isFirstLogin: boolean;
    tourCompleted: boolean;
    fromLAAS: boolean;
    laasUserAccountFullyActivated: boolean;
    kyc: Empty;
    earnings: unknown[];
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    dateJoined: string;
}

/**
 * @example {
 *       "seq": 9,
 *       "type": "user.claimed",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5b0-1d2e-7f3a-8b4c-5d6e7f8a9b0c",
 *         "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b",
 *         "userData": {
 *           "tag": "ada",
 *           "fullname": "Ada Lovelace",
 *           "avatar": null
 *         },
 *         "createdAt": "2026-03-01T09:30:00.000Z",
 *         "updatedAt": "2026-03-01T09:30:00.000Z",
 *         "externalId": "customer-42"
 *       }
 *     }
 */
export interface UserClaimedEvent {
    /** @description The sequence number of the event, from 1 without gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "user.claimed";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: IdentifiedMembership;
}

/** @description What this partner's own record says about the user, or what the user consented to share. */
export interface UserData {
    tag: string;
    fullname: string | null;
    avatar: string | null;
}

export interface UserDetailsField {
    name: string;
    type: string;
    value?: string;
}

/** @enum {string} */
export type UserDetailsOutcome = "found" | "not_found" | "user_details_unreachable" | "user_details_invalid" | "user_details_mismatch"

export interface UserDetailsStatus {
    userDetailsUrl: string;
    breaker: Breaker;
    lastResult: LastUserDetailsResult | null;
}

export interface UserDetailsTry {
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    askedAt: string;
    /** @description Milliseconds until the response was read, or given up. */
    tookMs: number;
    /** @description found, not_found, or the code that onboarding refuses with. */
    outcome: UserDetailsOutcome;
    /** @description The HTTP status; null when no response was accepted. */
    status: number | null;
    /** @description The problem; null when there is none. */
    detail: string | null;
    /** @description Each field that is not as documented, without its value. */
    problems: FieldProblem[];
    /** @description The fields of the record, up to 100, with values only for tag, fullname and avatar. */
    fields: UserDetailsField[];
}

/**
 * @example {
 *       "seq": 10,
 *       "type": "user.erased",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5b0-1d2e-7f3a-8b4c-5d6e7f8a9b0c",
 *         "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b",
 *         "userData": null,
 *         "createdAt": "2026-03-01T09:30:00.000Z",
 *         "updatedAt": "2026-03-01T09:30:00.000Z"
 *       }
 *     }
 */
export interface UserErasedEvent {
    /** @description The sequence number of the event, from 1 without gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "user.erased";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: Membership;
}

/**
 * @example {
 *       "seq": 8,
 *       "type": "user.left",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5b0-1d2e-7f3a-8b4c-5d6e7f8a9b0c",
 *         "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b",
 *         "userData": {
 *           "tag": "ada",
 *           "fullname": "Ada Lovelace",
 *           "avatar": null
 *         },
 *         "createdAt": "2026-03-01T09:30:00.000Z",
 *         "updatedAt": "2026-03-01T09:30:00.000Z"
 *       }
 *     }
 */
export interface UserLeftEvent {
    /** @description The sequence number of the event, from 1 without gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "user.left";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: Membership;
}

/**
 * @example {
 *       "seq": 7,
 *       "type": "user.onboarded",
 *       "createdAt": "2026-03-01T09:30:00.000Z",
 *       "data": {
 *         "id": "0198c5b0-1d2e-7f3a-8b4c-5d6e7f8a9b0c",
 *         "userId": "0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b",
 *         "userData": {
 *           "tag": "ada",
 *           "fullname": "Ada Lovelace",
 *           "avatar": null
 *         },
 *         "createdAt": "2026-03-01T09:30:00.000Z",
 *         "updatedAt": "2026-03-01T09:30:00.000Z",
 *         "externalId": "customer-42"
 *       }
 *     }
 */
export interface UserOnboardedEvent {
    /** @description The sequence number of the event, from 1 without gaps. */
    seq: number;
    /**
     * @description discriminator enum property added by openapi-typescript
     * @enum {string}
     */
    type: "user.onboarded";
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    data: IdentifiedMembership;
}

export interface VerifyEmailRequest {
    /**
     * Format: email
     * @description Must be an e-mail address of at most 254 characters.
     */
    email: string;
    /** @description Must be the 6 digits of the mail. */
    code: string;
}

export interface VerifyEmailResult {
    email: string;
    emailVerified: boolean;
}

export interface VerifyPartnerEmailRequest {
    /**
     * Format: email
     * @description Must be an e-mail address of at most 254 characters.
     */
    email: string;
    /** @description Must be the 6 digits of the mail. */
    code: string;
}

export interface VerifyPartnerEmailResult {
    email: string;
    emailVerified: boolean;
}

export interface Wallet {
    id: string;
    /** @description The coins that the user holds with this partner. */
    coins: string;
    /** @description The coins that the user ever earned with this partner. */
    points: string;
    /** @description Coins of reversed awards that the wallet did not have. The next credits settle them. */
    owed: string;
}

/** @description After the decision. Only with `expand=wallet` or in a dry run. */
export interface WalletAfter {
    coins: string;
    points: string;
}

export interface Webhook {
    id: string;
    url: string;
    description: string;
    /** @description The delivered event types, null for all. */
    types: EventType[] | null;
    enabled: boolean;
    /** @description The number of the last event that was delivered or filtered out. */
    deliveredUpTo: number;
    /** @description Events since then. */
    waiting: number;
    /** @description Failed deliveries in a row. */
    failures: number;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    failingSince: string | null;
    /**
     * Format: date-time
     * @description When the next retry is due; null unless deliveries fail.
     */
    nextTryAt: string | null;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    switchedOffAt: string | null;
    switchedOffReason: string | null;
    /**
     * Format: date-time
     * @description Until when the replaced secret also signs.
     */
    previousSecretUntil: string | null;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    updatedAt: string;
}

export interface WebhookAttempt {
    id: string;
    kind: WebhookAttemptKind;
    /** @description The webhook-id of the message. */
    messageId: string;
    /** @description The number of the first event; null for a test. */
    firstSeq: number | null;
    lastSeq: number | null;
    events: number;
    delivered: boolean;
    /** @description The HTTP status of the response; null when there was none. */
    status: number | null;
    /** @description What went wrong; null when delivered. */
    error: string | null;
    tookMs: number;
    /** @description The first 1,000 bytes of the response. */
    answer: string;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
}

/** @enum {string} */
export type WebhookAttemptKind = "delivery" | "redelivery" | "test"

export interface WebhookAttemptPage {
    attempts: WebhookAttempt[];
    /** @description Send it as `before` to get older attempts; null when there are none. */
    next: string | null;
}

export interface WebhookChanges {
    /** @description Events are sent here by POST. Must resolve to a public address. */
    url?: string;
    /**
     * @description A note for your team.
     * @example Orders
     */
    description?: string;
    /** @description The event types to deliver, null for all. Must be null or a list of types, each once. */
    types?: EventType[] | null;
    /** @description Must be true or false. */
    enabled?: boolean;
    readonly id?: unknown;
    readonly deliveredUpTo?: unknown;
    readonly waiting?: unknown;
    readonly failures?: unknown;
    readonly failingSince?: unknown;
    readonly nextTryAt?: unknown;
    readonly switchedOffAt?: unknown;
    readonly switchedOffReason?: unknown;
    readonly previousSecretUntil?: unknown;
    readonly createdAt?: unknown;
    readonly updatedAt?: unknown;
}

export interface WebhookDiagnosis {
    verifies: boolean;
    /** @description Every cause found, with what to change. */
    findings: WebhookFinding[];
}

export interface WebhookFinding {
    cause: string;
    detail: string;
}

export interface WebhookList {
    webhooks: Webhook[];
}

export interface WebhookWithSecret {
    id: string;
    url: string;
    description: string;
    /** @description The delivered event types, null for all. */
    types: EventType[] | null;
    enabled: boolean;
    /** @description The number of the last event that was delivered or filtered out. */
    deliveredUpTo: number;
    /** @description Events since then. */
    waiting: number;
    /** @description Failed deliveries in a row. */
    failures: number;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    failingSince: string | null;
    /**
     * Format: date-time
     * @description When the next retry is due; null unless deliveries fail.
     */
    nextTryAt: string | null;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    switchedOffAt: string | null;
    switchedOffReason: string | null;
    /**
     * Format: date-time
     * @description Until when the replaced secret also signs.
     */
    previousSecretUntil: string | null;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    createdAt: string;
    /**
     * Format: date-time
     * @example 2026-03-01T09:30:00.000Z
     */
    updatedAt: string;
    /** @description Shown only in this response. */
    secret: string;
}
