import { type OpenTransport, readFrame } from './transport.ts'

/** A WebSocket at an address below which the page was loaded. */
export function socketAt(path: string): OpenTransport {
  return ({ opened, received, closed }) => {
    const address = new URL(path, location.href)
    address.protocol = address.protocol.replace('http', 'ws')
    const socket = new WebSocket(address)
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      closed()
    }
    socket.addEventListener('open', () => {
      if (!isOver) opened()
    })
    socket.addEventListener('message', ({ data }) => {
      for (const message of readFrame(data)) if (!isOver) received(message)
    })
    socket.addEventListener('close', end)
    socket.addEventListener('error', end)
    return {
      send: (messages) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(messages))
      },
      close: () => {
        isOver = true
        socket.close()
      },
    }
  }
}
