import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { sentenceOf } from '../../api/failure.ts'
import type { DataOf } from '../../api/types.ts'
import { Dialog } from '../../components/dialog.tsx'
import { useSession } from '../../session/session.ts'
import { ownAccountQuery } from '../queries.ts'
import { ConfirmSecondFactor } from './confirm-second-factor.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Step = { begun: DataOf<'beginSecondFactor'> } | { recoveryCodes: string[] }

/** Stays while its dialog shows the recovery codes, though the second factor is on by then. */
export function SetUpSecondFactor({ isOffered }: { isOffered: boolean }) {
  const { ecosystem: eco } = useSession()
  const queries = useQueryClient()
  const [step, setStep] = useState<Step | null>(null)
  const begin = useMutation({
    mutationFn: () =>
      dataOf(api.POST('/api/v1/{eco}/partners/me/second-factor', { params: { path: { eco } } })),
    onSuccess: (begun) => setStep({ begun }),
    onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error) }),
  })
  const close = () => {
    setStep(null)
    void queries.invalidateQueries({ queryKey: ownAccountQuery.queryKey })
  }
  const isDone = step !== null && 'recoveryCodes' in step
  return (
    <>
      {isOffered && (
        <Button
          variant="default"
          size="xs"
          loading={begin.isPending}
          onClick={() => begin.mutate()}
          aria-label="Set up a second factor"
        >
          Set up
        </Button>
      )}
      <Dialog
        isOpen={step !== null}
        close={close}
        title={isDone ? 'Keep your recovery codes' : 'Set up a second factor'}
        closeOnClickOutside={false}
      >
        {step && 'begun' in step && (
          <ConfirmSecondFactor
            begun={step.begun}
            close={close}
            onConfirmed={(recoveryCodes) => setStep({ recoveryCodes })}
          />
        )}
        {step && 'recoveryCodes' in step && <RecoveryCodes codes={step.recoveryCodes} close={close} />}
      </Dialog>
    </>
  )
}
