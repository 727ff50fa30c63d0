import { Mark, markInputRule, mergeAttributes } from '@tiptap/core'
import { Bold } from '@tiptap/extension-bold'
import { Code } from '@tiptap/extension-code'
import { Italic } from '@tiptap/extension-italic'
import { Strike } from '@tiptap/extension-strike'
import { Underline } from '@tiptap/extension-underline'
import { markFrom } from './from-spec.ts'
import { Link } from './links/link.ts'

const Highlight = Mark.create({
  name: 'highlight',
  parseHTML: () => [{ tag: 'mark' }],
  renderHTML: ({ HTMLAttributes }) => ['mark', mergeAttributes(HTMLAttributes), 0],
  addKeyboardShortcuts() {
    return { 'Mod-Shift-h': () => this.editor.commands.toggleMark(this.name) }
  },
  addInputRules() {
    return [markInputRule({ find: /(?:^|\s)(==(?!\s)([^=]+)(?<!\s)==)$/, type: this.type })]
  },
})

/** In the order of the schema: the first is outermost. */
export const marks = [
  markFrom('link', Link),
  markFrom('italic', Italic),
  markFrom('bold', Bold),
  markFrom('strike', Strike),
  markFrom('underline', Underline),
  markFrom('highlight', Highlight),
  markFrom('code', Code),
]
