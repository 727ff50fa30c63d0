import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { PageDocument } from '../../../content/document.ts'
import { parseMarkdown } from '../../../content/parse-markdown.ts'
import { writeMarkdown } from '../../../content/write-markdown.ts'
import { defaultFields } from '../../../server/lib/page-fields.ts'
import type { DraftSlot } from '../../../web/src/pages/saving/draft-keeper.ts'
import type { Draft } from '../../../web/src/pages/saving/drafts.ts'
import type { Choice } from '../../../web/src/pages/saving/merge.ts'
import type { PageState, PageVersion } from '../../../web/src/pages/saving/page-state.ts'
import type { SendResult } from '../../../web/src/pages/saving/save-status.ts'
import { Saver } from '../../../web/src/pages/saving/saver.ts'

export function document(markdown: string): PageDocument {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  return parsed.document
}

/** The draft of one page, and how it was at each time that it was kept. */
function draftSlot(): DraftSlot & { draft: Draft | undefined; history: Draft[] } {
  const slot = {
    draft: undefined as Draft | undefined,
    history: [] as Draft[],
    set: async (draft: Draft) => {
      slot.history.push(draft)
      slot.draft = draft
    },
    remove: async () => {
      slot.draft = undefined
    },
  }
  return slot
}

const theirName = { id: 'b', firstName: 'Alan', lastName: 'Turing' }

/** A page on a server of a few lines, and someone who writes on it. */
// oxlint-disable-next-line typescript/explicit-module-boundary-types -- what a test is given
export function start(markdown: string, delays: object = {}) {
  const title = 'Plan'
  const server: PageVersion = {
    ...defaultFields,
    title,
    content: document(markdown),
    version: 1,
    updatedAt: '2026-01-01T00:00:00Z',
    updatedBy: theirName,
  }
  let seen: PageState = server
  let answer: SendResult | undefined
  const sent: object[] = []
  const slot = draftSlot()
  const saver = new Saver({
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
    load: async () => ({ kind: 'loaded', page: { ...server } }),
    slot,
    delayMs: 4,
    maxDelayMs: 40,
    draftDelayMs: 10,
    retryDelayMs: 5,
    ...delays,
  })
  return {
    saver,
    server,
    sent,
    slot,
    answering: (next: SendResult | undefined) => (answer = next),
    draftText: () => slot.draft && writeMarkdown(slot.draft.mine.content).trim(),
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
    resolve: (choices: Choice[], named: 'mine' | 'theirs') => {
      assert.ok(saver.status.kind === 'conflict')
      saver.resolve(saver.status.conflict, choices, named)
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
