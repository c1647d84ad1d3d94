import { Alert, List, Text, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useIdempotentSend } from '../api/idempotent-send.ts'
import { laurel } from '../api/laurel.ts'
import { pageSentence } from '../api/sentence.ts'
import { Dialog } from '../components/dialog.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { useServerForm } from '../components/server-form.ts'
import { counted } from '../format/coins.ts'
import { USERS } from '../members/queries.ts'
import { customersOf } from './customer-lines.ts'

const CUSTOMERS_MAX = 1000
const FAILURES_SHOWN = 5

/** Makes members of customers who have no account, by the partner's own ids. */
export function CustomersDialog({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  return (
    <Dialog isOpen={isOpen} close={close} title="Add customers">
      <CustomersForm close={close} />
    </Dialog>
  )
}

type Outcome = { count: number; failures: string[] }

function CustomersForm({ close }: { close: () => void }) {
  const queryClient = useQueryClient()
  const idempotentSend = useIdempotentSend()
  const [result, setResult] = useState<Outcome | null>(null)
  const { form, ...submission } = useServerForm({
    initialValues: { users: '' },
    validate: ({ users }) => ({ users: problemOf(customersOf(users).length) }),
    send: async ({ users: text }) => {
      setResult(null)
      const users = customersOf(text)
      const results = await idempotentSend(users, (key) => laurel.users.createMany(users, key))
      const failures = results.flatMap((each, index) =>
        each.ok ? [] : [`${users[index]?.externalId}: ${pageSentence(each.message)}`],
      )
      setResult({ count: results.length - failures.length, failures })
      await queryClient.invalidateQueries({ queryKey: [USERS] })
    },
  })
  const count = customersOf(form.getValues().users).length
  return (
    <DialogForm
      submission={submission}
      action={count > 1 ? `Add ${counted(count, 'customer')}` : 'Add'}
      cancel={result ? 'Done' : 'Cancel'}
      isDone={result !== null}
      close={close}
    >
      <Text size="sm">
        They can earn at once, without an account. No mail is sent. Someone who proves the e-mail address
        later can claim the membership.
      </Text>
      <Textarea
        label="Customers"
        description="One per line: your own id, then a name and an e-mail address if you like"
        placeholder={'customer-42, Ada Lovelace, ada@mail.example\ncustomer-43'}
        autosize
        minRows={3}
        maxRows={12}
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('users')}
      />
      {result && (
        <Alert
          color={result.failures.length > 0 ? 'red' : 'laurel'}
          icon={
            result.failures.length > 0 ? <IconAlertTriangle aria-hidden /> : <IconCircleCheck aria-hidden />
          }
          title={`${counted(result.count, 'customer')} added`}
          role="status"
        >
          {result.failures.length > 0 && (
            <List size="sm">
              {result.failures.slice(0, FAILURES_SHOWN).map((failure) => (
                <List.Item key={failure}>{failure}</List.Item>
              ))}
              {result.failures.length > FAILURES_SHOWN && (
                <List.Item>{counted(result.failures.length - FAILURES_SHOWN, 'more problem')}</List.Item>
              )}
            </List>
          )}
        </Alert>
      )}
    </DialogForm>
  )
}

function problemOf(count: number): string | null {
  if (count === 0) return 'This is required.'
  return count > CUSTOMERS_MAX ? 'Add at most 1,000 customers at once.' : null
}
