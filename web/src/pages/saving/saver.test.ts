import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { until } from '../../../../test/support/until.ts'
import { start } from '../../../../test/support/web/saving/saved-page.ts'

describe('saving a page as it changes', () => {
  it('says what the server refuses, and keeps the change as a draft', async () => {
    const page = start('One.')
    const message = 'The page is larger than 2 MB.'
    page.answering({ kind: 'refused', reason: 'too-large', message })
    page.writes('Two.')
    await page.until('failed')
    assert.deepEqual(page.saver.status, { kind: 'failed', reason: 'too-large', message })
    assert.equal(page.draftText(), 'Two.')
    assert.deepEqual(page.slot.draft?.state, { kind: 'failed', reason: 'too-large', message })
  })

  it('sends nothing when nothing is other than before', async () => {
    const page = start('One.')
    page.writes('One.')
    await page.until('saved')
    assert.deepEqual(page.sent, [])
  })

  it('sends only what changed, once the person pauses', async () => {
    const page = start('One.')
    page.names('Plan B')
    page.names('Plan C')
    await page.until('saved')
    assert.deepEqual(page.sent, [{ title: 'Plan C' }])
    assert.equal(page.draftText(), undefined)
  })

  it('saves again what changed while it was saving', async () => {
    const page = start('One.')
    page.writes('Two.')
    await page.until('saving')
    page.writes('Three.')
    await page.until('saved')
    assert.equal(page.stored(), 'Three.')
  })

  it('waits for a server that is away, and tells so', async () => {
    const page = start('One.')
    page.answering({ kind: 'unreachable' })
    page.writes('Two.')
    await page.until('offline')
    assert.equal(page.draftText(), 'Two.')
    page.answering(undefined)
    await page.until('saved')
    assert.equal(page.stored(), 'Two.')
    assert.equal(page.draftText(), undefined)
  })

  it('sends on leaving the page what was not sent yet', async () => {
    const page = start('One.')
    page.writes('Two.')
    await page.saver.close()
    assert.equal(page.stored(), 'Two.')
  })

  it('keeps for the next time what could not be sent on leaving', async () => {
    const page = start('One.')
    page.answering({ kind: 'unreachable' })
    page.writes('Two.')
    await page.saver.close()
    const { draft } = page.slot
    assert.ok(draft !== undefined)
    page.answering(undefined)
    page.elsewhere({ markdown: 'One.\n\nAdded.' })
    const again = start('One.')
    Object.assign(again.server, page.server)
    again.saver.noteRemoteVersion(2)
    again.saver.restore(draft)
    await again.until('saved')
    assert.equal(again.stored(), 'Two.\n\nAdded.')
  })
})

describe('a page that others change', () => {
  it('shows both when the same word was changed, and overwrites nothing', async () => {
    const page = start('One.\n\nTwo.')
    page.writes('Mine.\n\nTwo.')
    page.elsewhere({ markdown: 'Theirs.\n\nTwo.' })
    await page.until('conflict')
    assert.equal(page.stored(), 'Theirs.\n\nTwo.')
    assert.equal(page.seen(), 'Mine.\n\nTwo.')
    page.choose('mine')
    await page.until('saved')
    assert.equal(page.stored(), 'Mine.\n\nTwo.')
  })

  it('keeps what is written while the choice is put off', async () => {
    const page = start('One.\n\nTwo.')
    page.writes('Mine.\n\nTwo.')
    page.elsewhere({ markdown: 'Theirs.\n\nTwo.' })
    await page.until('conflict')
    page.writes('Mine.\n\nTwo, and more.\n\nThree.')
    page.choose('theirs')
    await page.until('saved')
    assert.equal(page.stored(), 'Theirs.\n\nTwo, and more.\n\nThree.')
  })

  it('is merged after all when what was in the way is taken back', async () => {
    const page = start('One.\n\nTwo.')
    page.writes('Mine.\n\nTwo.')
    page.elsewhere({ markdown: 'Theirs.\n\nTwo.' })
    await page.until('conflict')
    page.writes('One.\n\nTwo.\n\nThree.')
    page.saver.review()
    await page.until('saved')
    assert.equal(page.stored(), 'Theirs.\n\nTwo.\n\nThree.')
  })

  it('asks when both gave it another title', async () => {
    const page = start('One.')
    page.names('Mine')
    page.elsewhere({ title: 'Theirs' })
    await page.until('conflict')
    page.choose('theirs')
    await page.until('saved')
    assert.equal(page.server.title, 'Theirs')
  })

  it('is merged when different words of a sentence were changed', async () => {
    const page = start('It costs 5,000 a year.')
    page.writes('It costs 8,000 a year.')
    page.elsewhere({ markdown: 'It costs 5,000 a month.' })
    await page.until('saved')
    assert.equal(page.stored(), 'It costs 8,000 a month.')
    await until(() => page.seen() === page.stored())
  })

  it('is merged when different paragraphs were changed', async () => {
    const page = start('One.\n\nTwo.')
    page.writes('Mine.\n\nTwo.')
    page.elsewhere({ markdown: 'One.\n\nTwo.\n\nAdded.' })
    await page.until('saved')
    assert.equal(page.stored(), 'Mine.\n\nTwo.\n\nAdded.')
    assert.equal(page.seen(), page.stored())
  })

  it('is shown as it is now when the person changed nothing', async () => {
    const page = start('One.')
    page.elsewhere({ markdown: 'New.', title: 'Renamed' })
    page.saver.noteRemoteVersion(2)
    await until(() => page.saver.base.title === 'Renamed')
    assert.equal(page.seen(), 'New.')
    assert.deepEqual(page.sent, [])
  })

  it('is taken in when it is heard of while saving', async () => {
    const page = start('One.')
    page.writes('Two.')
    await page.until('saving')
    page.saver.noteRemoteVersion(2)
    await page.until('saved')
    page.elsewhere({ markdown: 'Two.\n\nMore.' })
    page.saver.noteRemoteVersion(3)
    await until(() => page.seen() === 'Two.\n\nMore.')
  })
})
