import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { forbidden, invalid, notFound, tooMany, unavailable } from '../../runtime/failure.ts'
import { FORM_EXPIRED, sendProblemPage } from './problem-page.ts'

for (const [thrown, code, title, retryAfter] of [
  [unavailable('The service is stopping.'), 503, 'Back in a moment', '1'],
  [Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), 503, 'Back in a moment', '1'],
  [tooMany('Too many.', 61), 429, 'Too many tries', '61'],
  [notFound('Partner'), 404, 'Page not found', undefined],
  [forbidden('<b>'), 403, 'Not allowed', undefined],
  [invalid('x'), 400, 'That could not be read', undefined],
  [FORM_EXPIRED, 403, 'This form has expired', undefined],
  [new Error('secret detail'), 500, 'Something went wrong on our side', undefined],
] as const) {
  test(`${thrown.message} is a page with the code ${code}`, async () => {
    const app = Fastify()
    app.setErrorHandler(sendProblemPage)
    app.get('/', async () => {
      throw thrown
    })
    const answer = await app.inject('/')
    assert.equal(answer.statusCode, code)
    assert.match(answer.headers['content-type'] as string, /^text\/html/)
    assert.equal(answer.headers['retry-after'], retryAfter)
    assert.ok(answer.body.includes(`<h1>${title}</h1>`))
    assert.ok(!answer.body.includes('secret detail') && !answer.body.includes('<b>'))
  })
}
