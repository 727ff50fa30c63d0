/** The files of an import by path, with slashes, relative to its root; read on demand. */
export type SourceFiles = {
  paths: () => readonly string[]
  size: (path: string) => number
  read: (path: string) => Promise<Uint8Array>
  /** The name of the root, which links from the root of a site can begin with; '' without one. */
  folder?: string
}

export const sourceKinds = [
  'markdown',
  'obsidian',
  'notion',
  'confluence',
  'outline',
  'evernote',
  'joplin',
  'logseq',
  'word',
  'html',
  'csv',
] as const

export type SourceKind = (typeof sourceKinds)[number]

/** What became of something that Quire has no exact form for. `outcome` is 'changed' (readable, other form) or 'lost'. */
export type Loss = { path: string; kind: string; outcome: 'changed' | 'lost'; count: number }

/** A folder in Quire's own import form: Markdown with front matter, files beside it. */
export type ConvertedFolder = {
  kind: SourceKind
  files: SourceFiles
  losses: Loss[]
  /** Sentences for the person, e.g. about encrypted entries. */
  warnings: string[]
}
