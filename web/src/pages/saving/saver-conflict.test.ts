import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { until } from '../../../../test/support/until.ts'
import { start } from '../../../../test/support/web/saved-page.ts'

/** A page whose first paragraph is in conflict. */
async function inConflict() {
  const page = start('One.\n\nTwo.\n\nThree.')
  page.writes('Mine.\n\nTwo.\n\nThree.')
  page.elsewhere({ markdown: 'Theirs.\n\nTwo.\n\nThree.' })
  await page.until('conflict')
  return page
}

describe('a page in conflict', () => {
  it('overwrites nothing of what is disputed, however long somebody writes on', async () => {
    const page = await inConflict()
    page.writes('Mine, and on.\n\nTwo.\n\nThree.')
    await page.saver.flush()
    assert.equal(page.stored(), 'Theirs.\n\nTwo.\n\nThree.')
    assert.equal(page.saver.status.kind, 'conflict')
    await until(() => page.draftText() === 'Mine, and on.\n\nTwo.\n\nThree.')
  })

  it('sends all other paragraphs as they are written', async () => {
    const page = await inConflict()
    page.writes('Mine.\n\nTwo.\n\nThree, mine.')
    await until(() => page.stored() === 'Theirs.\n\nTwo.\n\nThree, mine.')
    page.writes('Mine.\n\nTwo.\n\nThree, mine, and on.\n\nFour.')
    await until(() => page.stored() === 'Theirs.\n\nTwo.\n\nThree, mine, and on.\n\nFour.')
    assert.equal(page.saver.status.kind, 'conflict')
    page.resolve(['both'], 'mine')
    await page.until('saved')
    assert.equal(page.stored(), 'Theirs.\n\nMine.\n\nTwo.\n\nThree, mine, and on.\n\nFour.')
  })

  it('shows all other paragraphs as others change them', async () => {
    const page = await inConflict()
    page.elsewhere({ markdown: 'Theirs.\n\nTwo.\n\nThree, theirs.' })
    page.saver.noteRemoteVersion(3)
    await until(() => page.seen() === 'Mine.\n\nTwo.\n\nThree, theirs.')
    assert.equal(page.saver.status.kind, 'conflict')
    page.writes('Mine.\n\nTwo, mine.\n\nThree, theirs.')
    await until(() => page.stored() === 'Theirs.\n\nTwo, mine.\n\nThree, theirs.')
  })

  it('sends a new title while the text is disputed, and the text while the title is', async () => {
    const page = await inConflict()
    page.names('Renamed')
    await until(() => page.server.title === 'Renamed')
    const other = start('One.')
    other.names('Mine')
    other.elsewhere({ title: 'Theirs' })
    await other.until('conflict')
    other.writes('One.\n\nMore.')
    await until(() => other.stored() === 'One.\n\nMore.')
    assert.equal(other.server.title, 'Theirs')
    assert.equal(other.saver.status.kind, 'conflict')
  })

  it('is met again by whoever goes on from its draft, with nothing of it taken back', async () => {
    const page = await inConflict()
    page.writes('Mine.\n\nTwo.\n\nThree, mine.')
    await until(() => page.stored() === 'Theirs.\n\nTwo.\n\nThree, mine.')
    await page.saver.close()
    const { draft } = page.slot
    assert.ok(draft !== undefined)
    const again = start('')
    Object.assign(again.server, page.server)
    again.saver.noteRemoteVersion(page.server.version)
    await until(() => again.saver.base.version === page.server.version)
    again.saver.restore(draft)
    await again.until('conflict')
    again.resolve(['mine'], 'mine')
    await again.until('saved')
    assert.equal(again.stored(), 'Mine.\n\nTwo.\n\nThree, mine.')
  })

  it('ends as it was shown to the person, whatever was saved since', async () => {
    const page = await inConflict()
    assert.ok(page.saver.status.kind === 'conflict')
    const { conflict } = page.saver.status
    page.elsewhere({ markdown: 'Theirs.\n\nTwo, theirs.\n\nThree.' })
    page.saver.noteRemoteVersion(3)
    await until(() => page.seen() === 'Mine.\n\nTwo, theirs.\n\nThree.')
    page.saver.resolve(conflict, ['mine'], 'mine')
    await page.until('saved')
    assert.equal(page.stored(), 'Mine.\n\nTwo, theirs.\n\nThree.')
  })

  it('waits for a server that is away, and goes on then', async () => {
    const page = await inConflict()
    page.answering({ kind: 'unreachable' })
    page.writes('Mine.\n\nTwo.\n\nThree, mine.')
    await until(() => page.sent.length > 2)
    assert.equal(page.saver.status.kind, 'conflict')
    page.answering(undefined)
    await until(() => page.stored() === 'Theirs.\n\nTwo.\n\nThree, mine.')
  })
})
