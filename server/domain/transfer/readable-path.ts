/** A path as an address in Markdown. Encodes only what would end or change it: letters of all scripts stay readable. */
export function readablePath(path: string): string {
  return path.replaceAll(
    /[ %#?\\<>()"'`*_[\]!&~$|]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}
