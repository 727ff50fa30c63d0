import { crc32 } from 'node:zlib'

const utf8Flag = 0x800
const unicodePath = 0x7075

/** The upper half of code page 437, which names without a mark are in. */
const codePage437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

/** The name of an entry. Many programs write UTF-8 without saying so. */
export function nameOf(name: Buffer, flags: number, extra: ReadonlyMap<number, Buffer>): string {
  const field = extra.get(unicodePath)
  if (field !== undefined && field.length > 5 && field.readUInt32LE(1) === crc32(name)) {
    return field.subarray(5).toString('utf8').normalize('NFC')
  }
  if ((flags & utf8Flag) !== 0) return name.toString('utf8').normalize('NFC')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(name).normalize('NFC')
  } catch {
    return Array.from(name, (byte) =>
      byte < 128 ? String.fromCharCode(byte) : codePage437.charAt(byte - 128),
    ).join('')
  }
}

/** What archive programs add by themselves. */
const added = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i

/** Whether a name leads out of the archive. */
export function isOutside(name: string): boolean {
  const path = name.replaceAll('\\', '/')
  const isAbsolute = path.startsWith('/') || /^[a-z]:/i.test(path)
  return isAbsolute || path.includes('\0') || path.split('/').includes('..')
}

/** Undefined for a folder, and for what an archive program added. */
export function pathOf(name: string): string | undefined {
  const path = name.replaceAll('\\', '/')
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.')
  if (path.endsWith('/') || segments.length === 0 || added.test(path)) return undefined
  return segments.join('/')
}
