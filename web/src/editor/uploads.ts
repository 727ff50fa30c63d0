import { Extension } from '@tiptap/core'
import type { Editor } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import type { Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import type { EditorView } from '@tiptap/pm/view'
import { filePath } from '../../../server/content/vocabulary.ts'
import type { RestOfApp, Uploaded } from './rest-of-app.ts'

const key = new PluginKey<DecorationSet>('uploads')
/** What every browser shows, and the server takes, as an image. */
const images = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml'])

type Step = { add: { id: object; position: number; dom: HTMLElement } } | { remove: object }

/** Files that are dropped or pasted, each with a place of its own until it has arrived. */
export function uploads(services: RestOfApp): Extension {
  return Extension.create({
    name: 'uploads',
    addProseMirrorPlugins() {
      const { editor } = this
      const take = (files: FileList | undefined, position: number): boolean => {
        if (files === undefined || files.length === 0 || !editor.isEditable) return false
        void uploadAll(editor, services, { files: [...files], position })
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
                : take(event.clipboardData?.files, view.state.selection.from),
            handleDrop: (view, event, _slice, isMoved) => {
              if (isMoved) return false
              const place = view.posAtCoords({ left: event.clientX, top: event.clientY })
              return take(event.dataTransfer?.files, place?.pos ?? view.state.selection.from)
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
  if ('remove' in step) return decorations.remove(placeOf(decorations, step.remove))
  const { id, position, dom } = step.add
  return decorations.add(transaction.doc, [Decoration.widget(position, dom, { id })])
}

function placeOf(decorations: DecorationSet, id: object): Decoration[] {
  return decorations.find(undefined, undefined, (spec) => spec['id'] === id)
}

type Files = { files: File[]; position: number }

export async function uploadAll(
  editor: Editor,
  services: RestOfApp,
  { files, position }: Files,
): Promise<void> {
  await Promise.all(files.map((file) => uploadOne(editor.view, services, { file, position })))
}

async function uploadOne(
  view: EditorView,
  services: RestOfApp,
  { file, position }: { file: File; position: number },
): Promise<void> {
  const id = {}
  const dom = document.createElement('span')
  dom.className = 'upload'
  const show = (share: number) => {
    dom.textContent = `${file.name} · ${Math.round(share * 100)} %`
  }
  show(0)
  const step = (meta: Step) => view.state.tr.setMeta(key, meta)
  view.dispatch(step({ add: { id, position, dom } }))
  const uploaded = await services.upload(file, show).catch((error: unknown) => {
    services.complain(
      error instanceof Error ? error.message : `${file.name} could not be uploaded.`,
    )
  })
  if (view.isDestroyed) return
  const [place] = placeOf(key.getState(view.state) ?? DecorationSet.empty, id)
  const transaction = step({ remove: id })
  if (uploaded !== undefined && place !== undefined) put(transaction, place.from, uploaded)
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
