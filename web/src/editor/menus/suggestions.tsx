import { shift } from '@floating-ui/dom'
import { Extension } from '@tiptap/core'
import { PluginKey } from '@tiptap/pm/state'
import { Suggestion } from '@tiptap/suggestion'
import type { EditorHost, FoundPage, Person } from '../editor-host.ts'
import { emojiItems } from './emoji-items.ts'
import { t } from './messages.ts'
import { slashItems } from './slash-items.tsx'
import type { SlashItem } from './slash-items.tsx'
import { menuAtCursor } from './suggestion-menu.tsx'
import type { MenuItem } from './suggestion-menu.tsx'

/** Keeps a menu near the edge within a narrow window. */
const floatingUi = { middleware: [shift({ padding: 8 })] }

/** `/` for what can be put in, `[[` for pages, `@` for people, `:` for emoji. */
export function suggestions(host: EditorHost): Extension {
  return Extension.create({
    name: 'suggestions',
    addProseMirrorPlugins() {
      const { editor } = this
      const isText = () =>
        editor.isEditable && !editor.isActive('codeBlock') && !editor.isActive('code')
      return [
        Suggestion<SlashItem, SlashItem>({
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
        Suggestion<PageItem, PageItem>({
          editor,
          pluginKey: new PluginKey('pages'),
          char: '[[',
          allowSpaces: true,
          allowedPrefixes: null,
          debounce: 120,
          allow: isText,
          items: async ({ query, signal }) => (await host.findPages(query, signal)).map(pageItem),
          floatingUi,
          render: menuAtCursor(t.linkToPage),
          command: ({ range, props: { page } }) => {
            const attrs = { pageId: page.id, label: page.title }
            editor
              .chain()
              .focus()
              .insertContentAt(range, [
                { type: 'pageMention', attrs },
                { type: 'text', text: ' ' },
              ])
              .run()
          },
        }),
        Suggestion<MenuItem, MenuItem>({
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
        Suggestion<PersonItem, PersonItem>({
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

type PageItem = MenuItem & { page: FoundPage }
type PersonItem = MenuItem & { person: Person }

function pageItem(page: FoundPage): PageItem {
  return { id: page.id, title: page.title || t.untitledPage, icon: page.icon ?? '📄', page }
}

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
