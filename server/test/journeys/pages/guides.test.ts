import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { noBrowser, openChromium, PHONE } from '../../support/browser.ts'
import { checkPage } from '../../support/looks.ts'
import { useSharedService } from '../../support/service.ts'

const docs = fileURLToPath(new URL('../../../../docs', import.meta.url))
const INDEX = '/docs/guides'
const service = useSharedService()

type Visit = { status: number; text: string; policy: string }
const visits = new Map<string, Visit>()

async function visit(path: string): Promise<Visit> {
  const known = visits.get(path)
  if (known) return known
  const response = await fetch(`${service.url}${path}`)
  const policy = response.headers.get('content-security-policy') ?? ''
  const visited = { status: response.status, text: await response.text(), policy }
  visits.set(path, visited)
  return visited
}

const linksOf = (text: string) => [...text.matchAll(/ href="([^"]*)"/g)].map(([, href]) => href ?? '')
const isGuide = (path: string) => path === INDEX || path.startsWith(`${INDEX}/`)

/** Every guide that is reached from the index by links. */
async function reachedGuides(): Promise<string[]> {
  const reached = new Set([INDEX])
  for (const path of reached)
    for (const link of linksOf((await visit(path)).text)) {
      const [target = ''] = link.split('#')
      if (isGuide(target)) reached.add(target)
    }
  return [...reached]
}

test('links lead from the index to every guide and to every page of the documentation', async () => {
  const reached = await reachedGuides()
  const names = globSync('{,guides/}*.md', { cwd: docs }).map((file) => basename(file, '.md'))
  assert.ok(names.length > 20)
  assert.deepEqual(
    names.filter((name) => name !== 'README' && !reached.includes(`${INDEX}/${name}`)),
    [],
  )
})

test('every link of a guide leads to a page that is served, and to a heading that it has', async () => {
  const dead: string[] = []
  for (const path of await reachedGuides())
    for (const link of linksOf((await visit(path)).text).filter((href) => /^[/#]/.test(href))) {
      const [target = '', heading] = link.split('#')
      const { status, text } = await visit(target || path)
      // A browser signs in first where a page is somebody's own.
      if (status !== 200) dead.push(`${path}: ${link} is ${status}`)
      else if (heading && !text.includes(` id="${heading}"`)) dead.push(`${path}: ${link} has no heading`)
    }
  assert.deepEqual(dead, [])
})

test('guides are pages without scripts, and their code without the words for our tests', async () => {
  for (const path of await reachedGuides()) {
    const { status, text, policy } = await visit(path)
    assert.equal(status, 200, path)
    assert.match(policy, /^default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; /)
    assert.doesNotMatch(text, /<script|<style|<img| style="| on\w+="|mermaid|flowchart/, path)
    assert.doesNotMatch(text, /until-stopped|"Code, \w+ /, path)
    assert.match(text, /<title>[^<]+ – Laurel<\/title>/, path)
  }
  const { text } = await visit(`${INDEX}/quick-start`)
  assert.match(text, /<pre [^>]*aria-label="Code, python"[^>]*><code>import base64/)
})

test('what begins as a diagram is read as boxes and arrows', async () => {
  const { text } = await visit(`${INDEX}/concepts`)
  const rows = [...text.matchAll(/<li class="step">(.*?)<\/li>/gs)].map(([, row = '']) =>
    row.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' '),
  )
  for (const row of [
    'award → counted 1 of 3 → award → counted 2 of 3 → award → paid 10',
    'paid 10 next round → award',
    'all done? with the last one → paid 20; a new round begins',
    'Laurel → Your backend 201, lost on the way',
    'issuance adjustment ↔ a member&#39;s wallet',
    'a member&#39;s wallet transfer → spend',
  ])
    assert.ok(rows.includes(row), `${row}: ${rows.join('\n')}`)
})

test('a guide that does not exist is a page that says so', async () => {
  for (const name of ['nothing', '..%2f..%2fpackage.json', '__proto__', 'README']) {
    const { status, text } = await visit(`${INDEX}/${name}`)
    assert.equal(status, 404, name)
    assert.match(text, /There is no guide at this address/)
  }
})

test('every guide can be read, with a screen reader and on a phone', {
  skip: noBrowser,
}, async () => {
  const { page, complaints } = await openChromium(service.url, PHONE)
  for (const path of await reachedGuides()) {
    await page.goto(path)
    await checkPage(page, `guides-${basename(path)}`)
  }
  assert.deepEqual(complaints, [])
})
