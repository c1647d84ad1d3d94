import type { Page } from 'playwright-core'
import { DESKTOP, PHONE } from './browser.ts'
import { lookAt } from './dashboard.ts'

export const WIDTHS = [
  ['wide', DESKTOP],
  ['phone', PHONE],
] as const

/** Looks at a page as it stands, light and dark. */
export async function lookInBothColours(page: Page, name: string, width: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await lookAt(page, name, `${width}-${colorScheme}`)
  }
}
