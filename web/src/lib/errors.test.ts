import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { QuireError } from '../../../client/errors.ts'
import { isCode, loadErrorTexts, messageOf } from './errors.ts'
import { createQueryClient } from './queries.ts'
import { grantable, roleNames, roleRights } from './roles.ts'

const refusal = (code: string, status: number) => new QuireError('of the server', { code, status })

describe('messageOf', () => {
  it('shows its own text for a code, and the code where it knows none', async () => {
    assert.match(messageOf(refusal('BUSY', 503)), /\(BUSY\)/)
    await loadErrorTexts()
    assert.equal(messageOf(refusal('BUSY', 503)), 'The server is busy. Try again in a moment.')
    assert.match(messageOf(refusal('NEWS', 400)), /\(NEWS\)/)
    assert.match(messageOf(refusal('UNREACHABLE', 0)), /Check your connection/)
    assert.match(messageOf(new Error('secret detail')), /Reload the page/)
  })
})

describe('isCode', () => {
  it('knows only refusals of the server', () => {
    assert.equal(isCode(refusal('FORBIDDEN', 403), 'FORBIDDEN'), true)
    assert.equal(isCode(new Error('FORBIDDEN'), 'FORBIDDEN'), false)
  })
})

describe('createQueryClient', () => {
  async function countTries(error: Error): Promise<number> {
    const queryClient = createQueryClient()
    let tries = 0
    const queryFn = () => {
      tries += 1
      return Promise.reject(error)
    }
    const { retry = false } = queryClient.getDefaultOptions().queries ?? {}
    await assert.rejects(queryClient.fetchQuery({ queryKey: ['x'], queryFn, retry, retryDelay: 0 }))
    queryClient.clear()
    return tries
  }

  it('asks again only where the answer may change', async () => {
    assert.equal(await countTries(refusal('FORBIDDEN', 403)), 1)
    assert.equal(await countTries(new TypeError('a fault of the app')), 1)
    assert.equal(await countTries(refusal('BUSY', 503)), 3)
    assert.equal(await countTries(refusal('UNREACHABLE', 0)), 3)
  })

  it('reads the session again when another question shows that it has ended', async () => {
    const queryClient = createQueryClient()
    queryClient.setQueryData(['session'], { user: {} })
    const queryFn = () => Promise.reject(refusal('SIGN_IN_REQUIRED', 401))
    await assert.rejects(queryClient.fetchQuery({ queryKey: ['pages'], queryFn }))
    assert.equal(queryClient.getQueryState(['session'])?.isInvalidated, true)
    queryClient.clear()
  })
})

describe('grantable', () => {
  it('lets only owners make owners, and members nobody', () => {
    assert.deepEqual(grantable('OWNER'), ['OWNER', 'ADMIN', 'MEMBER', 'VIEWER'])
    assert.deepEqual(grantable('ADMIN'), ['ADMIN', 'MEMBER', 'VIEWER'])
    assert.deepEqual(grantable('MEMBER'), [])
    assert.deepEqual(grantable('VIEWER'), [])
    assert.deepEqual(Object.keys(roleRights), Object.keys(roleNames))
  })
})
