import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { PageDocument } from '../../../../content/document.ts'
import { parseMarkdown } from '../../../../content/parse-markdown.ts'
import { writeMarkdown } from '../../../../content/write-markdown.ts'
import { defaultFields } from '../../../../server/lib/page-fields.ts'
import type { DraftSlot } from '../../../../web/src/lib/drafts/draft-keeper.ts'
import type { Draft } from '../../../../web/src/pages/saving/drafts.ts'
import { merging } from '../../../../web/src/pages/saving/merging.ts'
import type {
  Changes,
  PageState,
  PageVersion,
} from '../../../../web/src/pages/saving/page-state.ts'
import type { SendResult, Side } from '../../../../web/src/pages/saving/save-status.ts'
import { Saver } from '../../../../web/src/pages/saving/saver.ts'

export function document(markdown: string): PageDocument {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  return parsed.document
}

/** The draft of one page, and how it was at each time that it was kept. */
function draftSlot(): DraftSlot<Draft> & { draft: Draft | undefined; history: Draft[] } {
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

const me = { id: 'a', firstName: 'Ada', lastName: 'Lovelace' }
const theirName = { id: 'b', firstName: 'Alan', lastName: 'Turing' }

await merging.load()

/** Merges a save of an older version, as the server does. */
function mergeSave(base: PageVersion | undefined, changes: Changes, now: PageVersion): SendResult {
  if (base === undefined) return { kind: 'conflict', origins: [] }
  const merge = merging.now?.mergePages(base, { ...base, ...changes }, now)
  if (merge?.kind !== 'merged') {
    const locations = merge?.conflict.locations ?? []
    const origins = locations.map((location) => ({
      ...location,
      by: theirName,
      via: 'api',
      at: null,
    }))
    return { kind: 'conflict', origins }
  }
  Object.assign(now, merge.state, { version: now.version + 1 })
  return { kind: 'saved', merged: true, ...pickSaved(now) }
}

function pickSaved({ version, updatedAt }: PageVersion) {
  return { version, updatedAt, updatedBy: me }
}

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
  const history = new Map<number, PageVersion>([[server.version, { ...server }]])
  let seen: PageState = server
  let answer: SendResult | undefined
  let duringSend: (() => void) | undefined
  const sent: object[] = []
  const slot = draftSlot()
  const saver = new Saver({
    base: { ...server },
    me,
    read: () => seen,
    show: (state) => (seen = state),
    send: async ({ version, ...changes }) => {
      sent.push(changes)
      const meanwhile = duringSend
      duringSend = undefined
      meanwhile?.()
      await pause(1)
      if (answer !== undefined) return answer
      history.set(server.version, { ...server })
      if (version !== server.version) return mergeSave(history.get(version), changes, server)
      Object.assign(server, changes, { version: version + 1 })
      return { kind: 'saved', ...pickSaved(server) }
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
    duringNextSend: (act: () => void) => (duringSend = act),
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
    elsewhere: (changes: { markdown?: string; title?: string; isOwn?: boolean }) => {
      server.updatedBy = changes.isOwn === true ? me : theirName
      history.set(server.version, { ...server })
      if (changes.markdown !== undefined) server.content = document(changes.markdown)
      if (changes.title !== undefined) server.title = changes.title
      server.version += 1
    },
    /** Chooses a side in each place, in their order. */
    choose: (...sides: Side[]) => {
      for (const side of sides) {
        assert.ok(saver.status.kind === 'conflict')
        const [location] = saver.status.conflict.locations
        saver.choose(location?.key ?? 'title', side)
      }
    },
    /** The places in conflict: what was there, mine, and theirs. */
    locations: () => {
      assert.ok(saver.status.kind === 'conflict')
      return saver.status.conflict.locations.map(({ base, yours, theirs }) => [base, yours, theirs])
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
