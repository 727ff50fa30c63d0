import type { Secrets } from '../lib/secrets.ts'
import type { Store } from '../store/index.ts'
import { Embedders } from './embedding-models.ts'
import { SemanticSearch } from './semantic-search.ts'
import { VectorMemory } from './vector-memory.ts'

/** Everything that search by meaning keeps open. */
export type SemanticEngine = {
  embedders: Embedders
  memory: VectorMemory
  search: SemanticSearch
  close: () => Promise<void>
}

export function openSemantic(
  store: Store,
  options: { secrets: Secrets; modelsFolder: string; vectorMemory: number },
): SemanticEngine {
  const embedders = new Embedders(options.secrets, options.modelsFolder)
  const memory = new VectorMemory(store, options.vectorMemory)
  return {
    embedders,
    memory,
    search: new SemanticSearch(store, embedders, memory),
    close: async () => {
      await memory.close()
      await embedders.close()
    },
  }
}
