import type { Editor, Range } from '@tiptap/core'
import { foldTag, isTagName } from '../../../../content/links/tags.ts'
import type { EditorHost } from '../editor-host.ts'
import type { MenuItem } from '../menus/suggestion-menu.tsx'
import { t } from './messages.ts'

export type TagItem = MenuItem & { name: string }

const letters = /^[\p{L}\p{M}\p{N}_\-/]+$/u

/** Tags in use that begin so; what is typed is the first of them, so that Enter does not replace a new tag. */
export async function tagItems(
  host: EditorHost,
  query: string,
  signal: AbortSignal,
): Promise<TagItem[]> {
  if (!letters.test(query)) return []
  const names = await host.findTags(query, signal)
  const isUsed = names.some((name) => foldTag(name) === foldTag(query))
  if (names.length === 0 || (isUsed && names.length === 1)) return []
  const items = names.map((name): TagItem => ({ id: name, title: `#${name}`, icon: '#', name }))
  if (isUsed || !isTagName(query)) return items
  const typed = { id: `new ${query}`, title: `#${query}`, detail: t.newTag, icon: '#', name: query }
  return [typed, ...items]
}

export function insertTag(editor: Editor, range: Range, { name }: TagItem): void {
  editor
    .chain()
    .focus()
    .insertContentAt(range, { type: 'text', text: `#${name} ` })
    .run()
}
