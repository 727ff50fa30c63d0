import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, describe, it, mock } from 'node:test'
import type { JobContext } from '../../server/background/job-kind.ts'
import { scheduledExports } from '../../server/background/scheduled-exports.ts'
import { readConfig } from '../../server/config.ts'
import { requireWorkspace } from '../../server/domain/people/workspaces.ts'
import {
  archiveFolder,
  archiveName,
} from '../../server/domain/transfer/export/scheduled/archives.ts'
import { checkArchive } from '../../server/domain/transfer/export/scheduled/check-archive.ts'
import {
  exportAge,
  type ExportTimes,
  runScheduledExports,
} from '../../server/domain/transfer/export/scheduled/scheduled-exports.ts'
import { type Bucket, openBucket } from '../../server/files/bucket.ts'
import { createRequests } from '../../server/files/s3-requests.ts'
import { clock } from '../../server/lib/clock.ts'
import { addFile, addPage } from '../support/pages.ts'
import { startServer } from '../support/server.ts'
import { startS3 } from '../support/stores/s3.ts'
import { type Desk, openDesk } from './folders.ts'

const hour = 3_600_000
let desk: Desk
let schedule: ExportTimes & { folder: string }
let folder: string
let now: number
before(async () => {
  desk = await openDesk()
  now = clock.now()
  mock.method(clock, 'now', () => now)
  folder = join(desk.folder, 'scheduled')
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
const run = (
  changed: Partial<ExportTimes & { folder: string }> = {},
  signal = new AbortController().signal,
) => {
  const { store, contextFor } = desk.app
  const report = (error: unknown) => faults.push(error)
  const given = { ...schedule, ...changed }
  return runScheduledExports({ store, contextFor, schedule: given, signal, report })
}
const ownName = async () => archiveFolder(await requireWorkspace(desk.app.store, desk.workspaceId))
const ownFolder = async () => join(folder, await ownName())
const names = async () => (await readdir(await ownFolder())).toSorted()

describe('scheduled exports', () => {
  it('are off without a folder, and take their settings from the environment', async () => {
    assert.equal(readConfig({}).exportSchedule, undefined)
    assert.throws(() => readConfig({ EXPORT_FOLDER: 'x', EXPORT_KEEP: '0' }), /EXPORT_KEEP/)
    const set = { EXPORT_FOLDER: '/exports', EXPORT_HOURS: '2', EXPORT_FORMAT: 'html' }
    const expected = { folder: '/exports', intervalMs: 2 * hour, keep: 7, format: 'html' }
    assert.deepEqual(readConfig(set).exportSchedule, expected)
    const bucket = { EXPORT_BUCKET_URL: 'https://s3.example.com/exports' }
    assert.throws(() => readConfig({ ...set, ...bucket }), /EXPORT_BUCKET_URL .*EXPORT_FOLDER/)
    assert.throws(() => readConfig(bucket), /EXPORT_ACCESS_KEY_ID/)
    assert.throws(() => readConfig({ ...bucket, EXPORT_ACCESS_KEY_ID: 'a' }), /EXPORT_SECRET/)
    const files = { S3_REGION: 'eu', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }
    assert.deepEqual(
      readConfig({ ...bucket, ...files, EXPORT_ACCESS_KEY_ID: 'c' }).exportSchedule,
      {
        bucket: {
          url: 'https://s3.example.com/exports',
          region: 'eu',
          accessKeyId: 'c',
          secretAccessKey: 'b',
          setting: 'EXPORT_BUCKET_URL',
        },
        intervalMs: 24 * hour,
        keep: 7,
        format: 'markdown',
      },
    )
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
    assert.ok((await exportAge(desk.app.store, schedule)) >= hour)
    await run()
    const [name = ''] = await names()
    assert.match(name, /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.zip$/)
    const path = join(await ownFolder(), name)
    assert.equal((await stat(path)).mode & 0o777, 0o600)
    assert.deepEqual(await checkArchive(path), { files: 3, pages: 2 })
    assert.ok((await exportAge(desk.app.store, schedule)) < 1000)
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

  it('go to a bucket, are read again from it, and are removed there', async () => {
    const service = await startS3()
    const bucket = openBucket(service.options)
    const { folder: _folder, ...times } = schedule
    const own = await ownName()
    const stored = async () =>
      (await bucket.list(`${own}/`)).map((key) => key.slice(own.length + 1))
    const { store, contextFor } = desk.app
    const report = (error: unknown) => faults.push(error)
    const { signal } = new AbortController()
    const runIn = (target: Bucket) =>
      runScheduledExports({
        store,
        contextFor,
        schedule: { ...times, bucket: target },
        signal,
        report,
      })
    const other = join(desk.folder, 'other.txt')
    await writeFile(other, 'other')
    await bucket.put(`${own}/other.txt`, other)
    // A bucket that returns other bytes.
    await runIn({ ...bucket, open: async () => Readable.from([Buffer.from('other bytes')]) })
    assert.match(String(faults.pop()), /returns other bytes/)
    assert.deepEqual(await stored(), ['other.txt'])
    for (let count = 0; count < 3; count += 1) {
      now += 24 * hour
      await runIn(bucket)
      await runIn(bucket)
    }
    const names = (await stored()).filter((name) => name.endsWith('.zip'))
    assert.deepEqual([names.length, faults], [2, []])
    assert.deepEqual(names[1], archiveName(now))
    assert.equal(await exportAge(store, { bucket }), now % 1000)
    const path = join(desk.folder, 'downloaded.zip')
    const ask = createRequests(service.options)
    const answer = await ask({ method: 'GET', key: `${own}/${names[1]}` })
    await writeFile(path, answer.bytes())
    assert.deepEqual(await checkArchive(path), { files: 3, pages: 2 })
    await service.close()
    await runIn(bucket)
    assert.match(String(faults.pop()), /cannot be reached/)
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
