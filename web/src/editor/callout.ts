import { mergeAttributes, wrappingInputRule } from '@tiptap/core'
import type { DOMOutputSpec } from '@tiptap/pm/model'
import { calloutKinds } from '../../../server/content/vocabulary.ts'
import { nodeFrom } from './from-spec.ts'

export type CalloutKind = (typeof calloutKinds)[number]

export function titleOf(kind: string): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1)
}

/** `[!tip] ` at the start of a line makes one, as in GitHub's alerts. */
const typed = new RegExp(`^\\[!(${calloutKinds.join('|')})\\]\\s$`, 'i')

export const callout = nodeFrom('callout').extend({
  renderHTML: ({ node, HTMLAttributes }): DOMOutputSpec => {
    const kind = String(node.attrs['kind'])
    const attributes = {
      'data-node': 'callout',
      'data-callout': kind,
      'data-title': titleOf(kind),
      class: 'callout',
      role: 'note',
      'aria-label': titleOf(kind),
    }
    return ['div', mergeAttributes(HTMLAttributes, attributes), 0]
  },
  addInputRules() {
    return [
      wrappingInputRule({
        find: typed,
        type: this.type,
        getAttributes: (match) => ({ kind: match[1]?.toLowerCase() }),
      }),
    ]
  },
})
