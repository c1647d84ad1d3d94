import type { DecideOptions, Member, NewReversal, Shortfall } from '@laurel/sdk'
import { List, NativeSelect, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { type IdempotentSend, useIdempotentSend } from '../api/idempotent-send.ts'
import { laurel } from '../api/laurel.ts'
import { type Decision, otherAwardQuery } from '../awards/queries.ts'
import { type ReversalPlan, reversalText, shortfallText } from '../awards/reversal-text.ts'
import { Forecast, useCoinCall } from '../components/coin-call.tsx'
import { Dialog } from '../components/dialog.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { SHORTFALL_CHOICES } from '../components/shortfall.ts'
import { coinsText, coinText, hundredthsOf } from '../format/coins.ts'
import { typedNumber, unclearNumber } from '../format/typed-number.ts'
import { memberName } from '../members/member-name.ts'
import { ruleQuery } from '../rules/queries.ts'

type Props = { decision: Decision; member: Member; close: () => void }

/** Reverses an award, or a part of its coins, after describing the effects. */
export function ReverseDialog({
  decision,
  member,
  close,
}: {
  decision: Decision | null
  member: Member
  close: () => void
}) {
  // Outlives the form: sending again in a reopened dialog has no second effect.
  const idempotentSend = useIdempotentSend()
  return (
    <Dialog
      isOpen={decision !== null}
      close={close}
      title={decision?.outcome === 'counted' ? 'Reverse this completion?' : 'Reverse this award?'}
    >
      {decision?.outcome === 'paid' && (
        <Plan decision={decision} member={member} close={close} idempotentSend={idempotentSend} />
      )}
      {decision?.outcome === 'counted' && <Completion decision={decision} member={member} close={close} />}
    </Dialog>
  )
}

/** A counted completion has no coins. */
function Completion({ decision, member, close }: Props) {
  const { submission } = useCoinCall({
    call: reverse,
    initialValues: {},
    bodyOf: () => ({ id: decision.id }),
    forecastOf: () => null,
    onDone: () => {
      notifications.show({ message: 'The completion was reversed.' })
      close()
    },
    isPastChanged: true,
  })
  return (
    <DialogForm submission={submission} action="Reverse the completion" isDangerous close={close}>
      <Text size="sm">
        It no longer counts towards a payment: {memberName(member)} must complete “{decision.ruleName}” once
        more. This works as long as no payment has used it.
      </Text>
    </DialogForm>
  )
}

const reverse = ({ id, ...body }: NewReversal & { id: string }, options: DecideOptions) =>
  laurel.awards.reverse(id, body, options)

function Plan({ decision, member, close, idempotentSend }: Props & { idempotentSend: IdempotentSend }) {
  const rule = useQuery(ruleQuery(decision.ruleId))
  const other = useQuery(otherAwardQuery({ ...decision, ruleName: rule.data?.name }))
  return (
    <Loaded query={rule} loading={<LoadingRows rows={3} height={24} />}>
      {({ name, type, userLimitAward }) => (
        <Loaded query={other} loading={<LoadingRows rows={3} height={24} />}>
          {(hasOtherAward) => (
            <Reversal
              decision={decision}
              plan={{
                coins: decision.left,
                left: decision.left,
                shortfall: 'refuse',
                paidAt: decision.createdAt,
                name: memberName(member),
                balance: member.wallet.coins,
                ruleName: name,
                ruleType: type,
                userLimitAward,
                hasOtherAward,
              }}
              close={close}
              idempotentSend={idempotentSend}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

type ReversalProps = {
  decision: Decision
  plan: ReversalPlan
  close: () => void
  idempotentSend: IdempotentSend
}

function Reversal({ decision, plan, close, idempotentSend }: ReversalProps) {
  const { form, submission, forecast } = useCoinCall({
    call: reverse,
    initialValues: { coins: '', shortfall: 'refuse' as Shortfall },
    validate: ({ coins }) => ({ coins: unclearNumber(coins) }),
    bodyOf: ({ coins, shortfall }) => ({
      id: decision.id,
      ...(coins.trim() && { coins: typedNumber(coins) }),
      shortfall,
    }),
    onDone: ({ taken }) => {
      notifications.show({ message: `The award was reversed: ${coinsText(taken)} left the wallet.` })
      close()
    },
    isPastChanged: true,
    idempotentSend,
  })
  const { coins, shortfall } = form.getValues()
  const typed = typedNumber(coins)
  const reversal = { ...plan, shortfall, ...(hundredthsOf(typed) !== null && { coins: typed }) }
  const lack = shortfallText(reversal)
  return (
    <DialogForm submission={submission} action="Reverse the award" isDangerous close={close}>
      <TextInput
        label="Coins"
        description={`Leave it empty to reverse all ${coinText(plan.left)}`}
        placeholder={coinText(plan.left)}
        inputMode="decimal"
        autoComplete="off"
        {...form.getInputProps('coins')}
      />
      {lack && (
        <NativeSelect
          label="The wallet holds too few coins"
          description={lack}
          data={SHORTFALL_CHOICES}
          {...form.getInputProps('shortfall')}
        />
      )}
      <List size="sm" spacing={6}>
        {reversalText(reversal).map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
      <Forecast forecast={forecast} />
      <Text size="sm" fw={600}>
        This cannot be undone.
      </Text>
    </DialogForm>
  )
}
