import { CommandError } from '../exit-codes.ts'

const maxNameBytes = 200
/** Names that Windows gives to devices, with any extension. */
const device = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i
/** What some system takes as a separator, or does not take in names. */
const unsafe = /[/\\:*?"<>|]|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/** What git reads as its own folder, on systems that ignore case or have short names. */
const gitFolder = /^(?:\.git|git~\d+)$/i

/** Throws NAME_UNSAFE for a name that could leave its folder, or that some system reads as another one. */
export function requireSafeName(name: string): string {
  const reason = reasonAgainst(name)
  if (reason !== undefined)
    throw new CommandError(
      `The name ${JSON.stringify(name)} cannot be used: ${reason}. Rename it.`,
      'NAME_UNSAFE',
    )
  return name
}

function reasonAgainst(name: string): string | undefined {
  if (name === '' || name === '.' || name === '..') return 'it names a folder'
  if (unsafe.test(name)) return 'it has a character that file systems reject'
  if (/^\s|[\s.]$/.test(name)) return 'it begins or ends with a space or a period'
  if (gitFolder.test(name)) return 'git reserves it'
  if (device.test(name)) return 'Windows reserves it'
  if (new TextEncoder().encode(name).length > maxNameBytes) return 'it is too long'
  return undefined
}

/** Throws NAME_CLASH where two names are one on a file system that ignores case or composes letters. */
export function requireDistinct(names: readonly string[]): void {
  const seen = new Map<string, string>()
  for (const name of names) {
    const folded = name.normalize('NFKC').toLowerCase()
    const other = seen.get(folded)
    if (other !== undefined)
      throw new CommandError(
        `${JSON.stringify(other)} and ${JSON.stringify(name)} are the same name on some file systems. Rename one on the server.`,
        'NAME_CLASH',
      )
    seen.set(folded, name)
  }
}
