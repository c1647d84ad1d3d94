import type {
  ImportRow,
  NewRule,
  NewWebhook,
  PartnerChanges,
  RuleChanges,
} from '../../../../sdk/src/index.ts'
import { ACTIVITY_RULES } from './tell-activities.ts'

/** The rules of a partner, and how busy its members are. */
export type Programme = {
  applicationName: string
  partnerName: string
  email: string
  team: { email: string; role: 'manager' | 'support' | 'read-only' }[]
  /** Invited today, and not there yet. */
  invitation: { email: string; role: 'manager' | 'support' }
  secrets: string[]
  /** It began this many days ago. */
  daysAgo: number
  members: number
  awardsPerDay: number
  settings: PartnerChanges
  rules: NewRule[]
  /** Terms that change when the programme has run for so long, as a part of the whole. */
  changes: { ruleName: string; at: number; terms: RuleChanges }[]
  /** Rules with a window: made so many days ago, for days from now. */
  windows: { rule: NewRule; madeDaysAgo: number; startsInDays?: number; endsInDays: number }[]
  /** The total budget of this rule is nearly gone. */
  nearlyGone: string
  /** Members do these things day by day; the weights say how often. Orders cost so much, in whole units. */
  habits: { ruleName: string; weight: number; narration?: string; order?: { from: number; to: number } }[]
  /** Awarded to members who join. */
  welcome: string
  /** Given to the first members; full before long. */
  founders: string
  /** Made inactive when the programme has run for so long, as a part of the whole. */
  seasonal: { ruleName: string; endsAt: number }
  publishesBoards: boolean
  webhook?: NewWebhook
  /** Members of an earlier programme, who come along today. The last line is refused. */
  imported: ImportRow[]
}

const EARLIER_MEMBERS = [
  'Åsa Lindström-Bergqvist',
  'Bartholomew Featherstonehaugh-Cholmondeley of Upper Netherwallop',
  'محمد الفاسي',
  '山田 花子',
  'Zoë 🦊 O’Hara',
]

const DAY_MS = 86_400_000
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

/** The second line of somebody is one too many. */
function earlierMembers(prefix: string): ImportRow[] {
  const rows = EARLIER_MEMBERS.map((fullname, index) => ({
    externalId: `${prefix}-${index + 1}`,
    fullname,
    coins: String(12.5 * (index + 1)),
    points: String(40 * (index + 1)),
    reference: 'opening',
    ...(index % 2 === 1 && { expiresOn: dayFromNow(200) }),
    attributes: { city: 'Jos', earlierMember: true },
  }))
  return [...rows, { externalId: `${prefix}-1`, fullname: 'Åsa Lindström', coins: '99' }]
}

