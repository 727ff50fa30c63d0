import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import pg from 'pg'
import { AppError } from '../../lib/errors.ts'
import { isCollision, isGone, storeError } from './errors.ts'

/** An error as the driver gives it. */
function fault(code: string | undefined, message = 'no'): pg.DatabaseError {
  const error = new pg.DatabaseError(message, 0, 'error')
  error.code = code
  return error
}

function codeOf(error: unknown): string | undefined {
  const known = storeError(error)
  return known instanceof AppError ? known.code : undefined
}

describe('storeError', () => {
  it('gives back what it does not know, and what is an answer already', () => {
    const unknown = fault('23505')
    assert.equal(storeError(unknown), unknown)
    const refusal = new AppError('PAGE_CYCLE', 'no')
    assert.equal(storeError(refusal), refusal)
  })

  it('calls busy what may succeed when it is asked again', () => {
    for (const code of [
      '40001',
      '40P01',
      '55P03',
      '57014',
      '57P01',
      '57P03',
      '08006',
      '53300',
      '53200',
    ]) {
      assert.equal(codeOf(fault(code)), 'BUSY', code)
    }
    const unreachable = ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EAI_AGAIN', 'ENOTFOUND']
    for (const code of unreachable) {
      assert.equal(codeOf(Object.assign(fault(undefined), { code })), 'BUSY', code)
    }
    for (const message of [
      'Connection terminated unexpectedly',
      'Client has encountered a connection error and is not queryable',
      'timeout exceeded when trying to connect',
      'timeout expired',
      'Query read timeout',
      'Connection terminated due to connection timeout',
      'Cannot use a pool after calling end on the pool',
    ]) {
      assert.equal(codeOf(fault(undefined, message)), 'BUSY', message)
    }
  })

  it('tells a full disk and a standby apart from that', () => {
    assert.equal(codeOf(fault('53100')), 'STORAGE_FULL')
    assert.equal(codeOf(fault('25006')), 'STORE_UNUSABLE')
  })
})

describe('isGone', () => {
  it('is not what another transaction caused, nor a mistake in a statement', () => {
    assert.equal(isGone(fault('40001')), false)
    assert.equal(isGone(fault('42601')), false)
    assert.equal(isCollision(fault('40001')), true)
    assert.equal(isCollision(fault('57P01')), false)
  })

  it('sees through a failure of every address', () => {
    const refused = Object.assign(fault(undefined), { code: 'ECONNREFUSED' })
    assert.equal(isGone(new AggregateError([refused])), true)
  })
})
