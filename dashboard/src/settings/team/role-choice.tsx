import { Radio, type RadioGroupProps, Stack } from '@mantine/core'
import { ROLE_WORDS, ROLES } from '../../session/roles.ts'

export function RoleChoice(props: Omit<RadioGroupProps, 'children'>) {
  return (
    <Radio.Group label="Role" {...props}>
      <Stack gap="xs" mt="xs">
        {ROLES.map((role) => (
          <Radio key={role} value={role} label={ROLE_WORDS[role].name} description={ROLE_WORDS[role].about} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
