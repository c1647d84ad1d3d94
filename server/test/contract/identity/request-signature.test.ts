import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLocalJWKSet, decodeProtectedHeader, type JWK, jwtVerify } from 'jose'
import { dataOf } from '../../support/api.ts'
import { ME, onboardByTag, onboardTestPartner } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { startPartnerServer } from '../../support/user-details.ts'

const service = useSharedService()
const shop = await startPartnerServer()

const partner = await onboardTestPartner(service, { userDetailsUrl: `${shop.address}?shop=7` })
const { clientId } = await dataOf(service.get(ME, partner.token))
const rows = await service.query<{ id: string; publicKey: JWK }>(
  'select id, public_key as "publicKey" from signing_keys',
)
const keys = createLocalJWKSet({
  keys: rows.map(({ id, publicKey }) => ({ ...publicKey, kid: id, alg: 'ES256' })),
})

/** What a partner does with the header, as docs/guides/user-details-address.md says. */
const verify = (signature: string, audience = clientId, currentDate?: Date) =>
  jwtVerify(signature, keys, {
    issuer: service.origin,
    audience,
    typ: 'laurel-request+jwt',
    algorithms: ['ES256'],
    ...(currentDate && { currentDate }),
  })

async function nextSignature(tag: string): Promise<string> {
  await onboardByTag(service, partner, tag)
  return String(shop.asked.at(-1)?.headers['laurel-signature'])
}

test('a request to the partner’s address carries a signature for it, valid for a minute', async () => {
  const { payload, protectedHeader } = await verify(await nextSignature('ada'))
  assert.equal(protectedHeader.alg, 'ES256')
  assert.equal(payload.url, `${shop.address}?shop=7&tag=ada`)
  assert.equal((payload.exp ?? 0) - (payload.iat ?? 0), 60)
  assert.deepEqual(new Set(Object.keys(payload)), new Set(['aud', 'exp', 'iat', 'iss', 'jti', 'url']))

  const next = await verify(await nextSignature('ada'))
  assert.notEqual(next.payload.jti, payload.jti)
})

test('a trial request is signed as well', async () => {
  await service.post(`${ME}/user-details/try`, { tag: 'grace' }, partner.token)
  const { payload } = await verify(String(shop.asked.at(-1)?.headers['laurel-signature']))
  assert.equal(payload.url, `${shop.address}?shop=7&tag=grace`)
})

test('a signature that was changed, is old or is for another partner is refused', async () => {
  const signature = await nextSignature('ada')
  const [header, payload, mark] = signature.split('.') as [string, string, string]
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const forged = Buffer.from(JSON.stringify({ ...claims, url: 'http://evil.example/' })).toString('base64url')

  await assert.rejects(verify(`${header}.${forged}.${mark}`), {
    code: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
  })
  await assert.rejects(verify(signature, 'f'.repeat(64)), { code: 'ERR_JWT_CLAIM_VALIDATION_FAILED' })
  await assert.rejects(verify(signature, clientId, new Date(Date.now() + 61_000)), {
    code: 'ERR_JWT_EXPIRED',
  })
})

test('a signature is no access token, and an access token is no signature', async () => {
  const signature = await nextSignature('ada')
  assert.equal(decodeProtectedHeader(signature).typ, 'laurel-request+jwt')
  assert.equal((await service.get('/api/v1/laas/rules', signature)).status, 401)
  await assert.rejects(verify(partner.token), { code: 'ERR_JWT_CLAIM_VALIDATION_FAILED' })
})
