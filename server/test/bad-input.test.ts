import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { type ApiResponse, assertFailure, assertHeaders } from './support/api-response.ts'
import {
  newPartnerBody,
  newRuleBody,
  newUserBody,
  onboardTestPartner,
  type TestPartner,
  unique,
} from './support/partner.ts'
import { announceBody } from './support/raw-request.ts'
import { startTestService } from './support/service.ts'

const service = await startTestService()
let partner: TestPartner
let userId: string
let single: string
let batched: string
let combined: string
let webhook: string
before(async () => {
  partner = await onboardTestPartner(service)
  userId = await partner.addUser()
  const rule = await partner.addRule()
  single = rule.id
  await partner.award(userId, rule.name)
  batched = (await partner.addRule({ type: 'batched', completionNumber: '2' })).id
  combined = (await partner.addRule({ type: 'combined', rules: [{ name: 'part one', condition: 'Did it' }] }))
    .id
  const hook = await service.post('/api/v1/laas/webhooks', { url: 'http://localhost:8080/' }, partner.token)
  webhook = hook.body.data.id
})

type Body = Record<string, unknown>
type Endpoint = {
  name: string
  method: 'POST' | 'PATCH' | 'DELETE'
  path: () => string
  withToken: boolean
  /** A body that would be taken. */
  body: () => Body
  /** Wrong values of each field. */
  fields: Record<string, unknown[]>
  /** Fields without which, or with nothing in which, a body is refused. */
  required: string[]
  /** The least that can be said; nothing, unless other fields decide what is required. */
  least?: Body
  /** What else may be named when one field is wrong, because the two depend on each other. */
  companions?: Record<string, string[]>
}

/** Written into the JSON as it stands, for numbers that JavaScript cannot hold. */
class Json {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Whether a secret made of spaces is right is not a question of form. */
const OPAQUE = ['password', 'currentPassword', 'refreshToken', 'token']

const HOSTILE = { toString: 1, valueOf: 1, toJSON: 1, length: -1 }
const NO_SCALARS = [[], ['x'], [[]], {}, { a: 1 }, HOSTILE]
const NO_STRINGS = [7, 0, -0, 1.5, 1e21, new Json('1e400'), true, false, ...NO_SCALARS]
const CONTROLS = ['\u0000', 'a\u0000b', 'ab\u0007', '\u001bab', 'a\u007fb', 'a\u0085b', 'a\u009fb']
const BROKEN_UNICODE = ['a\ud800b', 'ab\udc00', '\udfff\ud800']
const UNPRINTABLE = [...CONTROLS, ...BROKEN_UNICODE]
const INJECTIONS = ["'; drop table users; --", '1 or 1=1', '{{7*7}}']

const line = (max: number) => [
  ...NO_STRINGS,
  ...UNPRINTABLE,
  'a\nb',
  'a\tb',
  'a\u2028\u0000',
  'x'.repeat(max + 1),
]
const prose = (max: number) => [...NO_STRINGS, ...UNPRINTABLE, 'x'.repeat(max + 1), '🎉'.repeat(max + 1)]
/** Not the six digits of a mailed code. */
const CODE = [
  ...NO_STRINGS,
  123456,
  ...UNPRINTABLE,
  '12345',
  '1234567',
  '12345a',
  '12 456',
  '١٢٣٤٥٦',
  '123456\n',
]
const EMAIL = [
  ...NO_STRINGS,
  ...UNPRINTABLE.map((text) => `${text}@mail.example`),
  ...INJECTIONS,
  'ada',
  '@mail.example',
  'ada@',
  'ada@mail',
  'ada@-mail.example',
  'ada@mail..example',
  'ada@mail.example.',
  'a da@mail.example',
  'ada@mail.example, bea@mail.example',
  '<ada@mail.example>',
  'ada@mail.example\n',
  'ada@mail.example\r\nBcc: bea@mail.example',
  'ada@exämple.example',
  `${'a'.repeat(243)}@mail.example`,
]
const WEB_ADDRESS = [
  ...NO_STRINGS,
  ...UNPRINTABLE.map((text) => `https://acme.example/${text}`),
  ...INJECTIONS,
  '/callback',
  'acme.example',
  '//acme.example',
  'http://',
  'https://user:password@acme.example',
  'https://acme.example/#part',
  'https://acme .example',
  ' https://acme.example',
  'https://acme.example\n',
  'http://[::1',
  'ftp://acme.example',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  '🎉',
  `https://acme.example/${'x'.repeat(2048)}`,
]
const MOBILE_ADDRESS = [
  ...WEB_ADDRESS,
  ...UNPRINTABLE.map((text) => `com.acme.shop:/${text}`),
  'acme:/callback',
  'com.acme.shop:',
  'com.acme.shop:/call back',
  `com.acme.shop:/${'x'.repeat(2048)}`,
]
const NEW_PASSWORD = [
  ...NO_STRINGS,
  ...UNPRINTABLE.map((text) => `Sunny-Day-7${text}`),
  'Sun-7',
  'sunny-day-7',
  'Sunny-Day-Seven',
  'SunnyDay7',
  '          ',
  `Sunny-Day-7${'x'.repeat(190)}`,
]
const CONFIRMED_PASSWORD = [...NO_STRINGS, ...UNPRINTABLE, 'Sunny-Day-9']
const GIVEN_PASSWORD = [...NO_STRINGS, 'x'.repeat(201)]
const MAILED_TOKEN = [...NO_STRINGS, 'x'.repeat(201)]
const NEW_PASSWORD_BY_TOKEN = {
  token: 'nonsense',
  password: 'Sunny-Day-7',
  confirmPassword: 'Sunny-Day-7',
}
const SECOND_FACTOR_CODE = [
  ...NO_STRINGS,
  123456,
  ...UNPRINTABLE,
  '12345',
  '123_456',
  '١٢٣٤٥٦',
  '123456\n',
  'x'.repeat(41),
]
const NO_ROLE = [...NO_STRINGS, ...UNPRINTABLE, ...INJECTIONS, 'Owner', 'admin', 'read_only', 'owner ']
const RULE_NAME = [
  ...NO_STRINGS,
  ...UNPRINTABLE,
  ...INJECTIONS.slice(0, 1),
  'First Purchase',
  ' first',
  'first ',
  'a\tb',
  'a\n',
  'a\u00a0b',
  'prämie',
  'emoji 🎉',
  'a/b',
  'a"b',
  'x'.repeat(101),
]
const NO_NUMBERS = [
  true,
  false,
  ...NO_SCALARS,
  new Json('1e400'),
  new Json('-1e400'),
  1e21,
  -0,
  -7,
  0,
  0.001,
  'ten',
  '1e2',
  '1e400',
  '0x10',
  ' 10',
  '10 ',
  '+10',
  '1,000',
  '1_000',
  '--1',
  'NaN',
  'Infinity',
  '٣',
  '１０',
  '10\u0000',
  '10\n',
  '\ud800',
  '9'.repeat(20),
  '9'.repeat(5000),
  ...INJECTIONS,
]
const AMOUNT = [
  ...NO_NUMBERS,
  '-1',
  '0',
  '0.00',
  '0.001',
  '1.234',
  '1.',
  '.5',
  '1000000000.01',
  1_000_000_001,
]
const COIN_CHANGE = [
  ...NO_NUMBERS.filter((value) => value !== -7),
  '-0',
  '-0.001',
  '+1',
  '- 1',
  -1_000_000_000.01,
]
const SHARE = [
  ...NO_NUMBERS.filter((value) => value !== 0.001),
  '0.000000',
  '0.0000001',
  '0.1234567890',
  1e-7,
  '1.000001',
  1.1,
  '-0.5',
  '.5',
  '1.',
]
const SHORTFALL = [...NO_STRINGS, ...CONTROLS, '', ' ', 'Owe', 'forgive', '__proto__']
const METADATA = [
  7,
  true,
  'x',
  [],
  { shop: 7 },
  { shop: null },
  { shop: {} },
  { '': 'x' },
  { 'a\u0000b': 'x' },
  { shop: 'a\u0000b' },
  { shop: 'x'.repeat(4_090) },
  Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`field ${index}`, 'x'])),
]
const LABELS = { reference: line(100), metadata: METADATA }
const WHOLE = [...NO_NUMBERS, '-1', '0', '1.5', '1.0', 1.5, '1000000001', 1_000_000_001]
const USER_LIMIT = [...NO_NUMBERS, '-2', '0', '1.5', '-1.0', '1000000001']
const STATUS = [...NO_STRINGS, ...CONTROLS, '', ' ', 'Active', 'ACTIVE', ' active', 'paused', '__proto__']
const TAG = [
  ...NO_STRINGS,
  ...UNPRINTABLE,
  ...INJECTIONS,
  'ab',
  'a b c',
  'ada!',
  'äda',
  '😀😀😀',
  'ada\n',
  'x'.repeat(31),
]
const SUB_RULES = [
  7,
  true,
  'x',
  {},
  HOSTILE,
  [null],
  [7],
  ['x'],
  [[]],
  [{}],
  [{ name: 'a part' }],
  [{ condition: 'Did it' }],
  [{ name: 'a part', condition: '' }],
  [{ name: 'a part', condition: 7 }],
  [{ name: 'a part', condition: 'a\u0000b' }],
  [{ name: 'a part', condition: 'Did it', status: 'on' }],
  [{ name: HOSTILE, condition: HOSTILE, status: HOSTILE }],
  [
    { name: 'same', condition: 'Did it' },
    { name: 'same', condition: 'Did it' },
  ],
  ...RULE_NAME.map((name) => [{ name, condition: 'Did it' }]),
  Array.from({ length: 51 }, (_, index) => ({ name: `part ${index}`, condition: 'Did it' })),
  Array.from({ length: 5000 }, () => null),
]

