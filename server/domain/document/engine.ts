import { LRUCache } from 'lru-cache'
import type { CommentText } from '../../../content/comment.ts'
import type { ComparedLine } from '../../../content/compare-lines.ts'
import type { ChangeSummary, Edit } from '../../../content/edit.ts'
import type { PageAnchor } from '../../../content/links/anchors.ts'
import type { PageLinks } from '../../../content/links/page-links.ts'
import type { LinkChange } from '../../../content/links/rewrite.ts'
import type { ContentNode } from '../../../content/node.ts'
import type { PagePart, PartChoice } from '../../../content/read/page-part.ts'
import type { ReadView } from '../../../content/views/query.ts'
import { invalidInput, malformedJson } from '../../lib/errors.ts'
import { isShort } from '../../lib/json/is-short.ts'
import { RawJson } from '../../lib/json/raw-json.ts'
import { loadOnce } from '../../lib/load-later.ts'
import type { PageType } from '../../lib/vocabulary.ts'
import { type Task as AnyTask, WorkerPools } from '../../lib/workers/worker-pools.ts'
import type { Chunk } from '../../search/embeddings/chunks.ts'
import { makeEntry, type PageEntry } from '../../search/index/page-entry.ts'
import type * as attribution from './attribution.ts'
import type { BodyCopy, CopiedBody } from './copies/copy-body.ts'
import type { EditedProperties } from './edit-properties.ts'
import type { HunkAnswers, HunkBody } from './hunks/hunks.ts'
import type { MergedProperties, PropertyMerge } from './merge-properties.ts'
import type { PreparedProperties, ReadProperties } from './properties.ts'
import type { PublicPage } from './public/public-page.ts'
import type { BodyToRevert, RevertedBody } from './reverts/revert-body.ts'
import type { FileOfSkill, ReadSkillFile } from './skill-files/read.ts'
import type { PageOfSkill, WrittenFile } from './skill-files/write.ts'
import type * as steps from './steps.ts'
import type {
  BodyComparison,
  EditTask,
  Prepared,
  PreparedContent,
  PreparedFile,
  StoredBody,
  StoredDownload,
  StoredPublicPage,
  StoredPublicPart,
  StoredText,
  TitleMention,
} from './tasks.ts'
import type { Task } from './worker.ts'

/** Larger bodies go to a worker: a page of 50,000 characters would block other requests for 20 ms. */
const inlineMarkdownLength = 4000
const inlineDocumentLength = 16_000
const inlineFrontMatterLength = 1000
const inlineSteps = 50
/** V8 takes two bytes for a character as soon as one of the text is outside Latin-1. */
const bytesPerCharacter = 2
const maxMarkdownBytes = 16 * 1024 * 1024
/** After this time without a read, the cache is emptied. */
const markdownIdleMs = 5 * 60_000

const workerFile = new URL('./worker.ts', import.meta.url)

/** Loaded with the first body. */
const loadTasks = loadOnce(() => import('./tasks.ts'))
const loadReverts = loadOnce(() => import('./reverts/revert-body.ts'))
const loadSteps = loadOnce(() => import('./steps.ts'))
const loadAttribution = loadOnce(() => import('./attribution.ts'))

