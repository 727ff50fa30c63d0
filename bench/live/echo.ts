import { WebSocketServer } from 'ws'
import type { ClientMessage, ServerMessage } from '../../server/lib/live-messages.ts'

/**
 * The bare limit, in a process of its own: numbers the batches that arrive and sends them to everyone, several in a
 * frame as Quire does. It checks and stores nothing.
 */
const groupMs = 12
const author = { id: '', name: '', via: 'api' }
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
let version = 1
let waiting: ServerMessage[] = []

server.on('connection', (socket) => {
  socket.on('message', (data) => {
    if (!Buffer.isBuffer(data)) return
    const messages: ClientMessage[] = JSON.parse(data.toString())
    for (const message of messages) {
      if (message.type === 'open') {
        const { pageId } = message
        const opened = { type: 'opened', pageId, version, level: 'write', batches: [], people: [] }
        socket.send(JSON.stringify([opened]))
      } else if (message.type === 'steps') {
        if (waiting.length === 0) setTimeout(sendAll, groupMs)
        const { pageId, id, steps } = message
        waiting.push({ type: 'batch', pageId, version: (version += 1), id, author, steps })
      }
    }
  })
})

function sendAll(): void {
  const frame = Buffer.from(JSON.stringify(waiting))
  waiting = []
  for (const client of server.clients) client.send(frame, { binary: false })
}

server.on('listening', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' ? address?.port : undefined)
})
process.on('disconnect', () => process.exit())
