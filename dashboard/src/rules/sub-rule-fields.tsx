import { Button, Fieldset, Group, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { newSubRule, type RuleValues } from './rule-values.ts'

/** The sub-rules of a combined rule, edited in place. */
export function SubRuleFields({ form }: { form: UseFormReturnType<RuleValues> }) {
  const { rules } = form.getValues()
  // Names that are missing are also names that do not differ; once is enough.
  const hasNestedProblem = Object.keys(form.errors).some((field) => field.startsWith('rules.'))
  return (
    <Stack gap="sm" component="section" aria-label="Sub-rules">
      <div>
        <Text fw={600} size="sm">
          Sub-rules
        </Text>
        <Text size="sm" c="dimmed">
          The things that a user has to do, in any order. Each is awarded by its own name.
        </Text>
      </div>
      {form.errors.rules && !hasNestedProblem && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" tabIndex={-1} data-problem>
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
            description={sub.isKept ? 'Cannot be changed' : 'As your backend calls it'}
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
