// Generated from server/openapi.json by `npm run generate`.

export interface paths {
    "/api/v1/{eco}/partners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Onboard a partner
         * @description Registers a partner and its application in an ecosystem, opens its ledger, and mails a code to the address. Sign in with the same email and password. In production, inviting, client secrets and webhooks need the code to be entered first (`verifyPartnerEmail`), and until then the address is not reserved.
         */
        post: operations["onboardPartner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/{eco}/partners/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in and get an access token
         * @description An account with a second factor also needs `code`: the code of its app, or a recovery code. Without it the response is 401 with the appErrorCode second_factor_required.
         */
        post: operations["loginPartner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/{eco}/partners/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a refresh token for new tokens
         * @description A refresh token works once. Using it twice ends its session.
         */
        post: operations["refreshPartner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read who is signed in
         * @description The token must be of a signed-in member of the partner's team.
         */
        get: operations["readSession"];
        put?: never;
        /**
         * Sign in with a browser
         * @description Starts a session in a cookie that scripts cannot read and that is sent only to this service. The session ends after 12 hours without use, and after 30 days in any case. Otherwise like `loginPartner`.
         */
        post: operations["signInBrowser"];
        /**
         * Sign out of a browser
         * @description Ends this session at once and clears its cookie.
         *
         *     The token must be of a signed-in member of the partner's team.
         */
        delete: operations["signOutBrowser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/{eco}/partners/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify a partner's e-mail address with its one-time code
         * @description Send it from the session that registered the partner, with its access token: when several partners were registered with one address, only the token tells which one is yours. Everything that the partner has set up stays. A code is valid for 10 minutes and 5 tries. Without the token of its session, an address has 5 tries an hour.
         *
         *     A token is optional; it must be of a signed-in member of the partner's team.
         */
        post: operations["verifyPartnerEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/{eco}/partners/resend-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the code for a partner's e-mail address again
         * @description Responds the same whether or not the address waits for a code. The earlier code is void. At most 5 codes an hour are sent again.
         *
         *     A token is optional; it must be of a signed-in member of the partner's team.
         */
        post: operations["resendPartnerCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/{eco}/partners/forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a new password
         * @description Mails a link and its token, which work once, within an hour. Until an address is verified, the mail has one for the first and one for the last registration of the address. Responds the same whether or not the account exists.
         */
        post: operations["forgotPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/{eco}/partners/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password by a mailed token
         * @description Ends all sessions of the account. Its second factor does not change, unless the address of the partner was never verified: then the second factor, all client secrets, webhooks, addresses and other members of the team are removed, because someone else may have registered the partner. Either way, the address is verified, unless another account has verified it before.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/{eco}/partners/me/email/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a change of e-mail address by a mailed token
         * @description Each of the two tokens works once and identifies the address that it confirms.
         */
        post: operations["confirmEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/{eco}/partners/invitations/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read an invitation by its mailed token
         * @description For a page that says to which team the token invites. The token stays valid.
         */
        post: operations["readInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/{eco}/partners/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join a team by a mailed token
         * @description Then sign in with the invited address and this password.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a user
         * @description Creates an account and mails it a one-time code. With a partner's access token, the user is also onboarded with that partner at once; such an account cannot be used until the owner of the mailbox has verified it and set a new password. While your own address is unverified, and beyond the operator's limit of mails an hour, the user is created and joined all the same, and the code is mailed once the owner of the mailbox asks for it (resendOtp, or the account pages). Of a partner's team, this is for the role owner, manager or support.
         *
         *     A token is optional; it must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `awards`.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify an e-mail address with its one-time code
         * @description A code is valid for 10 minutes and 5 tries. An address has 30 tries an hour. The code proves the mailbox and nothing else, and anyone can sign up with a foreign address: the password of an account, and what else the person who signed up has entered but for the tag, are removed, and the owner of the mailbox sets a password by a mailed link, as for an account made by a partner. A person who signs up on the account pages and enters the code there, in the same browser, keeps them.
         */
        post: operations["verifyEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/resend-otp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the one-time code again
         * @description Responds the same whether or not the address waits for a code. The earlier code is void. At most 5 codes an hour are sent again.
         */
        post: operations["resendOtp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your users with their wallets
         * @description The users who are onboarded with you, newest first.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `awards`.
         */
        get: operations["listMembers"];
        put?: never;
        /**
         * Onboard a customer without an account
         * @description Makes a member of your customer, known by your own id, with a random tag and no password. Responds with 200 and the same membership when the id is known; its details stay as they are, and a former member is back. A user who proves the e-mail address and consents to you later can claim the membership once; you see the event user.claimed. Public boards do not show the tag until then. Of a partner's team, this is for the role owner, manager or support.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `awards`.
         */
        post: operations["createMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one of your users with the wallet
         * @description The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `awards`.
         */
        get: operations["readMember"];
        put?: never;
        post?: never;
        /**
         * End a membership
         * @description Removes the user from every board and count; awards and transfers are refused as not found. Wallet, points, progress and limits are kept, and joining again restores them. Of a partner's team, this is for the role owner, manager or support.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `awards`.
         */
        delete: operations["endMembership"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/users/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Onboard many customers without accounts
         * @description Up to 1,000 customers, all in one step, in a body of at most 2 MB. Responds 200 with one result per customer, in order, each like the response to a single one; an invalid item fails alone. An Idempotency-Key in the header covers the whole call. Of a partner's team, this is for the role owner, manager or support.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `awards`.
         */
        post: operations["createMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/users/{userId}/external-id": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set your own id of a user
         * @description Replaces the id that the user has. An id belongs to one user, also after the user left; one that is taken is refused. Of a partner's team, this is for the role owner, manager or support.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `awards`.
         */
        put: operations["setExternalId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/users/onboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Onboard a user by tag
         * @description Fetches the record of this tag from your userDetailsUrl and joins that user to you; the account is created if needed. Responds with 200 and the same membership when the user has joined before. Your address must accept a connection within 2 s and respond within 5 s and 256 kB; it may redirect within its host. It responds with 404 for an unknown tag, or with 200 and one JSON object that has each of id, tag, fullname, avatar, email, phone, countryCode, gender, bvn, accountNumber, emailVerified, isAdult, dateOfBirth and kyc: id, tag and fullname are text, emailVerified and isAdult true, false or null, dateOfBirth a date or null, and the others text or null. kyc is null, {} or an object with each of id, bvn, streetAddress, city, state, postalCode, country, proofOfAddress, governmentId, userPhoto, verificationStatus, phone, bvnProvided, bvnValidated, addressProvided, addressValidated, idProvided, idValidated, isCompleted, phoneVerified, phoneCodeExpiresAt: those that say whether something is so are true, false or null, phoneCodeExpiresAt is a date or null, and the others are text or null. id is kept as externalId if it has 1 to 100 visible characters and no other user has it. emailVerified, bvn, accountNumber and kyc are checked for their form and not stored. After 5 failures or 20 responses without a usable record in a row it is not called for 30 s, and requests fail at once with user_details_unreachable and Retry-After. Our requests carry a signature in the header Laurel-Signature: a JWT (ES256, typ laurel-request+jwt) for your clientId with the address in its claim url, verified with the keys at /oauth/jwks. Refusals: user_details_unreachable, user_details_invalid, user_details_mismatch, user_details_conflict, consent_required. Of a partner's team, this is for the role owner, manager or support.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `awards`.
         */
        post: operations["onboardUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/users/{userId}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export everything that you hold about a user
         * @description The membership, wallet, progress, decisions, movements of coins and events of one user, also of one who left, as one JSON document of any size. After an error the connection closes before the end of the body, so a complete response is a complete document. One export of a partner runs at a time, and 5 wait; others get 429. Of a partner's team, this is for the role owner, manager or support.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `personal_data`.
         */
        get: operations["exportMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/users/{userId}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase what you hold about a user
         * @description Ends the membership and deletes the name, e-mail address, picture, tag and your own id of the user, and every narration and metadata. Amounts, limits, sums of boards and events stay, with the user's id and empty personal fields, and so do responses to retries. You see the event user.erased. What the user owes stays owed. The user's account, if there is one, is not touched. A user who comes back gets the same membership and limits, with new details. Of a partner's team, this is for the role owner or manager.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `personal_data`.
         */
        post: operations["eraseMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/rules/create-rule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a rule
         * @description A single rule pays on each award. A batched rule pays on every completionNumber-th. A combined rule pays when all its active sub-rules were awarded; then a new round begins. Of a partner's team, this is for the role owner or manager.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `rules`.
         */
        post: operations["createRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your rules
         * @description Newest first.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `rules`.
         */
        get: operations["listRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/rules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a rule
         * @description The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `rules`.
         */
        get: operations["readRule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a rule
         * @description Past awards do not change. A limit below what is already used only stops new payments. `rules` replaces the list of sub-rules; a sub-rule with awards can be made inactive but not left out. Of a partner's team, this is for the role owner or manager.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `rules`.
         */
        patch: operations["changeRule"];
        trace?: never;
    };
    "/api/v1/laas/rules/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a rule
         * @description Newest first: who changed the rule, when, and every field as the change left it. Each award names the version that decided it.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `rules`.
         */
        get: operations["listRuleVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/rules/award": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Award a rule to a user
         * @description Pays the rule's coins into the user's wallet, or counts a completion: then the call succeeds with `awarded` false. A refusal responds 400 with a stable code in `appErrorCode`: combined_by_sub_rule, rule_inactive, rule_not_started, rule_ended, amount_too_small, user_limit_reached, user_coins_reached, rule_full, sub_rule_repeated, budget_exhausted, balance_limit. Of a partner's team, this is for the role owner, manager or support.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `awards`.
         */
        post: operations["awardRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/rules/award/{id}/reverse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reverse an award
         * @description Takes the coins of an award, or a part of them, back from the wallet; `awarded` stays true until the last part. The scores on the boards fall by the whole amount, in the month of the award. The last part frees the participant slot (when the user has no other paid award of the rule) and takes back the count towards the user limit, unless something of the award was written off in any part. Budget and user limits get back what the wallet gave, as long as their period runs. The progress that a payment used is not restored; a counted completion that no payment used is taken back. Unknown fields are refused, because a misspelled field would be left out; so is a body that is not an object. Of a partner's team, this is for the role owner, manager or support.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `awards`.
         */
        post: operations["reverseAward"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/rules/award/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Award many at once
         * @description Up to 1,000 awards in a body of at most 2 MB. Responds 200 with one result per award, in order, each like the response to a single award; an invalid item fails alone. An Idempotency-Key in the header covers the whole call. In a dry run, each award is decided after those before it. Of a partner's team, this is for the role owner, manager or support.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `awards`.
         */
        post: operations["awardRules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List decisions
         * @description Every decided call with its outcome, its reason and what it left in the wallet, newest first: why a user got coins, or did not. Awards (paid, counted or refused) also have the counters at that time. Without `kind`, awards only.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `awards`.
         */
        get: operations["listDecisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/rules/award/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an award
         * @description The award as `listDecisions` shows it, whatever its outcome, except that `awarded` is false once its last part is reversed.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `awards`.
         */
        get: operations["readAward"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/coins/transfer-from-user-wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transfer coins from a user wallet to the partner
         * @description Takes back coins that you issued. Fails with insufficient_coins, without moving any, when the wallet holds fewer. Of a partner's team, this is for the role owner, manager or support.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `coins`.
         */
        post: operations["transferCoins"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/coins/transactions/{id}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund a transfer
         * @description Gives the coins of a transfer, or a part of them, back to the user, as often as something of it is left; also to a user who left. `refunded` of the transfer is true once all of it is back. The spender boards fall, in the month of the transfer. What the user owes is settled first. Unknown fields are refused, because a misspelled field would be left out; so is a body that is not an object. Of a partner's team, this is for the role owner, manager or support.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `coins`.
         */
        post: operations["refundCoins"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/returns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Return a share of an order
         * @description Refunds a share of every transfer with this reference, then reverses the same share of every paid award with it: all of it, or nothing. Each gives what the shares so far make of it, rounded down to hundredths, less what earlier returns gave, and at most what is left; so parts never add up to more than the whole. Once the shares add up to 1, everything left goes, and completions that no payment used are taken back. The response lists what was done; what would be 0 is left out. An order has at most 1000 awards and transfers. Unknown fields are refused, because a misspelled field would be left out; so is a body that is not an object. Of a partner's team, this is for the role owner, manager or support.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scopes `coins` and `awards`.
         */
        post: operations["returnOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/coins/adjust": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adjust a wallet by hand
         * @description Adds coins to the wallet of a user, or takes them, for goodwill or to correct a mistake; also of a user who left. No board and no points change. What the user owes is settled first. Of a partner's team, this is for the role owner or manager.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `adjust`.
         */
        post: operations["adjustCoins"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/coins/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List every movement of coins
         * @description Paid awards, transfers, reversals, refunds, adjustments, settlements and openings, newest first. An entry never changes, except that `refunded` becomes true once an award is reversed, or a transfer refunded, to the last coin. Read the whole list with `before` and `next`, which neither skip nor repeat an entry while new ones arrive; `page` is for browsing. There is no count, since counting would take longer than the list.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `coins`.
         */
        get: operations["listTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/coins/transactions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a movement of coins
         * @description The entry of `listTransactions` with this id.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `coins`.
         */
        get: operations["readTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/coins/transactions/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export every movement of coins as CSV
         * @description The entries of `listTransactions`, newest first, as one file of any size in UTF-8 with a header line. A cell that a spreadsheet would read as a formula begins with an apostrophe, and so does a part of it after a separator or line break. `X-Export-Span` has the times of the oldest and the newest entry (`<oldest>/<newest>`): compare the time of the last line with it to show progress. The header is absent when there are no entries. After an error the connection closes before the end of the body, so a complete response is a complete file. One export of a partner runs at a time, and 5 wait; others get 429.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `coins`.
         */
        get: operations["exportTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/leaderboard/new": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Points leaderboard
         * @description Coins ever earned from awards, less reversals. Every member is listed, starting with 0. Higher points come first; equal points share a position (1, 2, 2, 4) and are listed by who joined first. Needs no token if the partner has published its boards; then userData shows only the tag, and is null for users who are not adults or who hid their tag.
         *
         *     A token is optional; it must be of the partner (client credentials), a signed-in member of the partner's team or a user (authorization code), with the scope `boards`.
         */
        get: operations["pointsLeaderboard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/coins/partner/ep-leaderboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Partner coin leaderboard
         * @description With `month` (of `year`, by default this year) a page of that month; with neither a page of all time; with `year` alone the top of each month. Lists users with at least one movement of the type in the period. Months are in UTC.
         *
         *     A token is optional; it must be of the partner (client credentials), a signed-in member of the partner's team or a user (authorization code), with the scope `boards`.
         */
        get: operations["coinLeaderboard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Every event in order, numbered from 1 without gaps. `data` is the data of the response to the request that caused it; awards add `reason` and `counters`. Call again with `after` set to `next`; when `next` does not change, there are no more events yet.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `events`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/events/{seq}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an event
         * @description The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `events`.
         */
        get: operations["readEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow events live
         * @description Sends the events after `after`, then each new one, as server-sent events: `id` is the number, `event` the type, `data` the event as in `listEvents`. Reconnect with `Last-Event-ID` to continue without losing or repeating an event; an `EventSource` does this by itself. An idle stream sends an empty comment every 15 seconds. When the service ends the stream, the last event is `end`, with `reason` (token_ended, stopping, unavailable) and `message` in its data. A partner can have 100 open streams per process; a process that has as many streams as it can responds 503.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `events`.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/me/wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read your own wallet
         * @description The wallet of the token's user with the partner that the token was issued for. Browsers may read it from the origins of the application's return addresses.
         *
         *     The token must be of a user (authorization code), with the scope `wallet`.
         */
        get: operations["readMyWallet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/me/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your own transactions
         * @description Every movement of coins into and out of the wallet of the token's user, newest first.
         *
         *     The token must be of a user (authorization code), with the scope `wallet`.
         */
        get: operations["listMyTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/me/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rewards, and how far you are with each
         * @description The active rules that the partner shows to users (`shownToUsers`) and that have not ended, newest first.
         *
         *     The token must be of a user (authorization code), with the scope `wallet`.
         */
        get: operations["listMyProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/me/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow your own events live
         * @description Sends what was decided on the coins of the token's user after `after`, then each new decision, as server-sent events, like `streamEvents`. `data` has what concerns the user alone. Reconnect with `Last-Event-ID` to continue; the numbers are those of the partner, so they have gaps. The stream ends with its token; connect again with a new one. When the service ends the stream, the last event is `end`, with `reason` (token_ended, stopping, unavailable). A user can have 5 open streams, and the users of a partner 200, per process.
         *
         *     The token must be of a user (authorization code), with the scope `wallet`.
         */
        get: operations["streamMyEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the programme at a glance
         * @description Coins, awards and members by day and over the period, with the previous period to compare. Counted from the events in order: an award is included as soon as its response is sent.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `coins`.
         */
        get: operations["readOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your webhooks
         * @description Of a partner's team, this is for the role owner or manager.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `webhooks`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Delivers every new event of the given types, in order and at least once; with `after`, starts with the event after that number. Sends up to 500 events per POST as {type: "events", timestamp, data: {events: […]}}, signed as described by Standard Webhooks with the secret of this response, which is shown once. A status from 200 to 299 within 15 s confirms the delivery. Any other result is retried for three days, after delays that grow from a second to an hour; then the webhook is switched off and your owners get a mail. Up to 20 webhooks. Of a partner's team, this is for the role owner or manager.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `webhooks`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook
         * @description With the last delivered event and recent failures. Of a partner's team, this is for the role owner or manager.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `webhooks`.
         */
        get: operations["readWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Also deletes the list of its attempts. Of a partner's team, this is for the role owner or manager.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `webhooks`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description A disabled webhook gets no events and keeps its position; once enabled, deliveries continue from there. Enabling it or changing the address retries at once. Of a partner's team, this is for the role owner or manager.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `webhooks`.
         */
        patch: operations["changeWebhook"];
        trace?: never;
    };
    "/api/v1/laas/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a webhook
         * @description For 24 hours every delivery has two signatures, one with the new and one with the old secret, so that you can switch at any time in between. Of a partner's team, this is for the role owner or manager.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `webhooks`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay events
         * @description Moves the webhook back or ahead: the events after the given number are delivered next, in order. Of a partner's team, this is for the role owner or manager.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `webhooks`.
         */
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/webhooks/{id}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the attempts of a webhook
         * @description Every delivery, redelivery and test of the last 30 days with its result, newest first. Of a partner's team, this is for the role owner or manager.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `webhooks`.
         */
        get: operations["listWebhookAttempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/webhooks/{id}/attempts/{attemptId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver the events of an attempt
         * @description Sends the same message with the same webhook-id now. The sequence of deliveries does not change. A success response means that it was sent; the attempt in it has the result. At most 30 redeliveries and tests a minute. Of a partner's team, this is for the role owner or manager.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `webhooks`.
         */
        post: operations["redeliverWebhookAttempt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test
         * @description {type: "test", timestamp, data: {events: []}}, signed like a delivery and outside the sequence; also works while the webhook is disabled. A success response means that it was sent; the attempt in it has the result. At most 30 tests and redeliveries a minute. Of a partner's team, this is for the role owner or manager.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `webhooks`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/webhooks/{id}/diagnose": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find out why a signature does not verify
         * @description Compares a request that your server received with the message that was sent. Finds missing or misspelled headers, a wrong, old or re-encoded secret, a wrong clock, a re-serialized body, and parts of another message. Of a partner's team, this is for the role owner or manager.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `webhooks`.
         */
        post: operations["diagnoseWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List requests to the API
         * @description Requests with your tokens in the last 3 days, newest first; they appear about a second after the response. Bodies, queries and headers are not stored. Each process logs up to 20 requests a second that succeeded, 20 with a status of 400 to 499 and 20 with a status from 500; while many partners are busy, at least 2 that succeeded. `leftOut` counts the others. Successful reads by team members are not listed.
         *
         *     The token must be of a signed-in member of the partner's team.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/{eco}/partners/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read your own details
         * @description The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `settings`.
         */
        get: operations["readOwnPartner"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change your addresses, or publish your boards
         * @description Of a partner's team, this is for the role owner.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `settings`.
         */
        patch: operations["changeOwnPartner"];
        trace?: never;
    };
    "/api/v1/{eco}/partners/me/user-details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the last response of your userDetailsUrl
         * @description The token must be of a signed-in member of the partner's team.
         */
        get: operations["readUserDetailsResult"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/{eco}/partners/me/user-details/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test your userDetailsUrl now
         * @description Fetches the record of a tag and returns what came back, without joining a user; also while the breaker is open. Success means that the address was called, not that its response was right. At most 10 tries a minute. Of a partner's team, this is for the role owner or manager.
         *
         *     The token must be of a signed-in member of the partner's team.
         */
        post: operations["tryUserDetails"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/{eco}/partners/me/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your client secrets
         * @description The valid ones, without the secrets themselves. lastUsedAt is exact to a minute. Of a partner's team, this is for the role owner, manager or support.
         *
         *     The token must be of a signed-in member of the partner's team.
         */
        get: operations["listSecrets"];
        put?: never;
        /**
         * Create a client secret
         * @description Get tokens with it and your clientId at the token endpoint. It is shown once. Up to 10 can be valid at the same time, so that one can be replaced without downtime. Of a partner's team, this is for the role owner.
         *
         *     The token must be of a signed-in member of the partner's team.
         */
        post: operations["createSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/{eco}/partners/me/secrets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a client secret
         * @description The secret is refused at once, and its tokens within two seconds. Of a partner's team, this is for the role owner.
         *
         *     The token must be of a signed-in member of the partner's team.
         */
        delete: operations["revokeSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/{eco}/partners/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Ends this session, its refresh tokens and, within two seconds, its access tokens.
         *
         *     The token must be of a signed-in member of the partner's team.
         */
        post: operations["logoutPartner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/{eco}/partners/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your sessions
         * @description Your open sessions, the last used first.
         *
         *     The token must be of a signed-in member of the partner's team.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * Sign out everywhere
         * @description Ends all your sessions, this one included.
         *
         *     The token must be of a signed-in member of the partner's team.
         */
        delete: operations["endAllSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/{eco}/partners/me/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of your sessions
         * @description The token must be of a signed-in member of the partner's team.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/{eco}/partners/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your password
         * @description Ends all your other sessions. A browser session gets a new cookie.
         *
         *     The token must be of a signed-in member of the partner's team.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/{eco}/partners/me/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request another e-mail address
         * @description Mails a token to the current and one to the new address. The change takes effect once both are confirmed, within a day. Responds the same whether or not the new address is taken; only its mailbox learns it. A new request voids earlier tokens.
         *
         *     The token must be of a signed-in member of the partner's team.
         */
        post: operations["changeEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/{eco}/partners/me/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin with a second factor
         * @description Makes a secret for an authenticator app (TOTP); needs your password. Logins require it once it is confirmed with a code of the app.
         *
         *     The token must be of a signed-in member of the partner's team.
         */
        post: operations["beginSecondFactor"];
        /**
         * Remove your second factor
         * @description The token must be of a signed-in member of the partner's team.
         */
        delete: operations["removeSecondFactor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/{eco}/partners/me/second-factor/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate the second factor with a first code
         * @description From then on a login needs a code. Each recovery code replaces it once.
         *
         *     The token must be of a signed-in member of the partner's team.
         */
        post: operations["confirmSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/{eco}/partners/me/second-factor/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get new recovery codes
         * @description The earlier codes are void.
         *
         *     The token must be of a signed-in member of the partner's team.
         */
        post: operations["replaceRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/{eco}/partners/me/team": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your team
         * @description Members and open invitations, oldest first.
         *
         *     The token must be of a signed-in member of the partner's team.
         */
        get: operations["listTeam"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/{eco}/partners/me/team/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a team member
         * @description The member is signed out at once, the open invitations they sent are withdrawn, and the address is free for another team. Of a partner's team, this is for the role owner.
         *
         *     The token must be of a signed-in member of the partner's team.
         */
        delete: operations["removeTeamMember"];
        options?: never;
        head?: never;
        /**
         * Change a team member's role
         * @description The member is signed out at once and signs in with the new role. When an owner loses that role, the open invitations they sent are withdrawn. Of a partner's team, this is for the role owner.
         *
         *     The token must be of a signed-in member of the partner's team.
         */
        patch: operations["changeRole"];
        trace?: never;
    };
    "/api/v1/{eco}/partners/me/team/{id}/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a team member's second factor
         * @description For a member who lost the app and the recovery codes; not for your own account. The member is signed out at once. Of a partner's team, this is for the role owner.
         *
         *     The token must be of a signed-in member of the partner's team.
         */
        delete: operations["removeMembersSecondFactor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/{eco}/partners/me/team/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite someone to your team
         * @description Mails a link and its token, which work once, within 7 days. A new invitation of an address voids the earlier one. Responds the same when the address is in another team; only its mailbox learns it. Of a partner's team, this is for the role owner.
         *
         *     The token must be of a signed-in member of the partner's team.
         */
        post: operations["inviteTeamMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/{eco}/partners/me/team/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw an invitation
         * @description Of a partner's team, this is for the role owner.
         *
         *     The token must be of a signed-in member of the partner's team.
         */
        delete: operations["withdrawInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/{eco}/partners/me/audit-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the audit events of your team
         * @description Who did what to the accounts of your team, when and from where, newest first. Of a partner's team, this is for the role owner or manager.
         *
         *     The token must be of a signed-in member of the partner's team.
         */
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List imports
         * @description Newest first.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `awards`.
         */
        get: operations["listImports"];
        put?: never;
        /**
         * Import members with opening balances
         * @description Takes a file in UTF-8 of up to 100 MB and 1,000,000 lines, blank ones included, and responds once all of it has arrived; the lines are then worked off in order, each once. Each line makes a member without an account, as `createMember` does. `coins` and `points` open its wallet and its score of all time; they need the scope `adjust`, or the role owner or manager. A wrong line, and one whose `externalId` a member has already, is refused alone and listed in the report. With an Idempotency-Key, an upload that broke off is continued by sending the same file again. Without one, nothing of it stays. A partner has one unfinished import at a time; a new one takes the place of one that has not arrived. Of a partner's team, this is for the role owner, manager or support.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `awards`.
         */
        post: operations["createImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the progress of an import
         * @description The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `awards`.
         */
        get: operations["readImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/imports/{id}/refused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the refused lines of an import
         * @description In the order of the file. An import that runs adds to it.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `awards`.
         */
        get: operations["listImportRefusals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/imports/{id}/refused/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the refused lines of an import as CSV
         * @description One export of a partner runs at a time, and 5 wait; others get 429.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `awards`.
         */
        get: operations["exportImportRefusals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/laas/imports/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an import
         * @description The lines that are not worked off yet make no members. What was made stays. Of a partner's team, this is for the role owner, manager or support.
         *
         *     The token must be of the partner (client credentials) or a signed-in member of the partner's team, with the scope `awards`.
         */
        post: operations["cancelImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AcceptInvitationRequest: {
            /** @description As mailed. Must be the token of the mail. */
            token: string;
            /** @description Must have 8 to 200 characters, with one uppercase letter, one number and one special character. */
            password: string;
            /** @description The same password again. Must equal password. */
            confirmPassword: string;
        };
        /** @description Who did it. */
        Actor: {
            kind: components["schemas"]["ActorKind"];
            /** @description Of the client secret, team member or user; empty for the service. */
            id: string;
            /** @description The name at that time: of the secret, or the address of the team member. */
            name: string;
        };
        /** @enum {string} */
        ActorKind: "client" | "team" | "user" | "system";
        AdjustCoinsFailure: {
            /** @constant */
            status: "failed";
            message: components["schemas"]["FailureMessage"];
            data: components["schemas"]["AdjustCoinsFailureData"];
        };
        AdjustCoinsFailureData: {
            errorType: components["schemas"]["ErrorType"];
            /** @enum {string} */
            appErrorCode: "Bad request" | "" | "insufficient_coins" | "balance_limit";
            /** @description One sentence that says what to change. */
            error: string;
            /** @description The wrong fields, if the failure is about fields. */
            fields?: components["schemas"]["FieldProblem"][];
            decision?: components["schemas"]["CoinCallDecision"];
            wallet?: components["schemas"]["WalletAfter"];
            /** @description Only in a dry run: the number of the last event that it saw. */
            asOf?: number;
        };
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
        AdjustmentRefusedEvent: {
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
            data: components["schemas"]["RefusedTransactionEventData"];
        };
        /** @enum {string} */
        AuditAction: "partner_onboarded" | "partner_changed" | "partner_taken_over" | "signed_in" | "sign_in_failed" | "signed_out" | "refresh_token_reused" | "session_ended" | "sessions_ended" | "password_reset_asked" | "password_reset" | "password_changed" | "email_change_asked" | "email_confirmed" | "email_changed" | "second_factor_begun" | "second_factor_activated" | "second_factor_removed" | "recovery_codes_replaced" | "recovery_code_used" | "member_invited" | "invitation_withdrawn" | "member_joined" | "role_changed" | "member_removed" | "secret_created" | "secret_revoked" | "webhook_created" | "webhook_changed" | "webhook_deleted" | "webhook_secret_rotated" | "webhook_replayed" | "email_verified" | "consent_given" | "consent_refused" | "partner_unlinked" | "hidden_on_boards" | "shown_on_boards" | "account_deleted";
        AuditEvent: {
            id: string;
            /** @description What was done. */
            action: components["schemas"]["AuditAction"];
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
        };
        AuditEventPage: {
            data: components["schemas"]["AuditEvent"][];
            count: number;
            currentpage: number;
            nextpage: number | null;
            prevpage: number | null;
            lastpage: number;
            /** @description Send it as `cursor` to get the next entries; null at the end. */
            next: string | null;
        };
        AuditEventPageResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["AuditEventPage"];
        };
        Award: {
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
            decision?: components["schemas"]["AwardCallDecision"];
            wallet?: components["schemas"]["WalletAfter"];
            /** @description Only in a dry run: the number of the last event that it saw. */
            asOf?: number;
        };
        /** @description Only with `expand=decision` or in a dry run. */
        AwardCallDecision: {
            outcome: components["schemas"]["AwardOutcome"];
            reason: components["schemas"]["Reason"] | null;
            coins: string;
            counters: components["schemas"]["Counters"];
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
        };
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
        AwardCountedEvent: {
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
            data: components["schemas"]["AwardEventData"];
        };
        AwardDecision: {
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
            outcome: components["schemas"]["AwardOutcome"];
            /** @description Why the award was refused. */
            reason: components["schemas"]["AwardReason"] | null;
            /** @description The refusal as a sentence. */
            explanation: string | null;
            coins: string;
            /** @description Of the wallet, after this and the settlement that may follow. */
            balance: string;
            points: string;
            actor: components["schemas"]["Actor"];
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
            counters: components["schemas"]["Counters"];
            ruleVersion: number;
            units: string | null;
            /** @description Whether nothing of it is left. */
            reversed: boolean;
            /** @description What can still be taken back. */
            left: string;
        };
        AwardDecisionResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["AwardDecision"];
        };
        AwardEventData: {
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
            reason: components["schemas"]["AwardReason"] | null;
            /**
             * Format: date-time
             * @description When a later try could pay.
             * @example 2026-03-01T09:30:00.000Z
             */
            retryAt: string | null;
            counters: components["schemas"]["Counters"];
            coins: string;
            units: string | null;
            coinsPerUnit: string | null;
            ruleVersion: number;
            /** @description Of the wallet, after this and the settlement that may follow. */
            balance: string;
            points: string;
            actor: components["schemas"]["Actor"];
            reference: string | null;
            metadata: {
                [key: string]: string;
            } | null;
        };
        /** @enum {string} */
        AwardOutcome: "paid" | "counted" | "refused";
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
        AwardPaidEvent: {
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
            data: components["schemas"]["AwardEventData"];
        };
        /** @enum {string} */
        AwardReason: "combined_by_sub_rule" | "rule_inactive" | "rule_not_started" | "rule_ended" | "amount_too_small" | "user_limit_reached" | "user_coins_reached" | "rule_full" | "sub_rule_repeated" | "budget_exhausted" | "balance_limit";
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
        AwardRefusedEvent: {
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
            data: components["schemas"]["AwardEventData"];
        };
        AwardResponse: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            status: "success";
            message: string;
            data: components["schemas"]["Award"];
        };
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
        AwardReversedEvent: {
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
            data: components["schemas"]["ReversalEventData"];
        };
        AwardRuleFailure: {
            /** @constant */
            status: "failed";
            message: components["schemas"]["FailureMessage"];
            data: components["schemas"]["AwardRuleFailureData"];
        };
        AwardRuleFailureData: {
            errorType: components["schemas"]["ErrorType"];
            /** @enum {string} */
            appErrorCode: "Bad request" | "" | "combined_by_sub_rule" | "rule_inactive" | "rule_not_started" | "rule_ended" | "amount_too_small" | "user_limit_reached" | "user_coins_reached" | "rule_full" | "sub_rule_repeated" | "budget_exhausted" | "balance_limit";
            /** @description One sentence that says what to change. */
            error: string;
            /** @description The wrong fields, if the failure is about fields. */
            fields?: components["schemas"]["FieldProblem"][];
            decision?: components["schemas"]["AwardCallDecision"];
            wallet?: components["schemas"]["WalletAfter"];
            /** @description Only in a dry run: the number of the last event that it saw. */
            asOf?: number;
        };
        BeginSecondFactorFailure: {
            /** @constant */
            status: "failed";
            message: components["schemas"]["FailureMessage"];
            data: components["schemas"]["BeginSecondFactorFailureData"];
        };
        BeginSecondFactorFailureData: {
            errorType: components["schemas"]["ErrorType"];
            /** @enum {string} */
            appErrorCode: "Bad request" | "second_factor_active";
            /** @description One sentence that says what to change. */
            error: string;
            /** @description The wrong fields, if the failure is about fields. */
            fields?: components["schemas"]["FieldProblem"][];
        };
        BeginSecondFactorRequest: {
            /** @description Must have at most 200 characters. */
            password: string;
        };
        BeginSecondFactorResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["BeginSecondFactorResult"];
        };
        BeginSecondFactorResult: {
            /** @description To type into the app; shown only once. */
            secret: string;
            /** @description For a QR code that the app scans. */
            uri: string;
        };
        Breaker: {
            /** @description closed: the address is called. open: it failed too often and is not called until retryAt. half-open: the next onboarding retries it. */
            state: components["schemas"]["BreakerState"];
            /** @description Failures are: no connection, a timeout, or a status of 5xx or 429. */
            failuresInARow: number;
            /** @description Misses are all other responses without a usable record, such as 404 for an unknown tag. */
            missesInARow: number;
            /**
             * Format: date-time
             * @example 2026-03-01T09:30:00.000Z
             */
            retryAt: string | null;
        };
        /** @enum {string} */
        BreakerState: "closed" | "open" | "half-open";
        BrowserSession: {
            person: components["schemas"]["SignedInPerson"];
            partner: components["schemas"]["OwnPartner"];
            ecosystem: string;
            /** @description Send it in the header X-CSRF-Token with every request of this session except GET. */
            csrfToken: string;
            /**
             * Format: date-time
             * @description When the session ends unless it is used again.
             * @example 2026-03-01T09:30:00.000Z
             */
            expiresAt: string;
        };
        BrowserSessionResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["BrowserSession"];
        };
        BulkAwardResult: components["schemas"]["AwardResponse"] | components["schemas"]["Failure"];
        BulkAwardResults: {
            results: components["schemas"]["BulkAwardResult"][];
            /** @description Only in a dry run: the number of the last event that it saw. */
            asOf?: number;
        };
        BulkAwardResultsResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["BulkAwardResults"];
        };
        BulkMemberResult: components["schemas"]["IdentifiedMembershipResponse"] | components["schemas"]["Failure"];
        BulkMemberResults: {
            results: components["schemas"]["BulkMemberResult"][];
        };
        BulkMemberResultsResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["BulkMemberResults"];
        };
        CancelImportFailure: {
            /** @constant */
            status: "failed";
            message: components["schemas"]["FailureMessage"];
            data: components["schemas"]["CancelImportFailureData"];
        };
        CancelImportFailureData: {
            errorType: components["schemas"]["ErrorType"];
            /** @enum {string} */
            appErrorCode: "Bad request" | "import_finished";
            /** @description One sentence that says what to change. */
            error: string;
            /** @description The wrong fields, if the failure is about fields. */
            fields?: components["schemas"]["FieldProblem"][];
        };
        ChangeEmailRequest: {
            /**
             * Format: email
             * @description The new address. Must be an e-mail address of at most 254 characters.
             */
            email: string;
            /** @description Must have at most 200 characters. */
            password: string;
        };
        ChangeEmailResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["ChangeEmailResult"];
        };
        ChangeEmailResult: {
            email: string;
            /**
             * Format: date-time
             * @example 2026-03-01T09:30:00.000Z
             */
            expiresAt: string;
        };
        ChangePasswordRequest: {
            /** @description Must have at most 200 characters. */
            currentPassword: string;
            /** @description Must have 8 to 200 characters, with one uppercase letter, one number and one special character. */
            password: string;
            /** @description The same password again. Must equal password. */
            confirmPassword: string;
        };
        ChangePasswordResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["ChangePasswordResult"];
        };
        ChangePasswordResult: {
            /** @description How many other sessions ended. */
            sessionsEnded: number;
        };
        ChangeRoleFailure: {
            /** @constant */
            status: "failed";
            message: components["schemas"]["FailureMessage"];
            data: components["schemas"]["ChangeRoleFailureData"];
        };
        ChangeRoleFailureData: {
            errorType: components["schemas"]["ErrorType"];
            /** @enum {string} */
            appErrorCode: "Bad request" | "last_owner";
            /** @description One sentence that says what to change. */
            error: string;
            /** @description The wrong fields, if the failure is about fields. */
            fields?: components["schemas"]["FieldProblem"][];
        };
        ChangeRoleRequest: {
            role: components["schemas"]["Role"];
        };
        /** @enum {string} */
        ClientScope: "rules" | "awards" | "coins" | "events" | "boards" | "adjust" | "personal_data" | "webhooks" | "settings";
        ClientSecret: {
            id: string;
            name: string;
            scopes: components["schemas"]["ClientScope"][];
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
        };
        ClientSecretList: {
            secrets: components["schemas"]["ClientSecret"][];
        };
        ClientSecretListResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["ClientSecretList"];
        };
        ClientSecretResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["ClientSecret"];
        };
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
        CoinBoard: components["schemas"]["CoinBoardPage"] | components["schemas"]["CoinBoardYear"];
        CoinBoardEntry: {
            userId: string;
            coins: string;
        };
        /** Paged */
        CoinBoardPage: {
            userPosition: components["schemas"]["CoinBoardPosition"];
            data: components["schemas"]["CoinBoardEntry"][];
            count: string;
            currentpage: number;
            nextpage: number | null;
            prevpage: number | null;
            lastpage: number;
        };
        CoinBoardPosition: {
            userId: string;
            amount: string;
            position: number;
        };
        CoinBoardResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["CoinBoard"];
        };
        /** @enum {string} */
        CoinBoardType: "earner" | "spender";
        /** Yearly */
        CoinBoardYear: {
            year: string;
            leaderboards: {
                [key: string]: components["schemas"]["CoinBoardEntry"][];
            };
        };
        /** @description Only with `expand=decision` or in a dry run. */
        CoinCallDecision: {
            outcome: components["schemas"]["CoinCallOutcome"];
            reason: components["schemas"]["Reason"] | null;
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
        };
        /** @enum {string} */
        CoinCallOutcome: "moved" | "reversed" | "returned" | "refused";
        CoinDecision: {
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "transfer" | "reversal" | "refund" | "adjustment" | "opening";
            userId: string;
            partnerId: string;
            outcome: components["schemas"]["CoinOutcome"];
            /** @description Why it was refused. */
            reason: components["schemas"]["Reason"] | null;
            /** @description The refusal as a sentence. */
            explanation: string | null;
            coins: string;
            /** @description Of the wallet, after this and the settlement that may follow. */
            balance: string;
            points: string;
            actor: components["schemas"]["Actor"];
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
            debitOrCredit: components["schemas"]["DebitOrCredit"];
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
        };
        /** @enum {string} */
        CoinDecisionKind: "transfer" | "reversal" | "refund" | "adjustment" | "opening";
        /** @enum {string} */
        CoinOutcome: "moved" | "reversed" | "refused";
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
        CoinsAdjustedEvent: {
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
            data: components["schemas"]["TransactionEventData"];
        };
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
        CoinsOpenedEvent: {
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
            data: components["schemas"]["OpeningEventData"];
        };
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
        CoinsRefundedEvent: {
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
            data: components["schemas"]["TransactionEventData"];
        };
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
        CoinsSettledEvent: {
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
            data: components["schemas"]["SettlementEventData"];
        };
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
        CoinsTransferredEvent: {
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
            data: components["schemas"]["TransactionEventData"];
        };
        ConfirmEmailRequest: {
            /** @description As mailed. Must be the token of the mail. */
            token: string;
        };
        ConfirmEmailResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["ConfirmEmailResult"];
        };
        ConfirmEmailResult: {
            /** @description Which address was confirmed. */
            address: components["schemas"]["ConfirmedAddress"];
            /** @description Whether both addresses are confirmed and the change has taken effect. */
            changed: boolean;
        };
        ConfirmSecondFactorFailure: {
            /** @constant */
            status: "failed";
            message: components["schemas"]["FailureMessage"];
            data: components["schemas"]["ConfirmSecondFactorFailureData"];
        };
        ConfirmSecondFactorFailureData: {
            errorType: components["schemas"]["ErrorType"];
            /** @enum {string} */
            appErrorCode: "Bad request" | "second_factor_not_begun" | "second_factor_active";
            /** @description One sentence that says what to change. */
            error: string;
            /** @description The wrong fields, if the failure is about fields. */
            fields?: components["schemas"]["FieldProblem"][];
        };
        ConfirmSecondFactorRequest: {
            /**
             * @description Must be the 6 digits of your app, or a recovery code.
             * @example 482913
             */
            code: string;
        };
        ConfirmSecondFactorResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["ConfirmSecondFactorResult"];
        };
        ConfirmSecondFactorResult: {
            /** @description Each works once; shown only once. */
            recoveryCodes: string[];
        };
        /** @enum {string} */
        ConfirmedAddress: "current" | "new";
        /** @description Counters after the decision, with the limits at that time; -1 for no maximum. */
        Counters: {
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
        };
        CreateImportFailure: {
            /** @constant */
            status: "failed";
            message: components["schemas"]["FailureMessage"];
            data: components["schemas"]["CreateImportFailureData"];
        };
        CreateImportFailureData: {
            errorType: components["schemas"]["ErrorType"];
            /** @enum {string} */
            appErrorCode: "Bad request" | "import_in_progress" | "import_replaced";
            /** @description One sentence that says what to change. */
            error: string;
            /** @description The wrong fields, if the failure is about fields. */
            fields?: components["schemas"]["FieldProblem"][];
        };
        CreateMemberFailure: {
            /** @constant */
            status: "failed";
            message: components["schemas"]["FailureMessage"];
            data: components["schemas"]["CreateMemberFailureData"];
        };
        CreateMemberFailureData: {
            errorType: components["schemas"]["ErrorType"];
            /** @enum {string} */
            appErrorCode: "Bad request" | "consent_required";
            /** @description One sentence that says what to change. */
            error: string;
            /** @description The wrong fields, if the failure is about fields. */
            fields?: components["schemas"]["FieldProblem"][];
        };
        CreateSecretFailure: {
            /** @constant */
            status: "failed";
            message: components["schemas"]["FailureMessage"];
            data: components["schemas"]["CreateSecretFailureData"];
        };
        CreateSecretFailureData: {
            errorType: components["schemas"]["ErrorType"];
            /** @enum {string} */
            appErrorCode: "Bad request" | "too_many_secrets";
            /** @description One sentence that says what to change. */
            error: string;
            /** @description The wrong fields, if the failure is about fields. */
            fields?: components["schemas"]["FieldProblem"][];
        };
        CreateWebhookFailure: {
            /** @constant */
            status: "failed";
            message: components["schemas"]["FailureMessage"];
            data: components["schemas"]["CreateWebhookFailureData"];
        };
        CreateWebhookFailureData: {
            errorType: components["schemas"]["ErrorType"];
            /** @enum {string} */
            appErrorCode: "Bad request" | "too_many_webhooks";
            /** @description One sentence that says what to change. */
            error: string;
            /** @description The wrong fields, if the failure is about fields. */
            fields?: components["schemas"]["FieldProblem"][];
        };
        CreatedClientSecret: {
            id: string;
            name: string;
            scopes: components["schemas"]["ClientScope"][];
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
        };
        CreatedClientSecretResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["CreatedClientSecret"];
        };
        /** @enum {string} */
        DebitOrCredit: "CR" | "DE";
        Decision: components["schemas"]["AwardDecision"] | components["schemas"]["CoinDecision"] | components["schemas"]["ReturnDecision"];
        /** @enum {string} */
        DecisionKindFilter: "award" | "transfer" | "reversal" | "refund" | "adjustment" | "opening" | "return" | "all";
        DecisionPage: {
            decisions: components["schemas"]["Decision"][];
            /** @description Send it as `before` to get older decisions; null when there are none. Each request scans 10000 decisions, so `decisions` can have fewer than `limit`, or none, before the last page. */
            next: number | null;
        };
        DecisionPageResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["DecisionPage"];
        };
        DiagnoseWebhookRequest: {
            /** @description The raw body as text, exactly as received. Must be the raw body as text of at most 950000 characters, exactly as it was received. */
            body: string;
            /** @description The headers of the same request. Must be an object of at most 200 names of headers and their values. */
            headers: {
                [key: string]: string;
            };
            /** @description The secret that your server uses, for comparison; it is not stored. Must be the secret as text of at most 500 characters. */
            secret?: string;
        };
        Empty: Record<string, never>;
        EndAllSessionsResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["EndAllSessionsResult"];
        };
        EndAllSessionsResult: {
            sessionsEnded: number;
        };
        EraseMemberFailure: {
            /** @constant */
            status: "failed";
            message: components["schemas"]["FailureMessage"];
            data: components["schemas"]["EraseMemberFailureData"];
        };
        EraseMemberFailureData: {
            errorType: components["schemas"]["ErrorType"];
            /** @enum {string} */
            appErrorCode: "Bad request" | "coins_left";
            /** @description One sentence that says what to change. */
            error: string;
            /** @description The wrong fields, if the failure is about fields. */
            fields?: components["schemas"]["FieldProblem"][];
        };
        Erasure: {
            /** @description The membership's id, which stays. */
            id: string;
            /** @description The user's id, which stays. */
            userId: string;
            /** @description The coins that went back to you. */
            forfeited: string;
        };
        ErasureResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["Erasure"];
        };
        /**
         * @description What a program can tell failures apart by.
         * @enum {string}
         */
        ErrorCode: "Bad request" | "" | "Method not allowed" | "Unauthorized" | "Forbidden" | "Idempotency conflict" | "version_conflict" | "Rate limited" | "Unavailable" | "Internal" | "registration_closed" | "second_factor_required" | "consent_required" | "user_details_unreachable" | "user_details_invalid" | "user_details_mismatch" | "user_details_conflict" | "coins_left" | "combined_by_sub_rule" | "rule_inactive" | "rule_not_started" | "rule_ended" | "amount_too_small" | "user_limit_reached" | "user_coins_reached" | "rule_full" | "sub_rule_repeated" | "budget_exhausted" | "balance_limit" | "not_paid" | "already_reversed" | "completion_used" | "reversal_exceeds" | "insufficient_coins" | "not_refundable" | "already_refunded" | "refund_exceeds" | "return_exceeds" | "too_many_webhooks" | "not_redeliverable" | "too_many_secrets" | "second_factor_active" | "second_factor_inactive" | "second_factor_not_begun" | "last_owner" | "own_second_factor" | "import_in_progress" | "import_replaced" | "import_finished" | "session_ended" | "csrf_token_invalid";
        /** @enum {string} */
        ErrorType: "invalid" | "not found" | "unauthorized" | "forbidden" | "conflict" | "too many requests" | "unavailable" | "internal";
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
        Event: components["schemas"]["RuleCreatedEvent"] | components["schemas"]["RuleUpdatedEvent"] | components["schemas"]["RuleStartedEvent"] | components["schemas"]["RuleEndedEvent"] | components["schemas"]["RuleExhaustedEvent"] | components["schemas"]["RuleFullEvent"] | components["schemas"]["UserOnboardedEvent"] | components["schemas"]["UserLeftEvent"] | components["schemas"]["UserClaimedEvent"] | components["schemas"]["UserErasedEvent"] | components["schemas"]["AwardCountedEvent"] | components["schemas"]["AwardPaidEvent"] | components["schemas"]["AwardRefusedEvent"] | components["schemas"]["AwardReversedEvent"] | components["schemas"]["ReversalRefusedEvent"] | components["schemas"]["CoinsTransferredEvent"] | components["schemas"]["TransferRefusedEvent"] | components["schemas"]["CoinsRefundedEvent"] | components["schemas"]["RefundRefusedEvent"] | components["schemas"]["CoinsAdjustedEvent"] | components["schemas"]["AdjustmentRefusedEvent"] | components["schemas"]["CoinsSettledEvent"] | components["schemas"]["CoinsOpenedEvent"] | components["schemas"]["OrderReturnedEvent"] | components["schemas"]["ReturnRefusedEvent"];
        EventPage: {
            events: components["schemas"]["Event"][];
            /** @description Send it as `after` to continue. All events up to this number were scanned, so it can advance without any event that passes `types`. After a call with `before`, send it as `before`: all events from this number on were scanned; at 1 there are no more. */
            next: number;
        };
        EventPageResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["EventPage"];
        };
        EventResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["Event"];
        };
        /** @enum {string} */
        EventType: "rule.created" | "rule.updated" | "rule.started" | "rule.ended" | "rule.exhausted" | "rule.full" | "user.onboarded" | "user.left" | "user.claimed" | "user.erased" | "award.counted" | "award.paid" | "award.refused" | "award.reversed" | "reversal.refused" | "coins.transferred" | "transfer.refused" | "coins.refunded" | "refund.refused" | "coins.adjusted" | "adjustment.refused" | "coins.settled" | "coins.opened" | "order.returned" | "return.refused";
        ExpandedReversal: {
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
            decision?: components["schemas"]["CoinCallDecision"];
            wallet?: components["schemas"]["WalletAfter"];
            /** @description Only in a dry run: the number of the last event that it saw. */
            asOf?: number;
        };
        ExpandedReversalResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["ExpandedReversal"];
        };
        ExportedMembership: {
            /** @description The membership's id. */
            id: string;
            /** @description The user's id, which awards and transfers take. */
            userId: string;
            userData: components["schemas"]["UserData"] | null;
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
            leftBy: components["schemas"]["LeftBy"] | null;
        };
        ExportedProgress: {
            ruleId: string;
            ruleName: string;
            /** @description Completions since the last payment. */
            progress: number;
            subRulesDone: string[];
            /** @description Paid awards that were not reversed. */
            userAwards: number;
            /** @description Coins paid, less those given back. */
            coins: string;
        };
        Failure: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            status: "failed";
            message: components["schemas"]["FailureMessage"];
            data: components["schemas"]["FailureData"];
        };
        FailureData: {
            errorType: components["schemas"]["ErrorType"];
            appErrorCode: components["schemas"]["ErrorCode"];
            /** @description One sentence that says what to change. */
            error: string;
            /** @description The wrong fields, if the failure is about fields. */
            fields?: components["schemas"]["FieldProblem"][];
        };
        /** @enum {string} */
        FailureMessage: "Invalid data" | "Request refused" | "Data not found" | "Method not allowed" | "Not authorized" | "Not allowed" | "Conflict" | "Too many requests" | "Service unavailable" | "Internal error";
        FieldProblem: {
            /** @description The name as sent, such as `rules[0].name`. */
            field: string;
            /** @description Completes a sentence that begins with the name. */
            problem: string;
        };
        ForgotPasswordRequest: {
            /**
             * Format: email
             * @description Must be an e-mail address of at most 254 characters.
             */
            email: string;
        };
        ForgotPasswordResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["ForgotPasswordResult"];
        };
        ForgotPasswordResult: {
            email: string;
        };
        IdentifiedMembership: {
            /** @description The membership's id. */
            id: string;
            /** @description The user's id, which awards and transfers take. */
            userId: string;
            userData: components["schemas"]["UserData"] | null;
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
        };
        IdentifiedMembershipResponse: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            status: "success";
            message: string;
            data: components["schemas"]["IdentifiedMembership"];
        };
        Import: {
            id: string;
            /** @description `receiving` until all lines have arrived, then `running` until they are worked off. What a cancelled import made stays. */
            status: components["schemas"]["ImportStatus"];
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
            actor: components["schemas"]["Actor"];
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
        };
        /** @description A header line with the names of the fields, then a line for each member. `externalId` is required; `fullname`, `email`, `coins`, `points` and `reference` are optional. Another name is refused. */
        ImportCsv: string;
        /** @description A JSON object on each line. `externalId` is required; `fullname`, `email`, `coins`, `points` and `reference` are optional. Another name is refused. */
        ImportNdjson: string;
        ImportPage: {
            data: components["schemas"]["Import"][];
            /** @description Send it as `cursor` to get the next entries; null at the end. */
            next: string | null;
        };
        ImportPageResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["ImportPage"];
        };
        ImportRefusal: {
            /** @description The number of the line in the file, from 1. */
            line: number;
            /** @description Of the line, if it has one. */
            externalId: string | null;
            reason: components["schemas"]["ImportRefusalReason"];
            /** @description What is wrong, as a sentence. */
            problem: string;
        };
        ImportRefusalPage: {
            data: components["schemas"]["ImportRefusal"][];
            /** @description Send it as `cursor` to get the next entries; null at the end. */
            next: string | null;
        };
        ImportRefusalPageResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["ImportRefusalPage"];
        };
        /** @enum {string} */
        ImportRefusalReason: "invalid" | "already_member";
        ImportResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["Import"];
        };
        /** @enum {string} */
        ImportStatus: "receiving" | "running" | "finished" | "cancelled";
        Invitation: {
            id: string;
            email: string;
            role: components["schemas"]["Role"];
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
        };
        InvitationResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["Invitation"];
        };
        InviteTeamMemberRequest: {
            /**
             * Format: email
             * @description Must be an e-mail address of at most 254 characters.
             */
            email: string;
            role: components["schemas"]["Role"];
        };
        LastUserDetailsResult: {
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
            outcome: components["schemas"]["UserDetailsOutcome"];
            /** @description The HTTP status; null when no response was accepted. */
            status: number | null;
            /** @description The problem; null when there is none. */
            detail: string | null;
            /** @description Each field that is not as documented, without its value. */
            problems: components["schemas"]["FieldProblem"][];
        };
        /** @enum {string} */
        LeftBy: "partner" | "user";
        ListedTransaction: {
            id: string;
            userId: string;
            /** @description Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
            debitOrCredit: components["schemas"]["DebitOrCredit"];
            coins: number;
            claimed: boolean;
            transactionType: components["schemas"]["TransactionType"];
            narration: string;
            from: components["schemas"]["Party"];
            to: components["schemas"]["Party"];
            plan: components["schemas"]["Empty"];
            paidWithGiftCard: boolean;
            giftCardLedger: components["schemas"]["Empty"];
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
            actor: components["schemas"]["Actor"];
        };
        ListedTransactionResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["ListedTransaction"];
        };
        LoggedRequest: {
            /** @description The X-Request-Id of the response. */
            id: string;
            method: string;
            /** @description Without the query. */
            path: string;
            /** @description The operationId of this reference; null if there is no such route. */
            operation: string | null;
            status: number;
            durationMs: number;
            errorType: components["schemas"]["ErrorType"] | null;
            appErrorCode: string | null;
            error: string | null;
            /** @description The kind of token. */
            caller: components["schemas"]["TokenKind"];
            /** @description The e-mail address of the team member who called. */
            by: string | null;
            /** @description The IP address of the caller; null for a user. */
            address: string | null;
            /**
             * Format: date-time
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
        };
        LoginPartnerRequest: {
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
        };
        Member: {
            /** @description The membership's id. */
            id: string;
            /** @description The user's id, which awards and transfers take. */
            userId: string;
            userData: components["schemas"]["UserData"] | null;
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
            wallet: components["schemas"]["Wallet"];
        };
        MemberExport: {
            membership: components["schemas"]["ExportedMembership"];
            wallet: components["schemas"]["Wallet"];
            progress: components["schemas"]["ExportedProgress"][];
            /** @description Awards, reversals and all others, newest first. */
            decisions: components["schemas"]["Decision"][];
            /** @description Movements of coins, newest first. */
            transactions: components["schemas"]["ListedTransaction"][];
            /** @description In order. */
            events: components["schemas"]["Event"][];
        };
        MemberExportResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["MemberExport"];
        };
        MemberPage: {
            data: components["schemas"]["Member"][];
            count: number;
            currentpage: number;
            nextpage: number | null;
            prevpage: number | null;
            lastpage: number;
            /** @description Send it as `cursor` to get the next entries; null at the end. */
            next: string | null;
        };
        MemberPageResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["MemberPage"];
        };
        MemberResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["Member"];
        };
        Membership: {
            /** @description The membership's id. */
            id: string;
            /** @description The user's id, which awards and transfers take. */
            userId: string;
            userData: components["schemas"]["UserData"] | null;
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
        };
        MembershipResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["Membership"];
        };
        NewAdjustment: {
            /** @description Id of an onboarded user. Required without externalId. */
            userId?: string;
            /** @description Your own id of an onboarded user, in place of userId. */
            externalId?: string;
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
        };
        NewAward: {
            /** @description Id of an onboarded user. Required without externalId. */
            userId?: string;
            /** @description Your own id of an onboarded user, in place of userId. */
            externalId?: string;
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
        };
        /** An award */
        NewBulkAward: {
            /** @description Id of an onboarded user. Required without externalId. */
            userId?: string;
            /** @description Your own id of an onboarded user, in place of userId. */
            externalId?: string;
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
        };
        NewBulkAwards: {
            /** @description Must be a list of 1 to 1000 awards. */
            awards: components["schemas"]["NewBulkAward"][];
        };
        NewClientSecret: {
            /** @description Its use, such as the name of a server. */
            name: string;
            /** @description What its tokens may do; rules, awards, coins, events, boards by default. Only a secret that names them can adjust wallets (adjust), export and erase what you hold about a user (personal_data), manage webhooks (webhooks), or change your addresses and publish your boards (settings). The last two give more than their names say: webhooks sends every event, with the names and e-mail addresses of your users, to any address that the holder chooses; settings decides to which addresses users return with their authorization codes, from where user details are fetched, and whether everyone sees your boards. Must be a list of rules, awards, coins, events, boards, adjust, personal_data, webhooks, settings, each at most once. */
            scopes?: components["schemas"]["ClientScope"][];
            /**
             * Format: date-time
             * @description From then on, the secret and its tokens are refused. Never by default. Must be a time such as 2026-03-01T09:30:00Z.
             */
            expiresAt?: string;
        };
        NewErasure: {
            /**
             * @description Whether coins that are left go back to you, which needs the scope `adjust`. Otherwise they are a reason to refuse.
             * @default false
             */
            forfeit: boolean;
        };
        /** A customer */
        NewMember: {
            /** @description Your own id of the user: 1 to 100 visible characters. Must have 1 to 100 visible characters. */
            externalId: string;
            /** @description Must be one line of text of at most 200 characters. */
            fullname?: string;
            /**
             * Format: email
             * @description Stays with you: no account is made, and no mail is sent. Must be an e-mail address of at most 254 characters.
             */
            email?: string;
        };
        NewMembers: {
            /** @description Must be a list of 1 to 1000 users. */
            users: components["schemas"]["NewMember"][];
        };
        NewPartner: {
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
        };
        NewRefund: {
            /** @description A part of the transfer; all that is not refunded yet by default. Must be a coin amount above 0 and up to 1000000000, with at most 2 decimals, such as "10" or "2.5". */
            coins?: string | number;
            /** @description Must be text of at most 1000 characters without control characters. */
            narration?: string;
        };
        NewReturn: {
            /** @description The reference of the awards and transfers. */
            reference: string;
            /** @description How much of the order comes back: above 0 and up to 1, with at most 6 decimals. Must be a share above 0 and up to 1, with at most 6 decimals, such as "0.25" or "1". */
            share: string | number;
            /** @description When a wallet holds too few coins: refuse the whole return (default), take what is available and write off the rest, or take what is available and let the user owe the rest. */
            shortfall?: components["schemas"]["Shortfall"];
        };
        NewReversal: {
            /** @description A part of the award; all that is left by default. Must be a coin amount above 0 and up to 1000000000, with at most 2 decimals, such as "10" or "2.5". */
            coins?: string | number;
            /** @description When the wallet holds too few coins: refuse (default), take what is available and write off the rest, or take what is available and let the user owe the rest. */
            shortfall?: components["schemas"]["Shortfall"];
        };
        NewRule: {
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
            budgetPeriod?: components["schemas"]["Period"];
            /** @description The period of userLimitAward and userCoinLimit. Default total, also when the last of them is removed. */
            userLimitPeriod?: components["schemas"]["Period"];
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
            status: components["schemas"]["RuleStatus"];
            /** @default single */
            type: components["schemas"]["RuleType"];
            /** @description Must be a list of at most 50 sub-rules, each {name, condition, status}. */
            rules?: components["schemas"]["NewSubRule"][];
        };
        NewSubRule: {
            /** @description Lower case, unique among rules and sub-rules. Must have 1 to 100 lower-case letters, digits, dots, underscores, hyphens and inner spaces, such as "first purchase". */
            name: string;
            /** @description Must be text of at most 1000 characters without control characters. */
            condition: string;
            /** @default active */
            status: components["schemas"]["RuleStatus"];
        };
        NewTransfer: {
            /** @description Id of an onboarded user. Required without externalId. */
            userId?: string;
            /** @description Your own id of an onboarded user, in place of userId. */
            externalId?: string;
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
        };
        NewUser: {
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
            isAdult: boolean;
            /**
             * Format: date
             * @description From 1900-01-01 to today. Must be a date such as 1990-12-31.
             */
            dateOfBirth?: string;
            /** @description The tag of the user who told this one; the response shows it as `referred`. Must be the tag of a user. */
            referralCode?: string;
            /** @description Your own id of the user. Without a token it is ignored. Must have 1 to 100 visible characters. */
            externalId?: string;
        };
        NewWebhook: {
            /** @description Events are sent here by POST. Must resolve to a public address. */
            url: string;
            /**
             * @description A note for your team.
             * @example Orders
             */
            description?: string;
            /** @description The event types to deliver, null for all. Must be null or a list of types, each once. */
            types?: components["schemas"]["EventType"][] | null;
            /** @description Must be true or false. */
            enabled?: boolean;
            /** @description Events after this number are delivered. */
            after?: number;
        };
        OnboardUserFailure: {
            /** @constant */
            status: "failed";
            message: components["schemas"]["FailureMessage"];
            data: components["schemas"]["OnboardUserFailureData"];
        };
        OnboardUserFailureData: {
            errorType: components["schemas"]["ErrorType"];
            /** @enum {string} */
            appErrorCode: "Bad request" | "" | "user_details_unreachable" | "user_details_invalid" | "user_details_mismatch" | "user_details_conflict" | "consent_required";
            /** @description One sentence that says what to change. */
            error: string;
            /** @description The wrong fields, if the failure is about fields. */
            fields?: components["schemas"]["FieldProblem"][];
        };
        OnboardUserRequest: {
            /** @description Must have 3 to 30 letters, digits, dots and underscores; stored in lower case. */
            tag: string;
        };
        OpeningEventData: {
            id: string;
            userId: string;
            /** @description Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
            debitOrCredit: components["schemas"]["DebitOrCredit"];
            coins: number;
            transactionType: components["schemas"]["TransactionType"];
            narration: string;
            /** @description Of the wallet, after this and the settlement that may follow. */
            balance: string;
            points: string;
            actor: components["schemas"]["Actor"];
            reference: string | null;
            metadata: {
                [key: string]: string;
            } | null;
        };
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
        OrderReturnedEvent: {
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
            data: components["schemas"]["ReturnEventData"];
        };
        /** @enum {string} */
        Outcome: "paid" | "counted" | "refused" | "moved" | "reversed" | "returned";
        Overview: {
            /** @description Every day of the period in UTC, oldest first, up to today. */
            days: components["schemas"]["OverviewDay"][];
            totals: components["schemas"]["OverviewTotals"];
            previous: components["schemas"]["OverviewPreviousTotals"];
            /** @description Refused awards of the period by reason, most frequent first. */
            refusals: components["schemas"]["RefusalCount"][];
            /** @description Current members. */
            members: number;
            /** @description Coins in the wallets of all users now. */
            coinsInWallets: string;
            /** @description Users whose wallet holds coins now, including former members. */
            walletsWithCoins: number;
            /** @description Distinct users ever paid. */
            participantsEver: number;
            counted: components["schemas"]["OverviewCounted"];
        };
        /** @description Events before the request are counted, unless so many are waiting that counting takes a while. */
        OverviewCounted: {
            /** @description The number of the last counted event. */
            events: number;
            /** @description Later events that are not counted yet. */
            behind: number;
        };
        OverviewDay: {
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
        };
        /** @description Totals of the previous period of the same length. */
        OverviewPreviousTotals: {
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
        };
        OverviewResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["Overview"];
        };
        /** @description Totals of the period. */
        OverviewTotals: {
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
        };
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
        OwnAdjustmentRefusedEvent: {
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
            data: components["schemas"]["OwnRefusedTransactionEventData"];
        };
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
        OwnAwardCountedEvent: {
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
            data: components["schemas"]["OwnAwardEventData"];
        };
        OwnAwardEventData: {
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
            reason: components["schemas"]["AwardReason"] | null;
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
        };
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
        OwnAwardPaidEvent: {
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
            data: components["schemas"]["OwnAwardEventData"];
        };
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
        OwnAwardRefusedEvent: {
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
            data: components["schemas"]["OwnAwardEventData"];
        };
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
        OwnAwardReversedEvent: {
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
            data: components["schemas"]["OwnReversalEventData"];
        };
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
        OwnCoinsAdjustedEvent: {
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
            data: components["schemas"]["OwnTransactionEventData"];
        };
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
        OwnCoinsOpenedEvent: {
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
            data: components["schemas"]["OwnOpeningEventData"];
        };
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
        OwnCoinsRefundedEvent: {
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
            data: components["schemas"]["OwnTransactionEventData"];
        };
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
        OwnCoinsSettledEvent: {
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
            data: components["schemas"]["OwnSettlementEventData"];
        };
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
        OwnCoinsTransferredEvent: {
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
            data: components["schemas"]["OwnTransactionEventData"];
        };
        OwnEvent: components["schemas"]["OwnAwardCountedEvent"] | components["schemas"]["OwnAwardPaidEvent"] | components["schemas"]["OwnAwardRefusedEvent"] | components["schemas"]["OwnAwardReversedEvent"] | components["schemas"]["OwnReversalRefusedEvent"] | components["schemas"]["OwnCoinsTransferredEvent"] | components["schemas"]["OwnTransferRefusedEvent"] | components["schemas"]["OwnCoinsRefundedEvent"] | components["schemas"]["OwnRefundRefusedEvent"] | components["schemas"]["OwnCoinsAdjustedEvent"] | components["schemas"]["OwnAdjustmentRefusedEvent"] | components["schemas"]["OwnCoinsSettledEvent"] | components["schemas"]["OwnCoinsOpenedEvent"];
        OwnOpeningEventData: {
            id: string;
            userId: string;
            /** @description Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
            debitOrCredit: components["schemas"]["DebitOrCredit"];
            coins: number;
            transactionType: components["schemas"]["TransactionType"];
            narration: string;
            /** @description Of the wallet, after this and the settlement that may follow. */
            balance: string;
            points: string;
            reference: string | null;
        };
        OwnPartner: {
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
        };
        OwnPartnerResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["OwnPartner"];
        };
        OwnProgress: {
            ruleId: string;
            ruleName: string;
            condition: string;
            type: components["schemas"]["RuleType"];
            /** @description Coins of one payment; with perUnit, of one unit. */
            coinValue: string;
            perUnit: boolean;
            /** @description Completions, or sub-rules done, since the last payment. */
            progress: number;
            /** @description How many of them a payment takes. */
            needed: number;
            /** @description The active sub-rules of a combined rule. */
            rules: components["schemas"]["OwnSubRule"][];
            /** @description Payments to the user in the period. */
            userAwards: number;
            /** @description How many the user can get; -1 for no maximum. */
            userLimitAward: string;
            /** @description Coins paid to the user in the period. */
            userCoins: string;
            /** @description How many the user can get; -1 for no maximum. */
            userCoinLimit: string;
            userLimitPeriod: components["schemas"]["Period"];
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
        };
        OwnProgressPage: {
            data: components["schemas"]["OwnProgress"][];
            /** @description Send it as `cursor` to get the next entries; null at the end. */
            next: string | null;
        };
        OwnProgressPageResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["OwnProgressPage"];
        };
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
        OwnRefundRefusedEvent: {
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
            data: components["schemas"]["OwnRefusedTransactionEventData"];
        };
        OwnRefusedReversalEventData: {
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
            reason: components["schemas"]["Reason"];
            /** @description Of the wallet, after this and the settlement that may follow. */
            balance: string;
            points: string;
            reference: string | null;
        };
        OwnRefusedTransactionEventData: {
            id: string;
            userId: string;
            /** @description Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
            debitOrCredit: components["schemas"]["DebitOrCredit"];
            coins: number;
            transactionType: components["schemas"]["TransactionType"];
            narration: string;
            reason: components["schemas"]["Reason"];
            /** @description The transfer of a refund. */
            originalId: string | null;
            /** @description Of the wallet, after this and the settlement that may follow. */
            balance: string;
            points: string;
            reference: string | null;
        };
        OwnReversalEventData: {
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
        };
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
        OwnReversalRefusedEvent: {
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
            data: components["schemas"]["OwnRefusedReversalEventData"];
        };
        OwnSettlementEventData: {
            id: string;
            userId: string;
            /** @description Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
            debitOrCredit: components["schemas"]["DebitOrCredit"];
            coins: number;
            transactionType: components["schemas"]["TransactionType"];
            narration: string;
            /** @description The award, refund or adjustment that it follows. */
            originalId: string;
            /** @description Of the wallet, after this and the settlement that may follow. */
            balance: string;
            points: string;
            reference: string | null;
        };
        OwnSubRule: {
            name: string;
            condition: string;
            done: boolean;
        };
        OwnTransaction: {
            id: string;
            transactionType: components["schemas"]["TransactionType"];
            /** @description CR when coins enter the wallet, DE when they leave it. */
            debitOrCredit: components["schemas"]["DebitOrCredit"];
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
        };
        OwnTransactionEventData: {
            id: string;
            userId: string;
            /** @description Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
            debitOrCredit: components["schemas"]["DebitOrCredit"];
            coins: number;
            transactionType: components["schemas"]["TransactionType"];
            narration: string;
            /** @description The transfer of a refund. */
            originalId: string | null;
            /** @description Of the wallet, after this and the settlement that may follow. */
            balance: string;
            points: string;
            reference: string | null;
        };
        OwnTransactionPage: {
            data: components["schemas"]["OwnTransaction"][];
            /** @description Send it as `cursor` to get the next entries; null at the end. */
            next: string | null;
        };
        OwnTransactionPageResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["OwnTransactionPage"];
        };
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
        OwnTransferRefusedEvent: {
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
            data: components["schemas"]["OwnRefusedTransactionEventData"];
        };
        OwnWallet: {
            /** @description The user as this partner knows them: the `sub` of the token. */
            userId: string;
            partnerId: string;
            /** @description The coins that the user holds with this partner. */
            coins: string;
            /** @description The coins that the user ever earned with this partner. */
            points: string;
            /** @description Coins of reversed awards that the wallet did not have. The next credits settle them. */
            owed: string;
        };
        OwnWalletResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["OwnWallet"];
        };
        /** @enum {string} */
        ParticipantsFilter: "full" | "open";
        Partner: {
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
        };
        PartnerChanges: {
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
        };
        PartnerResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["Partner"];
        };
        Party: {
            id: string;
            fullname_businessName: string;
            email: string;
            tag: string | null;
            userId: string;
        };
        /** @enum {string} */
        Period: "total" | "day" | "week" | "month";
        PointsBoardEntry: {
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
            user: components["schemas"]["Membership"];
        };
        PointsBoardPage: {
            userPosition: components["schemas"]["PointsBoardPosition"];
            data: components["schemas"]["PointsBoardEntry"][];
            count: number;
            currentpage: number;
            nextpage: number | null;
            prevpage: number | null;
            lastpage: number;
        };
        PointsBoardPageResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["PointsBoardPage"];
        };
        PointsBoardPosition: {
            userId: string;
            amount: number;
            position: number;
        };
        ReadInvitationRequest: {
            /** @description As mailed. Must be the token of the mail. */
            token: string;
        };
        ReadInvitationResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["ReadInvitationResult"];
        };
        ReadInvitationResult: {
            /** @description The partner whose team it is. */
            partnerName: string;
            /** @description The invited address. */
            email: string;
            role: components["schemas"]["Role"];
            /**
             * Format: date-time
             * @example 2026-03-01T09:30:00.000Z
             */
            expiresAt: string;
        };
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
        Reason: "rule_inactive" | "rule_not_started" | "rule_ended" | "rule_full" | "user_limit_reached" | "user_coins_reached" | "budget_exhausted" | "amount_too_small" | "sub_rule_repeated" | "combined_by_sub_rule" | "insufficient_coins" | "already_reversed" | "reversal_exceeds" | "completion_used" | "not_refundable" | "already_refunded" | "refund_exceeds" | "return_exceeds" | "not_paid" | "balance_limit" | "user_details_conflict" | "import_in_progress" | "import_replaced" | "import_finished" | "consent_required" | "coins_left" | "too_many_webhooks" | "not_redeliverable" | "too_many_secrets" | "last_owner" | "second_factor_active" | "second_factor_inactive" | "second_factor_not_begun" | "own_second_factor";
        RedeliverWebhookAttemptFailure: {
            /** @constant */
            status: "failed";
            message: components["schemas"]["FailureMessage"];
            data: components["schemas"]["RedeliverWebhookAttemptFailureData"];
        };
        RedeliverWebhookAttemptFailureData: {
            errorType: components["schemas"]["ErrorType"];
            /** @enum {string} */
            appErrorCode: "Bad request" | "not_redeliverable";
            /** @description One sentence that says what to change. */
            error: string;
            /** @description The wrong fields, if the failure is about fields. */
            fields?: components["schemas"]["FieldProblem"][];
        };
        RefreshPartnerRequest: {
            /** @description Must be a refresh token as a login answered it. */
            refreshToken: string;
        };
        Refund: {
            id: string;
            userId: string;
            /** @description Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
            debitOrCredit: components["schemas"]["DebitOrCredit"];
            coins: number;
            claimed: boolean;
            transactionType: components["schemas"]["TransactionType"];
            narration: string;
            from: components["schemas"]["Party"];
            to: components["schemas"]["Party"];
            plan: components["schemas"]["Empty"];
            paidWithGiftCard: boolean;
            giftCardLedger: components["schemas"]["Empty"];
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
        };
        RefundCoinsFailure: {
            /** @constant */
            status: "failed";
            message: components["schemas"]["FailureMessage"];
            data: components["schemas"]["RefundCoinsFailureData"];
        };
        RefundCoinsFailureData: {
            errorType: components["schemas"]["ErrorType"];
            /** @enum {string} */
            appErrorCode: "Bad request" | "not_refundable" | "already_refunded" | "refund_exceeds" | "balance_limit";
            /** @description One sentence that says what to change. */
            error: string;
            /** @description The wrong fields, if the failure is about fields. */
            fields?: components["schemas"]["FieldProblem"][];
            decision?: components["schemas"]["CoinCallDecision"];
            wallet?: components["schemas"]["WalletAfter"];
            /** @description Only in a dry run: the number of the last event that it saw. */
            asOf?: number;
        };
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
        RefundRefusedEvent: {
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
            data: components["schemas"]["RefusedTransactionEventData"];
        };
        RefusalCount: {
            reason: components["schemas"]["AwardReason"];
            /** @description Awards refused for this reason. */
            count: number;
        };
        RefusedReturnEventData: {
            /** @description The `returnId` of the refunds and reversals that follow. */
            id: string;
            reference: string;
            /** @description What was asked for. */
            share: string;
            /** @description Of all returns of the order so far. */
            shareTotal: string;
            /** @description What was asked for when a wallet holds too few coins. */
            shortfall: components["schemas"]["Shortfall"];
            actor: components["schemas"]["Actor"];
            reason: components["schemas"]["Reason"];
        };
        RefusedReversalEventData: {
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
            reason: components["schemas"]["Reason"];
            /** @description Of the wallet, after this and the settlement that may follow. */
            balance: string;
            points: string;
            actor: components["schemas"]["Actor"];
            reference: string | null;
            metadata: {
                [key: string]: string;
            } | null;
        };
        RefusedTransactionEventData: {
            id: string;
            userId: string;
            /** @description Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
            debitOrCredit: components["schemas"]["DebitOrCredit"];
            coins: number;
            claimed: boolean;
            transactionType: components["schemas"]["TransactionType"];
            narration: string;
            from: components["schemas"]["Party"];
            to: components["schemas"]["Party"];
            plan: components["schemas"]["Empty"];
            paidWithGiftCard: boolean;
            giftCardLedger: components["schemas"]["Empty"];
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
            reason: components["schemas"]["Reason"];
            /** @description The transfer of a refund. */
            originalId: string | null;
            /** @description The return that a refund is part of. */
            returnId: string | null;
            /** @description Of the wallet, after this and the settlement that may follow. */
            balance: string;
            points: string;
            actor: components["schemas"]["Actor"];
            reference: string | null;
            metadata: {
                [key: string]: string;
            } | null;
        };
        RemoveMembersSecondFactorFailure: {
            /** @constant */
            status: "failed";
            message: components["schemas"]["FailureMessage"];
            data: components["schemas"]["RemoveMembersSecondFactorFailureData"];
        };
        RemoveMembersSecondFactorFailureData: {
            errorType: components["schemas"]["ErrorType"];
            /** @enum {string} */
            appErrorCode: "Bad request" | "second_factor_inactive" | "own_second_factor";
            /** @description One sentence that says what to change. */
            error: string;
            /** @description The wrong fields, if the failure is about fields. */
            fields?: components["schemas"]["FieldProblem"][];
        };
        RemoveSecondFactorFailure: {
            /** @constant */
            status: "failed";
            message: components["schemas"]["FailureMessage"];
            data: components["schemas"]["RemoveSecondFactorFailureData"];
        };
        RemoveSecondFactorFailureData: {
            errorType: components["schemas"]["ErrorType"];
            /** @enum {string} */
            appErrorCode: "Bad request" | "second_factor_inactive";
            /** @description One sentence that says what to change. */
            error: string;
            /** @description The wrong fields, if the failure is about fields. */
            fields?: components["schemas"]["FieldProblem"][];
        };
        RemoveSecondFactorRequest: {
            /** @description Must have at most 200 characters. */
            password: string;
            /**
             * @description Must be the 6 digits of your app, or a recovery code.
             * @example 482913
             */
            code: string;
        };
        RemoveSecondFactorResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["RemoveSecondFactorResult"];
        };
        RemoveSecondFactorResult: {
            secondFactor: boolean;
        };
        RemoveTeamMemberFailure: {
            /** @constant */
            status: "failed";
            message: components["schemas"]["FailureMessage"];
            data: components["schemas"]["RemoveTeamMemberFailureData"];
        };
        RemoveTeamMemberFailureData: {
            errorType: components["schemas"]["ErrorType"];
            /** @enum {string} */
            appErrorCode: "Bad request" | "last_owner";
            /** @description One sentence that says what to change. */
            error: string;
            /** @description The wrong fields, if the failure is about fields. */
            fields?: components["schemas"]["FieldProblem"][];
        };
        ReplaceRecoveryCodesFailure: {
            /** @constant */
            status: "failed";
            message: components["schemas"]["FailureMessage"];
            data: components["schemas"]["ReplaceRecoveryCodesFailureData"];
        };
        ReplaceRecoveryCodesFailureData: {
            errorType: components["schemas"]["ErrorType"];
            /** @enum {string} */
            appErrorCode: "Bad request" | "second_factor_inactive";
            /** @description One sentence that says what to change. */
            error: string;
            /** @description The wrong fields, if the failure is about fields. */
            fields?: components["schemas"]["FieldProblem"][];
        };
        ReplaceRecoveryCodesRequest: {
            /**
             * @description Must be the 6 digits of your app, or a recovery code.
             * @example 482913
             */
            code: string;
        };
        ReplaceRecoveryCodesResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["ReplaceRecoveryCodesResult"];
        };
        ReplaceRecoveryCodesResult: {
            /** @description Each works once; shown only once. */
            recoveryCodes: string[];
        };
        ReplayWebhookRequest: {
            /** @description Events after this number are delivered. */
            after: number;
        };
        /** @enum {string} */
        RequestOutcome: "ok" | "failed";
        RequestPage: {
            requests: components["schemas"]["LoggedRequest"][];
            /** @description Send it as `before` to get older requests; null when there are none. */
            next: string | null;
            /** @description Requests of the last hour that were not logged. */
            leftOut: number;
        };
        RequestPageResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["RequestPage"];
        };
        ResendOtpRequest: {
            /**
             * Format: email
             * @description Must be an e-mail address of at most 254 characters.
             */
            email: string;
        };
        ResendOtpResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["ResendOtpResult"];
        };
        ResendOtpResult: {
            email: string;
        };
        ResendPartnerCodeRequest: {
            /**
             * Format: email
             * @description Must be an e-mail address of at most 254 characters.
             */
            email: string;
        };
        ResendPartnerCodeResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["ResendPartnerCodeResult"];
        };
        ResendPartnerCodeResult: {
            email: string;
        };
        ResetPasswordRequest: {
            /** @description As mailed. Must be the token of the mail. */
            token: string;
            /** @description Must have 8 to 200 characters, with one uppercase letter, one number and one special character. */
            password: string;
            /** @description The same password again. Must equal password. */
            confirmPassword: string;
        };
        ResetPasswordResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["ResetPasswordResult"];
        };
        ResetPasswordResult: {
            email: string;
        };
        Return: {
            id: string;
            reference: string;
            /** @description What this return gave and took back. */
            share: string;
            /** @description Of all returns of the order so far, this one included. */
            shareTotal: string;
            refunds: components["schemas"]["Refund"][];
            reversals: components["schemas"]["Reversal"][];
            /**
             * Format: date-time
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            decision?: components["schemas"]["CoinCallDecision"];
            wallet?: components["schemas"]["WalletAfter"] | null;
            /** @description Only in a dry run: the number of the last event that it saw. */
            asOf?: number;
        };
        ReturnDecision: {
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
            outcome: components["schemas"]["ReturnOutcome"];
            /** @description Why it was refused. */
            reason: components["schemas"]["Reason"] | null;
            /** @description The refusal as a sentence. */
            explanation: string | null;
            /** @description Always null: its refunds and reversals are decisions with the coins. */
            coins: string | null;
            balance: string | null;
            points: string | null;
            actor: components["schemas"]["Actor"];
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
            shortfall: components["schemas"]["Shortfall"];
        };
        ReturnEventData: {
            /** @description The `returnId` of the refunds and reversals that follow. */
            id: string;
            reference: string;
            /** @description What this return gave and took back. */
            share: string;
            /** @description Of all returns of the order so far, this one included. */
            shareTotal: string;
            /** @description What was asked for when a wallet holds too few coins. */
            shortfall: components["schemas"]["Shortfall"];
            actor: components["schemas"]["Actor"];
        };
        ReturnOrderFailure: {
            /** @constant */
            status: "failed";
            message: components["schemas"]["FailureMessage"];
            data: components["schemas"]["ReturnOrderFailureData"];
        };
        ReturnOrderFailureData: {
            errorType: components["schemas"]["ErrorType"];
            /** @enum {string} */
            appErrorCode: "Bad request" | "" | "return_exceeds" | "insufficient_coins" | "balance_limit";
            /** @description One sentence that says what to change. */
            error: string;
            /** @description The wrong fields, if the failure is about fields. */
            fields?: components["schemas"]["FieldProblem"][];
            decision?: components["schemas"]["CoinCallDecision"];
            wallet?: components["schemas"]["WalletAfter"] | null;
            /** @description Only in a dry run: the number of the last event that it saw. */
            asOf?: number;
        };
        /** @enum {string} */
        ReturnOutcome: "returned" | "refused";
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
        ReturnRefusedEvent: {
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
            data: components["schemas"]["RefusedReturnEventData"];
        };
        ReturnResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["Return"];
        };
        Reversal: {
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
        };
        ReversalEventData: {
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
            actor: components["schemas"]["Actor"];
            reference: string | null;
            metadata: {
                [key: string]: string;
            } | null;
        };
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
        ReversalRefusedEvent: {
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
            data: components["schemas"]["RefusedReversalEventData"];
        };
        ReverseAwardFailure: {
            /** @constant */
            status: "failed";
            message: components["schemas"]["FailureMessage"];
            data: components["schemas"]["ReverseAwardFailureData"];
        };
        ReverseAwardFailureData: {
            errorType: components["schemas"]["ErrorType"];
            /** @enum {string} */
            appErrorCode: "Bad request" | "not_paid" | "already_reversed" | "completion_used" | "reversal_exceeds" | "insufficient_coins";
            /** @description One sentence that says what to change. */
            error: string;
            /** @description The wrong fields, if the failure is about fields. */
            fields?: components["schemas"]["FieldProblem"][];
            decision?: components["schemas"]["CoinCallDecision"];
            wallet?: components["schemas"]["WalletAfter"];
            /** @description Only in a dry run: the number of the last event that it saw. */
            asOf?: number;
        };
        /** @enum {string} */
        Role: "owner" | "manager" | "support" | "read-only";
        Rule: {
            id: string;
            name: string;
            /** @description Coins of one payment; with perUnit, of one unit. */
            coinValue: string;
            condition: string;
            maxNumberOfParticipant: string;
            status: components["schemas"]["RuleStatus"];
            type: components["schemas"]["RuleType"];
            completionNumber: string;
            /** @description -1 for no maximum. */
            userLimitAward: string;
            userLimitPeriod: components["schemas"]["Period"];
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
            budgetPeriod: components["schemas"]["Period"];
            timeZone: string;
            /** @description Whether users see the rule, and how far they are with it, with their own tokens. */
            shownToUsers: boolean;
            rules: components["schemas"]["SubRule"][];
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
        };
        RuleChanges: {
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
            budgetPeriod?: components["schemas"]["Period"];
            /** @description The period of userLimitAward and userCoinLimit. Default total, also when the last of them is removed. */
            userLimitPeriod?: components["schemas"]["Period"];
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
            type?: components["schemas"]["RuleType"];
            /** @description Must be text of at most 1000 characters without control characters. */
            condition?: string;
            status?: components["schemas"]["RuleStatus"];
            /** @description Must be a list of at most 50 sub-rules, each {name, condition, status}. */
            rules?: components["schemas"]["NewSubRule"][];
        };
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
        RuleCreatedEvent: {
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
            data: components["schemas"]["RuleEventData"];
        };
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
        RuleEndedEvent: {
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
            data: components["schemas"]["Rule"];
        };
        RuleEventData: {
            id: string;
            name: string;
            /** @description Coins of one payment; with perUnit, of one unit. */
            coinValue: string;
            condition: string;
            maxNumberOfParticipant: string;
            status: components["schemas"]["RuleStatus"];
            type: components["schemas"]["RuleType"];
            completionNumber: string;
            /** @description -1 for no maximum. */
            userLimitAward: string;
            userLimitPeriod: components["schemas"]["Period"];
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
            budgetPeriod: components["schemas"]["Period"];
            timeZone: string;
            /** @description Whether users see the rule, and how far they are with it, with their own tokens. */
            shownToUsers: boolean;
            rules: components["schemas"]["SubRule"][];
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
            actor: components["schemas"]["Actor"];
        };
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
        RuleExhaustedEvent: {
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
            data: components["schemas"]["Rule"];
        };
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
        RuleFullEvent: {
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
            data: components["schemas"]["Rule"];
        };
        RulePage: {
            data: components["schemas"]["Rule"][];
            count: number;
            currentpage: number;
            nextpage: number | null;
            prevpage: number | null;
            lastpage: number;
            /** @description Send it as `cursor` to get the next entries; null at the end. */
            next: string | null;
        };
        RulePageResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["RulePage"];
        };
        RuleResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["Rule"];
        };
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
        RuleStartedEvent: {
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
            data: components["schemas"]["Rule"];
        };
        /** @enum {string} */
        RuleStatus: "active" | "inactive";
        RuleSummary: {
            id: string;
            name: string;
            coinValue: string;
            condition: string;
            maxNumberOfParticipant: string;
            status: components["schemas"]["RuleStatus"];
        };
        RuleSummaryResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["RuleSummary"];
        };
        /** @enum {string} */
        RuleType: "single" | "batched" | "combined";
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
        RuleUpdatedEvent: {
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
            data: components["schemas"]["RuleEventData"];
        };
        RuleVersion: {
            /** @description From 1; every change of the rule increases it. */
            version: number;
            /**
             * Format: date-time
             * @description When this version came into force.
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            actor: components["schemas"]["Actor"];
            name: string;
            /** @description Coins of one payment; with perUnit, of one unit. */
            coinValue: string;
            condition: string;
            maxNumberOfParticipant: string;
            status: components["schemas"]["RuleStatus"];
            type: components["schemas"]["RuleType"];
            completionNumber: string;
            /** @description -1 for no maximum. */
            userLimitAward: string;
            userLimitPeriod: components["schemas"]["Period"];
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
            budgetPeriod: components["schemas"]["Period"];
            timeZone: string;
            /** @description Whether users see the rule, and how far they are with it, with their own tokens. */
            shownToUsers: boolean;
            rules: components["schemas"]["SubRule"][];
        };
        RuleVersionPage: {
            data: components["schemas"]["RuleVersion"][];
            /** @description Send it as `cursor` to get the next entries; null at the end. */
            next: string | null;
        };
        RuleVersionPageResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["RuleVersionPage"];
        };
        Session: {
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
        };
        SessionPage: {
            data: components["schemas"]["Session"][];
            count: number;
            currentpage: number;
            nextpage: number | null;
            prevpage: number | null;
            lastpage: number;
            /** @description Send it as `cursor` to get the next entries; null at the end. */
            next: string | null;
        };
        SessionPageResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["SessionPage"];
        };
        SessionResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["Session"];
        };
        SetExternalIdRequest: {
            /** @description Your own id of the user: 1 to 100 visible characters. Must have 1 to 100 visible characters. */
            externalId: string;
        };
        SettlementEventData: {
            id: string;
            userId: string;
            /** @description Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
            debitOrCredit: components["schemas"]["DebitOrCredit"];
            coins: number;
            transactionType: components["schemas"]["TransactionType"];
            narration: string;
            /** @description The award, refund or adjustment that it follows. */
            originalId: string;
            /** @description Of the wallet, after this and the settlement that may follow. */
            balance: string;
            points: string;
            actor: components["schemas"]["Actor"];
            reference: string | null;
            metadata: {
                [key: string]: string;
            } | null;
        };
        /** @enum {string} */
        Shortfall: "refuse" | "available" | "owe";
        SignInBrowserRequest: {
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
        };
        SignedIn: {
            accessToken: string;
            /** @constant */
            tokenType: "Bearer";
            /** @description Seconds until the access token expires. */
            expiresIn: number;
            /** @description Works once. */
            refreshToken: string;
            partner: components["schemas"]["Partner"];
        };
        SignedInPerson: {
            id: string;
            email: string;
            role: components["schemas"]["Role"];
            hasSecondFactor: boolean;
        };
        SignedInResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["SignedIn"];
        };
        SubRule: {
            name: string;
            condition: string;
            status: components["schemas"]["RuleStatus"];
        };
        Team: {
            members: components["schemas"]["TeamMember"][];
            /** @description Invitations that can still be accepted. */
            invitations: components["schemas"]["Invitation"][];
        };
        TeamMember: {
            id: string;
            email: string;
            role: components["schemas"]["Role"];
            /** @description Whether a login requires a second factor. */
            secondFactor: boolean;
            /**
             * Format: date-time
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
        };
        TeamMemberResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["TeamMember"];
        };
        TeamResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["Team"];
        };
        /** @enum {string} */
        TokenKind: "client" | "team" | "user";
        Transaction: {
            id: string;
            userId: string;
            /** @description Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
            debitOrCredit: components["schemas"]["DebitOrCredit"];
            coins: number;
            claimed: boolean;
            transactionType: components["schemas"]["TransactionType"];
            narration: string;
            from: components["schemas"]["Party"];
            to: components["schemas"]["Party"];
            plan: components["schemas"]["Empty"];
            paidWithGiftCard: boolean;
            giftCardLedger: components["schemas"]["Empty"];
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
            decision?: components["schemas"]["CoinCallDecision"];
            wallet?: components["schemas"]["WalletAfter"];
            /** @description Only in a dry run: the number of the last event that it saw. */
            asOf?: number;
        };
        TransactionEventData: {
            id: string;
            userId: string;
            /** @description Seen from the user's wallet: CR when coins enter it, DE when they leave it. */
            debitOrCredit: components["schemas"]["DebitOrCredit"];
            coins: number;
            claimed: boolean;
            transactionType: components["schemas"]["TransactionType"];
            narration: string;
            from: components["schemas"]["Party"];
            to: components["schemas"]["Party"];
            plan: components["schemas"]["Empty"];
            paidWithGiftCard: boolean;
            giftCardLedger: components["schemas"]["Empty"];
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
            actor: components["schemas"]["Actor"];
            reference: string | null;
            metadata: {
                [key: string]: string;
            } | null;
        };
        TransactionPage: {
            data: components["schemas"]["ListedTransaction"][];
            currentpage: number;
            nextpage: number | null;
            prevpage: number | null;
            /** @description Send it as `before`, without `page`, to get older entries; null when there are none. */
            next: number | null;
        };
        TransactionPageResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["TransactionPage"];
        };
        TransactionResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["Transaction"];
        };
        /** @enum {string} */
        TransactionType: "partner_user_award" | "user_partner_transfer" | "user_partner_reversal" | "partner_user_refund" | "partner_user_adjustment" | "user_partner_adjustment" | "user_partner_settlement" | "partner_user_opening";
        TransferCoinsFailure: {
            /** @constant */
            status: "failed";
            message: components["schemas"]["FailureMessage"];
            data: components["schemas"]["TransferCoinsFailureData"];
        };
        TransferCoinsFailureData: {
            errorType: components["schemas"]["ErrorType"];
            /** @enum {string} */
            appErrorCode: "Bad request" | "" | "insufficient_coins";
            /** @description One sentence that says what to change. */
            error: string;
            /** @description The wrong fields, if the failure is about fields. */
            fields?: components["schemas"]["FieldProblem"][];
            decision?: components["schemas"]["CoinCallDecision"];
            wallet?: components["schemas"]["WalletAfter"];
            /** @description Only in a dry run: the number of the last event that it saw. */
            asOf?: number;
        };
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
        TransferRefusedEvent: {
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
            data: components["schemas"]["RefusedTransactionEventData"];
        };
        TryUserDetailsRequest: {
            /** @description Must have 3 to 30 letters, digits, dots and underscores; stored in lower case. */
            tag: string;
        };
        User: {
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
            kyc: components["schemas"]["Empty"];
            earnings: unknown[];
            /**
             * Format: date-time
             * @example 2026-03-01T09:30:00.000Z
             */
            dateJoined: string;
        };
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
        UserClaimedEvent: {
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
            data: components["schemas"]["IdentifiedMembership"];
        };
        /** @description What this partner's own record says about the user, or what the user consented to share. */
        UserData: {
            tag: string;
            fullname: string | null;
            avatar: string | null;
        };
        UserDetailsField: {
            name: string;
            type: string;
            value?: string;
        };
        /** @enum {string} */
        UserDetailsOutcome: "found" | "not_found" | "user_details_unreachable" | "user_details_invalid" | "user_details_mismatch";
        UserDetailsStatus: {
            userDetailsUrl: string;
            breaker: components["schemas"]["Breaker"];
            lastResult: components["schemas"]["LastUserDetailsResult"] | null;
        };
        UserDetailsStatusResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["UserDetailsStatus"];
        };
        UserDetailsTry: {
            /**
             * Format: date-time
             * @example 2026-03-01T09:30:00.000Z
             */
            askedAt: string;
            /** @description Milliseconds until the response was read, or given up. */
            tookMs: number;
            /** @description found, not_found, or the code that onboarding refuses with. */
            outcome: components["schemas"]["UserDetailsOutcome"];
            /** @description The HTTP status; null when no response was accepted. */
            status: number | null;
            /** @description The problem; null when there is none. */
            detail: string | null;
            /** @description Each field that is not as documented, without its value. */
            problems: components["schemas"]["FieldProblem"][];
            /** @description The fields of the record, up to 100, with values only for tag, fullname and avatar. */
            fields: components["schemas"]["UserDetailsField"][];
        };
        UserDetailsTryResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["UserDetailsTry"];
        };
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
        UserErasedEvent: {
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
            data: components["schemas"]["Membership"];
        };
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
        UserLeftEvent: {
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
            data: components["schemas"]["Membership"];
        };
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
        UserOnboardedEvent: {
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
            data: components["schemas"]["IdentifiedMembership"];
        };
        UserResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["User"];
        };
        VerifyEmailRequest: {
            /**
             * Format: email
             * @description Must be an e-mail address of at most 254 characters.
             */
            email: string;
            /** @description Must be the 6 digits of the mail. */
            code: string;
        };
        VerifyEmailResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["VerifyEmailResult"];
        };
        VerifyEmailResult: {
            email: string;
            emailVerified: boolean;
        };
        VerifyPartnerEmailRequest: {
            /**
             * Format: email
             * @description Must be an e-mail address of at most 254 characters.
             */
            email: string;
            /** @description Must be the 6 digits of the mail. */
            code: string;
        };
        VerifyPartnerEmailResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["VerifyPartnerEmailResult"];
        };
        VerifyPartnerEmailResult: {
            email: string;
            emailVerified: boolean;
        };
        Wallet: {
            id: string;
            /** @description The coins that the user holds with this partner. */
            coins: string;
            /** @description The coins that the user ever earned with this partner. */
            points: string;
            /** @description Coins of reversed awards that the wallet did not have. The next credits settle them. */
            owed: string;
        };
        /** @description After the decision. Only with `expand=wallet` or in a dry run. */
        WalletAfter: {
            coins: string;
            points: string;
        };
        Webhook: {
            id: string;
            url: string;
            description: string;
            /** @description The delivered event types, null for all. */
            types: components["schemas"]["EventType"][] | null;
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
        };
        WebhookAttempt: {
            id: string;
            kind: components["schemas"]["WebhookAttemptKind"];
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
        };
        /** @enum {string} */
        WebhookAttemptKind: "delivery" | "redelivery" | "test";
        WebhookAttemptPage: {
            attempts: components["schemas"]["WebhookAttempt"][];
            /** @description Send it as `before` to get older attempts; null when there are none. */
            next: string | null;
        };
        WebhookAttemptPageResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["WebhookAttemptPage"];
        };
        WebhookAttemptResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["WebhookAttempt"];
        };
        WebhookChanges: {
            /** @description Events are sent here by POST. Must resolve to a public address. */
            url?: string;
            /**
             * @description A note for your team.
             * @example Orders
             */
            description?: string;
            /** @description The event types to deliver, null for all. Must be null or a list of types, each once. */
            types?: components["schemas"]["EventType"][] | null;
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
        };
        WebhookDiagnosis: {
            verifies: boolean;
            /** @description Every cause found, with what to change. */
            findings: components["schemas"]["WebhookFinding"][];
        };
        WebhookDiagnosisResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["WebhookDiagnosis"];
        };
        WebhookFinding: {
            cause: string;
            detail: string;
        };
        WebhookList: {
            webhooks: components["schemas"]["Webhook"][];
        };
        WebhookListResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["WebhookList"];
        };
        WebhookResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["Webhook"];
        };
        WebhookWithSecret: {
            id: string;
            url: string;
            description: string;
            /** @description The delivered event types, null for all. */
            types: components["schemas"]["EventType"][] | null;
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
        };
        WebhookWithSecretResponse: {
            /** @constant */
            status: "success";
            message: string;
            data: components["schemas"]["WebhookWithSecret"];
        };
    };
    responses: {
        /** @description A field is missing or wrong */
        invalid: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description What the path names is unknown */
        notFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description No, a wrong or an expired credential */
        unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The token does not allow this */
        forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The Idempotency-Key was used with another request */
        conflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The body is too large */
        tooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The body is not JSON */
        wrongContentType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description Too many requests */
        tooMany: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description A fault of ours */
        internal: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description Overloaded, stopping, or the database is unavailable */
        unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
    };
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
    headers: {
        /** @description Names this request in the logs; quote it to support. */
        "X-Request-Id": string;
        /** @description How many requests the window allows. */
        "RateLimit-Limit": number;
        /** @description How many are left in the window. */
        "RateLimit-Remaining": number;
        /** @description Seconds until the window ends. */
        "RateLimit-Reset": number;
        /** @description Names what the response shows; send it as If-None-Match to ask whether it changed. */
        ETag: string;
        /** @description true if this is the stored response of an earlier request with the same Idempotency-Key. */
        "Idempotency-Replayed": string;
        /** @description The `appErrorCode` of a refusal, a value of `Reason`; or `unknown_user` or `unknown_rule`, whose `appErrorCode` is empty. Other failures lack it. */
        "Laurel-Refusal": string;
        /** @description The path where the new thing can be read; absent where it cannot. */
        Location: string;
        /** @description Fields of the request that are unknown and were ignored, separated by commas: at most 20, each with at most 100 characters, `?` in place of unusual ones. */
        "Laurel-Ignored-Fields": string;
        /** @description true if nothing was written. */
        "Laurel-Dry-Run": string;
        /** @description The Bearer challenge of RFC 6750, with error="invalid_token" if a token was sent. */
        "WWW-Authenticate": string;
        /** @description Seconds to wait before trying again. */
        "Retry-After": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
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
                "application/json": components["schemas"]["NewPartner"];
            };
        };
        responses: {
            /** @description Partner details saved successfully */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerResponse"];
                };
            };
            /** @description A field is missing or wrong, or a value is already in use */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The token does not allow this */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            409: components["responses"]["conflict"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["LoginPartnerRequest"];
            };
        };
        responses: {
            /** @description Signed in */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Laurel-Ignored-Fields": components["headers"]["Laurel-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedInResponse"];
                };
            };
            400: components["responses"]["invalid"];
            /** @description No, a wrong or an expired credential */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["RefreshPartnerRequest"];
            };
        };
        responses: {
            /** @description Signed in */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Laurel-Ignored-Fields": components["headers"]["Laurel-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedInResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Session returned */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrowserSessionResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["SignInBrowserRequest"];
            };
        };
        responses: {
            /** @description Signed in */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Laurel-Ignored-Fields": components["headers"]["Laurel-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrowserSessionResponse"];
                };
            };
            400: components["responses"]["invalid"];
            /** @description No, a wrong or an expired credential */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Signed out */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["VerifyPartnerEmailRequest"];
            };
        };
        responses: {
            /** @description E-mail verified */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Laurel-Ignored-Fields": components["headers"]["Laurel-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyPartnerEmailResponse"];
                };
            };
            /** @description A field is missing or wrong, or a value is already in use */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["ResendPartnerCodeRequest"];
            };
        };
        responses: {
            /** @description If the address waits for a code, a new one was sent */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Laurel-Ignored-Fields": components["headers"]["Laurel-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResendPartnerCodeResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["ForgotPasswordRequest"];
            };
        };
        responses: {
            /** @description If there is such an account, a mail was sent to it */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Laurel-Ignored-Fields": components["headers"]["Laurel-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForgotPasswordResponse"];
                };
            };
            400: components["responses"]["invalid"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["ResetPasswordRequest"];
            };
        };
        responses: {
            /** @description Password set */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Laurel-Ignored-Fields": components["headers"]["Laurel-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResetPasswordResponse"];
                };
            };
            /** @description A field is missing or wrong, or a value is already in use */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["ConfirmEmailRequest"];
            };
        };
        responses: {
            /** @description Address confirmed */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Laurel-Ignored-Fields": components["headers"]["Laurel-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmEmailResponse"];
                };
            };
            /** @description A field is missing or wrong, or a value is already in use */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["ReadInvitationRequest"];
            };
        };
        responses: {
            /** @description Invitation returned */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Laurel-Ignored-Fields": components["headers"]["Laurel-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadInvitationResponse"];
                };
            };
            /** @description A field is missing or wrong */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["AcceptInvitationRequest"];
            };
        };
        responses: {
            /** @description Welcome to the team */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Laurel-Ignored-Fields": components["headers"]["Laurel-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMemberResponse"];
                };
            };
            /** @description A field is missing or wrong, or a value is already in use */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            409: components["responses"]["conflict"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["NewUser"];
            };
        };
        responses: {
            /** @description Account created and an OTP was sent to your e-mail */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Laurel-Ignored-Fields": components["headers"]["Laurel-Ignored-Fields"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            /** @description A field is missing or wrong, or a value is already in use */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["VerifyEmailRequest"];
            };
        };
        responses: {
            /** @description E-mail verified */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Laurel-Ignored-Fields": components["headers"]["Laurel-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyEmailResponse"];
                };
            };
            /** @description A field is missing or wrong */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["ResendOtpRequest"];
            };
        };
        responses: {
            /** @description If the address waits for a code, a new one was sent */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Laurel-Ignored-Fields": components["headers"]["Laurel-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResendOtpResponse"];
                };
            };
            400: components["responses"]["invalid"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Users returned */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberPageResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["NewMember"];
            };
        };
        responses: {
            /** @description User onboarded */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Laurel-Ignored-Fields": components["headers"]["Laurel-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentifiedMembershipResponse"];
                };
            };
            /** @description User onboarded */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Laurel-Ignored-Fields": components["headers"]["Laurel-Ignored-Fields"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentifiedMembershipResponse"];
                };
            };
            /** @description A field is missing or wrong, or a rule says no */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Laurel-Refusal": components["headers"]["Laurel-Refusal"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateMemberFailure"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description User returned */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description User left */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MembershipResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["NewMembers"];
            };
        };
        responses: {
            /** @description Users onboarded */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Laurel-Ignored-Fields": components["headers"]["Laurel-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkMemberResultsResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["SetExternalIdRequest"];
            };
        };
        responses: {
            /** @description External id set */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentifiedMembershipResponse"];
                };
            };
            /** @description A field is missing or wrong, or a value is already in use */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["OnboardUserRequest"];
            };
        };
        responses: {
            /** @description User onboarded */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Laurel-Ignored-Fields": components["headers"]["Laurel-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MembershipResponse"];
                };
            };
            /** @description User onboarded */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Laurel-Ignored-Fields": components["headers"]["Laurel-Ignored-Fields"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MembershipResponse"];
                };
            };
            /** @description A field is missing or wrong, or something named in the body is unknown, or a rule says no */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Laurel-Refusal": components["headers"]["Laurel-Refusal"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OnboardUserFailure"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description User exported */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberExportResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["NewErasure"];
            };
        };
        responses: {
            /** @description User erased */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureResponse"];
                };
            };
            /** @description A field is missing or wrong, or a rule says no */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Laurel-Refusal": components["headers"]["Laurel-Refusal"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EraseMemberFailure"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            409: components["responses"]["conflict"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["NewRule"];
            };
        };
        responses: {
            /** @description Rule created successfully */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleSummaryResponse"];
                };
            };
            /** @description A field is missing or wrong, or a value is already in use */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listRules: {
        parameters: {
            query?: {
                /** @description Only rules with this text in their name or in the name of a sub-rule. */
                search?: string;
                /** @description Only rules of this status. */
                status?: components["schemas"]["RuleStatus"];
                /** @description Only rules of this type. */
                type?: components["schemas"]["RuleType"];
                /** @description Only rules with all their participants (full), or only rules that can pay further users (open). */
                participants?: components["schemas"]["ParticipantsFilter"];
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
            /** @description Rules returned */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RulePageResponse"];
                };
            };
            /** @description Nothing changed. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Rule returned */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleResponse"];
                };
            };
            /** @description Nothing changed. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["RuleChanges"];
            };
        };
        responses: {
            /** @description Rule changed successfully */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleResponse"];
                };
            };
            /** @description A field is missing or wrong, or a value is already in use */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            /** @description It was changed after you read it */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Versions returned */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleVersionPageResponse"];
                };
            };
            /** @description Nothing changed. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["NewAward"];
            };
        };
        responses: {
            /** @description Dry run: nothing was written */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Laurel-Dry-Run": components["headers"]["Laurel-Dry-Run"];
                    "Laurel-Ignored-Fields": components["headers"]["Laurel-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardResponse"];
                };
            };
            /** @description Rule award created successfully */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Laurel-Dry-Run": components["headers"]["Laurel-Dry-Run"];
                    "Laurel-Ignored-Fields": components["headers"]["Laurel-Ignored-Fields"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardResponse"];
                };
            };
            /** @description A field is missing or wrong, or something named in the body is unknown, or a rule says no */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Laurel-Refusal": components["headers"]["Laurel-Refusal"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardRuleFailure"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["NewReversal"];
            };
        };
        responses: {
            /** @description Dry run: nothing was written */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Laurel-Dry-Run": components["headers"]["Laurel-Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExpandedReversalResponse"];
                };
            };
            /** @description Award reversed successfully */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Laurel-Dry-Run": components["headers"]["Laurel-Dry-Run"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExpandedReversalResponse"];
                };
            };
            /** @description A field is missing or wrong, or a rule says no */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Laurel-Refusal": components["headers"]["Laurel-Refusal"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReverseAwardFailure"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            409: components["responses"]["conflict"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["NewBulkAwards"];
            };
        };
        responses: {
            /** @description Awards decided */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Laurel-Dry-Run": components["headers"]["Laurel-Dry-Run"];
                    "Laurel-Ignored-Fields": components["headers"]["Laurel-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkAwardResultsResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            /** @description The Idempotency-Key was used with another request */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listDecisions: {
        parameters: {
            query?: {
                /** @description Only the decision with this id; without other filters. */
                id?: string;
                /** @description Decisions of this kind, awards by default. Settlements are no decisions. A return has no coins and no user: its refunds and reversals are listed too, with its id as `returnId`. */
                kind?: components["schemas"]["DecisionKindFilter"];
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
                outcome?: components["schemas"]["Outcome"];
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
            /** @description Decisions returned */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecisionPageResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Award returned */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardDecisionResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["NewTransfer"];
            };
        };
        responses: {
            /** @description Dry run: nothing was written */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Laurel-Dry-Run": components["headers"]["Laurel-Dry-Run"];
                    "Laurel-Ignored-Fields": components["headers"]["Laurel-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionResponse"];
                };
            };
            /** @description Coins transferred successfully */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Laurel-Dry-Run": components["headers"]["Laurel-Dry-Run"];
                    "Laurel-Ignored-Fields": components["headers"]["Laurel-Ignored-Fields"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionResponse"];
                };
            };
            /** @description A field is missing or wrong, or something named in the body is unknown, or a rule says no */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Laurel-Refusal": components["headers"]["Laurel-Refusal"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferCoinsFailure"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["NewRefund"];
            };
        };
        responses: {
            /** @description Dry run: nothing was written */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Laurel-Dry-Run": components["headers"]["Laurel-Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionResponse"];
                };
            };
            /** @description Coins refunded successfully */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Laurel-Dry-Run": components["headers"]["Laurel-Dry-Run"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionResponse"];
                };
            };
            /** @description A field is missing or wrong, or a rule says no */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Laurel-Refusal": components["headers"]["Laurel-Refusal"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundCoinsFailure"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            409: components["responses"]["conflict"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["NewReturn"];
            };
        };
        responses: {
            /** @description Dry run: nothing was written */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Laurel-Dry-Run": components["headers"]["Laurel-Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReturnResponse"];
                };
            };
            /** @description Order returned successfully */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Laurel-Dry-Run": components["headers"]["Laurel-Dry-Run"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReturnResponse"];
                };
            };
            /** @description A field is missing or wrong, or something named in the body is unknown, or a rule says no */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Laurel-Refusal": components["headers"]["Laurel-Refusal"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReturnOrderFailure"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["NewAdjustment"];
            };
        };
        responses: {
            /** @description Dry run: nothing was written */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Laurel-Dry-Run": components["headers"]["Laurel-Dry-Run"];
                    "Laurel-Ignored-Fields": components["headers"]["Laurel-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionResponse"];
                };
            };
            /** @description Wallet adjusted successfully */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Laurel-Dry-Run": components["headers"]["Laurel-Dry-Run"];
                    "Laurel-Ignored-Fields": components["headers"]["Laurel-Ignored-Fields"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionResponse"];
                };
            };
            /** @description A field is missing or wrong, or something named in the body is unknown, or a rule says no */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Laurel-Refusal": components["headers"]["Laurel-Refusal"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdjustCoinsFailure"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listTransactions: {
        parameters: {
            query?: {
                /** @description Only transactions of this user. */
                userId?: string;
                /** @description Only transactions of this transactionType. */
                type?: components["schemas"]["TransactionType"];
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
            /** @description Transactions returned */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionPageResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Transaction returned */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedTransactionResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    exportTransactions: {
        parameters: {
            query?: {
                /** @description Only transactions of this user. */
                userId?: string;
                /** @description Only transactions of this transactionType. */
                type?: components["schemas"]["TransactionType"];
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
            /** @description The transactions, one per line */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Leaderboard returned */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Laurel-Ignored-Fields": components["headers"]["Laurel-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PointsBoardPageResponse"];
                };
            };
            /** @description Nothing changed. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Laurel-Ignored-Fields": components["headers"]["Laurel-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                type?: components["schemas"]["CoinBoardType"];
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
            /** @description Leaderboard returned */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Laurel-Ignored-Fields": components["headers"]["Laurel-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoinBoardResponse"];
                };
            };
            /** @description Nothing changed. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Laurel-Ignored-Fields": components["headers"]["Laurel-Ignored-Fields"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Events returned */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPageResponse"];
                };
            };
            /** @description Nothing changed. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Event returned */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventResponse"];
                };
            };
            /** @description Nothing changed. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description A stream of events */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Wallet returned */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnWalletResponse"];
                };
            };
            /** @description Nothing changed. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Transactions returned */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnTransactionPageResponse"];
                };
            };
            /** @description Nothing changed. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Progress returned */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnProgressPageResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description A stream of events */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Overview returned */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OverviewResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Webhooks returned */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookListResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description Webhook created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecretResponse"];
                };
            };
            /** @description A field is missing or wrong, or a rule says no */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Laurel-Refusal": components["headers"]["Laurel-Refusal"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateWebhookFailure"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Webhook returned */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Webhook deleted */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["WebhookChanges"];
            };
        };
        responses: {
            /** @description Webhook changed */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Secret replaced */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecretResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            409: components["responses"]["conflict"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["ReplayWebhookRequest"];
            };
        };
        responses: {
            /** @description Webhook set back */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Attempts returned */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAttemptPageResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Attempt sent again */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAttemptResponse"];
                };
            };
            /** @description A field is missing or wrong, or a rule says no */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Laurel-Refusal": components["headers"]["Laurel-Refusal"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedeliverWebhookAttemptFailure"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Test sent */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAttemptResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["DiagnoseWebhookRequest"];
            };
        };
        responses: {
            /** @description Signature diagnosed */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDiagnosisResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /** @description Only the request with this X-Request-Id. */
                requestId?: string;
                /** @description Only requests with this outcome; failed means a status from 400. */
                outcome?: components["schemas"]["RequestOutcome"];
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
            /** @description Requests returned */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestPageResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Partner details returned */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnPartnerResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["PartnerChanges"];
            };
        };
        responses: {
            /** @description Partner details saved successfully */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnPartnerResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description User details result returned */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserDetailsStatusResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["TryUserDetailsRequest"];
            };
        };
        responses: {
            /** @description User details asked */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserDetailsTryResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Secrets returned */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientSecretListResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["NewClientSecret"];
            };
        };
        responses: {
            /** @description Secret created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedClientSecretResponse"];
                };
            };
            /** @description A field is missing or wrong, or a rule says no */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Laurel-Refusal": components["headers"]["Laurel-Refusal"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateSecretFailure"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            409: components["responses"]["conflict"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Secret revoked */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientSecretResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Signed out */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Sessions returned */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionPageResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Signed out everywhere */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndAllSessionsResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Session ended */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["ChangePasswordRequest"];
            };
        };
        responses: {
            /** @description Password changed */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangePasswordResponse"];
                };
            };
            /** @description A field is missing or wrong */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["ChangeEmailRequest"];
            };
        };
        responses: {
            /** @description Confirm the change at both addresses */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeEmailResponse"];
                };
            };
            /** @description A field is missing or wrong */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["BeginSecondFactorRequest"];
            };
        };
        responses: {
            /** @description Confirm the second factor with a code of your app */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BeginSecondFactorResponse"];
                };
            };
            /** @description A field is missing or wrong, or a rule says no */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Laurel-Refusal": components["headers"]["Laurel-Refusal"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BeginSecondFactorFailure"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["RemoveSecondFactorRequest"];
            };
        };
        responses: {
            /** @description Second factor removed */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveSecondFactorResponse"];
                };
            };
            /** @description A field is missing or wrong, or a rule says no */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Laurel-Refusal": components["headers"]["Laurel-Refusal"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveSecondFactorFailure"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["ConfirmSecondFactorRequest"];
            };
        };
        responses: {
            /** @description Second factor activated */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmSecondFactorResponse"];
                };
            };
            /** @description A field is missing or wrong, or a rule says no */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Laurel-Refusal": components["headers"]["Laurel-Refusal"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmSecondFactorFailure"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["ReplaceRecoveryCodesRequest"];
            };
        };
        responses: {
            /** @description Recovery codes replaced */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplaceRecoveryCodesResponse"];
                };
            };
            /** @description A field is missing or wrong, or a rule says no */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Laurel-Refusal": components["headers"]["Laurel-Refusal"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplaceRecoveryCodesFailure"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Team returned */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Team member removed */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMemberResponse"];
                };
            };
            /** @description A field is missing or wrong, or a rule says no */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Laurel-Refusal": components["headers"]["Laurel-Refusal"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveTeamMemberFailure"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["ChangeRoleRequest"];
            };
        };
        responses: {
            /** @description Role changed */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMemberResponse"];
                };
            };
            /** @description A field is missing or wrong, or a rule says no */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Laurel-Refusal": components["headers"]["Laurel-Refusal"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeRoleFailure"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Second factor removed */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMemberResponse"];
                };
            };
            /** @description A field is missing or wrong, or a rule says no */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Laurel-Refusal": components["headers"]["Laurel-Refusal"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveMembersSecondFactorFailure"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/json": components["schemas"]["InviteTeamMemberRequest"];
            };
        };
        responses: {
            /** @description Invitation sent */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationResponse"];
                };
            };
            /** @description A field is missing or wrong, or a value is already in use */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            409: components["responses"]["conflict"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Invitation withdrawn */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Audit events returned */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEventPageResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Imports returned */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportPageResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
                "application/x-ndjson": components["schemas"]["ImportNdjson"];
                "text/csv": components["schemas"]["ImportCsv"];
            };
        };
        responses: {
            /** @description Import received */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResponse"];
                };
            };
            /** @description A field is missing or wrong, or a rule says no */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Laurel-Refusal": components["headers"]["Laurel-Refusal"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateImportFailure"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["tooLarge"];
            415: components["responses"]["wrongContentType"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Import returned */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Refused lines returned */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportRefusalPageResponse"];
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description The refused lines, one per line */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["invalid"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
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
            /** @description Import cancelled */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResponse"];
                };
            };
            /** @description A field is missing or wrong, or a rule says no */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Laurel-Refusal": components["headers"]["Laurel-Refusal"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelImportFailure"];
                };
            };
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["notFound"];
            429: components["responses"]["tooMany"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
}
