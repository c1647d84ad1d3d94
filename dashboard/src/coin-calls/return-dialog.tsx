import type { Member, NewReturn, Order, Return, Shortfall } from '@laurel/sdk'
import { Alert, List, NativeSelect, SegmentedControl, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type IdempotentSend, useIdempotentSend } from '../api/idempotent-send.ts'
import { laurel } from '../api/laurel.ts'
import { Dialog } from '../components/dialog.tsx'
import { coinName, coinsOf, coinsText, hundredthsOf } from '../format/coins.ts'
import { percentOf, restOf } from '../format/percent.ts'
import { refusalSentence } from '../format/sentences.ts'
import { membersByIdQuery } from '../members/queries.ts'
import { CallForm } from './call-form.tsx'
import { type Change, Changes } from './changes.tsx'
import { useCoinCall } from './coin-call.tsx'
import { orderQuery } from './order-query.ts'
import { missingReason, ReasonField } from './reason-field.tsx'
import { halfOfRest, percentText, shareOf } from './share.ts'
import { SHORTFALL_CHOICES } from './shortfall.ts'

/** Takes an order back by its reference: refunds what was paid with coins, reverses what it earned. */
export function ReturnDialog({
  isOpen,
  reference = '',
  close,
}: {
  isOpen: boolean
  /** The order, if it is known already. */
  reference?: string
  close: () => void
}) {
  // Outlives the form: sending again in a reopened dialog has no second effect.
  const idempotentSend = useIdempotentSend()
  return (
    <Dialog isOpen={isOpen} close={close} title={reference ? `Return ${reference}` : 'Return an order'}>
      <ReturnForm reference={reference} close={close} idempotentSend={idempotentSend} />
    </Dialog>
  )
}

type FormProps = { reference: string; close: () => void; idempotentSend: IdempotentSend }

const TYPING_PAUSE_MS = 300

function ReturnForm({ reference, close, idempotentSend }: FormProps) {
  const [result, setResult] = useState<Return | null>(null)
  const [typed, setTyped] = useState(reference)
  const [settled] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS)
  const { data: order } = useQuery(orderQuery(settled))
  const before = order?.returnedShare ?? '0'
  const callOf = ({ reference: of, shortfall, ...values }: Values): NewReturn => ({
    reference: of.trim(),
    share: shareOfForm(values, before),
    shortfall,
  })
  const { form, submission, forecast } = useCoinCall({
    call: laurel.returns.create,
    initialValues: { reference, amount: 'all', percent: '', shortfall: 'refuse', reason: '' } as Values,
    inputs: { share: 'percent' },
    validate: ({ amount, percent, reason }) => ({
      percent: amount === 'other' && percent.trim() === '' ? 'This is required.' : null,
      reason: missingReason(reason),
    }),
    bodyOf: (values) => ({ ...callOf(values), reason: values.reason.trim() }),
    forecastOf: (values) => (order && isChosen(values) && !result ? callOf(values) : null),
    factsOf: () => ({ returned: before }),
    onSend: () => setResult(null),
    onDone: setResult,
    isPastChanged: true,
    idempotentSend,
  })
  const values = form.getValues()
  const isOver = before === '1' && !result
  const changes = useReturnChanges(forecast.data)
  return (
    <CallForm
      submission={submission}
      action={actionOf(values, before)}
      cancel={result ? 'Done' : 'Cancel'}
      refusal={isOver ? refusalSentence('return_exceeds', { returned: before }) : forecast.refusal}
      isReady={values.reference.trim() !== '' && order !== null && before !== '1'}
      isDone={result !== null}
      close={close}
    >
      <Text size="sm">
        Refunds this share of what was spent on the order, and reverses the same share of what it earned: all
        of it, or nothing.
      </Text>
      {!reference && (
        <TextInput
          label="Order"
          description="As your backend sent it, such as the number of the order"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          {...form.getInputProps('reference')}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            form.getInputProps('reference').onChange(event)
          }}
        />
      )}
      <OrderState order={order} />
      {!isOver && <ShareChoice form={form} before={before} />}
      <NativeSelect
        label={`When too few ${coinName().many} can be taken`}
        data={SHORTFALL_CHOICES}
        {...form.getInputProps('shortfall')}
      />
      <ReasonField input={form.getInputProps('reason')} />
      {result ? <Result result={result} /> : <Changes changes={changes} />}
    </CallForm>
  )
}

