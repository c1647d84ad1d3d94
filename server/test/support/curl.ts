import assert from 'node:assert/strict'

/** Sends the request of the curl command on a page, with its placeholders filled in, without a shell. */
export async function sendCurl(lines: string, placeholders: Record<string, string>): Promise<Response> {
  const filled = Object.entries(placeholders).reduce(
    (text, [name, value]) => text.replaceAll(name, value),
    (/curl [^|]*/.exec(lines)?.[0] ?? '').replaceAll('\\\n', ' '),
  )
  const words = [...filled.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  )
  const [program, ...rest] = words
  assert.equal(program, 'curl')
  const headers = new Headers()
  const data: string[] = []
  let url = ''
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] ?? ''
    const next = () => rest[++at] ?? ''
    if (word === '-s') continue
    if (word === '-H') headers.set(...splitAt(next(), ': '))
    else if (word === '-u') headers.set('authorization', `Basic ${btoa(next())}`)
    else if (word === '-d') data.push(next())
    else url = word
  }
  const body = data.join('&')
  if (!headers.has('content-type')) headers.set('content-type', 'application/x-www-form-urlencoded')
  return fetch(url, { method: 'POST', headers, body })
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  return [text.slice(0, at), text.slice(at + mark.length)]
}
