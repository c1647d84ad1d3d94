import type { FastifyReply, FastifyRequest } from 'fastify'
import type { MemberProgress } from '../../programme/awards/member-progress.ts'
import { partsOfBalance } from '../../programme/ledger/balance.ts'
import type { OwnMovement } from '../me/own-movement-queries.ts'
import { accountPage, amount, coinsWord, coinWord, inCoins, notice } from './account-page.ts'
import { brandOf } from './brand.ts'
import { brandMark } from './brand-mark.ts'
import { coinTimes } from './coin-times.ts'
import { form } from './form.ts'
import { type Html, html, moment, sendPage } from './layout.ts'
import type { JoinedPartner, OwnMembership } from './own-coins-queries.ts'
import { rewardList } from './reward-list.ts'

type PartnerLink = JoinedPartner & OwnMembership

const NOTICES = new Map([
  ['unlinked', 'The partner is unlinked. It can no longer see you, reward you or take coins from you.'],
])

export function showCoins(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    tag,
    partners,
    more,
    done,
  }: { tag: string; partners: PartnerLink[]; more: string | undefined; done: string },
): FastifyReply {
  const byName = partners.toSorted((left, right) => left.partnerName.localeCompare(right.partnerName, 'en'))
  const linked = byName.filter((partner) => !partner.leftAt)
  const left = byName.filter((partner) => partner.leftAt)
  const title = 'Your coins'
  return sendPage(
    reply,
    accountPage(request, {
      title,
      current: 'coins',
      body: html`<h1>${title}</h1>
<p class="lead">Signed in as <strong>@${tag}</strong></p>
${notice(NOTICES.get(done))}
${linked.length > 0 ? html`<ul class="partners">${linked.map(linkedPartner)}</ul>` : noPartnerLinked(left.length > 0)}
${
  left.length > 0 &&
  html`<section aria-labelledby="left">
<h2 id="left">No longer linked</h2>
<p>These coins are kept for you. They are back when you link the partner again from its own app or site.</p>
<ul class="rows">${left.map(leftPartner)}</ul>
</section>`
}
${more && html`<p><a class="button quiet" href="/account?after=${more}">More partners</a></p>`}`,
    }),
  )
}

const pathOf = ({ partnerId }: JoinedPartner) => `/account/partners/${partnerId}`

const linkedPartner = (link: PartnerLink) => html`<li class="card partner">
<div class="brand">${brandMark(brandOf(link))}<div><h2><a href="${pathOf(link)}">${link.partnerName}</a></h2>
<p class="app">${link.applicationName}</p></div></div>
<p class="balance"><strong>${amount(link.balance)}</strong> ${coinWord(link.balance, link)}</p>
${spendable(link) < link.balance && html`<p class="points">${inCoins(spendable(link), link)} can be spent now</p>`}
<p class="points">${amount(link.points)} points earned in all</p>
<p class="sees">Sees your ${listed(seen(link).map(([name]) => name.toLowerCase()))}.</p>
<p class="ways-on"><a href="${pathOf(link)}">Rewards and history<span class="unseen"> with ${link.partnerName}</span></a>
<a href="${pathOf(link)}/unlink">Unlink<span class="unseen"> ${link.partnerName}</span></a></p>
</li>`

const spendable = (link: PartnerLink) => partsOfBalance(link).available

const leftPartner = (link: PartnerLink) => html`<li>
<span><a href="${pathOf(link)}">${link.partnerName}</a><small>${link.leftBy === 'user' ? 'You unlinked it' : 'It ended the link'} on ${link.leftAt && moment(link.leftAt, link.timeZone)}</small></span>
<span class="amount">${inCoins(link.balance, link)}</span>
</li>`

const noPartnerLinked = (hasLeft: boolean) => html`<div class="card empty">
<h2>${hasLeft ? 'No partner is linked now' : 'No partner is linked yet'}</h2>
<p>Coins come from partners: shops and apps that reward you through Laurel. Open the app or site of one, choose to collect coins there, and sign in with your tag when it asks. It then appears here.</p>
</div>`

/** The personal data that a partner sees. */
function seen({ tag, fullname, email, avatar }: PartnerLink): [name: string, value: string][] {
  return [
    ['Tag', `@${tag}`],
    ['Name', fullname],
    ...(email ? [['E-mail address', email] satisfies [string, string]] : []),
    ...(avatar ? [['Picture', avatar] satisfies [string, string]] : []),
  ]
}

