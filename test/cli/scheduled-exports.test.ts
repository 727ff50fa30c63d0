import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it, mock } from 'node:test'
import type { JobContext } from '../../server/background/job-kind.ts'
import { scheduledExports } from '../../server/background/scheduled-exports.ts'
import { readConfig } from '../../server/config.ts'
import { requireWorkspace } from '../../server/domain/people/workspaces.ts'
import { archiveFolder } from '../../server/domain/transfer/export/scheduled/archives.ts'
import { checkArchive } from '../../server/domain/transfer/export/scheduled/check-archive.ts'
import {
  exportAge,
  type ExportSchedule,
  runScheduledExports,
} from '../../server/domain/transfer/export/scheduled/scheduled-exports.ts'
import { clock } from '../../server/lib/clock.ts'
import { addFile, addPage } from '../support/pages.ts'
import { startServer } from '../support/server.ts'
import { type Desk, openDesk } from './folders.ts'

const hour = 3_600_000
let desk: Desk
let schedule: ExportSchedule
let now: number
before(async () => {
  desk = await openDesk()
  now = clock.now()
  mock.method(clock, 'now', () => now)
  const folder = join(desk.folder, 'scheduled')
  schedule = { folder, intervalMs: 24 * hour, keep: 2, format: 'markdown' }
  const pageId = await addPage(desk, 'Plan', { markdown: 'Text.' })
  await addPage(desk, 'Below', { parentId: pageId })
  await addFile(desk, pageId, { name: 'empty.txt', content: '' })
})
after(async () => {
  mock.restoreAll()
  await desk.close()
})

const faults: unknown[] = []
const run = (changed: Partial<ExportSchedule> = {}, signal = new AbortController().signal) => {
  const { store, contextFor } = desk.app
  const report = (error: unknown) => faults.push(error)
  const given = { ...schedule, ...changed }
  return runScheduledExports({ store, contextFor, schedule: given, signal, report })
}
const ownFolder = async () =>
  archiveFolder(schedule.folder, await requireWorkspace(desk.app.store, desk.workspaceId))
const names = async () => (await readdir(await ownFolder())).toSorted()

describe('scheduled exports', () => {
  it('are off without a folder, and take their settings from the environment', async () => {
    assert.equal(readConfig({}).exportSchedule, undefined)
    assert.throws(() => readConfig({ EXPORT_FOLDER: 'x', EXPORT_KEEP: '0' }), /EXPORT_KEEP/)
    const set = { EXPORT_FOLDER: '/exports', EXPORT_HOURS: '2', EXPORT_FORMAT: 'html' }
    const expected = { folder: '/exports', intervalMs: 2 * hour, keep: 7, format: 'html' }
    assert.deepEqual(readConfig(set).exportSchedule, expected)
    // SAFETY: the job reads nothing else to find its work.
    const context = { exportSchedule: undefined } as unknown as JobContext
    assert.deepEqual(await scheduledExports.find(context), [])
  })

  it('report what failed, leave no archive, and are repeated', async () => {
    await mkdir(schedule.folder, { recursive: true })
    await writeFile(await ownFolder(), 'in the way')
    const wait = await run()
    assert.equal(faults.length, 1)
    assert.ok(wait <= 10 * 60_000)
    assert.deepEqual(await readdir(schedule.folder), [(await ownFolder()).split('/').at(-1)])
    await rm(await ownFolder())
    faults.length = 0
  })

  it('write an archive of each workspace that can be read, once in the interval', async () => {
    now += hour
    assert.ok((await exportAge(desk.app.store, schedule.folder)) >= hour)
    await run()
    const [name = ''] = await names()
    assert.match(name, /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.zip$/)
    const path = join(await ownFolder(), name)
    assert.equal((await stat(path)).mode & 0o777, 0o600)
    assert.deepEqual(await checkArchive(path), { files: 3, pages: 2 })
    assert.ok((await exportAge(desk.app.store, schedule.folder)) < 1000)
    now += hour
    await run()
    assert.deepEqual([await names(), faults], [[name], []])
  })

  it('keep the newest, and nothing of an interrupted export', async () => {
    const [first = ''] = await names()
    await writeFile(join(await ownFolder(), '2026-01-01T00-00-00Z.zip.part'), 'half')
    await writeFile(join(await ownFolder(), 'mine.txt'), 'mine')
    now += 24 * hour
    await run({ format: 'html' })
    now += 24 * hour
    await run({ format: 'html' })
    const found = await names()
    assert.equal(found.length, 3)
    assert.ok(!found.includes(first) && found.includes('mine.txt'))
    const { pages } = await checkArchive(join(await ownFolder(), found[0] ?? ''))
    assert.equal(pages, 2)
    const stopped = AbortSignal.abort()
    now += 24 * hour
    await run({}, stopped)
    assert.deepEqual(await names(), found)
  })

  it('are found damaged when bytes change or are missing', async () => {
    const [name = ''] = await names()
    const complete = await readFile(join(await ownFolder(), name))
    const changed = Buffer.from(complete)
    changed[changed.indexOf('Text.')] = 0
    for (const [index, bytes] of [changed, complete.subarray(0, -10), Buffer.from('x')].entries()) {
      const path = join(desk.folder, `damaged-${index}.zip`)
      await writeFile(path, bytes)
      await assert.rejects(checkArchive(path), { code: 'VALIDATION_FAILED' })
    }
  })

  it('have their age at /metrics', async () => {
    const quire = await startServer({ metricsToken: 'token', exportSchedule: schedule })
    now += hour
    const { body } = await quire.get<string>('/metrics', 'token')
    const age = /^quire_export_age_seconds (\S+)$/m.exec(body)?.[1]
    assert.ok(Number(age) >= 3600, String(age))
    await quire.close()
  })
})
