import type { Award, AwardOutcome, Refusal } from '@laurel/sdk'
import { Alert, Text, TextInput } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useIdempotentSend } from '../api/idempotent-send.ts'
import { laurel } from '../api/laurel.ts'
import { Dialog } from '../components/dialog.tsx'
import { coinsText } from '../format/coins.ts'
import { outcomeText, reasonText } from '../format/sentences.ts'
import { typedNumber, unclearNumber } from '../format/typed-number.ts'
import { memberName } from '../members/member-name.ts'
import { type Awardable, awardables, PickRule } from '../rules/pick-rule.tsx'
import { rulesQuery } from '../rules/queries.ts'
import { coinTimes, ruleText } from '../rules/rule-text.ts'
import { CallForm } from './call-form.tsx'
import { Changes, memberChanges } from './changes.tsx'
import { sentenceOfRefusal, useCoinCall } from './coin-call.tsx'
import type { MemberDialog, MemberForm } from './member-dialog.ts'
import { missingReason, ReasonField } from './reason-field.tsx'

const STYLES = {
  paid: { color: 'laurel', icon: IconCircleCheck },
  counted: { color: 'blue', icon: IconCircleDashed },
  refused: { color: 'red', icon: IconCircleX },
} as const

/** What the dialog begins with, such as an award that was refused before. */
type AwardStart = { ruleName?: string; units?: string | null; reference?: string | null }

/** Awards a rule and shows the outcome. */
export function AwardDialog({ isOpen, close, member, start }: MemberDialog & { start?: AwardStart }) {
  const idempotentSend = useIdempotentSend()
  return (
    <Dialog isOpen={isOpen} close={close} title={`Award a rule to ${memberName(member)}`}>
      <AwardForm member={member} close={close} idempotentSend={idempotentSend} start={start ?? {}} />
    </Dialog>
  )
}

function AwardForm({ member, close, idempotentSend, start }: MemberForm & { start: AwardStart }) {
  const [picked, setPicked] = useState<Awardable | null>(null)
  const [result, setResult] = useState<AwardResult | null>(null)
  const started = useAwardable(start.ruleName)
  const choice = picked ?? started
  const ruleName = choice?.name ?? ''
  const isPerUnit = choice?.rule.perUnit ?? false
  const callOf = ({ units, reference }: Values) => ({
    userId: member.userId,
    ruleName,
    ...(isPerUnit && { units: typedNumber(units) }),
    ...(reference.trim() && { reference: reference.trim() }),
  })
  const { form, submission, forecast } = useCoinCall({
    call: laurel.awards.grant,
    initialValues: { units: start.units ?? '', reference: start.reference ?? '', reason: '' },
    inputs: { narration: 'reason' },
    validate: ({ units, reason }) => ({
      units: isPerUnit ? unclearNumber(units) : null,
      reason: missingReason(reason),
    }),
    bodyOf: (values) => ({ ...callOf(values), narration: values.reason.trim() }),
    forecastOf: (values) => {
      const isComplete = choice !== null && result === null && (!isPerUnit || values.units.trim() !== '')
      return isComplete ? callOf(values) : null
    },
    factsOf: () => ({ ruleName }),
    onSend: () => setResult(null),
    onDone: ({ decision }) => setResult(resultOf(ruleName, decision)),
    // A refusal is an outcome, not an error.
    onRefused: (refusal) =>
      setResult(resultOf(ruleName, refusal.decision, sentenceOfRefusal(refusal, { ruleName }))),
    idempotentSend,
  })
  const pick = (next: Awardable | null) => {
    setPicked(next)
    setResult(null)
  }
  return (
    <CallForm
      submission={submission}
      action={result ? 'Award it again' : deedOf(forecast.data)}
      cancel={result ? 'Done' : 'Cancel'}
      refusal={forecast.refusal}
      isReady={choice !== null}
      isDone={result !== null}
      close={close}
    >
      <PickRule choice={choice} onChoose={pick} />
      {choice && (
        <Text size="sm" c="dimmed">
          {[ruleText(choice.rule)[0], coinTimes(choice.rule).at(-1)].filter(Boolean).join(' ')}
        </Text>
      )}
      {isPerUnit && (
        <TextInput
          label="Units"
          description="How much the rule pays for, such as the euros of an order"
          inputMode="decimal"
          autoComplete="off"
          {...form.getInputProps('units')}
        />
      )}
      <TextInput
        label="Order (optional)"
        description="Such as the number of an order, to find or return it later"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('reference')}
      />
      <ReasonField input={form.getInputProps('reason')} />
      {result ? (
        <Result result={result} />
      ) : (
        <Changes changes={memberChanges(member, forecast.data?.wallet)} />
      )}
    </CallForm>
  )
}

type Values = { units: string; reference: string; reason: string }

/** "Pay 10 coins", once that is known. */
function deedOf(forecast: Award | undefined): string {
  if (!forecast?.decision) return 'Award'
  return forecast.awarded ? `Pay ${coinsText(forecast.decision.coins)}` : 'Count it, without a payment'
}

function Result({ result }: { result: AwardResult }) {
  const { color, icon: Icon } = STYLES[result.outcome]
  return (
    <Alert color={color} icon={<Icon aria-hidden />} title={result.title} role="status">
      {result.why}
    </Alert>
  )
}

type AwardResult = { outcome: AwardOutcome; title: string; why: string }

/** A rule or user that no longer exists is refused without a decision. */
function resultOf(ruleName: string, decision: Refusal['decision'], explanation = ''): AwardResult {
  if (!decision?.counters) return { outcome: 'refused', title: 'Refused', why: explanation }
  const { counters, outcome } = decision
  const decided = { ...decision, ruleName, counters, left: decision.coins, reversed: false }
  return { outcome, title: outcomeText(decided), why: reasonText(decided) }
}

const RULES_FOUND_MAX = 20

/** The active rule or sub-rule with this name; null when there is none. */
function useAwardable(name: string | undefined): Awardable | null {
  const { data } = useQuery({
    ...rulesQuery({ search: name, status: 'active', limit: RULES_FOUND_MAX }),
    enabled: name !== undefined,
  })
  return (data?.data ?? []).flatMap(awardables).find((each) => each.name === name) ?? null
}
