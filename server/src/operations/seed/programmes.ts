import type { NewRule, NewWebhook } from '../../../../sdk/src/index.ts'

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
  rules: NewRule[]
  /** Members do these things day by day; the weights say how often. */
  habits: { ruleName: string; weight: number; narration?: string }[]
  /** Awarded to members who join. */
  welcome: string
  /** Given to the first members; full before long. */
  founders: string
  /** Made inactive when the programme has run for so long, as a part of the whole. */
  seasonal: { ruleName: string; endsAt: number }
  publishesBoards: boolean
  webhook?: NewWebhook
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
    rules: [
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
      },
      {
        name: 'product review',
        coinValue: '4',
        condition: 'A review was published',
        maxNumberOfParticipant: '500',
        userLimitAward: '12',
      },
      {
        name: 'complete your profile',
        type: 'combined',
        coinValue: '40',
        condition: 'The profile is complete',
        maxNumberOfParticipant: '400',
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
    ],
    habits: [
      { ruleName: 'order placed', weight: 38, narration: 'Order' },
      { ruleName: 'daily visit', weight: 36 },
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
    rules: [
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
    habits: [
      { ruleName: 'book bought', weight: 50, narration: 'Receipt' },
      { ruleName: 'series finished', weight: 25 },
      { ruleName: 'reading circle', weight: 15 },
      { ruleName: 'summer reading', weight: 10, narration: 'Receipt' },
    ],
    welcome: 'library card',
    founders: 'opening week',
    seasonal: { ruleName: 'summer reading', endsAt: 0.7 },
    publishesBoards: false,
  },
]
