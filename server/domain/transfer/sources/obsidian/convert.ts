import { isMarkdown } from '../../import/scan.ts'
import { createLinkIndex, type LinkIndex } from '../../links/link-index.ts'
import { createOutput } from '../folder/output.ts'
import { readText } from '../folder/read-text.ts'
import { createConverter } from '../pages/converter.ts'
import { tryFile } from '../pages/not-converted.ts'
import type { ConvertedFolder, SourceFiles } from '../source-files.ts'
import type { FoundTargets, NoteTargets } from './note-tasks.ts'

/** A vault keeps its paths: its notes change where Obsidian writes something else than Markdown. */
export async function convertVault(files: SourceFiles): Promise<ConvertedFolder> {
  const output = createOutput(files)
  const converter = createConverter()
  const paths = files.paths().filter((path) => !/(?:^|\/)\./.test(path))
  const index = createLinkIndex(paths)
  try {
    for (const path of paths) {
      const text = isMarkdown(path) ? await readText(files, path) : undefined
      if (text === undefined) {
        output.addFile(path, path)
        continue
      }
      const find = (targets: NoteTargets) => findTargets(index, path, targets)
      const note = await tryFile(output, path, () => converter.convertNote({ text, path }, find))
      output.addText(path, note?.text ?? '')
      output.lose(path, note?.losses ?? [])
    }
    return output.finish('obsidian')
  } finally {
    await converter.close()
  }
}

function findTargets(
  index: LinkIndex,
  from: string,
  { targets, paths }: NoteTargets,
): FoundTargets {
  const foundOf = (asked: readonly string[], find: (target: string) => string | undefined) =>
    new Map(
      asked.flatMap((target): [string, string][] => {
        const path = find(target)
        return path === undefined ? [] : [[target, path]]
      }),
    )
  return {
    targets: foundOf(targets, (target) => index.named(from, target)),
    paths: foundOf(paths, (path) => index.at(path)),
  }
}
