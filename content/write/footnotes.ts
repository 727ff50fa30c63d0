import type { State } from 'mdast-util-to-markdown'

type Labels = () => readonly string[]

const labels = new WeakMap<State, Labels>()

/** Sets which footnotes the page defines that is written with this state. */
export function setFootnotes(state: State, footnotes: Labels): void {
  labels.set(state, footnotes)
}

/** Undefined if any label can be defined elsewhere, as for the summary of a toggle. */
export function footnotesIn(state: State): Labels | undefined {
  return labels.get(state)
}
