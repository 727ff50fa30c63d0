import type { CallOptions } from '../../../client/index.ts'

/** Operations of pages and comments the server has promised: gone as soon as they are in its table. */
type Call<Input, Output> = (input: Input, options?: CallOptions) => Promise<Output>
type InWorkspace = { workspaceId: string }
type OnePage = InWorkspace & { pageId: string }
type Listed = { id: string; title: string; icon: string | null }
type Person = { id: string; firstName: string; lastName: string }

export type PromisedPages = {
  favourites: {
    list: Call<InWorkspace, { pages: Listed[] }>
    add: Call<OnePage, unknown>
    remove: Call<OnePage, unknown>
  }
  recent: {
    list: Call<InWorkspace, { pages: (Listed & { visitedAt: string })[] }>
    visit: Call<OnePage, unknown>
  }
  trash: {
    list: Call<
      InWorkspace & { limit?: number; offset?: number },
      { pages: (Listed & { deletedAt: string; deletedBy: Person | null; pages: number })[] }
    >
    purge: Call<OnePage, unknown>
  }
  comments: {
    create: Call<
      OnePage & { parentId?: string; markdown: string; quote?: Quote },
      { commentId: string }
    >
    list: Call<OnePage & { includeResolved?: boolean }, { threads: Thread[] }>
    update: Call<InWorkspace & { commentId: string; markdown: string }, unknown>
    resolve: Call<InWorkspace & { commentId: string; resolved: boolean }, unknown>
    delete: Call<InWorkspace & { commentId: string }, unknown>
  }
  files: {
    list: Call<
      InWorkspace & { query?: string; kind?: string; limit?: number; offset?: number },
      { files: ListedFile[]; total: number }
    >
    use: Call<InWorkspace & { fileId: string }, { pages: Listed[] }>
  }
  members: {
    list: Call<InWorkspace, { members: (Person & { email: string; role: string })[] }>
  }
}

export type Quote = { text: string; start?: number; block?: number }

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
}

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
