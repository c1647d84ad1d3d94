import type { Rule } from '@laurel/sdk'
import { ActionIcon, Button, Menu, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import {
  IconArchive,
  IconCode,
  IconCopy,
  IconDots,
  IconFileSpreadsheet,
  IconTestPipe,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { laurel } from '../api/laurel.ts'
import { sentenceOf } from '../api/sentence.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { useMenuButton } from '../components/dialog.tsx'
import { useMay } from '../session/roles.ts'
import { RULES, ruleQuery } from './queries.ts'
import { TryRuleDialog } from './try-rule.tsx'
import { UseInCode } from './use-in-code.tsx'

/** Shows a changed rule at once, and reads all lists of rules again. */
function useShowChanged(): (rule: Rule) => void {
  const queryClient = useQueryClient()
  return (rule) => {
    queryClient.setQueryData(ruleQuery(rule.id).queryKey, rule)
    void queryClient.invalidateQueries({ queryKey: [RULES] })
  }
}

/** Pauses a rule, starts it, or shows an archived one again. */
export function PauseButton({ rule }: { rule: Rule }) {
  const showChanged = useShowChanged()
  const isActive = rule.status === 'active'
  const isArchived = rule.archivedAt !== null
  const change = useMutation({
    mutationFn: () =>
      isArchived
        ? laurel.rules.restore(rule.id)
        : laurel.rules.change(rule.id, { status: isActive ? 'inactive' : 'active' }),
    onSuccess: (changed) => {
      showChanged(changed)
      notifications.show({ message: doneText(rule, changed) })
    },
    onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error) }),
  })
  // The second click of a double click would undo the first.
  const press = ({ detail: clicks }: MouseEvent) => {
    if (clicks < 2) change.mutate()
  }
  return (
    <Button variant="default" loading={change.isPending} onClick={press}>
      {isArchived ? 'Restore' : isActive ? 'Pause' : 'Start'}
    </Button>
  )
}

function doneText(before: Rule, { name, status }: Rule): string {
  if (before.archivedAt !== null) return `“${name}” is listed again. It is paused until you start it.`
  return status === 'active'
    ? `“${name}” was started: it can be awarded.`
    : `“${name}” is paused: awards of it are refused.`
}

/** What one does with a rule now and then. */
export function RuleMenu({ rule }: { rule: Rule }) {
  const mayCreate = useMay('createRule')
  const mayArchive = useMay('archiveRule')
  const mayAward = useMay('awardRules')
  const { button, fromMenu } = useMenuButton()
  const [isTrying, trying] = useDisclosure(false)
  const [isCoding, coding] = useDisclosure(false)
  const [isArchiving, archiving] = useDisclosure(false)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon ref={button} variant="default" size={36} aria-label="More actions">
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayCreate && (
            <Menu.Item
              leftSection={<IconCopy size={16} aria-hidden />}
              renderRoot={(props) => <Link to="/rules/new" search={{ copy: rule.id }} {...props} />}
            >
              Duplicate
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconTestPipe size={16} aria-hidden />} onClick={fromMenu(trying.open)}>
            Try on a member
          </Menu.Item>
          <Menu.Item leftSection={<IconCode size={16} aria-hidden />} onClick={fromMenu(coding.open)}>
            Use in code
          </Menu.Item>
          {mayAward && rule.archivedAt === null && (
            <Menu.Item
              leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
              renderRoot={(props) => <Link to="/rules/award" search={{ rule: rule.name }} {...props} />}
            >
              Award from a list
            </Menu.Item>
          )}
          {mayArchive && rule.archivedAt === null && (
            <>
              <Menu.Divider />
              <Menu.Item
                leftSection={<IconArchive size={16} aria-hidden />}
                onClick={fromMenu(archiving.open)}
              >
                Archive
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <TryRuleDialog rule={rule} isOpen={isTrying} close={trying.close} />
      <UseInCode rule={rule} isOpen={isCoding} close={coding.close} />
      <ArchiveDialog rule={rule} isOpen={isArchiving} close={archiving.close} />
    </>
  )
}

function ArchiveDialog({ rule, isOpen, close }: { rule: Rule; isOpen: boolean; close: () => void }) {
  const showChanged = useShowChanged()
  const confirm = async () => {
    showChanged(await laurel.rules.archive(rule.id))
    notifications.show({ message: `“${rule.name}” was archived.` })
    close()
  }
  return (
    <ConfirmDialog
      title="Archive the rule?"
      isOpen={isOpen}
      close={close}
      action="Archive"
      isHarmless
      confirm={confirm}
    >
      <Stack gap="xs">
        <Text size="sm">
          It stops paying and leaves the lists. Its awards, results and name stay, and you can restore it at
          any time.
        </Text>
        {rule.status === 'active' && (
          <Text size="sm">It is running now: awards of it will be refused from then on.</Text>
        )}
      </Stack>
    </ConfirmDialog>
  )
}