const EVENT_TYPES = [
  7,
  true,
  'award.paid',
  {},
  HOSTILE,
  [],
  [7],
  [null],
  [[]],
  [''],
  ['award.lost'],
  ['Award.paid'],
  ['award.paid', 'award.paid'],
  Array.from({ length: 5000 }, () => 'award.paid'),
]
const NO_FLAG = [0, 1, 'true', '', ...NO_SCALARS]
const EVENT_NUMBER = [
  true,
  '1',
  '',
  1.5,
  -1,
  1e21,
  9_007_199_254_740_992,
  new Json('1e400'),
  ...NO_SCALARS,
  1_000_000,
]

const endpoints: Endpoint[] = [
  {
    name: 'onboarding a partner',
    method: 'POST',
    path: () => '/api/v1/acme/partners',
    withToken: false,
    body: newPartnerBody,
    required: [
      'applicationName',
      'redirectUrl',
      'email',
      'partnerName',
      'password',
      'confirmPassword',
      'userDetailsUrl',
    ],
    fields: {
      applicationName: line(100),
      redirectUrl: MOBILE_ADDRESS,
      webRedirectUrl: [' ', 'com.acme.shop:/callback', ...WEB_ADDRESS],
      mobileRedirectUrl: [' ', ...MOBILE_ADDRESS],
      email: EMAIL,
      partnerName: line(100),
      password: NEW_PASSWORD,
      confirmPassword: [...NO_STRINGS, ...UNPRINTABLE, 'Sunny-Day-8', 'sunny-day-7', 'x'.repeat(201)],
      userDetailsUrl: ['com.acme.shop:/callback', ...WEB_ADDRESS],
    },
    companions: { password: ['confirmPassword'] },
  },
  {
    name: 'a login',
    method: 'POST',
    path: () => '/api/v1/acme/partners/login',
    withToken: false,
    body: () => ({ email: `${unique('nobody')}@acme.example`, password: 'Sunny-Day-7' }),
    required: ['email', 'password'],
    fields: { email: EMAIL, password: GIVEN_PASSWORD, code: ['', ' ', ...SECOND_FACTOR_CODE] },
  },
  {
    name: 'a sign-in with a browser',
    method: 'POST',
    path: () => '/api/v1/session',
    withToken: false,
    body: () => ({
      ecosystem: 'acme',
      email: `${unique('nobody')}@acme.example`,
      password: 'Sunny-Day-7',
    }),
    required: ['ecosystem', 'email', 'password'],
    fields: {
      ecosystem: [...NO_STRINGS, ...UNPRINTABLE, '', 'A', 'Acme', 'x', '1st', 'x'.repeat(64)],
      email: EMAIL,
      password: GIVEN_PASSWORD,
      code: ['', ' ', ...SECOND_FACTOR_CODE],
    },
  },
  {
    name: 'asking for a new password',
    method: 'POST',
    path: () => '/api/v1/acme/partners/forgot-password',
    withToken: false,
    body: () => ({ email: `${unique('nobody')}@acme.example` }),
    required: ['email'],
    fields: { email: EMAIL },
  },
  {
    name: 'setting a new password',
    method: 'POST',
    path: () => '/api/v1/acme/partners/reset-password',
    withToken: false,
    body: () => NEW_PASSWORD_BY_TOKEN,
    required: ['token', 'password', 'confirmPassword'],
    fields: { token: MAILED_TOKEN, password: NEW_PASSWORD, confirmPassword: CONFIRMED_PASSWORD },
    companions: { password: ['confirmPassword'] },
  },
  {
    name: 'reading an invitation',
    method: 'POST',
    path: () => '/api/v1/acme/partners/invitations/read',
    withToken: false,
    body: () => ({ token: 'nonsense' }),
    required: ['token'],
    fields: { token: MAILED_TOKEN },
  },
  {
    name: 'accepting an invitation',
    method: 'POST',
    path: () => '/api/v1/acme/partners/invitations/accept',
    withToken: false,
    body: () => NEW_PASSWORD_BY_TOKEN,
    required: ['token', 'password', 'confirmPassword'],
    fields: { token: MAILED_TOKEN, password: NEW_PASSWORD, confirmPassword: CONFIRMED_PASSWORD },
    companions: { password: ['confirmPassword'] },
  },
  {
    name: 'confirming an address',
    method: 'POST',
    path: () => '/api/v1/acme/partners/me/email/confirm',
    withToken: false,
    body: () => ({ token: 'nonsense' }),
    required: ['token'],
    fields: { token: MAILED_TOKEN },
  },
  {
    name: 'a change of password',
    method: 'POST',
    path: () => '/api/v1/acme/partners/me/password',
    withToken: true,
    body: () => ({
      currentPassword: 'Sunny-Day-7',
      password: 'Sunny-Day-8',
      confirmPassword: 'Sunny-Day-8',
    }),
    required: ['currentPassword', 'password', 'confirmPassword'],
    fields: {
      currentPassword: GIVEN_PASSWORD,
      password: NEW_PASSWORD,
      confirmPassword: CONFIRMED_PASSWORD,
    },
    companions: { password: ['confirmPassword'] },
  },
  {
    name: 'a change of address',
    method: 'POST',
    path: () => '/api/v1/acme/partners/me/email',
    withToken: true,
    body: () => ({ email: 'nobody@acme.example', password: 'Sunny-Day-7' }),
    required: ['email', 'password'],
    fields: { email: EMAIL, password: GIVEN_PASSWORD },
  },
  {
    name: 'confirming a second factor',
    method: 'POST',
    path: () => '/api/v1/acme/partners/me/second-factor/confirm',
    withToken: true,
    body: () => ({ code: '123456' }),
    required: ['code'],
    fields: { code: SECOND_FACTOR_CODE },
  },
  {
    name: 'beginning with a second factor',
    method: 'POST',
    path: () => '/api/v1/acme/partners/me/second-factor',
    withToken: true,
    body: () => ({ password: 'Sunny-Day-7' }),
    required: ['password'],
    fields: { password: GIVEN_PASSWORD },
  },
  {
    name: 'asking for recovery codes',
    method: 'POST',
    path: () => '/api/v1/acme/partners/me/second-factor/recovery-codes',
    withToken: true,
    body: () => ({ code: '123456' }),
    required: ['code'],
    fields: { code: SECOND_FACTOR_CODE },
  },
  {
    name: 'removing a second factor',
    method: 'DELETE',
    path: () => '/api/v1/acme/partners/me/second-factor',
    withToken: true,
    body: () => ({ password: 'Sunny-Day-7', code: '123456' }),
    required: ['password', 'code'],
    fields: { password: GIVEN_PASSWORD, code: SECOND_FACTOR_CODE },
  },
  {
    name: 'an invitation',
    method: 'POST',
    path: () => '/api/v1/acme/partners/me/team/invitations',
    withToken: true,
    body: () => ({ email: 'nobody@acme.example', role: 'support' }),
    required: ['email', 'role'],
    fields: { email: EMAIL, role: NO_ROLE },
  },
  {
    name: 'a change of role',
    method: 'PATCH',
    path: () => `/api/v1/acme/partners/me/team/${randomUUID()}`,
    withToken: true,
    body: () => ({ role: 'support' }),
    required: ['role'],
    fields: { role: NO_ROLE },
  },
  {
    name: 'a refresh',
    method: 'POST',
    path: () => '/api/v1/acme/partners/refresh',
    withToken: false,
    body: () => ({ refreshToken: 'nonsense' }),
    required: ['refreshToken'],
    fields: { refreshToken: [...NO_STRINGS, 'x'.repeat(201)] },
  },
  {
    name: 'a change of the own details',
    method: 'PATCH',
    path: () => '/api/v1/acme/partners/me',
    withToken: true,
    body: () => ({}),
    required: [],
    fields: {
      redirectUrl: ['', ' ', ...MOBILE_ADDRESS],
      webRedirectUrl: [' ', 'com.acme.shop:/callback', ...WEB_ADDRESS],
      mobileRedirectUrl: [' ', ...MOBILE_ADDRESS],
      userDetailsUrl: ['', ' ', 'com.acme.shop:/callback', ...WEB_ADDRESS],
      boardsPublic: [0, 1, '', 'true', 'yes', ...NO_SCALARS],
    },
  },
  {
    name: 'creating a client secret',
    method: 'POST',
    path: () => '/api/v1/acme/partners/me/secrets',
    withToken: true,
    body: () => ({ name: 'server' }),
    required: ['name'],
    fields: {
      name: line(100),
      scopes: [7, true, 'rules', {}, [], [7], [''], ['Rules'], ['team'], ['rules', 'rules']],
      expiresAt: [7, true, {}, '', 'soon', '2026-02-30T00:00:00Z', '2020-01-01T00:00:00Z', '2027-01-01'],
    },
  },
  {
    name: 'creating a rule',
    method: 'POST',
    path: () => '/api/v1/laas/rules/create-rule',
    withToken: true,
    body: newRuleBody,
    required: ['name', 'coinValue', 'maxNumberOfParticipant', 'condition'],
    fields: {
      name: RULE_NAME,
      coinValue: AMOUNT,
      maxNumberOfParticipant: WHOLE,
      condition: prose(1000),
      status: STATUS,
      type: [...NO_STRINGS, '', 'Single', 'double', '__proto__'],
      completionNumber: ['', '2', 2, ...WHOLE],
      userLimitAward: ['', ...USER_LIMIT],
      rules: [[{ name: 'a part', condition: 'Did it' }], ...SUB_RULES],
    },
  },
  {
    name: 'creating a batched rule',
    method: 'POST',
    path: () => '/api/v1/laas/rules/create-rule',
    withToken: true,
    body: () => newRuleBody({ type: 'batched' }),
    required: [],
    fields: { completionNumber: ['', ...WHOLE] },
  },
  {
    name: 'creating a combined rule',
    method: 'POST',
    path: () => '/api/v1/laas/rules/create-rule',
    withToken: true,
    body: () => newRuleBody({ type: 'combined', rules: [{ name: unique('part '), condition: 'Did it' }] }),
    required: ['rules'],
    least: { type: 'combined' },
    fields: { rules: [[], ...SUB_RULES], condition: [...prose(1000)] },
  },
  {
    name: 'changing a rule',
    method: 'PATCH',
    path: () => `/api/v1/laas/rules/${single}`,
    withToken: true,
    body: () => ({}),
    required: [],
    fields: {
      status: STATUS,
      coinValue: ['', ...AMOUNT],
      maxNumberOfParticipant: ['', ...WHOLE],
      condition: ['', ' ', ...prose(1000)],
      completionNumber: ['', '2', ...WHOLE],
      userLimitAward: ['', ...USER_LIMIT],
      rules: [[{ name: 'a part', condition: 'Did it' }], ...SUB_RULES],
      name: ['other', HOSTILE],
      type: ['batched', HOSTILE],
    },
  },
  {
    name: 'changing a batched rule',
    method: 'PATCH',
    path: () => `/api/v1/laas/rules/${batched}`,
    withToken: true,
    body: () => ({}),
    required: [],
    fields: { completionNumber: ['', ...WHOLE] },
  },
  {
    name: 'changing a combined rule',
    method: 'PATCH',
    path: () => `/api/v1/laas/rules/${combined}`,
    withToken: true,
    body: () => ({}),
    required: [],
    fields: { rules: [[], ...SUB_RULES], condition: [...prose(1000)] },
  },
  {
    name: 'an award',
    method: 'POST',
    path: () => '/api/v1/laas/rules/award',
    withToken: true,
    body: () => ({ userId: randomUUID(), ruleName: 'no rule' }),
    required: ['userId', 'ruleName'],
    fields: { userId: line(100), ruleName: line(100), narration: [...prose(1000)] },
  },
  {
    name: 'creating a user',
    method: 'POST',
    path: () => '/api/v1/user',
    withToken: false,
    body: newUserBody,
    required: ['email', 'fullname', 'password', 'confirmPassword', 'phone', 'tag', 'countryCode'],
    fields: {
      email: EMAIL,
      fullname: line(200),
      password: NEW_PASSWORD,
      confirmPassword: [...NO_STRINGS, ...UNPRINTABLE, 'Sunny-Day-8'],
      phone: [
        ...NO_STRINGS,
        8012345678,
        ...UNPRINTABLE,
        ...INJECTIONS,
        '+2348012345678',
        '801 234 567',
        '801-234-567',
        '0000000',
        '123',
        '٠٨٠١٢٣٤٥',
        '8012345678\n',
        '8'.repeat(16),
        '0'.repeat(5000),
      ],
      tag: TAG,
      isAdult: [0, 1, '', 'true', ...NO_SCALARS],
      dateOfBirth: [
        '',
        ' ',
        ...NO_STRINGS,
        ...UNPRINTABLE,
        '1990-1-1',
        '1990-13-01',
        '1990-02-30',
        '1900-02-29',
        '10/12/1990',
        '1990-12-10T00:00:00Z',
        '1990-12-10\u0000',
        '0000-00-00',
        '1899-12-31',
        '9999-12-31',
        '-000001-01-01',
        '٢٠٠٠-٠١-٠١',
      ],
      countryCode: [
        ...NO_STRINGS,
        ...UNPRINTABLE,
        '234',
        '+',
        '+12345',
        '+23a',
        '++23',
        '+ 23',
        '+٢٣',
        '+234\n',
      ],
    },
    companions: { password: ['confirmPassword'] },
  },
  {
    name: 'verifying an e-mail address',
    method: 'POST',
    path: () => '/api/v1/user/verify-email',
    withToken: false,
    body: () => ({ email: 'nobody@mail.example', code: '123456' }),
    required: ['email', 'code'],
    fields: {
      email: EMAIL,
      code: CODE,
    },
  },
  {
    name: "verifying a partner's e-mail address",
    method: 'POST',
    path: () => '/api/v1/acme/partners/verify-email',
    withToken: false,
    body: () => ({ email: 'nobody@mail.example', code: '123456' }),
    required: ['email', 'code'],
    fields: { email: EMAIL, code: CODE },
  },
  {
    name: "asking for a code for a partner's address",
    method: 'POST',
    path: () => '/api/v1/acme/partners/resend-code',
    withToken: false,
    body: () => ({ email: 'nobody@mail.example' }),
    required: ['email'],
    fields: { email: EMAIL },
  },
  {
    name: 'asking for a code',
    method: 'POST',
    path: () => '/api/v1/user/resend-otp',
    withToken: false,
    body: () => ({ email: 'nobody@mail.example' }),
    required: ['email'],
    fields: { email: EMAIL },
  },
  {
    name: 'onboarding by tag',
    method: 'POST',
    path: () => '/api/v1/laas/users/onboard',
    withToken: true,
    body: () => ({ tag: 'nobody' }),
    required: ['tag'],
    fields: { tag: TAG },
  },
  {
    name: 'trying the user-details address',
    method: 'POST',
    path: () => '/api/v1/acme/partners/me/user-details/try',
    withToken: true,
    body: () => ({ tag: 'nobody' }),
    required: ['tag'],
    fields: { tag: TAG },
  },
  {
    name: 'a transfer',
    method: 'POST',
    path: () => '/api/v1/laas/coins/transfer-from-user-wallet',
    withToken: true,
    body: () => ({ userId, coins: 1 }),
    required: ['userId', 'coins'],
    fields: { userId: line(100), coins: AMOUNT, narration: [...prose(1000)] },
  },
  {
    name: 'a refund',
    method: 'POST',
    path: () => `/api/v1/laas/coins/transactions/${randomUUID()}/refund`,
    withToken: true,
    body: () => ({}),
    required: [],
    fields: { coins: AMOUNT, narration: prose(1000) },
  },
  {
    name: 'a reversal',
    method: 'POST',
    path: () => `/api/v1/laas/rules/award/${randomUUID()}/reverse`,
    withToken: true,
    body: () => ({}),
    required: [],
    fields: { coins: AMOUNT, shortfall: SHORTFALL },
  },
  {
    name: 'an adjustment',
    method: 'POST',
    path: () => '/api/v1/laas/coins/adjust',
    withToken: true,
    body: () => ({ userId, coins: 1, reason: 'Goodwill' }),
    required: ['userId', 'coins', 'reason'],
    fields: { userId: line(100), coins: COIN_CHANGE, reason: line(1000), ...LABELS },
  },
  {
    name: 'a return',
    method: 'POST',
    path: () => '/api/v1/laas/returns',
    withToken: true,
    body: () => ({ reference: 'order-1042', share: 1 }),
    required: ['reference', 'share'],
    fields: { reference: line(100), share: SHARE, shortfall: SHORTFALL },
  },
  {
    name: 'a new webhook',
    method: 'POST',
    path: () => '/api/v1/laas/webhooks',
    withToken: true,
    body: () => ({ url: 'https://acme.example/hooks' }),
    required: ['url'],
    fields: {
      url: ['com.acme.shop:/callback', 'http://169.254.169.254/', ...WEB_ADDRESS],
      description: [...prose(200)],
      types: EVENT_TYPES,
      enabled: NO_FLAG,
      after: EVENT_NUMBER,
    },
  },
  {
    name: 'a change of a webhook',
    method: 'PATCH',
    path: () => `/api/v1/laas/webhooks/${webhook}`,
    withToken: true,
    body: () => ({}),
    required: [],
    fields: {
      url: ['', ' ', ...WEB_ADDRESS],
      description: [...prose(200)],
      types: EVENT_TYPES,
      enabled: NO_FLAG,
    },
  },
  {
    name: 'a replay',
    method: 'POST',
    path: () => `/api/v1/laas/webhooks/${webhook}/replay`,
    withToken: true,
    body: () => ({ after: 0 }),
    required: ['after'],
    fields: { after: EVENT_NUMBER },
  },
  {
    name: 'a diagnosis',
    method: 'POST',
    path: () => `/api/v1/laas/webhooks/${webhook}/diagnose`,
    withToken: true,
    body: () => ({ body: '{}', headers: {} }),
    required: [],
    fields: {
      body: [undefined, null, ...NO_STRINGS],
      headers: [undefined, null, 7, 'x', true, [], ['x'], { a: 1 }, { a: null }, { a: 'x'.repeat(4097) }],
      secret: ['', ...NO_STRINGS, 'x'.repeat(501)],
    },
  },
]

