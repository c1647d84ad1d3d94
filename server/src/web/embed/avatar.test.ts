import assert from 'node:assert/strict'
import { test } from 'node:test'
import { avatarOf } from './avatar.ts'

test('a tag always has the same avatar, and other tags have others', () => {
  const tags = Array.from({ length: 500 }, (_, index) => `member.${index}`)
  const drawn = tags.map((tag) => avatarOf(tag).text)
  assert.deepEqual(
    tags.map((tag) => avatarOf(tag).text),
    drawn,
  )
  assert.ok(new Set(drawn).size > 490, String(new Set(drawn).size))
})

test('an avatar shows nothing of the text of the tag', () => {
  for (const tag of ['<script>alert(1)</script>', '"onload="x', 'عائشة', '🏆', ''])
    assert.match(
      avatarOf(tag).text,
      /^<svg class="avatar tone-\d" viewBox="0 0 40 40" aria-hidden="true">(<(circle|path) [a-z]+="[\w .-]+"( [a-z]+="[\w .-]+")*\/>)+<\/svg>$/,
    )
})

test('all hidden members have one avatar', () => {
  assert.equal(avatarOf(null).text, avatarOf(null).text)
  assert.doesNotMatch(avatarOf(null).text, /tone/)
})
