import { type FileHandle, open } from 'node:fs/promises'
import { AppError } from '../../../../lib/errors.ts'
import { yieldToEventLoop } from '../../../../lib/time-slices.ts'
import { files, pages, type Viewer } from '../../../../store/index.ts'
import type { Context } from '../../../context.ts'
import { html } from '../../../sharing/sites/rendering/html.ts'
import { article } from '../../../sharing/sites/rendering/parts.ts'
import { renderBody, shownSet } from '../html/shown-set.ts'
import { pageTree } from '../html/tree.ts'
import { endingOf } from '../names.ts'
import { asSeen, below } from '../tree.ts'

export type PrintedImage = { row: files.FileRow; name: string }

const maxHtmlBytes = 32 * 1024 * 1024
const maxImageBytes = 128 * 1024 * 1024
const maxPages = 2000

/** Chromium loads only what comes with the document. */
const policy = "default-src 'none'; img-src file: 'self'; style-src file: 'self' 'unsafe-inline'"
/** The sheets follow each other; each page begins a new one. */
const style = '@page{size:A4}main>div+div{break-before:page}'

/**
 * Writes a page and those below it as one HTML document, in the rights of the viewer. Returns the images that it shows.
 * Throws NOT_SUPPORTED for more than a PDF can have.
 */
export async function writeDocument(
  context: Context,
  { file, workspaceId, viewer, rootId }: PrintInput,
): Promise<PrintedImage[]> {
  return context.store.snapshot(async (snapshot) => {
    const seen = asSeen(viewer, await pages.all(snapshot, viewer))
    const tree = await pageTree(workspaceId, below(seen, { rootId, workspaceId }))
    if (tree.all.length > maxPages) throw tooMuch(`more than ${maxPages} pages`)
    for (const [index, page] of tree.all.entries()) page.path = `p${index}`
    const rows = new Map((await files.all(snapshot, viewer)).map((row) => [row.id, row]))
    const images = new Map<string, PrintedImage>()
    const addressOf = (id: string): string | undefined => {
      const row = rows.get(id)
      if (row === undefined || !row.mimeType.startsWith('image/')) return undefined
      const known = images.get(id) ?? { row, name: `f${images.size}${endingOf(row.name)}` }
      images.set(id, known)
      return `./${known.name}`
    }
    const set = await shownSet(context, snapshot, { workspaceId, viewer, rootId, tree, addressOf })
    const output = await open(file, 'wx')
    try {
      const [first] = tree.all
      await output.write(begin(first?.title ?? ''))
      for (const page of tree.all) {
        await yieldToEventLoop()
        const { rendered } = await renderBody(context, set, page, snapshot)
        const { language, direction } = rendered
        const shown = within(page.path, article(set, { page, body: rendered }).html)
        await append(
          output,
          `<div id="${page.path}" lang="${language}" dir="${direction}">${shown}</div>\n`,
        )
      }
      await output.write('</main></body></html>\n')
    } finally {
      await output.close()
    }
    const bytes = images.values().reduce((sum, { row }) => sum + row.size, 0)
    if (bytes > maxImageBytes) throw tooMuch('more than 128 MB of images')
    return [...images.values()]
  })
}

export type PrintInput = {
  /** The new file to write. */
  file: string
  workspaceId: string
  viewer: Viewer
  rootId: string
}

async function append(output: FileHandle, text: string): Promise<void> {
  await output.write(text)
  if ((await output.stat()).size > maxHtmlBytes) throw tooMuch('more than 32 MB of text')
}

function tooMuch(what: string): AppError {
  return new AppError('NOT_SUPPORTED', `A PDF cannot have ${what}. Export parts, or as HTML.`)
}

/** Not one template: the formatter would close what is left open. */
function begin(title: string): string {
  const head = html`<meta charset="utf-8" />
    <meta http-equiv="content-security-policy" content="${policy}" />
    <title>${title}</title>
    <link rel="stylesheet" href="style.css" />`
  return `<!doctype html><html><head>${head.html}<style>${style}</style></head><body><main>\n`
}

const tag = /<[a-z][^>]*>/g

/** The HTML of a page as a part of the document: places in it are those of this page, and other pages are places. */
export function within(page: string, text: string): string {
  return text.replaceAll(tag, (found) =>
    found
      .replace(/ id="([^"]*)"/, (_match, id: string) => ` id="${page}-${id}"`)
      .replace(/ href="#([^"]*)"/, (_match, id: string) => ` href="#${page}-${id}"`)
      .replace(/ href="\.\/(p\d+)(?:#([^"]*))?"/, (_match, other: string, id?: string) =>
        id === undefined ? ` href="#${other}"` : ` href="#${other}-${id}"`,
      )
      .replace(/^(<a\b.*) href="\.\/f[^"]*"/, '$1'),
  )
}