type Sent = { body: string | Uint8Array<ArrayBuffer>; contentType?: string | undefined }

async function send(
  { method, path, withToken }: Endpoint,
  { body, contentType }: Sent,
): Promise<ApiResponse> {
  const response = await fetch(`${service.url}${path()}`, {
    method,
    headers: {
      ...(contentType && { 'content-type': contentType }),
      ...(withToken && { authorization: `Bearer ${partner.token}` }),
    },
    body,
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

function sendJson(endpoint: Endpoint, body: unknown): Promise<ApiResponse> {
  const literals: string[] = []
  const withMarks = JSON.stringify(body, (_, value) => {
    if (Object.is(value, -0)) value = new Json('-0')
    return value instanceof Json ? `@@${literals.push(value.text) - 1}@@` : value
  })
  const json = withMarks.replace(/"@@(\d+)@@"/g, (_, index) => literals[Number(index)] as string)
  return send(endpoint, { body: json, contentType: 'application/json' })
}

/** Asserts a refusal that names these fields, the first one surely and the others at most. */
function assertNames(answer: ApiResponse, fields: string[], given: string): void {
  assert.equal(answer.status, 400, `${given} got ${answer.status} ${JSON.stringify(answer.body)}`)
  const { error } = answer.body.data
  assertFailure(answer, 'invalid', error)
  const named = error
    .slice(0, -1)
    .split('; ')
    .map((problem: string) => /^\w+/.exec(problem)?.[0])
  assert.equal(error.at(-1), '.', given)
  assert.ok(named.includes(fields[0]), `${given} is answered ${error}`)
  assert.deepEqual(
    named.filter((field: string) => !fields.includes(field)),
    [],
    `${given} is answered ${error}`,
  )
}

/** Hashes the rows of all tables but those that a refused request may change and those counted later from events. */
async function hashStatement(): Promise<string> {
  const tables = await service.query<{ name: string }>(
    `select table_name as name
    from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('mails', 'rate_counters', 'refresh_tokens', 'request_log', 'request_log_dropped', 'sessions')
      and table_name not in ('overviews', 'day_totals', 'day_refusals', 'participations')`,
  )
  assert.ok(tables.length >= 15)
  return tables
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as content from ${name} t`,
    )
    .join(' union all ')
}
let statement: Promise<string> | undefined

async function stored(): Promise<Record<string, string>> {
  statement ??= hashStatement()
  const contents = await service.query<{ name: string; content: string }>(await statement)
  return Object.fromEntries(contents.map(({ name, content }) => [name, content]))
}

/** What is stored, as far as these tests go: none of them changes it. Undefined after a test that does. */
let known: Record<string, string> | undefined

async function changingNothing(work: () => Promise<void>): Promise<void> {
  known ??= await stored()
  await work()
  assert.deepEqual(await stored(), known)
}

/** All at once, because none depends on another. */
async function forEach<Value>(
  values: readonly Value[],
  work: (value: Value) => Promise<void>,
): Promise<void> {
  await Promise.all(values.map(work))
}

const shown = (value: unknown) =>
  value instanceof Json ? value.text : (JSON.stringify(value) ?? 'undefined').slice(0, 80)

for (const endpoint of endpoints) {
  for (const [field, values] of Object.entries(endpoint.fields)) {
    test(`${endpoint.name} with a wrong ${field} is refused, naming it, and changes nothing`, async () => {
      await changingNothing(async () => {
        await forEach(values, async (value) => {
          const answer = await sendJson(endpoint, { ...endpoint.body(), [field]: value })
          const companions = endpoint.companions?.[field] ?? []
          assertNames(answer, [field, ...companions], `${field} ${shown(value)}`)
        })
      })
    })
  }

  if (endpoint.required.length > 0) {
    test(`${endpoint.name} without a required field is refused, naming it, and changes nothing`, async () => {
      await changingNothing(async () => {
        for (const field of endpoint.required) {
          for (const value of [undefined, null, '', ' ', '  \t ']) {
            if (OPAQUE.includes(field) && typeof value === 'string' && value !== '') continue
            const answer = await sendJson(endpoint, { ...endpoint.body(), [field]: value })
            const companions = endpoint.companions?.[field] ?? []
            assertNames(answer, [field, ...companions], `${field} ${shown(value)}`)
          }
        }
      })
    })

    test(`${endpoint.name} with null in every optional field is refused as without them`, async () => {
      const optional = Object.keys(endpoint.fields).filter((field) => !endpoint.required.includes(field))
      const nulls = Object.fromEntries(optional.map((field) => [field, null]))
      const [plain, answer] = [endpoint.least ?? {}, { ...nulls, ...endpoint.least }]
      assert.deepEqual((await sendJson(endpoint, answer)).body, (await sendJson(endpoint, plain)).body)
    })

    test(`${endpoint.name} with nothing in it is refused, naming all that is required`, async () => {
      const answer = await sendJson(endpoint, endpoint.least ?? {})
      for (const field of endpoint.required)
        assert.match(answer.body.data.error, new RegExp(`\\b${field} (is required|must )`))
      assertFailure(answer, 'invalid', answer.body.data.error)
    })
  }

  test(`${endpoint.name} with a body that is no JSON object is refused and changes nothing`, async () => {
    await changingNothing(async () => {
      for (const body of ['[]', '[{}]', '"text"', '7', 'true', '['.repeat(100_000) + ']'.repeat(100_000)]) {
        const answer = await send(endpoint, { body, contentType: 'application/json' })
        assertFailure(answer, 'invalid', 'The body must be one JSON object.')
      }
    })
  })

  test(`${endpoint.name} with malformed JSON is refused and changes nothing`, async () => {
    const valid = JSON.stringify(endpoint.body())
    await changingNothing(async () => {
      const bodies = [
        '{',
        '}',
        `${valid}}`,
        `${valid},`,
        "{'a': 1}",
        '{"a": undefined}',
        '{"a": NaN}',
        '{"a": 1e}',
        '{"a": "\n"}',
        ' ',
        '\u0000',
        '{"__proto__": {"isAdmin": true}}',
        `{"a": {"b": {"__proto__": 1}}}`,
        '{"constructor": {"prototype": {"isAdmin": true}}}',
        '{"a":'.repeat(10_000),
      ]
      await forEach(bodies, async (body) => {
        const answer = await send(endpoint, { body, contentType: 'application/json' })
        assertFailure(answer, 'invalid', 'The body is not valid JSON; send one JSON object.')
      })
    })
  })

  test(`${endpoint.name} with another content type, or none, is refused with 415 and changes nothing`, async () => {
    const body = new TextEncoder().encode(JSON.stringify(endpoint.body()))
    await changingNothing(async () => {
      const types = [
        undefined,
        'text/plain',
        'text/html',
        'application/xml',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/octet-stream',
        'application/jsonp',
        'nonsense',
      ]
      await forEach(types, async (contentType) => {
        assertFailure(
          await send(endpoint, { body, contentType }),
          'wrongContentType',
          'Send the body as JSON with the header Content-Type: application/json.',
        )
      })
    })
  })

  test(`${endpoint.name} with a body of 10 MB is refused with 413 and changes nothing`, async () => {
    await changingNothing(async () => {
      const { method, path, withToken } = endpoint
      const answer = await announceBody(service, path(), {
        method,
        bytes: 10_000_000,
        ...(withToken && { token: partner.token }),
      })
      assertFailure(answer, 'tooLarge', 'The body is larger than 1 MB; send less.')
    })
  })

  test(`${endpoint.name} with bytes that are no UTF-8 is refused and changes nothing`, async () => {
    const json = Buffer.from(JSON.stringify({ ...endpoint.body(), extra: 'XX' }))
    const body = new Uint8Array(json)
    body.fill(0xff, json.indexOf('XX'), json.indexOf('XX') + 2)
    await changingNothing(async () => {
      const answer = await send(endpoint, { body, contentType: 'application/json' })
      assertFailure(answer, 'invalid', 'The body is not valid JSON; send one JSON object.')
    })
  })
}

test('no body at all and a body of null are like a body with nothing in it', async () => {
  const award = endpoints.find((endpoint) => endpoint.name === 'an award') as Endpoint
  for (const body of ['', 'null']) {
    for (const contentType of body === '' ? ['application/json', undefined] : ['application/json']) {
      const answer = await send(award, { body: new TextEncoder().encode(body), contentType })
      assertFailure(answer, 'invalid', 'userId is required; ruleName is required.')
    }
  }
})

test('null in a field of a change leaves it as it was, unless the field can be null', async () => {
  known = undefined
  const read = async (path: string) => (await service.get(path, partner.token)).body.data
  const change = async (path: string, body: object) =>
    (await service.request('PATCH', path, { token: partner.token, body })).body.data
  const rulePath = `/api/v1/laas/rules/${single}`
  const { version: _, updatedAt: __, ...rule } = await read(rulePath)
  const nulls = { coinValue: null, maxNumberOfParticipant: null, condition: null, status: null, rules: null }
  const { version: ___, updatedAt: ____, ...changed } = await change(rulePath, nulls)
  assert.deepEqual(changed, rule)

  const webhookPath = `/api/v1/laas/webhooks/${webhook}`
  await change(webhookPath, { description: 'Orders', types: ['award.paid'] })
  const { description, types } = await change(webhookPath, { url: null, description: null, types: null })
  assert.deepEqual({ description, types }, { description: 'Orders', types: null })
})

test('null in a sub-rule and in a bulk item counts as not given', async () => {
  const rule = newRuleBody({
    type: 'combined',
    condition: null,
    rules: [{ name: unique('part '), condition: 'Did it', status: null }],
  })
  const created = await service.post('/api/v1/laas/rules/create-rule', rule, partner.token)
  assert.equal(created.status, 201)
  const { rules } = (await service.get(`/api/v1/laas/rules/${created.body.data.id}`, partner.token)).body.data
  assert.equal(rules[0].status, 'active')

  const item = { userId: randomUUID(), ruleName: 'no rule', narration: null, idempotencyKey: null }
  const awards = [item, { ...item, userId: null }]
  const { body } = await service.post('/api/v1/laas/rules/award/bulk', { awards }, partner.token)
  assert.deepEqual(
    body.data.results.map(({ data }: { data: { error: string } }) => data.error),
    ['User was not found.', 'userId is required.'],
  )
})

/** Backtracking would take hours; the time limit of all tests ends it. */
test('long strings cause no regular-expression backtracking', async () => {
  for (const endpoint of endpoints) {
    for (const field of Object.keys(endpoint.fields)) {
      for (const text of [
        'a'.repeat(1_000_000),
        `a@${'a.'.repeat(490_000)}!`,
        `https://${'a-'.repeat(490_000)}`,
      ]) {
        const answer = await sendJson(endpoint, { ...endpoint.body(), [field]: text })
        assertNames(answer, [field, ...(endpoint.companions?.[field] ?? [])], field)
      }
    }
  }
})

