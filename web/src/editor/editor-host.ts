import { t } from './messages.ts'

/** `path` is the titles of the pages above, from the top down. */
export type FoundPage = { id: string; title: string; icon: string | null; path?: string[] }
/** `formerTitles` are those that links may still have. */
export type Titles = { title: string; formerTitles: readonly string[] }
export type Heading = { anchor: string; text: string; level: number }
export type Person = { id: string; name: string }
export type Uploaded = { fileId: string; name: string; size: number; mimeType: string }

/** What the editor needs from the app around it. */
export type EditorHost = {
  workspaceId: string
  /** The page itself, without its title. */
  page: FoundPage
  /** The title of a page, or undefined for one that this person cannot read. */
  titleOf: (pageId: string) => Promise<string | undefined>
  /** The titles of pages, of those that this person can read. */
  titlesOf: (pageIds: readonly string[]) => Promise<ReadonlyMap<string, Titles>>
  /** Why a page cannot be embedded; undefined if it can. */
  refuseEmbed?: (pageId: string) => Promise<string | undefined>
  findPages: (query: string, signal: AbortSignal) => Promise<FoundPage[]>
  /** Creates a page below this one. */
  createPage: (title: string) => Promise<string>
  headingsOf: (pageId: string, signal: AbortSignal) => Promise<Heading[]>
  findTags: (start: string, signal: AbortSignal) => Promise<string[]>
  /** The address of the pages with a tag; none for visitors. */
  tagAddress?: ((tag: string) => string) | undefined
  findPeople: (query: string) => Promise<Person[]>
  upload: (file: File, progress: (share: number) => void) => Promise<Uploaded>
  notifyError: (message: string) => void
}

/** For a page that the person cannot edit. */
export const readOnlyHost: EditorHost = {
  workspaceId: '',
  page: { id: '', title: '', icon: null },
  titleOf: async () => undefined,
  titlesOf: async () => new Map(),
  findPages: async () => [],
  createPage: () => Promise.reject(new TypeError(t.readOnly)),
  headingsOf: async () => [],
  findTags: async () => [],
  findPeople: async () => [],
  upload: () => Promise.reject(new TypeError(t.readOnly)),
  notifyError: () => undefined,
}
