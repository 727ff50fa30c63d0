import { t } from './messages.ts'

export type Provider = {
  id: string
  /** A product name; the others have theirs in `messages.ts`. */
  label?: string
  isLocal?: true
  baseUrl?: string
  model?: string
  dimensions?: number
  documentPrefix?: string
  queryPrefix?: string
  needsKey?: true
  /** Its name in `messages.ts`. */
  hint: Extract<keyof typeof t, `${string}Hint`>
}

/** Providers with the settings that they document; every field can be changed. */
export const providers: readonly [Provider, ...Provider[]] = [
  {
    id: 'ollama',
    label: 'Ollama',
    baseUrl: 'http://127.0.0.1:11434/v1',
    model: 'nomic-embed-text',
    documentPrefix: 'search_document: ',
    queryPrefix: 'search_query: ',
    hint: 'ollamaHint',
  },
  {
    id: 'openai',
    label: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    model: 'text-embedding-3-small',
    dimensions: 512,
    needsKey: true,
    hint: 'openaiHint',
  },
  {
    id: 'voyage',
    label: 'Voyage',
    baseUrl: 'https://api.voyageai.com/v1',
    model: 'voyage-3.5-lite',
    dimensions: 512,
    documentPrefix: 'Represent the document for retrieval: ',
    queryPrefix: 'Represent the query for retrieving supporting documents: ',
    needsKey: true,
    hint: 'voyageHint',
  },
  {
    id: 'mistral',
    label: 'Mistral',
    baseUrl: 'https://api.mistral.ai/v1',
    model: 'mistral-embed',
    needsKey: true,
    hint: 'mistralHint',
  },
  {
    id: 'other',
    hint: 'otherHint',
  },
  {
    id: 'local',
    isLocal: true,
    model: 'multilingual-e5-small',
    documentPrefix: 'passage: ',
    queryPrefix: 'query: ',
    hint: 'localHint',
  },
]

export function labelOf({ label, isLocal }: Provider): string {
  return label ?? (isLocal === true ? t.local : t.other)
}

/** The provider of a model in use. */
export function providerOf(used: { provider: 'http' | 'local'; baseUrl: string | null }): Provider {
  const found = providers.find(({ isLocal, baseUrl }) =>
    used.provider === 'local' ? isLocal === true : baseUrl === used.baseUrl,
  )
  return found ?? providers.find(({ id }) => id === 'other') ?? providers[0]
}
