import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(
  import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'),
)

export type Verdict = { code: number; output: string }

/**
 * Runs the official suite's required set of one revision. It ends with 0 when everything passes but what
 * the baseline lists, and when nothing in the baseline passes.
 */
export async function runSuite(url: string, revision: string, baseline?: string): Promise<Verdict> {
  const expected = baseline === undefined ? [] : ['--expected-failures', pathOf(baseline)]
  return run(url, ['--requirements', revision, ...expected])
}

/** Runs one scenario, also of an extension that no revision requires. */
export function runScenario(url: string, name: string): Promise<Verdict> {
  return run(url, ['--scenario', name, '--force', '--verbose'])
}

async function run(url: string, options: readonly string[]): Promise<Verdict> {
  const results = await mkdtemp(join(tmpdir(), 'quire-conformance-'))
  try {
    const child = spawn(
      process.execPath,
      [program, 'server', '--url', url, '-o', results, ...options],
      { cwd: results, stdio: ['ignore', 'pipe', 'pipe'] },
    )
    const [output, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    return { code: Number(code ?? 1), output: output + errors }
  } finally {
    await rm(results, { recursive: true, force: true })
  }
}

function pathOf(baseline: string): string {
  return fileURLToPath(new URL(`./baselines/${baseline}.yaml`, import.meta.url))
}
