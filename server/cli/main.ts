import { text } from 'node:stream/consumers'
import { limitHeapGrowth } from '../lib/start-command.ts'
import { run } from './program.ts'

const exitCode = await run(process.argv.slice(2), {
  // Only here do commands get the environment of the process.
  // oxlint-disable-next-line node/no-process-env
  environment: process.env,
  write: (output) => void process.stdout.write(output),
  warn: (output) => void process.stderr.write(output),
  readInput: () => text(process.stdin),
  isScreen: process.stderr.isTTY,
  onOpen: limitHeapGrowth,
})
if (exitCode !== 0) process.exitCode = exitCode
