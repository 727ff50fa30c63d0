#!/usr/bin/env node
import type { Terminal } from './command.ts'
import { run } from './program.ts'

const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())
// A reader such as `head` that has enough ends the program without a word.
process.stdout.on('error', () => process.exit(0))

// Modules of Node are loaded when they are used: most commands need none of them.
async function confirm(question: string): Promise<boolean> {
  const { createInterface } = await import('node:readline/promises')
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await asking.question(`${question} [y/N] `)
  asking.close()
  return /^y(?:es)?$/i.test(answer.trim())
}

async function readInput(): Promise<string> {
  const { text } = await import('node:stream/consumers')
  return text(process.stdin)
}

async function writeBytes(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const { pipeline } = await import('node:stream/promises')
  await pipeline(bytes, process.stdout, { end: false })
}

const terminal: Terminal = {
  // The one place of the program that reads the environment.
  // oxlint-disable-next-line node/no-process-env
  environment: process.env,
  write: (output) => void process.stdout.write(output),
  writeBytes,
  warn: (output) => void process.stderr.write(output),
  readInput,
  confirm: process.stdin.isTTY ? confirm : undefined,
  isScreen: process.stdout.isTTY,
  signal: stopped.signal,
}

process.exitCode = await run(process.argv.slice(2), terminal)
