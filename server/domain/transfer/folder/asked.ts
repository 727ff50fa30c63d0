import type { PageLocation, Targets } from '../export/links.ts'
import type { Folder } from './folder.ts'

/** What a worker thread needs to know of a folder that it does not have. */
export type Asked = { ids: string[]; paths: string[]; links: Link[] }

/** A URL on the page at a path. */
type Link = { path: string; url: string }

type FileLocation = { path: string; details: ReturnType<Targets['files']['detailsOf']> }

/** What it was answered so far; what is not there is unknown or not yet asked for. */
export type Answers = Pick<Targets, 'workspaceId' | 'publicUrl'> & {
  pages: Map<string, PageLocation>
  pagesByPath: Map<string, string>
  files: Map<string, FileLocation>
  filesByPath: Map<string, string>
  /** Paths by the key of a link. */
  links: Map<string, string>
}

/** The targets of links as far as they were answered, and what was asked for. */
export function targetsOf(answers: Answers): { targets: Targets; asked: () => Asked } {
  const ids = new Set<string>()
  const paths = new Set<string>()
  const links = new Map<string, Link>()
  const byId = <Value>(values: ReadonlyMap<string, Value>, id: string): Value | undefined => {
    ids.add(id)
    return values.get(id)
  }
  const byPath = (values: ReadonlyMap<string, string>, path: string): string | undefined => {
    paths.add(path)
    return values.get(path)
  }
  const { workspaceId, publicUrl, pages, pagesByPath, files, filesByPath } = answers
  const targets = {
    workspaceId,
    publicUrl,
    pages: { get: (id: string) => byId(pages, id) },
    pagesByPath: {
      get: (path: string) => byPath(pagesByPath, path),
    },
    locate: (path: string, url: string) => {
      links.set(keyOf({ path, url }), { path, url })
      return answers.links.get(keyOf({ path, url }))
    },
    files: {
      pathOf: (id: string) => byId(files, id)?.path,
      idAt: (path: string) => byPath(filesByPath, path),
      detailsOf: (id: string) => byId(files, id)?.details ?? {},
    },
  }
  const asked = () => ({ ids: [...ids], paths: [...paths], links: [...links.values()] })
  return { targets, asked }
}

function keyOf({ path, url }: Link): string {
  return `${path}\n${url}`
}

/** Repeats work in a worker thread until it has all that it asks for: most work is done once or twice. */
export async function whileAsking<Result extends { asked: Asked }>(
  { linking }: Pick<Folder, 'linking'>,
  work: (answers: Answers) => Promise<Result>,
): Promise<Result> {
  const { workspaceId, publicUrl } = linking
  const answers: Answers = {
    workspaceId,
    publicUrl,
    pages: new Map(),
    pagesByPath: new Map(),
    files: new Map(),
    filesByPath: new Map(),
    links: new Map(),
  }
  for (;;) {
    const result = await work(answers)
    const before = sizeOf(answers)
    for (const id of result.asked.ids) answerId(answers, linking, id)
    for (const path of result.asked.paths) answerPath(answers, linking, path)
    for (const link of result.asked.links) answerLink(answers, linking, link)
    if (sizeOf(answers) === before) return result
  }
}

function sizeOf({ pages, pagesByPath, files, filesByPath, links }: Answers): number {
  return pages.size + pagesByPath.size + files.size + filesByPath.size + links.size
}

function answerId(answers: Answers, { pages, files }: Folder['linking'], id: string): void {
  const page = pages.get(id)
  if (page !== undefined) {
    const { path, folder, isImplicit } = page
    answers.pages.set(id, { path, folder, isImplicit })
    if (folder !== undefined) answers.pagesByPath.set(folder, id)
    if (!isImplicit) answers.pagesByPath.set(path, id)
  }
  const path = files.pathOf(id)
  if (path === undefined) return
  answers.files.set(id, { path, details: files.detailsOf(id) })
  answers.filesByPath.set(path, id)
}

function answerPath(
  answers: Answers,
  { pagesByPath, files }: Folder['linking'],
  path: string,
): void {
  const pageId = pagesByPath.get(path)
  if (pageId !== undefined) answers.pagesByPath.set(path, pageId)
  const fileId = files.idAt(path)
  if (fileId !== undefined) answers.filesByPath.set(path, fileId)
}

function answerLink(answers: Answers, linking: Folder['linking'], link: Link): void {
  const path = linking.locate(link.path, link.url)
  if (path === undefined) return
  answers.links.set(keyOf(link), path)
  answerPath(answers, linking, path)
}
