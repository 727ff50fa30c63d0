/** Pages of a published site per second, beside a bare server in the same run: `npm run bench:sites`. */
import assert from 'node:assert/strict'
import { parseArgs } from 'node:util'
import { makeFolder, startBare, startLoad, startQuire } from '../support/children.ts'
import { describeMachine } from '../support/machine.ts'
import { measure, type Measurement } from '../support/measure.ts'
import { reportSpeed } from '../support/report.ts'
import { smallPage, startWorkspace } from '../support/seed.ts'
import { makeMarkdown } from '../support/texts.ts'
import type { Work } from '../support/work.ts'

const usage = `npm run bench:sites -- [--rounds 4] [--seconds 2]
  --rounds   how many turns each server takes; the median counts
  --seconds  how long a turn is
`
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '2' },
    help: { type: 'boolean', default: false },
  },
})
/** All of them are in the navigation of each. */
const sitePages = 50
const slug = 'handbook'

if (values.help) process.stdout.write(usage)
else await main()
process.exit()

async function main(): Promise<void> {
  process.stdout.write(`${describeMachine()}\n\n`)
  const dataFolder = makeFolder()
  const { workspaceId, key } = await startWorkspace(dataFolder)
  const quire = await startQuire(dataFolder)
  const address = `http://127.0.0.1:${quire.port}`
  const post = async (path: string, input: object): Promise<unknown> => {
    const answer = await fetch(address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ workspaceId, ...input }),
    })
    assert.equal(answer.status, 200, `${path} answered ${answer.status}`)
    return answer.json()
  }
  const rootId = await addPage(post, { title: 'Handbook', markdown: makeMarkdown(0, smallPage) })
  for (let number = 1; number < sitePages; number += 1) {
    const markdown = makeMarkdown(number, smallPage)
    await addPage(post, { title: `Chapter ${number}`, markdown, parentId: rootId })
  }
  await post('/v1/sites/publish', { pageId: rootId, slug, language: 'en' })

  const stage = { quire, bare: await startBare(), load: startLoad(), key }
  const milliseconds = Number(values.seconds) * 1000
  const lengths = { rounds: Number(values.rounds), bareMilliseconds: milliseconds, milliseconds }
  const measurements: Measurement[] = []
  for (const work of await visitsOf(address)) {
    for (const connections of [1, 50]) {
      measurements.push(await measure(stage, work, connections, lengths))
    }
  }
  process.stdout.write(`${reportSpeed(measurements)}\n`)
  await quire.stop()
}

async function addPage(
  post: (path: string, input: object) => Promise<unknown>,
  page: { title: string; markdown: string; parentId?: string },
): Promise<string> {
  const answer = await post('/v1/pages/create', page)
  // SAFETY: creating a page answers with its ID.
  return (answer as { pageId: string }).pageId
}

/** A page read anew, and one that the visitor has. */
async function visitsOf(address: string): Promise<Work[]> {
  const path = `/sites/${slug}/`
  const etag = (await fetch(address + path)).headers.get('etag')
  assert(etag !== null)
  return [
    { name: 'site page', path, bodies: undefined },
    {
      name: 'site page, not modified',
      path,
      bodies: undefined,
      headers: { 'if-none-match': etag },
    },
  ]
}
