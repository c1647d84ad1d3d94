import { LaurelError, LaurelUnreachable } from './errors.ts'

/** One block of a stream of server-sent events. A heartbeat has no data. */
export type Block = { id?: string; event?: string; data?: string; retry?: number }

/** Reads a stream block by block. Throws a `LaurelError` when it breaks, or is silent for too long. */
export async function* readBlocks(
  body: ReadableStream<Uint8Array> | null,
  silenceMs: number,
): AsyncGenerator<Block, void> {
  if (!body) return
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const chunk = await nextChunk(reader, silenceMs)
      if (!chunk) return
      text += decoder.decode(chunk, { stream: true })
      const parts = text.split('\n\n')
      text = parts.pop() ?? ''
      for (const part of parts) yield parseBlock(part)
    }
  } finally {
    // A broken stream cannot be cancelled.
    reader.cancel().catch(() => {})
  }
}

async function nextChunk(reader: ReadableStreamDefaultReader<Uint8Array>, silenceMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    const message = `The stream was silent for ${silenceMs} ms.`
    timer = setTimeout(() => reject(new LaurelUnreachable(message, { code: 'timeout' })), silenceMs)
  })
  try {
    const { value } = await Promise.race([reader.read(), silence])
    return value
  } catch (error) {
    if (error instanceof LaurelError) throw error
    throw new LaurelUnreachable('The stream broke.', { code: 'connection_failed', cause: error })
  } finally {
    clearTimeout(timer)
  }
}

function parseBlock(text: string): Block {
  const block: Block = {}
  for (const line of text.split('\n')) {
    const [, field, value = ''] = /^(id|event|data|retry): ?(.*)$/.exec(line) ?? []
    if (field === 'id' || field === 'event' || field === 'data') block[field] = value
    if (field === 'retry') block.retry = Number(value)
  }
  return block
}
