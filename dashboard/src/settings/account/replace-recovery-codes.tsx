import { Button, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { useSession } from '../../session/session-state.ts'
import { Problem } from '../../shared/problem.tsx'
import { useServerForm } from '../../shared/server-form.ts'
import { CodeInput } from './code-input.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

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
      <Modal
        opened={step !== 'closed'}
        onClose={close}
        title={isDone ? 'Keep your recovery codes' : 'Get new recovery codes'}
        closeOnClickOutside={!isDone}
        closeOnEscape={!isDone}
        withCloseButton={!isDone}
        centered
      >
        {isDone ? (
          <RecoveryCodes codes={step.recoveryCodes} close={close} />
        ) : (
          <AskForCode onReplaced={(recoveryCodes) => setStep({ recoveryCodes })} />
        )}
      </Modal>
    </>
  )
}

function AskForCode({ onReplaced }: { onReplaced: (recoveryCodes: string[]) => void }) {
  const { ecosystem: eco } = useSession()
  const { form, submit, isSending, problem } = useServerForm({
    initialValues: { code: '' },
    sentences: { 'The code': 'code' },
    send: async (body) => {
      const replace = { params: { path: { eco } }, body }
      const data = await dataOf(api.POST('/api/v1/{eco}/partners/me/second-factor/recovery-codes', replace))
      onReplaced(data.recoveryCodes)
    },
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Problem>{problem}</Problem>
        <Text size="sm">The codes that you have now become void.</Text>
        <CodeInput data-autofocus {...form.getInputProps('code')} />
        <Button type="submit" loading={isSending}>
          Replace the codes
        </Button>
      </Stack>
    </form>
  )
}
