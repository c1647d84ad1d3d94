import { LaurelInvalid, type OwnPartner } from '@laurel/sdk'
import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { laurel } from '../api/laurel.ts'
import { sentenceOf } from '../api/sentence.ts'
import { FormError } from '../components/error-alert.tsx'
import { Section } from '../components/section.tsx'
import { useMay } from '../session/roles.ts'
import { useKeepPartner } from './queries.ts'

const BYTES_MAX = 204_800
const WRONG_IMAGE =
  'Choose a PNG, JPEG or WebP image of at most 200 kB, from 16 to 2,048 pixels wide and high.'

/** A chosen image is shown before it is saved. */
export function LogoSection({
  partner,
  chosen,
  choose,
}: {
  partner: OwnPartner
  /** The chosen image as a data URL. */
  chosen: string | null
  choose: (image: string | null) => void
}) {
  const mayChange = useMay('setLogo')
  const picture = chosen ?? partner.brand.logo
  return (
    <Section
      isFirst
      title="Logo"
      description="A PNG, JPEG or WebP image of at most 200 kB. Everyone can see it."
    >
      {picture ? (
        <img
          className="logo-picture"
          src={picture}
          alt={chosen ? 'The chosen logo, which is not saved yet' : `Logo of ${partner.partnerName}`}
        />
      ) : (
        <Text size="sm" c="dimmed">
          There is no logo; pages show your name.
        </Text>
      )}
      {mayChange && <LogoForm hasLogo={partner.brand.logo !== null} chosen={chosen} choose={choose} />}
    </Section>
  )
}

function LogoForm({
  hasLogo,
  chosen,
  choose,
}: {
  hasLogo: boolean
  chosen: string | null
  choose: (image: string | null) => void
}) {
  const keep = useKeepPartner()
  const [problem, setProblem] = useState<string | null>(null)
  const take = async (file: File | null) => {
    if (!file) return
    const isTooLarge = file.size > BYTES_MAX
    setProblem(isTooLarge ? WRONG_IMAGE : null)
    choose(isTooLarge ? null : await dataUrlOf(file))
  }
  const { mutate, isPending } = useMutation({
    mutationFn: async (image: string | null) =>
      keep(
        image === null
          ? await laurel.partner.removeLogo()
          : await laurel.partner.setLogo({ image: image.slice(image.indexOf(',') + 1) }),
      ),
    onSuccess: (_, image) => {
      setProblem(null)
      choose(null)
      notifications.show({ message: image === null ? 'The logo is removed.' : 'The logo is saved.' })
    },
    onError: (error) => setProblem(error instanceof LaurelInvalid ? WRONG_IMAGE : sentenceOf(error)),
  })
  return (
    <Stack gap="sm">
      <FormError>{problem}</FormError>
      <Group gap="sm">
        {chosen && (
          <>
            <Button loading={isPending} onClick={() => mutate(chosen)}>
              Save logo
            </Button>
            <Button variant="default" disabled={isPending} onClick={() => choose(null)}>
              Discard
            </Button>
          </>
        )}
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => void take(file)}>
          {(props) => (
            <Button variant="default" {...props}>
              {hasLogo || chosen ? 'Choose another' : 'Choose an image'}
            </Button>
          )}
        </FileButton>
        {hasLogo && !chosen && (
          <Button variant="default" loading={isPending} onClick={() => mutate(null)}>
            Remove
          </Button>
        )}
      </Group>
    </Stack>
  )
}

function dataUrlOf(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.onload = () => resolve(String(reader.result))
  reader.onerror = () => reject(reader.error)
  reader.readAsDataURL(file)
  return promise
}
