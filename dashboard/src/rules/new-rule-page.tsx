import './rule-fields.css'
import { Anchor, Button, Group, Radio, SimpleGrid, Stack, Switch, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useIdempotentSend } from '../api/idempotent-send.ts'
import { laurel } from '../api/laurel.ts'
import { FormError } from '../components/error-alert.tsx'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { Section } from '../components/section.tsx'
import { useServerForm } from '../components/server-form.ts'
import { Page } from '../layout/page.tsx'
import { useMay } from '../session/roles.ts'
import { LastDaysCost } from './backtest.tsx'
import { ConditionPreviews } from './condition-preview.tsx'
import { RULES, ruleQuery } from './queries.ts'
import { RuleFields } from './rule-fields.tsx'
import { maximumText } from './rule-limits.ts'
import { RuleSummary } from './rule-summary.tsx'
import { RULE_TEMPLATES, valuesOfTemplate } from './rule-templates.ts'
import { NameText } from './rule-term-fields.tsx'
import { RULE_TYPES, titleOf } from './rule-text.ts'
import {
  checkRule,
  copyOf,
  draftOf,
  isTriggerComplete,
  newRuleBody,
  newRuleValues,
  type RuleValues,
} from './rule-values.ts'

export function NewRulePage() {
  const { copy } = useSearch({ from: '/signed-in/rules/new' })
  const mayCreate = useMay('createRule')
  if (!mayCreate) return <Page title="New rule">Your role can view rules but not create them.</Page>
  return copy ? <CopiedRule key={copy} ruleId={copy} /> : <BlankRule />
}

function BlankRule() {
  const [values] = useState(newRuleValues)
  return <NewRule initialValues={values} />
}

/** A new rule with the terms of another. */
function CopiedRule({ ruleId }: { ruleId: string }) {
  const query = useQuery(ruleQuery(ruleId))
  const rule = query.data
  if (rule) return <NewRule initialValues={copyOf(rule)} original={titleOf(rule)} />
  return (
    <Page title="New rule" part="Rules">
      <Loaded query={query} loading={<LoadingRows rows={6} height={56} />}>
        {() => null}
      </Loaded>
    </Page>
  )
}

function NewRule({ initialValues, original }: { initialValues: RuleValues; original?: string }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const idempotentSend = useIdempotentSend()
  const { form, submit, isSending, formError } = useServerForm({
    initialValues,
    validate: checkRule,
    send: async (values) => {
      const body = newRuleBody(values)
      const rule = await idempotentSend(body, (key) => laurel.rules.create(body, key))
      await queryClient.invalidateQueries({ queryKey: [RULES] })
      notifications.show({ message: `“${rule.name}” was created.` })
      await navigate({ to: '/rules/$ruleId', params: { ruleId: rule.id } })
    },
  })
  const values = form.getValues()
  const draft = draftOf(values)
  return (
    <Page
      title="New rule"
      part="Rules"
      description={
        <>
          {original && <span>With the terms of “{original}”.</span>}
          <Anchor component={Link} to="/rules" size="sm">
            All rules
          </Anchor>
        </>
      }
    >
      <div className="rule-form">
        <form onSubmit={submit} noValidate aria-label="New rule">
          <Stack>
            <FormError>{formError}</FormError>
            {!original && <Templates choose={form.setValues} />}
            <RuleFields
              form={form}
              identity={
                <>
                  <RuleTypeCards value={values.type} onChange={(type) => form.setFieldValue('type', type)} />
                  <NameText
                    form={form}
                    path="name"
                    label="Name"
                    description="The name that your backend sends, such as “first purchase”: letters a to z, digits, spaces, dots, underscores and hyphens"
                  />
                </>
              }
            />
            <Switch
              label="Start at once"
              description="Otherwise it is a draft, and awards of it are refused"
              checked={values.status === 'active'}
              onChange={(event) =>
                form.setFieldValue('status', event.currentTarget.checked ? 'active' : 'inactive')
              }
            />
            <Group>
              <Button type="submit" loading={isSending}>
                Create the rule
              </Button>
              <Button variant="default" component={Link} to="/rules">
                Cancel
              </Button>
            </Group>
          </Stack>
        </form>
        <div className="beside rule-meaning">
          <Section title="What it will do" isFirst>
            <RuleSummary rule={draft} more={maximumText(draft)} />
            {values.awardedBy === 'activity' && (
              <>
                <LastDaysCost terms={isTriggerComplete(values) ? { rule: tried(values) } : null} />
                <ConditionPreviews values={values} />
              </>
            )}
          </Section>
        </div>
      </div>
    </Page>
  )
}

/** The rule before it has a name or words for people. */
const tried = (values: RuleValues) => {
  const rule = newRuleBody(values)
  return {
    ...rule,
    name: rule.name || 'new rule',
    ...(!rule.condition && { condition: rule.name || 'new rule' }),
  }
}

/** Fills in the form with a rule that many programmes begin with. */
function Templates({ choose }: { choose: (values: RuleValues) => void }) {
  return (
    <Section title="Start from" isFirst>
      <SimpleGrid cols={{ base: 1, xs: 2, xl: 4 }} spacing="sm">
        {RULE_TEMPLATES.map((template) => (
          <button
            key={template.title}
            type="button"
            className="template"
            onClick={() => choose(valuesOfTemplate(template))}
          >
            <Text fw={600} span>
              {template.title}
            </Text>
            <Text size="sm" c="dimmed" span>
              {template.example()}
            </Text>
          </button>
        ))}
      </SimpleGrid>
    </Section>
  )
}

function RuleTypeCards({
  value,
  onChange,
}: {
  value: RuleValues['type']
  onChange: (type: RuleValues['type']) => void
}) {
  return (
    <Radio.Group label="When it pays" value={value} onChange={onChange}>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm" mt={6}>
        {RULE_TYPES.map((type) => (
          <Radio.Card key={type.value} value={type.value} p="sm" className="choice" aria-label={type.title}>
            <Group wrap="nowrap" align="flex-start" gap="sm">
              <Radio.Indicator mt={2} />
              <Stack gap={2}>
                <Text fw={600}>{type.title}</Text>
                <Text size="sm">{type.description}</Text>
                <Text size="sm" c="dimmed">
                  {type.example}
                </Text>
              </Stack>
            </Group>
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  )
}
