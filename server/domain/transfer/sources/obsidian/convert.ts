import { startTimeSlice } from '../../../../lib/time-slices.ts'
import { isMarkdown } from '../../import/scan.ts'
import { createOutput } from '../folder/output.ts'
import { readText } from '../folder/read-text.ts'
import { createConverter } from '../pages/converter.ts'
import { tryFile } from '../pages/not-converted.ts'
import type { ConvertedFolder, SourceFiles } from '../source-files.ts'
import type { FoundTargets, NoteTargets } from './note-tasks.ts'
import { openVault, type Vault } from './vault.ts'

/** A vault keeps its paths: its notes change where Obsidian writes something else than Markdown. */
export async function convertVault(files: SourceFiles): Promise<ConvertedFolder> {
  const output = createOutput(files)
  const converter = createConverter()
  const timeSlice = startTimeSlice()
  const paths = files.paths().filter((path) => !/(?:^|\/)\./.test(path))
  const vault = openVault(paths)
  try {
    for (const path of paths.filter(isMarkdown)) {
      if (timeSlice.isOver()) await timeSlice.pause()
      const text = await readText(files, path)
      // What is wrong with a note is reported when it is converted.
      const aliases = text === undefined ? [] : await converter.readAliases(text).catch(() => [])
      for (const alias of aliases) vault.addAlias(alias, path)
    }
    for (const path of paths) {
      const text = isMarkdown(path) ? await readText(files, path) : undefined
      if (text === undefined) {
        output.addFile(path, path)
        continue
      }
      const find = (targets: NoteTargets) => findTargets(vault, path, targets)
      const note = await tryFile(output, path, () => converter.convertNote({ text, path }, find))
      output.addText(path, note?.text ?? '')
      output.lose(path, note?.losses ?? [])
    }
    return output.finish('obsidian')
  } finally {
    await converter.close()
  }
}

function findTargets(vault: Vault, from: string, { targets, paths }: NoteTargets): FoundTargets {
  const foundOf = (asked: readonly string[], find: (target: string) => string | undefined) =>
    new Map(
      asked.flatMap((target): [string, string][] => {
        const path = find(target)
        return path === undefined ? [] : [[target, path]]
      }),
    )
  return {
    targets: foundOf(targets, (target) => vault.find(from, target)),
    paths: foundOf(paths, vault.at),
  }
}
