import type { Brand } from './brand.ts'
import { type Html, html } from './layout.ts'

/** The logo, or the first letter of the name. */
export const brandMark = ({ partnerName, logo }: Brand): Html =>
  logo === null
    ? html`<span class="monogram" aria-hidden="true">${firstLetter(partnerName)}</span>`
    : html`<img class="logo" src="${logo}" alt="">`

/** The mark with the name. */
export const brandLine = (brand: Brand): Html =>
  html`<p class="brand">${brandMark(brand)}<span>${brand.partnerName}</span></p>`

const firstLetter = (name: string) => (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '·').toUpperCase()
