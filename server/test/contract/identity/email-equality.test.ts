import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emailKey } from '../../../src/storage/database/email-key.ts'
import { createVisitor, signUp } from '../../support/account.ts'
import { dataOf } from '../../support/api.ts'
import { newOauthShop } from '../../support/oauth.ts'
import { newOwner, newPartnerBody, newUserBody, PARTNERS, unique } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const USERS = '/api/v1/laas/users'
const INVISIBLE = [
  ['a zero-width space', '\u200b'],
  ['a zero-width joiner', '\u200d'],
  ['a soft hyphen', '\u00ad'],
  ['a direction mark', '\u202e'],
  ['a byte order mark', '\ufeff'],
  ['a Hangul filler', '\u3164'],
  ['a variation selector', '\ufe0f'],
  ['a tag character', '\u{e0061}'],
] as const
const REFUSED =
  'email must be an e-mail address without invisible characters; write the address again instead of pasting it'

test('the database and the service compare every character of an address alike, and change only A to Z', async () => {
  const characters = Array.from({ length: 0x11_0000 }, (_, code) => code)
    .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
    .map((code) => String.fromCodePoint(code))
  const text = characters.join('')
  const [row] = await service.query<{ lowered: string }>('select lower($1 collate "C") as lowered', [text])
  assert.ok(row?.lowered === emailKey(text))
  const changed = characters.filter((character) => emailKey(character) !== character)
  assert.equal(changed.join(''), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
})

for (const [name, letter, foreign] of [
  ['the Kelvin sign', 'k', '\u212a'],
  ['a dotted capital I', 'i', '\u0130'],
] as const) {
  test(`an address with ${name} is another one: it claims no coins and displaces no account`, async () => {
    const shop = await newOauthShop(service)
    const local = unique('mail')
    const [plain, odd] = [`${letter}${local}@mail.example`, `${foreign}${local}@mail.example`]
    const customer = await shop.addCustomer(plain)
    const attacker = await signUp(service, { email: odd })
    assert.equal((await shop.link(attacker)).userId, attacker.userId)
    const found = await dataOf(service.get(`${USERS}?email=${encodeURIComponent(odd)}`, shop.token))
    assert.deepEqual(
      found.data.map(({ userId }: { userId: string }) => userId),
      [attacker.userId],
    )

    const owner = await signUp(service, { email: plain.toUpperCase() })
    assert.equal((await shop.link(owner)).userId, customer.userId)
  })
}

for (const [name, character] of INVISIBLE) {
  test(`an address with ${name} is refused wherever one is given`, async () => {
    const { token } = await newOwner(service)
    const [user, partner] = [newUserBody(), newPartnerBody()]
    const hiddenIn = (email: string) => email.replace('@', `${character}@`)
    const email = hiddenIn(user.email)
    for (const answer of [
      await service.post('/api/v1/user', { ...user, email }),
      await service.post('/api/v1/user', { ...user, email }, token),
      await service.post(PARTNERS, { ...partner, email: hiddenIn(partner.email) }),
      await service.post(USERS, { externalId: unique('customer-'), email }, token),
    ]) {
      assert.equal(answer.status, 400)
      assert.ok(JSON.stringify(answer.body).includes(REFUSED), JSON.stringify(answer.body))
    }
    const visitor = createVisitor(service)
    await visitor.visit('/account/sign-up')
    const { isAdult: _, dateOfBirth: __, ...typed } = user
    const page = await visitor.send('/account/sign-up', { ...typed, email })
    assert.equal(page.status, 400)
    assert.match(page.text, /has characters that cannot be seen/)
  })
}