export const PROGRAMMES: Programme[] = [
  {
    applicationName: 'Acme Market',
    partnerName: 'Acme',
    email: 'owner@acme.example',
    team: [
      { email: 'manager@acme.example', role: 'manager' },
      { email: 'support@acme.example', role: 'support' },
      { email: 'auditor@acme.example', role: 'read-only' },
    ],
    invitation: { email: 'newcomer@acme.example', role: 'support' },
    secrets: ['Shop backend', 'Nightly import'],
    daysAgo: 182,
    members: 240,
    awardsPerDay: 62,
    // Nothing is due before the present: another process of the database would do that with its own clock.
    settings: {
      timeZone: 'Europe/Berlin',
      coinValue: { amount: '0.01', currency: 'EUR' },
      coinExpiry: { after: 'P12M', until: 'month' },
    },
    rules: [
      {
        name: 'spend and earn',
        coinValue: '0.1',
        perUnit: true,
        maxCoinsPerAward: '20',
        condition: 'For each euro of a paid order',
        maxNumberOfParticipant: '1000000000',
        userCoinLimit: '60',
        userLimitPeriod: 'month',
        coinBudget: '100000',
        timeZone: 'Europe/Berlin',
        shownToUsers: true,
      },
      {
        name: 'order placed',
        coinValue: '2.5',
        condition: 'An order was paid',
        maxNumberOfParticipant: '2000',
      },
      {
        name: 'daily visit',
        type: 'batched',
        completionNumber: '5',
        coinValue: '10',
        condition: 'The app was opened on five days',
        maxNumberOfParticipant: '2000',
        shownToUsers: true,
      },
      {
        name: 'three days in a row',
        type: 'batched',
        completionNumber: '3',
        countPer: 'day',
        consecutive: true,
        coinValue: '6',
        condition: 'Something was added to the list on each of three days',
        maxNumberOfParticipant: '2000',
        timeZone: 'Europe/Berlin',
        shownToUsers: true,
      },
      {
        name: 'product review',
        coinValue: '4',
        condition: 'A review was published',
        maxNumberOfParticipant: '500',
        userLimitAward: '2',
        userLimitPeriod: 'week',
        coinBudget: '400',
        budgetPeriod: 'month',
        timeZone: 'Europe/Berlin',
        shownToUsers: true,
      },
      {
        name: 'complete your profile',
        type: 'combined',
        coinValue: '40',
        condition: 'The profile is complete',
        maxNumberOfParticipant: '400',
        shownToUsers: true,
        rules: [
          { name: 'confirm the address', condition: 'The address is confirmed' },
          { name: 'add a picture', condition: 'A picture was uploaded' },
          { name: 'choose interests', condition: 'Three interests are chosen' },
        ],
      },
      {
        name: 'refer a friend',
        coinValue: '25',
        condition: 'A friend placed a first order',
        maxNumberOfParticipant: '250',
        userLimitAward: '2',
      },
      {
        name: 'welcome',
        coinValue: '20',
        condition: 'The account was linked',
        maxNumberOfParticipant: '1000',
        userLimitAward: '1',
      },
      {
        name: 'founding member',
        coinValue: '100',
        condition: 'Among the first thirty members',
        maxNumberOfParticipant: '30',
        userLimitAward: '1',
      },
      {
        name: 'garden weeks',
        coinValue: '7.5',
        condition: 'Garden goods were bought during the campaign',
        maxNumberOfParticipant: '500',
      },
      ...ACTIVITY_RULES,
    ],
    changes: [
      { ruleName: 'order placed', at: 0.35, terms: { coinValue: '2' } },
      {
        ruleName: 'order placed',
        at: 0.7,
        terms: { coinValue: '2.5', condition: 'An order was paid and sent' },
      },
      { ruleName: 'spend and earn', at: 0.5, terms: { coinValue: '0.15' } },
    ],
    windows: [
      {
        rule: {
          name: 'autumn weeks',
          coinValue: '6',
          condition: 'Something for house and garden was bought during the campaign',
          maxNumberOfParticipant: '1000',
          userLimitAward: '1',
          userLimitPeriod: 'day',
          coinBudget: '5000',
          timeZone: 'Europe/Berlin',
          coinExpiry: { after: 'P90D', until: 'month' },
          shownToUsers: true,
        },
        madeDaysAgo: 30,
        endsInDays: 24,
      },
      {
        rule: {
          name: 'shoe week',
          coinValue: '8',
          condition: 'Shoes were bought; the coins can be spent once they cannot come back',
          maxNumberOfParticipant: '1000',
          pendingDays: 14,
          shownToUsers: true,
        },
        madeDaysAgo: 9,
        endsInDays: 5,
      },
      {
        rule: {
          name: 'winter opening',
          coinValue: '15',
          condition: 'Visited a shop on its first winter day',
          maxNumberOfParticipant: '300',
          userLimitAward: '1',
          shownToUsers: true,
        },
        madeDaysAgo: 4,
        startsInDays: 9,
        endsInDays: 12,
      },
    ],
    nearlyGone: 'spend and earn',
    habits: [
      { ruleName: 'order placed', weight: 22, narration: 'Order' },
      { ruleName: 'spend and earn', weight: 20, order: { from: 8, to: 160 } },
      { ruleName: 'autumn weeks', weight: 6, narration: 'Order' },
      { ruleName: 'shoe week', weight: 4, narration: 'Order' },
      { ruleName: 'daily visit', weight: 24 },
      { ruleName: 'three days in a row', weight: 12 },
      { ruleName: 'product review', weight: 8, narration: 'Review' },
      { ruleName: 'complete your profile', weight: 8 },
      { ruleName: 'refer a friend', weight: 5 },
      { ruleName: 'garden weeks', weight: 7, narration: 'Order' },
    ],
    welcome: 'welcome',
    founders: 'founding member',
    seasonal: { ruleName: 'garden weeks', endsAt: 0.6 },
    publishesBoards: true,
    webhook: {
      url: 'http://127.0.0.1:9/laurel/events',
      description: 'Order system (down)',
      types: ['award.paid', 'award.reversed', 'coins.transferred'],
    },
    imported: earlierMembers('old-shop'),
  },
  {
    applicationName: 'Riverside Books',
    partnerName: 'Riverside',
    email: 'owner@riverside.example',
    team: [{ email: 'desk@riverside.example', role: 'support' }],
    invitation: { email: 'manager@riverside.example', role: 'manager' },
    secrets: ['Till'],
    daysAgo: 110,
    members: 80,
    awardsPerDay: 22,
    settings: {
      timeZone: 'Europe/London',
      coinName: { one: 'page', many: 'pages' },
      coinValue: { amount: '0.02', currency: 'GBP' },
    },
    rules: [
      {
        name: 'by the pound',
        coinValue: '0.5',
        perUnit: true,
        maxCoinsPerAward: '25',
        condition: 'For each pound at the till',
        maxNumberOfParticipant: '1000000000',
        coinBudget: '100000',
        timeZone: 'Europe/London',
        shownToUsers: true,
      },
      {
        name: 'book bought',
        coinValue: '3',
        condition: 'A book was paid at the till',
        maxNumberOfParticipant: '1000',
      },
      {
        name: 'series finished',
        type: 'batched',
        completionNumber: '3',
        coinValue: '15',
        condition: 'Three volumes of a series were bought',
        maxNumberOfParticipant: '300',
      },
      {
        name: 'reading circle',
        type: 'combined',
        coinValue: '30',
        condition: 'Came to an evening and brought a book',
        maxNumberOfParticipant: '120',
        rules: [
          { name: 'come to an evening', condition: 'Signed in at the door' },
          { name: 'bring a book', condition: 'A book was lent to the circle' },
        ],
      },
      {
        name: 'library card',
        coinValue: '5',
        condition: 'The card was linked',
        maxNumberOfParticipant: '1000',
        userLimitAward: '1',
      },
      {
        name: 'opening week',
        coinValue: '50',
        condition: 'Among the first twelve readers',
        maxNumberOfParticipant: '12',
        userLimitAward: '1',
      },
      {
        name: 'summer reading',
        coinValue: '8',
        condition: 'A book of the summer list was bought',
        maxNumberOfParticipant: '200',
        userLimitAward: '4',
      },
    ],
    changes: [{ ruleName: 'book bought', at: 0.5, terms: { coinValue: '3.5' } }],
    windows: [
      {
        rule: {
          name: 'ghost story season',
          coinValue: '6',
          condition: 'A ghost story was bought',
          maxNumberOfParticipant: '200',
          userLimitAward: '2',
          userLimitPeriod: 'week',
          timeZone: 'Europe/London',
          shownToUsers: true,
        },
        madeDaysAgo: 20,
        endsInDays: 14,
      },
    ],
    nearlyGone: 'by the pound',
    habits: [
      { ruleName: 'book bought', weight: 35, narration: 'Receipt' },
      { ruleName: 'by the pound', weight: 15, order: { from: 5, to: 60 } },
      { ruleName: 'ghost story season', weight: 6, narration: 'Receipt' },
      { ruleName: 'series finished', weight: 25 },
      { ruleName: 'reading circle', weight: 15 },
      { ruleName: 'summer reading', weight: 10, narration: 'Receipt' },
    ],
    welcome: 'library card',
    founders: 'opening week',
    seasonal: { ruleName: 'summer reading', endsAt: 0.7 },
    publishesBoards: false,
    imported: earlierMembers('card'),
  },
]