/** Converts Markdown and documents to stored content, and back. Workers start with the first large page. */
export class ContentEngine {
  /** Markdown by page and version, because writing it is the slowest part of a read. */
  readonly #written = new LRUCache<string, string>({
    maxSize: maxMarkdownBytes,
    sizeCalculation: (text) => text.length * bytesPerCharacter + 200,
  })
  readonly #release = setTimeout(() => this.#written.clear(), markdownIdleMs).unref()
  readonly #workers = new WorkerPools()

  /** `field` is the path for errors. Throws VALIDATION_FAILED. */
  async fromMarkdown(markdown: string, field: string, type?: PageType): Promise<PreparedContent> {
    const task = type === 'KANBAN' ? 'boardFromMarkdown' : 'fromMarkdown'
    const isSmall = markdown.length <= inlineMarkdownLength
    const result = isSmall
      ? (await loadTasks())[task](markdown)
      : await this.#run<Prepared>(task, markdown)
    return accepted(result, field)
  }

  /** `content` is a document, or the JSON of one that is too large to parse here. Throws VALIDATION_FAILED. */
  async fromDocument(content: object, field: string): Promise<PreparedContent> {
    if (content instanceof RawJson) {
      return accepted(await this.#run<Prepared>('fromJson', content.text), field)
    }
    const isSmall = isShort(content, inlineDocumentLength)
    return accepted(
      isSmall ? (await loadTasks()).fromDocument(content) : await this.#fromLarge(content),
      field,
    )
  }

  /** A page from the text of a Markdown file. Throws VALIDATION_FAILED. */
  async fromFile(text: string, field: string): Promise<PreparedFile & { ok: true }> {
    const isSmall =
      text.length <= (text.startsWith('---') ? inlineFrontMatterLength : inlineMarkdownLength)
    const result = isSmall
      ? (await loadTasks()).fromFile(text)
      : await this.#run<PreparedFile>('fromFile', text)
    if (result.ok) return result
    throw invalidInput([{ path: field + result.path, rule: 'document', message: result.reason }])
  }

  /** The values of YAML that is stored as the properties of a page. Throws VALIDATION_FAILED. */
  async properties(source: string | null): Promise<PreparedProperties> {
    const read = await this.readProperties(source)
    if (read.ok) return read.properties
    const message = `The YAML of the properties ${read.reason}.`
    throw invalidInput([{ path: '/source', rule: 'properties', message }])
  }

  async readProperties(source: string | null): Promise<ReadProperties> {
    return (source ?? '').length <= inlineFrontMatterLength
      ? (await loadTasks()).properties(source)
      : this.#run<ReadProperties>('properties', source)
  }

  /** The query of a view, from its YAML or its values. */
  async view(query: string | object): Promise<ReadView> {
    const isSmall =
      typeof query === 'string'
        ? query.length <= inlineFrontMatterLength
        : isShort(query, inlineFrontMatterLength)
    return isSmall ? (await loadTasks()).view(query) : this.#run<ReadView>('view', query)
  }

  async editProperties(task: EditTask): Promise<EditedProperties> {
    const isSmall = (task.source ?? '').length <= inlineFrontMatterLength
    return isSmall ? (await loadTasks()).editProperties(task) : this.#run('editProperties', task)
  }

  async mergeProperties(merge: PropertyMerge): Promise<MergedProperties> {
    const { base, mine, theirs } = merge
    const length = [base, mine, theirs].reduce((sum, source) => sum + (source ?? '').length, 0)
    if (length > inlineFrontMatterLength) return this.#run('mergeProperties', merge)
    return (await loadTasks()).mergeProperties(merge)
  }

  /** With `writers`, the answer has the steps of the edit too. */
  async edit(page: StoredBody, change: Edit, writers?: steps.Writers): Promise<steps.EditedBody> {
    const isSmall =
      page.document.length <= inlineDocumentLength && change.text.length <= inlineMarkdownLength
    const task = { ...page, change }
    if (isSmall) return (await loadTasks()).edit(task)
    return writers === undefined
      ? this.#run<steps.EditedBody>('edit', task)
      : this.#run<steps.EditedBody>('editWithSteps', { ...task, writers })
  }

  /** Who wrote which part of the document after changes, compressed. */
  async attributeChanges(body: attribution.ChangedBody): Promise<Uint8Array> {
    const length = body.changes.reduce((sum, { steps }) => sum + steps.length, body.document.length)
    return length <= inlineDocumentLength
      ? (await loadAttribution()).attributeChanges(body)
      : this.#run<Uint8Array>('attributeChanges', body)
  }

  /** Who wrote the text of some blocks of a document. */
  async attributed(body: attribution.AttributedPart): Promise<attribution.AttributedBlocks> {
    const isSmall = body.document.length <= inlineDocumentLength
    return isSmall ? (await loadAttribution()).attributed(body) : this.#run('attributed', body)
  }

  /** The blocks with text of programs that no person has accepted or edited, by run. */
  async unaccepted(body: attribution.BodyToAccept): Promise<attribution.UnacceptedBlocks[]> {
    const isSmall = body.document.length <= inlineDocumentLength
    return isSmall ? (await loadAttribution()).unaccepted(body) : this.#run('unaccepted', body)
  }

  /** The change from one stored document to another, and who wrote which part after it. */
  async change(body: steps.BodyChange): Promise<steps.ChangedBy> {
    const isSmall = body.before.length + body.after.length <= inlineDocumentLength
    return isSmall ? (await loadSteps()).change(body) : this.#run<steps.ChangedBy>('change', body)
  }

  /** The current document with the change that an author made of an older one. Throws VALIDATION_FAILED. */
  async merge(change: steps.Merge): Promise<steps.AcceptedMerge> {
    const { document, after, since } = change
    const length = since.reduce((sum, row) => sum + row.steps.length, document.length)
    const isSmall = length + after.length <= inlineDocumentLength && since.length <= inlineSteps
    const result = isSmall
      ? (await loadSteps()).merge(change)
      : await this.#run<steps.MergedBody>('merge', change)
    if (!result.ok && 'conflicts' in result) return result
    return { ok: true, content: accepted(result, '/content'), near: result.ok ? result.near : [] }
  }

  /** The document of a page without some of its changes. */
  async revert(task: BodyToRevert): Promise<RevertedBody> {
    const isSmall = task.changes.length <= 10 && isShort(task, inlineDocumentLength)
    return isSmall ? (await loadReverts()).revertBody(task) : this.#run('revertBody', task)
  }

  /** The document after the steps of its journal, as it is stored. */
  async apply(body: steps.BodyWithSteps): Promise<string> {
    return isSmallBody(body) ? (await loadSteps()).apply(body) : this.#run<string>('apply', body)
  }

  /** Like `apply`, ready to be stored. */
  async prepareApplied(body: steps.BodyWithSteps): Promise<PreparedContent> {
    const result = isSmallBody(body)
      ? (await loadSteps()).prepareApplied(body)
      : await this.#run<Prepared>('prepareApplied', body)
    return accepted(result, '/content')
  }

  /** A comment as it is stored, with the people it mentions. Throws VALIDATION_FAILED. */
  async comment(markdown: string, field: string): Promise<CommentText & { ok: true }> {
    const isSmall = markdown.length <= inlineMarkdownLength
    const read = isSmall
      ? (await loadTasks()).comment(markdown)
      : await this.#run<CommentText>('comment', markdown)
    if (read.ok) return read
    throw invalidInput([{ path: field, rule: 'comment', message: read.reason }])
  }

  /** The search entry of a page. */
  async entry(page: StoredText): Promise<PageEntry> {
    const isSmall = page.blocks.length <= inlineDocumentLength
    return isSmall ? (await loadTasks()).entry(page) : this.#run<PageEntry>('entry', page)
  }

  /** The search entry of a page with prepared content. */
  entryOf(title: string, { search }: PreparedContent): PageEntry {
    return makeEntry(title, search)
  }

  /** The links, tags and anchors of a stored document. */
  async links(page: StoredBody): Promise<PageLinks> {
    const isSmall = page.document.length <= inlineDocumentLength
    return isSmall ? (await loadTasks()).links(page) : this.#run('links', page)
  }

  /** The body after a change of its links or tags; undefined if it has none to change. */
  async changeLinks(page: StoredBody, change: LinkChange): Promise<PreparedContent | undefined> {
    const isSmall = page.document.length <= inlineDocumentLength
    const task = { ...page, change }
    const result = isSmall
      ? (await loadTasks()).changeLinks(task)
      : await this.#run<Prepared | undefined>('changeLinks', task)
    return result && accepted(result, '/content')
  }

  /** Where the text of a page mentions a title outside of links and code. */
  async findTitle(page: StoredBody, title: string): Promise<TitleMention> {
    const isSmall = page.document.length <= inlineDocumentLength
    const task = { ...page, title }
    return isSmall ? (await loadTasks()).findTitle(task) : this.#run('findTitle', task)
  }

  /** The places of a page that links can lead to. */
  async anchors(page: StoredBody): Promise<PageAnchor[]> {
    const isSmall = page.document.length <= inlineDocumentLength
    return isSmall ? (await loadTasks()).anchors(page) : this.#run('anchors', page)
  }

  async chunks(page: StoredText): Promise<Chunk[]> {
    const isSmall = page.blocks.length <= inlineDocumentLength
    return isSmall ? (await loadTasks()).chunks(page) : this.#run('chunks', page)
  }

  /** A copy of a stored body, for another page. Throws VALIDATION_FAILED. */
  async copyBody(copy: BodyCopy): Promise<CopiedBody & { ok: true }> {
    const isSmall = copy.document.length + 80 * copy.copies.length <= inlineDocumentLength
    const copied = isSmall
      ? (await import('./copies/copy-body.ts')).copyBody(copy)
      : await this.#run<CopiedBody>('copyBody', copy)
    if (copied.ok) return copied
    throw invalidInput([{ path: copied.path, rule: 'document', message: copied.reason }])
  }

  /** What a change between two stored documents added and removed. */
  async summarize(change: BodyComparison): Promise<ChangeSummary> {
    const isSmall = change.before.length + change.after.length <= inlineDocumentLength
    return isSmall ? (await loadTasks()).summarize(change) : this.#run('summarize', change)
  }

  /** An answer about the hunks between two stored documents. */
  async hunks<Asked extends keyof HunkAnswers>(
    asked: Asked,
    body: HunkBody,
  ): Promise<HunkAnswers[Asked]> {
    const isSmall = body.base.length + body.document.length <= inlineDocumentLength
    return isSmall
      ? (await import('./hunks/hunks.ts')).hunks(asked, body)
      : this.#run<HunkAnswers[Asked]>('hunkTask', { asked, ...body })
  }

  /** The outline or a part of a stored document. */
  async part(page: StoredBody, choice: PartChoice): Promise<PagePart> {
    const task = { ...page, choice }
    const isSmall = page.document.length <= inlineDocumentLength
    return isSmall ? (await loadTasks()).part(task) : this.#run('part', task)
  }

  async compare(before: string, after: string): Promise<ComparedLine[]> {
    const isSmall = before.length + after.length <= inlineDocumentLength
    return isSmall
      ? (await loadTasks()).compare({ before, after })
      : this.#run<ComparedLine[]>('compare', { before, after })
  }

  async download(page: StoredDownload): Promise<string> {
    const isSmall = page.document.length <= inlineDocumentLength
    return isSmall ? (await loadTasks()).download(page) : this.#run<string>('download', page)
  }

  async sitePart(part: StoredPublicPart): Promise<readonly ContentNode[] | undefined> {
    const isSmall = part.document.length <= inlineDocumentLength
    return isSmall ? (await loadTasks()).sitePart(part) : this.#run('sitePart', part)
  }

  /** What a page links to, and what it shows of others. */
  async siteTargets(page: StoredBody & { origins: readonly string[] }): Promise<string[]> {
    const isSmall = page.document.length <= inlineDocumentLength
    return isSmall ? (await loadTasks()).siteTargets(page) : this.#run('siteTargets', page)
  }

  async sitePage(page: StoredPublicPage): Promise<PublicPage> {
    const isSmall = page.document.length <= inlineDocumentLength
    return isSmall ? (await loadTasks()).sitePage(page) : this.#run('sitePage', page)
  }

  async siteMarkdown(page: StoredPublicPage): Promise<string> {
    const isSmall = page.document.length <= inlineDocumentLength
    return isSmall ? (await loadTasks()).siteMarkdown(page) : this.#run('siteMarkdown', page)
  }

  /** A page as a file in the folder of a skill. */
  async skillFile(page: PageOfSkill): Promise<WrittenFile> {
    return page.document.length + (page.source?.length ?? 0) <= inlineDocumentLength
      ? (await import('./skill-files/write.ts')).skillFile(page)
      : this.#run<WrittenFile>('skillFile', page)
  }

  /** A file in the folder of a skill as a page; undefined if it is not Markdown. */
  readSkillFile(file: FileOfSkill): Promise<ReadSkillFile | undefined> {
    return this.#run('readSkillFile', file)
  }

  /** `read` returns the stored document if the Markdown is not cached. */
  async toMarkdown(
    page: { id: string; version: number },
    read: () => Promise<string | undefined>,
  ): Promise<string> {
    const key = `${page.id}:${page.version}`
    this.#release.refresh()
    const cached = this.#written.get(key)
    if (cached !== undefined) return cached
    const document = await read()
    if (document === undefined) return ''
    const body = { id: page.id, document }
    const isSmall = document.length <= inlineDocumentLength
    const markdown = isSmall
      ? (await loadTasks()).toMarkdown(body)
      : await this.#run<string>('toMarkdown', body)
    this.#written.set(key, markdown)
    return markdown
  }

  async close(): Promise<void> {
    clearTimeout(this.#release)
    await this.#workers.close()
  }

  async #fromLarge(content: object): Promise<Prepared> {
    try {
      return await this.#run<Prepared>('fromDocument', content)
    } catch (error) {
      // JSON with thousands of levels cannot be copied to a worker; here it is rejected at its first levels.
      if (error instanceof RangeError) return (await loadTasks()).fromDocument(content)
      throw error
    }
  }

  /** Runs a task of another file of worker threads, which end with this engine. */
  runIn(file: URL, task: AnyTask): Promise<unknown> {
    return this.#workers.run(file, task)
  }

  async #run<Result>(name: Task['name'], input: unknown): Promise<Result> {
    const value = await this.#workers.run(workerFile, { name, input })
    // SAFETY: name and Result belong together at every call in this class.
    return value as Result
  }
}

function accepted(result: Prepared, field: string): PreparedContent {
  if (result.ok) return result.content
  if (result.path === undefined) throw malformedJson(result.reason)
  throw invalidInput([{ path: field + result.path, rule: 'document', message: result.reason }])
}

/** A row of a journal can have thousands of steps. */
function isSmallBody(body: steps.BodyWithSteps): boolean {
  return isShort(body, inlineDocumentLength) && body.steps.length <= inlineSteps
}
