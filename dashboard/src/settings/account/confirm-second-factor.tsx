import { Box, Center, Stack, Text } from '@mantine/core'
import { QRCodeSVG } from 'qrcode.react'
import { api, dataOf } from '../../api/client.ts'
import type { DataOf } from '../../api/types.ts'
import { CodeInput } from '../../components/account-fields.tsx'
import { CopyableValue } from '../../components/copyable.tsx'
import { DialogForm } from '../../components/dialog-form.tsx'
import { useServerForm } from '../../components/server-form.ts'
import { useSession } from '../../session/session.ts'

/** Shows the secret to an app, and proves with a first code that the app has it. */
export function ConfirmSecondFactor({
  begun: { uri, secret },
  close,
  onConfirmed,
}: {
  begun: DataOf<'beginSecondFactor'>
  close: () => void
  onConfirmed: (recoveryCodes: string[]) => void
}) {
  const { ecosystem: eco } = useSession()
  const { form, ...sending } = useServerForm({
    initialValues: { code: '' },
    sentences: { 'The code': 'code' },
    send: async (body) => {
      const confirm = { params: { path: { eco } }, body }
      const data = await dataOf(api.POST('/api/v1/{eco}/partners/me/second-factor/confirm', confirm))
      onConfirmed(data.recoveryCodes)
    },
  })
  return (
    <DialogForm sending={sending} action="Turn it on" close={close}>
      <Text size="sm">
        Scan this with an authenticator app on your phone, then type the 6 digits that it shows.
      </Text>
      <Center>
        {/* White in the dark too: cameras look for dark on light. */}
        <Box bg="white" p="xs" style={{ borderRadius: 'var(--mantine-radius-md)', lineHeight: 0 }}>
          <QRCodeSVG value={uri} size={176} marginSize={1} title="QR code for your authenticator app" />
        </Box>
      </Center>
      <Stack gap={4}>
        <Text size="sm" c="dimmed">
          If you cannot scan it, type this key into the app:
        </Text>
        <CopyableValue text={secret} what="the key" />
      </Stack>
      <CodeInput description="The 6 digits of your app" data-autofocus {...form.getInputProps('code')} />
    </DialogForm>
  )
}