test('a list or map that is far too large is one problem, found without looking at its elements', async () => {
  const headers = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`h${index}`, 1]))
  const oversized: [path: string, field: string, body: object][] = [
    [
      '/api/v1/laas/webhooks',
      'types',
      { url: 'http://localhost:8080/', types: Array.from({ length: 300_000 }, () => ({})) },
    ],
    [
      '/api/v1/laas/rules/create-rule',
      'rules',
      { ...newRuleBody({ type: 'combined' }), rules: Array.from({ length: 330_000 }, () => ({})) },
    ],
    [`/api/v1/laas/webhooks/${webhook}/diagnose`, 'headers', { body: '', headers }],
    ['/api/v1/laas/rules/award/bulk', 'awards', { awards: Array.from({ length: 300_000 }, () => ({})) }],
  ]
  for (const [path, field, body] of oversized) {
    const { status, body: answer } = await service.post(path, body, partner.token)
    assert.equal(status, 400, path)
    assert.deepEqual(
      answer.data.fields.map((each: { field: string }) => each.field),
      [field],
    )
  }
})

test('at most twenty problems are reported', async () => {
  const rules = Array.from({ length: 50 }, () => ({ name: 'UPPER', condition: '' }))
  const { status, body } = await service.post(
    '/api/v1/laas/rules/create-rule',
    { ...newRuleBody({ type: 'combined' }), rules },
    partner.token,
  )
  assert.equal(status, 400)
  assert.equal(body.data.fields.length, 20)
  assert.ok(body.data.error.length < 2_100, body.data.error)
})

