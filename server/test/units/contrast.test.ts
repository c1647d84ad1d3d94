import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  luminance,
  mergeMantineTheme,
  toRgba,
} from '@mantine/core'
import { colours, theme } from '../../../dashboard/src/theme.ts'
import { textOn } from '../../src/people/pages/brand.ts'

/** What WCAG AA asks of text, and of the borders of inputs. */
const TEXT_MIN = 4.5
const BORDER_MIN = 3

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

type Scheme = 'light' | 'dark'
type Variables = Record<string, string>
/** A colour in front of others, each a CSS expression. */
type Front = { front: string; grounds: string[]; min?: number }

/** The colour that a CSS expression means in a scheme. */
function colourOf(expression: string, variables: Variables, scheme: Scheme): string {
  const resolve = (text = '') => colourOf(text, variables, scheme)
  const [, name] = /^var\((--[\w-]+)\)$/.exec(expression) ?? []
  if (name) {
    const value = variables[name]
    assert(value, `${name} is defined`)
    return resolve(value)
  }
  const [, light, dark] = /^light-dark\((.+), (.+)\)$/.exec(expression) ?? []
  if (light) return resolve(scheme === 'light' ? light : dark)
  const [, first, percent, second] = /^color-mix\(in srgb, (.+) (\d+)%, (.+)\)$/.exec(expression) ?? []
  if (first) {
    const [a, b] = [toRgba(resolve(first)), toRgba(resolve(second))]
    const part = (of: 'r' | 'g' | 'b') => b[of] + ((a[of] - b[of]) * Number(percent)) / 100
    return `rgb(${part('r')}, ${part('g')}, ${part('b')})`
  }
  assert.match(expression, /^(#[\da-f]{3,6}|rgba?\([\d., ]+\))$/i)
  return expression
}

/** The pairs that are too weak, such as "dark: var(--dimmed) on var(--body) is 3.9". */
function weakPairs(fronts: Front[], variablesOf: (scheme: Scheme) => Variables): string[] {
  return (['light', 'dark'] as const).flatMap((scheme) => {
    const variables = variablesOf(scheme)
    const brightness = (expression: string) => luminance(colourOf(expression, variables, scheme)) + 0.05
    return fronts.flatMap(({ front, grounds, min = TEXT_MIN }) =>
      grounds.flatMap((ground) => {
        const [low = 0, high = 0] = [brightness(front), brightness(ground)].sort((a, b) => a - b)
        return high / low < min ? [`${scheme}: ${front} on ${ground} is ${(high / low).toFixed(2)}`] : []
      }),
    )
  })
}

/** The colours that a stylesheet names, each for both schemes. */
const tokensOf = (css: string): Variables =>
  Object.fromEntries(
    [...css.matchAll(/(--[\w-]+): (light-dark\(#.+\));/g)].map(([, name = '', value = '']) => [name, value]),
  )

const token = (name: string) => `var(--mantine-${name})`
const color = (name: string) => token(`color-${name}`)
const either = (light: string, dark: string) => `light-dark(${color(light)}, ${color(dark)})`

test('all text of the dashboard stands out from its background, light and dark', () => {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme)
  const [defaults, own] = [defaultCssVariablesResolver(merged), colours(merged)]
  const tokens = tokensOf(read('dashboard/src/tokens.css'))
  const variablesOf = (scheme: Scheme) => ({
    ...defaults.variables,
    ...defaults[scheme],
    ...own[scheme],
    ...tokens,
  })
  const pages = [color('body'), 'var(--surface)', color('default')]
  const rows = [...pages, 'var(--sunk)']
  const filled = ['laurel', 'red'].map((name) => {
    const variant = merged.variantColorResolver({ color: name, theme: merged, variant: 'filled' })
    return { front: variant.color, grounds: [variant.background, variant.hover] }
  })
  const files = globSync('dashboard/src/**/*.css', { cwd: new URL('../../..', import.meta.url) })
  const css = files.map(read).join('\n')
  const [, strongest] =
    /COLOUR_MAX_PERCENT = (\d+)/.exec(read('dashboard/src/leaderboards/year-board.tsx')) ?? []
  const fronts: Front[] = [
    ...['text', 'dimmed', 'anchor', 'error'].map((name) => ({ front: color(name), grounds: rows })),
    ...['ink', 'muted', 'leaf', 'brass', 'clay'].map((name) => ({ front: `var(--${name})`, grounds: rows })),
    ...['ink', 'muted', 'leaf'].map((name) => ({ front: `var(--${name})`, grounds: ['var(--brass-wash)'] })),
    { front: 'var(--surface)', grounds: ['var(--clay)'] },
    { front: 'var(--placeholder)', grounds: ['var(--surface)'] },
    { front: 'var(--page)', grounds: ['var(--ink)'] },
    // These are dots, bars, laurels and lines.
    ...['brass-fill', 'spend', 'slate', 'bronze', 'leaf', 'clay'].map((name) => ({
      front: `var(--${name})`,
      grounds: pages,
      min: BORDER_MIN,
    })),
    { front: token('primary-color-light-color'), grounds: [...rows, token('primary-color-light-hover')] },
    { front: token('primary-color-contrast'), grounds: [token('primary-color-filled')] },
    ...filled,
    { front: color('default-color'), grounds: [color('default'), color('default-hover')] },
    // Quiet buttons have another ground below the pointer. The title of a yellow alert has the colour of text.
    ...['laurel', 'red', 'gray', 'blue'].map((name) => ({
      front: color(`${name}-light-color`),
      grounds: [color(`${name}-light`), ...pages],
    })),
    ...['laurel', 'gray'].map((name) => ({
      front: color(`${name}-light-color`),
      grounds: [color(`${name}-light-hover`)],
    })),
    ...['laurel', 'red', 'gray', 'blue', 'yellow'].flatMap((name) =>
      [color('text'), either('black', 'white')].map((front) => ({
        front,
        grounds: [color(`${name}-light`)],
      })),
    ),
    // These are badges, code, tips, menus, choices and messages in the corner.
    { front: either('black', 'white'), grounds: [either('white', 'dark-5')] },
    { front: color('text'), grounds: [either('gray-0', 'dark-6'), either('gray-1', 'dark-4')] },
    { front: either('white', 'black'), grounds: [either('gray-9', 'gray-2')] },
    { front: color('error'), grounds: [either('gray-1', 'dark-4')] },
    { front: either('gray-7', 'dark-1'), grounds: [either('gray-1', 'dark-8')] },
    { front: color('dimmed'), grounds: [either('white', 'dark-6')] },
    // The board of a year has shades.
    {
      front: color('text'),
      grounds: [`color-mix(in srgb, var(--brass-fill) ${strongest}%, var(--page))`],
    },
    { front: color('placeholder'), grounds: [either('white', 'dark-6')] },
    ...['var(--line-strong)', color('error')].map((front) => ({
      front,
      grounds: pages,
      min: BORDER_MIN,
    })),
  ]
  assert.deepEqual(weakPairs(fronts, variablesOf), [])
  const named = css.matchAll(/(?<!-)color: (var\(--[\w-]+\));/g)
  const tested = fronts.map(({ front }) => front)
  for (const [, front = ''] of named) assert.ok(tested.includes(front), `${front} is tested`)
})

for (const [pages, files] of [
  ['the account pages and guides', ['server/src/http/edge/tokens.css', 'server/src/people/pages/style.css']],
  ['the shop', ['examples/shop/public/style.css']],
] as const)
  test(`all text of ${pages} stands out from its background, light and dark`, () => {
    const css = files.map(read).join('\n')
    const tokens = tokensOf(css)
    const used = (property: string) => {
      const uses = css.matchAll(new RegExp(`(?<!-)${property}: var\\(--([\\w-]+)\\);`, 'g'))
      return [...new Set([...uses].map(([, name = '']) => name))]
    }
    const [, border] = /input[^{]*{[^}]*border: 1px solid var\(--([\w-]+)\)/.exec(css) ?? []
    assert.ok(border)
    // Text on a button has a colour of its own, such as on-accent.
    const fills = used('color').flatMap((name) => (name.startsWith('on-') ? name.slice(3) : []))
    const isFill = (ground: string) => fills.some((fill) => ground === fill || ground === `${fill}-strong`)
    const grounds = used('background').filter((ground) => !isFill(ground))
    const fronts = [
      ...used('color').map((name) => ({
        name,
        grounds: name.startsWith('on-')
          ? used('background').filter((ground) => ground.startsWith(name.slice(3)) && isFill(ground))
          : grounds,
      })),
      { name: border, grounds, min: BORDER_MIN },
      ...('--focus' in tokens ? [{ name: 'focus', grounds, min: BORDER_MIN }] : []),
    ]
    const expression = (name: string) => `var(--${name})`
    assert.deepEqual(
      weakPairs(
        fronts.map(({ name, ...front }) => ({
          ...front,
          front: expression(name),
          grounds: front.grounds.map(expression),
        })),
        () => tokens,
      ),
      [],
    )
  })

test('all text of a public board stands out from its background, light and dark', () => {
  const css = read('server/src/web/embed/embed.css')
  const tokens = Object.fromEntries(
    [...css.matchAll(/(--[\w-]+): (light-dark\(#.+\));/g)].map(([, name = '', value = '']) => [name, value]),
  )
  const [page, surface, sunk, wash] = ['page', 'surface', 'sunk', 'brass-wash'].map(
    (name) => `var(--${name})`,
  )
  const grounds = [page, surface, sunk] as string[]
  const used = new Set([...css.matchAll(/(?<!-)color: (var\(--[\w-]+\));/g)].map(([, front = '']) => front))
  assert.deepEqual(
    weakPairs(
      [
        ...Array.from(used, (front) => ({ front, grounds })),
        { front: 'var(--brass)', grounds: [wash as string] },
        // The place of a member stands inside the laurel, in the colour of text.
        ...['gold', 'silver', 'bronze'].map((name) => ({
          front: `var(--${name})`,
          grounds: grounds.slice(0, 2),
          min: BORDER_MIN,
        })),
      ],
      () => tokens,
    ),
    [],
  )
})

test('text stands out on every colour that a partner can choose', () => {
  const steps = Array.from({ length: 16 }, (_, step) => (step * 17).toString(16).padStart(2, '0'))
  const accents = steps.flatMap((red) =>
    steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)),
  )
  const weak = accents.filter((accent) => {
    const [low = 0, high = 0] = [luminance(accent), luminance(textOn(accent))].sort((a, b) => a - b)
    return (high + 0.05) / (low + 0.05) < TEXT_MIN
  })
  assert.deepEqual(weak, [])
})

test('every colour that components name is one of those above', () => {
  const files = globSync('dashboard/src/**/*.tsx', { cwd: new URL('../../..', import.meta.url) })
  const texts = files.map(read).join('\n')
  const values = [
    ...texts.matchAll(/\bc(?:olor)?=("[^"]*")/g),
    ...texts.matchAll(/\bc(?:olor)?=\{([^}]*)\}/g),
    ...texts.matchAll(/\bCOLOURS\b[^=]*= \{([^}]*)\}/g),
  ].map(([, value = '']) => value)
  // What follows a question mark or a colon is a colour; what is compared is not.
  const names = values.flatMap((value) =>
    [...value.matchAll(/(?:^|[?:] *\(?)["']([^"']+)/g)].map(([, name]) => name),
  )
  assert.ok(names.length > 60, String(names.length))
  const known = ['laurel', 'red', 'gray', 'blue', 'yellow', 'dimmed', 'inherit']
  const variables = [
    ...['error', 'text'].map((name) => `var(--mantine-color-${name})`),
    ...['leaf', 'muted'].map((name) => `var(--${name})`),
  ]
  assert.deepEqual(
    names.filter(
      (name = '') => ![...known, ...variables, `var(--mantine-primary-color-light-color)`].includes(name),
    ),
    [],
  )
})
