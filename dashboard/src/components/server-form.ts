import { LaurelError, type Refusal } from '@laurel/sdk'
import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { pageSentence, sentenceOf } from '../api/sentence.ts'

/** The code of a request with wrong fields. */
const BAD_REQUEST = 'Bad request'

export type FormSubmission = {
  isSending: boolean
  /** The error that belongs to no field of the form. */
  formError: string | null
  submit: (event?: SyntheticEvent<HTMLFormElement>) => void
}

export type ServerFormOptions<Values> = {
  initialValues: Values
  validate?: (values: Values) => FormErrors
  /** Resolves to a refusal, which is shown above the form, or to nothing. */
  send: (values: Values) => Promise<void> | Promise<Refusal | undefined>
  /** The form's names of fields that the API calls otherwise. */
  inputs?: Record<string, keyof Values & string>
}

export type ServerForm<Values> = FormSubmission & { form: UseFormReturnType<Values> }

/**
 * A form that the service validates. Shows the problem of a field beside its input and any other failure
 * above the form; typed input is kept.
 */
export function useServerForm<Values extends Record<string, unknown>>({
  initialValues,
  validate,
  send,
  inputs = {},
}: ServerFormOptions<Values>): ServerForm<Values> {
  const form = useForm<Values>({ initialValues, ...(validate && { validate }) })
  const [isSending, setSending] = useState(false)
  const [formError, setFormError] = useState<string | null>(null)
  const [failures, setFailures] = useState(0)
  const element = useRef<HTMLFormElement | null>(null)
  const countFailure = () => setFailures((count) => count + 1)

  // Runs after the errors are rendered.
  useEffect(() => {
    if (failures > 0) focusFirstError(element.current)
  }, [failures])

  function showFailure(error: unknown, values: Values): void {
    const sentence = sentenceOf(error)
    const { fields, code } = error instanceof LaurelError ? error : { fields: [], code: '' }
    // Other failures of a single field say more, such as what to do about a name that is taken.
    const isPlain = fields.length > 1 || code === BAD_REQUEST
    const problems = fields.map(({ field, problem }) => ({
      input: inputOf(inputs[field] ?? field, values),
      text: isPlain ? errorText(problem) : sentence,
    }))
    // Two fields of the API that share an input may have the same problem.
    const errors = new Map<string, Set<string>>()
    for (const { input, text } of problems)
      if (input !== null) errors.set(input, (errors.get(input) ?? new Set()).add(text))
    form.setErrors(Object.fromEntries([...errors].map(([input, texts]) => [input, [...texts].join(' ')])))
    if (problems.length === 0 || problems.some(({ input }) => input === null)) setFormError(sentence)
  }

  async function sendValues(values: Values): Promise<void> {
    setSending(true)
    setFormError(null)
    try {
      const refusal = await send(values)
      if (!refusal) return
      setFormError(pageSentence(refusal.message))
      countFailure()
    } catch (error) {
      showFailure(error, values)
      countFailure()
    } finally {
      setSending(false)
    }
  }

  const submit: FormSubmission['submit'] = (event) => {
    element.current = event?.currentTarget ?? null
    form.onSubmit(sendValues, countFailure)(event)
  }
  return { form, isSending, formError, submit }
}

/** The path of the input for a field such as `rules[0].name`; null when the form has none. */
function inputOf(field: string, values: Record<string, unknown>): string | null {
  const path = field.replaceAll(/\[(\d+)\]/g, '.$1').split('.')
  const [name = ''] = path
  if (!(name in values)) return null
  const value = path.reduce<unknown>(
    (parent, key) => (parent as Record<string, unknown> | null)?.[key],
    values,
  )
  return value === undefined ? name : path.join('.')
}

/** "Must be a number." or "This is required.", shown below the input. */
function errorText(problem: string): string {
  const text = problem.startsWith('must ') ? `M${problem.slice(1)}` : `This ${problem}`
  return text.endsWith('.') ? text : `${text}.`
}

function focusFirstError(form: HTMLFormElement | null): void {
  const errors = '[aria-invalid="true"], [data-form-error]'
  const first = form?.querySelector<HTMLElement>(errors) ?? document.querySelector<HTMLElement>(errors)
  first?.focus()
}
