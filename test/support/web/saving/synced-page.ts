import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { EditorState, Transaction } from 'prosemirror-state'
import { boardOf } from '../../../../content/board.ts'
import type { PageDocument } from '../../../../content/document.ts'
import { schema } from '../../../../content/schema.ts'
import { diffSteps } from '../../../../content/steps/diff.ts'
import { givenFields, pickFields } from '../../../../server/lib/page-fields.ts'
import { Connection } from '../../../../web/src/live/connection.ts'
import { loadDiff } from '../../../../web/src/live/document-diff.ts'
import { sourceOver } from '../../../../web/src/live/live-source.ts'
import type { Draft } from '../../../../web/src/pages/saving/drafts.ts'
import type { PageState, PageVersion } from '../../../../web/src/pages/saving/page-state.ts'
import { PageSync } from '../../../../web/src/pages/saving/page-sync.ts'
import type { LoadResult, Side } from '../../../../web/src/pages/saving/save-status.ts'
import { pageOf } from '../editor.ts'
import type { LiveServer } from '../live-server.ts'
import { PlainEditor } from '../plain-editor.ts'

await loadDiff()

const me = { id: 'ada', firstName: 'Ada', lastName: 'Lovelace' }

/** A page on a server, opened by HTTP first. */
// oxlint-disable-next-line typescript/explicit-module-boundary-types -- what a test is given
export function openSynced(server: LiveServer, drafts: Draft[] = []) {
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
      if (answer?.kind === 'unreachable') return answer
      if (version !== server.version) return { kind: 'conflict', origins: [] }
      server.writes(changes.content ?? server.content)
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
  const connection = new Connection({
    transports,
    retryDelayMs: 5,
    maxRetryDelayMs: 20,
    awayAfterMs: 0,
  })
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
      await untilSoon(() => sync.live?.isOpen === true)
    },
    names: (title: string) => {
      shown = { ...shown, title }
      sync.changed()
    },
    /** The person writes the whole text. */
    writes: (markdown: string) => {
      editor.dispatch(stepsTo(editor.state, pageOf(markdown)))
      sync.changed()
    },
    chooses: (side: Side) => {
      assert.ok(sync.status.kind === 'conflict')
      for (const { key } of sync.status.conflict.locations) sync.choose(key, side)
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

function stepsTo(state: EditorState, content: PageDocument): Transaction {
  const transaction = state.tr
  for (const step of diffSteps(state.doc, schema.nodeFromJSON(content))) transaction.step(step)
  return transaction
}

export async function untilSoon(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 400; turn += 1) {
    if (condition()) return
    await pause(5)
  }
  assert.fail('it did not happen')
}

export const textOf = ({ doc }: LiveServer): string => doc.textBetween(0, doc.content.size, '/')
