import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Ajv } from 'ajv'
import { listOperations, operations } from '../../server/operations/index.ts'
import { createParser } from '../../server/operations/parse.ts'
import { files, isTest, read } from './sources.ts'

/** What operations are made of; every other file of the room is a noun, a folder holds parts of one. */
const machinery = new Set([
  'agents',
  'body-limits',
  'call',
  'fields',
  'given',
  'ignored-fields',
  'index',
  'operation',
  'parse',
  'activity-fields',
  'revert-fields',
  'proposed',
  'page-properties',
  'reading',
])

const list = listOperations()
const ajv = new Ajv()
const tests = files
  .filter((path) => path.endsWith('.test.ts') && !path.startsWith('test/architecture/'))
  .map(read)

describe('operations', () => {
  it('are every noun of the folder', () => {
    const nouns = files
      .filter((path) => /^server\/operations\/(?:\w+\/)?[^/]+$/.test(path) && !isTest(path))
      .map((path) => path.replace(/^.*\//, '').replace(/\.ts$/, ''))
      .filter((name) => !machinery.has(name))
      .map((name) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()))
    assert.deepEqual(Object.keys(operations).toSorted(), nouns.toSorted())
  })

  it('are all that a noun exports', () => {
    const others = list.filter(
      ({ method, path, run }) =>
        !['GET', 'POST'].includes(method) || typeof path !== 'string' || typeof run !== 'function',
    )
    assert.deepEqual(
      others.map(({ id }) => id),
      [],
    )
  })

  it('each have a method and path of their own', () => {
    const routes = list.map(({ method, path }) => `${method} ${path}`)
    assert.deepEqual(
      routes.filter((route, index) => routes.indexOf(route) !== index),
      [],
    )
  })
})

for (const operation of list) {
  describe(operation.id, () => {
    it('says what it does', () => {
      assert.match(operation.summary, /^[A-Z][^.]{4,59}$/, 'a short line without a full stop')
      assert.match(operation.description, /^[A-Z`].{20,}[.]$/s, 'at least one sentence')
    })

    it('has valid schemas', () => {
      const { input, output } = operation
      assert.ok(ajv.validateSchema(input), ajv.errorsText())
      assert.ok(ajv.validateSchema(output), ajv.errorsText())
    })

    it('accepts its own example', () => {
      const { input, example } = operation
      assert.deepEqual(createParser(input)(structuredClone(example)), example)
    })

    it('has a test that calls it', () => {
      const path = new RegExp(`(?<![\\w-])${RegExp.escape(operation.path)}(?![\\w-])`)
      const isNamed = tests.some((text) => path.test(text) || text.includes(`'${operation.id}'`))
      assert.ok(isNamed, `no test names ${operation.path} or ${operation.id}`)
    })
  })
}
