import type { Award, AwardOutcome, Refusal, Rule } from '@laurel/sdk'
import { Alert, Select, Text, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useIdempotentSend } from '../api/idempotent-send.ts'
import { laurel } from '../api/laurel.ts'
import { outcomeText, reasonText } from '../awards/decision-text.ts'
import { Forecast, useCoinCall } from '../components/coin-call.tsx'
import { Dialog } from '../components/dialog.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { coinsText } from '../format/coins.ts'
import { typedNumber, unclearNumber } from '../format/typed-number.ts'
import { memberName } from '../members/member-name.ts'
import { rulesQuery } from '../rules/queries.ts'
import { ruleText } from '../rules/rule-text.ts'
import type { UserDialog, UserForm } from './user-dialog.ts'

const STYLES = {
  paid: { color: 'laurel', icon: IconCircleCheck },
  counted: { color: 'blue', icon: IconCircleDashed },
  refused: { color: 'red', icon: IconCircleX },
} as const

/** Awards a rule and shows the outcome. */
export function AwardDialog({ isOpen, close, member }: UserDialog) {
  const idempotentSend = useIdempotentSend()
  return (
    <Dialog isOpen={isOpen} close={close} title={`Award a rule to ${memberName(member)}`}>
      <AwardForm member={member} close={close} idempotentSend={idempotentSend} />
    </Dialog>
  )
}

function AwardForm({ member, close, idempotentSend }: UserForm) {
  const [choice, setChoice] = useState<Awardable | null>(null)
  const [result, setResult] = useState<AwardResult | null>(null)
  const ruleName = choice?.name ?? ''
  const isPerUnit = choice?.rule.perUnit ?? false
  const bodyOf = ({ units, reference, narration }: typeof NO_INPUT) => ({
    userId: member.userId,
    ruleName,
    ...(isPerUnit && { units: typedNumber(units) }),
    ...(reference.trim() && { reference: reference.trim() }),
    ...(narration && { narration }),
  })
  const { form, submission, forecast } = useCoinCall({
    // A forecast has its decision without asking.
    call: (body, options) =>
      laurel.awards.grant(body, options.dryRun ? options : { ...options, expand: ['decision'] }),
    initialValues: NO_INPUT,
    validate: ({ units }) => ({ units: isPerUnit ? unclearNumber(units) : null }),
    bodyOf,
    forecastOf: (values) => {
      const isComplete = choice !== null && result === null && (!isPerUnit || values.units.trim() !== '')
      return isComplete ? bodyOf(values) : null
    },
    onSend: () => setResult(null),
    onDone: ({ decision }) => setResult(resultOf(ruleName, decision)),
    // A refusal is an outcome, not an error.
    onRefused: ({ decision, message }) => setResult(resultOf(ruleName, decision, message)),
    idempotentSend,
  })
  const pick = (next: Awardable | null) => {
    setChoice(next)
    setResult(null)
  }
  return (
    <DialogForm
      submission={submission}
      action={result ? 'Award it again' : 'Award'}
      cancel={result ? 'Done' : 'Cancel'}
      isReady={choice !== null}
      isDone={result !== null}
      close={close}
    >
      <PickRule choice={choice} onChoose={pick} />
      {choice && (
        <Text size="sm" c="dimmed">
          {ruleText(choice.rule)[0]}
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
        label="Reference (optional)"
        description="Such as the number of an order, to find or return it later"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('reference')}
      />
      <Textarea
        label="Note (optional)"
        description="Stored with the award, for your team and the user’s history"
        autosize
        {...form.getInputProps('narration')}
      />
      {result ? (
        <Result result={result} />
      ) : (
        <Forecast forecast={forecast}>{forecast.data && paidText(forecast.data)}</Forecast>
      )}
    </DialogForm>
  )
}

const NO_INPUT = { units: '', reference: '', narration: '' }

const paidText = ({ awarded, decision }: Award) =>
  awarded && decision ? `It would pay ${coinsText(decision.coins)}.` : 'It would be counted and pay nothing.'

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
  const decided = { ...decision, ruleName, explanation, left: decision.coins, reversed: false }
  return { outcome: decision.outcome, title: outcomeText(decided), why: reasonText(decided) }
}

/** A rule, or a sub-rule of a combined rule, by its name. */
type Awardable = { name: string; rule: Rule }

const CHOICES_MAX = 20

/** Searches active rules by name. Combined rules are listed by their active sub-rules. */
function PickRule({
  choice,
  onChoose,
}: {
  choice: Awardable | null
  onChoose: (choice: Awardable | null) => void
}) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 250)
  // The box holds the name of the choice; searching for it would hide all other rules.
  const query = search === '' || search === choice?.name ? undefined : search
  const { data, isFetching, isError } = useQuery({
    ...rulesQuery({ search: query, status: 'active', limit: CHOICES_MAX }),
    placeholderData: keepPreviousData,
  })
  const choices = (data?.data ?? []).flatMap(awardables)
  return (
    <Select
      label="Rule"
      description="Active rules, by name"
      placeholder="Search for a rule"
      searchable
      allowDeselect={false}
      data={grouped(choices)}
      // The service has filtered already, also by the names of combined rules, which are not options.
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={setText}
      value={choice?.name ?? null}
      onChange={(name) => onChoose(choices.find((each) => each.name === name) ?? null)}
      nothingFoundMessage={
        isFetching
          ? 'Searching …'
          : isError
            ? 'The rules could not be loaded; try again.'
            : 'No active rules found.'
      }
      data-autofocus
    />
  )
}

function awardables(rule: Rule): Awardable[] {
  if (rule.type !== 'combined') return [{ name: rule.name, rule }]
  return rule.rules.filter(({ status }) => status === 'active').map(({ name }) => ({ name, rule }))
}

function grouped(choices: Awardable[]) {
  const combined = new Map<string, string[]>()
  for (const { name, rule } of choices)
    if (rule.type === 'combined') combined.set(rule.name, [...(combined.get(rule.name) ?? []), name])
  return [
    ...choices.filter(({ rule }) => rule.type !== 'combined').map(({ name }) => name),
    ...[...combined].map(([rule, items]) => ({ group: `Sub-rules of “${rule}”`, items })),
  ]
}
