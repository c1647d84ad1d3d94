import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accentStyle, hexDigits } from './accent.ts'

/** As WCAG defines it, of two colours such as #1e6842. */
function contrast(left: string, right: string): number {
  const luminance = (colour: string) => {
    const linear = [1, 3, 5].map((at) => {
      const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return linear.reduce((sum, part, index) => sum + part * ([0.2126, 0.7152, 0.0722][index] as number), 0.05)
  }
  const [low = 0, high = 0] = [luminance(left), luminance(right)].sort((a, b) => a - b)
  return high / low
}

const coloursOf = (style: string): [light: string, dark: string] => {
  const [, light = '', dark = ''] =
    /^:root { --accent: light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\); }\n$/.exec(style) ?? []
  assert.ok(light && dark, style)
  return [light, dark]
}

test('any accent stands out from every ground of a board, light and dark', () => {
  const steps = ['00', '40', '80', 'C0', 'FF']
  for (const red of steps)
    for (const green of steps)
      for (const blue of steps) {
        const [light, dark] = coloursOf(accentStyle(`${red}${green}${blue}`))
        for (const ground of ['#f7f5ef', '#ffffff', '#efece3'])
          assert.ok(contrast(light, ground) >= 4.5, `${light} on ${ground}`)
        for (const ground of ['#12140f', '#1b1e17', '#23271e'])
          assert.ok(contrast(dark, ground) >= 4.5, `${dark} on ${ground}`)
      }
})

test('an accent that stands out stays as it is', () => {
  assert.equal(coloursOf(accentStyle('1E6842'))[0], '#1e6842')
  assert.equal(coloursOf(accentStyle('7CC596'))[1], '#7cc596')
})

test('a colour may have three digits and a hash', () => {
  assert.deepEqual(
    ['#0af', '0AF', '#00aaff', '00AAFF'].map(hexDigits),
    Array.from({ length: 4 }, () => '00AAFF'),
  )
})
