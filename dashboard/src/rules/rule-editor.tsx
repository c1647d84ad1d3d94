import './rule-fields.css'
import type { Rule } from '@laurel/sdk'
import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { laurel } from '../api/laurel.ts'
import { paidYesterdayQuery } from '../awards/queries.ts'
import { FormError } from '../components/error-alert.tsx'
import { Section } from '../components/section.tsx'
import { useServerForm } from '../components/server-form.ts'
import { LastDaysCost } from './backtest.tsx'
import { ConditionPreviews } from './condition-preview.tsx'
import { RULES, ruleQuery } from './queries.ts'
import { RuleFields } from './rule-fields.tsx'
import { maximumText } from './rule-limits.ts'
import { RuleSummary } from './rule-summary.tsx'
import type { RuleDraft } from './rule-text.ts'
import { changesOf, checkRule, draftOf, isTriggerComplete, valuesOf } from './rule-values.ts'
import { TryDraft } from './try-rule.tsx'
import { yesterdayText } from './yesterday-cost.ts'

/** Changes the terms of a rule in place, with what they mean beside the form. */
export function RuleEditor({ rule, onDone }: { rule: Rule; onDone: () => void }) {
  const queryClient = useQueryClient()
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => element.current?.querySelector('textarea')?.focus(), [])
  const [before] = useState(rule)
  const [initialValues] = useState(() => valuesOf(rule))
  const { form, submit, isSending, formError } = useServerForm({
    initialValues,
    validate: checkRule,
    send: async (values) => {
      const body = changesOf(before, values)
      if (Object.keys(body).length > 0) {
        // The version refuses to overwrite what someone else changed since the form was opened.
        const changed = await laurel.rules.change(rule.id, body, { ifVersion: before.version })
        queryClient.setQueryData(ruleQuery(rule.id).queryKey, changed)
        void queryClient.invalidateQueries({ queryKey: [RULES] })
        notifications.show({ message: `“${rule.name}” was changed.` })
      }
      onDone()
    },
  })
  const values = form.getValues()
  const draft = draftOf(values)
  const changes = changesOf(before, values)
  return (
    <div className="rule-form">
      <form ref={element} onSubmit={submit} noValidate aria-label="Change the rule">
        <Stack>
          <FormError>{formError}</FormError>
          <RuleFields form={form} participants={Number(rule.participants)} />
          <Text size="sm" c="dimmed">
            The name and type cannot change. Past awards stay as they are. A limit below current use only
            stops new payments.
            {rule.type === 'combined' && ' A sub-rule with awards can be paused, not removed.'}
          </Text>
          <Group>
            <Button type="submit" loading={isSending}>
              Save
            </Button>
            <Button variant="default" onClick={onDone}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </form>
      <div className="beside rule-meaning">
        <Section title="What it will do" isFirst>
          <RuleSummary rule={draft} more={maximumText(draft)} />
          {values.awardedBy === 'activity' ? (
            <>
              <LastDaysCost terms={isTriggerComplete(values) ? { ruleId: rule.id, changes } : null} />
              <ConditionPreviews values={values} />
            </>
          ) : (
            <YesterdayCost ruleName={rule.name} draft={draft} />
          )}
        </Section>
        <Section title="Try it" description="On a member, before you save">
          <TryDraft rule={rule} draft={draft} changes={changes} />
        </Section>
      </div>
    </div>
  )
}

/** What the terms in the form would cost at yesterday's volume. */
function YesterdayCost({ ruleName, draft }: { ruleName: string; draft: RuleDraft }) {
  const { data } = useQuery(paidYesterdayQuery(ruleName))
  const text = data && yesterdayText(data, draft)
  return text ? (
    <Text size="sm" c="dimmed" aria-live="polite">
      {text}
    </Text>
  ) : null
}
