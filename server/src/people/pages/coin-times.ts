import type { Coins } from '../../programme/ledger/coin.ts'
import { dayIn, startOfDay } from '../../programme/ledger/time-zone.ts'
import type { CoinsAt, WalletNow } from '../../programme/wallets/wallet-now.ts'
import { type CoinNames, coinsWord, inCoins } from './account-page.ts'
import { type Html, html, moment } from './layout.ts'

type Times = CoinNames &
  Pick<WalletNow, 'pendingUntil' | 'expiring' | 'held'> & { timeZone: string; leftAt: Date | null }

/** More of a kind are folded. */
const SHOWN = 4

/** What waits until when, what is held and what expires when; nothing for a wallet without any of that. */
export function coinTimes(wallet: Times): Html | false {
  const { pendingUntil, expiring, held, timeZone, leftAt } = wallet
  if (pendingUntil.length === 0 && expiring.length === 0 && held === 0n) return false
  const row = (what: Html, note: string, coins: Coins) => html`<li>
<span><strong>${what}</strong><small>${note}</small></span>
<span class="amount">${inCoins(coins, wallet)}</span>
</li>`
  const pending = ({ coins, at }: CoinsAt) =>
    row(html`Can be spent from ${start(at, timeZone)}`, 'They are yours already.', coins)
  const ending = ({ coins, at }: CoinsAt) =>
    row(
      html`Expire ${end(at, timeZone)}`,
      leftAt ? 'To spend them, link it again before.' : 'Spend them before.',
      coins,
    )
  const later = [...pendingUntil.slice(SHOWN).map(pending), ...expiring.slice(SHOWN).map(ending)]
  return html`<section aria-labelledby="times">
<h2 id="times">What happens to your ${coinsWord(wallet)}</h2>
<ul class="rows">
${pendingUntil.slice(0, SHOWN).map(pending)}
${held > 0n && row(html`Held for a purchase`, 'They come back if you do not complete it.', held)}
${expiring.slice(0, SHOWN).map(ending)}
</ul>
${
  later.length > 0 &&
  html`<details><summary>Later</summary>
<ul class="rows">${later}</ul>
</details>`
}
</section>`
}

/** A day that begins at this moment; the moment itself when it is within a day. */
const start = (at: Date, timeZone: string): Html =>
  isStartOfDay(at, timeZone)
    ? html`<time datetime="${at.toISOString()}">${day(at, timeZone)}</time>`
    : moment(at, timeZone)

/** At the end of the day that is over at this moment. */
const end = (at: Date, timeZone: string): Html =>
  isStartOfDay(at, timeZone)
    ? html`at the end of <time datetime="${at.toISOString()}">${day(new Date(at.getTime() - 1), timeZone)}</time>`
    : html`on ${moment(at, timeZone)}`

const day = (at: Date, timeZone: string): string =>
  at.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone })

/** A programme that changed its zone has moments within a day. Where clocks skip midnight, a day starts later. */
const isStartOfDay = (at: Date, timeZone: string): boolean =>
  startOfDay(timeZone, dayIn(timeZone, at)).getTime() === at.getTime()
