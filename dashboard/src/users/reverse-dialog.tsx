import { List, NativeSelect, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../api/client.ts'
import { useIdempotentSend } from '../api/idempotency.ts'
import { type Decision, otherAwardQuery } from '../awards/queries.ts'
import { type ReversalPlan, reversalText, shortfallText } from '../awards/reversal-text.ts'
import { Confirmation } from '../components/confirm-dialog.tsx'
import { Dialog } from '../components/dialog.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { DRY_RUN, Forecast, useForecast } from '../components/forecast.tsx'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { useServerForm } from '../components/server-form.ts'
import { SHORTFALL_CHOICES, type Shortfall } from '../components/shortfall.ts'
import { useRefreshCoins } from '../event-stream/refresh.ts'
import { coinsText, coinText, hundredthsOf } from '../format/coins.ts'
import { typedNumber, unclearNumber } from '../format/typed-number.ts'
import { memberName } from '../members/member-name.ts'
import type { Member } from '../members/queries.ts'
import { ruleQuery } from '../rules/queries.ts'

type Shown = { decision: Decision; member: Member; close: () => void }

/** Takes an award back, or a part of its coins, after describing the effects. */
export function ReverseDialog({
  decision,
  member,
  close,
}: {
  decision: Decision | null
  member: Member
  close: () => void
}) {
  return (
    <Dialog
      isOpen={decision !== null}
      close={close}
      title={decision?.outcome === 'counted' ? 'Take back this completion?' : 'Reverse this award?'}
    >
      {decision?.outcome === 'paid' && <Plan decision={decision} member={member} close={close} />}
      {decision?.outcome === 'counted' && <TakeBack decision={decision} member={member} close={close} />}
    </Dialog>
  )
}

/** A counted completion has no coins. */
function TakeBack({ decision, member, close }: Shown) {
  const idempotentSend = useIdempotentSend()
  const refresh = useRefreshCoins({ isPastChanged: true })
  async function takeBack(): Promise<void> {
    await idempotentSend(decision.id, (key) =>
      dataOf(
        api.POST('/api/v1/laas/rules/award/{id}/reverse', {
          params: { path: { id: decision.id } },
          body: {},
          ...key,
        }),
      ),
    )
    await refresh()
    notifications.show({ message: 'The completion was taken back.' })
    close()
  }
  return (
    <Confirmation action="Take it back" close={close} confirm={takeBack}>
      It no longer counts towards a payment: {memberName(member)} must complete “{decision.ruleName}” once
      more. This works as long as no payment has used it.
    </Confirmation>
  )
}

function Plan({ decision, member, close }: Shown) {
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
            />
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

function Reversal({ decision, plan, close }: { decision: Decision; plan: ReversalPlan; close: () => void }) {
  const idempotentSend = useIdempotentSend()
  const refresh = useRefreshCoins({ isPastChanged: true })
  const params = { path: { id: decision.id } }
  const { form, ...submission } = useServerForm({
    initialValues: { coins: '', shortfall: 'refuse' as Shortfall },
    validate: ({ coins }) => ({ coins: unclearNumber(coins) }),
    send: async ({ coins, shortfall }) => {
      const body = bodyOf({ coins, shortfall })
      const { taken } = await idempotentSend({ id: decision.id, ...body }, (key) =>
        dataOf(api.POST('/api/v1/laas/rules/award/{id}/reverse', { params, body, ...key })),
      )
      await refresh()
      notifications.show({ message: `The award was reversed: ${coinsText(taken)} left the wallet.` })
      close()
    },
  })
  const { coins, shortfall } = form.getValues()
  const typed = typedNumber(coins)
  const asked = { ...plan, shortfall, ...(hundredthsOf(typed) !== null && { coins: typed }) }
  const lack = shortfallText(asked)
  const forecast = useForecast(
    { award: decision.id, ...bodyOf({ coins, shortfall }) },
    ({ award: _, ...body }) =>
      dataOf(
        api.POST('/api/v1/laas/rules/award/{id}/reverse', { params: { ...params, query: DRY_RUN }, body }),
      ),
  )
  return (
    <DialogForm submission={submission} action="Reverse the award" isDangerous close={close}>
      <TextInput
        label="Coins"
        description={`Leave it empty to take back all ${coinText(plan.left)}`}
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
        {reversalText(asked).map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
      <Forecast refusal={forecast.refusal} formError={submission.formError} wallet={forecast.data?.wallet} />
      <Text size="sm" fw={600}>
        This cannot be undone.
      </Text>
    </DialogForm>
  )
}

const bodyOf = ({ coins, shortfall }: { coins: string; shortfall: Shortfall }) => ({
  ...(coins.trim() && { coins: typedNumber(coins) }),
  shortfall,
})
