import type { App } from '../../app.ts'
import type { CheckReport } from '../../domain/transfer/check/check.ts'
import {
  type CommandOptions,
  openCommandStore,
  type OperatorCommand,
  print,
  type Report,
} from '../command.ts'
import { amount, listing } from '../listing.ts'
import { operator } from '../operator.ts'
import { startProgress } from '../progress.ts'
import type { Session } from '../terminal.ts'

const maxListedFaults = 100

type Options = CommandOptions & { acceptLoss?: true }

export function addCheckCommand(program: OperatorCommand): void {
  program
    .command('check')
    .description('verify the store without changing it')
    .option('--accept-loss', 'accept a store that lacks its last commits')
    .option('--json', 'print one JSON object')
    .action(async (options: Options, command: OperatorCommand) => {
      const access = options.acceptLoss === true ? 'accept-loss' : 'read'
      const app = await openCommandStore(command, access)
      try {
        print(await check(app, options, command.session), options, command.session)
      } finally {
        await app.close()
      }
    })
}

async function check({ contextFor }: App, options: Options, session: Session): Promise<Report> {
  const { checkStore } = await import('../../domain/transfer/check/check.ts')
  const progress = startProgress(session, 'Checking', options)
  const report = await checkStore(contextFor(operator()), progress.update).finally(progress.end)
  const isBad = report.faults.length > 0
  return { text: describe(report), json: { ok: !isBad, ...report }, isBad }
}

function describe({ faults, pages, workspaces, contents, orphans, events }: CheckReport): string {
  const seen = [
    `${amount(pages, 'page')} in ${amount(workspaces, 'workspace')}`,
    `the contents of ${amount(contents, 'file')}`,
    amount(events, 'event'),
  ]
  const harmless = `Contents that belong to no file (harmless): ${orphans.toLocaleString('en')}.`
  const isWell = faults.length === 0
  return [
    `Checked ${seen.join(', ')}${isWell ? ': all is well.' : '.'}`,
    ...(orphans > 0 ? [harmless] : []),
    ...listing(
      'Faults',
      faults.map(({ part, message }) => `${part}: ${message}`),
      maxListedFaults,
    ),
  ].join('\n')
}
