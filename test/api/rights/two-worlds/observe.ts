import { listOperations, type NamedOperation } from '../../../../server/operations/index.ts'
import { isForPeople } from '../../../../server/operations/operation.ts'
import { bodyWith } from '../../../support/isolation.ts'
import { post } from '../../../support/mcp.ts'
import { addPage } from '../../../support/pages.ts'
import { exportFor } from './exports.ts'
import { readSite } from './public-site.ts'
import { receivedBy } from './receivers.ts'
import { secretTitle, type World } from './world.ts'

/** The operations that only read, of a workspace or of one page. */
const reading = listOperations().filter(
  (operation) =>
    operation.method === 'POST' &&
    operation.access === 'read' &&
    operation.writes !== true &&
    !isForPeople(operation),
)

const queries = [
  'harbour',
  'harbor',
  'lighthous',
  'ledgr invoice',
  '"invoice ledger"',
  'engine violin kettle',
  secretTitle,
  'zirconium',
]

/** Everything that outsiders can get, in the same order in both worlds, with labels in place of IDs and times. */
export async function observe(world: World): Promise<string[]> {
  const { quire, outsiders, pages, labels } = world
  const { workspaceId } = quire
  const seen: string[] = []
  const note = (name: string, answer: unknown) =>
    seen.push(`${name}: ${withLabels(JSON.stringify(answer), labels)}`)
  for (const [name, person] of Object.entries(outsiders)) {
    const { key } = person
    const ask = async (operation: NamedOperation, body: object, about: string) => {
      const answer = await quire.post<unknown>(operation.path, body, key)
      note(`${name} ${operation.id} ${about}`, { status: answer.status, body: answer.body })
    }
    for (const operation of reading) {
      const fields = Object.keys(operation.input.properties)
      const isOfPage = fields.includes('pageId') || fields.includes('page')
      const asked = fields.includes('query') ? queries : [undefined]
      for (const [number, pageId] of isOfPage ? pages.entries() : ([[0, '']] as const)) {
        for (const query of asked) {
          const body = bodyWith(operation, { workspaceId, pageId, page: pageId })
          const { parentId: _all, underPageId: _everywhere, fileId: _none, ...rest } = Object(body)
          const given = { ...rest, ...(query === undefined ? {} : { query }) }
          await ask(operation, given, `${number} ${query ?? ''}`)
        }
      }
    }
    for (const method of ['resources/list', 'prompts/list', 'tools/list']) {
      const call = { jsonrpc: '2.0', id: 1, method, params: {} }
      note(`${name} ${method}`, (await post(quire, call, { key })).body)
    }
    for (const [file, content] of await exportFor(quire, person)) {
      note(`${name} export ${file}`, content)
    }
  }
  for (const answer of world.answers) note('answer', answer)
  for (const [address, answer] of await readSite(world, queries)) note(`site ${address}`, answer)
  for (const [name, received] of await receivedBy(world)) {
    const texts = received.map((one) => withLabels(JSON.stringify(one), labels))
    note(name, texts.toSorted())
  }
  const last = await lastOfFeed(world)
  for (const { event, data } of last) note(`feed ${event}`, data)
  return seen
}

/** All events that the listener gets, up to one that both worlds end with. */
async function lastOfFeed({ quire, feed }: World) {
  const last = await addPage(quire, 'The end')
  for (let count = 1; ; count += 1) {
    const received = await feed.until(count)
    // Events are numbered without gaps from the place where the reader began.
    const first = Number(received[0]?.data['sequence'])
    const numbered = received.map(({ event, data }) => {
      return { event, data: { ...data, sequence: Number(data['sequence']) - first } }
    })
    if (JSON.stringify(received).includes(last)) return numbered
  }
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Encrypted, so that it is another text each time. It must have the same length in both worlds. */
const position = /(?<="position":")v1\.[^"]+/g

function withLabels(text: string, labels: ReadonlyMap<string, string>): string {
  return text
    .replaceAll(uuid, (id) => labels.get(id) ?? '<id>')
    .replaceAll(position, ({ length }) => `<${length} characters>`)
}
