import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import { assertFailure, assertSuccess } from '../../support/api-response.ts'
import { ME, onboardTestPartner } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { addMember } from '../../support/team.ts'

const service = useSharedService()

const LOGO = `${ME}/logo`
const REFUSED =
  'image must be a PNG, JPEG or WebP image of at most 200 kB, from 16 to 2048 pixels wide and high, in Base64.'

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

/** A grey image; `padding` adds a text of so many bytes. */
function png(width: number, height = width, { padding = 0 } = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...(padding > 0 ? [chunk('tEXt', Buffer.alloc(padding, 'x'))] : []),
    chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A frame of 20 by 20 and a scan without one pixel: type and size are what is read. */
const JPEG = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffc0000b080014001401011100ffda0008010100003f00ffd9',
  'hex',
)

/** With two scans, a restart and a byte 0xff in the data of the first, and fill bytes before a table and the end. */
const PROGRESSIVE_JPEG = Buffer.from(
  'ffd8ffc2000b080014001401011100ffda000801010000000011ff00ffd022ffffc40004aabbffda0008010101050033ffffd9',
  'hex',
)

function webp(kind: 'VP8 ' | 'VP8L' | 'VP8X', data: string): Buffer {
  const bytes = Buffer.from(data.padEnd(40, '0'), 'hex')
  const file = Buffer.concat([Buffer.from('RIFF....WEBP'), Buffer.from(kind), Buffer.alloc(4), bytes])
  file.writeUInt32LE(file.length - 8, 4)
  file.writeUInt32LE(bytes.length, 16)
  return file
}

const WEBPS = [
  webp('VP8 ', '0000009d012a14001400'),
  webp('VP8L', '2f13c00400'),
  webp('VP8X', '00000000130000130000'),
]

async function newPartner() {
  const partner = await onboardTestPartner(service)
  const { token } = partner
  const put = (bytes: Buffer) =>
    service.request('PUT', LOGO, { token, body: { image: bytes.toString('base64') } })
  return { ...partner, put, remove: () => service.request('DELETE', LOGO, { token }) }
}

const fetchLogo = (path: string) => fetch(`${service.url}${path}`)

test('a logo is told by its bytes, has an address of its own, and is served as an image and nothing else', async () => {
  const { partnerId, put, remove, token } = await newPartner()
  const addresses = new Set<string>()
  for (const [bytes, type, ending] of [
    [png(16), 'image/png', 'png'],
    [png(32, 2_048), 'image/png', 'png'],
    [JPEG, 'image/jpeg', 'jpg'],
    [PROGRESSIVE_JPEG, 'image/jpeg', 'jpg'],
    ...WEBPS.map((each) => [each, 'image/webp', 'webp'] as const),
  ] as [Buffer, string, string][]) {
    const { body, status } = await put(bytes)
    assert.equal(status, 200, JSON.stringify(body))
    const { logo } = body.data.brand
    assert.match(logo, new RegExp(`^/logos/${partnerId}/[0-9a-f]{32}\\.${ending}$`))
    addresses.add(logo)
    const response = await fetchLogo(logo)
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes)
    assert.equal(response.headers.get('content-type'), type)
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(response.headers.get('content-security-policy'), "default-src 'none'; sandbox")
    assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(response.headers.get('cross-origin-resource-policy'), 'cross-origin')
  }
  assert.equal(addresses.size, 7)
  const [first, ...others] = [...addresses]
  assert.equal((await fetchLogo(first as string)).status, 404, 'a former logo is gone')

  const { body } = await service.get(ME, token)
  assertSuccess(await remove(), 200, 'Logo removed', {
    ...body.data,
    brand: { logo: null, accent: null, accentOnLight: null, accentOnDark: null },
  })
  assert.equal((await remove()).status, 200)
  assert.equal((await fetchLogo(others.at(-1) as string)).status, 404)
  const events = await service.query<{ action: string }>(
    `select action from audit_log where partner_id = $1 and action = 'partner_changed'`,
    [partnerId],
  )
  assert.equal(events.length, 8)
})

test('what is not a whole image of a fitting size is refused', async () => {
  const { put, token } = await newPartner()
  const sound = png(16)
  const broken = Buffer.from(sound)
  broken[20] = (broken[20] as number) ^ 1
  for (const bytes of [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    Buffer.from('GIF89a'),
    Buffer.from('<html>'),
    Buffer.alloc(1),
    png(15),
    png(16, 2_049),
    png(16, 16, { padding: 204_800 }),
    sound.subarray(0, -1),
    sound.subarray(0, 40),
    Buffer.concat([sound, Buffer.from('<script>')]),
    broken,
    JPEG.subarray(0, -2),
    Buffer.from('ffd8ffd9', 'hex'),
    Buffer.concat([JPEG, Buffer.from('<script>alert(1)</script>'), Buffer.from('ffd9', 'hex')]),
    Buffer.concat([JPEG, JPEG]),
    Buffer.concat([WEBPS[0] as Buffer, Buffer.from('x')]),
    webp('VP8 ', '00'),
  ])
    assertFailure(await put(bytes), 'invalid', REFUSED)
  for (const body of [{ image: '!' }, { image: 'x'.repeat(300_000) }, { image: 7 }])
    assertFailure(await service.request('PUT', LOGO, { token, body }), 'invalid', REFUSED)
  assert.equal((await put(png(16, 16, { padding: 204_000 }))).status, 200)
})

test('only owners set a logo, and nobody reads what is no address of one', async () => {
  const { partnerId, put, ...owner } = await newPartner()
  const { body } = await put(png(16))
  const { logo } = body.data.brand
  const manager = await addMember(service, owner, 'manager')
  for (const method of ['PUT', 'DELETE'] as const) {
    const image = { image: png(16).toString('base64') }
    const options = { token: manager.token, ...(method === 'PUT' && { body: image }) }
    assert.equal((await service.request(method, LOGO, options)).status, 403)
  }
  for (const path of [
    logo.replace(partnerId, randomUUID()),
    logo.replace(/[0-9a-f]{32}/, '0'.repeat(32)),
    logo.replace('.png', '.svg'),
    `/logos/${partnerId}/..%2f..%2fetc`,
    '/logos/x/y',
  ]) {
    const response = await fetchLogo(path)
    assert.equal(response.status, 404, path)
    assert.equal(response.headers.get('cache-control'), 'no-store')
  }
})
