import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { Dialect } from './dialect.ts'
import { ranStatements } from './rows.ts'

const rooms = { shared: new URL('../', import.meta.url) }

/** Stands last: what the contract above has not run would meet the database first in production. */
export function statementsContract({ folder }: Dialect): void {
  describe('statements', () => {
    const names = [...namesIn(rooms.shared), ...namesIn(folder)]

    it('have a name each of their own', () => {
      const twice = names.filter((name, index) => names.indexOf(name) !== index)
      assert.deepEqual(twice, [])
      assert.ok(names.length > 40, `only ${names.length} were found in the sources`)
    })

    it('are all run by this contract', () => {
      const ran = ranStatements()
      const missed = names.filter((name) => !ran.has(name))
      assert.deepEqual(missed, [], 'add a test to server/store/contract')
    })
  })
}

function namesIn(folder: URL): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const text = readFileSync(new URL(file, folder), 'utf8')
      return [...text.matchAll(/\bstatement(?:<[^(]*>)?\(\s*['"`]([\w.]+)['"`]/g)]
    })
    .map((match) => match[1] ?? '')
}
