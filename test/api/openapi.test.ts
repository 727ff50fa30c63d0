import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  BaseResolver,
  createConfig,
  lintDocument,
  makeDocumentFromString,
} from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { eventSchemas } from '../../server/domain/webhooks/schemas.ts'
import { type ErrorCode, errorStatus } from '../../server/lib/errors.ts'
import { exampleIds } from '../../server/operations/fields.ts'
import { listOperations } from '../../server/operations/index.ts'
import { isForPeople } from '../../server/operations/operation.ts'
import { addWebhook } from '../support/outside/webhooks.ts'
import {
  addComment,
  addFile,
  addLink,
  addPage,
  addRun,
  addTemplate,
  unknownId,
  nothing,
  addProposal,
} from '../support/pages.ts'
import { addPerson, addWorkspace } from '../support/people.ts'
import { addGroup } from '../support/sections.ts'
import { addKey, contextOf, startServer, type TestServer } from '../support/server.ts'
import { addSkillLink, skillArchive } from '../support/skills/skills.ts'
import { bodies } from '../support/specification.ts'
import { addImport } from '../support/transfer/imports.ts'
import { startTransfer } from '../support/transfer/transfers.ts'

type Content = { 'application/json': { schema: object; example?: object; examples?: Examples } }
type Examples = Record<string, { value: { code: string; message: string } }>
type Described = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security?: object[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { description: string; content: Content }>
}
type OpenApi = {
  openapi: string
  info: { title: string; version: string; description: string; contact: object }
  paths: Record<string, Record<string, Described>>
  webhooks: Record<string, Record<string, Described>>
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> }
  security: object[]
  tags: { name: string }[]
}

const outsideTable = [
  'GET /v1/changes',
  'GET /v1/live',
  'GET /v1/live/stream',
  'POST /v1/live/messages',
  'GET /v1/pages/download',
  'POST /v1/uploads',
  'HEAD /v1/uploads/{uploadId}',
  'PATCH /v1/uploads/{uploadId}',
  'DELETE /v1/uploads/{uploadId}',
  'GET /files/{fileId}',
  'GET /readyz',
]

const operations = listOperations().filter((operation) => !isForPeople(operation))

let quire: TestServer
let document: OpenApi
let validate: (schema: object, value: unknown) => void

before(async () => {
  quire = await startServer({ rateLimit: 0 })
  const pageId = await addPage(quire, 'Home')
  await addFile(quire, pageId, { name: 'dot.png', mimeType: 'image/png' })
  // The proposal of the examples is the caller's own.
  const { workspaceId } = quire
  await quire.post('/v1/proposals/set-settings', { workspaceId, acceptsOwn: true })
  document = (await quire.get<OpenApi>('/docs/json', null)).body
  const formats = { uuid: true, 'date-time': true, base64: true } as const
  const ajv = new Ajv2020({ allErrors: true, strict: false, formats })
  ajv.addSchema({ $id: 'https://quire.test/', ...document, type: 'object' })
  validate = (schema, value) => {
    const check = ajv.compile(
      JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"https://quire.test/#/')),
    )
    assert.ok(check(value), JSON.stringify(check.errors))
  }
})
after(() => quire.close())

const describedAs = (path: string, method: string): Described => {
  const described = document.paths[path]?.[method.toLowerCase()]
  assert.ok(described, `${method} ${path}`)
  return described
}
const documented = (described: Described) =>
  Object.entries(described.responses)
    .filter(([status]) => status !== '200')
    .flatMap(([status, { content }]) =>
      Object.keys(content['application/json'].examples ?? {}).map((code) => ({ status, code })),
    )

/** An import that is ready, or running for what stops or continues it. */
async function addRunnableImport(path: string): Promise<string> {
  const { workspaceId } = quire
  const fileId = await addFile(quire, await addPage(quire, 'Import'))
  const importId = await addImport(quire, fileId)
  if (!/\/imports\/(?:pause|resume)$/.test(path)) return importId
  const { status } = await quire.post('/v1/imports/start', { workspaceId, importId })
  assert.equal(status, 200)
  return importId
}

/** A transfer of a page that is still running, to another workspace. */
async function addTransfer(pageId: string): Promise<{ transfer: string; otherWorkspace: string }> {
  const otherWorkspace = await addWorkspace(quire, 'Other')
  const { id } = await startTransfer(quire, { pageId, targetWorkspaceId: otherWorkspace })
  return { transfer: id, otherWorkspace }
}

