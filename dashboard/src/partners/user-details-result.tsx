import { Alert, List, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconUserQuestion } from '@tabler/icons-react'
import type { DataOf } from '../api/types.ts'
import { Moment } from '../components/timestamp.tsx'
import { countText } from '../format/coins.ts'

type Result = Omit<DataOf<'tryUserDetails'>, 'fields'>

const GOOD: Record<string, { title: string; icon: typeof IconCheck }> = {
  found: { title: 'The record is as it must be', icon: IconCheck },
  not_found: { title: 'Your server knows nobody with this tag', icon: IconUserQuestion },
}

const BAD: Record<string, string> = {
  user_details_unreachable: 'Your server could not be asked',
  user_details_invalid: 'The record is not as it must be',
  user_details_mismatch: 'The record is of someone else',
}

/** What came back from the user-details address and, in words, what is wrong with it. */
export function UserDetailsResult({ result }: { result: Result }) {
  const { outcome, status, tookMs, detail, problems, askedAt } = result
  const good = GOOD[outcome]
  const Icon = good?.icon ?? IconAlertTriangle
  return (
    <Alert
      color={good ? 'laurel' : 'red'}
      icon={<Icon aria-hidden />}
      title={good?.title ?? BAD[outcome] ?? 'Something is wrong'}
    >
      <Stack gap={6}>
        <Text size="sm">
          {status === null ? 'No answer was taken' : `It answered ${status}`} in {countText(tookMs)} ms, asked{' '}
          <Moment at={askedAt} exact />.
        </Text>
        {detail && <Text size="sm">{detail}</Text>}
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
