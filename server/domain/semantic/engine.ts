import type { OutboundHttp } from '../../lib/network/outbound-http.ts'
import type { Secrets } from '../../lib/secrets/secrets.ts'
import type { Store } from '../../store/index.ts'
import type { ContentEngine } from '../document/engine.ts'
import type { ReadableSections } from '../rights/readable-sections.ts'
import { Embedders } from './models.ts'
import { SemanticSearch } from './search.ts'
import { VectorMemory } from './vector-cache.ts'

/** Everything that search by meaning keeps open. */
export type SemanticEngine = {
  content: ContentEngine
  embedders: Embedders
  memory: VectorMemory
  search: SemanticSearch
  close: () => Promise<void>
}

export function openSemantic(
  store: Store,
  options: {
    sections: ReadableSections
    content: ContentEngine
    secrets: Secrets
    outboundHttp: OutboundHttp
    modelsFolder: string
    vectorMemory: number
    /** Milliseconds a search waits for meaning. */
    timeout: number
  },
): SemanticEngine {
  const embedders = new Embedders(options.secrets, options.modelsFolder, options.outboundHttp)
  const memory = new VectorMemory(store, options.vectorMemory, options.sections)
  return {
    content: options.content,
    embedders,
    memory,
    search: new SemanticSearch({ store, embedders, memory }, options.timeout),
    close: async () => {
      await memory.close()
      await embedders.close()
    },
  }
}
