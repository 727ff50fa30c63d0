import type { FileStore } from '../files/file-store.ts'
import type { Store } from '../store/index.ts'
import type { ContentEngine } from './content-engine.ts'
import type { SearchIndexes } from './search-index.ts'
import type { SemanticEngine } from './semantic.ts'
import type { WebhookEngine } from './webhook-engine.ts'

/** Through which door a change came; told in its event. */
export type Via = 'api' | 'cli' | 'web' | 'mcp' | 'chat'

export type Caller = {
  userId: string
  keyId: string | undefined
  via: Via
  readOnly: boolean
  /** The only workspaces it may touch; undefined is all of the person's. */
  workspaceIds: readonly string[] | undefined
  /** The workspace it works in while it names none; kept with the key. */
  activeWorkspaceId?: string | undefined
}

/** What every rule works with. */
export type Context = {
  store: Store
  files: FileStore
  content: ContentEngine
  search: SearchIndexes
  semantic: SemanticEngine
  webhooks: WebhookEngine
  caller: Caller
  /** Base of absolute addresses, without a slash at the end; undefined leaves paths. */
  publicUrl: string | undefined
}
