import { useState } from 'react'
import { type ServerForm, useServerForm } from '../components/server-form.ts'
import { isSpent } from './mailed-link.ts'

/** A form behind a mailed link, which may turn out to be spent when it is sent. */
export function useMailedForm<Values extends Record<string, unknown>>({
  initialValues,
  send,
}: {
  initialValues: Values
  send: (values: Values) => Promise<void>
}): ServerForm<Values> & { isSpent: boolean } {
  const [wasSpent, setSpent] = useState(false)
  const form = useServerForm({
    initialValues,
    send: async (values) => {
      try {
        await send(values)
      } catch (error) {
        if (!isSpent(error)) throw error
        setSpent(true)
      }
    },
  })
  return { ...form, isSpent: wasSpent }
}
