// Generated from server/openapi.json by `npm run generate`.

import type * as schemas from './schemas.ts'

export interface components {
    schemas: {
        AuditEventPageResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.AuditEventPage;
        };
        AwardDecisionResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.AwardDecision;
        };
        AwardResponse: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            status: "success";
            message: string;
            data: schemas.Award;
        };
        BeginSecondFactorResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.BeginSecondFactorResult;
        };
        BrowserSessionResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.BrowserSession;
        };
        BulkAwardResultsResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.BulkAwardResults;
        };
        BulkMemberResultsResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.BulkMemberResults;
        };
        ChangeEmailResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.ChangeEmailResult;
        };
        ChangePasswordResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.ChangePasswordResult;
        };
        ClientSecretListResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.ClientSecretList;
        };
        ClientSecretResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.ClientSecret;
        };
        CoinBoardResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.CoinBoard;
        };
        ConfirmEmailResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.ConfirmEmailResult;
        };
        ConfirmSecondFactorResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.ConfirmSecondFactorResult;
        };
        CreatedClientSecretResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.CreatedClientSecret;
        };
        DecisionPageResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.DecisionPage;
        };
        EndAllSessionsResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.EndAllSessionsResult;
        };
        ErasureResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.Erasure;
        };
        EventPageResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.EventPage;
        };
        EventResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.Event;
        };
        ExpandedReversalResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.ExpandedReversal;
        };
        ForgotPasswordResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.ForgotPasswordResult;
        };
        IdentifiedMembershipResponse: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            status: "success";
            message: string;
            data: schemas.IdentifiedMembership;
        };
        ImportPageResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.ImportPage;
        };
        ImportRefusalPageResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.ImportRefusalPage;
        };
        ImportResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.Import;
        };
        InvitationResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.Invitation;
        };
        ListedTransactionResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.ListedTransaction;
        };
        MemberExportResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.MemberExport;
        };
        MemberPageResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.MemberPage;
        };
        MemberResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.Member;
        };
        MembershipResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.Membership;
        };
        OverviewResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.Overview;
        };
        OwnPartnerResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.OwnPartner;
        };
        OwnProgressPageResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.OwnProgressPage;
        };
        OwnTransactionPageResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.OwnTransactionPage;
        };
        OwnWalletResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.OwnWallet;
        };
        PartnerResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.Partner;
        };
        PointsBoardPageResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.PointsBoardPage;
        };
        ReadInvitationResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.ReadInvitationResult;
        };
        RemoveSecondFactorResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.RemoveSecondFactorResult;
        };
        ReplaceRecoveryCodesResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.ReplaceRecoveryCodesResult;
        };
        RequestPageResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.RequestPage;
        };
        ResendOtpResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.ResendOtpResult;
        };
        ResendPartnerCodeResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.ResendPartnerCodeResult;
        };
        ResetPasswordResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.ResetPasswordResult;
        };
        ReturnResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.Return;
        };
        RulePageResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.RulePage;
        };
        RuleResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.Rule;
        };
        RuleSummaryResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.RuleSummary;
        };
        RuleVersionPageResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.RuleVersionPage;
        };
        SessionPageResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.SessionPage;
        };
        SessionResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.Session;
        };
        SignedInResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.SignedIn;
        };
        TeamMemberResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.TeamMember;
        };
        TeamResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.Team;
        };
        TransactionPageResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.TransactionPage;
        };
        TransactionResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.Transaction;
        };
        UserDetailsStatusResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.UserDetailsStatus;
        };
        UserDetailsTryResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.UserDetailsTry;
        };
        UserResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.User;
        };
        VerifyEmailResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.VerifyEmailResult;
        };
        VerifyPartnerEmailResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.VerifyPartnerEmailResult;
        };
        WebhookAttemptPageResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.WebhookAttemptPage;
        };
        WebhookAttemptResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.WebhookAttempt;
        };
        WebhookDiagnosisResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.WebhookDiagnosis;
        };
        WebhookListResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.WebhookList;
        };
        WebhookResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.Webhook;
        };
        WebhookWithSecretResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: schemas.WebhookWithSecret;
        };
    };
    responses: never;
    parameters: {
        /** @description Returns events after this number. */
        After: number;
        /** @description The `next` of the previous response. Must be the `next` of an earlier response. */
        Cursor: string;
        /** @description With true, the response tells what the call would do now, and nothing is written: status 200, an empty `id`, the header `Laurel-Dry-Run: true`, and `decision`, `wallet` and `asOf` in `data`. Every role may do that. Without an Idempotency-Key. */
        DryRun: "true" | "false";
        /**
         * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
         * @example acme-rewards
         */
        Eco: string;
        /**
         * @description Adds to `data`, also of a refusal: `decision`, `wallet` or both, separated by a comma. A retry with an Idempotency-Key may ask for more than the first request. Must name decision, wallet or both, separated by a comma.
         * @example decision,wallet
         */
        Expand: string;
        /** @description Makes the request safe to retry; a key never expires. A retry gets the stored response with Idempotency-Replayed: true. Another request with the same key gets 409, and so does a retry of a request that returned a secret, which is shown only once. Must have 1 to 255 visible ASCII characters. */
        IdempotencyKey: string;
        /** @description The ETag of an earlier response; 304 while it is still the same. Must have at most 4096 characters. */
        IfNoneMatch: string;
        /** @description How many entries a page has, 1 to 100. */
        Limit: number;
        /** @description From 1. Pages beyond row 10,000 are refused; `cursor` goes on from there. */
        Page: number;
        /** @description Your own id of what this is about, such as an order. Several records may share it. */
        Reference: string;
        /** @description The user's id. Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
        UserId: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
    onboardPartner: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry; a key never expires. A retry gets the stored response with Idempotency-Replayed: true. Another request with the same key gets 409, and so does a retry of a request that returned a secret, which is shown only once. Must have 1 to 255 visible ASCII characters. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
                 * @example acme-rewards
                 */
                eco: components["parameters"]["Eco"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.NewPartner;
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerResponse"];
                };
            };
        };
    };
    loginPartner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
                 * @example acme-rewards
                 */
                eco: components["parameters"]["Eco"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.LoginPartnerRequest;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedInResponse"];
                };
            };
        };
    };
    refreshPartner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
                 * @example acme-rewards
                 */
                eco: components["parameters"]["Eco"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.RefreshPartnerRequest;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedInResponse"];
                };
            };
        };
    };
    readSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrowserSessionResponse"];
                };
            };
        };
    };
    signInBrowser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.SignInBrowserRequest;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrowserSessionResponse"];
                };
            };
        };
    };
    signOutBrowser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionResponse"];
                };
            };
        };
    };
    verifyPartnerEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
                 * @example acme-rewards
                 */
                eco: components["parameters"]["Eco"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.VerifyPartnerEmailRequest;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyPartnerEmailResponse"];
                };
            };
        };
    };
    resendPartnerCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
                 * @example acme-rewards
                 */
                eco: components["parameters"]["Eco"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.ResendPartnerCodeRequest;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResendPartnerCodeResponse"];
                };
            };
        };
    };
    forgotPassword: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
                 * @example acme-rewards
                 */
                eco: components["parameters"]["Eco"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.ForgotPasswordRequest;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForgotPasswordResponse"];
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
                 * @example acme-rewards
                 */
                eco: components["parameters"]["Eco"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.ResetPasswordRequest;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResetPasswordResponse"];
                };
            };
        };
    };
    confirmEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
                 * @example acme-rewards
                 */
                eco: components["parameters"]["Eco"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.ConfirmEmailRequest;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmEmailResponse"];
                };
            };
        };
    };
    readInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
                 * @example acme-rewards
                 */
                eco: components["parameters"]["Eco"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.ReadInvitationRequest;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadInvitationResponse"];
                };
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry; a key never expires. A retry gets the stored response with Idempotency-Replayed: true. Another request with the same key gets 409, and so does a retry of a request that returned a secret, which is shown only once. Must have 1 to 255 visible ASCII characters. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
                 * @example acme-rewards
                 */
                eco: components["parameters"]["Eco"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.AcceptInvitationRequest;
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMemberResponse"];
                };
            };
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry; a key never expires. A retry gets the stored response with Idempotency-Replayed: true. Another request with the same key gets 409, and so does a retry of a request that returned a secret, which is shown only once. Must have 1 to 255 visible ASCII characters. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.NewUser;
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
        };
    };
    verifyEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.VerifyEmailRequest;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyEmailResponse"];
                };
            };
        };
    };
    resendOtp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.ResendOtpRequest;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResendOtpResponse"];
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /** @description Only users with a word in their tag or name that starts with this, best match first; or the whole id of a user or membership, or your own externalId; or the whole e-mail address of a user, as your record or the user's consent gave it to you. At most 1000 are found. */
                search?: string;
                /** @description Only these users, in this order: 1 to 100 user ids separated by commas. Users who are not onboarded with you are left out. */
                ids?: string;
                /** @description Only the user with this id of your own. Must have 1 to 100 visible characters. */
                externalId?: string;
                /** @description Only users with this whole e-mail address, in capitals or not. Must be an e-mail address of at most 254 characters. */
                email?: string;
                /** @description From 1. Pages beyond row 10,000 are refused; `cursor` goes on from there. */
                page?: components["parameters"]["Page"];
                /** @description How many entries a page has, 1 to 100. */
                limit?: components["parameters"]["Limit"];
                /** @description The `next` of the previous response. Must be the `next` of an earlier response. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberPageResponse"];
                };
            };
        };
    };
    createMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry; a key never expires. A retry gets the stored response with Idempotency-Replayed: true. Another request with the same key gets 409, and so does a retry of a request that returned a secret, which is shown only once. Must have 1 to 255 visible ASCII characters. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.NewMember;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentifiedMembershipResponse"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentifiedMembershipResponse"];
                };
            };
        };
    };
    readMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's id. Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberResponse"];
                };
            };
        };
    };
    endMembership: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's id. Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MembershipResponse"];
                };
            };
        };
    };
    createMembers: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry; a key never expires. A retry gets the stored response with Idempotency-Replayed: true. Another request with the same key gets 409, and so does a retry of a request that returned a secret, which is shown only once. Must have 1 to 255 visible ASCII characters. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.NewMembers;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkMemberResultsResponse"];
                };
            };
        };
    };
    setExternalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's id. Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.SetExternalIdRequest;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentifiedMembershipResponse"];
                };
            };
        };
    };
    onboardUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry; a key never expires. A retry gets the stored response with Idempotency-Replayed: true. Another request with the same key gets 409, and so does a retry of a request that returned a secret, which is shown only once. Must have 1 to 255 visible ASCII characters. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.OnboardUserRequest;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MembershipResponse"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MembershipResponse"];
                };
            };
        };
    };
    exportMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's id. Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberExportResponse"];
                };
            };
        };
    };
    eraseMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry; a key never expires. A retry gets the stored response with Idempotency-Replayed: true. Another request with the same key gets 409, and so does a retry of a request that returned a secret, which is shown only once. Must have 1 to 255 visible ASCII characters. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The user's id. Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.NewErasure;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureResponse"];
                };
            };
        };
    };
    createRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry; a key never expires. A retry gets the stored response with Idempotency-Replayed: true. Another request with the same key gets 409, and so does a retry of a request that returned a secret, which is shown only once. Must have 1 to 255 visible ASCII characters. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.NewRule;
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleSummaryResponse"];
                };
            };
        };
    };
    listRules: {
        parameters: {
            query?: {
                /** @description Only rules with this text in their name or in the name of a sub-rule. */
                search?: string;
                /** @description Only rules of this status. */
                status?: schemas.RuleStatus;
                /** @description Only rules of this type. */
                type?: schemas.RuleType;
                /** @description Only rules with all their participants (full), or only rules that can pay further users (open). */
                participants?: schemas.ParticipantsFilter;
                /** @description From 1. Pages beyond row 10,000 are refused; `cursor` goes on from there. */
                page?: components["parameters"]["Page"];
                /** @description How many entries a page has, 1 to 100. */
                limit?: components["parameters"]["Limit"];
                /** @description The `next` of the previous response. Must be the `next` of an earlier response. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description The ETag of an earlier response; 304 while it is still the same. Must have at most 4096 characters. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RulePageResponse"];
                };
            };
        };
    };
    readRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response; 304 while it is still the same. Must have at most 4096 characters. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The rule's id. Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleResponse"];
                };
            };
        };
    };
    changeRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The rule's ETag, or its version in quotes; a change in between responds 412. */
                "if-match"?: string;
            };
            path: {
                /** @description The rule's id. Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.RuleChanges;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleResponse"];
                };
            };
        };
    };
    listRuleVersions: {
        parameters: {
            query?: {
                /** @description The `next` of the previous response. Must be the `next` of an earlier response. */
                cursor?: components["parameters"]["Cursor"];
                /** @description How many entries a page has, 1 to 100. */
                limit?: components["parameters"]["Limit"];
            };
            header?: {
                /** @description The ETag of an earlier response; 304 while it is still the same. Must have at most 4096 characters. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The rule's id. Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleVersionPageResponse"];
                };
            };
        };
    };
    awardRule: {
        parameters: {
            query?: {
                /**
                 * @description Adds to `data`, also of a refusal: `decision`, `wallet` or both, separated by a comma. A retry with an Idempotency-Key may ask for more than the first request. Must name decision, wallet or both, separated by a comma.
                 * @example decision,wallet
                 */
                expand?: components["parameters"]["Expand"];
                /** @description With true, the response tells what the call would do now, and nothing is written: status 200, an empty `id`, the header `Laurel-Dry-Run: true`, and `decision`, `wallet` and `asOf` in `data`. Every role may do that. Without an Idempotency-Key. */
                dryRun?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Makes the request safe to retry; a key never expires. A retry gets the stored response with Idempotency-Replayed: true. Another request with the same key gets 409, and so does a retry of a request that returned a secret, which is shown only once. Must have 1 to 255 visible ASCII characters. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.NewAward;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardResponse"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardResponse"];
                };
            };
        };
    };
    reverseAward: {
        parameters: {
            query?: {
                /**
                 * @description Adds to `data`, also of a refusal: `decision`, `wallet` or both, separated by a comma. A retry with an Idempotency-Key may ask for more than the first request. Must name decision, wallet or both, separated by a comma.
                 * @example decision,wallet
                 */
                expand?: components["parameters"]["Expand"];
                /** @description With true, the response tells what the call would do now, and nothing is written: status 200, an empty `id`, the header `Laurel-Dry-Run: true`, and `decision`, `wallet` and `asOf` in `data`. Every role may do that. Without an Idempotency-Key. */
                dryRun?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Makes the request safe to retry; a key never expires. A retry gets the stored response with Idempotency-Replayed: true. Another request with the same key gets 409, and so does a retry of a request that returned a secret, which is shown only once. Must have 1 to 255 visible ASCII characters. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.NewReversal;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExpandedReversalResponse"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExpandedReversalResponse"];
                };
            };
        };
    };
    awardRules: {
        parameters: {
            query?: {
                /**
                 * @description Adds to `data`, also of a refusal: `decision`, `wallet` or both, separated by a comma. A retry with an Idempotency-Key may ask for more than the first request. Must name decision, wallet or both, separated by a comma.
                 * @example decision,wallet
                 */
                expand?: components["parameters"]["Expand"];
                /** @description With true, the response tells what the call would do now, and nothing is written: status 200, an empty `id`, the header `Laurel-Dry-Run: true`, and `decision`, `wallet` and `asOf` in `data`. Every role may do that. Without an Idempotency-Key. */
                dryRun?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Makes the request safe to retry; a key never expires. A retry gets the stored response with Idempotency-Replayed: true. Another request with the same key gets 409, and so does a retry of a request that returned a secret, which is shown only once. Must have 1 to 255 visible ASCII characters. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.NewBulkAwards;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkAwardResultsResponse"];
                };
            };
        };
    };
    listDecisions: {
        parameters: {
            query?: {
                /** @description Only the decision with this id; without other filters. */
                id?: string;
                /** @description Decisions of this kind, awards by default. Settlements are no decisions. A return has no coins and no user: its refunds and reversals are listed too, with its id as `returnId`. */
                kind?: schemas.DecisionKindFilter;
                /** @description Only decisions on this user. */
                userId?: string;
                /** @description The same by your own id of the user. */
                externalId?: string;
                /** @description Only decisions on this rule or sub-rule; a combined rule includes its sub-rules. Reversals are of the rule of their award. */
                ruleName?: string;
                /** @description Only what this actor asked for: the id of a client secret or a team member. */
                actor?: string;
                /** @description Your own id of what this is about, such as an order. Several records may share it. */
                reference?: components["parameters"]["Reference"];
                /** @description Only decisions with this outcome. */
                outcome?: schemas.Outcome;
                /** @description Only decisions at or after this time. Must be a time such as 2026-03-01T09:30:00Z. */
                from?: string;
                /** @description Only decisions before this time. Must be a time such as 2026-03-01T09:30:00Z. */
                to?: string;
                /** @description The `next` of the previous response. */
                before?: number;
                /** @description The `next` of the previous response. */
                cursor?: number;
                /** @description Decisions per response, 1 to 100. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecisionPageResponse"];
                };
            };
        };
    };
    readAward: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardDecisionResponse"];
                };
            };
        };
    };
    transferCoins: {
        parameters: {
            query?: {
                /**
                 * @description Adds to `data`, also of a refusal: `decision`, `wallet` or both, separated by a comma. A retry with an Idempotency-Key may ask for more than the first request. Must name decision, wallet or both, separated by a comma.
                 * @example decision,wallet
                 */
                expand?: components["parameters"]["Expand"];
                /** @description With true, the response tells what the call would do now, and nothing is written: status 200, an empty `id`, the header `Laurel-Dry-Run: true`, and `decision`, `wallet` and `asOf` in `data`. Every role may do that. Without an Idempotency-Key. */
                dryRun?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Makes the request safe to retry; a key never expires. A retry gets the stored response with Idempotency-Replayed: true. Another request with the same key gets 409, and so does a retry of a request that returned a secret, which is shown only once. Must have 1 to 255 visible ASCII characters. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.NewTransfer;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionResponse"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionResponse"];
                };
            };
        };
    };
    refundCoins: {
        parameters: {
            query?: {
                /**
                 * @description Adds to `data`, also of a refusal: `decision`, `wallet` or both, separated by a comma. A retry with an Idempotency-Key may ask for more than the first request. Must name decision, wallet or both, separated by a comma.
                 * @example decision,wallet
                 */
                expand?: components["parameters"]["Expand"];
                /** @description With true, the response tells what the call would do now, and nothing is written: status 200, an empty `id`, the header `Laurel-Dry-Run: true`, and `decision`, `wallet` and `asOf` in `data`. Every role may do that. Without an Idempotency-Key. */
                dryRun?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Makes the request safe to retry; a key never expires. A retry gets the stored response with Idempotency-Replayed: true. Another request with the same key gets 409, and so does a retry of a request that returned a secret, which is shown only once. Must have 1 to 255 visible ASCII characters. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The transfer's id. Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.NewRefund;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionResponse"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionResponse"];
                };
            };
        };
    };
    returnOrder: {
        parameters: {
            query?: {
                /**
                 * @description Adds to `data`, also of a refusal: `decision`, `wallet` or both, separated by a comma. A retry with an Idempotency-Key may ask for more than the first request. Must name decision, wallet or both, separated by a comma.
                 * @example decision,wallet
                 */
                expand?: components["parameters"]["Expand"];
                /** @description With true, the response tells what the call would do now, and nothing is written: status 200, an empty `id`, the header `Laurel-Dry-Run: true`, and `decision`, `wallet` and `asOf` in `data`. Every role may do that. Without an Idempotency-Key. */
                dryRun?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Makes the request safe to retry; a key never expires. A retry gets the stored response with Idempotency-Replayed: true. Another request with the same key gets 409, and so does a retry of a request that returned a secret, which is shown only once. Must have 1 to 255 visible ASCII characters. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.NewReturn;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReturnResponse"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReturnResponse"];
                };
            };
        };
    };
    adjustCoins: {
        parameters: {
            query?: {
                /**
                 * @description Adds to `data`, also of a refusal: `decision`, `wallet` or both, separated by a comma. A retry with an Idempotency-Key may ask for more than the first request. Must name decision, wallet or both, separated by a comma.
                 * @example decision,wallet
                 */
                expand?: components["parameters"]["Expand"];
                /** @description With true, the response tells what the call would do now, and nothing is written: status 200, an empty `id`, the header `Laurel-Dry-Run: true`, and `decision`, `wallet` and `asOf` in `data`. Every role may do that. Without an Idempotency-Key. */
                dryRun?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description Makes the request safe to retry; a key never expires. A retry gets the stored response with Idempotency-Replayed: true. Another request with the same key gets 409, and so does a retry of a request that returned a secret, which is shown only once. Must have 1 to 255 visible ASCII characters. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.NewAdjustment;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionResponse"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionResponse"];
                };
            };
        };
    };
    listTransactions: {
        parameters: {
            query?: {
                /** @description Only transactions of this user. */
                userId?: string;
                /** @description Only transactions of this transactionType. */
                type?: schemas.TransactionType;
                /** @description Your own id of what this is about, such as an order. Several records may share it. */
                reference?: components["parameters"]["Reference"];
                /** @description Only transactions at or after this time. Must be a time such as 2026-03-01T09:30:00Z. */
                from?: string;
                /** @description Only transactions before this time. Must be a time such as 2026-03-01T09:30:00Z. */
                to?: string;
                /** @description The `next` of the previous response; pages are counted from there. */
                before?: number;
                /** @description From 1. Pages beyond row 10,000 are refused; `cursor` goes on from there. New entries shift the pages unless `before` is sent too. */
                page?: number;
                /** @description How many entries a page has, 1 to 100. */
                limit?: components["parameters"]["Limit"];
                /** @description The `next` of the previous response. */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionPageResponse"];
                };
            };
        };
    };
    readTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedTransactionResponse"];
                };
            };
        };
    };
    exportTransactions: {
        parameters: {
            query?: {
                /** @description Only transactions of this user. */
                userId?: string;
                /** @description Only transactions of this transactionType. */
                type?: schemas.TransactionType;
                /** @description Your own id of what this is about, such as an order. Several records may share it. */
                reference?: components["parameters"]["Reference"];
                /** @description Only transactions at or after this time. Must be a time such as 2026-03-01T09:30:00Z. */
                from?: string;
                /** @description Only transactions before this time. Must be a time such as 2026-03-01T09:30:00Z. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    pointsLeaderboard: {
        parameters: {
            query?: {
                /** @description From 1. */
                page?: number;
                /** @description How many entries a page has, 1 to 100. */
                take?: number;
                /** @description The same as take, in whose place it counts. */
                limit?: number;
                /** @description Whose board; the token's partner by default. */
                partnerId?: string;
                /** @description The user whose position to return. */
                userId?: string;
                /** @description Returns the user of userId with this many neighbours on each side, instead of a page. */
                around?: number;
            };
            header?: {
                /** @description The ETag of an earlier response; 304 while it is still the same. Must have at most 4096 characters. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PointsBoardPageResponse"];
                };
            };
        };
    };
    coinLeaderboard: {
        parameters: {
            query?: {
                /** @description From 1. */
                page?: number;
                /** @description How many entries a page has, 1 to 100. */
                limit?: components["parameters"]["Limit"];
                /** @description The same as limit, in whose place it counts. */
                take?: number;
                /** @description A number from 1 to 12 or an English name; of this year unless year is sent. Must be a number from 1 to 12 or an English month name. */
                month?: string;
                /** @description Without month: one list per month of the year. */
                year?: number;
                /** @description earner counts coins earned in the period, spender coins transferred to the partner. */
                type?: schemas.CoinBoardType;
                /** @description Whose board; the token's partner by default. */
                partnerId?: string;
                /** @description The user whose position to return. */
                userId?: string;
            };
            header?: {
                /** @description The ETag of an earlier response; 304 while it is still the same. Must have at most 4096 characters. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoinBoardResponse"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Returns events after this number. */
                after?: components["parameters"]["After"];
                /** @description Returns events before this number, newest first. Send a very large number for the latest events. */
                before?: number;
                /**
                 * @description Only events of these types, separated by commas: rule.created, rule.updated, rule.started, rule.ended, rule.exhausted, rule.full, user.onboarded, user.left, user.claimed, user.erased, award.counted, award.paid, award.refused, award.reversed, reversal.refused, coins.transferred, transfer.refused, coins.refunded, refund.refused, coins.adjusted, adjustment.refused, coins.settled, coins.opened, order.returned, return.refused.
                 * @example award.paid,award.reversed,coins.transferred
                 */
                types?: string;
                /** @description The `next` of the previous response. */
                cursor?: number;
                /** @description Events per response, 1 to 1000. */
                limit?: number;
            };
            header?: {
                /** @description The ETag of an earlier response; 304 while it is still the same. Must have at most 4096 characters. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPageResponse"];
                };
            };
        };
    };
    readEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response; 304 while it is still the same. Must have at most 4096 characters. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The number of the event. Must be a whole number from 1 to 9007199254740991. */
                seq: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventResponse"];
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description Returns events after this number. */
                after?: components["parameters"]["After"];
                /**
                 * @description Only events of these types, separated by commas: rule.created, rule.updated, rule.started, rule.ended, rule.exhausted, rule.full, user.onboarded, user.left, user.claimed, user.erased, award.counted, award.paid, award.refused, award.reversed, reversal.refused, coins.transferred, transfer.refused, coins.refunded, refund.refused, coins.adjusted, adjustment.refused, coins.settled, coins.opened, order.returned, return.refused.
                 * @example award.paid,award.reversed,coins.transferred
                 */
                types?: string;
            };
            header?: {
                /** @description The number of the last event received; overrides `after`. An `EventSource` sends it when it reconnects. Must be the number of an event. */
                "last-event-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    readMyWallet: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response; 304 while it is still the same. Must have at most 4096 characters. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnWalletResponse"];
                };
            };
        };
    };
    listMyTransactions: {
        parameters: {
            query?: {
                /** @description The `next` of the previous response. Must be the `next` of an earlier response. */
                cursor?: components["parameters"]["Cursor"];
                /** @description How many entries a page has, 1 to 100. */
                limit?: components["parameters"]["Limit"];
            };
            header?: {
                /** @description The ETag of an earlier response; 304 while it is still the same. Must have at most 4096 characters. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnTransactionPageResponse"];
                };
            };
        };
    };
    listMyProgress: {
        parameters: {
            query?: {
                /** @description The `next` of the previous response. Must be the `next` of an earlier response. */
                cursor?: components["parameters"]["Cursor"];
                /** @description How many entries a page has, 1 to 100. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnProgressPageResponse"];
                };
            };
        };
    };
    streamMyEvents: {
        parameters: {
            query?: {
                /** @description Returns events after this number. */
                after?: components["parameters"]["After"];
            };
            header?: {
                /** @description The number of the last event received; overrides `after`. An `EventSource` sends it when it reconnects. Must be the number of an event. */
                "last-event-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    readOverview: {
        parameters: {
            query?: {
                /** @description Length of the period in days, including today. */
                days?: 7 | 30 | 90;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OverviewResponse"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookListResponse"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry; a key never expires. A retry gets the stored response with Idempotency-Replayed: true. Another request with the same key gets 409, and so does a retry of a request that returned a secret, which is shown only once. Must have 1 to 255 visible ASCII characters. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.NewWebhook;
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecretResponse"];
                };
            };
        };
    };
    readWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's id. Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's id. Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's id. Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.WebhookChanges;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry; a key never expires. A retry gets the stored response with Idempotency-Replayed: true. Another request with the same key gets 409, and so does a retry of a request that returned a secret, which is shown only once. Must have 1 to 255 visible ASCII characters. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The webhook's id. Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecretResponse"];
                };
            };
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's id. Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.ReplayWebhookRequest;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
        };
    };
    listWebhookAttempts: {
        parameters: {
            query?: {
                /** @description The `next` of the previous response. Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
                before?: string;
                /** @description The `next` of the previous response. Must be the `next` of an earlier response. */
                cursor?: string;
                /** @description How many entries a page has, 1 to 100. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /** @description The webhook's id. Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAttemptPageResponse"];
                };
            };
        };
    };
    redeliverWebhookAttempt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's id. Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
                id: string;
                /** @description The attempt's id. Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
                attemptId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAttemptResponse"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's id. Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAttemptResponse"];
                };
            };
        };
    };
    diagnoseWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's id. Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.DiagnoseWebhookRequest;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDiagnosisResponse"];
                };
            };
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /** @description Only the request with this X-Request-Id. */
                requestId?: string;
                /** @description Only requests with this outcome; failed means a status from 400. */
                outcome?: schemas.RequestOutcome;
                /** @description The `next` of the previous response. Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
                before?: string;
                /** @description The `next` of the previous response. Must be the `next` of an earlier response. */
                cursor?: string;
                /** @description How many entries a page has, 1 to 100. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestPageResponse"];
                };
            };
        };
    };
    readOwnPartner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
                 * @example acme-rewards
                 */
                eco: components["parameters"]["Eco"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnPartnerResponse"];
                };
            };
        };
    };
    changeOwnPartner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
                 * @example acme-rewards
                 */
                eco: components["parameters"]["Eco"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.PartnerChanges;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnPartnerResponse"];
                };
            };
        };
    };
    readUserDetailsResult: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
                 * @example acme-rewards
                 */
                eco: components["parameters"]["Eco"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserDetailsStatusResponse"];
                };
            };
        };
    };
    tryUserDetails: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
                 * @example acme-rewards
                 */
                eco: components["parameters"]["Eco"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.TryUserDetailsRequest;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserDetailsTryResponse"];
                };
            };
        };
    };
    listSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
                 * @example acme-rewards
                 */
                eco: components["parameters"]["Eco"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientSecretListResponse"];
                };
            };
        };
    };
    createSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry; a key never expires. A retry gets the stored response with Idempotency-Replayed: true. Another request with the same key gets 409, and so does a retry of a request that returned a secret, which is shown only once. Must have 1 to 255 visible ASCII characters. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
                 * @example acme-rewards
                 */
                eco: components["parameters"]["Eco"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.NewClientSecret;
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedClientSecretResponse"];
                };
            };
        };
    };
    revokeSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
                 * @example acme-rewards
                 */
                eco: components["parameters"]["Eco"];
                /** @description The secret's id. Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientSecretResponse"];
                };
            };
        };
    };
    logoutPartner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
                 * @example acme-rewards
                 */
                eco: components["parameters"]["Eco"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionResponse"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description From 1. Pages beyond row 10,000 are refused; `cursor` goes on from there. */
                page?: components["parameters"]["Page"];
                /** @description How many entries a page has, 1 to 100. */
                limit?: components["parameters"]["Limit"];
                /** @description The `next` of the previous response. Must be the `next` of an earlier response. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
                 * @example acme-rewards
                 */
                eco: components["parameters"]["Eco"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionPageResponse"];
                };
            };
        };
    };
    endAllSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
                 * @example acme-rewards
                 */
                eco: components["parameters"]["Eco"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndAllSessionsResponse"];
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
                 * @example acme-rewards
                 */
                eco: components["parameters"]["Eco"];
                /** @description The session's id. Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionResponse"];
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
                 * @example acme-rewards
                 */
                eco: components["parameters"]["Eco"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.ChangePasswordRequest;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangePasswordResponse"];
                };
            };
        };
    };
    changeEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
                 * @example acme-rewards
                 */
                eco: components["parameters"]["Eco"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.ChangeEmailRequest;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeEmailResponse"];
                };
            };
        };
    };
    beginSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
                 * @example acme-rewards
                 */
                eco: components["parameters"]["Eco"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.BeginSecondFactorRequest;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BeginSecondFactorResponse"];
                };
            };
        };
    };
    removeSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
                 * @example acme-rewards
                 */
                eco: components["parameters"]["Eco"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.RemoveSecondFactorRequest;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveSecondFactorResponse"];
                };
            };
        };
    };
    confirmSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
                 * @example acme-rewards
                 */
                eco: components["parameters"]["Eco"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.ConfirmSecondFactorRequest;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmSecondFactorResponse"];
                };
            };
        };
    };
    replaceRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
                 * @example acme-rewards
                 */
                eco: components["parameters"]["Eco"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.ReplaceRecoveryCodesRequest;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplaceRecoveryCodesResponse"];
                };
            };
        };
    };
    listTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
                 * @example acme-rewards
                 */
                eco: components["parameters"]["Eco"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamResponse"];
                };
            };
        };
    };
    removeTeamMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
                 * @example acme-rewards
                 */
                eco: components["parameters"]["Eco"];
                /** @description The team member's id. Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMemberResponse"];
                };
            };
        };
    };
    changeRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
                 * @example acme-rewards
                 */
                eco: components["parameters"]["Eco"];
                /** @description The team member's id. Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.ChangeRoleRequest;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMemberResponse"];
                };
            };
        };
    };
    removeMembersSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
                 * @example acme-rewards
                 */
                eco: components["parameters"]["Eco"];
                /** @description The team member's id. Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMemberResponse"];
                };
            };
        };
    };
    inviteTeamMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry; a key never expires. A retry gets the stored response with Idempotency-Replayed: true. Another request with the same key gets 409, and so does a retry of a request that returned a secret, which is shown only once. Must have 1 to 255 visible ASCII characters. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
                 * @example acme-rewards
                 */
                eco: components["parameters"]["Eco"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.InviteTeamMemberRequest;
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationResponse"];
                };
            };
        };
    };
    withdrawInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
                 * @example acme-rewards
                 */
                eco: components["parameters"]["Eco"];
                /** @description The invitation's id. Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationResponse"];
                };
            };
        };
    };
    listAuditEvents: {
        parameters: {
            query?: {
                /** @description From 1. Pages beyond row 10,000 are refused; `cursor` goes on from there. */
                page?: components["parameters"]["Page"];
                /** @description How many entries a page has, 1 to 100. */
                limit?: components["parameters"]["Limit"];
                /** @description The `next` of the previous response. Must be the `next` of an earlier response. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The partner ecosystem. Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.
                 * @example acme-rewards
                 */
                eco: components["parameters"]["Eco"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEventPageResponse"];
                };
            };
        };
    };
    listImports: {
        parameters: {
            query?: {
                /** @description The `next` of the previous response. Must be the `next` of an earlier response. */
                cursor?: components["parameters"]["Cursor"];
                /** @description How many entries a page has, 1 to 100. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportPageResponse"];
                };
            };
        };
    };
    createImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry; a key never expires. A retry gets the stored response with Idempotency-Replayed: true. Another request with the same key gets 409, and so does a retry of a request that returned a secret, which is shown only once. Must have 1 to 255 visible ASCII characters. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-ndjson": schemas.ImportNdjson;
                "text/csv": schemas.ImportCsv;
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResponse"];
                };
            };
        };
    };
    readImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResponse"];
                };
            };
        };
    };
    listImportRefusals: {
        parameters: {
            query?: {
                /** @description The `next` of the previous response. Must be the `next` of an earlier response. */
                cursor?: components["parameters"]["Cursor"];
                /** @description How many entries a page has, 1 to 100. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /** @description Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportRefusalPageResponse"];
                };
            };
        };
    };
    exportImportRefusals: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    cancelImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResponse"];
                };
            };
        };
    };
}
