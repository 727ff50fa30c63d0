import type { Extensions } from '@tiptap/core'
import { ListKeymap } from '@tiptap/extension-list'
import { Dropcursor, Gapcursor, Placeholder, UndoRedo } from '@tiptap/extensions'
import { undoDepth } from '../lib/page-body.ts'
import type { EditorHost } from './editor-host.ts'
import { firefoxCaret } from './firefox-caret.ts'
import { clipboard } from './insert/clipboard.ts'
import { uploads } from './insert/uploads.ts'
import { lateProps } from './late-props.ts'
import { pageTitles } from './links/page-titles.ts'
import { tagLinks } from './links/tag-links.ts'
import { suggestions } from './menus/suggestions.tsx'
import { schemaExtensions } from './nodes/schema-extensions.ts'
import { SoftBreaks } from './nodes/soft-breaks.ts'

const itemsOfLists = [
  { itemName: 'listItem', wrapperNames: ['bulletList', 'orderedList'] },
  { itemName: 'taskItem', wrapperNames: ['taskList'] },
]

/** The schema of a page, and what a person needs to write one. */
export function editorExtensions(host: EditorHost, placeholder: string): Extensions {
  return [
    ...schemaExtensions,
    ListKeymap.configure({ listTypes: itemsOfLists }),
    UndoRedo.configure({ depth: undoDepth }),
    Dropcursor.configure({ width: 2, class: 'drop-cursor' }),
    Gapcursor,
    SoftBreaks,
    Placeholder.configure({ placeholder, showOnlyWhenEditable: true }),
    uploads(host),
    clipboard(host),
    suggestions(host),
    tagLinks(host.tagAddress),
    pageTitles(host.titlesOf),
    ...lateProps,
    // Behind menus and tables, which have the arrow keys first.
    firefoxCaret,
  ]
}
