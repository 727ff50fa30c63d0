import assert from 'node:assert/strict'
import { history, undo } from 'prosemirror-history'
import { EditorState, type Plugin, type Transaction } from 'prosemirror-state'
import type { PageDocument } from '../../../content/document.ts'
import { schema } from '../../../content/schema.ts'
import type { LiveTarget } from '../../../web/src/lib/page-body.ts'

/** An editor without a screen. */
export class PlainEditor implements LiveTarget {
  state: EditorState
  isComposing = false
  isFocused = true
  changed: () => void = () => undefined

  constructor(content: PageDocument) {
    this.state = EditorState.create({
      doc: schema.nodeFromJSON(content),
      plugins: [history({ newGroupDelay: 0 })],
    })
  }

  dispatch(transaction: Transaction): void {
    this.state = this.state.apply(transaction)
  }

  install(plugins: readonly Plugin[]): () => void {
    this.state = this.state.reconfigure({ plugins: [...this.state.plugins, ...plugins] })
    return () => {
      const left = this.state.plugins.filter((plugin) => !plugins.includes(plugin))
      this.state = this.state.reconfigure({ plugins: left })
    }
  }

  /** Shows another document. */
  show(content: PageDocument): void {
    const { doc } = this.state
    const { content: blocks } = schema.nodeFromJSON(content)
    if (!doc.content.eq(blocks))
      this.dispatch(this.state.tr.replaceWith(0, doc.content.size, blocks))
  }

  get text(): string {
    return this.state.doc.textBetween(0, this.state.doc.content.size, '/')
  }

  /** Types behind a text. */
  type(behind: string, typed: string): void {
    const at = this.#find(behind) + behind.length
    this.dispatch(this.state.tr.insertText(typed, at))
    this.changed()
  }

  remove(text: string): void {
    const at = this.#find(text)
    this.dispatch(this.state.tr.delete(at, at + text.length))
    this.changed()
  }

  undo(): void {
    undo(this.state, (transaction) => this.dispatch(transaction))
    this.changed()
  }

  #find(text: string): number {
    let found = -1
    this.state.doc.descendants((node, at) => {
      const index = node.isText ? (node.text ?? '').indexOf(text) : -1
      if (index >= 0 && found < 0) found = at + index
    })
    assert.ok(found >= 0, `${text} is not in ${this.text}`)
    return found
  }
}
