type Described = {
  name: string
  help: string
  type: 'gauge' | 'counter'
}

type Values = ReadonlyMap<string, number>

/** A number that another transport counts, or one for each value of a label. */
export type AddedMetric = Described &
  (
    | { label?: undefined; read: () => number | Promise<number> }
    | { label: string; read: () => Values | Promise<Values> }
  )

declare module 'fastify' {
  interface FastifyInstance {
    /** Shows a number at `/metrics`. */
    addMetric: (metric: AddedMetric) => void
  }
}
