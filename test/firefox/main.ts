import { buildWeb } from '../../web/build.ts'
import { isBuildCurrent } from '../../web/current-build.ts'
import { runGroup } from '../runner/group-process.ts'
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
  await runJourneys(process.argv.slice(2))
}

async function runJourneys(words: readonly string[]): Promise<void> {
  const chosen = Object.entries(journeys).filter(
    ([name]) => words.length === 0 || words.some((word) => name.includes(word)),
  )
  const failed = new Set<string>()
  let passed = 0
  for (const [name, file] of chosen) {
    const environment = { QUIRE_TEST_BROWSER: 'firefox' }
    const result = await runGroup(
      { name, files: [file], environment, seconds: 60 },
      {
        seconds: 300,
        skipped,
        onFailure: (failure) =>
          process.stdout.write(
            `FAILED ${failure.name}\n  at ${failure.location}\n${failure.error}\n`,
          ),
      },
    )
    if (result.failures.length > 0) failed.add(file)
    passed += result.passed
  }
  for (const [name, file] of chosen) {
    process.stdout.write(`${failed.has(file) ? 'failed' : 'passed'}  ${name}\n`)
  }
  process.stdout.write(
    `${chosen.length - failed.size} of ${chosen.length} journeys passed, with ${passed} tests.\n`,
  )
  if (failed.size > 0 || passed === 0) process.exitCode = 1
}