type Share = { amount: 'all' | 'half' | 'other'; percent: string }
type Values = Share & { reference: string; shortfall: Shortfall; reason: string }

const isChosen = ({ amount, percent }: Share) => amount !== 'other' || percent.trim() !== ''

function shareOfForm({ amount, percent }: Share, before: string): string {
  if (amount === 'all') return restOf(before)
  return amount === 'half' ? halfOfRest(before) : shareOf(percent)
}

function actionOf(values: Share, before: string): string {
  if (!isChosen(values)) return 'Return'
  const share = shareOfForm(values, before)
  return share === '1' ? 'Return the whole order' : `Return ${percentText(share)} of the order`
}

/** How much of the order came back before; null for an unknown one. */
function OrderState({ order }: { order: Order | null | undefined }) {
  if (order === null) return <Text size="sm">There is no order with this name.</Text>
  return !order || order.returnedShare === '0' ? null : (
    <Text size="sm">{percentOf(order.returnedShare)} of the order came back before.</Text>
  )
}

type ShareForm = {
  getInputProps: (name: 'amount' | 'percent') => object
  getValues: () => Share
}

function ShareChoice({ form, before }: { form: ShareForm; before: string }) {
  const rest = restOf(before)
  return (
    <div>
      <Text size="sm" fw={500} mb={4} id="share-label">
        How much comes back
      </Text>
      <SegmentedControl
        aria-labelledby="share-label"
        data={[
          { value: 'all', label: before === '0' ? 'All' : `The other ${percentText(rest)}` },
          { value: 'half', label: `Half, ${percentText(halfOfRest(before))}` },
          { value: 'other', label: 'Other' },
        ]}
        {...form.getInputProps('amount')}
      />
      {form.getValues().amount === 'other' && (
        <TextInput
          mt="xs"
          aria-label="How much comes back, in per cent"
          description="Of the whole order"
          inputMode="decimal"
          rightSection="%"
          autoComplete="off"
          maw={180}
          {...form.getInputProps('percent')}
        />
      )}
    </div>
  )
}

/** What a return gives each member and takes from them, as wallets before and after. */
function useReturnChanges(forecast: Return | undefined): Change[] {
  const sums = new Map<string, bigint>()
  const add = (userId: string, coins: bigint) => sums.set(userId, (sums.get(userId) ?? 0n) + coins)
  for (const { userId, coins } of forecast?.refunds ?? []) add(userId, hundredthsOf(String(coins)) ?? 0n)
  for (const { userId, taken } of forecast?.reversals ?? []) add(userId, -(hundredthsOf(taken) ?? 0n))
  const { data: members } = useQuery(membersByIdQuery([...sums.keys()]))
  return (members ?? []).map((member) => changeOf(member, sums.get(member.userId) ?? 0n))
}

const changeOf = (member: Member, change: bigint): Change => {
  const { coins } = member.wallet
  return { member, what: 'wallet', before: coins, after: coinsOf((hundredthsOf(coins) ?? 0n) + change) }
}

function Result({ result: { refunds, reversals, shareTotal } }: { result: Return }) {
  return (
    <Alert color="laurel" icon={<IconCircleCheck aria-hidden />} title="Returned" role="status">
      <List size="sm" spacing={4}>
        {refunds.map(({ id, coins }) => (
          <List.Item key={id}>{coinsText(coins)} refunded</List.Item>
        ))}
        {reversals.map(({ reversalId, coins, ruleName }) => (
          <List.Item key={reversalId}>
            {coinsText(coins)} of “{ruleName}” reversed
          </List.Item>
        ))}
        <List.Item>{percentOf(shareTotal)} of the order came back so far.</List.Item>
      </List>
    </Alert>
  )
}
