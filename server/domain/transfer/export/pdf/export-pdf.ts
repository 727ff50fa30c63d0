import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../../../lib/errors.ts'
import {
  createTemporaryFolder,
  removeTemporaryFolder,
} from '../../../../lib/folders/temporary-folders.ts'
import type { WorkspaceContext } from '../../../context.ts'
import { requirePage } from '../../../pages/tree.ts'
import { style } from '../../../sharing/sites/rendering/style.ts'
import { thenRemove } from '../then-remove.ts'
import { convertToPdf, localFile } from './convert.ts'
import { writeDocument } from './write-document.ts'

export type ExportedPdf = { title: string; size: number; content: AsyncIterable<Buffer> }

const timeout = 120_000
const maxBytes = 256 * 1024 * 1024

/**
 * A page with all below it that the caller can read, as one PDF. The operator configured the address of the service,
 * so it may be private. Throws PAGE_NOT_FOUND, PDF_FAILED, and NOT_SUPPORTED without a service or for too many pages.
 */
export async function exportPdf(
  context: WorkspaceContext,
  { workspaceId, pageId }: { workspaceId: string; pageId: string },
  limits = { timeout, maxBytes },
): Promise<ExportedPdf> {
  const { store, viewer, files, integrations } = context
  const { gotenbergUrl: url, outboundHttp } = integrations
  const page = await requirePage(store, viewer, pageId)
  if (url === undefined) {
    throw new AppError(
      'NOT_SUPPORTED',
      'This server creates no PDFs. Print the page from the browser, or ask the operator to set GOTENBERG_URL.',
    )
  }
  const folder = await createTemporaryFolder('export')
  const remove = () => removeTemporaryFolder(folder)
  try {
    const file = join(folder, 'index.html')
    const images = await writeDocument(context, { file, workspaceId, viewer, rootId: page.id })
    const output = join(folder, 'pages.pdf')
    const sent = [
      localFile('index.html', file),
      { name: 'style.css', open: async () => bytesOf(style) },
      ...images.map(({ row, name }) => ({ name, open: () => files.open(row) })),
    ]
    await convertToPdf(outboundHttp.open, { url, files: sent, output, ...limits })
    const { size } = await stat(output)
    return { title: page.title, size, content: thenRemove(createReadStream(output), remove) }
  } catch (error) {
    await remove()
    throw error
  }
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
