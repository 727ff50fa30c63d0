import type { CallOptions } from '../../../client/index.ts'

/** Operations of pages and comments the server has promised: gone as soon as they are in its table. */
type Call<Input, Output> = (input: Input, options?: CallOptions) => Promise<Output>
type InWorkspace = { workspaceId: string }
type OnePage = InWorkspace & { pageId: string }
type Listed = { id: string; title: string; icon: string | null }
type Person = { id: string; firstName: string; lastName: string }

export type PromisedPages = {
  trash: { purge: Call<OnePage, unknown> }
  comments: {
    create: Call<
      OnePage & { parentId?: string; markdown: string; quote?: Selection },
      { commentId: string }
    >
    list: Call<OnePage & { includeResolved?: boolean }, { threads: Thread[]; total: number }>
    update: Call<InWorkspace & { commentId: string; markdown: string }, unknown>
    resolve: Call<InWorkspace & { commentId: string; resolved: boolean }, unknown>
    remove: Call<InWorkspace & { commentId: string }, unknown>
  }
  files: {
    list: Call<
      InWorkspace & { query?: string; kind?: FileKind; limit?: number; offset?: number },
      { files: ListedFile[]; total: number }
    >
    use: Call<InWorkspace & { fileId: string }, { pages: Listed[] }>
  }
  members: {
    list: Call<InWorkspace, { members: (Person & { email: string; role: string })[] }>
  }
}

/** What a person selected of a page. */
export type Selection = { text: string; start?: number; block?: number }

/** What a thread is about, and where that is now; null where it is gone. */
export type Quote = {
  text: string
  prefix: string
  suffix: string
  block: number | null
  start: number | null
  current: string | null
}

export type Thread = {
  id: string
  quote: Quote | null
  isResolved: boolean
  resolvedBy?: Person | null
  resolvedAt?: string | null
  comments: ThreadComment[]
}

export type ThreadComment = {
  id: string
  author: Person
  markdown: string
  createdAt: string
  updatedAt: string | null
  isMine: boolean
  isDeleted: boolean
}

export type FileKind = 'image' | 'pdf' | 'audio' | 'video' | 'text' | 'other'

export type ListedFile = {
  id: string
  name: string
  mimeType: string
  size: number
  createdAt: string
  createdBy: Person | null
  url: string
  pages: number
}
