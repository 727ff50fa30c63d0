import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { yieldToEventLoop } from '../../../../lib/time-slices.ts'
import { files, pages, type Reader, systemViewer, workspaces } from '../../../../store/index.ts'
import type { Context } from '../../../context.ts'
import { pageLanguage } from '../../../document/public/page-language.ts'
import type { ShownPages } from '../../../sharing/sites/open-site.ts'
import type { NamedLink } from '../../../sharing/sites/rendering/parts.ts'
import { style } from '../../../sharing/sites/rendering/style.ts'
import type { ShownPage } from '../../../sharing/sites/site-pages.ts'
import type { Progress } from '../../import/import.ts'
import { attachmentsByPage, exportSize } from '../attachments.ts'
import { makeEmptyFolder } from '../empty-folder.ts'
import { createExportedFiles, writeFiles } from '../files.ts'
import type { ExportInput, ExportReport } from '../report.ts'
import { asSeen, below } from '../tree.ts'
import {
  type ExportedSet,
  indexFile,
  pagesFolder,
  renderIndex,
  renderPage,
  styleFile,
} from './page.ts'
import { renderBody, shownSet } from './shown-set.ts'
import { pageTree } from './tree.ts'

/** Exports pages as a website that opens from its folder, from one snapshot. Views show the pages of now. */
export async function exportHtml(
  context: Context,
  { folder, workspaceId, viewer = systemViewer(workspaceId), rootId, onStart, onFile }: ExportInput,
  onProgress: Progress = () => undefined,
): Promise<ExportReport> {
  await makeEmptyFolder(folder)
  await mkdir(join(folder, pagesFolder))
  const { used, report } = await context.store.snapshot(async (snapshot) => {
    const rows = await files.all(snapshot, viewer)
    const seen = asSeen(viewer, await pages.all(snapshot, viewer))
    const tree = await pageTree(
      workspaceId,
      rootId === undefined ? seen : below(seen, { rootId, workspaceId }),
    )
    const linked = createExportedFiles(rows)
    const addressOf = (id: string) => {
      const path = linked.pathOf(id)
      return path === undefined ? undefined : `../${escapedPath(path)}`
    }
    const set = await shownSet(context, snapshot, { workspaceId, viewer, rootId, tree, addressOf })
    const title =
      rootId === undefined
        ? (await workspaces.byId(snapshot, workspaceId))?.name
        : tree.byId.get(rootId)?.title
    const exported = { ...set, title: title?.trim() || set.texts.untitled }
    const names = new Map(rows.map(({ id, name }) => [id, name]))
    const attachments = await attachmentsByPage(snapshot, viewer)
    const pageIds = tree.all.map(({ id }) => id)
    onStart?.(await exportSize(rows, attachments, pageIds))
    onProgress(0, tree.all.length)
    for (const [index, page] of tree.all.entries()) {
      await yieldToEventLoop()
      const attached = (attachments.get(page.id) ?? []).map((id) => ({
        id,
        title: names.get(id) ?? '',
      }))
      const text = await pageText(context, snapshot, { set: exported, page, attached })
      const path = `${pagesFolder}/${page.path}`
      await writeFile(join(folder, path), text, { flag: 'wx' })
      onFile?.(path)
      onProgress(index + 1, tree.all.length)
    }
    const { direction } = pageLanguage('', set.texts.language)
    await writeFile(join(folder, indexFile), await renderIndex(exported, direction), { flag: 'wx' })
    onFile?.(indexFile)
    const used = linked.used()
    const unreachable = tree.unreachable.map(({ id, title: name }) => ({ id, title: name }))
    return {
      used,
      report: { pages: tree.all.length, unreachable, leftOut: rows.length - used.length },
    }
  })
  await writeFile(join(folder, styleFile), style, { flag: 'wx' })
  onFile?.(styleFile)
  return { ...report, ...(await writeFiles(context.files, used, folder, onFile)) }
}

type Named = { id: string; title: string }

async function pageText(
  context: Context,
  reader: Reader,
  {
    set,
    page,
    attached,
  }: { set: ExportedSet & ShownPages; page: ShownPage; attached: readonly Named[] },
): Promise<string> {
  const { rendered, addresses } = await renderBody(context, set, page, reader)
  const unlinked = attached.filter((file) => addresses[`file:${file.id}`] === undefined)
  const fileAddresses = await set.fileAddresses(
    page.id,
    unlinked.map((file) => file.id),
  )
  const links = unlinked.flatMap((file): NamedLink[] => {
    const href = fileAddresses.get(file.id)
    return href === undefined ? [] : [{ href, title: file.title }]
  })
  return renderPage(set, { page, body: rendered, files: links })
}

function escapedPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
