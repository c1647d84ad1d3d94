import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { until } from './dashboard.ts'
import { seriousFindings, settled } from './looks.ts'

const pictures = process.env.SCREENSHOTS
const HEIGHT = 900
const WIDEST = 1440
/** Both schemes at each; axe looks at the first. */
const WIDTHS = [1280, WIDEST, 390]
const PAGE = 'body'

/** Two lines of 20 pixels, their padding and a border. */
const ROW_HEIGHT_MAX = 64

/**
 * What does not fit on a page: what is wider than the screen, beside it or out of its box, rows of more than two
 * lines, amounts and buttons without their end, and texts without their lower half.
 */
const misfitsIn = (within: string) => `(() => {
  const screen = document.documentElement.clientWidth
  const found = []
  const note = (problem, each) =>
    found.push(problem + ': ' + each.tagName.toLowerCase() + '.' + [...each.classList].join('.') + ' "' +
      each.textContent.trim().replace(/\\s+/g, ' ').slice(0, 50) + '"')
  const wide = document.documentElement.scrollWidth
  if (wide > screen) found.push('the page is ' + wide + ' wide on a screen of ' + screen)
  const scrolls = (each) => /auto|scroll/.test(getComputedStyle(each).overflowX)
  const isInScroller = (each) => {
    for (let above = each.parentElement; above && above !== document.body; above = above.parentElement)
      if (scrolls(above) && above.scrollWidth > above.clientWidth) return true
    return false
  }
  for (const each of document.querySelectorAll('${within}, ${within} *')) {
    if (!each.checkVisibility({ visibilityProperty: true }) || each.closest('.unseen, .skip, svg')) continue
    const style = getComputedStyle(each)
    const isWider = each.scrollWidth > each.clientWidth + 1
    if (each.matches('.mantine-Modal-content, .mantine-Drawer-content, .mantine-Popover-dropdown') && isWider)
      note('scrolls sideways by ' + (each.scrollWidth - each.clientWidth), each)
    if (style.display !== 'inline' && each.matches('a, button, input, textarea, select')) {
      const { left, right, width } = each.getBoundingClientRect()
      if (width > 1 && (right > screen + 1 || left < -1) && !isInScroller(each)) note('beside the screen', each)
    }
    if (each.matches('tbody tr:not(.detail-row), .line, .calendar-row') && each.offsetHeight > ${ROW_HEIGHT_MAX})
      note('a row is ' + each.offsetHeight + ' high', each)
    const hasText = [...each.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== '')
    if (hasText && style.display !== 'inline' && style.overflowX === 'visible' && isWider)
      note('runs out of its box by ' + (each.scrollWidth - each.clientWidth), each)
    if (isWider && each.matches('td[data-amount], .amount, .line-coins, .figure-value, .mantine-Button-label, .mantine-SegmentedControl-label'))
      note('is cut', each)
    if (/hidden|clip/.test(style.overflowY) && style.webkitLineClamp === 'none' && !each.matches('input, html, body') &&
      each.clientHeight > 1 && each.scrollHeight > each.clientHeight + 3)
      note('is cut below by ' + (each.scrollHeight - each.clientHeight), each)
  }
  return [...new Set(found)]
})()`

/** What does not fit on a page, light and dark, on screens of all widths, and what axe finds. Takes pictures if told to. */
export async function misfits(page: Page, name: string, within = PAGE): Promise<string[]> {
  const found: string[] = []
  // A dialog is as wide on all wide screens.
  for (const width of WIDTHS.filter((each) => within === PAGE || each !== WIDEST)) {
    await page.setViewportSize({ width, height: HEIGHT })
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await until(page, `document.documentElement.dataset.mantineColorScheme === '${scheme}'`)
      await settled(page)
      const where = `${name}, ${width}, ${scheme}`
      const problems = await page.evaluate<string[]>(misfitsIn(within))
      if (width === WIDTHS[0]) problems.push(...(await seriousFindings(page, within)))
      found.push(...problems.map((problem) => `${where}: ${problem}`))
      if (pictures) await picture(page, join(pictures, `${where}.png`.replaceAll(/[ ,/]+/g, '-')))
    }
  }
  await page.setViewportSize({ width: WIDTHS[0] ?? 0, height: HEIGHT })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  return found
}

async function picture(page: Page, path: string): Promise<void> {
  await mkdir(pictures ?? '', { recursive: true })
  await page.screenshot({ path, fullPage: true })
}
