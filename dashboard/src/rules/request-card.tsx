import { Anchor, Code, NativeSelect, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { awardRequest, tokenRequest } from '../api/curl-examples.ts'
import { CopyableBlock } from '../components/copyable.tsx'
import { Section } from '../components/section.tsx'
import { useSession } from '../session/session.ts'
import type { RuleDraft } from './rule-text.ts'

/**
 * The requests that get a token and award the rule. Beside a form, the link opens a new tab to keep the
 * input.
 */
export function RequestCard({
  rule,
  isBesideForm = false,
}: {
  rule: Pick<RuleDraft, 'type' | 'rules' | 'perUnit'> & { name: string }
  isBesideForm?: boolean
}) {
  const { partner } = useSession()
  const [choice, setChoice] = useState('')
  const names = namesToAward(rule)
  const ruleName = names.includes(choice) ? choice : (names[0] ?? '')
  return (
    <Section
      title="Award it from your backend"
      isFirst={!isBesideForm}
      description="Send this when a user meets the condition. A retry with the same key pays once."
    >
      <Stack gap="sm">
        {names.length > 1 && (
          <NativeSelect
            label="Sub-rule"
            description="Award a combined rule by its sub-rules"
            data={names}
            value={ruleName}
            onChange={(event) => setChoice(event.currentTarget.value)}
          />
        )}
        <CopyableBlock
          text={awardRequest({ ruleName, perUnit: rule.perUnit })}
          what="the request that awards it"
        />
        <Text size="sm" c="dimmed">
          <Code>USER_ID</Code> is the id of a user, <Code>ORDER_ID</Code> a value that is unique to each award
          {rule.perUnit && (
            <>
              , <Code>UNITS</Code> how much it pays for
            </>
          )}
          . Get the <Code>ACCESS_TOKEN</Code> with a secret from{' '}
          <Anchor
            component={Link}
            to="/developers"
            target={isBesideForm ? '_blank' : undefined}
            underline="always"
          >
            Developers
          </Anchor>
          :
        </Text>
        <CopyableBlock text={tokenRequest(partner.clientId)} what="the request for a token" />
      </Stack>
    </Section>
  )
}

function namesToAward({ type, name, rules }: Pick<RuleDraft, 'type' | 'rules'> & { name: string }): string[] {
  if (type !== 'combined') return [name.trim() || 'RULE_NAME']
  const names = rules.map((sub) => sub.name.trim()).filter((each) => each !== '')
  return names.length > 0 ? names : ['SUB_RULE_NAME']
}
