import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Laurel, LaurelError } from '../sdk/src/index.ts'

export const ECOSYSTEM = 'demo'
export const EMAIL = 'owner@bayleaf.example'
export const PASSWORD = 'Sunny-Day-7'

/** Customers from before the shop had accounts, by their own ids, with what they have spent. */
const CUSTOMERS = [
  { externalId: 'customer-1', fullname: 'Amara Okafor', spent: '184.50' },
  { externalId: 'customer-2', fullname: 'Jonas Lindqvist', spent: '121' },
  { externalId: 'customer-3', fullname: 'Mei Tanaka', spent: '66' },
  { externalId: 'customer-4', fullname: 'Luca Moretti', spent: '40.50' },
  { externalId: 'customer-5', fullname: 'Zainab Bello', spent: '14.50' },
]

type Addresses = { laurelUrl: string; shopUrl: string; folder: string }
export type ShopCredentials = { clientId: string; clientSecret: string }

/** Registers the shop as a partner with a client secret. Another start finds both again. */
export async function preparePartner({
  laurelUrl: baseUrl,
  shopUrl,
  folder,
}: Addresses): Promise<ShopCredentials> {
  const redirectUrl = `${shopUrl}/signed-in`
  const owner = new Laurel({ baseUrl, ecosystem: ECOSYSTEM, email: EMAIL, password: PASSWORD })
  const partner = await owner.partner.read().catch(async (error) => {
    if (!(error instanceof LaurelError) || error.status === 0 || error.status >= 500) throw error
    await onboard(baseUrl, redirectUrl)
    return owner.partner.read()
  })
  // The shop may have another port than last time.
  if (partner.redirectUrl !== redirectUrl)
    await owner.partner.change({ redirectUrl, webRedirectUrl: redirectUrl, mobileRedirectUrl: redirectUrl })

  // A secret is shown once, so it is kept.
  const file = join(folder, 'shop-credentials.json')
  const known: ShopCredentials | undefined = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : undefined
  if (known?.clientId === partner.clientId) return known
  const { secret: clientSecret } = await owner.secrets.create({
    name: 'shop',
    scopes: ['rules', 'awards', 'coins', 'events', 'boards', 'webhooks'],
  })
  const credentials = { clientId: partner.clientId, clientSecret }
  writeFileSync(file, JSON.stringify(credentials), { mode: 0o600 })
  return credentials
}

async function onboard(baseUrl: string, redirectUrl: string): Promise<void> {
  await new Laurel({ baseUrl, ecosystem: ECOSYSTEM }).partners.onboard({
    partnerName: 'Bayleaf Coffee',
    applicationName: 'Bayleaf Coffee',
    email: EMAIL,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    redirectUrl,
    userDetailsUrl: redirectUrl,
  })
}

/** Fills the board. With a key for each award, another start adds nothing. */
export async function addCustomers(baseUrl: string, credentials: ShopCredentials): Promise<void> {
  const laurel = new Laurel({ baseUrl, ...credentials })
  await laurel.users.createMany(CUSTOMERS.map(({ externalId, fullname }) => ({ externalId, fullname })))
  await laurel.awards.grantMany(
    CUSTOMERS.map(({ externalId, spent }) => ({
      externalId,
      ruleName: 'purchase',
      units: spent,
      narration: 'Earlier orders',
      idempotencyKey: `earlier-orders-${externalId}`,
    })),
  )
}
