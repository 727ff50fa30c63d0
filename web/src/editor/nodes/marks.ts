import { Mark, markInputRule, mergeAttributes } from '@tiptap/core'
import { Bold } from '@tiptap/extension-bold'
import { Code } from '@tiptap/extension-code'
import { Italic } from '@tiptap/extension-italic'
import { Link } from '@tiptap/extension-link'
import { Strike } from '@tiptap/extension-strike'
import { Underline } from '@tiptap/extension-underline'
import { isSafeUrl } from '../../../../content/html/safe-url.ts'
import { markFrom } from './from-spec.ts'

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

const SafeLink = Link.configure({
  openOnClick: false,
  // Typing behind a link goes on as plain text, as the page's schema has it.
  autolink: true,
  markdownLinks: true,
  defaultProtocol: 'https',
  HTMLAttributes: { rel: 'noopener noreferrer nofollow' },
  isAllowedUri: (url) => isSafeUrl(url),
})

/** In the order of the schema: the first is outermost. */
export const marks = [
  markFrom('link', SafeLink),
  markFrom('italic', Italic),
  markFrom('bold', Bold),
  markFrom('strike', Strike),
  markFrom('underline', Underline),
  markFrom('highlight', Highlight),
  markFrom('code', Code),
]
