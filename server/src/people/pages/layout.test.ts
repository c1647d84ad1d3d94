import assert from 'node:assert/strict'
import { test } from 'node:test'
import { html, moment, page } from './layout.ts'

test('what is put into markup is escaped, unless it is markup', () => {
  const input = `<script>"'&`
  assert.equal(
    html`<a title="${input}">${input}</a>`.text,
    '<a title="&lt;script&gt;&quot;&#39;&amp;">&lt;script&gt;&quot;&#39;&amp;</a>',
  )
  assert.equal(
    html`<ul>${['<', '>'].map((each) => html`<li>${each}</li>`)}</ul>`.text,
    '<ul><li>&lt;</li><li>&gt;</li></ul>',
  )
  assert.equal(html`${undefined}${null}${false}${0}${12n}${''}`.text, '012')
  assert.equal(html`\\n`.text, html`${'\\n'}`.text)
})

test('a page escapes its title', () => {
  const { text } = page({ title: '</title><script>', body: html`<p>x</p>` })
  assert.ok(text.includes('<title>&lt;/title&gt;&lt;script&gt; – Laurel</title>'))
})

test('a moment is written out with its zone', () => {
  const moments = ['Europe/Berlin', 'Asia/Kolkata'].map(
    (zone) => moment(new Date('2026-07-01T23:05:09Z'), zone).text,
  )
  assert.deepEqual(moments, [
    '<time datetime="2026-07-01T23:05:09.000Z">2 Jul 2026, 01:05 CEST</time>',
    '<time datetime="2026-07-01T23:05:09.000Z">2 Jul 2026, 04:35 GMT+5:30</time>',
  ])
})

test('a moment is written out in UTC', () => {
  assert.equal(
    moment(new Date('2026-03-01T23:05:09.000Z')).text,
    '<time datetime="2026-03-01T23:05:09.000Z">1 Mar 2026, 23:05 UTC</time>',
  )
})
