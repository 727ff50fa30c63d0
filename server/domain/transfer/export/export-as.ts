import type { DownloadFormat } from '../../../lib/vocabulary.ts'
import type { Context } from '../../context.ts'
import type { Progress } from '../import/import.ts'
import { exportWorkspace } from './export.ts'
import type { ExportInput, ExportReport } from './report.ts'

/** Exports pages as a folder of Markdown files, or as a website. */
export async function exportAs(
  format: DownloadFormat,
  context: Context,
  input: ExportInput,
  onProgress?: Progress,
): Promise<ExportReport> {
  if (format === 'markdown') return exportWorkspace(context, input, onProgress)
  const { exportHtml } = await import('./html/export-html.ts')
  return exportHtml(context, input, onProgress)
}
