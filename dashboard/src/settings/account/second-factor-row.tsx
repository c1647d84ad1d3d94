import { Badge } from '@mantine/core'
import { useSession } from '../../session/session.ts'
import { SettingRow } from '../setting-row.tsx'
import { RemoveSecondFactor } from './remove-second-factor.tsx'
import { ReplaceRecoveryCodes } from './replace-recovery-codes.tsx'
import { SetUpSecondFactor } from './set-up-second-factor.tsx'

export function SecondFactorRow() {
  const { hasSecondFactor } = useSession().person
  return (
    <SettingRow
      name="Second factor"
      isActionWide={hasSecondFactor}
      value={
        <Badge variant="dot" color={hasSecondFactor ? 'laurel' : 'gray'} tt="none" fw={500}>
          {hasSecondFactor ? 'On' : 'Off'}
        </Badge>
      }
      about={
        hasSecondFactor
          ? 'A code of your app, or a recovery code, is asked for at each sign-in.'
          : 'With a code of an app on your phone at each sign-in, a stolen password alone opens nothing.'
      }
      action={
        <>
          <SetUpSecondFactor isOffered={!hasSecondFactor} />
          {hasSecondFactor && (
            <>
              <ReplaceRecoveryCodes />
              <RemoveSecondFactor />
            </>
          )}
        </>
      }
    />
  )
}
