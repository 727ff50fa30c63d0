import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { inboxEvents } from '../../server/background/inbox-events.ts'
import type { JobContext } from '../../server/background/job-kind.ts'
import { mergeWorkspace } from '../../server/domain/search/merge.ts'
import { addPage } from '../support/pages.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** As many bytes of Markdown as a usual page has. */
const markdown = Array.from(
  { length: 40 },
  (_, line) => `Row${line} names${line * 3} plants${line * 5} and the water${line * 7} they need.`,
).join('\n\n')
/** Fewer than fill the log, which SQLite then writes again from its start. */
const pages = 24

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0, databaseUrl: undefined })
  for (let page = 0; page < pages; page += 1) await addPage(quire, `Page ${page}`, { markdown })
})
after(() => quire.close())

const file = () => join(quire.dataFolder, 'quire.db')

/** What work writes to the log of SQLite. https://sqlite.org/fileformat2.html#walformat */
async function logged(work: () => Promise<unknown>): Promise<{ frames: number; commits: number }> {
  const database = new DatabaseSync(file())
  database.exec('pragma wal_checkpoint(truncate)')
  database.close()
  await work()
  const log = readFileSync(`${file()}-wal`)
  const frameSize = 24 + log.readUInt32BE(8)
  const salt = log.subarray(16, 24)
  const found = { frames: 0, commits: 0 }
  for (let at = 32; at + frameSize <= log.length; at += frameSize) {
    if (!log.subarray(at + 8, at + 16).equals(salt)) break
    found.frames += 1
    if (log.readUInt32BE(at + 4) !== 0) found.commits += 1
  }
  return found
}

describe('the log of SQLite', () => {
  it('takes one commit and few pages for each new page', async () => {
    const { frames, commits } = await logged(async () => {
      for (let page = 0; page < pages; page += 1) await addPage(quire, `New ${page}`, { markdown })
    })
    assert.equal(commits, pages)
    assert.ok(frames / pages <= 24, `${frames / pages} for each`)
  })

  it('takes one commit and few pages for each edit of a text', async () => {
    const { workspaceId } = quire
    const pageId = await addPage(quire, 'Edited', { markdown })
    const { frames, commits } = await logged(async () => {
      for (let edit = 0; edit < pages; edit += 1) {
        const change = { mode: 'replace', find: 'Row7', text: `Row7 ${edit}` }
        const answer = await quire.post('/v1/pages/edit', { workspaceId, pageId, ...change })
        assert.equal(answer.status, 200)
      }
    })
    assert.equal(commits, pages)
    assert.ok(frames / pages <= 20, `${frames / pages} for each`)
  })

  it('takes at most 10 pages for each of the new pages that share a commit', async () => {
    const { frames, commits } = await logged(() =>
      Promise.all(
        Array.from({ length: pages }, (_, page) => addPage(quire, `At once ${page}`, { markdown })),
      ),
    )
    assert.ok(commits < pages / 2, `${commits} commits`)
    assert.ok(frames / pages <= 10, `${frames / pages} for each`)
  })

  it('takes one commit for what follows new pages in search, and one in inboxes', async () => {
    const { app, workspaceId } = quire
    const merge = () => mergeWorkspace(app.store, app.search, workspaceId)
    await merge()
    for (let page = 0; page < 6; page += 1) await addPage(quire, `Then ${page}`, { markdown })
    assert.equal((await logged(merge)).commits, 1)
    // SAFETY: the job uses nothing else.
    const context = { store: app.store } as JobContext
    const takeEvents = () =>
      inboxEvents.run(
        context,
        { subject: workspaceId, attempts: 0 },
        {
          write: (work) => app.store.transactIn({ workspaceId }, work),
          signal: new AbortController().signal,
        },
      )
    assert.equal((await logged(takeEvents)).commits, 1)
  })
})
