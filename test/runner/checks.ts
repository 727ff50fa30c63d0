import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { Task } from './schedule.ts'

/** Scripts of package.json that look at the source, with their estimated time in seconds. */
const scripts = { 'format:check': 4, lint: 60, types: 60 }

/** Gives a task for each check; a check that fails calls `onFailure` with what it wrote. */
export function checkTasks(onFailure: (script: string, output: string) => void): Task[] {
  return Object.entries(scripts).map(([script, seconds]) => ({
    name: script,
    seconds: seconds + 1000,
    run: async () => {
      const output: string[] = []
      const child = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] })
      const [[code]] = await Promise.all([
        once(child, 'close'),
        text(child.stdout).then((written) => output.push(written)),
        text(child.stderr).then((written) => output.push(written)),
      ])
      if (code !== 0) onFailure(script, output.join(''))
    },
  }))
}
