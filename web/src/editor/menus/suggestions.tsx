import { Extension } from '@tiptap/core'
import { PluginKey } from '@tiptap/pm/state'
import { Suggestion } from '@tiptap/suggestion'
import type { RestOfApp, FoundPage, Person } from '../rest-of-app.ts'
import { slashItems } from './slash-items.tsx'
import type { SlashItem } from './slash-items.tsx'
import { menuAtCursor } from './suggestion-menu.tsx'
import type { MenuItem } from './suggestion-menu.tsx'

/** `/` for what can be put in, `[[` for pages, `@` for people. */
export function suggestions(services: RestOfApp): Extension {
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
          items: ({ query }) => matching(slashItems(services), query),
          render: menuAtCursor('Insert'),
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
          items: async ({ query, signal }) =>
            (await services.findPages(query, signal)).map(pageItem),
          render: menuAtCursor('Link to a page'),
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
        Suggestion<PersonItem, PersonItem>({
          editor,
          pluginKey: new PluginKey('people'),
          char: '@',
          allow: isText,
          items: async ({ query }) => (await services.findPeople(query)).map(personItem),
          render: menuAtCursor('Mention somebody'),
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
  return { id: page.id, title: page.title || 'Untitled page', icon: page.icon ?? '📄', page }
}

function personItem(person: Person): PersonItem {
  return { id: person.id, title: person.name, icon: person.name.charAt(0), person }
}

/** Items whose title or other names have a word that starts so; the title counts more. */
export function matching(items: readonly SlashItem[], query: string): SlashItem[] {
  const wanted = query.toLowerCase()
  const starts = (text: string) => ` ${text.toLowerCase()}`.includes(` ${wanted}`)
  return [
    ...items.filter(({ title }) => starts(title)),
    ...items.filter(({ title, names }) => !starts(title) && starts(names)),
  ]
}
