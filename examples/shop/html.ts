/** Text that is HTML already. */
export type Html = { html: string }

type Value = Html | string | number | undefined | null | false | Value[]

/** Makes HTML of a template; every value in it is escaped unless it is HTML itself. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return { html: String.raw({ raw: strings }, ...values.map(htmlOf)) }
}

function htmlOf(value: Value): string {
  if (Array.isArray(value)) return value.map(htmlOf).join('')
  if (value === undefined || value === null || value === false) return ''
  if (typeof value === 'object') return value.html
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
