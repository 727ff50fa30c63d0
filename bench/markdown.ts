import { Image } from '@tiptap/extension-image'
import { TaskItem, TaskList } from '@tiptap/extension-list'
import { TableKit } from '@tiptap/extension-table'
import { MarkdownManager } from '@tiptap/markdown'
import { StarterKit } from '@tiptap/starter-kit'
import { defaultMarkdownParser, defaultMarkdownSerializer } from 'prosemirror-markdown'
import { parseMarkdown } from '../server/content/parse-markdown.ts'
import { writeMarkdown } from '../server/content/write-markdown.ts'
import { allocated, median } from './markdown/measure.ts'
import { note } from './markdown/notes.ts'

console.log(1)