function listed(words: string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

/** A place on the points board of so many members; position 0 for a user who is not on it. */
export type Place = { position: number; members: number }

type PartnerPage = PartnerLink & {
  movements: OwnMovement[]
  isFirst: boolean
  more: bigint | undefined
  rewards: MemberProgress[]
  place: Place
  now: Date
}

export function showPartner(request: FastifyRequest, reply: FastifyReply, link: PartnerPage): FastifyReply {
  const { partnerName, applicationName, timeZone, leftAt, leftBy, movements, isFirst, more, rewards } = link
  const brand = brandOf(link)
  return sendPage(
    reply,
    accountPage(request, {
      title: partnerName,
      brand,
      body: html`<p class="back"><a href="/account">Your coins</a></p>
<div class="brand">${brandMark(brand)}<div><h1>${partnerName}</h1>
<p class="app">${applicationName}</p></div></div>
${leftAt && html`<p class="notice">${leftBy === 'user' ? 'You unlinked this partner' : 'This partner ended the link'} on ${moment(leftAt, timeZone)}. Your ${coinsWord(link)} are kept, and are back when you link it again from its own app or site.</p>`}
${figures(link)}
${coinTimes(link)}
${!leftAt && html`<p><a href="#sees">What ${partnerName} may see</a></p>`}
${
  rewards.length > 0 &&
  html`<section aria-labelledby="rewards">
<h2 id="rewards">Rewards</h2>
${rewardList(rewards, { partner: link, now: link.now })}
</section>`
}
<section aria-labelledby="history">
<h2 id="history">History</h2>
${movements.length > 0 ? html`<ol class="rows">${movements.map((movement) => movementRow(movement, link))}</ol>` : noHistory(link, isFirst)}
<p class="hint">Times are those of ${timeZone}, the time zone of ${partnerName}.</p>
<p class="actions">${!isFirst && html`<a class="button quiet" href="${pathOf(link)}">Newest</a>`}
${more && html`<a class="button quiet" href="${pathOf(link)}?before=${more}">Older</a>`}</p>
</section>
${!leftAt && seeing(link)}`,
    }),
  )
}

function figures(link: PartnerPage): Html {
  const { balance, points, owed, place } = link
  const figure = (name: string, value: string, unit = '', kind = '') =>
    html`<div class="figure ${kind}"><dt>${name}</dt><dd>${value}${unit && html` <small>${unit}</small>`}</dd></div>`
  return html`<dl class="figures">
${figure('You have', amount(balance), coinWord(balance, link), 'hero')}
${spendable(link) < balance && figure('You can spend now', amount(spendable(link)), coinWord(spendable(link), link))}
${owed > 0n && figure('You owe', amount(owed), `${coinWord(owed, link)}, which the next ones settle`)}
${figure('Points earned in all', amount(points))}
${place.position > 0 && figure('Your place by points', place.position.toLocaleString('en'), `of ${place.members.toLocaleString('en')}`)}
</dl>`
}

function movementRow({ kind, isCredit, ruleName, note, coins, at }: OwnMovement, partner: PartnerLink): Html {
  const { partnerName, timeZone } = partner
  const what = {
    award: ruleName,
    transfer: `Spent at ${partnerName}`,
    reversal: `Reversed: ${ruleName}`,
    refund: `Refunded by ${partnerName}`,
    adjustment: `Adjusted by ${partnerName}`,
    settlement: 'Settled what you owed',
    opening: `Brought along to ${partnerName}`,
    expiry: 'Expired',
  }[kind]
  return html`<li>
<span><strong>${what}</strong>${note && html`<span class="note" title="${note}">${note}</span>`}<small>${moment(at, timeZone)}</small></span>
<span class="amount ${isCredit && 'gain'}">${isCredit ? '+' : '−'}${inCoins(coins, partner)}</span>
</li>`
}

const noHistory = (link: PartnerLink, isFirst: boolean) =>
  html`<p class="card empty">${
    !isFirst
      ? 'There is nothing older.'
      : link.leftAt
        ? `No ${coinsWord(link)} ever moved here.`
        : `No ${coinsWord(link)} yet. They appear here as soon as ${link.partnerName} rewards you.`
  }</p>`

const seeing = (link: PartnerLink) => html`<section aria-labelledby="sees">
<h2 id="sees">What ${link.partnerName} may see</h2>
<dl class="card facts">${seen(link).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
<div><dt>Between you</dt><dd>Your ${coinsWord(link)}, points and place on its boards; nothing of what you have with others.</dd></div>
<div><dt>Since</dt><dd>${moment(link.joinedAt, link.timeZone)}</dd></div></dl>
<p><a class="button danger quiet" href="${pathOf(link)}/unlink">Unlink ${link.partnerName}</a></p>
</section>`

export function showUnlink(request: FastifyRequest, reply: FastifyReply, link: PartnerLink): FastifyReply {
  const title = `Unlink ${link.partnerName}?`
  const buttons = html`<div class="actions">
<button class="button danger">Unlink ${link.partnerName}</button>
<a class="button quiet" href="${pathOf(link)}">Keep it linked</a>
</div>`
  return sendPage(
    reply,
    accountPage(request, {
      title,
      body: html`<div class="card">
<h1>${title}</h1>
<p>At once, and in all its apps:</p>
<ul>
<li>${link.partnerName} can no longer reward you, take ${coinsWord(link)} from you or see your details.</li>
<li>You are off its boards, and signed out of its apps where you signed in with Laurel.</li>
<li>Your ${inCoins(link.balance, link)} and your points there are kept, but cannot be used.${link.expiring.length > 0 && ' What expires does so all the same.'}</li>
</ul>
<p>You can link it again at any time from its own app or site; your ${coinsWord(link)} and points are then back. It cannot link you again by itself.</p>
${form(`${pathOf(link)}/unlink`, request.formToken, buttons)}
</div>`,
    }),
  )
}
