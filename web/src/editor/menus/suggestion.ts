import { Plugin } from '@tiptap/pm/state'
import type { PluginView } from '@tiptap/pm/state'
import { Suggestion, type SuggestionOptions } from '@tiptap/suggestion'

/**
 * A suggestion whose menu stays open while plugins are added to the editor, which makes the views of all plugins
 * anew: a page can go live, or its tools can arrive, at any key.
 */
export function suggestion<Item>(options: SuggestionOptions<Item, Item>): Plugin {
  const { spec } = Suggestion<Item, Item>(options)
  let first: PluginView | undefined
  // Before the view of the editor goes, where the menu is.
  options.editor.on('destroy', () => first?.destroy?.())
  return new Plugin({
    ...spec,
    view: (view) => {
      first ??= spec.view?.(view) ?? {}
      return first.update === undefined ? {} : { update: first.update }
    },
  })
}
