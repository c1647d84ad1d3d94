import {
  Button,
  Fieldset,
  Group,
  Input,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { typedNumber } from '../format/typed-number.ts'
import { Budget, NumberText, PerUnit, ShownToUsers, UserLimits, Window } from './rule-term-fields.tsx'
import { newSubRule, type RuleValues } from './rule-values.ts'

/** The fields that can be changed later; the name and type cannot. */
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
          description={values.perUnit && values.type === 'single' ? 'Coins per unit' : 'Coins per payment'}
          inputMode="decimal"
          {...form.getInputProps('coinValue')}
        />
        <NumberText
          label="Participants"
          description="How many users can be paid"
          {...form.getInputProps('maxNumberOfParticipant')}
        />
        {values.type === 'batched' && (
          <NumberText
            label="Awards for one payment"
            description="How many awards of a user lead to one payment"
            {...form.getInputProps('completionNumber')}
          />
        )}
      </SimpleGrid>
      {Number(typedNumber(values.maxNumberOfParticipant)) < participants &&
        values.maxNumberOfParticipant.trim() !== '' && (
          <Input.Description size="sm">
            {participants} people were paid already. A lower limit only stops payments to new users.
          </Input.Description>
        )}
      {values.type === 'single' && <PerUnit form={form} />}
      <UserLimits form={form} />
      <Budget form={form} />
      <Window form={form} />
      <ShownToUsers form={form} />
      {isCombined && <SubRuleFields form={form} />}
    </Stack>
  )
}

function SubRuleFields({ form }: { form: UseFormReturnType<RuleValues> }) {
  const { rules } = form.getValues()
  // Missing names are also reported as duplicate names; one of the two is enough.
  const hasNestedProblem = Object.keys(form.errors).some((field) => field.startsWith('rules.'))
  return (
    <Stack gap="sm" component="section" aria-label="Sub-rules">
      <div>
        <Text fw={600} size="sm">
          Sub-rules
        </Text>
        <Text size="sm" c="dimmed">
          What a user must do, in any order. Award each sub-rule by its own name.
        </Text>
      </div>
      {form.errors.rules && !hasNestedProblem && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" tabIndex={-1} data-form-error>
          {form.errors.rules}
        </Text>
      )}
      {rules.map((sub, index) => (
        <SubRule key={sub.key} form={form} index={index} />
      ))}
      <Group>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => form.insertListItem('rules', newSubRule())}
        >
          Add a sub-rule
        </Button>
      </Group>
    </Stack>
  )
}

function SubRule({ form, index }: { form: UseFormReturnType<RuleValues>; index: number }) {
  const sub = form.getValues().rules[index]
  if (!sub) return null
  const title = `Sub-rule ${index + 1}`
  const path = `rules.${index}`
  return (
    <Fieldset
      p="sm"
      legend={
        <Text size="sm" fw={500}>
          {title}
        </Text>
      }
    >
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput
            label="Name"
            description={sub.isKept ? 'Cannot be changed' : 'The name that your backend sends'}
            readOnly={sub.isKept}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps(`${path}.name`)}
          />
          <TextInput
            label="Condition"
            description="When you award it, in your own words"
            {...form.getInputProps(`${path}.condition`)}
          />
        </SimpleGrid>
        <Group justify="space-between">
          <Switch
            label="Active"
            aria-label={`${sub.name || title} is active`}
            checked={sub.status === 'active'}
            onChange={(event) =>
              form.setFieldValue(`${path}.status`, event.currentTarget.checked ? 'active' : 'inactive')
            }
          />
          <Button
            variant="subtle"
            color="gray"
            c="dimmed"
            size="compact-sm"
            leftSection={<IconTrash size={16} aria-hidden />}
            aria-label={`Remove ${sub.name || title}`}
            onClick={() => form.removeListItem('rules', index)}
          >
            Remove
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  )
}
