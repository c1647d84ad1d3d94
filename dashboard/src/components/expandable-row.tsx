import { Button, Group, Table } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useId } from 'react'

/** A table row that expands. `columns` includes the button's cell; `what` completes "Details of …". */
export function ExpandableRow({
  children,
  columns,
  what,
  actions,
  detail,
}: {
  children: ReactNode
  columns: number
  what: string
  actions?: ReactNode
  detail: () => ReactNode
}) {
  const [isOpen, { toggle }] = useDisclosure(false)
  const id = useId()
  return (
    <>
      <Table.Tr>
        {children}
        <Table.Td>
          <Group gap="xs" wrap="nowrap" justify="flex-end">
            {actions}
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              c="dimmed"
              onClick={toggle}
              aria-expanded={isOpen}
              aria-controls={id}
              aria-label={`Details of ${what}`}
            >
              Details
            </Button>
          </Group>
        </Table.Td>
      </Table.Tr>
      <Table.Tr id={id} hidden={!isOpen}>
        {isOpen && (
          <Table.Td colSpan={columns} className="detail">
            {detail()}
          </Table.Td>
        )}
      </Table.Tr>
    </>
  )
}
