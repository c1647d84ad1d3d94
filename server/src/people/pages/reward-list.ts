import type { MemberProgress } from '../../programme/awards/member-progress.ts'
import type { Partner } from '../../programme/partners/partner.ts'
import type { Period } from '../../programme/rules/period.ts'
import { activeSubRules, type CountPer, canPay, type Rule, ruleAt } from '../../programme/rules/rule.ts'
import { amount, coinsWord, inCoins } from './account-page.ts'
import { type Html, html, moment } from './layout.ts'

/** In whose words and at what time rewards are described. */
type Context = { partner: Pick<Partner, 'coinName' | 'coinsName' | 'timeZone'>; now: Date }

const IN_PERIOD: Record<Period, string> = {
  total: 'so far',
  day: 'today',
  week: 'this week',
  month: 'this month',
}

/** Of a rule that counts one completion in each period. */
const COUNTED: Record<Exclude<CountPer, 'call'>, { unit: string; ends: string; done: string }> = {
  day: { unit: 'Day', ends: 'ends tonight', done: 'done for today' },
  week: { unit: 'Week', ends: 'ends with this week', done: 'done for this week' },
  month: { unit: 'Month', ends: 'ends with this month', done: 'done for this month' },
}

/** The rewards that a partner shows to its users, and how far the user is with each. */
export const rewardList = (rewards: MemberProgress[], context: Context): Html =>
  html`<ul class="rewards">${rewards.map((reward) => rewardItem(reward, context))}</ul>`

function rewardItem(reward: MemberProgress, context: Context): Html {
  const { rule } = reward
  const isOpen = whyClosed(reward, context) === undefined
  return html`<li>
<h3>${rule.displayName ?? rule.name}</h3>
${rule.condition && html`<p>${rule.condition}</p>`}
<p class="pays">${paysText(rule, context)}</p>
${isOpen && reward.needed > 1 && progressBar(reward)}
${isOpen && rule.type === 'combined' && subRuleSteps(reward)}
<p class="state">${stateText(reward, context)}</p>
</li>`
}

function paysText({ coins, perUnit, coinsPerAwardMax }: Rule, { partner }: Context): string {
  const most = coinsPerAwardMax === null ? '' : `, at most ${inCoins(coinsPerAwardMax, partner)}`
  return perUnit ? `${inCoins(coins, partner)} for each unit${most}` : inCoins(coins, partner)
}

const progressBar = ({ rule, reached, needed }: MemberProgress): Html =>
  html`<progress max="${needed}" value="${reached}" aria-label="${rule.displayName ?? rule.name}: ${reached} of ${needed}"></progress>`

function subRuleSteps({ rule, subRulesDone }: MemberProgress): Html {
  const active = new Set(activeSubRules(rule))
  const step = (name: string) =>
    subRulesDone.includes(name)
      ? html`<li class="done">✓ ${name}<span class="unseen">, done</span></li>`
      : html`<li>○ ${name}</li>`
  return html`<ul class="steps">${rule.subRules.filter(({ name }) => active.has(name)).map(({ name }) => step(name))}</ul>`
}

/** "2 of 5 done", or "Day 3 of 7, ends tonight"; empty where one completion pays each time. */
function completionsText({ rule, reached, needed, countedUntil, streakEndsAt }: MemberProgress): string {
  const count = `${reached} of ${needed}`
  if (rule.countPer === 'call') return needed > 1 ? `${count} done` : ''
  const { unit, ends, done } = COUNTED[rule.countPer]
  if (streakEndsAt) return `${unit} ${count}, ${countedUntil ? done : ends}`
  return `${count} done${countedUntil ? `, ${done}` : ''}`
}

/** What the user has of a reward, and until when there is more. */
function stateText(reward: MemberProgress, context: Context): Html {
  const { rule, awards, coins } = reward
  const closed = whyClosed(reward, context)
  if (closed) return closed
  const period = IN_PERIOD[rule.userLimitPeriod]
  const parts = [
    completionsText(reward),
    rule.userAwardsMax !== null && `${awards} of ${rule.userAwardsMax} times ${period}`,
    rule.userCoinsMax !== null &&
      `${amount(coins)} of ${inCoins(rule.userCoinsMax, context.partner)} ${period}`,
  ].filter((part) => part !== false && part !== '')
  const ends = rule.endsAt && html`Until ${moment(rule.endsAt, context.partner.timeZone)}`
  return html`${parts.join(' · ')}${parts.length > 0 && ends && ' · '}${ends}`
}

/** Why the next call for this user would be refused; undefined if it could be counted or paid. */
function whyClosed({ rule, awards, coins, limitsEndAt, isFull }: MemberProgress, context: Context) {
  const { now, partner } = context
  if (rule.startsAt && rule.startsAt > now) return html`Starts on ${moment(rule.startsAt, partner.timeZone)}`
  if (isFull) return html`All places are taken`
  const isUsedUp =
    (rule.userAwardsMax !== null && awards >= rule.userAwardsMax) ||
    (rule.userCoinsMax !== null && coins >= rule.userCoinsMax)
  if (isUsedUp)
    return limitsEndAt
      ? html`You have all of it ${IN_PERIOD[rule.userLimitPeriod]}. Again from ${moment(limitsEndAt, partner.timeZone)}`
      : html`You have all of it`
  return canPay(ruleAt(rule, now)) ? undefined : html`No ${coinsWord(partner)} are left for this reward now`
}
