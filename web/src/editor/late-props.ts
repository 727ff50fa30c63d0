import { type Editor, Extension } from '@tiptap/core'
import { type EditorState, Plugin } from '@tiptap/pm/state'
import type { DecorationSet, EditorView } from '@tiptap/pm/view'

/** What parts that are loaded on demand add to the editor. */
export type LateProps = {
  keyDown?: (view: EditorView, event: KeyboardEvent) => boolean
  textInput?: (view: EditorView, text: string) => boolean
  decorations?: (state: EditorState) => DecorationSet | null
}

type Order = 'first' | 'last'

const added = new WeakMap<Editor, Record<Order, Set<LateProps>>>()

/**
 * Adds props without a new plugin, for which the views of all plugins would be made anew. `first` is before all
 * that the editor does itself, `last` behind it.
 */
export function addProps(editor: Editor, order: Order, props: LateProps): () => void {
  const sets = setsOf(editor)
  sets[order].add(props)
  return () => void sets[order].delete(props)
}

function setsOf(editor: Editor): Record<Order, Set<LateProps>> {
  const sets = added.get(editor) ?? { first: new Set(), last: new Set() }
  added.set(editor, sets)
  return sets
}

function pluginOf(editor: Editor, order: Order): Plugin {
  const props = () => [...setsOf(editor)[order]]
  return new Plugin({
    props: {
      handleKeyDown: (view, event) => props().some((one) => one.keyDown?.(view, event) === true),
      handleTextInput: (view, _from, _to, text) =>
        props().some((one) => one.textInput?.(view, text) === true),
      decorations: (state) =>
        props()
          .map((one) => one.decorations?.(state))
          .find((found) => found !== undefined && found !== null),
    },
  })
}

/** The two ends of the plugins, for what is added later. */
export const lateProps = [
  Extension.create({
    name: 'firstProps',
    priority: 2000,
    addProseMirrorPlugins() {
      return [pluginOf(this.editor, 'first')]
    },
  }),
  Extension.create({
    name: 'lastProps',
    priority: -1,
    addProseMirrorPlugins() {
      return [pluginOf(this.editor, 'last')]
    },
  }),
]
