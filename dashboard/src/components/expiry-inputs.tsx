import { Group, NativeSelect, Text, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'

const UNITS = [
  { value: 'D', label: 'days' },
  { value: 'M', label: 'months' },
  { value: 'Y', label: 'years' },
]

const ENDS = ['day', 'month', 'year']

/** How long coins live, and to the end of what. */
export function ExpiryInputs({
  inputProps,
}: {
  inputProps: (field: 'after' | 'unit' | 'until') => GetInputPropsReturnType
}) {
  return (
    <Group align="flex-start" gap="sm">
      <TextInput
        aria-label="How long they live"
        inputMode="numeric"
        autoComplete="off"
        w={100}
        {...inputProps('after')}
      />
      <NativeSelect aria-label="Unit of that time" w={120} data={UNITS} {...inputProps('unit')} />
      <Text size="sm" lh="36px">
        then to the end of the
      </Text>
      <NativeSelect aria-label="To the end of what" w={120} data={ENDS} {...inputProps('until')} />
    </Group>
  )
}
