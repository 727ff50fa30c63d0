import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { listOperations } from '../../../server/operations/index.ts'
import { statement } from '../../../server/store/statement.ts'
import { addFile, addPage } from '../../support/pages.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { bodies, minimalBody } from '../../support/specification.ts'
import { limitsOf, violationsOf } from '../../support/violations.ts'

const countEvents = statement<{ count: number }>(
  'test.events',
  'select count(*) as count from events',
)

let quire: TestServer
let given: Record<string, unknown>

before(async () => {
  quire = await startServer({ rateLimit: 0 })
  const pageId = await addPage(quire, 'Home')
  const parentId = await addPage(quire, 'Above')
  const prevPageId = await addPage(quire, 'Under above', { parentId })
  const fileId = await addFile(quire, pageId, { name: 'dot.png', mimeType: 'image/png' })
  given = {
    workspaceId: quire.workspaceId,
    pageId,
    parentId,
    newParentId: parentId,
    prevPageId,
    fileId,
    title: 'A title',
    query: 'title',
    fileName: 'dot.png',
    mimeType: 'image/png',
    contentBase64: 'aGVsbG8=',
  }
})
after(() => quire.close())

describe('the table of operations', () => {
  it('takes the bodies the specification names, with no other field', () => {
    const specified = Object.entries(bodies).map(([path, body]) => [
      path,
      Object.keys(body).toSorted(),
    ])
    const fields = listOperations()
      .filter(({ method, path }) => method === 'POST' && path in bodies)
      .map(({ path, input }) => [path, Object.keys(input.properties).toSorted()])
    assert.deepEqual(Object.fromEntries(fields), Object.fromEntries(specified))
  })
})

for (const [path, body] of Object.entries(bodies)) {
  describe(`POST ${path}`, () => {
    for (const [name, field] of Object.entries(body)) {
      it(`refuses every violation of ${name}, alone and by its path, and changes nothing`, async () => {
        const { count } = (await quire.app.store.get(countEvents)) ?? {}
        for (const { value, rules } of violationsOf(field)) {
          const answer = await quire.post(path, { ...minimalBody(path, given), [name]: value })
          const shown = `${name} = ${JSON.stringify(value)?.slice(0, 60)}`
          assert.equal(answer.status, 400, shown)
          assert.equal(answer.body.code, 'VALIDATION_FAILED')
          const found = answer.body.errors.map((error) => `${error.rule} ${error.path}`).toSorted()
          assert.deepEqual(found, rules.map((rule) => `${rule} /${name}`).toSorted(), shown)
        }
        assert.equal((await quire.app.store.get(countEvents))?.count, count)
      })
    }

    it('lists every violation at once, each with path, rule and message', async () => {
      const broken = Object.fromEntries(Object.keys(body).map((name) => [name, true]))
      const { status, body: refusal } = await quire.post(path, broken)
      assert.equal(status, 400)
      assert.deepEqual(Object.keys(refusal).toSorted(), ['code', 'errors', 'message'])
      const paths = new Set(refusal.errors.map((error) => error.path))
      assert.deepEqual(
        [...paths].toSorted(),
        Object.keys(body)
          .map((name) => `/${name}`)
          .toSorted(),
      )
      for (const error of refusal.errors) {
        assert.deepEqual(Object.keys(error).toSorted(), ['message', 'path', 'rule'])
        assert.equal(typeof error.message, 'string')
      }
    })

    it('lists every missing field at once', async () => {
      const { body: refusal } = await quire.post(path, {})
      const missing = refusal.errors.map((error) => `${error.rule} ${error.path}`)
      const wanted = Object.keys(minimalBody(path, given)).map((name) => `required /${name}`)
      assert.deepEqual(missing.toSorted(), wanted.toSorted())
    })

    it('takes every value that is just allowed', async () => {
      for (const [name, field] of Object.entries(body)) {
        for (const value of limitsOf(field, given[name])) {
          // A page to stand behind is only right together with its parent.
          const extra = name === 'prevPageId' ? { newParentId: given['newParentId'] } : {}
          const input = { ...minimalBody(path, given), ...extra, [name]: value }
          if (name === 'mimeType' && path.endsWith('-image')) continue
          const { status, body: answer } = await quire.post(path, input)
          assert.equal(status, 200, `${name} = ${JSON.stringify(value)}: ${JSON.stringify(answer)}`)
        }
      }
    })

    it('drops fields it does not know', async () => {
      const unknown = { WorkspaceId: 5, 'title ': null, nested: { deep: [1] }, toString: 'x' }
      const input = { ...minimalBody(path, given), ...unknown }
      assert.equal((await quire.post(path, input)).status, 200)
    })
  })
}
