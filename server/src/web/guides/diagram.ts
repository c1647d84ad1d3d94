import { type Html, html } from '../../people/pages/layout.ts'

/** A node with its text, such as `p(["paid 10"])`. */
const NODE = /(\w+)(?:\(?\[|\{)"([^"]*)"(?:\]\)?|\})/g
/** An arrow, whose words are inside (`-- award -->`) or behind it (`<-->|adjustment|`). */
const ARROW = /\s+(<?)(?:--|-\.)(?:\s+"?([^"]+?)"?\s+(?:--|\.-)|-)?>(?:\|([^|]+)\|)?\s+/
const PARTICIPANT = /^participant (\w+) as (.+)$/
const MESSAGE = /^(\w+)-?-[>x]+(\w+): (.+)$/

/** Shows a diagram in the language of Mermaid as rows of boxes and arrows, because pages run no script. */
export function diagram(text: string): Html {
  const [kind = '', ...lines] = text.split('\n').map((line) => line.trim())
  const rows = kind === 'sequenceDiagram' ? messageRows(lines) : flowRows(lines.filter((line) => line !== ''))
  return html`<ul class="diagram">${rows.map((row) => html`<li class="step">${row}</li>`)}</ul>`
}

const box = (words: string) => html`<span class="box">${words}</span>`
const arrow = (sign: string, words = '') =>
  html` <span class="arrow">${words && html`${words} `}${sign}</span> `

function flowRows(lines: string[]): Html[] {
  const words = new Map<string, string>()
  for (const [, id = '', text = ''] of lines.join('\n').matchAll(NODE)) words.set(id, text)
  return lines.map((line) => {
    const [first = '', ...rest] = line.replaceAll(NODE, '$1').split(ARROW)
    const boxOf = (id = '') => box(words.get(id) ?? id)
    const steps = Array.from({ length: rest.length / 4 }, (_, index) => rest.slice(index * 4, index * 4 + 4))
    return html`${boxOf(first)}${steps.map(
      ([back, within, behind, id]) => html`${arrow(back ? '↔' : '→', within ?? behind)}${boxOf(id)}`,
    )}`
  })
}

function messageRows(lines: string[]): Html[] {
  const names = new Map(lines.flatMap((line) => matchOf(PARTICIPANT, line)).map(([id, name]) => [id, name]))
  return lines
    .flatMap((line) => matchOf(MESSAGE, line))
    .map(
      ([from, to, words]) =>
        html`${box(names.get(from) ?? '')}${arrow('→')}${box(names.get(to) ?? '')} ${words}`,
    )
}

function matchOf(pattern: RegExp, line: string): [string, string, string][] {
  const found = pattern.exec(line)
  return found ? [[found[1] ?? '', found[2] ?? '', found[3] ?? '']] : []
}
