import type { Viewer } from '../../../store/index.ts'

export type ExportInput = {
  folder: string
  workspaceId: string
  /** Exports what this viewer can read; everything by default. */
  viewer?: Viewer | undefined
  /** Exports only this page and the pages below it. */
  rootId?: string
  /** Called before anything is written. An error ends the export. */
  onStart?: (size: ExportSize) => void
  /** Called with the path of each file that is complete. An error ends the export. */
  onFile?: (path: string) => void
}

/** Files of an export, those of its pages included, and the bytes of those that are attached to pages. */
export type ExportSize = { files: number; bytes: number }

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