test('unknown fields of an award are ignored, whatever their names', async () => {
  const award = endpoints.find((endpoint) => endpoint.name === 'an award') as Endpoint
  const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`
  for (const extra of [
    '"constructor": 1',
    '"hasOwnProperty": 1',
    '"toString": 1',
    '"": 1',
    `"deep": ${deep}`,
  ]) {
    const answer = await send(award, {
      body: `{"userId": "${randomUUID()}", "ruleName": "no rule", ${extra}}`,
      contentType: 'application/json',
    })
    assertFailure(answer, 'missing', 'User was not found.')
  }
  assert.equal(({} as Body).isAdmin, undefined)
})

test('a body with a key is refused when it is nested more than 64 levels deep', async () => {
  const nested = (levels: number) =>
    service.request('POST', '/api/v1/laas/rules/create-rule', {
      token: partner.token,
      headers: { 'idempotency-key': `nested-${levels}` },
      body: {
        ...newRuleBody({ type: 'combined' }),
        rules: [
          {
            name: unique('step '),
            condition: 'Did it',
          },
        ],
        actor: JSON.parse('['.repeat(levels) + ']'.repeat(levels)),
      },
    })
  assert.equal((await nested(60)).status, 201)
  for (const levels of [100, 4000])
    assertFailure(
      await nested(levels),
      'invalid',
      'The body is nested more than 64 levels deep; send a flatter one.',
    )
})

test('what looks like SQL or markup, and any script and emoji, is text like any other', async () => {
  for (const text of [
    ...INJECTIONS,
    '<script>alert(1)</script>',
    '日本語',
    'עברית',
    '👩‍👩‍👧',
    'e\u0301',
    '\u202edrow',
  ]) {
    const onboarded = await service.post(
      '/api/v1/acme/partners',
      newPartnerBody({ applicationName: text, partnerName: text }),
    )
    assert.equal(onboarded.status, 201, text)
    assert.equal(onboarded.body.data.applicationName, text)
    const created = await service.post('/api/v1/user', newUserBody({ fullname: text }))
    assert.equal(created.body.data.fullname, text.toLowerCase())
    const rule = await partner.addRule({ condition: text })
    const award = await partner.award(userId, rule.name, text)
    assert.equal(award.body.data.note, text)
  }
})

test('the longest texts that are promised are taken, counted in characters', async () => {
  const wide = '🎉'
  const onboarded = await service.post(
    '/api/v1/acme/partners',
    newPartnerBody({
      applicationName: wide.repeat(100),
      partnerName: 'x'.repeat(100),
      email: `${'a'.repeat(242)}@mail.example`.slice(-254),
      redirectUrl: `https://acme.example/${'x'.repeat(2027)}`,
      password: `Sunny-Day-7${'x'.repeat(189)}`,
      confirmPassword: `Sunny-Day-7${'x'.repeat(189)}`,
    }),
  )
  assert.equal(onboarded.status, 201, JSON.stringify(onboarded.body))
  const created = await service.post(
    '/api/v1/user',
    newUserBody({ fullname: wide.repeat(200), tag: 'x'.repeat(30) }),
  )
  assert.equal(created.status, 201, JSON.stringify(created.body))
  const rule = await partner.addRule({ name: 'x'.repeat(100), condition: wide.repeat(1000) })
  const award = await partner.award(userId, rule.name, wide.repeat(1000))
  assert.equal(award.body.data.note, wide.repeat(1000))
})

