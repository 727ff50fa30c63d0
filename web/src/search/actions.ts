import type { ComponentType } from 'react'

/** Something to do or a screen to open, offered by the palette. */
export type PaletteAction = {
  id: string
  label: string
  /** English words that also find it. */
  english: string
  Icon: ComponentType<{ size?: number; stroke?: number }>
  run: () => void
}

/** Renders nothing; offers the actions of the moment when it is mounted. */
export type ActionSource = ComponentType<{ offer: (actions: readonly PaletteAction[]) => void }>

const maxShown = 5

/** Actions with a word that begins with each word of the query; those that begin with the query come first. */
export function findActions(actions: readonly PaletteAction[], query: string): PaletteAction[] {
  const wanted = wordsOf(query)
  if (wanted.length === 0) return []
  return actions
    .filter(({ label, english }) => {
      const words = [...wordsOf(label), ...wordsOf(english)]
      // Scripts without spaces: a label is one run of letters.
      const isIn = (one: string) => words.some((word) => word.startsWith(one))
      return wanted.every(isIn) || fold(label).includes(fold(query))
    })
    .toSorted((one, other) => rank(one, query) - rank(other, query))
    .slice(0, maxShown)
}

function rank({ label, english }: PaletteAction, query: string): number {
  const wanted = fold(query.trim())
  if (fold(label) === wanted) return 0
  return fold(label).startsWith(wanted) || fold(english).startsWith(wanted) ? 1 : 2
}

function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
