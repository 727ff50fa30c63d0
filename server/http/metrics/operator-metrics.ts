import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { countFailedJobs, type QueueState, readQueues } from '../../domain/administration/queues.ts'
import { checkAgeSeconds } from '../../domain/files/content-check.ts'
import { failedSignInCounts } from '../../domain/people/sign-in/failed-sign-ins.ts'
import type { Store } from '../../store/index.ts'

/** Shows what an operator watches: queues, the check of files, the disk and failed sign-ins. */
export function watchOperation(server: FastifyInstance, store: Store, dataFolder: string): void {
  watchQueues(server, store)
  watchFiles(server, store, dataFolder)
  server.addMetric({
    name: 'quire_failed_sign_ins_total',
    help: 'Failed sign-ins, by what was wrong.',
    type: 'counter',
    label: 'fault',
    read: failedSignInCounts,
  })
}

function watchQueues(server: FastifyInstance, store: Store): void {
  let reading: Promise<QueueState[]> | undefined
  /** The metrics of one answer share a read. */
  const show = (name: string, help: string, valueOf: (state: QueueState) => number) =>
    server.addMetric({
      name,
      help,
      type: 'gauge',
      label: 'queue',
      read: async () => {
        reading ??= readQueues(store).finally(() => (reading = undefined))
        return new Map((await reading).map((state) => [state.queue, valueOf(state)]))
      },
    })
  show(
    'quire_queue_waiting',
    'Deliveries of webhooks, notifications of chats, emails, imports, transfers, unindexed pages and due jobs that wait.',
    ({ waiting }) => waiting,
  )
  show('quire_queue_failed', 'Waiting entries that failed before.', ({ failed }) => failed)
  show(
    'quire_queue_delay_seconds',
    'Time since the oldest entry of a queue was due.',
    ({ delaySeconds }) => delaySeconds,
  )
  server.addMetric({
    name: 'quire_failed_jobs',
    help: 'Background jobs whose last attempt failed, by kind.',
    type: 'gauge',
    label: 'kind',
    read: () => countFailedJobs(store),
  })
}

function watchFiles(server: FastifyInstance, store: Store, dataFolder: string): void {
  server.addMetric({
    name: 'quire_file_check_age_seconds',
    help: 'Time since all files were last checked; NaN before the first check has ended.',
    type: 'gauge',
    read: () => checkAgeSeconds(store),
  })
  server.addMetric({
    name: 'quire_disk_free_bytes',
    help: 'Free space for the data folder.',
    type: 'gauge',
    read: async () => {
      const { bavail, bsize } = await statfs(dataFolder)
      return bavail * bsize
    },
  })
}
