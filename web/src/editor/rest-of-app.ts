export type FoundPage = { id: string; title: string; icon: string | null }
export type Person = { id: string; name: string }
export type Uploaded = { fileId: string; name: string; size: number; mimeType: string }

/** What the editor asks of the rest of the app. */
export type RestOfApp = {
  findPages: (query: string, signal: AbortSignal) => Promise<FoundPage[]>
  findPeople: (query: string) => Promise<Person[]>
  upload: (file: File, progress: (share: number) => void) => Promise<Uploaded>
  /** Tells the person what went wrong. */
  complain: (message: string) => void
}

/** The editor of a page that nobody may change needs nothing. */
export const nothingElse: RestOfApp = {
  findPages: async () => [],
  findPeople: async () => [],
  upload: () => Promise.reject(new TypeError('This page cannot be changed.')),
  complain: () => undefined,
}
