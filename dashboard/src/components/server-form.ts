import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { problemsByField, sentenceOf } from '../api/failure.ts'

export type FormSubmission = {
  isSending: boolean
  /** The error that belongs to no field of the form. */
  problem: string | null
  submit: (event?: SyntheticEvent<HTMLFormElement>) => void
}

export type ServerForm<Values> = FormSubmission & { form: UseFormReturnType<Values> }

/**
 * A form that the service checks: what it says about a field is shown at that field, the rest above the form, and everything that was
 * typed stays. `fields` gives the field of the form for a name that the service uses, where the two differ; `sentences` gives the field
 * that a whole sentence of the service belongs to, by how it begins: `{ 'The email': 'email' }`.
 */
export function useServerForm<Values extends Record<string, unknown>>({
  initialValues,
  validate,
  send,
  fields = {},
  sentences = {},
}: {
  initialValues: Values
  validate?: (values: Values) => FormErrors
  send: (values: Values) => Promise<void>
  fields?: Record<string, string>
  sentences?: Record<string, string>
}): ServerForm<Values> {
  const form = useForm<Values>({ initialValues, ...(validate && { validate }) })
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [failures, setFailures] = useState(0)
  const element = useRef<HTMLFormElement | null>(null)
  const noteFailure = () => setFailures((count) => count + 1)

  // Runs after the errors are rendered.
  useEffect(() => {
    if (failures > 0) focusFirstProblem(element.current)
  }, [failures])

  function problemsOf(error: unknown): Record<string, string> {
    const sentence = sentenceOf(error)
    const start = Object.keys(sentences).find((each) => sentence.startsWith(`${each} `))
    const field = start && sentences[start]
    if (field) return { [field]: sentence }
    const names = [...Object.keys(fields), ...Object.keys(initialValues)]
    const found = Object.entries(problemsByField(error, names))
    return Object.fromEntries(found.map(([name, problem]) => [fields[name] ?? name, problem]))
  }

  async function sendValues(values: Values): Promise<void> {
    setSending(true)
    setProblem(null)
    try {
      await send(values)
    } catch (error) {
      const found = problemsOf(error)
      form.setErrors(found)
      if (Object.keys(found).length === 0) setProblem(sentenceOf(error))
      noteFailure()
    } finally {
      setSending(false)
    }
  }

  const submit: FormSubmission['submit'] = (event) => {
    element.current = event?.currentTarget ?? null
    form.onSubmit(sendValues, noteFailure)(event)
  }
  return { form, isSending, problem, submit }
}

function focusFirstProblem(form: HTMLFormElement | null): void {
  const problems = '[aria-invalid="true"], [data-problem]'
  const first = form?.querySelector<HTMLElement>(problems) ?? document.querySelector<HTMLElement>(problems)
  first?.focus()
}
