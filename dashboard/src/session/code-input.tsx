import { TextInput, type TextInputProps } from '@mantine/core'

export function CodeInput(props: TextInputProps) {
  return (
    <TextInput
      label="Code"
      description="The 6 digits of your app, or a recovery code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      withAsterisk={false}
      {...props}
    />
  )
}
