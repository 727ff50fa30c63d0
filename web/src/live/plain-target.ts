import type { Node } from 'prosemirror-model'
import { EditorState, type Plugin, type Transaction } from 'prosemirror-state'
import type { LiveTarget } from '../lib/page-body.ts'

/** A document that no editor shows. */
export class PlainTarget implements LiveTarget {
  readonly isComposing = false
  readonly isFocused = false
  state: EditorState

  constructor(doc: Node, plugins: readonly Plugin[] = []) {
    this.state = EditorState.create({ doc, plugins })
  }

  readonly dispatch = (transaction: Transaction): void => {
    this.state = this.state.apply(transaction)
  }

  install(plugins: readonly Plugin[]): () => void {
    this.state = this.state.reconfigure({ plugins: [...this.state.plugins, ...plugins] })
    return () => {
      const left = this.state.plugins.filter((plugin) => !plugins.includes(plugin))
      this.state = this.state.reconfigure({ plugins: left })
    }
  }
}
