/** A number that another transport counts. */
export type AddedMetric = {
  name: string
  help: string
  type: 'gauge' | 'counter'
  read: () => number | Promise<number>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Shows a number at `/metrics`. */
    addMetric: (metric: AddedMetric) => void
  }
}
