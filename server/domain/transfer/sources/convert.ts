import { AppError } from '../../../lib/errors.ts'
import { detectSource } from './detect.ts'
import type { ConvertedFolder, SourceFiles, SourceKind } from './source-files.ts'
import { unreadableAmong, whyUnreadable } from './unreadable.ts'

type Convert = (files: SourceFiles) => Promise<ConvertedFolder>

/** Loaded when it is used: parsers of HTML and Word take time and memory. */
const converters: Record<SourceKind, () => Promise<Convert>> = {
  markdown: async () => unchanged,
  obsidian: async () => (await import('./obsidian/convert.ts')).convertVault,
  notion: async () => (await import('./notion/convert.ts')).convertNotion,
  confluence: async () => (await import('./confluence/convert.ts')).convertConfluence,
  outline: async () => (await import('./outline/convert.ts')).convertOutline,
  evernote: async () => (await import('./evernote/convert.ts')).convertEvernote,
  joplin: async () => (await import('./joplin/convert.ts')).convertJoplin,
  logseq: async () => (await import('./logseq/convert.ts')).convertGraph,
  word: async () => (await import('./word/convert.ts')).convertWord,
  html: async () => (await import('./html-folder/convert.ts')).convertHtmlFolder,
  csv: async () => (await import('./csv/convert.ts')).convertTables,
}

/**
 * Converts the files of a source to a folder that the import reads: Markdown with front matter, and files beside it.
 * Without `chosen`, the files say what they are. Throws VALIDATION_FAILED if nothing in them can become a page.
 */
export async function convertSource(
  files: SourceFiles,
  chosen?: SourceKind,
): Promise<ConvertedFolder> {
  const kind = chosen ?? (await detectSource(files))
  if (kind === undefined) throw nothingFound(files)
  const convert = await converters[kind]()
  const converted = await convert(files)
  return { ...converted, warnings: [...warningsOf(files, kind), ...converted.warnings] }
}

async function unchanged(files: SourceFiles): Promise<ConvertedFolder> {
  return { kind: 'markdown', files, losses: [], warnings: [] }
}

function nothingFound(files: SourceFiles): AppError {
  const message =
    whyUnreadable(files.paths()) ??
    'Nothing in it can be imported. Quire reads Markdown, HTML, Word (.docx), CSV, Evernote (.enex) and Joplin (.jex) files.'
  return new AppError('VALIDATION_FAILED', message)
}

/** Sentences about entries of an archive that cannot be read, and about files of other programs. */
function warningsOf(
  files: SourceFiles & { warnings?: readonly string[] },
  kind: SourceKind,
): readonly string[] {
  return [...(files.warnings ?? []), ...unreadableAmong(files.paths(), kind)]
}