describe('GET /docs/json', () => {
  it('is an OpenAPI 3.1 document, for everyone', async () => {
    const { status, headers } = await quire.get('/docs/json', null)
    assert.equal(status, 200)
    assert.match(String(headers['content-type']), /^application\/json/)
    assert.match(document.openapi, /^3\.1\.\d$/)
    assert.match(document.info.version, /^\d+\.\d+\.\d+$/)
    assert.ok(document.info.title.length > 0)
  })

  it('describes every operation of the table, each once, and the specified ones among them', () => {
    const paths = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const adjacent = paths.filter((path) => outsideTable.includes(path))
    assert.deepEqual(adjacent.toSorted(), outsideTable.toSorted())
    assert.deepEqual(
      paths
        .filter((path) => !adjacent.includes(path) && !path.startsWith('PARAMETERS '))
        .toSorted(),
      operations.map(({ method, path }) => `${method} ${path}`).toSorted(),
    )
    for (const path of Object.keys(bodies)) assert.ok(paths.includes(`POST ${path}`))
    const ids = operations.map(({ path, method }) => describedAs(path, method).operationId)
    assert.equal(new Set(ids).size, ids.length)
  })

  it('describes what webhooks send, by type', () => {
    assert.deepEqual(
      Object.keys(document.webhooks),
      eventSchemas.map(({ type }) => type),
    )
    for (const { type, schema } of eventSchemas) {
      const described = document.webhooks[type]?.['post']?.requestBody
      const { $ref = '' } = Object(described?.content['application/json'].schema)
      const named = document.components.schemas[String($ref).split('/').at(-1) ?? '']
      assert.deepEqual(Object.keys(Object(named).properties), Object.keys(schema.properties))
    }
  })

  it('is clean by the recommended rules of redocly', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const source = makeDocumentFromString(JSON.stringify(document), 'openapi.json')
    const externalRefResolver = new BaseResolver(config.resolve)
    const problems = await lintDocument({ document: source, config, externalRefResolver })
    const found = problems.map(({ ruleId, message, location: [at] }) => [
      ruleId,
      message,
      at?.pointer,
    ])
    assert.deepEqual(found, [])
  })

  it('keeps what spectral asks for besides: a contact, descriptions, ids for addresses', () => {
    assert.ok(document.info.contact)
    const all = [...Object.values(document.paths), ...Object.values(document.webhooks)]
    const described = all.flatMap((item) =>
      Object.entries(item).flatMap(([method, value]) => (method === 'parameters' ? [] : [value])),
    )
    assert.ok(described.length > operations.length)
    for (const { operationId, description, tags } of described) {
      assert.match(operationId, /^[A-Za-z0-9._-]+$/)
      assert.ok(description.length > 0, operationId)
      assert.ok(
        document.tags.some(({ name }) => tags.includes(name)),
        operationId,
      )
    }
    assert.equal(new Set(described.map(({ operationId }) => operationId)).size, described.length)
  })

  it('names what a program holds: pages, files, threads, events', () => {
    const { schemas } = document.components
    const { content } = describedAs('/v1/pages/get', 'POST').responses['200'] ?? {}
    assert.deepEqual(content?.['application/json'].schema, { $ref: '#/components/schemas/Page' })
    for (const name of ['Page', 'Person', 'File', 'CommentThread', 'Webhook', 'PageCreatedEvent']) {
      assert.ok(schemas[name], name)
    }
    assert.ok(JSON.stringify(schemas['PagesSaveRequest']).includes('schemas/TiptapDocument'))
  })

  it('refers to nothing that is not in it', () => {
    for (const [, reference = ''] of JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)) {
      const [root, ...parts] = reference.split('/')
      assert.equal(root, '#')
      let found: unknown = document
      for (const part of parts) found = Object(found)[part]
      assert.ok(found, reference)
    }
    assert.deepEqual(document.security, [{ key: [] }])
    assert.ok(document.components.securitySchemes['key'])
  })
})

