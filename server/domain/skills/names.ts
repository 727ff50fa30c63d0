import { slugify } from '../../lib/text.ts'

const maxNameLength = 64
const maxPathLength = 240
const maxNameBytes = 200
/** Names that Windows gives to devices, with any extension. */
const device = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i
/** What git reads as its own folder, on systems that ignore case or have short names. */
const gitFolder = /^(?:\.git|git~\d+)$/i
/** What some system takes as a separator, or does not take in names. */
const unsafe = /[\\:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
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

/** Makes each path unique, regardless of case, and one that every system can have. */
export function createPaths(
  taken: readonly string[],
): (folder: string, stem: string, ending: string) => string {
  const used = new Set(taken.map(comparable))
  return (folder, stem, ending) => {
    const safeStem = device.test(stem) ? `file-${stem}` : stem
    for (let number = 1; ; number += 1) {
      const path = `${folder}/${safeStem}${number === 1 ? '' : `-${number}`}${ending}`
      if (used.has(comparable(path))) continue
      used.add(comparable(path))
      return path
    }
  }
}

/** The path as file systems compare it that ignore case, or compose letters. */
export function comparable(path: string): string {
  return path.normalize('NFKC').toLowerCase()
}

/**
 * Why some system cannot have a path in the folder of a skill; undefined if all can. At least as strict as the remote
 * command line, which refuses to write such a file.
 */
export function reasonAgainst(path: string): string | undefined {
  if (path.length > maxPathLength) return `it has more than ${maxPathLength} characters`
  for (const name of path.split('/')) {
    const reason = reasonAgainstName(name)
    if (reason !== undefined) return reason
  }
  return undefined
}

function reasonAgainstName(name: string): string | undefined {
  if (name === '' || name === '.' || name === '..') return 'it leads out of the folder'
  if (unsafe.test(name)) return 'it has a character that file systems reject'
  if (/^\s|[\s.]$/.test(name)) return 'a name begins or ends with a space, or ends with a period'
  if (gitFolder.test(name)) return 'git reserves the name'
  if (device.test(name)) return 'Windows reserves the name'
  if (Buffer.byteLength(name) > maxNameBytes) return 'a name is too long'
  return undefined
}

/** Whether a path lies in the folder, on every system. */
export function isSafePath(path: string): boolean {
  return reasonAgainst(path) === undefined
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
    .replaceAll(/[/\\:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '-')
    .replace(/^[. ]+/, '')
    .replace(/[. ]+$/, '')
  const at = safe.lastIndexOf('.')
  if (at <= 0) return { stem: safe === '' ? 'file' : safe, ending: '' }
  return { stem: safe.slice(0, at), ending: safe.slice(at) }
}
