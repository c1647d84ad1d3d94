import {
  Group,
  Input,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Textarea,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { RuleValues } from './rule-values.ts'
import { SubRuleFields } from './sub-rule-fields.tsx'

/** What can be set when a rule is made and changed later; its name and type are set once. */
export function RuleFields({
  form,
  participants = 0,
}: {
  form: UseFormReturnType<RuleValues>
  participants?: number
}) {
  const values = form.getValues()
  const isCombined = values.type === 'combined'
  return (
    <Stack>
      <Textarea
        label={isCombined ? 'Condition (optional)' : 'Condition'}
        description="When you award it, in your own words: “The user has paid for a first order”"
        autosize
        minRows={2}
        {...form.getInputProps('condition')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberText
          label="Coins"
          description="What one payment gives"
          inputMode="decimal"
          {...form.getInputProps('coinValue')}
        />
        <NumberText
          label="Participants"
          description="How many different people can be paid"
          {...form.getInputProps('maxNumberOfParticipant')}
        />
        {values.type === 'batched' && (
          <NumberText
            label="Awards for one payment"
            description="Every so many awards of one user pay"
            {...form.getInputProps('completionNumber')}
          />
        )}
      </SimpleGrid>
      {Number(values.maxNumberOfParticipant) < participants &&
        values.maxNumberOfParticipant.trim() !== '' && (
          <Input.Description size="sm">
            {participants} people were paid already. A lower limit takes nothing back; it only stops payments
            to new people.
          </Input.Description>
        )}
      <UserLimit form={form} />
      {isCombined && <SubRuleFields form={form} />}
    </Stack>
  )
}

function UserLimit({ form }: { form: UseFormReturnType<RuleValues> }) {
  const { hasUserLimit } = form.getValues()
  return (
    <Input.Wrapper
      label="How often one person can be paid"
      labelElement="div"
      error={hasUserLimit ? undefined : form.errors.userLimitAward}
    >
      <Group gap="sm" align="flex-start" mt={4}>
        <SegmentedControl
          aria-label="How often one person can be paid"
          value={hasUserLimit ? 'limited' : 'unlimited'}
          onChange={(value) => form.setFieldValue('hasUserLimit', value === 'limited')}
          data={[
            { value: 'unlimited', label: 'No limit' },
            { value: 'limited', label: 'At most …' },
          ]}
        />
        {hasUserLimit && (
          <NumberText
            aria-label="At most so many times"
            w={180}
            rightSection="times"
            rightSectionWidth={60}
            {...form.getInputProps('userLimitAward')}
          />
        )}
      </Group>
    </Input.Wrapper>
  )
}

/** For numbers that the service checks, so that what was typed stays as it was typed. */
const NumberText = (props: TextInputProps) => <TextInput inputMode="numeric" autoComplete="off" {...props} />
