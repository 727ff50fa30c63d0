import { Image } from '@tiptap/extension-image'
import { TaskItem, TaskList } from '@tiptap/extension-list'
import { TableKit } from '@tiptap/extension-table'
import { MarkdownManager } from '@tiptap/markdown'
import { StarterKit } from '@tiptap/starter-kit'
import { defaultMarkdownParser, defaultMarkdownSerializer } from 'prosemirror-markdown'
import { parseMarkdown } from '../../content/parse-markdown.ts'
import { writeMarkdown } from '../../content/write-markdown.ts'

/** One way to read and write Markdown: `write` gives a function that writes what was read. */
export type Candidate = {
  name: string
  parse: (markdown: string) => unknown
  write: (markdown: string) => () => unknown
}

function writesQuire(markdown: string): () => unknown {
  const parsed = parseMarkdown(markdown)
  return () => (parsed.ok ? writeMarkdown(parsed.document) : parsed.reason)
}

function tiptap(): Candidate {
  // Made once per process, as each manager adds its rules to a parser that all of them share.
  const manager = new MarkdownManager({
    extensions: [StarterKit, TableKit, TaskList, TaskItem.configure({ nested: true }), Image],
  })
  return {
    name: '@tiptap/markdown',
    parse: (markdown) => manager.parse(markdown),
    write: (markdown) => {
      const document = manager.parse(markdown)
      return () => manager.serialize(document)
    },
  }
}

export const candidates: readonly Candidate[] = [
  { name: 'quire', parse: parseMarkdown, write: writesQuire },
  {
    name: 'prosemirror-markdown',
    parse: (markdown) => defaultMarkdownParser.parse(markdown),
    write: (markdown) => {
      const document = defaultMarkdownParser.parse(markdown)
      return () => defaultMarkdownSerializer.serialize(document)
    },
  },
  tiptap(),
]
