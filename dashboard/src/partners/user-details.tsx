import type { OwnPartner, UserDetailsStatus, UserDetailsTry } from '@laurel/sdk'
import { Alert, Button, Code, Divider, Group, List, Stack, Text, TextInput, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconUserQuestion } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { laurel } from '../api/laurel.ts'
import { pageSentence } from '../api/sentence.ts'
import { DataTable } from '../components/data-table.tsx'
import { DescriptionList } from '../components/description-list.tsx'
import { FormError } from '../components/error-alert.tsx'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { useServerForm } from '../components/server-form.ts'
import { Time } from '../components/time.tsx'
import { counted, countText } from '../format/coins.ts'
import { useMay } from '../session/roles.ts'
import { NOT_SET_UP_TEXT, requiredAddress, typedAddress } from './not-set-up.ts'
import { useChangePartner, userDetailsQuery } from './queries.ts'
import { SettingPart } from './setting-part.tsx'

/** Where the records of users are fetched from. */
export function UserDetails({ partner }: { partner: OwnPartner }) {
  const mayChange = useMay('changeOwnPartner')
  const mayTry = useMay('tryUserDetails')
  return (
    <SettingPart
      title="User details"
      description="When a user joins by tag, the service requests the user's record from this address, with the tag in the query."
    >
      {mayChange ? (
        <AddressForm partner={partner} />
      ) : (
        <DescriptionList
          cols={1}
          items={{ Address: typedAddress(partner.userDetailsUrl) || NOT_SET_UP_TEXT }}
        />
      )}
      {mayTry && (
        <>
          <Divider />
          <TryUserDetails />
        </>
      )}
      <Divider />
      <Stack gap="xs">
        <Title order={4} size="h5">
          Last request
        </Title>
        <LastUserDetails />
      </Stack>
    </SettingPart>
  )
}

function AddressForm({ partner }: { partner: OwnPartner }) {
  const queryClient = useQueryClient()
  const change = useChangePartner()
  const { form, isSending, formError, submit } = useServerForm({
    initialValues: { userDetailsUrl: typedAddress(partner.userDetailsUrl) },
    send: async ({ userDetailsUrl }) => {
      const changed = await change({ userDetailsUrl: requiredAddress(userDetailsUrl) })
      form.resetDirty({ userDetailsUrl: typedAddress(changed.userDetailsUrl) })
      await queryClient.invalidateQueries(userDetailsQuery)
      notifications.show({ message: 'The address for user details is saved.' })
    },
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <FormError>{formError}</FormError>
        <TextInput
          label="Address"
          type="url"
          spellCheck={false}
          placeholder={NOT_SET_UP_TEXT}
          {...form.getInputProps('userDetailsUrl')}
        />
        <Group>
          <Button type="submit" variant="default" loading={isSending} disabled={!form.isDirty()}>
            Save address
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The last result, and whether the circuit breaker is open. */
function LastUserDetails() {
  const query = useQuery(userDetailsQuery)
  return (
    <Loaded query={query} loading={<LoadingRows rows={1} />}>
      {({ lastResult, breaker }) => (
        <Stack gap="sm">
          <Breaker breaker={breaker} />
          {lastResult ? (
            <UserDetailsResult result={lastResult} />
          ) : (
            <Text size="sm" c="dimmed">
              No requests yet: no user has joined by tag.
            </Text>
          )}
        </Stack>
      )}
    </Loaded>
  )
}

function Breaker({ breaker }: Pick<UserDetailsStatus, 'breaker'>) {
  if (breaker.state === 'closed') return null
  return (
    <Text size="sm">
      After{' '}
      {breaker.failuresInARow > 0
        ? `${counted(breaker.failuresInARow, 'failure')} in a row`
        : `${counted(breaker.missesInARow, 'response')} in a row without a usable record`}
      , the service pauses requests to this address
      {breaker.retryAt ? (
        <>
          {' '}
          until <Time at={breaker.retryAt} format="exact" />
        </>
      ) : (
        ' until the next user joins'
      )}
      . Trial requests still work.
    </Text>
  )
}

/** Sends a trial request to the partner's server; no user joins. */
function TryUserDetails() {
  const [trial, setTrial] = useState<UserDetailsTry | null>(null)
  const { form, isSending, formError, submit } = useServerForm({
    initialValues: { tag: '' },
    send: async (body) => {
      setTrial(null)
      setTrial(await laurel.partner.tryUserDetails(body))
    },
  })
  return (
    <Stack gap="sm">
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <FormError>{formError}</FormError>
          <Group align="flex-start" gap="sm">
            <TextInput
              label="Tag of one of your users"
              description="Sends a trial request to the saved address; no user joins."
              autoCapitalize="none"
              spellCheck={false}
              flex={1}
              maw={360}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              {...form.getInputProps('tag')}
            />
            <Button type="submit" variant="default" loading={isSending} mt={25}>
              Try it
            </Button>
          </Group>
        </Stack>
      </form>
      <div aria-live="polite">
        {trial && (
          <Stack gap="sm">
            <UserDetailsResult result={trial} />
            <FieldsFound fields={trial.fields} problems={trial.problems} />
          </Stack>
        )}
      </div>
    </Stack>
  )
}

function FieldsFound({ fields, problems }: Pick<UserDetailsTry, 'fields' | 'problems'>) {
  if (fields.length === 0) return null
  const problemOf = (name: string) => problems.find(({ field }) => field === name)?.problem
  return (
    <DataTable
      label="Fields in the response"
      rows={fields}
      keyOf={({ name }) => name}
      columns={[
        { name: 'Field', cell: ({ name }) => <Code>{name}</Code>, width: '25%', phone: 'title' },
        {
          name: 'Received',
          cell: ({ type, value }) => (
            <>
              {type}
              {value !== undefined && <span className="quiet"> “{value}”</span>}
            </>
          ),
          width: '35%',
          phone: 'value',
        },
        {
          name: 'Check',
          cell: ({ name }) => (problemOf(name) ? `It ${problemOf(name)}` : 'Valid'),
          isLong: true,
          phone: 'more',
        },
      ]}
    />
  )
}

type Result = Omit<UserDetailsTry, 'fields'>

const GOOD: Record<string, { title: string; icon: typeof IconCheck }> = {
  found: { title: 'The record is valid', icon: IconCheck },
  not_found: { title: 'Your server knows no user with this tag', icon: IconUserQuestion },
}

const BAD: Record<string, string> = {
  user_details_unreachable: 'The request to your server failed',
  user_details_invalid: 'The record is invalid',
  user_details_mismatch: 'The record belongs to another user',
}

function UserDetailsResult({ result }: { result: Result }) {
  const { outcome, status, tookMs, detail, problems, askedAt } = result
  const good = GOOD[outcome]
  const Icon = good?.icon ?? IconAlertTriangle
  return (
    <Alert
      color={good ? 'laurel' : 'red'}
      icon={<Icon aria-hidden />}
      title={good?.title ?? BAD[outcome] ?? 'Unexpected result'}
    >
      <Stack gap={6}>
        <Text size="sm">
          {status === null ? 'No response' : `Status ${status}`} in {countText(tookMs)} ms, requested{' '}
          <Time at={askedAt} format="exact" />.
        </Text>
        {detail && <Text size="sm">{pageSentence(detail)}</Text>}
        {problems.length > 0 && (
          <List size="sm" aria-label="What is wrong">
            {problems.map(({ field, problem }) => (
              <List.Item key={`${field} ${problem}`}>
                <b>{field}</b> {problem}
              </List.Item>
            ))}
          </List>
        )}
      </Stack>
    </Alert>
  )
}
