import {
  Anchor,
  Box,
  Button,
  Grid,
  Group,
  Radio,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useIdempotentSend } from '../api/idempotent-send.ts'
import { laurel } from '../api/laurel.ts'
import { FormError } from '../components/error-alert.tsx'
import { Section } from '../components/section.tsx'
import { useServerForm } from '../components/server-form.ts'
import { Page } from '../layout/page.tsx'
import { useMay } from '../session/roles.ts'
import { RULES } from './queries.ts'
import { RequestCard } from './request-card.tsx'
import { RuleFields } from './rule-fields.tsx'
import { maximumText } from './rule-limits.ts'
import { RuleSummary } from './rule-summary.tsx'
import { RULE_TYPES } from './rule-text.ts'
import { checkNumbers, draftOf, newRuleBody, newRuleValues, type RuleValues } from './rule-values.ts'

export function NewRulePage() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const idempotentSend = useIdempotentSend()
  const mayCreate = useMay('createRule')
  const [initialValues] = useState(newRuleValues)
  const { form, submit, isSending, formError } = useServerForm({
    initialValues,
    validate: checkNumbers,
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
  if (!mayCreate) return <Page title="New rule">Your role can view rules but not create them.</Page>
  return (
    <Page
      title="New rule"
      description={
        <Anchor component={Link} to="/rules" size="sm">
          All rules
        </Anchor>
      }
    >
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <form onSubmit={submit} noValidate>
            <Stack>
              <FormError>{formError}</FormError>
              <RuleTypeCards value={values.type} onChange={(type) => form.setFieldValue('type', type)} />
              <TextInput
                label="Name"
                description="The name that your backend sends: lower-case letters, digits, spaces, dots, underscores and hyphens, such as “first purchase”"
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
                {...form.getInputProps('name')}
              />
              <RuleFields form={form} />
              <Switch
                label="Active from the start"
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
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Box className="beside">
            <Stack gap="lg">
              <Section title="What it will do" isFirst>
                <RuleSummary rule={draft} more={maximumText(draft)} />
              </Section>
              <RequestCard rule={{ ...draft, name: values.name }} isBesideForm />
            </Stack>
          </Box>
        </Grid.Col>
      </Grid>
    </Page>
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
