/** Programs that award a rule. Words in capitals are placeholders, as in the requests of curl-examples.ts. */
type AwardExample = { origin: string; ruleName: string; perUnit: boolean }

const text = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`

const unitsOf = ({ perUnit }: AwardExample): string => (perUnit ? "\n    units: 'UNITS'," : '')

/** With nothing but `fetch`. */
export const fetchExample = (award: AwardExample): string =>
  `const response = await fetch(${text(`${award.origin}/api/v1/laas/rules/award`)}, {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${accessToken}\`,
    'content-type': 'application/json',
    'idempotency-key': 'ORDER_ID',
  },
  body: JSON.stringify({
    userId: 'USER_ID',
    ruleName: ${text(award.ruleName)},${unitsOf(award)}
    reference: 'ORDER_ID',
  }),
})
const { status, message, data } = await response.json()`

/** With the SDK, which gets and renews the token itself. */
export const sdkExample = (award: AwardExample & { clientId: string }): string =>
  `import { Laurel } from '@laurel/sdk'

const laurel = new Laurel({
  baseUrl: ${text(award.origin)},
  clientId: ${text(award.clientId)},
  clientSecret: process.env.LAUREL_SECRET,
})

const result = await laurel.awards.grant(
  {
    userId: 'USER_ID',
    ruleName: ${text(award.ruleName)},${unitsOf(award)}
    reference: 'ORDER_ID',
  },
  { idempotencyKey: 'ORDER_ID' },
)
if (!result.ok) console.log(result.reason, result.message)`
