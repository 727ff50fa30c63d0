import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Register } from './history.ts'

describe('the checker of histories', () => {
  const written = async (register: Register, value: number) =>
    register.write(value, async () => undefined)

  it('finds a value that was answered and lost, and one that was never written', async () => {
    const register = new Register('p')
    await written(register, 1)
    await written(register, 2)
    await register.read(async () => 1)
    await register.read(async () => 3)
    assert.deepEqual(register.faults(), [
      'p was read as 1, not 2 to 2',
      'p was read as 3, not 2 to 2',
    ])
  })

  it('allows a write without an answer to be there or not, and no way back', async () => {
    const register = new Register('p')
    await written(register, 1)
    const lost = new Error('the server was killed')
    await assert.rejects(
      register.write(2, () => Promise.reject(lost)),
      lost,
    )
    await register.read(async () => 1)
    await register.read(async () => 2)
    assert.deepEqual(register.faults(), [])
    await register.read(async () => 1)
    assert.deepEqual(register.faults(), ['p went back from 2 to 1'])
  })
})
