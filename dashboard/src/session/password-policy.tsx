import { Group, List, Text, VisuallyHidden } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'

const POLICY = [
  { words: 'At least 8 characters', isMet: (password: string) => [...password].length >= 8 },
  { words: 'One upper-case letter', isMet: (password: string) => /\p{Lu}/u.test(password) },
  { words: 'One number', isMet: (password: string) => /\p{Nd}/u.test(password) },
  {
    words: 'One special character, such as - or !',
    isMet: (password: string) => /[^\p{L}\p{N}\s]/u.test(password),
  },
]

/** What a password needs, ticked off while it is typed; the service has the last word. */
export function PasswordPolicy({ password }: { password: string }) {
  return (
    <List listStyleType="none" size="sm" spacing={2} aria-label="What a password needs" mt={-8}>
      {POLICY.map(({ words, isMet }) => {
        const met = isMet(password)
        const Icon = met ? IconCircleCheckFilled : IconCircle
        return (
          <List.Item key={words}>
            <Group gap={6} wrap="nowrap" c={met ? 'var(--mantine-primary-color-light-color)' : 'dimmed'}>
              <Icon size={16} aria-hidden />
              <Text size="sm" inherit>
                {words}
              </Text>
              <VisuallyHidden>{met ? 'met' : 'not yet'}</VisuallyHidden>
            </Group>
          </List.Item>
        )
      })}
    </List>
  )
}
