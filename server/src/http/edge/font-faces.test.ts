import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { DESIGN_TOKENS } from './design-tokens.ts'
import { FONT_FACES, fontFaces } from './font-faces.ts'

test('the typefaces are those of the built dashboard, at addresses with a hash', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'fonts-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const file of [
    'figtree-latin-wght-normal-BxS-1_aZ.woff2',
    'figtree-latin-ext-wght-normal-C0ffee99.woff2',
    'fraunces-latin-wght-normal-DdDdDdDd.woff2',
    'fraunces-vietnamese-wght-normal-EeEeEeEe.woff2',
    'figtree-latin-wght-italic-FfFfFfFf.woff2',
    'index-12345678.js',
  ])
    writeFileSync(join(folder, file), '')
  const faces = [...fontFaces(folder).matchAll(/font-family: (\w+); src: url\("([^"]+)"\)/g)]
  assert.deepEqual(
    faces.map(([, family, address]) => [family, address]),
    [
      ['Figtree', '/dashboard/assets/figtree-latin-ext-wght-normal-C0ffee99.woff2'],
      ['Figtree', '/dashboard/assets/figtree-latin-wght-normal-BxS-1_aZ.woff2'],
      ['Fraunces', '/dashboard/assets/fraunces-latin-wght-normal-DdDdDdDd.woff2'],
    ],
  )
})

test('without a built dashboard there are none', () => {
  assert.equal(fontFaces(join(tmpdir(), 'no such folder')), '')
})

test('the pages that the server renders have them, and name them first', () => {
  assert.ok(DESIGN_TOKENS.startsWith(FONT_FACES))
  assert.match(DESIGN_TOKENS, /--font: Figtree,/)
  assert.match(DESIGN_TOKENS, /--display: Fraunces,/)
})
