import { connect, createServer, type Socket } from 'node:net'

/** A TCP line to a server that can go dead while its connections stay open, as to a machine that hangs. */
export type Line = {
  /** The given address, through the line. */
  url: string
  /** From now on nothing gets through, either way; new connections are taken and hear nothing. */
  freeze: () => void
  /** What waited goes on. */
  thaw: () => void
  close: () => void
}

export async function startLine(to: string): Promise<Line> {
  const { hostname, port } = new URL(to)
  const pairs = new Set<readonly [Socket, Socket]>()
  const join = (from: Socket, into: Socket) => void from.pipe(into)
  const cut = (socket: Socket) => void socket.unpipe().pause()
  let isFrozen = false
  const line = createServer((inside) => {
    const pair = [inside, connect(Number(port), hostname)] as const
    pairs.add(pair)
    const hangUp = () => {
      pairs.delete(pair)
      for (const socket of pair) socket.destroy()
    }
    for (const socket of pair) socket.on('error', hangUp).on('close', hangUp)
    if (isFrozen) return
    join(pair[0], pair[1])
    join(pair[1], pair[0])
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  const address = line.address()
  const url = new URL(to)
  url.port = String(typeof address === 'object' && address !== null ? address.port : 0)
  return {
    url: url.href,
    freeze: () => {
      isFrozen = true
      for (const socket of [...pairs].flat()) cut(socket)
    },
    thaw: () => {
      isFrozen = false
      for (const [inside, outside] of pairs) {
        join(inside, outside)
        join(outside, inside)
      }
    },
    close: () => {
      for (const socket of [...pairs].flat()) socket.destroy()
      line.close()
    },
  }
}
