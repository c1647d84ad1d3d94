import './attributes-dialog.css'
import type { MemberAttributes } from '@laurel/sdk'
import { ActionIcon, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { laurel } from '../api/laurel.ts'
import type { MemberDialog } from '../coin-calls/member-dialog.ts'
import { Dialog } from '../components/dialog.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { useServerForm } from '../components/server-form.ts'
import { memberName } from '../members/member-name.ts'
import { attributesQuery } from '../members/queries.ts'
import {
  ATTRIBUTES_MAX,
  type AttributeInput,
  type AttributeInputs,
  changesOf,
  inputsOf,
  newAttributeInput,
  problemsOf,
} from './attribute-values.ts'

const KIND_OPTIONS = [
  { value: 'text', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'boolean', label: 'Yes or no' },
]

const BOOLEAN_OPTIONS = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

type Attributes = MemberAttributes['attributes']

/** Edits what the partner says about a member. Sends what was changed, so that other changes stay. */
export function AttributesDialog({
  isOpen,
  close,
  member,
  attributes,
}: MemberDialog & { attributes: Attributes }) {
  return (
    <Dialog isOpen={isOpen} close={close} title={`Attributes of ${memberName(member)}`}>
      <AttributesForm member={member} close={close} attributes={attributes} />
    </Dialog>
  )
}

function AttributesForm({
  member,
  close,
  attributes,
}: Omit<MemberDialog, 'isOpen'> & { attributes: Attributes }) {
  const queryClient = useQueryClient()
  const { userId } = member
  // Others may change some while this is open; only what differs from here is sent.
  const [before] = useState(attributes)
  const { form, ...submission } = useServerForm<AttributeInputs>({
    initialValues: { inputs: inputsOf(before) },
    validate: problemsOf,
    send: async ({ inputs }) => {
      await laurel.users.changeAttributes(userId, { attributes: changesOf(before, inputs) })
      await queryClient.invalidateQueries({ queryKey: attributesQuery(userId).queryKey })
      notifications.show({ message: `The attributes of ${memberName(member)} are saved.` })
      close()
    },
  })
  const { inputs } = form.getValues()
  return (
    <DialogForm submission={submission} action="Save" close={close}>
      <Text size="sm" c="dimmed">
        What you say about this member, for the conditions of rules. Other members do not see it.
      </Text>
      {inputs.map((input, index) => (
        <AttributeFields key={input.key} form={form} input={input} index={index} />
      ))}
      <Group>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={inputs.length >= ATTRIBUTES_MAX}
          onClick={() => form.insertListItem('inputs', newAttributeInput())}
        >
          Add an attribute
        </Button>
      </Group>
    </DialogForm>
  )
}

function AttributeFields({
  form,
  input,
  index,
}: {
  form: UseFormReturnType<AttributeInputs>
  input: AttributeInput
  index: number
}) {
  const path = `inputs.${index}`
  const which = `attribute ${index + 1}`
  const value = form.getInputProps(`${path}.text`)
  return (
    <div className="attribute-inputs">
      <TextInput
        aria-label={`Name of ${which}`}
        placeholder="Name"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps(`${path}.name`)}
      />
      <NativeSelect
        aria-label={`Kind of ${which}`}
        data={KIND_OPTIONS}
        value={input.kind}
        onChange={({ currentTarget }) => {
          const kind = currentTarget.value as AttributeInput['kind']
          form.setFieldValue(`${path}.kind`, kind)
          if (kind === 'boolean') form.setFieldValue(`${path}.text`, 'true')
        }}
      />
      {input.kind === 'boolean' ? (
        <NativeSelect aria-label={`Value of ${which}`} data={BOOLEAN_OPTIONS} {...value} />
      ) : (
        <TextInput
          aria-label={`Value of ${which}`}
          placeholder="Value"
          autoComplete="off"
          dir="auto"
          inputMode={input.kind === 'number' ? 'decimal' : 'text'}
          {...value}
        />
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={`Remove ${input.name || which}`}
        onClick={() => form.removeListItem('inputs', index)}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}
