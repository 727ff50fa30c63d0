import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { findMatches, type Match, matchFrom, type Search } from './find-matches.ts'

export type FindState = {
  readonly search: Search
  readonly matches: readonly Match[]
  /** The match that the person is at. */
  readonly active: number
  readonly marks: DecorationSet
}

type Change = { search?: Search; active?: number; from?: number }

export const findKey = new PluginKey<FindState>('find')

const none: FindState = {
  search: { query: '', matchesCase: false, matchesWord: false },
  matches: [],
  active: 0,
  marks: DecorationSet.empty,
}

/** Marks what is found, and finds it anew when the page changes. */
export function findPlugin(): Plugin<FindState> {
  return new Plugin<FindState>({
    key: findKey,
    state: {
      init: () => none,
      apply: (tr, was, _before, { doc }) => {
        // SAFETY: only `changeFind` sets it.
        const change = tr.getMeta(findKey) as Change | undefined
        if (change === undefined && !tr.docChanged) return was
        const search = change?.search ?? was.search
        const isSame = !tr.docChanged && search === was.search
        const matches = isSame ? was.matches : findMatches(doc, search)
        const current = was.matches[was.active]
        const from = change?.from ?? (current && tr.mapping.map(current.from))
        const active = change?.active ?? (isSame ? was.active : matchFrom(matches, from ?? 0))
        return { search, matches, active, marks: marksOf(doc, matches, active) }
      },
    },
    props: { decorations: (state) => findKey.getState(state)?.marks },
  })
}

export function findState(state: EditorState): FindState {
  return findKey.getState(state) ?? none
}

export function changeFind({ tr }: EditorState, change: Change) {
  return tr.setMeta(findKey, change)
}

function marksOf(doc: EditorState['doc'], matches: readonly Match[], active: number) {
  const marks = matches.map(({ from, to }, index) =>
    Decoration.inline(from, to, { class: index === active ? 'found is-active' : 'found' }),
  )
  return DecorationSet.create(doc, marks)
}
