import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { defaultFields } from '../../../../server/lib/page-fields.ts'
import { until } from '../../../../test/support/until.ts'
import { document, start } from '../../../../test/support/web/saving/saved-page.ts'

/** Types without a pause as long as the saver waits for, until something is so. */
async function typeUntil(page: ReturnType<typeof start>, isSo: () => boolean): Promise<void> {
  for (let count = 1; !isSo(); count += 1) {
    page.writes(`Typed ${count}.`)
    await pause(1)
  }
}

describe('typing without a pause', () => {
  it('is kept as a draft meanwhile', async () => {
    const page = start('One.', { delayMs: 60_000, maxDelayMs: 60_000 })
    await typeUntil(page, () => page.slot.history.length > 3)
    assert.deepEqual(page.sent, [])
    page.saver.discard()
  })

  it('is sent meanwhile', async () => {
    const page = start('One.', { delayMs: 60_000 })
    await typeUntil(page, () => page.sent.length > 2)
    page.saver.discard()
  })

  it('is tried again meanwhile when the server is away', async () => {
    const page = start('One.', { delayMs: 60_000 })
    page.answering({ kind: 'unreachable' })
    await typeUntil(page, () => page.sent.length > 2)
    assert.equal(page.saver.status.kind, 'offline')
    page.answering(undefined)
    await page.saver.close()
  })
})

describe('a page that is left', () => {
  it('keeps what others changed in it meanwhile', async () => {
    const page = start('One.\n\nTwo.')
    page.writes('Mine.\n\nTwo.')
    page.elsewhere({ markdown: 'One.\n\nTheirs.' })
    await page.saver.close()
    assert.equal(page.stored(), 'Mine.\n\nTheirs.')
  })

  it('sends also then what nobody disputes, and keeps the rest', async () => {
    const page = start('One.\n\n-\n\nTwo.\n\n---\n\nThree.')
    page.writes('Mine.\n\n-\n\nTwo.\n\n---\n\nMine too.')
    page.elsewhere({ markdown: 'Theirs.\n\n-\n\nTheirs too.\n\n---\n\nThree.' })
    await page.saver.close()
    assert.equal(page.stored(), 'Theirs.\n\n-\n\nTheirs too.\n\n---\n\nMine too.')
    assert.equal(page.draftText(), 'Mine.\n\n-\n\nTheirs too.\n\n---\n\nMine too.')
    assert.deepEqual(page.slot.draft?.state, { kind: 'conflict' })
  })
})

describe('what an earlier visit kept', () => {
  const draftOf = (page: ReturnType<typeof start>, markdown: string) => ({
    base: { ...page.server, content: document('One.\n\nTwo.') },
    mine: { ...defaultFields, title: 'Plan', content: document(markdown) },
  })

  it('becomes the draft of this page before it is let go of', async () => {
    const page = start('One.\n\nTwo.')
    page.answering({ kind: 'unreachable' })
    const order: string[] = []
    page.saver.restore(draftOf(page, 'Kept.\n\nTwo.'), () =>
      order.push(`let go: ${page.draftText()}`),
    )
    await page.until('offline')
    await until(() => order.length > 0)
    assert.deepEqual(order, ['let go: Kept.\n\nTwo.'])
    page.answering(undefined)
    await page.until('saved')
    assert.equal(page.stored(), 'Kept.\n\nTwo.')
  })

  it('waits until what is written now is saved, and then is merged with it', async () => {
    const page = start('One.\n\nTwo.')
    const draft = draftOf(page, 'One.\n\nKept.')
    page.writes('Written now.\n\nTwo.')
    page.saver.restore(draft)
    await until(() => page.stored() === 'Written now.\n\nKept.')
    assert.equal(page.seen(), 'Written now.\n\nKept.')
    await page.until('saved')
  })

  it('is shown beside what others wrote in the same place since', async () => {
    const page = start('One.\n\nTwo.')
    const draft = draftOf(page, 'Kept.\n\nTwo.')
    page.elsewhere({ markdown: 'Theirs.\n\nTwo.' })
    page.saver.noteRemoteVersion(2)
    await until(() => page.seen() === 'Theirs.\n\nTwo.')
    page.saver.restore(draft)
    await page.until('conflict')
    assert.equal(page.seen(), 'Kept.\n\nTwo.')
    assert.equal(page.stored(), 'Theirs.\n\nTwo.')
  })
})

describe('a page that cannot be saved', () => {
  const trashed = { reason: 'trashed', message: 'There is no such page.' } as const

  it('is not tried again with each letter where that helps nothing, but kept', async () => {
    const page = start('One.')
    page.answering({ kind: 'refused', ...trashed })
    page.writes('Two.')
    await page.until('failed')
    page.writes('Three.')
    await until(() => page.draftText() === 'Three.')
    assert.equal(page.sent.length, 1)
    page.answering(undefined)
    await page.saver.retry()
    assert.equal(page.stored(), 'Three.')
  })

  it('says so as soon as others tell, also when nothing is unsent', async () => {
    const page = start('One.')
    page.saver.failed(trashed)
    assert.equal(page.saver.status.kind, 'failed')
    assert.equal(page.saver.hasUnsent, false)
    assert.equal(page.draftText(), undefined)
  })

  it('is tried again by itself when the server had a fault', async () => {
    const page = start('One.')
    page.answering({ kind: 'refused', reason: 'server-error', message: 'Look at the log.' })
    page.writes('Two.')
    await page.until('failed')
    page.answering(undefined)
    await page.until('saved')
    assert.equal(page.stored(), 'Two.')
  })

  it('is tried again as it is written when it was too large', async () => {
    const page = start('One.')
    page.answering({ kind: 'refused', reason: 'too-large', message: 'Too large.' })
    page.writes('Two.')
    await page.until('failed')
    page.answering(undefined)
    page.writes('2')
    await page.until('saved')
    assert.equal(page.stored(), '2')
  })

  it('forgets what the person discards, also when it is just being sent', async () => {
    const page = start('One.')
    page.answering({ kind: 'unreachable' })
    page.writes('Two.')
    await page.until('saving')
    page.saver.discard()
    await page.saver.flush()
    assert.equal(page.draftText(), undefined)
    assert.equal(page.saver.status.kind, 'saved')
  })
})
