import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { BALANCE_MAX, COINS_MAX, coinsAsNumber, formatCoins, parseCoins } from './coin.ts'

const anAmount = fc.bigInt({ min: 1n, max: COINS_MAX })
const aBalance = fc.bigInt({ min: 0n, max: BALANCE_MAX })

test('every amount reads back as itself from the text it is written as', () => {
  fc.assert(fc.property(anAmount, (coins) => assert.equal(parseCoins(formatCoins(coins)), coins)))
})

test('every amount reads back as itself from a JSON number', () => {
  fc.assert(
    fc.property(anAmount, (coins) => {
      const overTheWire: number = JSON.parse(JSON.stringify(coinsAsNumber(coins)))
      assert.equal(parseCoins(overTheWire), coins)
    }),
  )
})

test('a balance is exact as a JSON number, to the hundredth below 2^46 coins and to the coin up to the highest', () => {
  const readAsNumber = (coins: bigint) => assert.equal(String(coinsAsNumber(coins)), formatCoins(coins))
  const toTheHundredthMax = 2n ** 46n * 100n - 1n
  fc.assert(fc.property(fc.bigInt({ min: 0n, max: toTheHundredthMax }), readAsNumber))
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: BALANCE_MAX / 100n }), (whole) => readAsNumber(whole * 100n)),
  )
  for (const coins of [0n, 1n, toTheHundredthMax - 1n, toTheHundredthMax, BALANCE_MAX]) readAsNumber(coins)
})

test('amounts are written in one form only: no needless zero, point or sign', () => {
  fc.assert(fc.property(aBalance, (coins) => assert.match(formatCoins(coins), CANONICAL)))
  const written: [bigint, string][] = [
    [0n, '0'],
    [1n, '0.01'],
    [5n, '0.05'],
    [10n, '0.1'],
    [99n, '0.99'],
    [100n, '1'],
    [250n, '2.5'],
    [1000n, '10'],
    [1005n, '10.05'],
    [-5n, '-0.05'],
    [-250n, '-2.5'],
    [COINS_MAX, '1000000000'],
    [BALANCE_MAX, '70000000000000'],
  ]
  for (const [coins, text] of written) assert.equal(formatCoins(coins), text)
})

const CANONICAL = /^(0|[1-9]\d*)(\.\d?[1-9])?$/

test('whatever text is given, an amount is read from it exactly or not at all', () => {
  const almostAnAmount = fc.stringMatching(/^[-+ ]?0{0,3}\d{0,11}[.,]?\d{0,4}(e\d)?$/)
  fc.assert(
    fc.property(fc.oneof(fc.string(), almostAnAmount), (text) => {
      const coins = parseCoins(text)
      if (coins === undefined) return
      const [whole = '', decimals = ''] = text.split('.')
      assert.equal(BigInt(whole) * 100n + BigInt(decimals.padEnd(2, '0')), coins)
      assert(coins > 0n && coins <= COINS_MAX)
    }),
  )
})

test('whatever number is given, an amount is read from it exactly or not at all', () => {
  fc.assert(
    fc.property(fc.oneof(fc.double(), fc.double({ min: 0, max: 1e9 }), fc.integer()), (number) => {
      const coins = parseCoins(number)
      if (coins !== undefined) assert.equal(coinsAsNumber(coins), number)
    }),
  )
})

test('the smallest and the largest amount are read, and nothing beyond them', () => {
  assert.equal(parseCoins('0.01'), 1n)
  assert.equal(parseCoins(0.01), 1n)
  assert.equal(parseCoins('1000000000'), COINS_MAX)
  assert.equal(parseCoins(1_000_000_000), COINS_MAX)
  assert.equal(parseCoins('1000000000.00'), COINS_MAX)
  refuses('0', '0.0', '0.00', '00', 0, -0)
  refuses('1000000000.01', 1_000_000_000.01, '1000000001', 1_000_000_001, '9999999999', '99999999999')
})

test('a float that only looks like an amount is refused rather than rounded', () => {
  refuses(0.1 + 0.2, 1.005, 2.675, 0.009, 1 / 3, 1e-7, 4.35 * 100, Number.EPSILON)
  assert.equal(parseCoins(0.3), 30n)
  assert.equal(parseCoins(4.35), 435n)
})

test('an exponent is refused as text, and read as the number it is when JSON gives a number', () => {
  refuses('1e3', '1E3', '1e+3', '10e-1', '1e-2', 1e21, 1e-7, '1e400')
  assert.equal(parseCoins(1e3), 100_000n)
  assert.equal(parseCoins(1e-2), 1n)
})

test('more than 2 decimals are refused, also when they are zeros', () => {
  refuses('1.001', '1.000', '0.001', '1.230', 1.001)
  assert.equal(parseCoins('1.00'), 100n)
  assert.equal(parseCoins('1.20'), 120n)
  assert.equal(parseCoins('1.2'), 120n)
})

test('a negative amount is refused', () => {
  refuses('-1', '-0.01', -1, -0.01, '-0', '−1')
})

test('leading zeros are read past, within the ten digits an amount can have', () => {
  assert.equal(parseCoins('007'), 700n)
  assert.equal(parseCoins('0010.50'), 1050n)
  assert.equal(parseCoins('0000000001'), 100n)
  refuses('00000000001', '0000000000')
})

test('what is no plain decimal is refused', () => {
  refuses('', ' ', ' 1', '1 ', '1\n', '\n1', '+1', '1.', '.5', '.', '1.2.3', '1,5', '1,000', '1_000', '1 000')
  refuses('0x10', '0b1', '1n', 'NaN', 'Infinity', 'ten', '١٢', '１２', '½', '1\u0000', 'null', '[1]')
  refuses(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.MAX_VALUE)
})

function refuses(...values: (string | number)[]): void {
  for (const value of values) assert.equal(parseCoins(value), undefined, `read ${JSON.stringify(value)}`)
}