for (const { method, path, access, example, errors } of operations) {
  describe(`the description of ${method} ${path}`, () => {
    it('says what it does, under a tag, with a command to paste', () => {
      const { summary, description, tags, security } = describedAs(path, method)
      assert.ok(summary.length > 5)
      assert.ok(description.length > summary.length)
      assert.ok(document.tags.some(({ name }) => name === tags[0]))
      assert.match(description, /```sh\ncurl /)
      assert.ok(description.includes(path))
      assert.deepEqual(security, access === 'public' ? [] : undefined)
    })

    it('has an example that fits its own schema and works when the ids are real', async () => {
      const { requestBody, responses } = describedAs(path, method)
      const answerSchema = responses['200']?.content['application/json'].schema
      assert.ok(answerSchema)
      if (method === 'GET') {
        const { status, body } = await quire.get(path)
        assert.equal(status, 200)
        validate(answerSchema, body)
        return
      }
      assert.ok(requestBody?.required)
      const { schema, example: shown } = requestBody.content['application/json']
      assert.deepEqual(shown, example)
      validate(schema, shown)
      // Each has files and pages of its own, as examples change what they touch.
      const pageId = await addPage(quire, 'Agenda', {
        markdown: '# Agenda\n\nSee Parent, an #idea.\n\n- [ ] Review the draft\n',
      })
      const parentId = await addPage(quire, 'Parent')
      const fileId = await addFile(quire, pageId, { name: 'dot.png', mimeType: 'image/png' })
      const skill = await addPage(quire, 'Skill', { ownership: 'SKILL', markdown: 'Do it.' })
      const real = {
        skill,
        skillFile: await addFile(quire, skill),
        archive: await addFile(quire, pageId, { name: 'a.zip', content: skillArchive }),
        workspace: quire.workspaceId,
        page: pageId,
        parent: parentId,
        file: fileId,
        comment: await addComment(quire, pageId),
        proposal: await addProposal(contextOf(quire), pageId),
        link: (await addLink(quire, pageId)).id,
        skillLink: await addSkillLink(quire, skill),
        group: await addGroup(quire, `Group of ${path}`),
        person: quire.userId,
        template: await addTemplate(quire, 'Template', { parentId }),
        run: await addRun(quire, `Run of ${path}`),
        import: await addRunnableImport(path),
        ...(path.startsWith('/v1/transfers/') ? await addTransfer(pageId) : {}),
        ...(path.startsWith('/v1/webhooks/') ? await addWebhook(quire) : {}),
      }
      const filled = Object.entries(exampleIds).reduce(
        (text, [name, id]) => text.replaceAll(id, real[name as keyof typeof real] ?? id),
        JSON.stringify(shown),
      )
      if (path === '/v1/trash/purge') {
        await quire.post('/v1/pages/delete', { workspaceId: quire.workspaceId, pageId })
      }
      if (path === '/v1/sites/update' || path === '/v1/sites/unpublish') {
        await quire.post('/v1/sites/publish', { workspaceId: quire.workspaceId, pageId })
      }
      const { status, body } = await quire.post(path, JSON.parse(filled))
      assert.equal(status, 200, JSON.stringify(body))
      validate(answerSchema, body)
    })

    it('names only errors there are, under their status, with an example of each', () => {
      for (const { status, code } of documented(describedAs(path, method))) {
        // SAFETY: an unknown code has no status, which fails here.
        assert.equal(String(errorStatus(code as ErrorCode)), status)
        const { content, description } = describedAs(path, method).responses[status] ?? {}
        const body = content?.['application/json']
        const value = body?.examples?.[code]?.value
        assert.ok(body && description?.includes(code))
        assert.equal(value?.code, code)
        validate(body.schema, value)
      }
      for (const code of errors) {
        assert.ok(
          documented(describedAs(path, method)).some((one) => one.code === code),
          code,
        )
      }
    })

    it('names every error that is met', async () => {
      const outsider = await addPerson(quire, `Stranger${path.replaceAll(/\W/g, '')}`)
      const reading = await addKey(quire, { readOnly: true })
      const filled = JSON.parse(
        JSON.stringify(example).replaceAll(exampleIds.workspace, quire.workspaceId),
      )
      const huge = { contentBase64: 'A'.repeat(9_000_000) }
      const answers = [
        await quire.request({ method, url: path }),
        ...(method === 'GET'
          ? []
          : [
              await quire.post(path, {}),
              await quire.post(path, filled, outsider.key),
              await quire.post(path, filled, reading),
              await quire.post(path, { ...filled, workspaceId: unknownId }),
              await quire.post(path, { ...filled, pageId: nothing, fileId: nothing }),
              await quire.post(path, { ...filled, parentId: nothing, newParentId: nothing }),
              await quire.post(path, { ...filled, ...huge }),
              await quire.request({
                method,
                url: path,
                headers: { authorization: `Bearer ${quire.key}`, 'content-type': 'text/plain' },
                payload: 'x',
              }),
            ]),
      ]
      const known = documented(describedAs(path, method))
      for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
        validate(
          document.components.schemas[status === 400 ? 'ValidationError' : 'Error'] ?? {},
          body,
        )
        assert.ok(
          known.some((one) => one.code === body.code),
          `${status} ${body.code}`,
        )
      }
    })
  })
}

describe('GET /docs/json with a key', () => {
  it('carries ids of the caller, so that every example works as it stands', async () => {
    const own = (await quire.get<OpenApi>('/docs/json')).body
    for (const { method, path } of operations) {
      const body = own.paths[path]?.[method.toLowerCase()]?.requestBody?.content
      if (body === undefined) continue
      const shown = JSON.stringify(body['application/json'].example)
      for (const id of [exampleIds.workspace, exampleIds.page, exampleIds.file]) {
        assert.ok(!shown.includes(id), `${path}: ${shown}`)
      }
    }
    assert.ok(JSON.stringify(own).includes(quire.workspaceId))
  })

  it('tells a key that is wrong no more than no key', async () => {
    const { status, body } = await quire.get<OpenApi>('/docs/json', 'svc_wrong')
    assert.equal(status, 200)
    assert.deepEqual(body, document)
  })
})
