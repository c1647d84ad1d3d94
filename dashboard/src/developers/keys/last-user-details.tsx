import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { DataOf } from '../../api/types.ts'
import { Loaded, Outline } from '../../components/loaded.tsx'
import { Moment } from '../../components/timestamp.tsx'
import { counted } from '../../format/coins.ts'
import { userDetailsQuery } from '../../partners/queries.ts'
import { useSession } from '../../session/session.ts'
import { UserDetailsResult } from './user-details-result.tsx'

/** The last result of real use, and whether the address is being left alone. */
export function LastUserDetails() {
  const { ecosystem } = useSession()
  const query = useQuery(userDetailsQuery(ecosystem))
  return (
    <Loaded query={query} outline={<Outline rows={1} />}>
      {({ lastResult, breaker }) => (
        <Stack gap="sm">
          <Breaker breaker={breaker} />
          {lastResult ? (
            <UserDetailsResult result={lastResult} />
          ) : (
            <Text size="sm" c="dimmed">
              It was not asked yet: nobody has joined by tag.
            </Text>
          )}
        </Stack>
      )}
    </Loaded>
  )
}

function Breaker({ breaker }: Pick<DataOf<'readUserDetailsResult'>, 'breaker'>) {
  if (breaker.state === 'closed') return null
  return (
    <Text size="sm">
      After {counted(breaker.failuresInARow, 'failure')} in a row the address is left alone
      {breaker.retryAt ? (
        <>
          {' '}
          until <Moment at={breaker.retryAt} exact />
        </>
      ) : (
        ' until the next user joins'
      )}
      . Trying it here works all the same.
    </Text>
  )
}
