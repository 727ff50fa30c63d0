import { Extension } from '@tiptap/core'
import {
  Plugin,
  PluginKey,
  Selection,
  type SelectionBookmark,
  type Transaction,
} from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import type { EditorHost } from '../editor-host.ts'
import { t } from './messages.ts'
import type { Given } from './paste/source.ts'
import { pastePosition, uploadAll } from './uploads.ts'

const quireType = 'application/x-quire-blocks+json'
const key = new PluginKey<ReadonlyMap<object, SelectionBookmark>>('clipboard')

type Step = { hold: object } | { release: object }

const fetchCode = () => import('./paste/paste.ts')
type Code = Awaited<ReturnType<typeof fetchCode>>

let code: Code | undefined
let loading: Promise<Code> | undefined

/** The code of pasting and copying is fetched when a person first comes into a text. */
export function loadClipboard(): Promise<Code> {
  loading ??= fetchCode().then(
    (loaded) => (code = loaded),
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

/** Pastes as people paste, and copies as other programs take it. */
export function clipboard(host: EditorHost): Extension {
  return Extension.create({
    name: 'clipboard',
    // Before the plugins that would paste what the browser hands over as it is.
    priority: 200,
    addProseMirrorPlugins() {
      return [
        new Plugin({
          key,
          state: { init: () => new Map(), apply: afterStep },
          props: {
            handleDOMEvents: {
              focus: () => {
                void loadClipboard().catch(() => undefined)
                return false
              },
              paste: (view, event) => pasted(view, host, event),
              drop: (view, event) => dropped(view, host, event),
              copy: (view, event) => copied(view, host, event),
              cut: (view, event) => copied(view, host, event),
            },
          },
        }),
      ]
    },
  })
}

function afterStep(
  transaction: Transaction,
  before: ReadonlyMap<object, SelectionBookmark>,
): ReadonlyMap<object, SelectionBookmark> {
  // SAFETY: only this file sets the meta of its own key.
  const step = transaction.getMeta(key) as Step | undefined
  if (step === undefined && (before.size === 0 || !transaction.docChanged)) return before
  const pending = new Map(
    Array.from(before, ([id, bookmark]) => [id, bookmark.map(transaction.mapping)] as const),
  )
  if (step !== undefined && 'hold' in step) {
    pending.set(step.hold, transaction.selection.getBookmark())
  } else if (step !== undefined) pending.delete(step.release)
  return pending
}

function pasted(view: EditorView, host: EditorHost, event: ClipboardEvent): boolean {
  const { clipboardData: data } = event
  if (data === null || !view.editable || view.composing) return false
  const given = readGiven(data, isShiftPressed(view))
  const files = Array.from(data.files)
  if (files.length > 0 && isOnlyPicture(given)) {
    event.preventDefault()
    void uploadAll({ view }, host, { files, position: pastePosition(view) })
    return true
  }
  if (given.html === '' && given.text === '') return false
  event.preventDefault()
  paste(view, host, given)
  return true
}

function dropped(view: EditorView, host: EditorHost, event: DragEvent): boolean {
  const { dataTransfer: data } = event
  if (data === null || !view.editable || view.dragging || data.files.length > 0) return false
  const given = readGiven(data, event.shiftKey)
  const found = view.posAtCoords({ left: event.clientX, top: event.clientY })
  if ((given.html === '' && given.text === '') || found === null) return false
  event.preventDefault()
  const { tr, doc } = view.state
  view.dispatch(tr.setSelection(Selection.near(doc.resolve(found.pos))))
  paste(view, host, given)
  view.focus()
  return true
}

function copied(view: EditorView, host: EditorHost, event: ClipboardEvent): boolean {
  const { clipboardData: data } = event
  if (data === null || view.state.selection.empty || code === undefined) return false
  const created = code.copy(view.state, { workspaceId: host.workspaceId, origin: location.origin })
  event.preventDefault()
  data.clearData()
  data.setData('text/plain', created.text)
  data.setData('text/html', created.html)
  data.setData(quireType, created.blocks)
  if (event.type === 'cut' && view.editable) {
    view.dispatch(view.state.tr.deleteSelection().scrollIntoView().setMeta('uiEvent', 'cut'))
  }
  return true
}

function readGiven(data: DataTransfer, isPlain: boolean): Given {
  return {
    html: data.getData('text/html'),
    text: data.getData('text/plain') || data.getData('text/uri-list'),
    types: Array.from(data.types),
    codeEditor: data.getData('vscode-editor-data'),
    blocks: data.getData(quireType),
    isPlain,
  }
}

/** A copied image comes as its address and as itself: the second is what everybody can see. */
function isOnlyPicture({ html, text }: Given): boolean {
  if (html === '') return text === ''
  const pictures = html.match(/<img\b/gi) ?? []
  const rest = html.slice(0, 100_000).replace(/<!--[^]*?-->|<[^>]*>/g, '')
  return pictures.length === 1 && rest.trim() === ''
}

function isShiftPressed(view: EditorView): boolean {
  // SAFETY: ProseMirror keeps here, untyped, which keys are down; without it nothing is assumed.
  const { input } = view as unknown as { input?: { shiftKey?: boolean; lastKeyCode?: number } }
  // Shift+Insert pastes as Ctrl+V does.
  return input?.shiftKey === true && input.lastKeyCode !== 45
}

let waiting: Promise<void> | undefined

/** At once where that is possible; otherwise where the cursor was, whatever is typed meanwhile. */
function paste(view: EditorView, host: EditorHost, given: Given): void {
  if (waiting === undefined && code !== undefined) {
    const prepared = code.prepare(view.state, host, given)
    if (!(prepared instanceof Promise)) return code.put(view, host, prepared)
  }
  const id = {}
  view.dispatch(view.state.tr.setMeta(key, { hold: id }))
  const { state } = view
  const turn = (waiting ?? Promise.resolve())
    .then(loadClipboard)
    .then(async (loaded) => {
      const prepared = await loaded.prepare(state, host, given)
      if (!view.isDestroyed) loaded.put(release(view, id), host, prepared)
    })
    .catch(() => {
      if (view.isDestroyed) return
      if (given.text === '') host.notifyError(t.tooLarge)
      const { tr } = release(view, id).state
      view.dispatch(tr.insertText(given.text).scrollIntoView())
    })
    .finally(() => {
      if (waiting === turn) waiting = undefined
    })
  waiting = turn
}

/** Goes back to where the paste was asked for. */
function release(view: EditorView, id: object): EditorView {
  const bookmark = key.getState(view.state)?.get(id)
  const { tr } = view.state
  if (bookmark !== undefined) tr.setSelection(bookmark.resolve(tr.doc))
  view.dispatch(tr.setMeta(key, { release: id }))
  return view
}
