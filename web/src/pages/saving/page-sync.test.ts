import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { schema } from '../../../../content/schema.ts'
import { pageOf } from '../../../../test/support/web/editor.ts'
import { LiveServer } from '../../../../test/support/web/live-server.ts'
import {
  openSynced as open,
  textOf,
  untilSoon as until,
} from '../../../../test/support/web/saving/synced-page.ts'

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
