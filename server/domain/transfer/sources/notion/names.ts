const identified = /^(.*?)[ _-]?([\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/s

/** The name of a file or folder without the ID that Notion adds. */
export function withoutId(name: string): string {
  const [, stem] = identified.exec(name) ?? []
  return stem === undefined ? name : stem.trim() || 'Untitled'
}

export function hasId(name: string): boolean {
  return identified.test(name)
}

/** The ID in a name, without hyphens. */
export function idOf(name: string): string | undefined {
  return identified.exec(name)?.[2]?.replaceAll('-', '')
}
