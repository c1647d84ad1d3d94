import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accentOf, accentPath, accentStyle } from './brand.ts'
import { brandMark } from './brand-mark.ts'

test('a colour has a stylesheet of its own, and nothing else has one', () => {
  assert.equal(accentPath('#1e6842'), '/account/accents/1e6842.css')
  assert.equal(accentOf('1e6842.css'), '#1e6842')
  assert.equal(accentStyle('#1e6842'), ':root {\n  --brand: #1e6842;\n  --on-brand: #ffffff;\n}\n')
  for (const file of ['1e6842', '1E6842.css', 'red.css', '1e6842;}.css', ''])
    assert.equal(accentOf(file), undefined)
})

test('a partner without a logo has its first letter, whatever its name begins with', () => {
  const markOf = (partnerName: string) => brandMark({ partnerName, logo: null, accent: null }).text
  assert.match(markOf('“acme”'), />A</)
  assert.match(markOf('🛒 shop'), />S</)
  assert.match(markOf('متجر'), />م</)
  assert.match(markOf('—'), />·</)
  assert.match(
    brandMark({ partnerName: 'Acme', logo: '/logos/a"b.png', accent: null }).text,
    /src="\/logos\/a&quot;b\.png" alt=""/,
  )
})
