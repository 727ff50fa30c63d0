#!/usr/bin/env node
import { createInterface } from 'node:readline/promises'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Terminal } from './command.ts'
import { run } from './program.ts'

const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())
// A reader such as `head` that has enough ends the program without a word.
process.stdout.on('error', () => process.exit(0))

async function confirm(question: string): Promise<boolean> {
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await asking.question(`${question} [y/N] `)
  asking.close()
  return /^y(?:es)?$/i.test(answer.trim())
}

const terminal: Terminal = {
  // The one place of the program that reads the environment.
  // oxlint-disable-next-line node/no-process-env
  environment: process.env,
  write: (output) => void process.stdout.write(output),
  writeBytes: (bytes) => pipeline(Readable.from(bytes), process.stdout, { end: false }),
  warn: (output) => void process.stderr.write(output),
  readInput: () => text(process.stdin),
  confirm: process.stdin.isTTY ? confirm : undefined,
  isScreen: process.stdout.isTTY,
  signal: stopped.signal,
}

process.exitCode = await run(process.argv.slice(2), terminal)
