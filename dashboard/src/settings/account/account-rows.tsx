import { Text } from '@mantine/core'
import { ROLE_WORDS } from '../../session/roles.ts'
import { useSession } from '../../session/session.ts'
import { SettingRow, SettingRows } from '../setting-row.tsx'
import { ChangeEmail } from './change-email.tsx'
import { ChangePassword } from './change-password.tsx'
import { SecondFactorRow } from './second-factor-row.tsx'

export function AccountRows() {
  const { person, partner, ecosystem } = useSession()
  const role = ROLE_WORDS[person.role]
  return (
    <SettingRows label="Signing in">
      <SettingRow
        name="E-mail"
        value={
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {person.email}
          </Text>
        }
        about="You sign in with it, and links for a new password go there."
        action={<ChangeEmail />}
      />
      <SettingRow
        name="Password"
        about="Changing it signs you out everywhere but here."
        action={<ChangePassword />}
      />
      <SecondFactorRow />
      <SettingRow
        name="Role"
        value={<Text size="sm">{role.name}</Text>}
        about={`${role.about}. In the team of ${partner.partnerName}, ecosystem ${ecosystem}.`}
      />
    </SettingRows>
  )
}
