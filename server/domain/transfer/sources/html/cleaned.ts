import type { Element } from './tree.ts'

/** The HTML of a program without what only that program writes. */
export type Cleaned = {
  body: Element
  /** Whether styles say what an element is. */
  hasStyles?: boolean
  title?: string | undefined
  icon?: string
  properties?: Record<string, unknown>
  /** Names of files, by their addresses. */
  fileNames?: Record<string, string>
}
