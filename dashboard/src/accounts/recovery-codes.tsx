import { Button, Code, CopyButton, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { laurel } from '../api/laurel.ts'
import { CodeInput } from '../components/account-fields.tsx'
import { Dialog, useKeepOpen } from '../components/dialog.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { useServerForm } from '../components/server-form.ts'

/** Recovery codes, shown once. */
export function RecoveryCodes({ codes, close }: { codes: string[]; close: () => void }) {
  useKeepOpen()
  const text = `${codes.join('\n')}\n`
  return (
    <Stack>
      <Text size="sm">
        Each code signs you in once without your phone. They are shown only once: keep them in a safe place,
        not on your phone.
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
      <Button onClick={close}>I have saved them</Button>
    </Stack>
  )
}

type Step = 'closed' | 'asking' | { recoveryCodes: string[] }

export function ReplaceRecoveryCodes() {
  const [step, setStep] = useState<Step>('closed')
  const close = () => setStep('closed')
  const isDone = typeof step === 'object'
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setStep('asking')}>
        New recovery codes
      </Button>
      <Dialog
        isOpen={step !== 'closed'}
        close={close}
        title={isDone ? 'Save your recovery codes' : 'Get new recovery codes'}
      >
        {isDone ? (
          <RecoveryCodes codes={step.recoveryCodes} close={close} />
        ) : (
          <AskForCode close={close} onReplaced={(recoveryCodes) => setStep({ recoveryCodes })} />
        )}
      </Dialog>
    </>
  )
}

function AskForCode({
  close,
  onReplaced,
}: {
  close: () => void
  onReplaced: (recoveryCodes: string[]) => void
}) {
  const { form, ...submission } = useServerForm({
    initialValues: { code: '' },
    send: async (body) => {
      const { recoveryCodes } = await laurel.account.replaceRecoveryCodes(body)
      onReplaced(recoveryCodes)
    },
  })
  return (
    <DialogForm submission={submission} action="Replace the codes" close={close}>
      <Text size="sm">Your current codes stop working.</Text>
      <CodeInput data-autofocus {...form.getInputProps('code')} />
    </DialogForm>
  )
}
