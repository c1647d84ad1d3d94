/** A ratio as measured before reads and partners shared batches, and as goal. No test asserts them. */
type Ratio = { name: string; before: string; goal: string }

/** Every ratio in the order of the report. A unit in the name makes it a difference instead. */
export const RATIOS = {
  boardPerRedis: {
    name: 'points board page with position ÷ the same response from Redis',
    before: '0.24',
    goal: '≥ 1.2',
  },
  changingBoardPerRedis: {
    name: 'the same while 100 awards a second change the one, and 100 writes a second the other',
    before: '',
    goal: '≥ 1.2',
  },
  boardPerAward: {
    name: 'points board page with position ÷ single award',
    before: '0.18',
    goal: '≥ 1.2',
  },
  mixedPerAward: {
    name: '70 % awards, 20 % boards, 10 % transfers ÷ single award',
    before: '0.26',
    goal: '≥ 0.8',
  },
  spreadPerHot: {
    name: 'awards over 100 partners ÷ one hot partner',
    before: '0.15–0.28',
    goal: '≥ 0.6',
  },
  boardAlone: {
    name: 'board page alone ÷ empty route alone, latency',
    before: '9',
    goal: '≤ 4',
  },
  awardAlone: {
    name: 'award alone ÷ (empty route alone + the same rows written raw and committed), latency',
    before: '',
    goal: '≤ 1.5',
  },
  boardGrowth: {
    name: 'board page of a large board − of 1,000 members, random users and pages, awards beside, ms',
    before: '1.25',
    goal: '≤ 0.6',
  },
  smallBesideHuge: {
    name: 'p99 of 99 small partners with a huge one beside them ÷ without',
    before: '',
    goal: '≤ 2',
  },
  awardPerEmpty: { name: 'single award ÷ empty route', before: '0.35', goal: '≥ 0.6' },
  guardedPerEmpty: {
    name: 'empty route behind the token check ÷ empty route',
    before: '0.89',
    goal: '≥ 0.85',
  },
  awardPerBaseline: {
    name: 'single award ÷ baseline (a transaction for each award)',
    before: '12.41',
    goal: '≥ 15',
  },
  awardPerFunction: {
    name: 'single award ÷ transfers by a PL/pgSQL function, from one account',
    before: '',
    goal: '',
  },
  transferPerFunction: {
    name: 'transfer ÷ transfers by a PL/pgSQL function, into one account',
    before: '',
    goal: '',
  },
  bulkPerRaw: { name: 'bulk ÷ raw limit', before: '0.61', goal: '≥ 0.5' },
  bulkPerAward: { name: 'bulk ÷ single award', before: '1.67', goal: '≥ 1.5' },
  halfLoad: { name: 'p99 ÷ p50 of a single award at half load', before: '4.77', goal: '≤ 5' },
  webhooks: { name: 'awards with five webhook endpoints ÷ without', before: '1.03', goal: '≥ 0.95' },
  activityPerAward: {
    name: 'activity that one of 20 rules matches ÷ award by name',
    before: '',
    goal: '≥ 0.6',
  },
  unheardPerAward: { name: 'activity that no rule asks for ÷ award by name', before: '', goal: '≥ 0.9' },
  expiringPerAward: {
    name: 'single award of coins that expire ÷ of coins that do not',
    before: '',
    goal: '≥ 0.85',
  },
  expiringPerBulk: { name: 'the same in bulk calls', before: '', goal: '≥ 0.85' },
  expiringPerTransfer: { name: 'transfer of coins that expire ÷ of coins that do not', before: '', goal: '' },
  aging: { name: 'single award after many awards ÷ before', before: '1.00', goal: '≥ 0.85' },
} satisfies Record<string, Ratio>

export type RatioName = keyof typeof RATIOS
