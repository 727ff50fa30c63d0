import { newId } from '../../lib/ids.ts'
import type { WorkspaceContext } from '../context.ts'
import { splitFrontMatter } from '../document/front-matter.ts'
import { firstLine } from '../document/skill-files/first-line.ts'
import { attributesOf } from '../document/skill-files/front-matter.ts'
import type { WrittenFile } from '../document/skill-files/write.ts'
import { checkFolder } from './check.ts'
import { textOf } from './compare.ts'
import { sha256Of } from './files.ts'
import type { Finding } from './findings.ts'
import { type ImportedFile, type ImportedFolder, isText, titleOf } from './import-folder.ts'
import { foldersOf } from './import-roots.ts'
import { readArchive } from './import.ts'
import { nameFrom } from './names.ts'

/** A skill or agent that an import of an archive would create. */
export type PreviewedSkill = {
  name: string
  ownership: 'SKILL' | 'AGENT'
  files: { path: string; size: number; isExecutable: boolean; sha256: string }[]
  findings: Finding[]
}

/** What an import would create. Nothing is stored. Throws FILE_NOT_FOUND or VALIDATION_FAILED. */
export async function previewImport(
  context: WorkspaceContext,
  fileId: string,
): Promise<PreviewedSkill[]> {
  const previewed: PreviewedSkill[] = []
  for (const folder of foldersOf(await readArchive(context, fileId))) {
    const { name, ownership } = folder
    const { findings, mainText } = await checkImported(context, folder)
    const files = folder.files.map(({ path, content, isExecutable }) => {
      // A main file that Quire writes in another way is still a page.
      const written =
        path === folder.main && mainText !== undefined ? Buffer.from(mainText) : content
      return { path, size: content.length, isExecutable, sha256: sha256Of(written) }
    })
    previewed.push({ name, ownership, files, findings })
  }
  return previewed
}

type Read = { page: { path: string; properties: string | null }; file: WrittenFile }

async function checkImported(
  context: WorkspaceContext,
  folder: ImportedFolder,
): Promise<{ findings: Finding[]; mainText: string | undefined }> {
  const { ownership, main, files } = folder
  const paths = files.map(({ path }) => [`/files/${newId()}`, path] as const)
  const written: Read[] = []
  // The main file first.
  const texts = files
    .filter(({ path, content }) => path === main || isText(path, content))
    .toSorted((a, b) => Number(b.path === main) - Number(a.path === main))
  for (const file of texts) {
    const read = await readText(context, file, paths)
    if (read !== undefined) written.push(read)
  }
  const sizes = files.map(({ path, content }) => ({ path, size: content.length }))
  const [first] = written
  const attributes = first?.file.attributes ?? {}
  // As a page without a name is named.
  const name = attributes['name'] === undefined ? nameFrom(folder.name, newId()) : folder.name
  const description = firstLine(splitFrontMatter(first?.file.text ?? '').body, name)
  const fields = { name, description, ...attributes }
  const checked = { name, main: { ownership } }
  const findings = checkFolder(checked, fields, { files: sizes, written })
  return { findings, mainText: written.find(({ page }) => page.path === main)?.file.text }
}

async function readText(
  { content: engine }: WorkspaceContext,
  { path, content }: ImportedFile,
  paths: readonly (readonly [string, string])[],
): Promise<Read | undefined> {
  const text = textOf(content)
  if (text === undefined) return undefined
  const read = await engine.readSkillFile({ id: newId(), text, title: titleOf(path), path, paths })
  if (read === undefined) return undefined
  const { properties, written } = read
  const file = { ...written, attributes: attributesOf(text) }
  return { page: { path, properties: properties.source }, file }
}
