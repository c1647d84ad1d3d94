import { TextInput, type TextInputProps } from '@mantine/core'

export function EcosystemInput(props: TextInputProps) {
  return (
    <TextInput
      label="Ecosystem"
      description="The coalition that your business joined, such as acme-rewards"
      autoCapitalize="none"
      autoComplete="organization"
      spellCheck={false}
      required
      withAsterisk={false}
      {...props}
    />
  )
}
