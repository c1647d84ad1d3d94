import { Agent, request as httpRequest } from 'node:http'
import { constants, setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

export type FloodRequest = {
  method?: string
  path: string
  type?: string
  body: string
  token: string | undefined
}
/** `breaksOff` ends the requests in progress with the flood, such as files that take long to read. */
export type Flood = { url: string; atOnce: number; requests: FloodRequest[]; breaksOff?: boolean }

// A process of its own, which lets the service go first: only what the service does with the requests counts.
setPriority(constants.priority.PRIORITY_LOW)

const CLOSED = 0

const statuses = new Set<number>()
/** The attacker's own address, where all of 127/8 is this machine. */
const localAddress = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1'
const agent = new Agent({ keepAlive: true, localAddress })
let isStopped = false
let breaksOff = false
let sent = 0

/** Beyond a limit it is the limit that responds, and not what the flood is about. */
const PAUSE_MS = 50

/** Sends a request without looking at the response; resolves to its status. */
function send(
  url: string,
  { method = 'POST', path, type = 'application/json', body, token }: FloodRequest,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(body !== '' && { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
      ...(token && { authorization: `Bearer ${token}` }),
    }
    const request = httpRequest(`${url}${path}`, { agent, method, headers }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
      response.once('error', reject)
    })
    request.once('error', reject)
    request.end(body)
  })
}

process.on('message', async (message: Flood | 'stop') => {
  if (message === 'stop') {
    isStopped = true
    if (breaksOff) agent.destroy()
    return
  }
  const { url, atOnce, requests } = message
  breaksOff = message.breaksOff ?? false
  const workers = Array.from({ length: atOnce }, async () => {
    while (!isStopped) {
      sent += 1
      const status = await send(url, requests[sent % requests.length] as FloodRequest).catch((error) => {
        if (isStopped && breaksOff) return undefined
        // A service that refuses a body before its end closes the connection; the response may be lost then.
        if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return CLOSED
        throw error
      })
      if (status === undefined) return
      if (statuses.size === 0) process.send?.('begun')
      statuses.add(status)
      if (status === 429) await pause(PAUSE_MS)
    }
  })
  await Promise.all(workers)
  agent.destroy()
  process.send?.([...statuses], () => process.disconnect())
})
