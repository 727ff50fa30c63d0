import { basename } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { buildWeb } from '../../web/build.ts'
import { isBuildCurrent } from '../../web/current-build.ts'
import { findFirefox } from '../support/firefox/browser.ts'
import { journeys, skipped } from './journeys.ts'

/** `npm run test:firefox`, with words of the names of journeys to run only those. */
const firefox = findFirefox()
if (firefox === undefined) {
  process.stderr.write(
    'There is no Firefox here, so no journey was run. Install one (on Debian: apt-get install firefox-esr), or set FIREFOX to its program.\n',
  )
  process.exitCode = 1
} else {
  if (!(await isBuildCurrent())) await buildWeb(await import('vite'))
  process.stdout.write(`${firefox.version} (${firefox.path})\n`)
  process.env['QUIRE_TEST_BROWSER'] = 'firefox'
  await runJourneys(process.argv.slice(2))
}

async function runJourneys(words: readonly string[]): Promise<void> {
  const chosen = Object.entries(journeys).filter(
    ([name]) => words.length === 0 || words.some((word) => name.includes(word)),
  )
  const failed = new Set<string>()
  let passed = 0
  const tests = run({
    files: chosen.map(([, file]) => file),
    concurrency: 1,
    timeout: 300_000,
    testSkipPatterns: [...skipped],
    execArgv: ['--import', './test/support/processes/loopback-only.ts'],
  })
  tests.on('test:fail', ({ file = '' }) => failed.add(basename(file)))
  tests.on('test:pass', ({ details, skip }) => {
    if (details.type === 'test' && skip === undefined) passed += 1
  })
  for await (const line of tests.compose(spec)) process.stdout.write(String(line))
  for (const [name, file] of chosen) {
    process.stdout.write(`${failed.has(basename(file)) ? 'failed' : 'passed'}  ${name}\n`)
  }
  process.stdout.write(
    `${chosen.length - failed.size} of ${chosen.length} journeys passed, with ${passed} tests.\n`,
  )
  if (failed.size > 0 || passed === 0) process.exitCode = 1
}
