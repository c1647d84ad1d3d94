/** The request that awards a rule, for a shell; with stand-ins for what is not known yet. */
export function awardRequest({
  userId = '<USER_ID>',
  ruleName = '<RULE_NAME>',
}: {
  userId?: string | undefined
  ruleName?: string | undefined
}): string {
  const body = JSON.stringify({ userId, ruleName }).replaceAll("'", String.raw`'\''`)
  return `curl ${location.origin}/api/v1/laas/rules/award \\
  -H "Authorization: Bearer $ACCESS_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '${body}'`
}
