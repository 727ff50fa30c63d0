import { readdirSync } from 'node:fs'

/** The Markdown files of a folder that are pages, at once. */
export function readFolderState(root: string): string[] {
  return readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(root.length + 1))
    .filter((path) => !path.startsWith('.quire') && !path.includes('.conflict-'))
    .toSorted()
}
