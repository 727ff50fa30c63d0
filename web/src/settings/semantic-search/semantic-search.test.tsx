import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { Refusal, screen, waitFor, within } from '../../../../test/support/web/screen.tsx'
import { inputsOf, invalid, renderSignedIn } from '../../../../test/support/web/signed-in.tsx'
import { providerOf, providers } from './providers.ts'
import { SemanticSearch } from './semantic-search.tsx'

const model = {
  provider: 'http',
  baseUrl: 'https://api.openai.com/v1',
  model: 'text-embedding-3-small',
  dimensions: 512,
  askedDimensions: 512,
  documentPrefix: '',
  queryPrefix: '',
  batchSize: 32,
  pooling: null,
  hasKey: true,
  weight: 0.4,
  state: 'live',
  pages: { waiting: 0, done: 1200, refused: 3 },
  isInStep: true,
  chunks: 4000,
  memory: { bytes: 1, limit: 2, isIndexed: false },
  problem: null,
}
const having = (found: object | null) => ({ '/app/embeddings/get': () => ({ model: found }) })

describe('providerOf', () => {
  it('knows a provider by its address, and a model of the data folder', () => {
    for (const provider of providers) {
      if (provider.baseUrl === undefined) continue
      assert.equal(providerOf({ provider: 'http', baseUrl: provider.baseUrl }), provider)
    }
    assert.equal(providerOf({ provider: 'local', baseUrl: null }).id, 'local')
    assert.equal(providerOf({ provider: 'http', baseUrl: 'http://elsewhere/v1' }).id, 'other')
  })
})

describe('SemanticSearch', () => {
  it('is not for members, and asks nothing for them', async () => {
    const { asked } = renderSignedIn(<SemanticSearch />, { role: 'MEMBER', answers: having(null) })
    assert.ok(await screen.findByRole('heading', { name: 'You don’t have access to this setting' }))
    assert.deepEqual(inputsOf(asked, '/app/embeddings/get'), [])
  })

  it('shows at its field what is wrong with an address', async () => {
    renderSignedIn(<SemanticSearch />, {
      answers: {
        ...having(null),
        '/app/embeddings/set': () => invalid('/baseUrl', 'format'),
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Test and use' }))
    assert.ok(await screen.findByText('Enter a valid value.'))
  })

  it('fills in what suits a provider, and sends what is in the fields', async () => {
    const { asked } = renderSignedIn(<SemanticSearch />, {
      answers: { ...having(null), '/app/embeddings/set': () => ({ isNew: true }) },
    })
    await userEvent.selectOptions(await screen.findByLabelText('Provider'), 'openai')
    await userEvent.type(screen.getByLabelText('Provider API key'), 'sk-secret')
    await userEvent.click(screen.getByRole('button', { name: 'Test and use' }))
    await screen.findByText('The model works and is in use')
    assert.deepEqual(inputsOf(asked, '/app/embeddings/set'), [
      {
        workspaceId: 'w1',
        provider: 'http',
        baseUrl: 'https://api.openai.com/v1',
        model: 'text-embedding-3-small',
        apiKey: 'sk-secret',
        documentPrefix: '',
        queryPrefix: '',
        dimensions: 512,
        weight: 0.4,
      },
    ])
  })

  it('asks a model of the data folder for no address and no key', async () => {
    renderSignedIn(<SemanticSearch />, { answers: having(null) })
    await userEvent.selectOptions(await screen.findByLabelText('Provider'), 'local')
    assert.ok(screen.getByLabelText('Model folder'))
    assert.equal(screen.queryByLabelText('URL'), null)
    assert.equal(screen.queryByLabelText('Provider API key'), null)
  })

  it('keeps the key of a model in use where none is typed', async () => {
    const { asked } = renderSignedIn(<SemanticSearch />, {
      answers: { ...having(model), '/app/embeddings/set': () => ({ isNew: false }) },
    })
    assert.ok(await screen.findByText('A key is stored. Leave empty to keep it.'))
    await userEvent.click(screen.getByRole('button', { name: 'Test and save' }))
    await waitFor(() => assert.equal(inputsOf(asked, '/app/embeddings/set').length, 1))
    assert.equal('apiKey' in (inputsOf(asked, '/app/embeddings/set')[0] ?? {}), false)
  })

  it('says how far the model is, and what stands in its way', async () => {
    const problem = { reason: 'The provider refuses the key.', nextTry: new Date().toISOString() }
    const waiting = {
      ...model,
      state: 'building',
      pages: { waiting: 797, done: 1200, refused: 3 },
      problem,
    }
    renderSignedIn(<SemanticSearch />, { answers: having(waiting) })
    assert.ok(await screen.findByText('1,200 of 2,000 pages processed'))
    assert.ok(screen.getByText('Processing all pages; keyword search only'))
    assert.match(screen.getByRole('alert').textContent ?? '', /The provider refuses the key\./)
    assert.ok(screen.getByRole('progressbar', { name: 'Pages processed' }))
  })

  for (const isIndexed of [false, true]) {
    it(`says ${isIndexed ? 'nothing of too little memory where an index answers' : 'that memory is too little'}`, async () => {
      const large = { ...model, memory: { bytes: 3, limit: 2, isIndexed } }
      renderSignedIn(<SemanticSearch />, { answers: having(large) })
      await screen.findByText('In use')
      assert.equal(screen.queryAllByText(/Raise VECTOR_MEMORY/).length, isIndexed ? 0 : 1)
    })
  }

  it('tries the model, and says what came of it', async () => {
    let isUp = false
    renderSignedIn(<SemanticSearch />, {
      answers: {
        ...having(model),
        '/app/embeddings/test': () =>
          isUp
            ? { dimensions: 512, milliseconds: 42 }
            : new Refusal(502, 'EMBEDDINGS_FAILED', 'The provider does not answer.'),
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Test' }))
    assert.ok(await screen.findByText(/The provider does not answer\./))
    isUp = true
    await userEvent.click(screen.getByRole('button', { name: 'Test' }))
    assert.ok(await screen.findByText('The model works: 512 dimensions in 42 ms.'))
  })

  it('is turned off only after asking', async () => {
    const { asked } = renderSignedIn(<SemanticSearch />, {
      answers: { ...having(model), '/app/embeddings/off': () => ({ ok: true }) },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Turn off' }))
    assert.deepEqual(inputsOf(asked, '/app/embeddings/off'), [])
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Turn off' }))
    assert.ok(await screen.findByText('Semantic search turned off. Keyword search stays on.'))
  })
})
