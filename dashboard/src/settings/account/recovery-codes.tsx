import { Button, Code, CopyButton, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import { useHeldOpen } from '../../components/dialog.tsx'

/** Codes that work in place of the app, which nobody can read again. */
export function RecoveryCodes({ codes, close }: { codes: string[]; close: () => void }) {
  useHeldOpen()
  const text = `${codes.join('\n')}\n`
  return (
    <Stack>
      <Text size="sm">
        Each signs you in once when you do not have your phone. They are shown this once: keep them somewhere
        safe that is not your phone.
      </Text>
      <SimpleGrid
        cols={{ base: 1, xs: 2 }}
        spacing="xs"
        component="ul"
        className="rows"
        aria-label="Recovery codes"
      >
        {codes.map((code) => (
          <li key={code}>
            <Code fz="sm">{code}</Code>
          </li>
        ))}
      </SimpleGrid>
      <Group gap="xs">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              size="xs"
              onClick={copy}
              leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            >
              {copied ? 'Copied' : 'Copy all'}
            </Button>
          )}
        </CopyButton>
        <Button
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="laurel-recovery-codes.txt"
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Download
        </Button>
      </Group>
      <Button onClick={close}>I have kept them</Button>
    </Stack>
  )
}
