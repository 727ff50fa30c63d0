import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import {
  MutationObserver,
  onlineManager,
  type QueryClient,
  QueryObserver,
} from '@tanstack/react-query'
import { QuireError } from '../../../client/errors.ts'
import { until } from '../../../test/support/until.ts'
import { createQueryClient } from './queries.ts'

const away = new QuireError('No answer', { code: 'UNREACHABLE', status: 0 })
const clients: QueryClient[] = []

afterEach(() => {
  onlineManager.setOnline(true)
  for (const client of clients.splice(0)) client.clear()
})

/** A query that somebody looks at, and how often it asked. */
function look(answer: () => Promise<string>) {
  const client = createQueryClient()
  clients.push(client)
  client.mount()
  const asked: string[] = []
  const queryFn = () => {
    asked.push('once')
    return answer()
  }
  const observer = new QueryObserver<string>(client, { queryKey: ['a'], queryFn, staleTime: 0 })
  const stop = observer.subscribe(() => undefined)
  return { client, asked, observer, stop, state: () => observer.getCurrentResult() }
}

describe('createQueryClient', () => {
  it('says at once that it cannot ask while offline, and asks by itself afterwards', async () => {
    onlineManager.setOnline(false)
    let isThere = false
    const shown = look(async () => {
      if (!isThere) throw away
      return 'here'
    })
    await until(() => shown.state().error === away)
    assert.equal(shown.asked.length, 1)
    isThere = true
    onlineManager.setOnline(true)
    await until(() => shown.state().data === 'here')
    shown.stop()
  })

  it('leaves what is there as it is while offline', async () => {
    const shown = look(async () => 'here')
    await until(() => shown.state().data === 'here')
    onlineManager.setOnline(false)
    shown.stop()
    shown.observer.subscribe(() => undefined)()
    assert.deepEqual(shown.asked, ['once'])
  })

  it('does not keep what a person does for later', async () => {
    onlineManager.setOnline(false)
    const client = createQueryClient()
    clients.push(client)
    const action = new MutationObserver(client, {
      mutationFn: async () => {
        throw away
      },
    })
    await assert.rejects(action.mutate(), away)
  })
})

describe('a query that the server does not answer', () => {
  const ask = (error: Error, found: Promise<string>) => {
    const client = createQueryClient(() => found)
    clients.push(client)
    const queryFn = async (): Promise<string> => {
      throw error
    }
    return client.fetchQuery({ queryKey: ['a'], queryFn, retry: false })
  }
  const refusal = (status: number, code: string) => new QuireError('Refused', { code, status })

  it('gives what is stored, also when only a proxy answers', async () => {
    assert.equal(await ask(away, Promise.resolve('stored')), 'stored')
    const fromProxy = refusal(502, 'UNEXPECTED_ANSWER')
    assert.equal(await ask(fromProxy, Promise.resolve('stored')), 'stored')
  })

  it('fails when nothing is stored', async () => {
    await assert.rejects(ask(away, Promise.reject(away)), away)
  })

  it('fails with what the server itself refuses it with', async () => {
    for (const [status, code] of [
      [401, 'SIGN_IN_REQUIRED'],
      [403, 'FORBIDDEN'],
      [404, 'PAGE_NOT_FOUND'],
      [500, 'INTERNAL'],
      [503, 'BUSY'],
    ] as const) {
      const error = refusal(status, code)
      await assert.rejects(ask(error, Promise.resolve('stored')), error)
    }
  })
})
