import type { Viewer } from '../../../store/index.ts'

export type ExportInput = {
  folder: string
  workspaceId: string
  /** Exports what this viewer can read; everything by default. */
  viewer?: Viewer | undefined
  /** Exports only this page and the pages below it. */
  rootId?: string
  /** Called with the path of each file that is complete. An error ends the export. */
  onFile?: (path: string) => void
}

export type ExportReport = {
  pages: number
  files: number
  bytes: number
  /** Files whose contents are missing. */
  missing: { id: string; name: string }[]
  /** Pages outside the page tree; `quire check` reports details. */
  unreachable: { id: string; title: string }[]
  /** Files that no page uses. */
  leftOut: number
}
