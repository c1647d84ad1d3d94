import type { AwardDecision, DecideOptions, Member, NewReversal, Shortfall } from '@laurel/sdk'
import { List, NativeSelect, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { type IdempotentSend, useIdempotentSend } from '../api/idempotent-send.ts'
import { laurel } from '../api/laurel.ts'
import { otherAwardQuery } from '../awards/queries.ts'
import { Dialog } from '../components/dialog.tsx'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { coinName, coinsText } from '../format/coins.ts'
import { type ReversalPlan, reversalText, shortfallText } from '../format/sentences.ts'
import { memberName } from '../members/member-name.ts'
import { ruleQuery } from '../rules/queries.ts'
import { ALL, AmountChoice, type AmountValues, amountProblem, chosenCoins } from './amount-choice.tsx'
import { CallForm } from './call-form.tsx'
import { Changes, memberChanges } from './changes.tsx'
import { useCoinCall } from './coin-call.tsx'
import { missingReason, ReasonField } from './reason-field.tsx'
import { SHORTFALL_CHOICES } from './shortfall.ts'

type Props = { award: AwardDecision; member: Member; close: () => void; idempotentSend: IdempotentSend }

/** Reverses an award, or a part of its coins, after describing the effects. */
export function ReverseDialog({
  award,
  member,
  close,
}: {
  award: AwardDecision | null
  member: Member
  close: () => void
}) {
  // Outlives the form: sending again in a reopened dialog has no second effect.
  const idempotentSend = useIdempotentSend()
  return (
    <Dialog
      isOpen={award !== null}
      close={close}
      title={award?.outcome === 'counted' ? 'Reverse this completion?' : 'Reverse this award?'}
    >
      {award?.outcome === 'paid' && (
        <Plan award={award} member={member} close={close} idempotentSend={idempotentSend} />
      )}
      {award?.outcome === 'counted' && (
        <Completion award={award} member={member} close={close} idempotentSend={idempotentSend} />
      )}
    </Dialog>
  )
}

const reverse = ({ id, ...body }: NewReversal & { id: string }, options: DecideOptions) =>
  laurel.awards.reverse(id, body, options)

/** A counted completion has no coins. */
function Completion({ award, member, close, idempotentSend }: Props) {
  const { form, submission, forecast } = useCoinCall({
    call: reverse,
    initialValues: { reason: '' },
    validate: ({ reason }) => ({ reason: missingReason(reason) }),
    bodyOf: ({ reason }) => ({ id: award.id, reason: reason.trim() }),
    forecastOf: () => ({ id: award.id }),
    onDone: () => {
      notifications.show({ message: 'The completion was reversed.' })
      close()
    },
    isPastChanged: true,
    idempotentSend,
  })
  return (
    <CallForm
      submission={submission}
      action="Reverse the completion"
      refusal={forecast.refusal}
      isDangerous
      close={close}
    >
      <Text size="sm">
        It no longer counts towards a payment: {memberName(member)} must complete “{award.ruleName}” once
        more. This works as long as no payment has used it.
      </Text>
      <ReasonField input={form.getInputProps('reason')} />
    </CallForm>
  )
}

function Plan(props: Props) {
  const { award, member } = props
  const rule = useQuery(ruleQuery(award.ruleId))
  const other = useQuery(otherAwardQuery({ ...award, ruleName: rule.data?.name }))
  return (
    <Loaded query={rule} loading={<LoadingRows rows={3} height={24} />}>
      {({ name, type, userLimitAward }) => (
        <Loaded query={other} loading={<LoadingRows rows={3} height={24} />}>
          {(hasOtherAward) => (
            <Reversal
              {...props}
              plan={{
                coins: award.left,
                left: award.left,
                shortfall: 'refuse',
                paidAt: award.createdAt,
                name: memberName(member),
                balance: member.wallet.coins,
                held: member.wallet.held,
                ruleName: name,
                ruleType: type,
                userLimitAward,
                hasOtherAward,
              }}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

function Reversal({ award, member, plan, close, idempotentSend }: Props & { plan: ReversalPlan }) {
  const { left } = plan
  const callOf = (values: Values) => ({
    id: award.id,
    ...(values.amount !== 'all' && { coins: chosenCoins(values, left) ?? values.coins }),
    shortfall: values.shortfall,
  })
  const { form, submission, forecast } = useCoinCall({
    call: reverse,
    initialValues: { ...ALL, shortfall: 'refuse', reason: '' } as Values,
    validate: (values) => ({ coins: amountProblem(values, left), reason: missingReason(values.reason) }),
    bodyOf: (values) => ({ ...callOf(values), reason: values.reason.trim() }),
    // More than is left has no effects that could be described.
    forecastOf: (values) => (amountProblem(values, left) ? null : callOf(values)),
    factsOf: (values) => ({
      left,
      coins: chosenCoins(values, left),
      name: plan.name,
      balance: plan.balance,
      takesPending: true,
    }),
    onDone: ({ taken }) => {
      notifications.show({ message: `The award was reversed: ${coinsText(taken)} left the wallet.` })
      close()
    },
    isPastChanged: true,
    idempotentSend,
  })
  const values = form.getValues()
  const problem = amountProblem(values, left)
  const coins = problem ? null : chosenCoins(values, left)
  const reversal = coins ? { ...plan, shortfall: values.shortfall, coins, forecast: forecast.data } : null
  const lack = reversal && shortfallText(reversal)
  // A wallet may have changed since the page read it.
  const isShort = lack !== null || forecast.reason === 'insufficient_coins'
  return (
    <CallForm
      submission={submission}
      action={`Reverse ${coins ? coinsText(coins) : coinName().many}`}
      refusal={
        values.amount === 'other' && values.coins.trim() !== '' && problem ? problem : forecast.refusal
      }
      isDangerous
      close={close}
    >
      <AmountChoice form={form} most={left} />
      {isShort && (
        <NativeSelect
          label={`When too few ${coinName().many} can be taken`}
          description={lack}
          data={SHORTFALL_CHOICES}
          {...form.getInputProps('shortfall')}
        />
      )}
      <ReasonField input={form.getInputProps('reason')} />
      <Changes changes={memberChanges(member, forecast.data?.wallet)} />
      {reversal && (
        <List size="sm" spacing={6}>
          {reversalText(reversal).map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
          <List.Item>This cannot be undone.</List.Item>
        </List>
      )}
    </CallForm>
  )
}

type Values = AmountValues & { shortfall: Shortfall; reason: string }
