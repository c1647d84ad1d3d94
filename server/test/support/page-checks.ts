import type { Page } from 'playwright-core'

/** Runs in the page, so it is text here: checks for weak eyesight, keyboard use and small screens. */
const CHECKS = `(() => {
  const problems = []
  const name = (element) => element.outerHTML.slice(0, 90)
  const all = (selector) => [...document.querySelectorAll(selector)]
  const visible = (element) => element.checkVisibility() && !element.closest('.unseen, .skip')

  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) problems.push('the page is ' + scrollWidth + ' wide on a screen of ' + clientWidth)
  for (const one of ['h1', 'main', 'header', 'footer', 'title'])
    if (all(one).length !== 1) problems.push('it has ' + all(one).length + ' ' + one)
  const ids = all('[id]').map((element) => element.id)
  for (const id of ids) if (ids.filter((other) => other === id).length > 1) problems.push('two have the id ' + id)
  for (const input of all('input:not([type=hidden])'))
    if (input.labels.length !== 1 || input.labels[0].textContent.trim() === '') problems.push('without a label: ' + name(input))
  for (const element of all('[aria-describedby], [aria-labelledby], a[href^="#"]')) {
    const named = (element.getAttribute('aria-describedby') ?? element.getAttribute('aria-labelledby') ?? element.hash.slice(1)).split(' ')
    for (const id of named) if (!document.getElementById(id)) problems.push('there is no ' + id + ' for ' + name(element))
  }
  for (const element of all('a, button'))
    if ((element.getAttribute('aria-label') ?? element.textContent).trim() === '') problems.push('without a name: ' + name(element))
  for (const element of all('.button, input:not([type=hidden]), nav a, nav button'))
    // A choice is touched anywhere on its label.
    if (visible(element) && (element.type === 'checkbox' ? element.labels[0] : element).getBoundingClientRect().height < 44) problems.push('too small to touch: ' + name(element))
  const levels = all('h1, h2, h3').map((element) => Number(element.tagName[1]))
  levels.reduce((before, level) => { if (level > before + 1) problems.push('a heading is skipped'); return level }, 0)

  const numbers = (color) => color.match(/[\\d.]+/g).map(Number)
  const luminance = ([r, g, b]) => [r, g, b].map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }).reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0)
  const behind = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const color = numbers(getComputedStyle(each).backgroundColor)
      if (color.length === 3 || color[3] === 1) return color
    }
    return [255, 255, 255]
  }
  const contrast = (left, right) => {
    const [light, dark] = [luminance(left), luminance(right)].sort((a, b) => b - a)
    return (light + 0.05) / (dark + 0.05)
  }
  for (const element of all('body *')) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '')
    if (!hasText || !visible(element)) continue
    const ratio = contrast(numbers(getComputedStyle(element).color), behind(element))
    if (ratio < 4.5) problems.push('hard to read (' + ratio.toFixed(1) + '): ' + name(element))
  }
  for (const input of all('input:not([type=hidden])'))
    if (contrast(numbers(getComputedStyle(input).borderTopColor), behind(input.parentElement)) < 3) problems.push('a faint border: ' + name(input))
  return problems
})()`

export async function problemsOf(page: Page): Promise<string[]> {
  // A click that leads to another page ends when that page begins, which may be before all of it is there.
  await page.waitForLoadState()
  return page.evaluate<string[]>(CHECKS)
}
