import { Plugin } from '@tiptap/pm/state'
import { openAround } from './view.ts'

/** A selection that comes from elsewhere, as from undo or from the search in the page, is never hidden. */
export function showsSelection(): Plugin {
  return new Plugin({
    view: () => ({
      update: (view, before) => {
        if (!view.state.selection.eq(before.selection)) openAround(view)
      },
    }),
  })
}
