import { buffer } from 'node:stream/consumers'
import { type ContentNode, paragraph } from '../../../content/node.ts'
import { AppError } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { defaultStoredFields } from '../../lib/page-fields.ts'
import { storable } from '../../lib/text.ts'
import { imageTypes } from '../../lib/vocabulary.ts'
import type { files } from '../../store/index.ts'
import { requirePageQuota } from '../administration/quotas.ts'
import type { Context, WorkspaceContext } from '../context.ts'
import { openFile, requireFile } from '../files/files.ts'
import { addPage, type PreparedPage } from './create.ts'

export type PageFromFile = {
  workspaceId: string
  parentId: string | null
  fileId: string
  title?: string
}

/** A longer text does not fit a page. */
const maxTextBytes = 1_048_576
const tooLong = 'The text of this file is too long for a page. The file is attached:'

/**
 * Creates a page with the text of a file, or one that shows the file, and attaches it. Throws FILE_NOT_FOUND,
 * PAGE_NOT_FOUND or QUOTA_EXCEEDED.
 */
export async function createPageFromFile(
  context: WorkspaceContext,
  input: PageFromFile,
): Promise<string> {
  const { workspaceId, parentId, fileId } = input
  const file = await requireFile(context.store, context.viewer, fileId)
  await requirePageQuota(context, workspaceId)
  const title = input.title ?? Array.from(file.name).slice(0, 255).join('')
  const content = await contentFrom(context, file)
  const entry = context.content.entryOf(title, content.content)
  const id = newId()
  const page = {
    ...defaultStoredFields,
    workspaceId,
    id,
    parentId,
    title,
    ownership: 'TEXT' as const,
  }
  const prepared = { ...page, ...content, entry, attachments: [fileId] }
  await context.store.transactIn({ workspaceId }, (transaction) =>
    addPage(transaction, context, prepared),
  )
  return id
}

type FileContent = Pick<PreparedPage, 'content'> &
  Partial<Pick<PreparedPage, 'properties' | 'propertyValues' | 'source'>>

async function contentFrom(context: Context, file: files.FileRow): Promise<FileContent> {
  const embed = `${imageTypes.includes(file.mimeType) ? '!' : ''}[${linkText(file.name)}](/files/${file.id})`
  const fromText = async (markdown: string) => ({
    content: await context.content.fromMarkdown(markdown, '/fileId'),
  })
  const kind = textKind(file)
  if (kind === undefined) return fromText(embed)
  if (file.size > maxTextBytes) return fromText(`${tooLong}\n\n${embed}`)
  const text = await readText(context, file)
  if (text === undefined) return fromText(embed)
  try {
    if (kind === 'markdown') return await fromMarkdownFile(context, text)
    const document = { type: 'doc', content: linesOf(text) }
    return { content: await context.content.fromDocument(document, '/fileId') }
  } catch (error) {
    const isRefused = error instanceof AppError && error.code === 'VALIDATION_FAILED'
    if (!isRefused) throw error
    return fromText(`${tooLong}\n\n${embed}`)
  }
}

/** The file can be exported as it is, with its front matter. */
async function fromMarkdownFile(context: Context, text: string): Promise<FileContent> {
  const { content, properties, source } = await context.content.fromFile(text, '/fileId')
  const { source: yaml, values } = properties
  return { content, properties: yaml, propertyValues: values, source }
}

const markdownName = /\.(?:md|markdown)$/i

/** Clients often send another MIME type for Markdown. */
function textKind({ mimeType, name }: files.FileRow): 'markdown' | 'plain' | undefined {
  const type = mimeType.split(';')[0]?.trim().toLowerCase()
  if (type === 'text/markdown' || type === 'text/x-markdown') return 'markdown'
  if (type !== 'text/plain' && type !== 'application/octet-stream') return undefined
  if (markdownName.test(name)) return 'markdown'
  return type === 'text/plain' || /\.txt$/i.test(name) ? 'plain' : undefined
}

/** Undefined if it is not UTF-8. */
async function readText(context: Context, file: files.FileRow): Promise<string | undefined> {
  const bytes = await buffer(await openFile(context, file))
  try {
    return storable(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/** Plain text as paragraphs, with its line breaks. */
function linesOf(text: string): ContentNode[] {
  const parts = text.replaceAll(/\r\n?/g, '\n').split(/\n(?:[ \t]*\n)+/)
  const paragraphs = parts
    .filter((part) => part.trim() !== '')
    .map((part) =>
      paragraph(
        part
          .replaceAll(/^\n+|\n+$/g, '')
          .split('\n')
          .flatMap((line, index) => [
            ...(index === 0 ? [] : [{ type: 'hardBreak' }]),
            ...(line === '' ? [] : [{ type: 'text', text: line }]),
          ]),
      ),
    )
  return paragraphs.length === 0 ? [paragraph([])] : paragraphs
}

function linkText(name: string): string {
  return name.replaceAll(/\s+/g, ' ').replaceAll(/[\\[\]`*_<>&!$~|]/g, String.raw`\$&`)
}
