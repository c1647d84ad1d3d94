import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextPath } from './next-path.ts'

for (const path of [
  '/account',
  '/account/security',
  '/account/partners/1?before=7',
  '/oauth/interaction/abc-DEF_1?x=%2F%2Fa',
]) {
  test(`${path} is accepted as a return path`, () => {
    assert.equal(nextPath(path), path)
  })
}

for (const input of [
  'https://evil.example/',
  'http://laurel.invalid.evil.example/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/%2e//evil.example',
  '/./\\evil.example',
  'javascript:alert(1)',
  'account',
  '',
  undefined,
  ['/account/security'],
]) {
  test(`${JSON.stringify(input)} is replaced by the account page`, () => {
    assert.equal(nextPath(input), '/account')
  })
}

test('a browser resolves every return path to the service', () => {
  for (const input of ['/a\r\nSet-Cookie: x=1', '/a#//evil', '/a\\..\\..\\b', '/@evil.example', '/:80']) {
    const path = nextPath(input)
    assert.match(path, /^\/(?![/\\])[\x21-\x7e]*$/)
    assert.equal(new URL(path, 'https://rewards.example').host, 'rewards.example')
  }
})
