import { globSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { requireCurrentBuild } from '../web/current-build.ts'
import { changedTests } from './runner/changed-tests.ts'
import { checkTasks } from './runner/checks.ts'
import { killGroups, runGroup } from './runner/group-process.ts'
import { type Group, planFiles, planSuite } from './runner/plan.ts'
import { Report } from './runner/report.ts'
import { schedule } from './runner/schedule.ts'
import { globalSetup, globalTeardown } from './support/stores/global.ts'

/**
 * Runs tests in groups of files.
 *
 * - `node test/run.ts`: format, lint, types and the tests of `npm test`
 * - `--rest`: the tests of `npm run test:rest`
 * - `--long`: the tests of `npm run test:long`
 * - `--changed`: the tests that reach a file changed since the last commit, or since the commit that follows
 * - with files or patterns: these files; `--store=postgres` runs them on PostgreSQL, `--name` chooses tests
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rest: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    store: { type: 'string', default: 'sqlite' },
    name: { type: 'string' },
  },
})

/** Two groups leave gaps on two cores while they wait for timers and for their servers. */
const atOnce = values.long ? 1 : 3
/** After a failure in CI, at most so many files run once more. */
const maxRepeated = 3

const isQuick = !values.rest && !values.long && !values.changed && positionals.length === 0
const groups = planGroups()
const report = new Report(groups.length + (isQuick ? 3 : 0))

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void stop(1))
}
process.once('exit', killGroups)

if (groups.length === 0) {
  process.stdout.write('No test matches.\n')
  process.exitCode = values.changed ? 0 : 1
} else {
  if (groups.some(({ files }) => files.some(needsBuild))) await requireCurrentBuild()
  await globalSetup()
  await runAll().finally(globalTeardown)
}

function planGroups(): Group[] {
  if (values.rest) return planSuite('rest')
  if (values.long) return planSuite('long')
  const environment = values.store === 'sqlite' ? {} : { QUIRE_TEST_STORE: values.store }
  if (values.changed) return planFiles(changedTests(positionals[0] ?? 'HEAD'), environment)
  if (positionals.length > 0) return planFiles(globSync(positionals), environment)
  return planSuite('quick')
}

function needsBuild(file: string): boolean {
  return file.startsWith('test/browser/')
}

async function runAll(): Promise<void> {
  const options = values.name === undefined ? {} : { testName: values.name }
  const run = (group: Group) =>
    runGroup(group, {
      ...options,
      onFailure: (failure) => report.fail(failure, group.environment),
    })
  const tasks = groups.map((group) => ({
    name: group.name,
    seconds: group.seconds,
    run: async () => report.add(await run(group)),
  }))
  const checks = isQuick ? checkTasks((script, output) => report.failCheck(script, output)) : []
  await schedule([...checks, ...tasks], atOnce, ({ name }) => report.progress(name))
  await repeatFailed(run)
  report.end()
  process.exitCode = report.isGreen ? 0 : 1
}

/** Tells a fault, which fails again, from a test that depends on something else. Both are printed. */
async function repeatFailed(run: (group: Group) => ReturnType<typeof runGroup>): Promise<void> {
  const failed = new Set(report.failures.map(({ file }) => file))
  if (process.env['CI'] === undefined || failed.size === 0 || failed.size > maxRepeated) return
  const again = groups.flatMap((group) =>
    group.files.filter((file) => failed.has(file)).map((file) => ({ ...group, files: [file] })),
  )
  for (const group of again) report.repeat(group.files, await run(group))
}

async function stop(status: number): Promise<void> {
  killGroups()
  await globalTeardown()
  process.exit(status)
}
