import type { Literal, PhrasingContent, Root, RootContent, Parent } from 'mdast'

/** A mark that Markdown has no sign for, written as a pair of HTML tags. */
export interface TagMark extends Parent {
  type: 'tagMark'
  tag: string
  children: PhrasingContent[]
}

/** Source that is written as it is. */
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

/** The blocks of a page, each as one or more nodes of mdast, and the Markdown of each when written. */
export interface BlocksRoot extends Root {
  groups: readonly RootContent[][]
  written: string[]
}

export function verbatim(value: string): Verbatim {
  return { type: 'verbatim', value }
}
