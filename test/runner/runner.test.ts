import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { files as repository } from '../architecture/sources.ts'
import { reachingTests } from './changed-tests.ts'
import { type Failure, type GroupResult, runGroup } from './group-process.ts'
import { everyFile, planSuite } from './plan.ts'

const fixture = (name: string) => `test/fixtures/runner/${name}.ts`

async function run(
  names: readonly string[],
  { seconds = 60, environment = {} } = {},
): Promise<GroupResult & { shown: Failure[] }> {
  const shown: Failure[] = []
  const group = { name: 'fixtures', files: names.map(fixture), environment, seconds: 1 }
  const result = await runGroup(group, { seconds, onFailure: (failure) => shown.push(failure) })
  return { ...result, shown }
}

const namesOf = (failures: readonly Failure[]) =>
  failures.map(({ file, name }) => `${file.split('/').at(-1)} › ${name}`)

describe('a group of files', () => {
  it('tells of a failed test with its file, its name and its line', async () => {
    const { passed, failures, shown } = await run(['fails', 'passes'])
    assert.equal(passed, 2)
    assert.deepEqual(namesOf(failures), ['fails.ts › a sum › is wrong'])
    assert.match(failures[0]?.location ?? '', /^test\/fixtures\/runner\/fails\.ts:5:/)
    assert.match(failures[0]?.error ?? '', /2 !== 3/)
    assert.deepEqual(shown, failures)
  })

  it('counts what was skipped, and the processor time of each file', async () => {
    const { skipped, used } = await run(['passes'])
    assert.deepEqual(skipped, [`${fixture('passes')}: is skipped`])
    assert.deepEqual([...used.keys()], [fixture('passes')])
  })

  it('knows which file a test belongs to when files load the same module', async () => {
    const { skipped } = await run(['first-of-two', 'second-of-two'])
    assert.deepEqual(skipped, [
      `${fixture('first-of-two')}: belongs to the first file: true`,
      `${fixture('second-of-two')}: belongs to the second file: true`,
    ])
  })

  it('fails a file that leaves the environment, a global or a resource changed', async () => {
    const { failures } = await run(['leaves-state', 'passes'])
    assert.deepEqual(namesOf(failures), ['leaves-state.ts › the file'])
    const error = failures[0]?.error ?? ''
    assert.match(error, /It changed the environment variable LEFT\./)
    assert.match(error, /It changed globalThis\.left\./)
    assert.match(error, /It left a resource open: TCPServerWrap\./)
    // Linux lists the files that a process has open.
    if (process.platform === 'linux') {
      assert.match(error, /It left a resource open: \/\S+\/leaves-state\.ts\./)
    }
  })

  it('fails a file that does not end in time, and runs the next one', async () => {
    const { passed, failures } = await run(['never-ends', 'passes'], { seconds: 2 })
    assert.deepEqual(namesOf(failures), ['never-ends.ts › the file'])
    assert.match(failures[0]?.error ?? '', /did not end in time/)
    assert.equal(passed, 1)
  })

  it('fails a file that ends the process, and runs the next one', async () => {
    const { passed, failures } = await run(['ends-the-process', 'passes'])
    assert.deepEqual(namesOf(failures), ['ends-the-process.ts › the file'])
    assert.equal(passed, 1)
  })

  it('releases what a file had opened when its next step failed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quire-runner-'))
    const released = join(folder, 'released')
    const { failures } = await run(['fails-to-open'], { environment: { RELEASED: released } })
    assert.ok(failures.some(({ error }) => error.includes('the second step failed')))
    assert.equal(await readFile(released, 'utf8'), 'released')
    await rm(folder, { recursive: true })
  })
})

describe('the suites', () => {
  it('run every file of tests in one of them', () => {
    const tests = repository.filter((file) => /\.test\.tsx?$/.test(file))
    assert.deepEqual(everyFile(), tests)
  })

  it('run no file twice in the same way', () => {
    for (const suite of ['quick', 'rest'] as const) {
      const runs = planSuite(suite).flatMap(({ files, environment }) =>
        files.map((file) => `${file} ${JSON.stringify(environment)}`),
      )
      assert.equal(new Set(runs).size, runs.length)
    }
  })
})

describe('the tests that a change reaches', () => {
  it('are those that import the file, also over others, and the rules of the repository', () => {
    const reached = reachingTests(['content/tokens-of-links.ts', 'server/lib/clock.ts'])
    assert.ok(reached.includes('server/domain/webhooks/endurance.test.ts'))
    assert.ok(reached.includes('test/architecture/names.test.ts'))
    assert.equal(reached.includes('client/zip.test.ts'), false)
  })

  it('are all for the versions of packages', () => {
    assert.deepEqual(reachingTests(['package-lock.json']), everyFile())
  })

  it('are those of the server for a migration', () => {
    const reached = reachingTests(['server/store/sqlite/migrations/0001-start.sql'])
    assert.ok(reached.some((file) => file.startsWith('test/api/')))
    assert.equal(reached.includes('content/urls.test.ts'), false)
  })
})

describe('the command', () => {
  it('refuses patterns without a file', async () => {
    const run = promisify(execFile)(process.execPath, ['test/run.ts', 'test/nowhere.test.ts'])
    await assert.rejects(run, { code: 1, stdout: 'No test matches.\n' })
  })
})
