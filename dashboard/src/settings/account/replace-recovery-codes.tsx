import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { CodeInput } from '../../components/account-fields.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { DialogForm } from '../../components/dialog-form.tsx'
import { useServerForm } from '../../components/server-form.ts'
import { useSession } from '../../session/session.ts'
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
      <Dialog
        isOpen={step !== 'closed'}
        close={close}
        title={isDone ? 'Keep your recovery codes' : 'Get new recovery codes'}
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
  const { ecosystem: eco } = useSession()
  const { form, ...sending } = useServerForm({
    initialValues: { code: '' },
    sentences: { 'The code': 'code' },
    send: async (body) => {
      const replace = { params: { path: { eco } }, body }
      const data = await dataOf(api.POST('/api/v1/{eco}/partners/me/second-factor/recovery-codes', replace))
      onReplaced(data.recoveryCodes)
    },
  })
  return (
    <DialogForm sending={sending} action="Replace the codes" close={close}>
      <Text size="sm">The codes that you have now become void.</Text>
      <CodeInput data-autofocus {...form.getInputProps('code')} />
    </DialogForm>
  )
}
