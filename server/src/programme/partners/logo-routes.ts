import { Type } from 'typebox'
import { actorOf, partnerOf } from '../../http/edge/request-caller.ts'
import { isUuid } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import type { App } from '../../http/responses/envelope.ts'
import { onPartnerBy } from '../../identity/audit-log/audit-event.ts'
import { recordAuditEvent } from '../../identity/audit-log/audit-event-store.ts'
import { invalidFields, notFound, wrong } from '../../runtime/failure.ts'
import type { Database } from '../../storage/database/database.ts'
import { partnerTransaction } from '../ledger/partner-transaction.ts'
import { readImage } from './logo-image.ts'
import { findLogo, hashOf, saveLogo } from './logo-store.ts'
import { EcosystemPath, OwnPartnerData, ownPartnerData } from './partner-data.ts'
import { ownPartner, withSettings } from './partner-routes.ts'

const LOGO_BYTES_MAX = 204_800
/** Four characters of Base64 stand for three bytes. */
const CHARACTERS_MAX = 4 * Math.ceil(LOGO_BYTES_MAX / 3)
const PIXELS = { min: 16, max: 2_048 }
const LOGO_MUST = `be a PNG, JPEG or WebP image of at most 200 kB, from ${PIXELS.min} to ${PIXELS.max} pixels wide and high, in Base64`

const LogoBody = Type.Object(
  {
    image: Type.String({
      minLength: 1,
      maxLength: CHARACTERS_MAX,
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
      must: LOGO_MUST,
      description:
        'The bytes of the image in Base64. SVG is not taken: it can hold scripts and addresses of other sites.',
      examples: [
        'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAGElEQVR4nGOQy3AiCTGMahjVMKqBdhoABvMnwcXmVmQAAAAASUVORK5CYII=',
      ],
    }),
  },
  { schemaName: 'NewLogo' },
)

/** Browsers may keep the image: another one has another address. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable'
/** The bytes are shown as an image and nothing else, whatever they hold. */
const POLICY = "default-src 'none'; sandbox"

const fitsIn = (pixels: number) => pixels >= PIXELS.min && pixels <= PIXELS.max

type Services = { database: Database; now: () => Date }

export function ownLogoRoutes(app: App, { database, now }: Services): void {
  app.put(
    '/:eco/partners/me/logo',
    operation({
      id: 'setLogo',
      tag: 'Partners',
      roles: ['owner'],
      summary: 'Set your logo',
      description:
        'A PNG, JPEG or WebP image, told by its bytes. It is public: everyone who knows its address can read it.',
      params: EcosystemPath,
      body: LogoBody,
      message: 'Logo saved successfully',
      data: OwnPartnerData,
      failures: ['notFound'],
    }),
    async (request) => {
      const bytes = Buffer.from(request.body.image, 'base64')
      const image = bytes.length > LOGO_BYTES_MAX ? undefined : readImage(bytes)
      if (!image || !fitsIn(image.width) || !fitsIn(image.height))
        throw invalidFields([wrong('image', `must ${LOGO_MUST}`)])
      return change(request, { type: image.type, hash: hashOf(bytes), bytes })
    },
  )

  app.delete(
    '/:eco/partners/me/logo',
    operation({
      id: 'removeLogo',
      tag: 'Partners',
      roles: ['owner'],
      summary: 'Remove your logo',
      description: 'Does nothing if there is none.',
      params: EcosystemPath,
      message: 'Logo removed',
      data: OwnPartnerData,
      failures: ['notFound'],
    }),
    async (request) => change(request, null),
  )

  type Changing = Parameters<typeof onPartnerBy>[0] & { params: unknown }

  async function change(request: Changing, logo: Parameters<typeof saveLogo>[2]) {
    const at = now()
    const { eco } = request.params as { eco: string }
    return partnerTransaction(database, actorOf(request), async (tx) => {
      const partner = await ownPartner(tx, partnerOf(request), eco)
      const before = ownPartnerData(await withSettings(tx, partner, at))
      const after = { ...partner, logoType: logo?.type ?? null, logoHash: logo?.hash ?? null }
      if (after.logoHash === partner.logoHash) return before
      await saveLogo(tx, partner.partnerId, logo, at)
      const saved = ownPartnerData(await withSettings(tx, after, at))
      await recordAuditEvent(tx, {
        ...onPartnerBy(request),
        action: 'partner_changed',
        at,
        detail: { fields: ['brand'], changes: { brand: { from: before.brand, to: saved.brand } } },
      })
      return saved
    })
  }
}

/** The logos of all partners, for pages here and elsewhere. */
export function logoRoutes(app: App, { database }: Pick<Services, 'database'>): void {
  app.get(
    '/logos/:partnerId/:file',
    {
      schema: { hide: true, params: Type.Object({ partnerId: Type.String(), file: Type.String() }) },
      config: { isPublicRead: true },
    },
    async ({ params: { partnerId, file } }, reply) => {
      const [, hash] = /^([0-9a-f]{32})\.(?:png|jpg|webp)$/.exec(file) ?? []
      const found = hash !== undefined && isUuid(partnerId) && (await findLogo(database, partnerId, hash))
      if (!found) throw notFound('Logo')
      return reply
        .headers({
          'content-security-policy': POLICY,
          'cross-origin-resource-policy': 'cross-origin',
          'cache-control': CACHE_CONTROL,
          etag: `"${hash}"`,
        })
        .type(found.logoType)
        .send(found.logo)
    },
  )
}
