import type { Command } from 'commander'
import { type CheckReport, checkStore } from '../domain/check.ts'
import { type CommandOptions, runs } from './command.ts'
import { amount, listing } from './listing.ts'
import { operator } from './operator.ts'
import { startProgress } from './progress.ts'

const mostFaults = 100

export function addCheckCommand(program: Command): void {
  const command = program
    .command('check')
    .description('verify everything the store holds; changes nothing')

  runs<[], CommandOptions>(
    command,
    async ({ contextFor }, options) => {
      const progress = startProgress('Checking', options)
      const report = await checkStore(contextFor(operator()), progress.update).finally(progress.end)
      const isBad = report.faults.length > 0
      return { text: describe(report), json: { ok: !isBad, ...report }, isBad }
    },
    'read',
  )
}

function describe({ faults, pages, workspaces, contents, orphans, events }: CheckReport): string {
  const seen = [
    `${amount(pages, 'page')} in ${amount(workspaces, 'workspace')}`,
    `the contents of ${amount(contents, 'file')}`,
    amount(events, 'event'),
  ]
  const harmless = `Contents that belong to no file, which do no harm: ${orphans.toLocaleString('en')}.`
  const isWell = faults.length === 0
  return [
    `Looked at ${seen.join(', ')}${isWell ? ': all is well.' : '.'}`,
    ...(orphans > 0 ? [harmless] : []),
    ...listing(
      'Faults',
      faults.map(({ part, message }) => `${part}: ${message}`),
      mostFaults,
    ),
  ].join('\n')
}
