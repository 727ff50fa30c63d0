import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { PageDocument } from '../../../content/document.ts'
import { givenFields, type PageFields } from '../../../server/lib/page-fields.ts'
import { pageOf } from '../../../test/support/web/editor.ts'
import { LiveServer } from '../../../test/support/web/live-server.ts'
import { PlainEditor as Editor } from '../../../test/support/web/plain-editor.ts'
import { Connection } from './connection.ts'
import { loadDiff } from './document-diff.ts'
import { sourceOver } from './live-source.ts'

await loadDiff()

const title = { title: 'Plan', icon: null }

function open(server: LiveServer, name: string) {
  const content = server.doc.toJSON() as PageDocument
  const editor = new Editor(content)
  const happened: string[] = []
  const seen: PageDocument[] = []
  const fields: PageFields = { ...title, ...givenFields(server.fields) }
  const connection = new Connection({
    transports: [server.transport(name)],
    retryDelayMs: 5,
    awayAfterMs: 0,
  })
  const base = { ...fields, version: server.version, content }
  const live = sourceOver(connection, 'w', 'p').open({
    base,
    shown: content,
    target: editor,
    readFields: () => fields,
    events: {
      changed: () => undefined,
      showFields: (given) => Object.assign(fields, given),
      showDocument: () => undefined,
      closed: (code) => happened.push(`closed ${code}`),
      outdated: (document) => {
        if (document === undefined) happened.push('outdated')
        else seen.push(document)
      },
      levelChanged: () => happened.push('level'),
      unreachable: () => happened.push('unreachable'),
    },
  })
  editor.changed = () => live.changed()
  return { editor, live, fields, base, happened, seen }
}

async function until(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 400; turn += 1) {
    if (condition()) return
    await pause(5)
  }
  assert.fail('it did not happen')
}

const steps = (server: LiveServer) => server.received.filter(({ type }) => type === 'steps')

