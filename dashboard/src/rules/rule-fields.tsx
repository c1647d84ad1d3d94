import './rule-fields.css'
import { Button, Fieldset, Group, SimpleGrid, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Section } from '../components/section.tsx'
import { coinName, coinsTitle, titled } from '../format/coins.ts'
import { CoinLifeFields } from './coin-life-fields.tsx'
import {
  Budget,
  Counting,
  NameText,
  NumberText,
  Participants,
  PerUnit,
  ShownToUsers,
  UserLimits,
  Window,
} from './rule-term-fields.tsx'
import { newSubRule, type RuleValues } from './rule-values.ts'
import { Trigger, When } from './when-section.tsx'

/** The terms of a rule in sections. `identity` is for what cannot be changed later. */
export function RuleFields({
  form,
  participants = 0,
  identity,
}: {
  form: UseFormReturnType<RuleValues>
  participants?: number
  identity?: ReactNode
}) {
  return (
    <div className="rule-fields">
      <Section title="Pays" isFirst>
        {identity}
        <Pays form={form} />
      </Section>
      <When form={form} />
      <Section title="Who and how often">
        {form.getValues().type === 'batched' && <Counting form={form} />}
        <Participants form={form} paid={participants} />
        <UserLimits form={form} />
      </Section>
      <Section title="Budget and time">
        <Budget form={form} />
        <Window form={form} />
      </Section>
      <Section title={`${coinsTitle()} in time`}>
        <CoinLifeFields form={form} />
      </Section>
      <Section title="Shown to members">
        <ShownToUsers form={form} />
      </Section>
    </div>
  )
}

function Pays({ form }: { form: UseFormReturnType<RuleValues> }) {
  const { type, perUnit, awardedBy } = form.getValues()
  const isByActivity = awardedBy === 'activity'
  const coins = coinName().many
  return (
    <>
      <Textarea
        label={type === 'combined' || isByActivity ? 'Condition (optional)' : 'Condition'}
        description={
          isByActivity && type !== 'combined'
            ? 'What people read; empty for the sentence of the rows below'
            : 'When you award it, in your own words: “The member has paid for a first order”'
        }
        autosize
        minRows={2}
        {...form.getInputProps('condition')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberText
          label={titled(coins)}
          description={
            perUnit && type === 'single' ? `${titled(coins)} per unit` : `${titled(coins)} per payment`
          }
          inputMode="decimal"
          {...form.getInputProps('coinValue')}
        />
        {type === 'batched' && (
          <NumberText
            label="Awards for one payment"
            description="How many awards of a member lead to one payment"
            {...form.getInputProps('completionNumber')}
          />
        )}
      </SimpleGrid>
      {type === 'single' && <PerUnit form={form} />}
      {type === 'combined' && <SubRuleFields form={form} />}
    </>
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
          What a member must do, in any order. Award each sub-rule by its own name.
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
          <NameText
            form={form}
            path={`${path}.name`}
            label="Name"
            description={sub.isKept ? 'Cannot be changed' : 'The name that your backend sends'}
            readOnly={sub.isKept}
          />
          <TextInput
            label="Condition"
            description="When you award it, in your own words"
            {...form.getInputProps(`${path}.condition`)}
          />
        </SimpleGrid>
        {form.getValues().awardedBy === 'activity' && <Trigger form={form} path={`rules.${index}.`} />}
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
