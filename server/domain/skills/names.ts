import { slugify } from '../../lib/text.ts'

const maxNameLength = 64
const namePattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Whether a name meets the Agent Skills specification. */
export function isSkillName(name: string): boolean {
  return name.length <= maxNameLength && namePattern.test(name)
}

/** The name of a skill whose properties give none. */
export function nameFrom(title: string, id: string): string {
  const name = asciiSlug(title)
  return name === '' ? `skill-${id.slice(-6)}` : name
}

function asciiSlug(title: string): string {
  const slug = slugify(title).replaceAll(/[^a-z0-9-]+/g, '')
  return slug.replaceAll(/-{2,}/g, '-').replaceAll(/^-|-$/g, '')
}

/** Makes each path unique, regardless of case. */
export function createPaths(
  taken: readonly string[],
): (folder: string, stem: string, ending: string) => string {
  const used = new Set(taken.map(comparable))
  return (folder, stem, ending) => {
    for (let number = 1; ; number += 1) {
      const path = `${folder}/${stem}${number === 1 ? '' : `-${number}`}${ending}`
      if (used.has(comparable(path))) continue
      used.add(comparable(path))
      return path
    }
  }
}

export function comparable(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

const maxPathLength = 240

/** Whether a path lies in the folder, on every system. */
export function isSafePath(path: string): boolean {
  const isName = (name: string) =>
    name !== '' && name !== '.' && name !== '..' && !/[. ]$/.test(name)
  return (
    path.length <= maxPathLength &&
    !/[\\:*?"<>|\p{Cc}]/u.test(path) &&
    path.split('/').every(isName)
  )
}

const scriptEndings = /\.(?:bash|cjs|go|js|lua|mjs|php|pl|ps1|py|r|rb|sh|ts|zsh)$/i

/** The folder of an attached file, by its name. */
export function folderOf(fileName: string): 'scripts' | 'assets' {
  return scriptEndings.test(fileName) ? 'scripts' : 'assets'
}

/** A part of a path. */
export function stemOf(title: string, fallback: string): string {
  const slug = slugify(title)
  return slug === '' ? fallback : slug
}

/** The name of an attached file as a part of a path, with its ending. */
export function splitName(name: string): { stem: string; ending: string } {
  const safe = name
    .replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '-')
    .replace(/^[. ]+/, '')
    .replace(/[. ]+$/, '')
  const at = safe.lastIndexOf('.')
  if (at <= 0) return { stem: safe === '' ? 'file' : safe, ending: '' }
  return { stem: safe.slice(0, at), ending: safe.slice(at) }
}
