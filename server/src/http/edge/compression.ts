import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, onSendHookHandler, RouteOptions } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response holds a token, so its length must not depend on the text beside it. */
    isUncompressed?: boolean
  }
}

/** Smaller responses take one or two packets either way. */
const CHARACTERS_MIN = 2_048
/**
 * Compression uses Node's few threads, which hashing passwords needs too. Beyond it, text is sent as it is.
 */
const CONCURRENCY_MAX = 2
const QUALITY_ON_THE_FLY = 4
const QUALITY_ONCE = 9

const ENCODINGS = ['br', 'gzip'] as const
type Encoding = (typeof ENCODINGS)[number]

/** The best encoding that a client accepts. */
function encodingOf(acceptEncoding: string | undefined): Encoding | undefined {
  const accepted = (acceptEncoding ?? '').toLowerCase().split(',')
  const isAccepted = (encoding: Encoding) =>
    accepted.some((each) => {
      const [name, quality] = each.split(';').map((part) => part.trim())
      return name === encoding && !/^q=0(\.0*)?$/.test(quality ?? '')
    })
  return ENCODINGS.find(isAccepted)
}

const COMPRESS = { br: promisify(brotliCompress), gzip: promisify(gzip) }

function compress(text: string, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === 'gzip') return COMPRESS.gzip(text, { level: quality })
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  }
  return COMPRESS.br(text, { params })
}

/**
 * Compresses larger JSON responses to GET requests, in threads. Others are left alone: awards must not wait
 * for it, and responses to POST hold tokens and secrets, whose length must not depend on text beside them.
 */
export function compressReads(app: FastifyInstance): void {
  let compressing = 0
  // The hook has a callback, because a promise for each small response would cost more than the check.
  const onSend: onSendHookHandler<unknown> = (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < CHARACTERS_MIN) return done(null, payload)
    if (request.method !== 'GET' || !isJson(reply)) return done(null, payload)
    varyByEncoding(reply)
    const encoding = encodingOf(request.headers['accept-encoding'])
    if (!encoding || compressing >= CONCURRENCY_MAX) return done(null, payload)
    compressing += 1
    compress(payload, encoding, QUALITY_ON_THE_FLY)
      .then((compressed) => {
        reply.header('content-encoding', encoding).removeHeader('content-length')
        return compressed
      })
      .finally(() => {
        compressing -= 1
      })
      .then((compressed) => done(null, compressed), done)
  }
  app.addHook('onRoute', (route: RouteOptions) => {
    if (route.method === 'GET' && !route.config?.isUncompressed)
      route.onSend = [...[route.onSend ?? []].flat(), onSend]
  })
}

function varyByEncoding(reply: FastifyReply): void {
  const others = reply.getHeader('vary')
  reply.header('vary', others ? `${others}, accept-encoding` : 'accept-encoding')
}

const isJson = (reply: FastifyReply) => String(reply.getHeader('content-type')).startsWith('application/json')

/** Sends a text that never changes, compressed once for each encoding. */
export function createConstantText(text: string) {
  const compressed = new Map<Encoding, Promise<Buffer>>()
  return async (acceptEncoding: string | undefined, reply: FastifyReply): Promise<string | Buffer> => {
    varyByEncoding(reply)
    const encoding = encodingOf(acceptEncoding)
    if (!encoding) return text
    const known = compressed.get(encoding) ?? compress(text, encoding, QUALITY_ONCE)
    compressed.set(encoding, known)
    reply.header('content-encoding', encoding)
    return known
  }
}
