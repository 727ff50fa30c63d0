import { type OpenTransport, readFrame } from './transport.ts'

/** A WebSocket, which `connect` opens. */
export function overSocket(connect: () => WebSocket): OpenTransport {
  return ({ opened, received, closed }) => {
    const socket = connect()
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
