import type { FastifyRequest } from 'fastify'
import { type Coins, formatCoins } from '../../programme/ledger/coin.ts'
import type { Partner } from '../../programme/partners/partner.ts'
import type { Brand } from './brand.ts'
import { form } from './form.ts'
import { type Html, html, page } from './layout.ts'

/** A page for a signed-in user, with links to the others. */
export function accountPage(
  request: FastifyRequest,
  {
    title,
    body,
    current,
    brand,
  }: { title: string; body: Html; current?: 'coins' | 'security' | 'data'; brand?: Brand },
): Html {
  const link = (name: typeof current, path: string, text: string) =>
    html`<li><a href="${path}"${name === current && html` aria-current="page"`}>${text}</a></li>`
  return page({
    title,
    brand,
    wide: true,
    navigation: html`<nav aria-label="Account">
<ul>
${link('coins', '/account', 'Coins')}
${link('security', '/account/security', 'Security')}
${link('data', '/account/data', 'Your data')}
</ul>
${form('/account/sign-out', request.formToken, html`<button class="link">Sign out</button>`)}
</nav>`,
    body,
  })
}

export function notice(text: string | undefined): Html | undefined {
  return text === undefined ? undefined : html`<p class="notice" role="status">${text}</p>`
}

/** Formats with thousands separators: 1,234.5 */
export const amount = (coins: Coins) => formatCoins(coins).replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',')

/** What a partner calls its coins. */
export type CoinNames = Pick<Partner, 'coinName' | 'coinsName'>

export const coinsWord = ({ coinsName }: CoinNames) => coinsName ?? 'coins'

export const coinWord = (coins: Coins, names: CoinNames) =>
  coins === 100n ? (names.coinName ?? 'coin') : coinsWord(names)

export const inCoins = (coins: Coins, names: CoinNames) => `${amount(coins)} ${coinWord(coins, names)}`
