import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startQuire } from './children.ts'
import { median } from './measure.ts'

/** What is asked first: the path, and for POST a key and a body. */
export type Question = { path: string; key?: string; body?: object }

/** Milliseconds from the start of the process to its first answer, the median of several starts. */
export async function timeStarts(
  starts: number,
  dataFolder: () => string,
  question: Question,
  environment: Readonly<Record<string, string>> = {},
): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < starts; count += 1) {
    const folder = dataFolder()
    const start = performance.now()
    const quire = await startQuire(folder, [], environment)
    await ask(quire.port, question)
    times.push(performance.now() - start)
    await quire.stop()
  }
  return median(times)
}

/** The same for `node -e 0`, which does nothing: what no program on Node can be faster than. */
export async function timeBareStarts(starts: number): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < starts; count += 1) {
    const start = performance.now()
    await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit')
    times.push(performance.now() - start)
  }
  return median(times)
}

async function ask(port: number, { path, key, body }: Question): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key ?? ''}` },
  })
  assert.equal(answer.status, 200, await answer.text())
}
