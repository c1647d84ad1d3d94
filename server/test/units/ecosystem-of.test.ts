import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ecosystemOf } from '../../../dashboard/src/accounts/ecosystem-of.ts'
import { ECOSYSTEM_NAME } from '../../src/programme/partners/partner.ts'

const of = (business: string, email = '') => ecosystemOf({ business, email })

test('the ecosystem of a business is its name as a part of an address', () => {
  assert.equal(of('Acme'), 'acme')
  assert.equal(of('  Café Müller & Söhne GmbH '), 'cafe-muller-sohne-gmbh')
  assert.equal(of("Joe's Diner"), 'joes-diner')
  assert.equal(of('7 Eleven'), 'eleven')
  assert.equal(of(`${'a'.repeat(62)} b c`), 'a'.repeat(62))
})

test('a name in other letters gives way to the domain of the address, and nothing is made of nothing', () => {
  assert.equal(of('株式会社', 'ada@mail.kaisha.example'), 'kaisha')
  assert.equal(of('株式会社', 'ada@'), '')
  assert.equal(of('', ''), '')
  assert.equal(of('7'), '')
})

test('what is made is a name that the service takes', () => {
  for (const business of ['Acme', 'É', '--x--y--', '99 Bottles', 'ß and more', 'x'.repeat(200), '🎉 Party'])
    assert.match(of(business, 'owner@shop.example'), ECOSYSTEM_NAME, business)
})
