import type { Literal, PhrasingContent, Root, RootContent, Parent } from 'mdast'

/** A mark without Markdown syntax, written as a pair of HTML tags. */
export interface TagMark extends Parent {
  type: 'tagMark'
  tag: string
  children: PhrasingContent[]
}

/** Source that is written unchanged. */
export interface Verbatim extends Literal {
  type: 'verbatim'
}

export interface InlineMath extends Literal {
  type: 'inlineMath'
}

export interface BlockMath extends Literal {
  type: 'blockMath'
}

declare module 'mdast' {
  interface RootContentMap {
    tagMark: TagMark
    verbatim: Verbatim
    inlineMath: InlineMath
    blockMath: BlockMath
  }
  interface PhrasingContentMap {
    tagMark: TagMark
    verbatim: Verbatim
    inlineMath: InlineMath
  }
}

/** The blocks of a page, each as one or more mdast nodes, and the Markdown of each once it is written. */
export interface BlocksRoot extends Root {
  groups: readonly RootContent[][]
  /** The labels of the footnotes that the page defines. */
  footnotes: () => readonly string[]
  written: string[]
}

export function verbatim(value: string): Verbatim {
  return { type: 'verbatim', value }
}
