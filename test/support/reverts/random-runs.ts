import assert from 'node:assert/strict'
import type { Node } from 'prosemirror-model'
import { schema } from '../../../content/schema.ts'
import { tokenTexts } from '../../../content/tokens/tokens.ts'
import { storedPage } from '../pages.ts'
import { addPerson, type Person } from '../people.ts'
import { addKey, type TestServer } from '../server.ts'
import { lettersIn, lettersOf, pick, RandomPage } from './random-edits.ts'

/** Three people and an agent who change a page of a server at random. */
export type Writers = { people: readonly Person[]; agent: string }

export async function addWriters(quire: TestServer): Promise<Writers> {
  const people: Person[] = []
  for (const name of ['Ben', 'Cem', 'Dora']) people.push(await addPerson(quire, name, 'MEMBER'))
  return { people, agent: await addKey(quire) }
}

const changes = 30

type Preview = { pages: { remaining: { text: string; reason: string; before?: string }[] }[] }

/** Letters of others that are lost, letters of the run that are left and not listed, of all letters, and words that are in no version. */
export type RandomRevert = { lost: string[]; left: string[]; letters: number; unknown: string[] }

const nothingDone: RandomRevert = { lost: [], left: [], letters: 0, unknown: [] }

/** Makes a random page with a run of the agent, and reverts the run. */
export async function revertRandomRun(
  quire: TestServer,
  { people, agent }: Writers,
  seed: number,
): Promise<RandomRevert> {
  const { workspaceId } = quire
  const page = new RandomPage(seed)
  const run = `random-${seed}`
  const request = async <Body>(url: string, payload: object, key: string): Promise<Body> => {
    const headers = { authorization: `Bearer ${key}`, ...(key === agent && { 'quire-run': run }) }
    const answer = await quire.request({
      method: 'POST',
      url,
      headers,
      payload: { workspaceId, ...payload },
    })
    assert.equal(answer.status, 200, `seed ${seed}: ${JSON.stringify(answer.body)}`)
    // SAFETY: the test knows the answer of its operation.
    return answer.body as Body
  }
  const created = { title: run, content: page.document.toJSON() }
  const { pageId } = await request<{ pageId: string }>('/v1/pages/create', created, quire.key)
  type Read = { content: object }
  const read = async () => {
    const { version } = await storedPage(quire, pageId)
    const found = await request<Read>('/v1/history/get', { pageId, version }, quire.key)
    return { version, node: schema.nodeFromJSON(found.content) }
  }
  const authors = new Map(lettersOf(page.document).map((letter) => [letter, quire.key]))
  const removed = new Set<string>()
  let [seen, now] = [await read(), await read()]
  const words = new Set(wordsIn(now.node))
  for (let change = 0; change < changes; change += 1) {
    const writer = pick([...people.map(({ key }) => key), agent], page.random)
    const isAgent = writer === agent
    if (isAgent || page.random() < 0.6) seen = now
    const isProgram = isAgent && page.random() < 0.7
    const { tr } = isProgram ? page.byProgram(seen.node) : page.byHand(seen.node, writer)
    if (tr.doc.eq(seen.node)) continue
    const update = { pageId, content: tr.doc.toJSON(), expectedVersion: seen.version }
    await request('/v1/pages/update', update, writer)
    const before = now
    now = await read()
    for (const word of wordsIn(now.node)) words.add(word)
    note({ before: before.node, after: now.node, authors, removed, writer, isAgent })
  }
  if (![...authors.values()].includes(agent) && removed.size === 0) return nothingDone
  const runId = await runOf(request, pageId, agent)
  if (runId === undefined) return nothingDone
  const shown = await request<Preview>('/v1/runs/preview-revert', { runId }, agent)
  await request('/v1/runs/revert', { runId }, agent)
  const after = (await read()).node
  const letters = new Set(lettersOf(after))
  const isOther = (letter: string) => authors.get(letter) !== agent
  const wanted = [...lettersOf(now.node), ...removed].filter(isOther)
  const staying = shown.pages.flatMap(({ remaining }) => remaining)
  const offered = new Set(staying.flatMap(({ before = '' }) => lettersIn(before)))
  const lost = wanted.filter((letter) => !letters.has(letter) && !offered.has(letter))
  const listed = new Set(staying.flatMap(({ text }) => lettersIn(text)))
  const left = [...letters].filter((letter) => !isOther(letter) && !listed.has(letter))
  const unknown = wordsIn(after).filter((word) => !words.has(word))
  return { lost, left, letters: authors.size, unknown }
}

function wordsIn(document: Node): string[] {
  const texts = tokenTexts(document.textBetween(0, document.content.size, '\n', '\ufffc'))
  return texts.filter((text) => text.trim() !== '')
}

type Noted = {
  before: Node
  after: Node
  authors: Map<string, string>
  removed: Set<string>
  writer: string
  isAgent: boolean
}

function note({ before, after, authors, removed, writer, isAgent }: Noted): void {
  const letters = new Set(lettersOf(after))
  for (const letter of lettersOf(before)) {
    if (isAgent && !letters.has(letter)) removed.add(letter)
  }
  for (const letter of letters) {
    removed.delete(letter)
    if (!authors.has(letter)) authors.set(letter, writer)
  }
}

type Request = <Body>(url: string, payload: object, key: string) => Promise<Body>
type Versions = { versions: { run: { id: string; isAgent: boolean } | null; author: object }[] }

/** The run of the agent: the writers have keys too, so its first change tells it. */
async function runOf(request: Request, pageId: string, agent: string): Promise<string | undefined> {
  const { versions } = await request<Versions>('/v1/history/list', { pageId, limit: 200 }, agent)
  for (const { run } of versions) {
    if (run === null) continue
    const input = { runId: run.id, limit: 1 }
    const isOwn = await request('/v1/runs/preview-revert', input, agent).then(
      () => true,
      () => false,
    )
    if (isOwn) return run.id
  }
  return undefined
}
