import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { boardOf } from '../../../../content/board.ts'
import type { PageDocument } from '../../../../content/document.ts'
import { schema } from '../../../../content/schema.ts'
import { givenFields, pickFields } from '../../../../server/lib/page-fields.ts'
import { pageOf } from '../../../../test/support/web/editor.ts'
import { LiveServer } from '../../../../test/support/web/live-server.ts'
import { PlainEditor } from '../../../../test/support/web/plain-editor.ts'
import { Connection } from '../../live/connection.ts'
import { loadDiff } from '../../live/document-diff.ts'
import { sourceOver } from '../../live/live-source.ts'
import type { Draft } from './drafts.ts'
import type { PageState, PageVersion } from './page-state.ts'
import { PageSync } from './page-sync.ts'
import type { LoadResult } from './save-status.ts'

await loadDiff()

const me = { id: 'ada', firstName: 'Ada', lastName: 'Lovelace' }

/** A page on a server, opened by HTTP first. */
function open(server: LiveServer, drafts: Draft[] = []) {
  const now = (): PageVersion => ({
    title: 'Plan',
    icon: null,
    ...givenFields(server.fields),
    content: server.doc.toJSON() as PageDocument,
    version: server.version,
    updatedAt: '2026-01-01T00:00:00Z',
    updatedBy: { id: 'bob', firstName: 'Bob', lastName: '' },
  })
  const editor = new PlainEditor(now().content)
  let shown: PageState = now()
  let isBoardShown = false
  let answer: LoadResult | undefined
  const saves: object[] = []
  let loads = 0
  const read = (): PageState =>
    isBoardShown ? shown : { ...shown, content: editor.state.doc.toJSON() as PageDocument }
  const sync = new PageSync({
    base: now(),
    me,
    read,
    readFields: () => pickFields(shown),
    levelChanged: () => undefined,
    show: (state) => {
      shown = state
      if (!isBoardShown) editor.show(state.content)
    },
    send: async ({ version, ...changes }) => {
      saves.push(changes)
      if (version !== server.version) return { kind: 'conflict' }
      if (changes.content !== undefined) server.doc = schema.nodeFromJSON(changes.content)
      server.version += 1
      return { kind: 'saved', version: server.version, updatedAt: 'now', updatedBy: me }
    },
    load: async () => {
      loads += 1
      return answer ?? { kind: 'loaded', page: now() }
    },
    slot: {
      set: async (draft) => void drafts.splice(0, 1, structuredClone(draft)),
      remove: async () => void drafts.splice(0, 1),
    },
    delayMs: 4,
    draftDelayMs: 10,
    retryDelayMs: 5,
    returnDelayMs: 20,
  })
  editor.changed = () => sync.changed()
  const transports = [server.transport('ada')]
  const connection = new Connection({ transports, retryDelayMs: 5, maxRetryDelayMs: 20 })
  return {
    sync,
    editor,
    drafts,
    saves,
    read,
    loads: () => loads,
    answering: (next: LoadResult | undefined) => (answer = next),
    goLive: () => sync.goLive(sourceOver(connection, 'w', 'p')),
    live: async () => {
      sync.attach(editor)
      sync.goLive(sourceOver(connection, 'w', 'p'))
      await until(() => sync.live?.isOpen === true)
    },
    names: (title: string) => {
      shown = { ...shown, title }
      sync.changed()
    },
    becomesBoard: () => {
      shown = { ...shown, content: boardOf(read().content) }
      isBoardShown = true
      sync.replaced()
    },
    writesBoard: (content: PageDocument) => {
      shown = { ...shown, content }
      sync.changed()
    },
  }
}

async function until(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 400; turn += 1) {
    if (condition()) return
    await pause(5)
  }
  assert.fail('it did not happen')
}

const textOf = ({ doc }: LiveServer) => doc.textBetween(0, doc.content.size, '/')

