import { t } from './messages.ts'

export type FoundPage = { id: string; title: string; icon: string | null }
export type Person = { id: string; name: string }
export type Uploaded = { fileId: string; name: string; size: number; mimeType: string }

/** What the editor needs from the app around it. */
export type EditorHost = {
  workspaceId: string
  /** The title of a page, or undefined for one that this person cannot read. */
  titleOf: (pageId: string) => Promise<string | undefined>
  findPages: (query: string, signal: AbortSignal) => Promise<FoundPage[]>
  findPeople: (query: string) => Promise<Person[]>
  upload: (file: File, progress: (share: number) => void) => Promise<Uploaded>
  notifyError: (message: string) => void
}

/** For a page that the person cannot edit. */
export const readOnlyHost: EditorHost = {
  workspaceId: '',
  titleOf: async () => undefined,
  findPages: async () => [],
  findPeople: async () => [],
  upload: () => Promise.reject(new TypeError(t.readOnly)),
  notifyError: () => undefined,
}
