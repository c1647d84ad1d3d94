import '../rules/rule-fields.css'
import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useIdempotentSend } from '../api/idempotent-send.ts'
import { laurel } from '../api/laurel.ts'
import { FormError } from '../components/error-alert.tsx'
import { useServerForm } from '../components/server-form.ts'
import { useRefreshCoins } from '../event-stream/refresh.ts'
import { RULES } from '../rules/queries.ts'
import {
  type Blank,
  FIRST_TEMPLATES,
  type FirstTemplate,
  valuesOfBlanks,
  valuesOfTemplate,
} from '../rules/rule-templates.ts'
import { checkRule, newRuleBody, newRuleValues, type RuleValues } from '../rules/rule-values.ts'

/** The form of the first rule: a template, and what was filled in. */
export function useFirstRule() {
  const queryClient = useQueryClient()
  const refresh = useRefreshCoins()
  const idempotentSend = useIdempotentSend()
  const [template, setTemplate] = useState<FirstTemplate | null>(null)
  const { form, ...submission } = useServerForm<RuleValues>({
    initialValues: newRuleValues(),
    validate: (values) => checkRule(valuesOfBlanks(values)),
    send: async (values) => {
      const body = newRuleBody(valuesOfBlanks(values))
      await idempotentSend(body, (key) => laurel.rules.create(body, key))
      await Promise.all([queryClient.invalidateQueries({ queryKey: [RULES] }), refresh()])
    },
  })
  const choose = (next: FirstTemplate) => {
    setTemplate(next)
    form.clearErrors()
    form.setValues(valuesOfTemplate(next))
  }
  return { form, ...submission, template, choose }
}

export function FirstRule({
  rule: { form, submit, isSending, formError, template, choose },
}: {
  rule: ReturnType<typeof useFirstRule>
}) {
  return (
    <form onSubmit={submit} noValidate aria-label="First rule">
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          {FIRST_TEMPLATES.map((each) => (
            <button
              key={each.title}
              type="button"
              className="template"
              aria-pressed={each === template}
              onClick={() => choose(each)}
            >
              <Text fw={600} span>
                {each.title}
              </Text>
              <Text size="sm" c="dimmed" span>
                {each.example()}
              </Text>
            </button>
          ))}
        </SimpleGrid>
        {template && (
          <>
            <FormError>{formError}</FormError>
            <Sentence key={template.title} template={template} form={form} />
            <Group>
              <Button type="submit" loading={isSending}>
                Create
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </form>
  )
}

/** A sentence with inputs in it. Their problems are below it. */
function Sentence({ template, form }: { template: FirstTemplate; form: UseFormReturnType<RuleValues> }) {
  const problemId = useId()
  const problems = [...new Set(Object.values(form.errors).filter(Boolean))]
  return (
    <div>
      <div className="sentence">
        {template
          .sentence()
          .map((part) =>
            typeof part === 'string' ? (
              <span key={part}>{part}</span>
            ) : (
              <BlankInput
                key={part.field}
                blank={part}
                form={form}
                describedBy={problems.length > 0 ? problemId : undefined}
              />
            ),
          )}
      </div>
      {problems.length > 0 && (
        <Text id={problemId} size="sm" c="var(--mantine-color-error)" role="alert" mt={4}>
          {problems.join(' ')}
        </Text>
      )}
    </div>
  )
}

function BlankInput({
  blank: { field, label, placeholder },
  form,
  describedBy,
}: {
  blank: Blank
  form: UseFormReturnType<RuleValues>
  describedBy: string | undefined
}) {
  const { error, ...input } = form.getInputProps(field)
  return (
    <TextInput
      aria-label={label}
      aria-describedby={error ? describedBy : undefined}
      inputMode="decimal"
      autoComplete="off"
      placeholder={placeholder}
      w={88}
      error={Boolean(error)}
      {...input}
    />
  )
}