test('tab and newline are fine in conditions and narrations', async () => {
  const rule = await partner.addRule({ condition: 'First line\r\n\tsecond line' })
  const award = await partner.award(userId, rule.name, 'First line\n\tsecond line')

  assert.equal(award.status, 201)
})

const BAD_IDS = [
  'nobody',
  '-1',
  '0',
  '*',
  '%00',
  '%20',
  '%F0%9F%98%80',
  '..%2f..%2fetc',
  "'%20or%20'1'='1",
  '__proto__',
  'constructor',
  '00000000-0000-0000-0000-00000000000g',
  '{00000000-0000-0000-0000-000000000000}',
  '000000000000000000000000000000000000',
  'x'.repeat(300),
  'x'.repeat(10_000),
]
for (const [method, path, field] of [
  ['GET', '/api/v1/laas/rules/', 'id'],
  ['PATCH', '/api/v1/laas/rules/', 'id'],
  ['GET', '/api/v1/laas/users/', 'userId'],
  ['DELETE', '/api/v1/laas/users/', 'userId'],
  ['DELETE', '/api/v1/acme/partners/me/secrets/', 'id'],
  ['DELETE', '/api/v1/acme/partners/me/sessions/', 'id'],
  ['PATCH', '/api/v1/acme/partners/me/team/', 'id'],
  ['DELETE', '/api/v1/acme/partners/me/team/', 'id'],
  ['DELETE', '/api/v1/acme/partners/me/team/invitations/', 'id'],
  ['GET', '/api/v1/laas/webhooks/', 'id'],
  ['PATCH', '/api/v1/laas/webhooks/', 'id'],
  ['DELETE', '/api/v1/laas/webhooks/', 'id'],
] as const) {
  test(`${method} ${path}{${field}} refuses what is no identifier, naming ${field}`, async () => {
    await changingNothing(async () => {
      await forEach(BAD_IDS, async (id) => {
        const answer = await service.request(method, `${path}${id}`, {
          token: partner.token,
          ...(method === 'PATCH' && { body: { status: 'inactive', role: 'owner' } }),
        })
        assertNames(answer, [field], id.slice(0, 80))
      })
    })
  })
}

