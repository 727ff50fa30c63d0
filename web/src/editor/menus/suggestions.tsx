import { shift } from '@floating-ui/dom'
import { Extension } from '@tiptap/core'
import { PluginKey } from '@tiptap/pm/state'
import type { EditorHost, Person } from '../editor-host.ts'
import { insertPageItem, type PageItem, pageItems } from '../links/page-suggestions.ts'
import { insertTag, type TagItem, tagItems } from '../links/tag-suggestions.ts'
import { emojiItems } from './emoji-items.ts'
import { t } from './messages.ts'
import { slashItems } from './slash-items.tsx'
import type { SlashItem } from './slash-items.tsx'
import { menuAtCursor } from './suggestion-menu.tsx'
import type { MenuItem } from './suggestion-menu.tsx'
import { suggestion } from './suggestion.ts'

/** Keeps a menu near the edge within a narrow window. */
const floatingUi = { middleware: [shift({ padding: 8 })] }

/** `/` for what can be put in, `[[` for pages, `#` for tags, `@` for people, `:` for emoji. */
export function suggestions(host: EditorHost): Extension {
  return Extension.create({
    name: 'suggestions',
    addProseMirrorPlugins() {
      const { editor } = this
      const isText = () =>
        editor.isEditable && !editor.isActive('codeBlock') && !editor.isActive('code')
      return [
        suggestion<SlashItem>({
          editor,
          pluginKey: new PluginKey('slash'),
          char: '/',
          allow: isText,
          items: ({ query }) => matching(slashItems(host), query),
          floatingUi,
          render: menuAtCursor(t.insert),
          command: ({ range, props }) => {
            editor.chain().focus().deleteRange(range).run()
            props.run(editor)
          },
        }),
        suggestion<PageItem>({
          editor,
          pluginKey: new PluginKey('pages'),
          char: '[[',
          allowSpaces: true,
          allowedPrefixes: null,
          debounce: 120,
          allow: isText,
          items: ({ query, signal }) => pageItems(host, query, signal),
          floatingUi,
          render: menuAtCursor(t.linkToPage),
          command: ({ range, props }) => insertPageItem(host, editor, range, props),
        }),
        suggestion<TagItem>({
          editor,
          pluginKey: new PluginKey('tags'),
          char: '#',
          minQueryLength: 1,
          debounce: 120,
          allow: isText,
          items: ({ query, signal }) => tagItems(host, query, signal),
          floatingUi,
          render: menuAtCursor(t.tags, true),
          command: ({ range, props }) => insertTag(editor, range, props),
        }),
        suggestion<MenuItem>({
          editor,
          pluginKey: new PluginKey('emoji'),
          char: ':',
          minQueryLength: 2,
          allow: isText,
          items: ({ query }) => emojiItems(query),
          floatingUi,
          render: menuAtCursor(t.emoji, true),
          command: ({ range, props: { id } }) => {
            editor.chain().focus().insertContentAt(range, id).run()
          },
        }),
        suggestion<PersonItem>({
          editor,
          pluginKey: new PluginKey('people'),
          char: '@',
          allow: isText,
          items: async ({ query }) => (await host.findPeople(query)).map(personItem),
          floatingUi,
          render: menuAtCursor(t.mention),
          command: ({ range, props: { person } }) => {
            const marks = [{ type: 'link', attrs: { href: `/members/${person.id}` } }]
            editor
              .chain()
              .focus()
              .insertContentAt(range, [
                { type: 'text', text: `@${person.name}`, marks },
                { type: 'text', text: ' ' },
              ])
              .run()
          },
        }),
      ]
    },
  })
}

type PersonItem = MenuItem & { person: Person }

function personItem(person: Person): PersonItem {
  return { id: person.id, title: person.name, icon: person.name.charAt(0), person }
}

/** Scripts that put no spaces between words. */
const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** Items with a word in their title or keywords that starts with the query; those with it in the title come first. */
export function matching(items: readonly SlashItem[], query: string): SlashItem[] {
  const wanted = query.toLowerCase()
  const start = withoutSpaces.test(wanted) ? '' : ' '
  const matches = (text: string) => ` ${text.toLowerCase()}`.includes(start + wanted)
  return [
    ...items.filter(({ title }) => matches(title)),
    ...items.filter(({ title, keywords }) => !matches(title) && matches(keywords)),
  ]
}
