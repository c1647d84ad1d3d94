import { ActionIcon, Code, CopyButton, Group, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'

function Copy({
  text,
  what,
  variant = 'subtle',
}: {
  text: string
  what: string
  variant?: 'subtle' | 'default'
}) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : `Copy ${what}`}>
          <ActionIcon
            variant={variant}
            color={copied ? 'laurel' : 'gray'}
            onClick={copy}
            aria-label={copied ? `Copied ${what}` : `Copy ${what}`}
          >
            {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}

/** A short value with a copy button. `what` completes "Copy …": "the client id". */
export function CopyableValue({ text, what }: { text: string; what: string }) {
  return (
    <Group gap={4} wrap="nowrap" miw={0}>
      <Code style={{ overflowWrap: 'anywhere' }}>{text}</Code>
      <Copy text={text} what={what} />
    </Group>
  )
}

/** A code block with a copy button beside it, where it covers nothing. */
export function CopyableBlock({ text, what }: { text: string; what: string }) {
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <Code block tabIndex={0} role="region" aria-label={what} flex={1} miw={0} style={{ overflowX: 'auto' }}>
        {text}
      </Code>
      <Copy text={text} what={what} variant="default" />
    </Group>
  )
}
