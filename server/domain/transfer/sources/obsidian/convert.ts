import { readFileText } from '../../file-text.ts'
import { isMarkdown } from '../../import/scan.ts'
import { createOutput } from '../folder/output.ts'
import { readText } from '../folder/read-text.ts'
import { countLosses } from '../losses.ts'
import type { ConvertedFolder, SourceFiles } from '../source-files.ts'
import { convertNote } from './note.ts'
import { openVault } from './vault.ts'

/** A vault keeps its paths: its notes change where Obsidian writes something else than Markdown. */
export async function convertVault(files: SourceFiles): Promise<ConvertedFolder> {
  const output = createOutput(files)
  const paths = files.paths().filter((path) => !/(?:^|\/)\./.test(path))
  const vault = openVault(paths)
  const notes = paths.filter(isMarkdown)
  for (const path of notes) {
    const text = await readText(files, path)
    for (const alias of text === undefined ? [] : aliasesOf(text)) vault.addAlias(alias, path)
  }
  for (const path of paths) {
    const text = isMarkdown(path) ? await readText(files, path) : undefined
    if (text === undefined) {
      output.addFile(path, path)
      continue
    }
    const losses = countLosses()
    output.addText(path, await convertNote(text, { path, vault, losses }))
    output.lose(path, losses.counts())
  }
  return output.finish('obsidian')
}

function aliasesOf(text: string): string[] {
  if (!/^---[\s\S]*?^alias(?:es)?:/m.test(text)) return []
  const { attributes } = readFileText(text)
  const given: unknown = attributes['aliases'] ?? attributes['alias']
  if (typeof given === 'string') return given.split(',').map((alias) => alias.trim())
  return Array.isArray(given) ? given.filter((alias) => typeof alias === 'string') : []
}
