import { Blockquote } from '@tiptap/extension-blockquote'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Heading } from '@tiptap/extension-heading'
import { HorizontalRule } from '@tiptap/extension-horizontal-rule'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Text } from '@tiptap/extension-text'
import { ownDirection } from './direction.ts'
import { nodeFrom } from './from-spec.ts'
import { image } from './image.ts'

// Line ends inside a paragraph are kept when its text is read back from what the browser shows;
// those of pasted HTML are white space.
const paragraph = nodeFrom('paragraph', Paragraph).extend({
  whitespace: 'pre',
  parseHTML: () => [{ tag: 'p', preserveWhitespace: false }],
})

const heading = nodeFrom('heading', Heading).extend({
  whitespace: 'pre',
  parseHTML: () =>
    [1, 2, 3, 4, 5, 6].map((level) => ({
      tag: `h${level}`,
      attrs: { level },
      preserveWhitespace: false as const,
    })),
})

export const textBlocks = [
  nodeFrom('doc', Document),
  paragraph,
  heading,
  nodeFrom('blockquote', Blockquote.configure(ownDirection)),
]
export const horizontalRule = nodeFrom('horizontalRule', HorizontalRule)
export const inlineNodes = [nodeFrom('text', Text), nodeFrom('hardBreak', HardBreak), image]
