/** RFC 4648 section 4, padding optional but never partial; `undefined` when the text is not that. */
export function decodeBase64(text: string): Uint8Array | undefined {
  if (text.includes('=') && text.length % 4 !== 0) return undefined
  try {
    const padded = text.padEnd(Math.ceil(text.length / 4) * 4, '=')
    const bytes = Uint8Array.fromBase64(padded, { lastChunkHandling: 'strict' })
    // It skips white space, which is refused here; what it skipped is missing from the size.
    return bytes.length === decodedSize(text) ? bytes : undefined
  } catch {
    return undefined
  }
}

/** The size of what base64 text decodes to, without decoding it. */
export function decodedSize(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return Math.floor(((text.length - padding) * 3) / 4)
}
