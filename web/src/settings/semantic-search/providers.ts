export type Provider = {
  id: string
  label: string
  isLocal?: true
  baseUrl?: string
  model?: string
  dimensions?: number
  documentPrefix?: string
  queryPrefix?: string
  needsKey?: true
  hint: string
}

/** Where models are, with what their makers say to set; every field can be changed. */
export const providers: readonly [Provider, ...Provider[]] = [
  {
    id: 'ollama',
    label: 'Ollama',
    baseUrl: 'http://127.0.0.1:11434/v1',
    model: 'nomic-embed-text',
    documentPrefix: 'search_document: ',
    queryPrefix: 'search_query: ',
    hint: 'On your own machine. First: ollama pull nomic-embed-text',
  },
  {
    id: 'openai',
    label: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    model: 'text-embedding-3-small',
    dimensions: 512,
    needsKey: true,
    hint: 'Shorter vectors take less memory and are hardly worse.',
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
    hint: 'With the prompts its documentation gives for the two kinds of text.',
  },
  {
    id: 'mistral',
    label: 'Mistral',
    baseUrl: 'https://api.mistral.ai/v1',
    model: 'mistral-embed',
    needsKey: true,
    hint: 'In Europe.',
  },
  {
    id: 'other',
    label: 'Another server',
    hint: 'Any that speaks as OpenAI’s embeddings endpoint does: LM Studio, vLLM, Text Embeddings Inference.',
  },
  {
    id: 'local',
    label: 'In the data folder',
    isLocal: true,
    model: 'multilingual-e5-small',
    documentPrefix: 'passage: ',
    queryPrefix: 'query: ',
    hint: 'Runs in the server itself; whoever runs the server has to put the model there first.',
  },
]

/** Which of them a model in use is from. */
export function providerOf(used: { provider: 'http' | 'local'; baseUrl: string | null }): Provider {
  const found = providers.find(({ isLocal, baseUrl }) =>
    used.provider === 'local' ? isLocal === true : baseUrl === used.baseUrl,
  )
  return found ?? providers.find(({ id }) => id === 'other') ?? providers[0]
}
