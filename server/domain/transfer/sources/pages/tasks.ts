import type { PageDocument } from '../../../../../content/document.ts'
import { mapUrls } from '../../../../../content/urls.ts'
import { writeMarkdown } from '../../../../../content/write-markdown.ts'
import type { FilePage, FileToPrepare } from '../../import/prepare-file.ts'
import type { FileToRead, Source } from '../../import/source.ts'
import type { EvernoteNote, NoteXml } from '../evernote/read-note.ts'
import type { JoplinNote } from '../joplin/note.ts'
import type { ConvertedGraphPage, GraphPage, GraphTask } from '../logseq/blocks.ts'
import type { MarkdownTask } from '../markdown/prepared.ts'
import type { ConvertedNote, NoteTask, NoteTargets } from '../obsidian/note-tasks.ts'
import type { Collection, CollectionTask } from '../outline/read-collection.ts'
import type { ReadPage } from '../read-page.ts'

/** Slow work on one page, as functions of plain values that run on the main thread or in a worker. */

async function readHtml(html: string): Promise<ReadPage> {
  const { readHtmlPage } = await import('../html/read-page.ts')
  return readHtmlPage(html)
}

async function readWord(bytes: Uint8Array): Promise<ReadPage> {
  const { readWordPage } = await import('../word/read-word.ts')
  return readWordPage(bytes)
}

async function readMarkdown(task: MarkdownTask): Promise<ReadPage> {
  const { readMarkdownPage } = await import('../markdown/read-page.ts')
  return readMarkdownPage(task)
}

async function readCollection(task: CollectionTask): Promise<Collection | undefined> {
  const outline = await import('../outline/read-collection.ts')
  return outline.readCollection(task)
}

async function readEvernoteNote(task: NoteXml): Promise<EvernoteNote> {
  return (await import('../evernote/read-note.ts')).readEvernoteNote(task)
}

async function listGraphPage(text: string): Promise<GraphPage> {
  return (await import('../logseq/blocks.ts')).listGraphPage(text)
}

async function convertGraphPage(task: GraphTask): Promise<ConvertedGraphPage> {
  return (await import('../logseq/blocks.ts')).convertGraphPage(task)
}

async function convertJoplinNote(note: JoplinNote): Promise<string> {
  return (await import('../joplin/note.ts')).convertJoplinNote(note)
}

async function readOutline(json: string): Promise<ReadPage> {
  const outline = await import('../outline/read-collection.ts')
  return outline.readOutlineDocument(json)
}

export type WriteTask = { document: PageDocument; urls: Readonly<Record<string, string>> }

/** The Markdown of a document with other addresses. */
async function write({ document, urls }: WriteTask): Promise<string> {
  const mapped = mapUrls(document, (url) => (Object.hasOwn(urls, url) ? (urls[url] ?? url) : url))
  return writeMarkdown(mapped)
}

/** A Markdown file of an import, or why it cannot be a page. */
async function readFile(file: FileToRead): Promise<Source | string> {
  return (await import('../../import/source.ts')).readFile(file)
}

/** The stated position of the page of a Markdown file. */
async function readOrder(bytes: Uint8Array): Promise<number> {
  return (await import('../../import/source.ts')).orderOf(bytes)
}

/** The title and the aliases of the page of a Markdown file. */
async function readNames(bytes: Uint8Array): Promise<string[]> {
  return (await import('../../import/source.ts')).namesOf(bytes)
}

async function prepareFile(file: FileToPrepare): Promise<FilePage> {
  return (await import('../../import/prepare-file.ts')).prepareFile(file)
}

async function listTargets(note: Pick<NoteTask, 'text' | 'path'>): Promise<NoteTargets> {
  return (await import('../obsidian/note-tasks.ts')).listTargets(note)
}

async function convertNote(note: NoteTask): Promise<ConvertedNote> {
  return (await import('../obsidian/note-tasks.ts')).convertListed(note)
}

const tasks = {
  convertGraphPage,
  convertJoplinNote,
  convertNote,
  listGraphPage,
  listTargets,
  prepareFile,
  readCollection,
  readEvernoteNote,
  readFile,
  readHtml,
  readMarkdown,
  readNames,
  readOrder,
  readOutline,
  readWord,
  write,
}

export type TaskName = keyof typeof tasks
export type TaskInput<Name extends TaskName> = Parameters<(typeof tasks)[Name]>[0]
export type TaskResult<Name extends TaskName> = Awaited<ReturnType<(typeof tasks)[Name]>>
type Tasks = { [Name in TaskName]: (input: TaskInput<Name>) => Promise<TaskResult<Name>> }

export function runTask<Name extends TaskName>(
  name: Name,
  input: TaskInput<Name>,
): Promise<TaskResult<Name>> {
  const table: Tasks = tasks
  return table[name](input)
}
