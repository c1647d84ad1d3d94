import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
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

/** Members of the punch cards that the shop had before. Amara is in the shop's list already, so her line is refused. */
const PUNCH_CARDS = [
  {
    externalId: 'card-1',
    fullname: 'Sofía Marchetti-Åkesson',
    coins: '30',
    points: '80',
    reference: 'punch card',
  },
  { externalId: 'card-2', fullname: 'Tomasz Wójcik', coins: '12.5', points: '12.5', reference: 'punch card' },
  { externalId: 'customer-1', fullname: 'Amara Okafor', coins: '5', reference: 'punch card' },
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
  const owner = ownerAt(baseUrl)
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
  // A coin is worth what it takes off the price at the checkout.
  await ownerAt(baseUrl).partner.change({
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    coinValue: { amount: '0.10', currency: 'USD' },
  })
}

const ownerAt = (baseUrl: string) =>
  new Laurel({ baseUrl, ecosystem: ECOSYSTEM, email: EMAIL, password: PASSWORD })

/** Fills board and history. With a key for each call, another start adds nothing. */
export async function addCustomers(baseUrl: string, credentials: ShopCredentials): Promise<void> {
  const laurel = new Laurel({ baseUrl, ...credentials })
  await laurel.users.createMany(CUSTOMERS.map(({ externalId, fullname }) => ({ externalId, fullname })))
  await laurel.activities.recordMany(
    CUSTOMERS.map(({ externalId, spent }) => ({
      type: 'order.paid',
      externalId,
      properties: { total: Number(spent), items: [] },
      reference: `earlier-${externalId}`,
      idempotencyKey: `earlier-orders-${externalId}`,
    })),
  )
  const spent = await laurel.coins.transfer(
    { externalId: 'customer-2', coins: 40, narration: 'Tasting evening', reference: 'tasting' },
    { idempotencyKey: 'tasting-customer-2' },
  )
  if (spent.ok)
    await laurel.coins.refund(
      spent.data.id,
      { coins: 15, narration: 'One guest could not come' },
      { idempotencyKey: 'tasting-refund-customer-2' },
    )
  await laurel.returns.create(
    { reference: 'earlier-customer-4', share: '0.5' },
    { idempotencyKey: 'return-customer-4' },
  )
  const owner = ownerAt(baseUrl)
  await owner.coins.adjust(
    { externalId: 'customer-3', coins: 10, reason: 'Parcel arrived late' },
    { idempotencyKey: 'late-parcel-customer-3' },
  )
  const { id } = await owner.imports.create(PUNCH_CARDS, { idempotencyKey: 'punch-cards' })
  while ((await owner.imports.read(id)).status !== 'finished') await pause(100)
}
