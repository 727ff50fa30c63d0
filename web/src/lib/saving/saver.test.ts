import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { parseMarkdown } from '../../../../server/content/parse-markdown.ts'
import { writeMarkdown } from '../../../../server/content/write-markdown.ts'
import { until } from '../../../../test/support/until.ts'
import type { Draft, DraftStore } from './drafts.ts'
import type { PageState, PageVersion } from './page-state.ts'
import { Saver } from './saver.ts'
import type { SendResult } from './saver.ts'

function document(markdown: string) {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  return parsed.document
}

function keptDrafts(): DraftStore & { kept: Map<string, Draft> } {
  const kept = new Map<string, Draft>()
  return {
    kept,
    get: async (pageId) => kept.get(pageId),
    set: async (pageId, draft) => void kept.set(pageId, draft),
    remove: async (pageId) => void kept.delete(pageId),
  }
}

const theirName = { id: 'b', firstName: 'Alan', lastName: 'Turing' }

/** A page on a server of a few lines, and someone who writes on it. */
function start(markdown: string, title = 'Plan') {
  const server: PageVersion = {
    title,
    icon: null,
    content: document(markdown),
    version: 1,
    updatedAt: '2026-01-01T00:00:00Z',
    updatedBy: theirName,
  }
  let seen: PageState = server
  let answer: SendResult | undefined
  const sent: object[] = []
  const drafts = keptDrafts()
  const saver = new Saver({
    pageId: 'page',
    base: { ...server },
    read: () => seen,
    show: (state) => (seen = state),
    send: async ({ version, ...changes }) => {
      sent.push(changes)
      await pause(1)
      if (answer !== undefined) return answer
      if (version !== server.version) return { kind: 'conflict' }
      Object.assign(server, changes, { version: version + 1 })
      return {
        kind: 'saved',
        version: server.version,
        updatedAt: server.updatedAt,
        updatedBy: { id: 'a', firstName: 'Ada', lastName: 'Lovelace' },
      }
    },
    load: async () => ({ ...server }),
    drafts,
    delay: 4,
    retryDelay: 5,
  })
  return {
    saver,
    server,
    sent,
    drafts,
    answering: (next: SendResult | undefined) => (answer = next),
    seen: () => writeMarkdown(seen.content).trim(),
    stored: () => writeMarkdown(server.content).trim(),
    writes: (next: string) => {
      seen = { ...seen, content: document(next) }
      saver.changed()
    },
    names: (next: string) => {
      seen = { ...seen, title: next }
      saver.changed()
    },
    elsewhere: (changes: { markdown?: string; title?: string }) => {
      if (changes.markdown !== undefined) server.content = document(changes.markdown)
      if (changes.title !== undefined) server.title = changes.title
      server.version += 1
    },
    until: (kind: string) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (saver.status.kind === kind) resolve()
        }
        saver.subscribe(look)
        look()
      }),
  }
}

describe('saving a page as it changes', () => {
  it('says what the server refuses, and keeps the change as a draft', async () => {
    const page = start('One.')
    page.answering({ kind: 'refused', message: 'The page is larger than 2 MB.' })
    page.writes('Two.')
    await page.until('failed')
    assert.deepEqual(page.saver.status, {
      kind: 'failed',
      message: 'The page is larger than 2 MB.',
    })
    assert.equal(
      writeMarkdown(page.drafts.kept.get('page')?.mine.content ?? document('')),
      'Two.\n',
    )
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
    assert.equal(page.drafts.kept.size, 0)
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
    assert.equal(page.drafts.kept.size, 1)
    page.answering(undefined)
    await page.until('saved')
    assert.equal(page.stored(), 'Two.')
    assert.equal(page.drafts.kept.size, 0)
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
    const draft = page.drafts.kept.get('page')
    assert.ok(draft !== undefined)
    page.answering(undefined)
    page.elsewhere({ markdown: 'One.\n\nAdded.' })
    const again = start('One.')
    Object.assign(again.server, page.server)
    again.saver.heard(2)
    again.saver.restore(draft)
    await again.until('saved')
    assert.equal(again.stored(), 'Two.\n\nAdded.')
  })
})

describe('a page that others change', () => {
  it('shows both when the same paragraph was changed, and overwrites nothing', async () => {
    const page = start('One.\n\nTwo.')
    page.writes('Mine.\n\nTwo.')
    page.elsewhere({ markdown: 'Theirs.\n\nTwo.' })
    await page.until('conflict')
    assert.equal(page.stored(), 'Theirs.\n\nTwo.')
    assert.equal(page.seen(), 'Mine.\n\nTwo.')
    page.saver.resolve(['mine'], 'mine')
    await page.until('saved')
    assert.equal(page.stored(), 'Mine.\n\nTwo.')
  })

  it('keeps what is written while the choice is put off', async () => {
    const page = start('One.\n\nTwo.')
    page.writes('Mine.\n\nTwo.')
    page.elsewhere({ markdown: 'Theirs.\n\nTwo.' })
    await page.until('conflict')
    page.writes('Mine, and more.\n\nTwo.\n\nThree.')
    page.saver.review()
    page.saver.resolve(['both'], 'mine')
    await page.until('saved')
    assert.equal(page.stored(), 'Theirs.\n\nMine, and more.\n\nTwo.\n\nThree.')
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
    page.saver.resolve([], 'theirs')
    await page.until('saved')
    assert.equal(page.server.title, 'Theirs')
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
    page.saver.heard(2)
    await until(() => page.saver.base.title === 'Renamed')
    assert.equal(page.seen(), 'New.')
    assert.deepEqual(page.sent, [])
  })

  it('is taken in when it is heard of while saving', async () => {
    const page = start('One.')
    page.writes('Two.')
    await page.until('saving')
    page.saver.heard(2)
    await page.until('saved')
    page.elsewhere({ markdown: 'Two.\n\nMore.' })
    page.saver.heard(3)
    await until(() => page.seen() === 'Two.\n\nMore.')
  })
})
