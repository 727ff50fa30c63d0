import { startTimeSlice } from '../../../lib/time-slices.ts'
import { comments, files, history, members, templates } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import {
  idsIn,
  transferMarkdown,
  type Links,
  transferProperties,
} from '../../document/copies/transfer-body.ts'
import type { Original } from '../../pages/copies/read-tree.ts'
import type { PreparedPage } from '../../pages/create.ts'
import { pack, unpack } from '../../pages/history.ts'
import { checkpoint } from '../../pages/journal/checkpoint.ts'
import { currentDocument } from '../../pages/journal/current.ts'
import { filesOf } from './page-files.ts'
import { copyIdOf, type Transfer } from './transfers.ts'

/** The newest versions that go along with a moved page, and the most text of them. */
const maxVersions = 100
const maxVersionsLength = 16 * 1024 * 1024
const threadsPerRead = 100

const emptyDocument = '{"type":"doc","content":[{"type":"paragraph"}]}'

export type CopiedVersion = Awaited<ReturnType<typeof history.latest>>[number]

/** A page as it is written to the other workspace. */
export type PreparedCopy = {
  original: Original
  page: PreparedPage
  files: files.FileRow[]
  /** Only of a moved page, as is the rest. */
  versions: CopiedVersion[]
  comments: comments.CommentItem[]
  /** Where it is a template: the ID of the page below which it is offered, or of the workspace. */
  templateScope: string | undefined
}

export type CopyContexts = { source: WorkspaceContext; target: WorkspaceContext; row: Transfer }

/** Reads a page of the source, with everything that was typed, as a page of the target. */
export async function readOriginal(
  contexts: CopyContexts,
  original: Original,
  isTaken: (pageId: string) => boolean,
): Promise<PreparedCopy> {
  const { source, target, row } = contexts
  const isMove = row.kind === 'move'
  const { page, copyId } = original
  const address = { workspaceId: page.workspaceId, pageId: page.id }
  const document = (await currentDocument(source, source.store, address)) ?? emptyDocument
  const versions = isMove ? await readVersions(source, address) : []
  const documents = versions.flatMap(({ packed }) => (packed === null ? [] : [unpack(packed)]))
  const written = isMove ? await readComments(source, address) : []
  const texts = [document, ...documents, ...written.map(({ markdown }) => markdown)]
  const found = await filesOf(source, page, texts)
  const all = [...texts, page.properties ?? ''].join('\n')
  const links = await linksFor(contexts, { text: all, isTaken, files: found })
  const { content } = await target.content.copyBody({ id: page.id, document, ...copied(links) })
  const properties = transferProperties(page.properties, links)
  const isRoot = page.id === row.pageId
  const prepared: PreparedPage = {
    ...page,
    workspaceId: row.targetWorkspaceId,
    id: copyId,
    parentId: isRoot ? row.targetParentId : copyIdOf(row, 'page', page.parentId),
    properties,
    propertyValues: (await target.content.properties(properties)).values,
    content,
    entry: target.content.entryOf(page.title, content),
    attachments: (await files.ofPage(source.store, page.workspaceId, page.id)).flatMap(({ id }) =>
      found.some((file) => file.id === id) ? [copyIdOf(row, 'file', id)] : [],
    ),
    firstVersion: isMove ? page.version + 1 : 1,
    isSection: original.isPrivate,
  }
  return {
    original,
    page: prepared,
    files: found,
    versions: await withLinks(target, page.id, { versions, links }),
    comments: written.map((comment) => ({
      ...comment,
      markdown: transferMarkdown(comment.markdown, links),
    })),
    templateScope: isMove ? await templates.scopeOf(source.store, address) : undefined,
  }
}

/** Stores what was typed on a page that moves, so that it is in its history. */
export async function storeTyped(source: WorkspaceContext, { page }: Original): Promise<void> {
  if (page.contentVersion === null) return
  await checkpoint(source, { workspaceId: page.workspaceId, pageId: page.id })
}

async function readVersions(
  { store }: WorkspaceContext,
  address: { workspaceId: string; pageId: string },
): Promise<CopiedVersion[]> {
  const versions: CopiedVersion[] = []
  let length = 0
  for (const version of await history.latest(store, address, maxVersions)) {
    length += version.packed === null ? 0 : unpack(version.packed).length
    if (length > maxVersionsLength) break
    versions.push(version)
  }
  return versions
}

async function withLinks(
  { content }: WorkspaceContext,
  id: string,
  { versions, links }: { versions: readonly CopiedVersion[]; links: Links },
): Promise<CopiedVersion[]> {
  const timeSlice = startTimeSlice()
  const written: CopiedVersion[] = []
  for (const version of versions) {
    if (timeSlice.isOver()) await timeSlice.pause()
    const properties = transferProperties(version.properties, links)
    // Runs are those of a workspace.
    const rest = { ...version, properties, runId: null }
    if (version.packed === null) {
      written.push(rest)
      continue
    }
    const document = unpack(version.packed)
    const { content: body } = await content.copyBody({ id, document, ...copied(links) })
    written.push({ ...rest, packed: pack(body.document) })
  }
  return written
}

function copied({ copies, origins, ...elsewhere }: Links) {
  return { copies, origins, elsewhere }
}

async function readComments(
  { store }: WorkspaceContext,
  address: { workspaceId: string; pageId: string },
): Promise<comments.CommentItem[]> {
  const found: comments.CommentItem[] = []
  for (let offset = 0; ; offset += threadsPerRead) {
    const wanted = { which: 'all', limit: threadsPerRead, offset } as const
    const rows = await comments.ofPage(store, address, wanted)
    if (rows.length === 0) return found
    found.push(...rows)
  }
}

/** What the links of a text lead to in the target. */
async function linksFor(
  { target, row }: CopyContexts,
  {
    text,
    isTaken,
    files: found,
  }: { text: string; isTaken: (pageId: string) => boolean; files: readonly files.FileRow[] },
): Promise<Links> {
  const { store, integrations, publicUrl } = target
  const ofFiles = new Set(found.map(({ id }) => id))
  const copies: [string, string][] = []
  for (const id of idsIn(text)) {
    if (isTaken(id)) copies.push([id, copyIdOf(row, 'page', id)])
    else if (ofFiles.has(id)) copies.push([id, copyIdOf(row, 'file', id)])
  }
  const mentioned = Array.from(text.matchAll(/\/members\/([\da-f-]{36})/gi), ([, id = '']) => id)
  const people: string[] = []
  for (const id of new Set(mentioned.map((one) => one.toLowerCase()))) {
    if ((await members.role(store, row.targetWorkspaceId, id)) !== undefined) people.push(id)
  }
  const origins = publicUrl === undefined ? [] : [publicUrl]
  return { copies, members: people, origins, base: integrations.baseUrl }
}