test('every route of an ecosystem refuses what is no ecosystem, naming eco', async () => {
  await changingNothing(async () => {
    for (const eco of [
      'Acme',
      'a',
      '7up',
      'acme_shop',
      '%C3%A4cme',
      '%00',
      'a%20b',
      '__proto__',
      'x'.repeat(64),
      'x'.repeat(9000),
    ]) {
      const answers = [
        await service.post(`/api/v1/${eco}/partners`, newPartnerBody()),
        await service.post(`/api/v1/${eco}/partners/login`, { email: partner.email, password: 'x' }),
        await service.post(`/api/v1/${eco}/partners/refresh`, { refreshToken: 'x' }),
        await service.post(`/api/v1/${eco}/partners/forgot-password`, { email: partner.email }),
        await service.post(`/api/v1/${eco}/partners/reset-password`, NEW_PASSWORD_BY_TOKEN),
        await service.post(`/api/v1/${eco}/partners/invitations/accept`, NEW_PASSWORD_BY_TOKEN),
        await service.post(`/api/v1/${eco}/partners/me/email/confirm`, { token: 'x' }),
        await service.request('POST', `/api/v1/${eco}/partners/logout`, { token: partner.token }),
        await service.get(`/api/v1/${eco}/partners/me/team`, partner.token),
        await service.get(`/api/v1/${eco}/partners/me`, partner.token),
        await service.request('PATCH', `/api/v1/${eco}/partners/me`, { token: partner.token, body: {} }),
        await service.get(`/api/v1/${eco}/partners/me/secrets`, partner.token),
      ]
      for (const answer of answers) assertNames(answer, ['eco'], eco.slice(0, 80))
    }
  })
})

