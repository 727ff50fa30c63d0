import assert from 'node:assert/strict'
import { createClient } from '../../client/index.ts'

/** What a first person does on a new server: sets it up, signs in, writes and searches. Runs where the server is reachable. */
const [address = '', code = ''] = process.argv.slice(2)
const person = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' }
const password = 'correct horse battery'

await post('/app/setup/complete', { ...person, code, password, workspaceName: 'Lab' })
const { cookies } = await post('/app/session/create', { email: person.email, password })
const { answer } = await post('/app/keys/create', { name: 'bench', expires: '7d' }, cookies)
const client = createClient({ baseUrl: address, apiKey: String(answer.get('key')) })
const { workspaces } = await client.workspaces.list()
const workspaceId = workspaces[0]?.id ?? ''
const markdown = '# Agenda\n\nReview the draft.\n'
const { pageId } = await client.pages.create({ workspaceId, title: 'Meeting', markdown })
assert.equal((await client.pages.markdown({ workspaceId, pageId })).markdown, markdown)
const { results } = await client.search.pages({ workspaceId, query: 'reviewing drafts' })
assert.equal(results[0]?.pageId, pageId)
const outside = await fetch('http://192.0.2.1/').catch((error: unknown) => error)
assert.ok(outside instanceof TypeError)
process.stdout.write('set up, signed in, wrote and searched; other hosts cannot be reached\n')

async function post(path: string, body: object, cookie?: string) {
  const response = await fetch(address + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: address,
      ...(cookie === undefined ? {} : { cookie }),
    },
    body: JSON.stringify(body),
  })
  const answered: unknown = await response.json()
  assert.equal(response.status, 200, JSON.stringify(answered))
  assert.ok(typeof answered === 'object' && answered !== null)
  const given = response.headers.getSetCookie().map((one) => one.split(';')[0])
  return { answer: new Map(Object.entries(answered)), cookies: given.join('; ') }
}
