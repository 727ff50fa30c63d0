import type { Failure, GroupResult } from './group-process.ts'
import { usedSeconds } from './processor-time.ts'

/** Counts the results of groups and prints them. */
export class Report {
  readonly #started = performance.now()
  readonly #usedBefore = usedSeconds()
  readonly #groups: number
  #ended = 0
  #passed = 0
  readonly #skipped: string[] = []
  readonly #used: { file: string; seconds: number }[] = []
  #failures: Failure[] = []
  #unstable: string[] = []

  constructor(groups: number) {
    this.#groups = groups
  }

  get failures(): readonly Failure[] {
    return this.#failures
  }

  get isGreen(): boolean {
    return this.#failures.length === 0 && this.#passed > 0
  }

  /** Prints a failure with the command that runs its file alone. */
  fail(
    { file, name, location, error }: Failure,
    environment: Readonly<Record<string, string>>,
  ): void {
    const store = environment['QUIRE_TEST_STORE']
    const option = store === undefined ? '' : ` --store=${store}`
    print(`\nFAILED ${file} › ${name}\n  at ${location}\n${error.replaceAll(/^/gm, '  ')}`)
    print(`  Run it alone: npm run test:files -- ${file}${option}\n`)
  }

  failCheck(script: string, output: string): void {
    this.#failures.push({ file: script, name: 'the check', location: '', error: output })
    print(`\nFAILED npm run ${script}\n${output}`)
  }

  add(result: GroupResult): void {
    this.#passed += result.passed
    this.#skipped.push(...result.skipped)
    this.#failures.push(...result.failures)
    for (const [file, seconds] of result.used) this.#used.push({ file, seconds })
  }

  /** Prints how far the run is. */
  progress(name: string): void {
    this.#ended += 1
    const failed = this.#failures.length
    print(
      `[${this.#ended}/${this.#groups}] ${clock(this.#wallSeconds())}  ${this.#passed} passed, ${failed} failed  (${name})`,
    )
  }

  /** Replaces the failures of files by those of another run of them. */
  repeat(files: readonly string[], result: GroupResult): void {
    this.#failures = this.#failures.filter(({ file }) => !files.includes(file))
    const failed = new Set(result.failures.map(({ file }) => file))
    this.#unstable.push(...files.filter((file) => !failed.has(file)))
    this.#failures.push(...result.failures)
  }

  end(): void {
    const dearest = this.#used.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10)
    print('\nFiles with the most processor time, without loading their modules:')
    for (const { file, seconds } of dearest) {
      print(`${seconds.toFixed(1).padStart(7)} s  ${file}`)
    }
    for (const name of this.#skipped) print(`Skipped: ${name}`)
    if (this.#failures.length > 0) print('\nFailed:')
    for (const { file, name } of this.#failures) print(`  ${file} › ${name}`)
    for (const file of this.#unstable) print(`Failed once, then passed; find out why: ${file}`)
    print(
      `\nWall time ${clock(this.#wallSeconds())}, processor time ${clock(usedSeconds() - this.#usedBefore)}`,
    )
    const skipped = this.#skipped.length === 0 ? '' : `, ${this.#skipped.length} skipped`
    print(`${this.#passed} passed, ${this.#failures.length} failed${skipped}`)
  }

  #wallSeconds(): number {
    return (performance.now() - this.#started) / 1000
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function clock(seconds: number): string {
  const total = Math.round(seconds)
  return `${Math.floor(total / 60)}:${String(total % 60).padStart(2, '0')}`
}
