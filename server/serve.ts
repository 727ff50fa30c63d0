import { setTimeout as sleep } from 'node:timers/promises'
import { openApp } from './app.ts'
import { watchClock } from './background/clock-watch.ts'
import { openJobWorker } from './background/runner.ts'
import { WebhookDispatcher } from './background/webhooks/dispatcher.ts'
import { routeBots } from './bots/routes.ts'
import { BotRunner } from './bots/runner.ts'
import { type Config, readConfig } from './config.ts'
import { loadContentLater } from './domain/document/start/load-content-later.ts'
import { issueSetupCode } from './domain/people/setup.ts'
import { createServer } from './http/server.ts'
import { AppError } from './lib/errors.ts'
import { removeAbandonedFolders } from './lib/folders/temporary-folders.ts'
import { keepFilesPrivate } from './lib/private-files.ts'
import { commandFile, quoted } from './lib/shell.ts'
import { limitHeapGrowth } from './lib/start-command.ts'
import { routeLive } from './live/routes.ts'
import { routeMcp } from './mcp/transport/routes.ts'

/** Time for requests in flight after a stop signal; then they are answered with 503. */
const finishWithinMs = 10_000
/** Time to close the store after that, in case the database hangs. */
const closeWithinMs = 5000

/** A signal that arrives twice within this time was sent once. */
const sameSignalWithinMs = 500

const second = 1000

const firstSteps = (url: string, command: string) => `
Quire is not set up yet. Open this address within 24 hours to create your account and workspace:

  ${url}

To set up from another terminal, with an API key:

  ${command} init --email ada@example.com --first-name Ada --last-name Lovelace --workspace "Lab"
`

/** Goes to stderr, whatever the log level. */
function reportWait(reason: string): void {
  process.stderr.write(`Quire is waiting: ${reason}\n`)
}

async function start(): Promise<void> {
  const config = readConfig()
  keepFilesPrivate(config.dataFolder)
  const lost = Promise.withResolvers<unknown>()
  const app = await openApp(config, {
    onWait: reportWait,
    onLost: lost.resolve,
    mayVoidLeases: true,
  })
  const server = await createServer(app, config)
  await routeMcp(server, app, config)
  await routeBots(server, app, config)
  routeLive(server, app, config)

  const { store, files, semantic, integrations, commits, exportSchedule } = app
  const { fileCheckInterval, journalRetention } = config
  const report = (error: unknown) => server.log.error({ err: error }, 'background work failed')
  const jobs = openJobWorker(
    {
      store,
      files,
      contextFor: app.contextFor,
      integrations,
      fileCheckIntervalMs: fileCheckInterval,
      journalRetentionMs: journalRetention,
      exportSchedule,
      ...semantic,
    },
    report,
  )
  const dispatcher = new WebhookDispatcher({ store, integrations, commits }, report)
  const bots = new BotRunner(app, report)

  const giveUp = (): void => {
    server.log.error('the store hangs: the process ends without closing it')
    process.exit(1)
  }
  const endClockWatch = watchClock(store, (message) => server.log.warn(message))
  let isStopping = false
  const stop = async (): Promise<void> => {
    if (isStopping) return
    isStopping = true
    server.isDraining = true
    await sleep(config.drainTime)
    setTimeout(() => server.endRequests(), finishWithinMs).unref()
    setTimeout(() => server.server.closeAllConnections(), finishWithinMs + second).unref()
    setTimeout(giveUp, finishWithinMs + closeWithinMs).unref()
    // Keep-alive connections would delay the stop.
    const sweep = setInterval(() => server.server.closeIdleConnections(), 20)
    await Promise.all([server.close(), jobs.stop(), dispatcher.stop(), bots.stop()])
    clearInterval(sweep)
    endClockWatch()
    await app.close()
  }
  const stopSignals = ['SIGTERM', 'SIGINT'] as const
  const onSignal = (): void => {
    // A terminal and npm both pass Ctrl-C on. A signal after that ends the process at once.
    setTimeout(() => {
      for (const signal of stopSignals) process.off(signal, onSignal)
    }, sameSignalWithinMs).unref()
    void stop()
  }
  for (const signal of stopSignals) process.on(signal, onSignal)
  void lost.promise.then((reason) => {
    process.stderr.write(`Quire stopped: ${describe(reason)}\n`)
    process.exitCode = 1
    return stop()
  })

  const isWorker = config.roles.has('worker')
  if (isWorker) {
    app.startBackground(report)
    void removeAbandonedFolders().catch(report)
    jobs.start()
    dispatcher.start()
    bots.start()
  }
  loadContentLater()
  const address = await server.listen({ host: config.host, port: config.port })
  process.stdout.write(
    `Quire listens on ${address} · API docs at ${address}/docs · data in ${describeStore(config)}\n`,
  )
  limitHeapGrowth()
  if (!config.roles.has('web')) return
  try {
    const code = await issueSetupCode(app.store)
    // In the fragment, which browsers do not send, so that the code appears in no log.
    if (code !== undefined) {
      process.stdout.write(
        firstSteps(`${config.publicUrl ?? address}/setup#${code}`, commandFor(config, address)),
      )
    }
  } catch (error) {
    // An unreachable store does not stop a server that already answers.
    if (!isStopping) server.log.error({ err: error }, 'no setup code could be made')
  }
}

/** The `quire` command that finds the same store from any folder, and prints the same address. */
function commandFor({ dataFolder, databaseUrl, publicUrl }: Config, address: string): string {
  const { port } = new URL(address)
  const settings = [
    `QUIRE_DATA=${quoted(dataFolder)}`,
    ...(databaseUrl === undefined ? [] : ['DATABASE_URL=…']),
    ...(publicUrl === undefined ? [] : [`PUBLIC_URL=${quoted(publicUrl)}`]),
    ...(port === '8082' || publicUrl !== undefined ? [] : [`PORT=${port}`]),
  ]
  return [...settings, quoted(commandFile)].join(' ')
}

/** Describes the store without its password. */
function describeStore({ databaseUrl, dataFolder }: Config): string {
  if (databaseUrl === undefined) return dataFolder
  const { host, pathname } = new URL(databaseUrl)
  return `PostgreSQL at ${host}${pathname}`
}

try {
  await start()
} catch (error) {
  process.stderr.write(`Quire cannot start: ${describe(error)}\n`)
  process.exit(1)
}

function describe(error: unknown): string {
  if (error instanceof AppError) return error.message
  if (error instanceof Error && 'syscall' in error && 'code' in error) {
    const { host, port } = readConfig()
    if (error.code === 'EADDRINUSE')
      return `port ${port} is in use by another program. Stop that one, or choose another with PORT.`
    if (error.syscall === 'listen' || error.syscall === 'getaddrinfo')
      return `it cannot listen on ${host}, port ${port} (${String(error.code)}). Choose others with HOST and PORT.`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
