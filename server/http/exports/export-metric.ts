import type { FastifyInstance } from 'fastify'
import type { ExportTarget } from '../../domain/transfer/export/scheduled/scheduled-exports.ts'
import type { Store } from '../../store/index.ts'

/** Shows the age of scheduled exports at `/metrics`. */
export function countExports(server: FastifyInstance, store: Store, target: ExportTarget): void {
  server.addMetric({
    name: 'quire_export_age_seconds',
    help: 'Age of the last readable scheduled export, of the workspace whose export is oldest.',
    type: 'gauge',
    read: async () => {
      const { exportAge } =
        await import('../../domain/transfer/export/scheduled/scheduled-exports.ts')
      return (await exportAge(store, target)) / 1000
    },
  })
}
