import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailable } from './mailable.ts'

test('a name without addresses stays as it is', () => {
  for (const name of [
    'Acme',
    'Müller & Söhne GmbH',
    'Acme Inc.',
    'J.R.R. Books',
    'Café 24/7',
    '7-Eleven',
    '1.5 °C',
  ])
    assert.equal(mailable(name), name)
})

test('what mail programs turn into links is taken out', () => {
  for (const [name, expected] of [
    ['Win at https://evil.example/now today', 'Win at today'],
    ['HTTP://EVIL.EXAMPLE', 'unnamed'],
    ['Acme www.evil.example', 'Acme'],
    ['write to win@evil.example or call tel:+1900', 'write to or call'],
    ['evil.example', 'evil…'],
    ['Booking.com', 'Booking…'],
    ['Acme (sub.evil.example/login?x=1)', 'Acme (sub…'],
    ['10.0.0.1 wins', '10… wins'],
    ['привет.рф', 'привет…'],
    ['evil。example', 'evil…'],
    ['ｅｖｉｌ．ｅｘａｍｐｌｅ', 'evil…'],
    ['ev\u200bil\u2060.example', 'evil…'],
    ['win＠evil．example', 'unnamed'],
  ] as const)
    assert.equal(mailable(name), expected, name)
})

test('the text stays on one line and hides nothing', () => {
  assert.equal(mailable('Acme\r\nBcc: all\u2028\t\u0000now'), 'Acme Bcc: all now')
  assert.equal(mailable('Acme \u202egpj'), 'Acme gpj')
  assert.equal(mailable(' \n ', 'a partner'), 'a partner')
})

test('a long text is cut between characters', () => {
  assert.equal(mailable('a'.repeat(40)), 'a'.repeat(40))
  assert.equal(mailable('a'.repeat(41)), `${'a'.repeat(39)}…`)
  assert.equal(mailable('🏆'.repeat(50)), `${'🏆'.repeat(39)}…`)
  assert.equal(mailable('four '.repeat(30)), `${'four '.repeat(8).trim()}…`)
})
