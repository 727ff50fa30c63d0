import type { SourceKind } from './source-files.ts'

type Unreadable = {
  ending: RegExp
  kind: string
  /** How to get the same content in a form that Quire reads. */
  remedy: string
  /** Pages may have such documents as attachments. */
  isDocument?: true
}

/** Exports that are read by themselves, and not among other files. */
const readAlone: readonly { ending: RegExp; kind: string; as: SourceKind }[] = [
  { ending: /\.enex$/i, kind: 'an Evernote export (.enex)', as: 'evernote' },
  { ending: /\.jex$/i, kind: 'a Joplin export (.jex)', as: 'joplin' },
]

/** Files of other programs that Quire cannot read. */
const unreadable: readonly Unreadable[] = [
  {
    ending: /(?:^|\/)entities\.xml$/i,
    kind: 'an XML export of Confluence',
    remedy: 'Export the space as HTML.',
  },
  {
    ending: /\.(?:textpack|textbundle|bear2bk)$/i,
    kind: 'a Bear export (.textpack, .bear2bk)',
    remedy: 'In Bear, export the notes as Markdown.',
  },
  {
    ending: /\.(?:one|onepkg)$/i,
    kind: 'a OneNote file (.one)',
    remedy: 'In OneNote, export the pages as Word documents (.docx).',
  },
  {
    ending: /\.(?:mht(?:ml)?|webarchive)$/i,
    kind: 'a web archive (.mhtml)',
    remedy: 'Save the page again as complete HTML.',
  },
  {
    ending: /\.doc$/i,
    kind: 'a .doc file of Confluence, or of Word before 2007',
    remedy: 'In Confluence, export the space as HTML; in Word, save the document as .docx.',
    isDocument: true,
  },
  {
    ending: /\.(?:odt|rtf|pages)$/i,
    kind: 'a document of another word processor (.odt, .rtf, .pages)',
    remedy: 'Save the document as .docx.',
    isDocument: true,
  },
  {
    ending: /\.(?:xlsx?|ods|numbers)$/i,
    kind: 'a spreadsheet (.xlsx, .ods)',
    remedy: 'Save each table as CSV.',
    isDocument: true,
  },
]

/** Says which program made a source that cannot be read, and how to export from it. Undefined if that is unknown. */
export function whyUnreadable(paths: readonly string[]): string | undefined {
  const found = unreadable.find(({ ending }) => paths.some((path) => ending.test(path)))
  return found && `This is ${found.kind}, which Quire cannot read. ${found.remedy}`
}

/** Sentences about exports of other programs among files that can be read, as what they are read. */
export function unreadableAmong(paths: readonly string[], readAs: SourceKind): string[] {
  const sentences = (ending: RegExp, sentence: (files: string) => string): string[] => {
    const count = paths.filter((path) => ending.test(path)).length
    if (count === 0) return []
    return [sentence(count === 1 ? '1 file is' : `${count} files are`)]
  }
  const alone = readAlone.filter(({ as }) => as !== readAs)
  return [
    ...alone.flatMap(({ ending, kind }) =>
      sentences(
        ending,
        (files) =>
          `Quire reads ${kind} only by itself: ${files} not imported. Import it separately.`,
      ),
    ),
    ...unreadable.flatMap(({ ending, kind, remedy, isDocument }) =>
      isDocument
        ? []
        : sentences(
            ending,
            (files) => `Quire cannot read ${kind}: ${files} not imported. ${remedy}`,
          ),
    ),
  ]
}
