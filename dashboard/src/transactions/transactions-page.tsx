import '@mantine/dates/styles.css'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { Page } from '../layout/page.tsx'
import { useMay } from '../session/roles.ts'
import { ExportDialog } from './export/export-dialog.tsx'
import { Filters } from './filters.tsx'
import { Ledger } from './ledger.tsx'

/** Every movement of coins, the newest first. */
export function TransactionsPage() {
  const filter = useSearch({ from: '/signed-in/transactions' })
  const mayExport = useMay('exportTransactions')
  const [isExporting, exporting] = useDisclosure(false)
  return (
    <Page
      title="Transactions"
      about="Every movement of coins between you and your users."
      actions={
        mayExport && (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={exporting.open}
          >
            Export
          </Button>
        )
      }
    >
      <Filters filter={filter} />
      <Ledger key={JSON.stringify(filter)} filter={filter} />
      <ExportDialog filter={filter} isOpen={isExporting} close={exporting.close} />
    </Page>
  )
}
