import type { BeginSecondFactorResult } from '@laurel/sdk'
import { Box, Button, Center, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { laurel } from '../api/laurel.ts'
import { CodeInput, PasswordField } from '../components/account-fields.tsx'
import { CopyableValue } from '../components/copyable.tsx'
import { Dialog, DialogButton } from '../components/dialog.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { useServerForm } from '../components/server-form.ts'
import { SettingRow } from '../components/setting-row.tsx'
import { Status } from '../components/status.tsx'
import { sessionQuery, useSession } from '../session/session.ts'
import { RecoveryCodes, ReplaceRecoveryCodes } from './recovery-codes.tsx'

export function SecondFactorRow() {
  const { hasSecondFactor } = useSession().person
  return (
    <SettingRow
      name="Second factor"
      isActionWide={hasSecondFactor}
      value={<Status tone={hasSecondFactor ? 'good' : 'quiet'}>{hasSecondFactor ? 'On' : 'Off'}</Status>}
      description={
        hasSecondFactor
          ? 'Each sign-in asks for a code from your app, or a recovery code.'
          : 'Each sign-in asks for a code from your phone, so that a stolen password is not enough.'
      }
      action={
        <>
          <SetUpSecondFactor isOffered={!hasSecondFactor} />
          {hasSecondFactor && (
            <>
              <ReplaceRecoveryCodes />
              <RemoveSecondFactor />
            </>
          )}
        </>
      }
    />
  )
}

type Step =
  | { kind: 'password' }
  | { kind: 'begun'; begun: BeginSecondFactorResult }
  | { kind: 'confirmed'; recoveryCodes: string[] }

/** Stays mounted while its dialog shows the recovery codes, although the second factor is on by then. */
function SetUpSecondFactor({ isOffered }: { isOffered: boolean }) {
  const queryClient = useQueryClient()
  const [step, setStep] = useState<Step | null>(null)
  const close = () => {
    setStep(null)
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }
  return (
    <>
      {isOffered && (
        <Button
          variant="default"
          size="xs"
          onClick={() => setStep({ kind: 'password' })}
          aria-label="Set up a second factor"
        >
          Set up
        </Button>
      )}
      <Dialog
        isOpen={step !== null}
        close={close}
        title={step?.kind === 'confirmed' ? 'Save your recovery codes' : 'Set up a second factor'}
        closeOnClickOutside={false}
      >
        {step?.kind === 'password' && (
          <BeginSecondFactor close={close} onBegun={(begun) => setStep({ kind: 'begun', begun })} />
        )}
        {step?.kind === 'begun' && (
          <ConfirmSecondFactor
            begun={step.begun}
            close={close}
            onConfirmed={(recoveryCodes) => setStep({ kind: 'confirmed', recoveryCodes })}
          />
        )}
        {step?.kind === 'confirmed' && <RecoveryCodes codes={step.recoveryCodes} close={close} />}
      </Dialog>
    </>
  )
}

/** Asks for the password: an open browser alone must not bind the account to another phone. */
function BeginSecondFactor({
  close,
  onBegun,
}: {
  close: () => void
  onBegun: (begun: BeginSecondFactorResult) => void
}) {
  const { form, ...submission } = useServerForm({
    initialValues: { password: '' },
    send: async (body) => {
      onBegun(await laurel.account.beginSecondFactor(body))
    },
  })
  return (
    <DialogForm submission={submission} action="Continue" close={close}>
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
    </DialogForm>
  )
}

/** Shows the secret and asks for a first code as proof that the app has it. */
function ConfirmSecondFactor({
  begun: { uri, secret },
  close,
  onConfirmed,
}: {
  begun: BeginSecondFactorResult
  close: () => void
  onConfirmed: (recoveryCodes: string[]) => void
}) {
  const { form, ...submission } = useServerForm({
    initialValues: { code: '' },
    send: async (body) => {
      const { recoveryCodes } = await laurel.account.confirmSecondFactor(body)
      onConfirmed(recoveryCodes)
    },
  })
  return (
    <DialogForm submission={submission} action="Turn it on" close={close}>
      <Text size="sm">
        Scan this with an authenticator app on your phone, then type the 6 digits that it shows.
      </Text>
      <Center>
        {/* White in the dark scheme too: cameras expect dark on light. */}
        <Box bg="white" p="xs" style={{ borderRadius: 'var(--radius)', lineHeight: 0 }}>
          <QRCodeSVG value={uri} size={176} marginSize={1} title="QR code for your authenticator app" />
        </Box>
      </Center>
      <Stack gap={4}>
        <Text size="sm" c="dimmed">
          If you cannot scan it, type this key into the app:
        </Text>
        <CopyableValue text={secret} what="the key" />
      </Stack>
      <CodeInput description="The 6 digits from your app" data-autofocus {...form.getInputProps('code')} />
    </DialogForm>
  )
}

function RemoveSecondFactor() {
  return (
    <DialogButton
      variant="default"
      size="xs"
      aria-label="Remove the second factor"
      title="Remove the second factor"
      dialog={(close) => <RemovalForm close={close} />}
    >
      Remove
    </DialogButton>
  )
}

function RemovalForm({ close }: { close: () => void }) {
  const queryClient = useQueryClient()
  const { form, ...submission } = useServerForm({
    initialValues: { password: '', code: '' },
    send: async (body) => {
      await laurel.account.removeSecondFactor(body)
      notifications.show({ message: 'The second factor is removed; your password alone signs you in.' })
      close()
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
  })
  return (
    <DialogForm submission={submission} action="Remove the second factor" isDangerous close={close}>
      <Text size="sm">Your password alone then signs you in, and the recovery codes stop working.</Text>
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
      <CodeInput {...form.getInputProps('code')} />
    </DialogForm>
  )
}