describe('PageSync', () => {
  it('saves the page as a whole while there is no connection', async () => {
    const server = new LiveServer(pageOf('One.'))
    server.isDown = true
    const { sync, editor, saves, goLive } = open(server)
    sync.attach(editor)
    goLive()
    editor.type('One.', ' Two.')
    await until(() => sync.status.kind === 'saved' && saves.length === 1)
    assert.equal(textOf(server), 'One. Two.')
    assert.equal(sync.live, undefined)
    await sync.close()
  })

  it('says why the page is closed, and keeps what is not sent', async () => {
    const server = new LiveServer(pageOf('One.'))
    const { sync, editor, drafts, live, answering } = open(server)
    await live()
    answering({ kind: 'refused', reason: 'lost', message: 'Gone.' })
    server.refusal = { code: 'BUSY' }
    editor.type('One.', ' Two.')
    server.send({ type: 'closed', pageId: 'p', code: 'PAGE_NOT_FOUND', message: 'Gone.' })
    await until(() => sync.status.kind === 'failed')
    assert.deepEqual(sync.status, { kind: 'failed', reason: 'lost', message: 'Gone.' })
    assert.ok(sync.hasUnsent)
    await until(() => drafts.length === 1)
    assert.deepEqual(drafts[0]?.mine.content, pageOf('One. Two.'))
    await sync.close()
    assert.equal(drafts.length, 1)
  })

  it('saves the page as a whole while the server does not let it in, and is live again later', async () => {
    for (const code of ['RATE_LIMITED', 'INTERNAL'] as const) {
      const server = new LiveServer(pageOf('One.'))
      const { sync, editor, saves, live } = open(server)
      await live()
      server.closing = { code, message: 'Too many.' }
      server.cut()
      await until(() => sync.live === undefined)
      assert.equal(sync.isFull, code === 'RATE_LIMITED')
      editor.type('One.', ' Two.')
      await until(() => saves.length > 0 && sync.status.kind === 'saved')
      assert.equal(textOf(server), 'One. Two.')
      server.closing = undefined
      await until(() => sync.live?.isOpen === true)
      assert.equal(sync.isFull, false)
      await sync.close()
    }
  })

  it('waits for a network that comes and goes, and sends steps when it is back', async () => {
    const server = new LiveServer(pageOf('One.'))
    const { sync, editor, saves, live, loads, answering } = open(server)
    await live()
    answering({ kind: 'unreachable' })
    server.isDown = true
    server.cut()
    editor.type('One.', ' Two.')
    await until(() => loads() >= 6)
    answering(undefined)
    await until(() => loads() >= 7)
    server.isDown = false
    await until(() => sync.live?.isOpen === true && sync.status.kind === 'saved')
    assert.equal(textOf(server), 'One. Two.')
    assert.deepEqual(saves, [])
    await sync.close()
  })

  it('says that too many tabs are open, and is live once one is closed', async () => {
    const server = new LiveServer(pageOf('One.'))
    server.isFull = true
    const { sync, editor, saves, goLive } = open(server)
    sync.attach(editor)
    goLive()
    await until(() => sync.isFull)
    editor.type('One.', ' Two.')
    await until(() => saves.length > 0 && sync.status.kind === 'saved')
    server.isFull = false
    await until(() => sync.live?.isOpen === true)
    assert.equal(sync.isFull, false)
    await sync.close()
  })

  it('merges as a whole what the journal does not reach, and is live again', async () => {
    const server = new LiveServer(pageOf('One.\n\nTwo.'))
    const { sync, editor, live } = open(server)
    await live()
    server.refusal = { code: 'OUTDATED' }
    server.doc = schema.nodeFromJSON(pageOf('One.\n\nTwo, by another.'))
    server.version = 5
    editor.type('One.', ' Mine.')
    await until(() => textOf(server) === 'One. Mine./Two, by another.')
    assert.equal(editor.text, 'One. Mine./Two, by another.')
    server.refusal = undefined
    await until(() => sync.live !== undefined)
    await sync.close()
  })

  it('sends what was typed before the page was live', async () => {
    const server = new LiveServer(pageOf('One.'))
    const { sync, editor, live, saves } = open(server)
    editor.type('One.', ' Two.')
    await live()
    await until(() => sync.status.kind === 'saved')
    assert.equal(textOf(server), 'One. Two.')
    assert.deepEqual(saves, [])
    await sync.close()
  })

  it('keeps what is not confirmed in this browser, and drops it once it is', async () => {
    const server = new LiveServer(pageOf('One.'))
    const { sync, editor, drafts, live } = open(server)
    await live()
    server.isDown = true
    server.cut()
    editor.type('One.', ' Two.')
    assert.equal(sync.status.kind, 'offline')
    await until(() => drafts.length === 1)
    assert.equal(drafts[0]?.live?.batches.length, 1)
    assert.deepEqual(drafts[0]?.base.content, pageOf('One.'))
    server.isDown = false
    await until(() => sync.status.kind === 'saved')
    await until(() => drafts.length === 0)
    await sync.close()
  })

  it('goes on with the draft of a tab that is gone', async () => {
    const server = new LiveServer(pageOf('One.\n\nTwo.'))
    const gone = open(server)
    await gone.live()
    server.isDown = true
    server.cut()
    gone.editor.type('One.', ' Mine.')
    gone.names('Renamed')
    const draft = gone.sync.draft()
    assert.ok(draft !== undefined)
    server.isDown = false
    server.doc = schema.nodeFromJSON(pageOf('One.\n\nTwo.'))
    const next = open(server)
    const adopted: string[] = []
    next.sync.restore(draft, () => adopted.push('adopted'))
    next.goLive()
    next.sync.attach(next.editor)
    await until(() => next.sync.live !== undefined && next.sync.status.kind === 'saved')
    assert.equal(next.editor.text, 'One. Mine./Two.')
    assert.equal(server.fields.title, 'Renamed')
    assert.deepEqual(adopted, ['adopted'])
    gone.sync.discard()
    await Promise.all([gone.sync.close(), next.sync.close()])
  })

  it('sends what a board becomes as steps, and goes on in an editor', async () => {
    const server = new LiveServer(pageOf('## Now\n\n- One\n- Two'))
    const { sync, editor, live, becomesBoard, writesBoard, read } = open(server)
    await live()
    becomesBoard()
    await until(() => server.doc.firstChild?.type.name === 'kanbanColumn')
    const text = JSON.stringify(read().content).replace('One', 'One, done')
    writesBoard(JSON.parse(text))
    await until(() => server.doc.textContent.includes('One, done'))
    await until(() => sync.status.kind === 'saved')
    sync.attach(editor)
    assert.equal(editor.state.doc.firstChild?.type.name, 'kanbanColumn')
    await sync.close()
  })

  it('discards what is not sent', async () => {
    const server = new LiveServer(pageOf('One.'))
    const { sync, editor, live, names } = open(server)
    await live()
    server.refusal = { code: 'FORBIDDEN' }
    editor.type('One.', ' Two.')
    await until(() => sync.status.kind === 'failed')
    names('Renamed')
    sync.discard()
    assert.equal(editor.text, 'One.')
    assert.equal(sync.hasUnsent, false)
    await sync.close()
  })

  it('gives the same status until another is true', async () => {
    const server = new LiveServer(pageOf('One.'))
    const { sync, live } = open(server)
    await live()
    const before = sync.status
    server.send({ type: 'presence', pageId: 'p', people: [] })
    assert.equal(sync.status, before)
    await sync.close()
  })
})