test('what is wrong with the path is said before what is wrong with the body', async () => {
  assertNames(await service.post('/api/v1/A/partners', {}), ['eco'], 'A')
})

const NO_PAGE = [
  '0',
  '-1',
  '-0',
  '1.5',
  'x',
  '%00',
  '1e400',
  'NaN',
  'Infinity',
  'null',
  'true',
  '%D9%A3',
  '%zz',
  '99999999999',
  '9'.repeat(400),
  '1;drop',
  '1&{}=2',
]
const NO_SIZE = [...NO_PAGE, '101', '1e3']
const NO_MONTH = [
  '0',
  '13',
  '-1',
  '1.5',
  '001',
  'Jan',
  'Januar',
  'maY%00',
  '%00',
  'March%20',
  'x'.repeat(5000),
  '%D9%A3',
  '1&{}=2',
]
const NO_YEAR = [
  '0',
  '26',
  '1969',
  '10000',
  '-2026',
  '2026.5',
  'soon',
  '%00',
  '1e400',
  '9'.repeat(400),
  '2026&{}=2027',
]
const NO_TYPE = ['Earner', 'loser', 'earner%00', '__proto__', 'x'.repeat(5000), 'earner&{}=earner']
/** Numbers of events begin at 0, and have no limit that one could reach. */
const NO_NUMBER = NO_PAGE.filter((value) => !['0', '-0', '99999999999'].includes(value))
const NO_TYPES = [
  ',',
  'award',
  'Award.paid',
  'award.paid,',
  'award.paid,%20award.refused',
  'award.paid%00',
  '__proto__',
  'award.*',
  'x'.repeat(5000),
  'award.paid&{}=award.paid',
]
const NO_ID = ['%20', '%00', '%0A', 'a%07b', '%C2%85', 'x'.repeat(101), 'a&{}=b']
for (const [path, parameters] of [
  ['/api/v1/laas/leaderboard/new', { page: NO_PAGE, take: NO_SIZE, partnerId: NO_ID, userId: NO_ID }],
  [
    '/api/v1/laas/coins/partner/ep-leaderboard',
    {
      page: NO_PAGE,
      limit: NO_SIZE,
      month: NO_MONTH,
      year: NO_YEAR,
      type: NO_TYPE,
      partnerId: NO_ID,
      userId: NO_ID,
    },
  ],
  ['/api/v1/laas/rules', { page: NO_PAGE, limit: NO_SIZE }],
  ['/api/v1/laas/users', { page: NO_PAGE, limit: NO_SIZE }],
  ['/api/v1/acme/partners/me/sessions', { page: NO_PAGE, limit: NO_SIZE }],
  ['/api/v1/acme/partners/me/audit-events', { page: NO_PAGE, limit: NO_SIZE }],
  ['/api/v1/laas/overview', { days: [...NO_PAGE, '5', '31', '7.5', '1e4'] }],
  ['/api/v1/laas/events', { after: NO_NUMBER, types: NO_TYPES, limit: [...NO_PAGE, '1001', '1e4'] }],
] as const) {
  for (const [name, values] of Object.entries<readonly string[]>(parameters)) {
    test(`GET ${path} with a wrong ${name} is refused, naming it`, async () => {
      await forEach(values, async (value) => {
        const query = `${name}=${value.replace('{}', name)}`
        assertNames(await service.get(`${path}?${query}`, partner.token), [name], query.slice(0, 80))
      })
    })
  }

  test(`GET ${path} with parameters without a value responds as without them`, async () => {
    const plain = await service.get(path, partner.token)
    const query = Object.keys(parameters).map((name) => `${name}=`)
    const answer = await service.get(`${path}?${query.join('&')}`, partner.token)
    assert.deepEqual([answer.status, answer.body], [plain.status, plain.body])
  })

  test(`GET ${path} ${path.includes('leaderboard') ? 'ignores' : 'refuses'} strange parameters`, async () => {
    const plain = await service.get(path, partner.token)
    for (const [query, name, inHeader] of [
      ['__proto__=1', '__proto__'],
      ['constructor=1', 'constructor'],
      ['toString[]=1', 'toString[]'],
      ['%00=1', '\ufffd', '?'],
      ['=', '""', '??'],
      ['%zz=%zz', '%zz', '?zz'],
      ['a[b][c]=1', 'a[b][c]'],
      ['a%0d%0aset-cookie:%20b=1', 'a\ufffd\ufffdset-cookie: b', 'a??set-cookie??b'],
    ] as const) {
      const answer = await service.get(`${path}?${query}`, partner.token)
      assertHeaders(answer)
      if (path.includes('leaderboard')) {
        assert.deepEqual(answer.body, plain.body, query)
        assert.equal(answer.headers.get('laurel-ignored-fields'), inHeader ?? name, query)
      } else {
        assertFailure(answer, 'invalid', answer.body.data.error)
        assert.deepEqual(
          answer.body.data.fields.map(({ field }: { field: string }) => field),
          [name],
        )
      }
    }
    assert.deepEqual((await service.get(`${path}?&&&`, partner.token)).body, plain.body)
  })
}

test('an unknown id has the position zero, without an error', async () => {
  for (const id of ["'%20or%201=1", '%F0%9F%98%80', '%ED%A0%80', '%zz', '__proto__', randomUUID()]) {
    for (const path of ['/api/v1/laas/leaderboard/new', '/api/v1/laas/coins/partner/ep-leaderboard']) {
      const answer = await service.get(`${path}?userId=${id}`, partner.token)
      assert.equal(answer.status, 200, id)
      assert.equal(answer.body.data.userPosition.position, 0)
    }
  }
})
