import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const SOURCES =
  '{server/src,server/schema,server/test,dashboard/src,bench/src,sdk,scripts,examples}/**/*.{ts,tsx,mjs,sql,css}'
const DOCUMENTS = '{*.md,docs/**/*.md,{bench,sdk,examples/*}/*.md,.github/**/*.md}'
/** They quote the old words. */
const EXEMPT = ['server/test/house/words.test.ts', 'STYLE.md', 'bench/RESULTS.md']

const GENERATED = /^sdk\/(src\/generated\.ts|dist|node_modules)/

/** Replaced words and the words of the field. Identifiers and whole phrases, never plain English. */
const REPLACED: [pattern: RegExp, instead: string][] = [
  [/\b(take|load|in|of|per)Turns?\b|\bcallsPerTurn\b/, 'batch: runBatch, BATCH_SIZE_MAX'],
  [/\btwins?\b|[a-z]Twins?\b/i, 'retry (the request), replay (the response)'],
  [/\b(open|close)Book\b|\btype Book\b/, 'batch state: loadBatch, saveBatch'],
  [/\b(NO_STANDING|standingKey|Standing|[a-z]+Standings?)\b|\bstandings\b/, 'progress: RuleProgress'],
  [/\b(Cuts?|cutsVersion|cuts_version|[a-z]+Cuts?)\b(?!Off)/, 'boundary'],
  [/\bovergrown\b/i, 'oversized'],
  [
    /\b(seatScores|nextSeat|standBefore\w*|PlacedUser|FIRST_PLACE|board_places)\b/,
    'assignSegments, rank key, countAhead',
  ],
  [/\b(postNotice|NoticeType|notices|countFacts|findFacts|day_facts)\b/, 'event'],
  [/\b(event_no|eventNo|lastEventNo|last_event_no)\b/, 'seq'],
  [
    /\b(answerOnce\w*|open_replies|openReply|findReply|insertReply|completeReply)\b/,
    'stored response, respondOnce',
  ],
  [/\b(account_acts|recordAct|RecordAct|AccountAct|listActs|actRoutes)\b/, 'audit event, audit_log'],
  [/(?<!\[)'person'/, "the token kind 'team'"],
  [/\b(createSeal|Seal|seal\.\w+|\w+_sealed|\w+Sealed|fingerprint\()/, 'encrypt, decrypt, keyedHash'],
  [/\b(isDatabaseAway|isDatabaseUnable|DATABASE_AWAY\w*)\b/, 'unavailable'],
  [/\b(hurry|patience)\b/, 'abort signal, grace period'],
  [/\bsweep(s|ing)?\b|\bsweep[A-Z]\w*/, 'purge'],
  [/\bplain[- ]way\b/i, 'baseline'],
  [/\bmended\b/i, 'fixed'],
  [/^#+ (Left out|Known|Costs)$/m, 'Alternatives considered, Limitations, Consequences'],
  [
    /\b(returnCoins|hasReturned|monthReturned\w*|returnedSegment|returnsAccount|returns_account|\w*returned_segment\w*|month_returned|has_returned)\b/,
    'spent: spendCoins, spendAccount; a return is of an order',
  ],
  [/\b(ReturnAddresses|returnAddress\w*|confirmReturn|returnsTo)\b|confirm-return/, 'redirect: RedirectUris'],
  [
    /\b(tryH|h)old(TeamSessions?|Sessions?|Password|ProvedPassword|Hidden|Ledgers|TeamMember|\w+By(Email|Tag))\b|\bHeldRows\b/,
    'lock; a hold is of coins',
  ],
  [
    /\b(\w*SendingHold|sending_hold\w*|laurel_sending_held|describeHold|liftHold)\b|[Ss]ending (is|was not) held/,
    'paused',
  ],
  [/\b(teller|Tell)\b|\btell(: |\()/, 'print'],
  [/\bempty(Responses|Answers|Membership|ImportLines)\b|empty-responses/, 'redact'],
  [/\binEqualTime\b|equal-time/, 'withMinimumDuration'],
  [/SignUpMark\b|\bsignUpMark\b|sign-up-mark/, 'SignUpCookie'],
  [/EndpointsBehind\b|\bfindPartnersBehind\b|endpoints-behind/, 'lagging'],
  [/\b(loadIn|readOut)\b/, 'loadTables, dumpTables'],
  [/[{|] is: '|\.is [!=]== '/, 'the discriminator kind'],
  [/\b(isApart|createApartPartners|ApartPartners)\b/, 'isolated'],
  [/\bputBack\b/, 'requeued'],
  [/\b(namedIn|besideLedger)\b|named-in\.ts/, 'batch keys, colocated'],
]

suite('words that were replaced do not come back', () => {
  const files = globSync([SOURCES, DOCUMENTS], { cwd: root })
    .filter((file) => !EXEMPT.includes(file) && !GENERATED.test(file) && existsSync(join(root, file)))
    .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n') }))

  test('the sources and documents are read', () => {
    const names = files.map(({ file }) => file)
    for (const file of ['server/src/programme/engine/run-batch.ts', 'dashboard/src/main.tsx', 'README.md'])
      assert.ok(names.includes(file), file)
  })

  for (const [pattern, instead] of REPLACED) {
    test(`instead of ${pattern.source}, say ${instead}`, () => {
      const found = files.flatMap(({ file, lines }) =>
        lines.flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
      )
      assert.ok(found.length === 0, `\n${found.join('\n')}`)
    })
  }
})
