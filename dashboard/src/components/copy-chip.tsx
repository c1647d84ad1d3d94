import './copy-chip.css'
import { CopyButton, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'

/** A short text that a click copies. `what` completes "Copy …": "the e-mail address". */
export function CopyChip({ text, what }: { text: string; what: string }) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : `Copy ${what}`}>
          <button
            type="button"
            className="copy-chip"
            aria-label={`${copied ? 'Copied' : 'Copy'} ${what}: ${text}`}
            onClick={copy}
          >
            <bdi className="cut">{text}</bdi>
            {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          </button>
        </Tooltip>
      )}
    </CopyButton>
  )
}
