import { texts } from '../../lib/texts.ts'

export const t = texts('settings.semanticSearch', {
  title: 'Semantic search',
  description:
    'With an embeddings model, a search for “car” also finds a page about automobiles. Keyword search always works, with or without a model.',
  choose: 'Choose a model',
  change: 'Change the model',
  privacy: 'The provider of the model can read your pages and queries.',
  changing:
    'The provider of the model can read your pages and queries. A new model processes all pages first; until then the current model answers.',
  testAndUse: 'Test and use',
  testAndSave: 'Test and save',
  saved: 'The model works and is in use',
  provider: 'Provider',
  url: 'URL',
  folder: 'Model folder',
  model: 'Model',
  apiKey: 'Provider API key',
  keyStored: 'A key is stored. Leave empty to keep it.',
  keySealed: 'Stored encrypted and never shown again.',
  keyOptional: 'Only if the provider requires one.',
  more: 'Advanced settings',
  documentPrefix: 'Document prefix',
  documentPrefixDescription: 'Many models expect one; see the model’s documentation.',
  queryPrefix: 'Query prefix',
  queryPrefixDescription: 'Leave empty if the model expects none.',
  dimensions: 'Dimensions',
  dimensionsDescription: 'Leave empty for the model’s default.',
  weight: 'Semantic weight',
  weightDescription: 'From 0 to 1. The remainder is the weight of keyword search.',

  building: 'Processing all pages; keyword search only',
  replacing: 'Processing all pages; the previous model answers',
  live: 'In use',
  details: '{provider} · {dimensions, plural, one {# dimension} other {# dimensions}}',
  test: 'Test',
  turnOff: 'Turn off',
  turnOffTitle: 'Turn off semantic search?',
  turnOffBody:
    'The model settings, its key and all vectors are deleted. If you turn it on again, all pages are processed again.',
  turnedOff: 'Semantic search turned off. Keyword search stays on.',
  problemTitle: 'The model has a problem',
  problem: '{reason} Next attempt <when></when>.',
  memoryTitle: 'Keyword search only',
  memory:
    'The vectors of this workspace need more memory than the server allows. Raise VECTOR_MEMORY on the server, or install pgvector in its PostgreSQL database.',
  works:
    'The model works: {dimensions, plural, one {# dimension} other {# dimensions}} in {milliseconds, number} ms.',
  fails: 'The model does not respond',
  processed: '{done, number} of {all, number} pages processed',
  refused:
    '{count, plural, one {# page} other {# pages}} rejected by the model; keyword search still finds them',
  progress: 'Pages processed',

  ollamaHint: 'Runs on your own machine. First run: ollama pull nomic-embed-text',
  openaiHint: 'Shorter vectors use less memory at nearly the same quality.',
  voyageHint: 'Uses the document and query prefixes from Voyage’s documentation.',
  mistralHint: 'Hosted in Europe.',
  other: 'Another server',
  otherHint:
    'Any server with an OpenAI-compatible embeddings endpoint: LM Studio, vLLM, Text Embeddings Inference.',
  local: 'In the data folder',
  localHint: 'Runs inside Quire. The operator has to put the model in the data folder first.',
})
