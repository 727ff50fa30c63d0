import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import type { ClientMessage, ServerMessage } from '../../../server/lib/live-messages.ts'
import { Connection } from './connection.ts'
import { readFrame, type OpenTransport, type TransportEvents } from './transport.ts'

type Opened = TransportEvents & { sent: ClientMessage[]; isClosed: boolean }

/** Ways to a server of a few lines, and all that were taken. */
function ways(): { opened: Opened[]; transport: OpenTransport } {
  const opened: Opened[] = []
  const transport: OpenTransport = (events) => {
    const one: Opened = { ...events, sent: [], isClosed: false }
    opened.push(one)
    return {
      send: (messages) => one.sent.push(...messages),
      close: () => (one.isClosed = true),
    }
  }
  return { opened, transport }
}

function listener() {
  const log: string[] = []
  return {
    log,
    connected: (schema: number) => log.push(`connected ${schema}`),
    disconnected: () => log.push('disconnected'),
    received: (message: ServerMessage) => log.push(message.type),
  }
}

const welcome: ServerMessage = { type: 'welcome', connection: 'c1', schema: 3, maxBytes: 1000 }

beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }))
afterEach(() => mock.timers.reset())

describe('Connection', () => {
  it('sends nothing before the server has said its schema, nor after it is gone', () => {
    const { opened, transport } = ways()
    const connection = new Connection({ transports: [transport] })
    const end = connection.listen('p', listener())
    connection.send({ type: 'close', pageId: 'q' })
    opened[0]?.opened()
    connection.send({ type: 'close', pageId: 'q' })
    assert.deepEqual(opened[0]?.sent, [])
    opened[0]?.received(welcome)
    connection.send({ type: 'close', pageId: 'q' })
    assert.equal(opened[0]?.sent.length, 1)
    opened[0]?.closed()
    connection.send({ type: 'close', pageId: 'q' })
    assert.equal(opened[0]?.sent.length, 1)
    end()
  })

  it('tries the next way when one does not open, and the same again when it broke', () => {
    const socket = ways()
    const stream = ways()
    const connection = new Connection({ transports: [socket.transport, stream.transport] })
    const page = listener()
    const end = connection.listen('p', page)
    socket.opened[0]?.closed()
    mock.timers.tick(500)
    assert.equal(stream.opened.length, 1)
    stream.opened[0]?.received(welcome)
    stream.opened[0]?.closed()
    mock.timers.tick(500)
    assert.equal(stream.opened.length, 2)
    assert.deepEqual(page.log, ['disconnected', 'connected 3', 'disconnected'])
    end()
    assert.equal(stream.opened[1]?.isClosed, true)
  })

  it('waits longer after each failure, and not at all once the network is back', () => {
    const { opened, transport } = ways()
    const network = new EventTarget()
    const watchNetwork = (isBack: () => void) => {
      network.addEventListener('online', isBack)
      return () => network.removeEventListener('online', isBack)
    }
    const connection = new Connection({ transports: [transport], retryDelayMs: 1000, watchNetwork })
    const end = connection.listen('p', listener())
    for (const wait of [1000, 2000, 4000]) {
      const before = opened.length
      opened.at(-1)?.closed()
      mock.timers.tick(wait / 2 - 1)
      assert.equal(opened.length, before)
      mock.timers.tick(wait / 2 + 1)
      assert.equal(opened.length, before + 1)
    }
    opened.at(-1)?.closed()
    network.dispatchEvent(new Event('online'))
    assert.equal(opened.length, 5)
    end()
    network.dispatchEvent(new Event('online'))
    assert.equal(opened.length, 5)
  })

  it('gives up the connection when the network is gone: what is sent would arrive late', () => {
    const { opened, transport } = ways()
    let leave: () => void = () => undefined
    const connection = new Connection({
      transports: [transport],
      watchNetwork: (_isBack, isGone) => {
        leave = isGone
        return () => undefined
      },
    })
    const page = listener()
    const end = connection.listen('p', page)
    opened[0]?.received(welcome)
    leave()
    assert.equal(opened[0]?.isClosed, true)
    assert.deepEqual(page.log, ['connected 3', 'disconnected'])
    connection.send({ type: 'close', pageId: 'q' })
    assert.deepEqual(opened[0]?.sent, [])
    end()
  })

  it('tells a break of a moment from being away', () => {
    const { opened, transport } = ways()
    let leave: () => void = () => undefined
    const connection = new Connection({
      transports: [transport],
      watchNetwork: (_isBack, isGone) => {
        leave = isGone
        return () => undefined
      },
    })
    const end = connection.listen('p', listener())
    const lose = (milliseconds: number) => {
      opened.at(-1)?.closed()
      mock.timers.tick(milliseconds)
    }
    const expected: [() => void, boolean][] = [
      [() => undefined, false],
      [() => lose(9000), false],
      [() => lose(10_000), true],
      [() => lose(1000), false],
      [() => [4000, 4000, 4000].forEach(lose), true],
      [() => leave(), true],
      [() => lose(2000), false],
    ]
    for (const [breaks, wasAway] of expected) {
      breaks()
      mock.timers.tick(500)
      opened.at(-1)?.received(welcome)
      assert.equal(connection.wasAway, wasAway)
    }
    // Also if it fails again before the network is back.
    leave()
    lose(1000)
    mock.timers.tick(500)
    opened.at(-1)?.received(welcome)
    assert.equal(connection.wasAway, true)
    end()
  })

  it('takes a silent connection for dead, and answers pings', () => {
    const { opened, transport } = ways()
    const connection = new Connection({ transports: [transport], silenceMs: 45_000 })
    const page = listener()
    const end = connection.listen('p', page)
    opened[0]?.received(welcome)
    mock.timers.tick(40_000)
    opened[0]?.received({ type: 'ping' })
    assert.deepEqual(opened[0]?.sent, [{ type: 'pong' }])
    mock.timers.tick(40_000)
    assert.equal(opened[0]?.isClosed, false)
    mock.timers.tick(5000)
    assert.equal(opened[0]?.isClosed, true)
    assert.deepEqual(page.log, ['connected 3', 'disconnected'])
    // What comes late on the dead one is not for us.
    opened[0]?.received(welcome)
    assert.equal(connection.isConnected, false)
    end()
  })

  it('takes a connection for dead that opens no page, though the server pings', () => {
    const { opened, transport } = ways()
    const connection = new Connection({ transports: [transport], silenceMs: 45_000 })
    const page = listener()
    const end = connection.listen('p', page)
    opened[0]?.received(welcome)
    const open = { type: 'open', workspaceId: 'w', pageId: 'p', version: 1, schema: 3 } as const
    connection.send(open)
    mock.timers.tick(20_000)
    opened[0]?.received({ type: 'ping' })
    mock.timers.tick(25_000)
    assert.equal(opened[0]?.isClosed, true)
    mock.timers.tick(500)
    opened[1]?.received(welcome)
    connection.send(open)
    opened[1]?.received({ type: 'closed', pageId: 'p', code: 'BUSY', message: 'Later.' })
    mock.timers.tick(40_000)
    opened[1]?.received({ type: 'ping' })
    mock.timers.tick(40_000)
    assert.equal(opened[1]?.isClosed, false)
    assert.deepEqual(page.log, ['connected 3', 'disconnected', 'connected 3', 'closed'])
    end()
  })

  it('gives each page its messages, and closes with the last page', () => {
    const { opened, transport } = ways()
    const connection = new Connection({ transports: [transport] })
    const [one, two] = [listener(), listener()]
    const endOne = connection.listen('p', one)
    opened[0]?.received(welcome)
    const endTwo = connection.listen('q', two)
    assert.equal(opened.length, 1)
    opened[0]?.received({ type: 'presence', pageId: 'q', people: [] })
    opened[0]?.received({ type: 'presence', pageId: 'elsewhere', people: [] })
    assert.deepEqual([one.log, two.log], [['connected 3'], ['connected 3', 'presence']])
    endOne()
    assert.deepEqual(opened[0]?.sent, [{ type: 'close', pageId: 'p' }])
    endTwo()
    assert.equal(opened[0]?.isClosed, true)
    mock.timers.tick(60_000)
    assert.equal(opened.length, 1)
  })
})

describe('readFrame', () => {
  it('takes what is no list for no messages', () => {
    for (const data of [undefined, '', '{', '{"type":"ping"}', '3']) {
      assert.deepEqual(readFrame(data), [])
    }
    assert.deepEqual(readFrame('[{"type":"ping"}]'), [{ type: 'ping' }])
  })
})
