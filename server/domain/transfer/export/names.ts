import { extname, sep } from 'node:path'

/** Device names that Windows reserves, with any extension. */
const devices = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])$/i
/** Names that an import reads as the page of their folder. */
const ownPages = /^(?:index|readme)$/i
/** Control characters and direction marks; the joiner in emoji is allowed. */
const invisible = /(?!\u200D)\p{C}/gu
const forbidden = /[\\/:*?"<>|#%]/g

/**
 * Makes each name unique, regardless of case and accents, within a number of bytes. Keeps the extension; `endingOf`
 * returns the one of a file.
 */
export type Names = (stem: string, ending: string, maxBytes: number) => string

export function createNames(taken: readonly string[] = []): Names {
  const used = new Set(taken.map(comparable))
  const counts = new Map<string, number>()
  return (stem, ending, maxBytes) => {
    const base = safeStem(stem, ending, maxBytes)
    const key = comparable(base + ending)
    for (let number = counts.get(key) ?? 1; ; number += 1) {
      const suffix = number === 1 ? '' : ` ${number}`
      const candidate =
        shortenedTo(base, maxBytes - ending.length - suffix.length) + suffix + ending
      if (used.has(comparable(candidate))) continue
      counts.set(key, number + 1)
      used.add(comparable(candidate))
      return candidate
    }
  }
}

/** A path segment that every file system accepts and that people recognise. */
function safeStem(text: string, ending: string, maxBytes: number): string {
  const plain = text
    .normalize('NFC')
    .replaceAll(forbidden, '-')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(invisible, '')
  // Windows drops trailing dots and spaces; a leading dot hides the file.
  const trimmed = shortenedTo(plain.replace(/^[\s.]+/, ''), maxBytes - ending.length).replace(
    /[\s.]+$/,
    '',
  )
  if (trimmed === '') return 'Untitled'
  const isReserved =
    devices.test(trimmed.replace(/\..*$/s, '')) || (ending === '.md' && ownPages.test(trimmed))
  return isReserved ? `_${trimmed}` : trimmed
}

/** The longest prefix of complete characters that fits into a number of bytes. */
function shortenedTo(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text
  let size = 0
  let shortened = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    size += Buffer.byteLength(segment)
    if (size > maxBytes) break
    shortened += segment
  }
  return shortened.replace(/[\s.]+$/, '')
}

export function endingOf(name: string): string {
  const ending = extname(name)
  return /^\.[a-z\d]{1,8}$/i.test(ending) ? ending : ''
}

/** Whether a stored name can be the name of a file or a folder that an import reads. */
export function isFileName(name: string): boolean {
  const isOne = !['/', sep, '\0'].some((character) => name.includes(character))
  return isOne && name !== '' && !name.startsWith('.') && Buffer.byteLength(name) <= 255
}

export function comparable(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}
