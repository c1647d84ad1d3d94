import { type AwardOutcome, LaurelError, type Member, type Rule, type RuleChanges } from '@laurel/sdk'
import { NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { laurel } from '../api/laurel.ts'
import { sentenceOf } from '../api/sentence.ts'
import { Dialog } from '../components/dialog.tsx'
import { Status, type Tone } from '../components/status.tsx'
import { coinsText } from '../format/coins.ts'
import { typedNumber, unclearNumber } from '../format/typed-number.ts'
import { PickMember } from '../members/pick-member.tsx'
import { awardForecastText, awardRefusalText } from './forecast-text.ts'
import { coinTimes, type RuleDraft } from './rule-text.ts'

const TYPING_PAUSE_MS = 300

/** What of a rule matters for a try. */
type Tryable = Pick<RuleDraft, 'type' | 'perUnit' | 'rules' | 'pendingDays' | 'coinExpiry'>

/** A call that is only tried. */
type Trial = { userId: string; ruleName: string; units?: string }

/** What it would lead to. */
type Tried = { outcome: AwardOutcome; text: string; walletCoins: string | null }

/** Asks what the rule, as it is, would do for a member. Nothing is written. */
export function TryRuleDialog({ rule, isOpen, close }: { rule: Rule; isOpen: boolean; close: () => void }) {
  return (
    <Dialog isOpen={isOpen} close={close} title="Try on a member">
      <TryRule rule={rule} ask={trySaved} />
    </Dialog>
  )
}

async function trySaved(trial: Trial): Promise<Tried> {
  const result = await laurel.awards.grant(trial, { dryRun: true, expand: ['decision'] })
  if (!result.ok) return { outcome: 'refused', text: awardRefusalText(result), walletCoins: null }
  const { awarded, wallet } = result.data
  return {
    outcome: awarded ? 'paid' : 'counted',
    text: awardForecastText(result.data),
    walletCoins: wallet?.coins ?? null,
  }
}

/** The same with changes that are not saved yet. */
export function TryDraft({ rule, draft, changes }: { rule: Rule; draft: Tryable; changes: RuleChanges }) {
  return (
    <TryRule
      rule={{ ...draft, name: rule.name }}
      terms={JSON.stringify(changes)}
      ask={(trial) => tryChanges(rule, trial, changes)}
    />
  )
}

async function tryChanges(
  { id, type }: Rule,
  { ruleName, ...trial }: Trial,
  changes: RuleChanges,
): Promise<Tried> {
  const body = { ...trial, ...(type === 'combined' && { ruleName }), changes }
  const decision = await laurel.rules.try(id, body)
  const { outcome, reason, wallet } = decision
  return {
    outcome,
    text:
      outcome === 'refused'
        ? awardRefusalText({ reason: reason ?? '', decision })
        : awardForecastText({ awarded: outcome === 'paid', decision }),
    walletCoins: outcome === 'paid' ? wallet.coins : null,
  }
}

/** Picks a member, and units or a sub-rule if the rule needs them; then says what would happen now. */
function TryRule({
  rule,
  terms = '',
  ask,
}: {
  rule: Tryable & { name: string }
  /** Asks again when these change. */
  terms?: string
  ask: (trial: Trial) => Promise<Tried>
}) {
  const [member, setMember] = useState<Member | null>(null)
  const [units, setUnits] = useState('')
  const [choice, setChoice] = useState('')
  const names = rule.type === 'combined' ? rule.rules.map(({ name }) => name) : [rule.name]
  const ruleName = names.includes(choice) ? choice : (names[0] ?? rule.name)
  const problem = rule.perUnit ? unclearNumber(units) : null
  const isComplete = member !== null && problem === null && (!rule.perUnit || units.trim() !== '')
  const trial = isComplete
    ? { userId: member.userId, ruleName, ...(rule.perUnit && { units: typedNumber(units) }) }
    : null
  return (
    <Stack gap="sm">
      <PickMember member={member} onPick={setMember} />
      {names.length > 1 && (
        <NativeSelect
          label="Sub-rule"
          data={names}
          value={ruleName}
          onChange={(event) => setChoice(event.currentTarget.value)}
        />
      )}
      {rule.perUnit && (
        <TextInput
          label="Units"
          description="How much the rule pays for, such as the euros of an order"
          inputMode="decimal"
          autoComplete="off"
          value={units}
          error={problem}
          onChange={(event) => setUnits(event.currentTarget.value)}
        />
      )}
      <Outcome trial={trial} terms={terms} ask={ask} times={coinTimes(rule).at(-1)} />
    </Stack>
  )
}

function Outcome({
  trial,
  terms,
  ask,
  times,
}: {
  trial: Trial | null
  terms: string
  ask: (trial: Trial) => Promise<Tried>
  /** When coins of the rule can be spent, if there is anything to say. */
  times: string | undefined
}) {
  const asked = trial === null ? null : JSON.stringify([trial, terms])
  const [settled] = useDebouncedValue(asked, TYPING_PAUSE_MS)
  const { data, error } = useQuery({
    queryKey: ['try', useId(), settled],
    queryFn: settled === null || trial === null || settled !== asked ? skipToken : () => ask(trial),
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })
  return (
    <div role="status" style={{ minHeight: 44 }}>
      {trial === null ? (
        <Text size="sm" c="dimmed">
          Nothing is paid: you see what would happen now.
        </Text>
      ) : error ? (
        <Text size="sm" c="var(--mantine-color-error)">
          {problemText(error)}
        </Text>
      ) : (
        data && <Outlook tried={data} times={times} />
      )}
    </div>
  )
}

/** The form beside it says which field does not fit; this asks with every letter that is typed. */
const problemText = (error: unknown): string =>
  error instanceof LaurelError && error.status === 400
    ? 'A number is missing, or the terms do not fit together yet.'
    : sentenceOf(error)

const TITLES: Record<AwardOutcome, { tone: Tone; title: string }> = {
  paid: { tone: 'good', title: 'Would be paid' },
  counted: { tone: 'waiting', title: 'Would be counted' },
  refused: { tone: 'bad', title: 'Would be refused' },
}

function Outlook({
  tried: { outcome, text, walletCoins },
  times,
}: {
  tried: Tried
  times: string | undefined
}) {
  const { tone, title } = TITLES[outcome]
  return (
    <>
      <Status tone={tone}>{title}</Status>
      <Text size="sm">
        {text}
        {walletCoins !== null && ` After this the wallet has ${coinsText(walletCoins)}.`}
        {outcome === 'paid' && times && ` ${times}`}
      </Text>
    </>
  )
}