describe('LivePage', () => {
  it('keeps what is refused, says why, and sends it again with the next change', async () => {
    const server = new LiveServer(pageOf('One.'))
    const { editor, live } = open(server, 'ada')
    await until(() => live.isOpen)
    server.refusal = { code: 'PAGE_TOO_LARGE' }
    editor.type('One.', ' Two.')
    await until(() => live.status.kind === 'failed')
    assert.equal(editor.text, 'One. Two.')
    assert.equal(server.version, 1)
    server.refusal = undefined
    editor.remove('Two.')
    await until(() => live.status.kind === 'saved')
    assert.equal(server.doc.textContent, 'One. ')
    live.close()
  })

  it('tries again what is refused for the moment', async () => {
    const server = new LiveServer(pageOf('One.'))
    const { editor, live } = open(server, 'ada')
    await until(() => live.isOpen)
    server.refusal = { code: 'BUSY' }
    editor.type('One.', ' Two.')
    await until(() => steps(server).length === 1)
    assert.equal(live.status.kind, 'unsaved')
    server.refusal = undefined
    await until(() => live.status.kind === 'saved')
    assert.equal(new Set(steps(server).map((sent) => 'id' in sent && sent.id)).size, 1)
    live.close()
  })

  it('says that the right changed, and sends again what was refused without it', async () => {
    const server = new LiveServer(pageOf('One.'))
    const { editor, live, happened } = open(server, 'ada')
    await until(() => live.isOpen)
    server.refusal = { code: 'FORBIDDEN' }
    editor.type('One.', ' Two.')
    await until(() => live.status.kind === 'failed')
    server.send({ type: 'level', pageId: 'p', level: 'read' })
    await until(() => happened.length === 1 && live.status.kind === 'failed')
    assert.deepEqual(happened, ['level'])
    server.refusal = undefined
    server.send({ type: 'level', pageId: 'p', level: 'write' })
    await until(() => live.status.kind === 'saved')
    assert.deepEqual([server.doc.textContent, happened], ['One. Two.', ['level', 'level']])
    live.close()
  })

  it('leaves to others what the journal does not have any more', async () => {
    const server = new LiveServer(pageOf('One.'))
    const { editor, live, happened } = open(server, 'ada')
    await until(() => live.isOpen)
    server.refusal = { code: 'OUTDATED' }
    editor.type('One.', ' Two.')
    await until(() => happened.length > 0)
    assert.deepEqual(happened, ['outdated'])
    const { confirmed, shown } = live.documents()
    assert.deepEqual([confirmed, shown], [pageOf('One.'), pageOf('One. Two.')])
    live.close()
  })

  it('sends nothing to a server with another schema', async () => {
    const server = new LiveServer(pageOf('One.'))
    const { editor, live } = open(server, 'ada')
    await until(() => live.isOpen)
    server.send({ type: 'reload', pageId: 'p', reason: 'schema' })
    editor.type('One.', ' Two.')
    await pause(60)
    assert.deepEqual(steps(server), [])
    assert.equal(live.status.kind, 'failed')
    live.close()
  })

  it('takes a batch once whose answer was lost', async () => {
    const server = new LiveServer(pageOf('One.'))
    const { editor, live } = open(server, 'ada')
    await until(() => live.isOpen)
    server.losesAnswers = true
    editor.type('One.', ' Two.')
    await until(() => server.version === 2)
    server.losesAnswers = false
    await until(() => live.status.kind === 'saved')
    assert.equal(server.doc.textContent, 'One. Two.')
    assert.equal(editor.text, 'One. Two.')
    live.close()
  })

  it('is saved when the server has everything, and offline when it cannot be reached', async () => {
    const server = new LiveServer(pageOf('One.'))
    const { editor, live, happened } = open(server, 'ada')
    await until(() => live.isOpen)
    assert.equal(live.status.kind, 'saved')
    server.isDown = true
    server.cut()
    editor.type('One.', ' Two.')
    assert.equal(live.status.kind, 'offline')
    await until(() => happened.includes('unreachable'))
    server.isDown = false
    await until(() => live.status.kind === 'saved')
    assert.equal(server.doc.textContent, 'One. Two.')
    live.close()
  })

  it('merges what two type into one paragraph at once', async () => {
    const server = new LiveServer(pageOf('One. Two.'))
    const [ada, bob] = [open(server, 'ada'), open(server, 'bob')]
    await until(() => ada.live.isOpen && bob.live.isOpen)
    for (let index = 0; index < 5; index += 1) {
      ada.editor.type('One.', String(index))
      bob.editor.type('Two.', String(index))
      await pause(7)
    }
    await until(() => ada.live.status.kind === 'saved' && bob.live.status.kind === 'saved')
    await until(() => ada.live.version === bob.live.version)
    assert.equal(ada.editor.text, 'One.43210 Two.43210')
    assert.equal(bob.editor.text, ada.editor.text)
    ada.live.close()
    bob.live.close()
  })

  it('undoes only what the person did', async () => {
    const server = new LiveServer(pageOf('One.'))
    const [ada, bob] = [open(server, 'ada'), open(server, 'bob')]
    await until(() => ada.live.isOpen && bob.live.isOpen)
    ada.editor.type('One.', ' Ada.')
    await until(() => bob.editor.text === 'One. Ada.')
    bob.editor.type('Ada.', ' Bob.')
    await until(() => ada.editor.text === 'One. Ada. Bob.')
    ada.editor.undo()
    await until(() => bob.editor.text === 'One. Bob.')
    ada.editor.undo()
    assert.equal(ada.editor.text, 'One. Bob.')
    ada.live.close()
    bob.live.close()
  })

  it('goes over all that it missed at once when it is back', async () => {
    const server = new LiveServer(pageOf('One.\n\nTwo.'))
    const bob = open(server, 'bob')
    await until(() => bob.live.isOpen)
    server.isDown = true
    server.cut()
    bob.editor.type('Two.', ' Late.')
    server.isDown = false
    const ada = open(server, 'ada')
    await until(() => ada.live.isOpen)
    for (const word of ['a', 'b', 'c']) {
      ada.editor.type('One.', word)
      await until(() => ada.live.status.kind === 'saved')
    }
    await until(() => ada.editor.text.includes('Late') && bob.live.status.kind === 'saved')
    assert.equal(ada.editor.text, 'One.cba/Two. Late.')
    assert.equal(bob.editor.text, ada.editor.text)
    ada.live.close()
    bob.live.close()
  })

  it('goes on with the journal of a tab that is gone, and sends nothing twice', async () => {
    const server = new LiveServer(pageOf('One.\n\nTwo.'))
    const gone = open(server, 'ada')
    await until(() => gone.live.isOpen)
    server.refusal = { code: 'BUSY' }
    gone.editor.type('One.', ' First.')
    await until(() => steps(server).length === 1)
    gone.editor.type('Two.', ' Second.')
    const journal = gone.live.journal()
    assert.equal(journal?.batches.length, 2)
    assert.ok(journal?.isSent)
    // All of it arrives before the tab dies, and something else too.
    server.refusal = undefined
    await until(() => gone.live.status.kind === 'saved')
    gone.live.close()
    const bob = open(server, 'bob')
    await until(() => bob.live.isOpen)
    bob.editor.type('One.', ' Bob.')
    await until(() => bob.live.status.kind === 'saved')
    const next = open(server, 'ada')
    await until(() => next.live.isOpen)
    next.live.restore(journal, gone.base.content)
    await until(() => next.live.status.kind === 'saved')
    assert.equal(next.editor.text, 'One. Bob. First./Two. Second.')
    assert.equal(server.doc.textBetween(0, server.doc.content.size, '/'), next.editor.text)
    bob.live.close()
    next.live.close()
  })

  it('leaves to others what was written offline while the page changed, and sends none of it', async () => {
    const server = new LiveServer(pageOf('One.\n\nTwo.'))
    const [ada, bob] = [open(server, 'ada'), open(server, 'bob')]
    await until(() => ada.live.isOpen && bob.live.isOpen)
    server.isDown = true
    server.cut()
    ada.editor.type('One.', ' First.')
    const journal = ada.live.journal()
    assert.ok(journal !== undefined && !journal.isSent)
    server.isDown = false
    server.closing = { code: 'INTERNAL', message: 'Not yet.' }
    await until(() => ada.happened.includes('closed INTERNAL'))
    server.closing = undefined
    bob.live.retry()
    await until(() => bob.live.isOpen)
    bob.editor.type('Two.', ' Bob.')
    await until(() => bob.live.status.kind === 'saved')
    ada.live.retry()
    await until(() => ada.seen.length === 1)
    assert.deepEqual(ada.seen, [pageOf('One.\n\nTwo.')])
    assert.equal(server.doc.textContent, 'One.Two. Bob.')
    const next = open(server, 'ada')
    await until(() => next.live.isOpen)
    next.live.restore(journal, ada.base.content)
    await until(() => next.seen.length === 1)
    assert.deepEqual(next.seen, [pageOf('One.\n\nTwo.')])
    assert.equal(next.editor.text, 'One. First./Two.')
    for (const { live } of [ada, bob, next]) live.close()
  })

  it('takes what others wrote since the page was read when it is first opened after a break', async () => {
    const server = new LiveServer(pageOf('One.\n\nTwo.'))
    server.isDown = true
    const ada = open(server, 'ada')
    ada.editor.type('One.', ' Ada.')
    await until(() => ada.happened.length > 1)
    server.writes(pageOf('One.\n\nTwo. Bob.'))
    server.isDown = false
    await until(() => ada.live.status.kind === 'saved')
    assert.deepEqual(ada.seen, [])
    assert.equal(server.doc.textContent, 'One. Ada.Two. Bob.')
    ada.live.close()
  })

  it('waits for the answer about the version of a tab that is gone, and sends nothing before', async () => {
    const server = new LiveServer(pageOf('It is 5,000.'))
    const gone = open(server, 'ada')
    await until(() => gone.live.isOpen)
    server.refusal = { code: 'BUSY' }
    gone.editor.type('5,000', '0')
    await until(() => steps(server).length === 1)
    const journal = gone.live.journal()
    assert.ok(journal?.isSent)
    gone.live.close()
    server.refusal = undefined
    server.writes(pageOf('It is 9,000.'))
    const next = open(server, 'ada')
    // The page is asked for twice: as it was opened, and as the journal has it.
    const received = server.received.length
    await until(() => server.received.length > received)
    next.live.restore(journal, gone.base.content)
    await until(() => next.seen.length === 1)
    assert.equal(server.doc.textContent, 'It is 9,000.')
    assert.equal(steps(server).length, 1)
    next.live.close()
  })

  it('leaves the paragraph alone in which an input method composes, and shows all others', async () => {
    const server = new LiveServer(pageOf('One.\n\nTwo.'))
    const [ada, bob] = [open(server, 'ada'), open(server, 'bob')]
    await until(() => ada.live.isOpen && bob.live.isOpen)
    ada.editor.type('One.', 'x')
    await until(() => bob.editor.text.includes('x') && ada.live.status.kind === 'saved')
    ada.editor.isComposing = true
    bob.editor.type('Two.', ' Elsewhere.')
    await until(() => ada.editor.text.includes('Elsewhere'))
    bob.editor.type('One.', ' Here.')
    await pause(150)
    assert.equal(ada.editor.text, 'One.x/Two. Elsewhere.')
    ada.editor.isComposing = false
    await until(() => ada.editor.text === 'One. Here.x/Two. Elsewhere.')
    ada.live.close()
    bob.live.close()
  })

  it('shares titles and icons; whoever types one keeps it', async () => {
    const server = new LiveServer(pageOf('One.'))
    const [ada, bob] = [open(server, 'ada'), open(server, 'bob')]
    await until(() => ada.live.isOpen && bob.live.isOpen)
    Object.assign(ada.fields, { title: 'New', icon: '🌋' })
    ada.live.changed()
    await until(() => bob.fields.title === 'New')
    assert.equal(bob.fields.icon, '🌋')
    assert.equal(ada.live.status.kind, 'saved')
    assert.equal(bob.live.status.kind, 'saved')
    ada.live.close()
    bob.live.close()
  })

  it('drops what the person discards', async () => {
    const server = new LiveServer(pageOf('One.'))
    const { editor, live } = open(server, 'ada')
    await until(() => live.isOpen)
    server.refusal = { code: 'FORBIDDEN' }
    editor.type('One.', ' Two.')
    await until(() => live.status.kind === 'failed')
    live.discard()
    assert.equal(editor.text, 'One.')
    assert.equal(live.status.kind, 'saved')
    live.close()
  })
})
