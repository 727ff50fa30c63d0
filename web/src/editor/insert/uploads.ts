import { Extension } from '@tiptap/core'
import type { Editor } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import type { Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import type { EditorView } from '@tiptap/pm/view'
import { filePath } from '../../../../content/vocabulary.ts'
import type { EditorHost, Uploaded } from '../editor-host.ts'
import { t } from '../messages.ts'

const key = new PluginKey<DecorationSet>('uploads')
/** What every browser shows, and the server takes, as an image. */
const images = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml'])

type Placeholder = { id: object; position: number; dom: HTMLElement; order: number }
type Step = { add: Placeholder } | { remove: object }

/** Files that are dropped or pasted, each with a place of its own until it has arrived. */
export function uploads(host: EditorHost): Extension {
  return Extension.create({
    name: 'uploads',
    addProseMirrorPlugins() {
      const { editor } = this
      const take = (files: FileList | undefined, position: number): boolean => {
        if (files === undefined || files.length === 0 || !editor.isEditable) return false
        void uploadAll(editor, host, { files: [...files], position })
        return true
      }
      return [
        new Plugin({
          key,
          state: { init: () => DecorationSet.empty, apply: afterStep },
          props: {
            decorations: (state) => key.getState(state),
            handlePaste: (view, event) =>
              isText(event.clipboardData)
                ? false
                : take(event.clipboardData?.files, pastePosition(view)),
            handleDrop: (view, event, _slice, isMoved) => {
              if (isMoved) return false
              return take(event.dataTransfer?.files, dropPosition(view, event))
            },
          },
        }),
      ]
    },
  })
}

/** A spreadsheet copies itself as text and as a picture: the text is meant. */
function isText(data: DataTransfer | null): boolean {
  return data?.types.some((type) => type === 'text/plain' || type === 'text/html') ?? false
}

function afterStep(transaction: Transaction, before: DecorationSet): DecorationSet {
  const decorations = before.map(transaction.mapping, transaction.doc)
  // SAFETY: only this file sets the meta of its own key.
  const step = transaction.getMeta(key) as Step | undefined
  if (step === undefined) return decorations
  if ('remove' in step) {
    const [gone] = placeholdersOf(before, step.remove)
    const remaining = decorations.remove(placeholdersOf(decorations, step.remove))
    return gone === undefined ? remaining : behindArrived(remaining, transaction, gone)
  }
  return decorations.add(transaction.doc, [placeholder(step.add)])
}

/** It stays before what is typed next: that would push it along otherwise. */
function placeholder({ position, ...spec }: Placeholder): Decoration {
  return Decoration.widget(position, spec.dom, { ...spec, side: -1 })
}

/** Files that were put in together stay in their order: later ones go behind the one that arrived. */
function behindArrived(
  decorations: DecorationSet,
  transaction: Transaction,
  { from, spec }: Decoration,
): DecorationSet {
  const size = transaction.doc.content.size - transaction.before.content.size
  if (size === 0) return decorations
  const later = decorations.find(
    from,
    from,
    (other) => Number(other['order']) > Number(spec['order']),
  )
  const moved = later.map(({ spec: other }) =>
    // SAFETY: every widget here is made by `placeholder`.
    placeholder({ ...(other as Omit<Placeholder, 'position'>), position: from + size }),
  )
  return decorations.remove(later).add(transaction.doc, moved)
}

/** At the cursor; before a paragraph that begins there, so that its first word starts a line as before. */
export function pastePosition({ state }: EditorView): number {
  const { $from, from, empty } = state.selection
  const isBefore =
    empty && $from.depth === 1 && $from.parentOffset === 0 && $from.parent.content.size > 0
  return isBefore ? $from.before() : from
}

/** Between two blocks, as what is dropped is no part of a sentence; or in the empty paragraph under it. */
function dropPosition(view: EditorView, { clientX, clientY }: DragEvent): number {
  const { doc } = view.state
  const found = view.posAtCoords({ left: clientX, top: clientY })
  if (found === null) return doc.content.size
  const $position = doc.resolve(found.pos)
  if ($position.depth === 0) return found.pos
  const block = $position.node(1)
  if (block.isTextblock && block.content.size === 0) return found.pos
  const dom = view.nodeDOM($position.before(1))
  const box = dom instanceof HTMLElement ? dom.getBoundingClientRect() : undefined
  const isAbove = box !== undefined && clientY < box.top + box.height / 2
  return isAbove ? $position.before(1) : $position.after(1)
}

function placeholdersOf(decorations: DecorationSet, id: object): Decoration[] {
  return decorations.find(undefined, undefined, (spec) => spec['id'] === id)
}

/** How many there were: a later one stands behind an earlier one at the same place. */
let count = 0

type Files = { files: File[]; position: number }

export async function uploadAll(
  { view }: Pick<Editor, 'view'>,
  host: EditorHost,
  { files, position }: Files,
): Promise<void> {
  const uploads = files.map((file) => {
    const { name } = file
    return uploadOne(view, host, { name, open: () => file, position })
  })
  await Promise.all(uploads)
}

/** A file that may have to be fetched first, and where it is to stand. */
export type Waiting = { name: string; open: () => File | Promise<File>; position: number }

export async function uploadOne(
  view: EditorView,
  host: EditorHost,
  { name, open, position }: Waiting,
): Promise<void> {
  const id = {}
  const dom = document.createElement('span')
  dom.className = 'upload'
  dom.dir = 'auto'
  const show = (share: number) => {
    dom.textContent = t.uploading({ name, share })
  }
  show(0)
  const step = (meta: Step) => view.state.tr.setMeta(key, meta)
  count += 1
  view.dispatch(step({ add: { id, position, dom, order: count } }))
  const file = open()
  const sent =
    file instanceof File
      ? host.upload(file, show)
      : file.then((fetched) => host.upload(fetched, show))
  const uploaded = await sent.catch((error: unknown) => {
    host.notifyError(error instanceof Error ? error.message : t.uploadFailed({ name }))
  })
  if (view.isDestroyed) return
  const [shown] = placeholdersOf(key.getState(view.state) ?? DecorationSet.empty, id)
  const transaction = step({ remove: id })
  if (uploaded !== undefined && shown !== undefined) put(transaction, shown.from, uploaded)
  view.dispatch(transaction)
}

function put(transaction: Transaction, position: number, uploaded: Uploaded): void {
  const { schema } = transaction.doc.type
  const { fileId, name, size, mimeType } = uploaded
  const node = images.has(mimeType)
    ? schema.node('image', { src: filePath + fileId, alt: name.replace(/\.\w+$/, '') })
    : schema.node('file', { fileId, name, size, mimeType })
  const $position = transaction.doc.resolve(position)
  if ($position.parent.inlineContent && !$position.parent.type.spec.code) {
    transaction.insert(position, node)
  } else {
    transaction.insert(
      $position.depth === 0 ? position : $position.after(1),
      schema.node('paragraph', null, node),
    )
  }
}
