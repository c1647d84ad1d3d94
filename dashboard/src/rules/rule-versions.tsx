import './rule-page.css'
import type { Rule, RuleVersion } from '@laurel/sdk'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { laurel } from '../api/laurel.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { CursorList } from '../components/cursor-list.tsx'
import { LoadingRows } from '../components/loaded.tsx'
import { Section } from '../components/section.tsx'
import { Time } from '../components/time.tsx'
import { coinsText, coinText } from '../format/coins.ts'
import { dayIn } from '../format/time.ts'
import { actorText } from '../members/actor.ts'
import { useMay } from '../session/roles.ts'
import { RULES, recentResultsQuery, ruleQuery, ruleVersionsQuery } from './queries.ts'
import { type Change, changesBetween } from './rule-diff.ts'
import { type PaceChange, paceChanges } from './rule-pace.ts'

/** Who changed the rule, when, what, and what it did to the coins of a day. */
export function RuleVersions({ rule }: { rule: Rule }) {
  const query = useInfiniteQuery(ruleVersionsQuery(rule.id))
  const paces = usePaces(rule.id)
  return (
    <Section title="Versions">
      <CursorList query={query} rowsOf={({ data }) => data} loading={<LoadingRows rows={2} />} empty={null}>
        {(versions) => (
          <ul className="rows">
            {versions.map((version, index) => (
              <Version
                key={version.version}
                rule={rule}
                version={version}
                before={versions[index + 1]}
                pace={paces.get(version.version)}
              />
            ))}
          </ul>
        )}
      </CursorList>
    </Section>
  )
}

function usePaces(ruleId: string): Map<number, PaceChange> {
  const { data } = useQuery(recentResultsQuery(ruleId))
  return data ? paceChanges(data.days, data.versions, dayIn(data.timeZone)) : new Map()
}

function Version({
  rule,
  version,
  before,
  pace,
}: {
  rule: Rule
  version: RuleVersion
  before: RuleVersion | undefined
  pace: PaceChange | undefined
}) {
  return (
    <Stack component="li" className="row" gap={4}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" fw={550} className="cut" title={actorText(version.actor)}>
          v{version.version} · {actorText(version.actor)}
        </Text>
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          <Time at={version.createdAt} />
        </Text>
      </Group>
      {version.version === 1 && <Text size="sm">Created the rule.</Text>}
      {before &&
        changesBetween(before, version).map((change) => <Changed key={change.label} change={change} />)}
      <Pace pace={pace} />
      {version.version !== rule.version && <Restore rule={rule} version={version} />}
    </Stack>
  )
}

function Changed({ change }: { change: Change }) {
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {change.label}:{' '}
      <Text component="del" inherit c="dimmed" title={change.before}>
        {shortened(change.before)}
      </Text>{' '}
      →{' '}
      <Text component="ins" inherit style={{ textDecoration: 'none' }} title={change.after}>
        {shortened(change.after)}
      </Text>
    </Text>
  )
}

const CHANGE_LENGTH_MAX = 160

/** A condition may have a thousand characters. */
function shortened(text: string): string {
  const letters = [...text]
  return letters.length > CHANGE_LENGTH_MAX ? `${letters.slice(0, CHANGE_LENGTH_MAX).join('')} …` : text
}

/** "12 → 18.5 coins a day". Nothing when there is nothing to compare. */
function Pace({ pace }: { pace: PaceChange | undefined }) {
  if (!pace || pace.after === null) return null
  return (
    <Text size="sm" className="version-pace">
      {pace.before === null ? '' : `${coinText(pace.before)} → `}
      {coinsText(pace.after)} a day
    </Text>
  )
}

function Restore({ rule, version }: { rule: Rule; version: RuleVersion }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const queryClient = useQueryClient()
  if (!useMay('restoreRuleVersion') || rule.archivedAt !== null) return null
  const changes = changesBetween(rule, version)
  const confirm = async () => {
    const restored = await laurel.rules.restoreVersion(rule.id, version.version, { ifVersion: rule.version })
    queryClient.setQueryData(ruleQuery(rule.id).queryKey, restored)
    void queryClient.invalidateQueries({ queryKey: [RULES] })
    notifications.show({ message: `“${rule.name}” has the terms of version ${version.version} again.` })
    close()
  }
  return (
    <>
      <Group>
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={`Restore version ${version.version}`}
          onClick={open}
        >
          Restore
        </Button>
      </Group>
      <ConfirmDialog
        title={`Restore version ${version.version}?`}
        isOpen={isOpen}
        close={close}
        action="Restore"
        isHarmless
        confirm={confirm}
      >
        <Stack gap="xs">
          <Text size="sm">This becomes a new version, for awards from now on. Past awards stay.</Text>
          {changes.length === 0 ? (
            <Text size="sm">Nothing differs from the rule as it is.</Text>
          ) : (
            changes.map((change) => <Changed key={change.label} change={change} />)
          )}
        </Stack>
      </ConfirmDialog>
    </>
  )
}
