import { posix } from 'node:path'
import { attributesOf } from '../document/skill-files/front-matter.ts'
import { textOf } from './compare.ts'
import type { ImportedFile, ImportedFolder } from './import-folder.ts'
import { mainFile } from './plan.ts'

const agentPath = /(?:^|\/)agents\/[^/]+\.md$/i
/** What git and file managers of systems add to a folder. */
const notOfSkill = /(?:^|\/)(?:\.git|__MACOSX)\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db)$/i

/** Chooses the files of skills, and those that can be agents, without what git and systems add to their folders. */
export function chooseSkillFiles(paths: readonly string[]): (path: string) => boolean {
  const roots = new Set(rootsOf(paths))
  return (path) =>
    !notOfSkill.test(path) &&
    (agentPath.test(path) || foldersAbove(path).some((folder) => roots.has(folder)))
}

/** The folders with a SKILL.md, without those inside another one, and the agents. */
export function foldersOf(entries: readonly ImportedFile[]): ImportedFolder[] {
  const roots = rootsOf(entries.map(({ path }) => path))
  const skills = new Map<string, ImportedFile[]>(roots.map((root) => [root, []]))
  const agents: ImportedFolder[] = []
  for (const entry of entries) {
    const root = foldersAbove(entry.path).find((folder) => skills.has(folder))
    if (root !== undefined) {
      const path = root === '.' ? entry.path : entry.path.slice(root.length + 1)
      skills.get(root)?.push({ ...entry, path })
    }
    if (root === undefined || root === '.') agents.push(...agentOf(entry))
  }
  return [...skills].map(([root, files]) => skillOf(root, files)).concat(agents)
}

function rootsOf(paths: readonly string[]): string[] {
  const mains = paths.filter((path) => posix.basename(path) === mainFile)
  const all = new Set(mains.map((path) => posix.dirname(path)))
  return [...all].filter((root) => !foldersAbove(root).some((folder) => all.has(folder)))
}

/** From the innermost to `.`, without the path itself. */
function foldersAbove(path: string): string[] {
  const folders: string[] = []
  for (let folder = path; folder !== '.' && folder !== '/';) {
    folder = posix.dirname(folder)
    folders.push(folder)
  }
  return folders
}

function skillOf(root: string, files: readonly ImportedFile[]): ImportedFolder {
  const name = nameOf(files, mainFile, posix.basename(root))
  return { name, ownership: 'SKILL', main: mainFile, files }
}

function agentOf(file: ImportedFile): ImportedFolder[] {
  if (!agentPath.test(file.path)) return []
  const main = posix.basename(file.path)
  const files = [{ ...file, path: main, isExecutable: false }]
  const name = nameOf(files, main, '')
  return name === '' ? [] : [{ name, ownership: 'AGENT', main, files }]
}

function nameOf(files: readonly ImportedFile[], main: string, otherwise: string): string {
  const content = files.find(({ path }) => path === main)?.content ?? new Uint8Array()
  const { name } = attributesOf(textOf(content) ?? '')
  return typeof name === 'string' && name !== '' ? name : otherwise
}
