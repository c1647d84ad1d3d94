import type { RuleVersion } from '@laurel/sdk'
import { Group, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CursorList } from '../components/cursor-list.tsx'
import { LoadingRows } from '../components/loaded.tsx'
import { Section } from '../components/section.tsx'
import { Time } from '../components/time.tsx'
import { actorText } from '../members/actor.tsx'
import { ruleVersionsQuery } from './queries.ts'
import { changesBetween } from './rule-diff.ts'

/** Who changed the rule, when, and what. */
export function RuleVersions({ ruleId }: { ruleId: string }) {
  const query = useInfiniteQuery(ruleVersionsQuery(ruleId))
  return (
    <Section title="Versions">
      <CursorList query={query} rowsOf={({ data }) => data} loading={<LoadingRows rows={2} />} empty={null}>
        {(versions) => (
          <ul className="rows">
            {versions.map((version, index) => (
              <Version key={version.version} version={version} before={versions[index + 1]} />
            ))}
          </ul>
        )}
      </CursorList>
    </Section>
  )
}

function Version({ version, before }: { version: RuleVersion; before: RuleVersion | undefined }) {
  return (
    <Stack component="li" className="row" gap={4}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={550}>
          Version {version.version} · {actorText(version.actor)}
        </Text>
        <Text size="sm" c="dimmed">
          <Time at={version.createdAt} />
        </Text>
      </Group>
      {version.version === 1 && <Text size="sm">Created the rule.</Text>}
      {before &&
        changesBetween(before, version).map((change) => (
          <Text key={change.label} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {change.label}:{' '}
            <Text component="del" inherit c="dimmed">
              {change.before}
            </Text>{' '}
            →{' '}
            <Text component="ins" inherit style={{ textDecoration: 'none' }}>
              {change.after}
            </Text>
          </Text>
        ))}
    </Stack>
  )
}
