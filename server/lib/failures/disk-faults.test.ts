import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { diskError } from '../disk.ts'
import { AppError } from '../errors.ts'
import { DiskFaults } from './disk-faults.ts'

const fault = (code: string) => Object.assign(new Error(code), { code })
const isFailed = (error: unknown) => error instanceof AppError && error.code === 'STORAGE_FAILED'

describe('DiskFaults', () => {
  it('remembers an error of the disk for a minute', () => {
    let now = 0
    const faults = new DiskFaults(() => now)
    faults.requireNone()
    faults.note(fault('EIO'))
    assert.throws(() => faults.requireNone(), isFailed)
    now = 60_000
    assert.throws(() => faults.requireNone(), isFailed)
    now = 60_001
    faults.requireNone()
  })

  it('knows an error of the disk by its cause, and no other error', () => {
    const faults = new DiskFaults()
    for (const code of ['ENOSPC', 'EDQUOT', 'EMFILE', 'EROFS', 'ENOENT']) {
      faults.note(fault(code))
      faults.note(diskError(fault(code), '/data'))
    }
    faults.requireNone()
    faults.note(new AppError('COMMIT_UNKNOWN', 'unknown', { cause: fault('EIO') }))
    assert.throws(() => faults.requireNone(), isFailed)
  })
})
