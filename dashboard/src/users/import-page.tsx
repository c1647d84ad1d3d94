import { Anchor, Button, Code, FileInput, Group, Stack, Text } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useIdempotentSend } from '../api/idempotent-send.ts'
import { sentenceOf } from '../api/sentence.ts'
import { EmptyState, Forbidden } from '../components/empty-state.tsx'
import { FormError } from '../components/error-alert.tsx'
import { Loaded } from '../components/loaded.tsx'
import { Section } from '../components/section.tsx'
import { coinName } from '../format/coins.ts'
import { Page } from '../layout/page.tsx'
import { useMay } from '../session/roles.ts'
import { ImportCard } from './import-card.tsx'
import { importsQuery, sendImport } from './import-queries.ts'

export function ImportPage() {
  const mayImport = useMay('createImport')
  const query = useQuery(importsQuery)
  return (
    <Page
      title="Import members"
      part="Members"
      description={`Bring the members of another programme along, with their ${coinName().many} and points.`}
      actions={
        <Button variant="default" renderRoot={(props) => <Link to="/members" {...props} />}>
          Back to members
        </Button>
      }
    >
      {mayImport ? (
        <ChooseFile isBusy={query.data?.data.some(({ status }) => status === 'running') ?? false} />
      ) : (
        <NotAllowed />
      )}
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <Section title="Imports">
              <EmptyState icon={IconFileImport} title="No imports yet">
                The progress of an import and its refused lines appear here.
              </EmptyState>
            </Section>
          ) : (
            <Stack gap="lg">
              {data.map((each) => (
                <ImportCard key={each.id} run={each} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Page>
  )
}

const NotAllowed = () => <Forbidden title="Your role may not import users" />

function ChooseFile({ isBusy }: { isBusy: boolean }) {
  const [file, setFile] = useState<File | null>(null)
  const client = useQueryClient()
  const idempotentSend = useIdempotentSend()
  const { mutate, error, isPending } = useMutation({
    mutationFn: (chosen: File) =>
      idempotentSend([chosen.name, chosen.size, chosen.lastModified], (key) => sendImport(chosen, key)),
    onSuccess: () => setFile(null),
    onSettled: () => client.invalidateQueries({ queryKey: importsQuery.queryKey }),
  })
  return (
    <Section
      title="Choose a file"
      description={
        <>
          CSV with a header line, or a JSON object on each line (<Code>.ndjson</Code>), up to 100 MB. The
          columns are <Code>externalId</Code> (your own id), <Code>fullname</Code>, <Code>email</Code>,{' '}
          <Code>coins</Code>, <Code>points</Code>, <Code>expiresOn</Code> (the last day on which they can be
          spent, such as <Code>2027-12-31</Code>) and <Code>reference</Code>; only the first is required. See
          the{' '}
          <Anchor href="/docs" target="_blank" underline="always">
            API reference
          </Anchor>
          .
        </>
      }
    >
      <FormError>{error && sentenceOf(error)}</FormError>
      <Group align="flex-end">
        <FileInput
          label="File"
          placeholder="Choose a CSV or NDJSON file"
          accept=".csv,.ndjson,.jsonl"
          value={file}
          onChange={setFile}
          disabled={isPending}
          clearable
          style={{ flex: '1 1 240px' }}
        />
        <Button disabled={!file || isBusy} loading={isPending} onClick={() => file && mutate(file)}>
          Import
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        A line whose id a member has already is refused, so the same file can be imported again.
      </Text>
    </Section>
  )
}
