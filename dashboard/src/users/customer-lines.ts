/** A customer as pasted: the partner's id, and a name and e-mail address if there are any. */
export type CustomerLine = { externalId: string; fullname?: string; email?: string }

/**
 * One customer per line: id, name, e-mail address, separated by commas, semicolons or tabs. A field with an
 * @ is the address, wherever it stands after the id.
 */
export function customersOf(text: string): CustomerLine[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.split(/[,;\t]/).map((field) => field.trim()))
    .filter(([externalId]) => externalId)
    .map(([externalId = '', ...others]) => {
      const email = others.find((field) => field.includes('@'))
      const fullname = others.find((field) => field !== '' && field !== email)
      return { externalId, ...(fullname && { fullname }), ...(email && { email }) }
    })
}
