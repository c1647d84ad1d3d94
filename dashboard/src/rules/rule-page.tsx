import { Anchor, Button, Grid, Group, Stack } from '@mantine/core'
import { useDidUpdate } from '@mantine/hooks'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Loaded } from '../components/loaded.tsx'
import { Page } from '../layout/page.tsx'
import { useMay } from '../session/roles.ts'
import { ruleQuery } from './queries.ts'
import { RequestCard } from './request-card.tsx'
import { RuleDecisions } from './rule-decisions.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { RuleFacts } from './rule-facts.tsx'
import type { RuleData } from './rule-values.ts'
import { StatusBadge } from './status-badge.tsx'
import { StatusButton } from './status-button.tsx'

export function RulePage() {
  const { ruleId } = useParams({ from: '/signed-in/rules/$ruleId' })
  const query = useQuery(ruleQuery(ruleId))
  if (query.data) return <KnownRule key={ruleId} rule={query.data} />
  return (
    <Page title="Rule">
      <Loaded query={query}>{() => null}</Loaded>
    </Page>
  )
}

function KnownRule({ rule }: { rule: RuleData }) {
  const [isEditing, setEditing] = useState(false)
  const mayChange = useMay('changeRule')
  const editButton = useRef<HTMLButtonElement>(null)
  // The button is away while the rule is edited, so the keyboard is led back to it.
  useDidUpdate(() => {
    if (!isEditing) editButton.current?.focus()
  }, [isEditing])
  return (
    <Page
      title={rule.name}
      about={
        <Group component="span" gap="sm">
          <Anchor component={Link} to="/rules" size="sm">
            All rules
          </Anchor>
          <StatusBadge status={rule.status} />
        </Group>
      }
      actions={
        mayChange && (
          <>
            <StatusButton rule={rule} />
            {!isEditing && (
              <Button
                ref={editButton}
                leftSection={<IconPencil size={18} aria-hidden />}
                onClick={() => setEditing(true)}
              >
                Edit
              </Button>
            )}
          </>
        )
      }
    >
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">
            {isEditing ? (
              <RuleEditor rule={rule} onDone={() => setEditing(false)} />
            ) : (
              <RuleFacts rule={rule} />
            )}
            <RuleDecisions key={rule.name} ruleId={rule.id} ruleName={rule.name} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <RequestCard rule={rule} isBesideForm={isEditing} />
        </Grid.Col>
      </Grid>
    </Page>
  )
}
