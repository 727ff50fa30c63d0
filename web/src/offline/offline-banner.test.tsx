import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { QueryClient } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '../../../test/support/web/screen.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { showStored } from './shown-answers.ts'

const queries = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity } } })

/** Shows the stored answer of a query, and gives what shows that of the server. */
async function showAnswer(queryKey: readonly unknown[], at: number): Promise<() => Promise<void>> {
  const cache = queries.getQueryCache()
  const answerOf = (answer: string) => () => {
    if (answer === 'stored') showStored(cache, JSON.stringify(queryKey), at)
    return answer
  }
  await act(() => queries.fetchQuery({ queryKey, queryFn: answerOf('stored') }))
  return async () => {
    await act(() => queries.fetchQuery({ queryKey, queryFn: answerOf('new'), staleTime: 0 }))
  }
}

describe('OfflineBanner', () => {
  it('says that the server does not answer as long as something stored is shown', async () => {
    render(<OfflineBanner />, { at: '/' })
    assert.equal(screen.getByRole('status').textContent, '')
    const answer = await showAnswer(['recent', 'list', {}], 0)
    assert.match(screen.getByRole('status').textContent ?? '', /^The server is not responding/)
    await answer()
    await waitFor(() => assert.equal(screen.getByRole('status').textContent, ''))
  })

  it('says from when the open page is', async () => {
    render(<OfflineBanner />, { at: '/pages/p1' })
    const answer = await showAnswer(['pages', 'document', 'w/p1'], Date.UTC(2026, 2, 10, 12))
    assert.match(screen.getByRole('status').textContent ?? '', /as it was on Mar 10, 2026/)
    await answer()
  })

  it('says nothing of the time for another page', async () => {
    render(<OfflineBanner />, { at: '/pages/p2' })
    const answer = await showAnswer(['pages', 'document', 'w/p1'], 0)
    assert.doesNotMatch(screen.getByRole('status').textContent ?? '', /as it was on/)
    await answer()
  })
})
