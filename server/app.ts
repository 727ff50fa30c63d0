import { join } from 'node:path'
import { openSearchIndexer } from './background/search-indexer.ts'
import type { Config } from './config.ts'
import { readServerSettings } from './domain/administration/server-settings.ts'
import { createThrottle } from './domain/administration/throttle.ts'
import { ChatServices } from './domain/chats/adapters.ts'
import type { Caller, Context } from './domain/context.ts'
import type { Integrations } from './domain/context.ts'
import { ContentEngine } from './domain/document/engine.ts'
import { ChangeFeed } from './domain/events/change-feed.ts'
import { isMarked } from './domain/files/contents.ts'
import { openOidcProvider } from './domain/people/sign-in/oidc-provider.ts'
import { ReadableSections } from './domain/rights/readable-sections.ts'
import { RunBook } from './domain/runs/run-book.ts'
import { SearchIndexes } from './domain/search/index-cache.ts'
import { openSemantic, type SemanticEngine } from './domain/semantic/engine.ts'
import { UseCounter } from './domain/skills/use/use-counter.ts'
import type { ExportSchedule } from './domain/transfer/export/scheduled/scheduled-exports.ts'
import { openBucket } from './files/bucket.ts'
import type { FileStore } from './files/file-store.ts'
import { openFolder } from './files/folder.ts'
import type { IncomingFiles } from './files/incoming.ts'
import { openS3 } from './files/s3.ts'
import { DiskFaults } from './lib/failures/disk-faults.ts'
import { createAddressGuard } from './lib/network/address-guard.ts'
import { openOutboundHttp } from './lib/network/outbound-http.ts'
import { openSecrets } from './lib/secrets/secrets.ts'
import { openMailer } from './mail/mailer.ts'
import {
  Commits,
  connectStore,
  type Store,
  type StoreAccess,
  type StoreOptions,
  withCommitNotifications,
} from './store/index.ts'

/** Everything that is opened once and shared by all transports. */
export type App = {
  store: Store
  files: FileStore
  search: SearchIndexes
  semantic: SemanticEngine
  integrations: Integrations
  /** Publishes the commits of this process. */
  commits: Commits
  changes: ChangeFeed
  /** Errors of the disk, which `/readyz` reports for a minute. */
  diskFaults: DiskFaults
  /** Uploads that are not complete yet. */
  incoming: () => Promise<IncomingFiles>
  contextFor: (caller: Caller) => Context
  /** Undefined where the operator schedules no exports. */
  exportSchedule: ExportSchedule | undefined
  /** Starts the background work; `report` receives its failures. */
  startBackground: (report: (error: unknown) => void) => void
  close: () => Promise<void>
}

/** Bytes: the vocabularies of some dozens of workspaces of 10,000 pages, and what is asked of them most. */
const mebibyte = 1024 * 1024
const searchMemory = { indexes: 96 * mebibyte, postings: 48 * mebibyte, texts: 24 * mebibyte }

/** How to come to the store, for who may not make one or has to wait. */
export type Opening = Pick<StoreOptions, 'access' | 'onWait' | 'onLost' | 'mayVoidLeases'>

/** Puts the program together from its configuration. */
export async function openApp(config: Config, opening: Opening = {}): Promise<App> {
  const { dataFolder, publicUrl, mail, oidc } = config
  const commits = new Commits()
  const diskFaults = new DiskFaults()
  const connected = await connectStore({ ...config, ...opening, faults: diskFaults })
  const opened = { store: connected, diskFaults, access: opening.access }
  const files = await openFiles(config, opened).catch(async (error: unknown) => {
    await connected.close()
    throw error
  })
  const watch = watchFiles(files, opening.onLost)
  const secrets = openSecrets(dataFolder, config.secret)
  const changes = new ChangeFeed(connected, secrets)
  commits.subscribe((workspaceId) => changes.wake(workspaceId))
  const store = withCommitNotifications(connected, commits)
  const content = new ContentEngine()
  const sections = new ReadableSections(store)
  const limits = { threads: config.searchThreads }
  const search = new SearchIndexes(store, searchMemory, limits, sections)
  let indexer: ReturnType<typeof openSearchIndexer> | undefined
  const modelsFolder = join(dataFolder, 'models')
  const outboundHttp = openOutboundHttp(createAddressGuard(config.allowedHosts))
  const semantic = openSemantic(store, {
    sections,
    content,
    secrets,
    outboundHttp,
    modelsFolder,
    vectorMemory: config.vectorMemory,
    timeout: config.semanticTimeout,
  })
  const signIn = {
    throttle: createThrottle(),
    mail: mail === undefined ? undefined : openMailer(mail),
    secrets,
    oidc: oidc === undefined ? undefined : openOidcProvider(oidc),
  }
  const runs = new RunBook(store)
  const skillUses = new UseCounter(store)
  const baseUrl = publicUrl ?? localUrl(config)
  const integrations = {
    secrets,
    outboundHttp,
    webhookSettings: config.webhooks,
    baseUrl,
    isLocal: isLoopback(config.host),
    mail: signIn.mail,
    chatServices: new ChatServices(),
    gotenbergUrl: config.gotenbergUrl,
  }
  return {
    store,
    files,
    search,
    semantic,
    integrations,
    commits,
    diskFaults,
    incoming: incomingFiles(config, store, diskFaults),
    exportSchedule: openSchedule(config.exportSchedule),
    contextFor: (caller) => ({
      store,
      files,
      content,
      search,
      semantic,
      signIn,
      integrations,
      runs,
      skillUses,
      caller,
      publicUrl,
    }),
    changes,
    startBackground: (report) => {
      indexer ??= openSearchIndexer({ store, content }, search, report)
      indexer.start()
    },
    close: async () => {
      clearInterval(watch)
      await indexer?.stop()
      await search.threads.stop()
      await semantic.close()
      await outboundHttp.close()
      await content.close()
      await skillUses.store()
      await store.close()
    },
  }
}

/** Where the program itself can be reached, for want of a better address. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}

function localUrl({ host, port }: Config): string {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const name = isEverywhere ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

function openFiles(
  { dataFolder, s3 }: Config,
  {
    store,
    diskFaults,
    access = 'create',
  }: { store: Store; diskFaults: DiskFaults; access: StoreAccess | undefined },
): Promise<FileStore> {
  const use = access === 'read' ? 'read' : 'write'
  return s3 === undefined
    ? openFolder(join(dataFolder, 'files'), use, diskFaults)
    : openS3(s3, (sha256) => isMarked(store, sha256))
}

function openSchedule(schedule: Config['exportSchedule']): ExportSchedule | undefined {
  if (schedule === undefined || 'folder' in schedule) return schedule
  return { ...schedule, bucket: openBucket(schedule.bucket) }
}

/** Loaded with the first upload. */
function incomingFiles(
  { uploadFolder }: Config,
  store: Store,
  faults: DiskFaults,
): App['incoming'] {
  let opened: Promise<IncomingFiles> | undefined
  return () =>
    (opened ??= import('./files/incoming.ts').then(
      ({ IncomingFiles }) =>
        new IncomingFiles(uploadFolder, () => readServerSettings(store), faults),
    ))
}

/** As the store watches its own files. */
function watchFiles(files: FileStore, onLost: Opening['onLost']): NodeJS.Timeout {
  const look = () =>
    files.requireSame().catch((error: unknown) => {
      clearInterval(watch)
      onLost?.(error)
    })
  const watch = setInterval(() => void look(), 1000)
  return watch.unref()
}
