import { connect, createServer, type Socket } from 'node:net'
import { listen } from './server.ts'

/** A proxy between a client and the service that can hold back long responses and break connections. */
export type Network = {
  url: string
  /** From now on each connection carries so many bytes down, then no more until `release`. */
  holdAfter(bytes: number): void
  release(): void
  /** Breaks the connections that are held back, and those that come so far. */
  cut(): void
  /** Loses the next responses: when one comes, its connection breaks. */
  loseResponses(count: number): void
  /** Breaks every connection. */
  breakAll(): void
}

export async function startNetwork(serviceUrl: string): Promise<Network> {
  const { hostname, port } = new URL(serviceUrl)
  let allowance = Number.POSITIVE_INFINITY
  let isCutting = false
  let losing = 0
  const open = new Map<Socket, { down: Socket; carried: number }>()

  const server = createServer((down) => {
    const up = connect(Number(port), hostname)
    const connection = { down, carried: 0 }
    open.set(up, connection)
    down.pipe(up)
    up.on('data', (chunk) => {
      if (losing > 0) {
        losing -= 1
        down.destroy()
        return
      }
      down.write(chunk)
      connection.carried += chunk.length
      if (connection.carried <= allowance) return
      if (isCutting) down.destroy()
      else up.pause()
    })
    up.on('end', () => down.end())
    for (const socket of [up, down]) {
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(up)
        up.destroy()
        down.destroy()
      })
    }
  })
  const url = await listen(server)

  return {
    url,
    holdAfter(bytes) {
      allowance = bytes
      isCutting = false
      for (const connection of open.values()) connection.carried = 0
    },
    release() {
      allowance = Number.POSITIVE_INFINITY
      isCutting = false
      for (const up of open.keys()) up.resume()
    },
    cut() {
      isCutting = true
      for (const [up, { down }] of open) if (up.isPaused()) down.destroy()
    },
    loseResponses(count) {
      losing = count
    },
    breakAll() {
      for (const { down } of open.values()) down.destroy()
    },
  }
}
