/** Where the shop is. Visitors return here after they signed in, and webhooks are sent here. */
export const SHOP_URL = process.env.SHOP_URL ?? 'http://localhost:8080'
/** Where Laurel is. */
export const LAUREL_URL = process.env.LAUREL_URL ?? 'http://127.0.0.1:3000'
/** What the shop keeps: orders, and the secret of its webhook. A real shop has a database. */
export const SHOP_FILE = process.env.SHOP_FILE ?? 'shop.json'

export const CLIENT_ID = required('LAUREL_CLIENT_ID')
/** With the scopes rules, awards, coins, events, boards and webhooks. */
export const CLIENT_SECRET = required('LAUREL_CLIENT_SECRET')

function required(name: string): string {
  const value = process.env[name]
  if (value) return value
  console.error(
    `Set ${name}; README.md says where it comes from. Or run \`npm run demo\`, which sets everything.`,
  )
  process.exit(1)
}
