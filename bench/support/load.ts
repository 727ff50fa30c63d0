import {
  type Received,
  LoadConnection,
  type Template,
  toTemplate,
  toVisit,
} from './load-connection.ts'

/** What the load process is asked to do. */
export type Job = {
  /** Jobs of one name go on through their bodies where the last one stopped. */
  name: string
  port: number
  path: string
  key: string
  /** Sent in turn, and again from the first; undefined for a visit of the path without a key. */
  bodies: readonly string[] | undefined
  /** Beyond those of every JSON request. */
  headers?: Readonly<Record<string, string>>
  connections: number
  milliseconds: number
  /** Ends the job early after this many requests. */
  max?: number
}

export type Outcome = {
  answers: number
  refusals: number
  /** The first answer that was not a 200 or 304, or why a connection broke. */
  fault: string | undefined
  milliseconds: number
  /** Each answer's, unsorted. */
  latencies: Float64Array
  /** The part of one core that this process used. */
  busy: number
  /** Body of the first answer. */
  sample: string
}

type Tally = { latencies: number[]; refusals: number; fault: string | undefined }

const counters = new Map<string, number>()

/** A process of its own that does the jobs its parent sends, one by one. */
process.on('message', (job) => {
  // SAFETY: only children.ts sends to this process, and it sends jobs.
  void run(job as Job).then((outcome) => process.send?.(outcome))
})
process.on('disconnect', () => process.exit())

async function run(job: Job): Promise<Outcome> {
  const templates = takeInTurn(job)
  const tally: Tally = { latencies: [], refusals: 0, fault: undefined }
  let sample: string | undefined
  const receive = ({ status, milliseconds, body }: Received) => {
    sample ??= body?.toString()
    tally.latencies.push(milliseconds)
    if (status === 200 || status === 304) return
    tally.refusals += 1
    tally.fault ??= `${status} ${body?.toString().slice(0, 300) ?? ''}`
  }
  const connections = await openAll(job)
  const cpu = process.cpuUsage()
  const start = performance.now()
  const goesOn = () => performance.now() - start < job.milliseconds
  const loops = connections.map((connection) =>
    drive({ connection, templates, goesOn, receive, keepsBody: () => sample === undefined }),
  )
  const broken = await Promise.all(loops).then(
    () => undefined,
    (error: unknown) => String(error),
  )
  const milliseconds = performance.now() - start
  const { user, system } = process.cpuUsage(cpu)
  for (const connection of connections) connection.close()
  return {
    answers: tally.latencies.length,
    refusals: tally.refusals + (broken === undefined ? 0 : 1),
    fault: tally.fault ?? broken,
    milliseconds,
    latencies: Float64Array.from(tally.latencies),
    busy: (user + system) / 1000 / milliseconds,
    sample: sample ?? '',
  }
}

type Drive = {
  connection: LoadConnection
  templates: Iterator<Template>
  goesOn: () => boolean
  receive: (received: Received) => void
  keepsBody: () => boolean
}

/** Keeps one request in flight, by callback: a promise for each would make the load dearer. */
function drive({ connection, templates, goesOn, receive, keepsBody }: Drive): Promise<void> {
  return new Promise((resolve, reject) => {
    const step = () => {
      const next = goesOn() ? templates.next() : undefined
      if (next === undefined || next.done === true) resolve()
      else connection.send(next.value, keepsBody())
    }
    connection.listen((received) => {
      receive(received)
      step()
    }, reject)
    step()
  })
}

function* takeInTurn({ name, path, key, bodies, headers, max }: Job): Generator<Template, void> {
  const templates =
    bodies === undefined
      ? [toVisit(path, headers)]
      : bodies.map((body) => toTemplate(path, key, body, headers))
  for (let sent = 0; sent < (max ?? Number.POSITIVE_INFINITY); sent += 1) {
    const count = counters.get(name) ?? 0
    counters.set(name, count + 1)
    const template = templates[count % templates.length]
    if (template === undefined) return
    yield template
  }
}

function openAll({ port, connections }: Job): Promise<LoadConnection[]> {
  return Promise.all(Array.from({ length: connections }, () => LoadConnection.open(port)))
}
