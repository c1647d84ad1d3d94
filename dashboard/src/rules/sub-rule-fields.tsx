import { ActionIcon, Button, Fieldset, Group, Stack, Switch, Text, TextInput, Tooltip } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { newSubRule, type RuleValues } from './rule-values.ts'

/** The sub-rules of a combined rule, edited in place. */
export function SubRuleFields({ form }: { form: UseFormReturnType<RuleValues> }) {
  const { rules } = form.getValues()
  return (
    <Stack gap="sm" component="section" aria-label="Sub-rules">
      <div>
        <Text fw={500} size="sm">
          Sub-rules
        </Text>
        <Text size="sm" c="dimmed">
          The things that a user has to do, in any order. Each is awarded by its own name.
        </Text>
      </div>
      {form.errors.rules && (
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
        <Group align="flex-start" gap="sm" wrap="nowrap">
          <TextInput
            label="Name"
            flex={1}
            readOnly={sub.isKept}
            description={sub.isKept ? 'Cannot be changed' : undefined}
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps(`${path}.name`)}
          />
          <Tooltip label={`Remove ${sub.name || title}`}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              mt={24}
              aria-label={`Remove ${sub.name || title}`}
              onClick={() => form.removeListItem('rules', index)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Group>
        <TextInput
          label="Condition"
          description="When you award it, in your own words"
          {...form.getInputProps(`${path}.condition`)}
        />
        <Switch
          label="Active"
          aria-label={`${sub.name || title} is active`}
          checked={sub.status === 'active'}
          onChange={(event) =>
            form.setFieldValue(`${path}.status`, event.currentTarget.checked ? 'active' : 'inactive')
          }
        />
      </Stack>
    </Fieldset>
  )
}
