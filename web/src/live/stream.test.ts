import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServerMessage } from '../../../server/lib/live-messages.ts'
import { replaceGlobals } from '../../../test/support/processes/replace.ts'
import { Source } from '../../../test/support/web/event-source.ts'
import { streamAt } from './stream.ts'

let posted: unknown[] = []
let answer = '[]'

beforeEach(() => {
  Source.opened = []
  posted = []
  answer = '[]'
  replaceGlobals({
    EventSource: Source,
    fetch: async (url: string, { body }: { body: string }) => {
      posted.push([url, JSON.parse(body)])
      if (answer === '') throw new TypeError('no network')
      return new Response(answer)
    },
  })
})

function start() {
  const log: string[] = []
  const transport = streamAt('/app/live')({
    opened: () => log.push('opened'),
    received: (message: ServerMessage) => log.push(message.type),
    closed: () => log.push('closed'),
  })
  const emit = (message: ServerMessage) => Source.opened.at(-1)?.emit(JSON.stringify([message]))
  emit({ type: 'welcome', connection: 'c1', schema: 1, maxBytes: 100 })
  return { transport, log, emit }
}

const open = { type: 'open', workspaceId: 'w', pageId: 'p', version: 3, schema: 1 } as const
const cursor = { type: 'cursor', pageId: 'p', version: 3, anchor: 1, head: 1 } as const

describe('streamAt', () => {
  it('is closed once when the stream breaks or a request does not arrive', async () => {
    const { transport, log } = start()
    transport.send([open])
    answer = ''
    transport.send([cursor])
    await pause(5)
    assert.deepEqual(log, ['welcome', 'closed'])
    Source.opened.at(-1)?.fail(true)
    assert.deepEqual(log, ['welcome', 'closed'])
  })

  it('posts nothing for a page that is not open, and no answer to a ping', async () => {
    const { transport } = start()
    transport.send([cursor, { type: 'pong' }])
    await pause(5)
    assert.deepEqual(posted, [])
    transport.close()
  })

  it('names the pages in the address, and posts the rest with the connection', async () => {
    const { transport, log, emit } = start()
    transport.send([open])
    assert.equal(Source.opened.length, 2)
    assert.equal(Source.opened[0]?.readyState, Source.CLOSED)
    const query = new URL(Source.opened[1]?.url ?? '', 'http://quire.test').searchParams
    assert.deepEqual(JSON.parse(query.get('messages') ?? ''), [open])
    emit({ type: 'welcome', connection: 'c2', schema: 1, maxBytes: 100 })
    answer = '[{"type":"ping"}]'
    transport.send([cursor])
    await pause(5)
    const body = { connection: 'c2', workspaceId: 'w', messages: [cursor] }
    assert.deepEqual(posted, [['/app/live/messages', body]])
    assert.deepEqual(log, ['welcome', 'welcome', 'ping'])
    transport.send([{ type: 'close', pageId: 'p' }])
    transport.close()
  })
})
