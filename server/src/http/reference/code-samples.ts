/** How the SDK calls an operation. The reference page makes samples of plain requests itself. */
const SDK_SAMPLES: Record<string, string> = {
  createRule: `
const rule = await laurel.rules.create({
  name: 'first purchase',
  coinValue: '10',
  maxNumberOfParticipant: '1000',
  condition: 'The user has paid for a first order',
})`,
  createMember: `
const member = await laurel.users.create({ externalId: 'customer-42', fullname: 'Ada Lovelace' })`,
  awardRule: `
const result = await laurel.awards.grant({ externalId: 'customer-42', ruleName: 'first purchase' })
if (result.ok) console.log(result.data.awarded ? 'paid' : 'counted')
else if (result.reason === 'rule_full') console.log(result.message)`,
  awardRules: `
const results = await laurel.awards.grantMany([
  { externalId: 'customer-42', ruleName: 'first purchase', idempotencyKey: 'order-1042' },
])`,
  reverseAward: `
const result = await laurel.awards.reverse(awardId, { shortfall: 'owe' })`,
  listDecisions: `
for await (const decision of laurel.decisions.list({ externalId: 'customer-42' }))
  console.log(decision.outcome, decision.reason)`,
  transferCoins: `
const result = await laurel.coins.transfer({ externalId: 'customer-42', coins: '4', reference: 'order-1042' })
if (!result.ok && result.reason === 'insufficient_coins') console.log(result.message)`,
  refundCoins: `
const result = await laurel.coins.refund(transactionId, { coins: '2.5' })`,
  returnOrder: `
const result = await laurel.returns.create({ reference: 'order-1042', share: '0.4' })`,
  listTransactions: `
for await (const transaction of laurel.transactions.list()) console.log(transaction.narration)`,
  pointsLeaderboard: `
const board = await laurel.boards.points({ take: 10 })`,
  streamEvents: `
for await (const event of laurel.events.stream({ after: lastSeq }))
  if (event.type === 'award.paid') console.log(event.data.userId, event.data.coins)`,
  createWebhook: `
const webhook = await laurel.webhooks.create({ url: 'https://shop.acme.example/laurel/events' })`,
}

const CLIENT = `import { Laurel } from '@laurel/sdk'

const laurel = new Laurel({ baseUrl, clientId, clientSecret })
`

/** The samples of an operation in the form that reference pages read. */
export function codeSamples(operationId: string) {
  const sample = SDK_SAMPLES[operationId]
  return sample === undefined
    ? {}
    : { 'x-codeSamples': [{ lang: 'TypeScript', label: 'TypeScript SDK', source: `${CLIENT}${sample}` }] }
}
