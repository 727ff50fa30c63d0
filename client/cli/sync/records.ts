/** What both sides last had in common of a page. */
export type PageRecord = {
  pageId: string
  /** Null at the top of the folder. */
  parentId: string | null
  /** Path of its file. */
  path: string
  /** Path of the folder with its subpages. */
  folder: string | null
  /** The version of the page that was last seen. */
  version: number
  /** Of the file on the server; '' if it is not known. */
  revision: string
  /** Null for a page without a file. */
  text: string | null
  /** Files of the folder that the saved text links to, until they are uploaded. */
  toUpload?: string[]
  /** A text that is being written to the folder. */
  incoming?: Incoming
}

/** Whether the page of a file was created and waits for its first text. */
export function hasNoText({ text, revision, version }: PageRecord): boolean {
  return text === '' && revision === '' && version <= 1
}

/** Whether the page of a folder was created, and not read since. */
export function isNewFolder({ text, revision, version }: PageRecord): boolean {
  return text === null && revision === '' && version <= 1
}

export type Incoming = {
  path: string
  text: string
  version: number
  revision: string
  /** The folder does not know the page yet. */
  isFirst?: boolean
}

/** A page as the server lists it. */
export type RemotePage = {
  pageId: string
  parentId: string | null
  path: string
  folder: string | null
  isImplicit: boolean
  version: number
  revision: string
}

export type SourceFile = { name: string; index?: string }

/** Markdown files of the folder, with the hash of their text. */
export type LocalFiles = ReadonlyMap<string, string>
