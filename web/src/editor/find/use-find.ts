import type { Editor } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { type RefObject, useEffect, useState } from 'react'
import { useEditorValue } from '../use-editor-value.ts'
import { replaceMatches, type Search } from './find-matches.ts'
import { changeFind, findKey, findPlugin, findState } from './find-plugin.ts'
import { reveal } from './reveal.ts'

/** A selection longer than this is no text to look for. */
const maxQueryLength = 200

export type Find = {
  search: Search
  count: number
  active: number
  /** How many matches the last replacement replaced. */
  replaced: number | undefined
  change: (search: Partial<Search>) => void
  go: (step: -1 | 1) => void
  replaceOne: (text: string) => void
  replaceAll: (text: string) => void
}

/** What is found in the page, for as long as the search is open. */
export function useFind(editor: Editor, field: RefObject<HTMLInputElement | null>): Find {
  const { search, count, active } = useEditorValue(editor, ({ state }) => {
    const { search, matches, active } = findState(state)
    return { search, count: matches.length, active }
  })
  const [replaced, setReplaced] = useState<number>()
  useEffect(() => {
    editor.registerPlugin(findPlugin())
    findSelected(editor)
    field.current?.focus()
    field.current?.select()
    return () => {
      if (!editor.isDestroyed) editor.unregisterPlugin(findKey)
    }
  }, [editor, field])
  return {
    search,
    count,
    active,
    replaced,
    change: (next) => {
      setReplaced(undefined)
      start(editor, { ...search, ...next })
    },
    go: (step) => {
      if (count > 0) show(editor, (active + step + count) % count)
    },
    replaceOne: (text) => {
      const match = findState(editor.state).matches[active]
      if (match === undefined) return
      const { tr } = editor.state
      replaceMatches(tr, [match], text)
      editor.view.dispatch(tr.setMeta(findKey, { from: match.from + text.length }))
      show(editor, findState(editor.state).active)
    },
    replaceAll: (text) => {
      const { tr } = editor.state
      replaceMatches(tr, findState(editor.state).matches, text)
      editor.view.dispatch(tr)
      setReplaced(count)
    },
  }
}

/** Writing goes on at the match that was shown last. */
export function selectMatch(editor: Editor): void {
  const { matches, active } = findState(editor.state)
  const match = matches[active]
  if (match !== undefined) editor.commands.setTextSelection(match)
  editor.view.focus()
}

function findSelected(editor: Editor): void {
  const { selection, doc } = editor.state
  const query = doc.textBetween(selection.from, selection.to)
  if (!(selection instanceof TextSelection) || query === '' || query.length > maxQueryLength) return
  start(editor, { ...findState(editor.state).search, query })
}

/** Finds from where the cursor is. */
function start(editor: Editor, search: Search): void {
  const { state, view } = editor
  view.dispatch(changeFind(state, { search, from: state.selection.from }))
  showMatch(editor)
}

function show(editor: Editor, active: number): void {
  editor.view.dispatch(changeFind(editor.state, { active }))
  showMatch(editor)
}

function showMatch({ view, state }: Editor): void {
  const { matches, active } = findState(state)
  const match = matches[active]
  if (match !== undefined) reveal(view, match.from)
}
