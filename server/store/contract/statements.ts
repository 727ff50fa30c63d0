import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { Dialect } from './dialect.ts'
import { ranStatements } from './rows.ts'

const store = new URL('../', import.meta.url)
/** Each dialect has its own statements; the contract executes them. */
const others = /^(?:contract|sqlite|postgres)(?:\/|\.ts$)/

/** Runs last: a statement that the contract has not executed would run for the first time in production. */
export function statementsContract({ folder }: Dialect): void {
  describe('statements', () => {
    const names = [...namesIn(store).filter(isShared), ...namesIn(folder)].map(({ name }) => name)

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

function isShared({ file }: Named): boolean {
  return !others.test(file)
}

type Named = { file: string; name: string }

function namesIn(folder: URL): Named[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const text = readFileSync(new URL(file, folder), 'utf8')
      return [...text.matchAll(/\bstatement(?:<[^(]*>)?\(\s*['"`]([\w.]+)['"`]/g)].map(
        ([, name = '']) => ({ file, name }),
      )
    })
}
