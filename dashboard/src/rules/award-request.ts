/** A request for a shell that gets a token for a backend; its secret is made among the developers' pages. */
export const tokenRequest = ({ origin, clientId }: { origin: string; clientId: string }): string =>
  `curl -s ${origin}/oauth/token \\
  -u ${clientId}:CLIENT_SECRET \\
  -d grant_type=client_credentials`

/** A request for a shell that awards a rule, or a sub-rule by its own name. */
export const awardRequest = ({ origin, ruleName }: { origin: string; ruleName: string }): string =>
  `curl -s ${origin}/api/v1/laas/rules/award \\
  -H 'Authorization: Bearer ACCESS_TOKEN' \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: ORDER_ID' \\
  -d '${JSON.stringify({ userId: 'USER_ID', ruleName, narration: 'Order ORDER_ID' })}'`
