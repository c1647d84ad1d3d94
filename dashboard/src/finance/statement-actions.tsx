import type { Statement } from '@laurel/sdk'
import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { statementRequest } from '../api/curl-examples.ts'
import { useMenuButton } from '../components/dialog.tsx'
import { ExportDialog } from '../history/export-dialog.tsx'
import { useMay } from '../session/roles.ts'
import { daysOfMonth } from './finance-search.ts'
import { saveRules, saveStatement } from './statement-files.ts'

/** What finance takes along: files, paper, and the call for a program. */
export function StatementActions({
  statement,
  before,
  month,
}: {
  statement: Statement
  before: Statement | undefined
  month: string
}) {
  const mayExport = useMay('exportTransactions')
  const [isExporting, exporting] = useDisclosure(false)
  const { button, fromMenu } = useMenuButton()
  const { from, to, asOf } = statement
  if (asOf.seq === 0) return null
  const copy = async (text: string, message: string) => {
    try {
      await navigator.clipboard.writeText(text)
      notifications.show({ message })
    } catch {
      notifications.show({ color: 'red', message: 'The browser does not allow this page to copy.' })
    }
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button ref={button} variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
            CSV
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => saveStatement(statement, before)}>Statement</Menu.Item>
          <Menu.Item onClick={() => saveRules(statement)}>By rule</Menu.Item>
          {mayExport && (
            <Menu.Item onClick={fromMenu(exporting.open)}>
              Every movement, with your own customer ids
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => window.print()}
      >
        Print
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />}>
            Copy
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            onClick={() =>
              void copy(statementRequest({ from, to, asOf: asOf.seq }), 'The API call is copied.')
            }
          >
            API call
          </Menu.Item>
          <Menu.Item
            onClick={() =>
              void copy(
                `${location.origin}/dashboard/finance?month=${month}&asOf=${asOf.seq}`,
                'The link to this statement is copied.',
              )
            }
          >
            Link to this statement
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ExportDialog filter={daysOfMonth(month)} isOpen={isExporting} close={exporting.close} />
    </>
  )
}
