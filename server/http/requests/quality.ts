/** How much a client wants something, from 0 to 1, by a header such as Accept; 0 if it is not listed. */
export function qualityOf(header: string, wanted: string): number {
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    if (name !== wanted) continue
    const quality = parameters.find((text) => text.startsWith('q='))
    return quality === undefined ? 1 : Number(quality.slice(2)) || 0
  }
  return 0
}
