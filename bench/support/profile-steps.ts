import type { Frame, Profile } from './profile-groups.ts'

/**
 * The steps of a request. The first rule that matches the innermost function decides; what matches none
 * belongs to the step that calls it.
 */
const rules: readonly [RegExp, string][] = [
  [/^\(idle\)/, 'idle'],
  [/^\(garbage collector\)/, 'garbage collection'],
  [/^\((?:program|root)\)/, 'outside JavaScript'],
  [/^(?:write(?:Utf8|Latin1)String|writeBuffer|writev) /, 'socket write'],
  [/server\/http\/metrics\/|node_modules\/prom-client/, 'metrics'],
  [/fastify\/lib\/req-id|server\/lib\/ids\./, 'request ID'],
  [/fastify\/lib\/log|node_modules\/pino/, 'request log'],
  [/server\/http\/answers\./, 'security headers'],
  [/server\/http\/batch/, 'batches'],
  [/requests\/in-flight\./, 'requests in flight'],
  [/requests\/(?:rate-limit)\.|@fastify\/rate-limit/, 'rate limit'],
  [/session-cookie\.|same-origin\.|@fastify\/cookie/, 'cookies and origin'],
  [/(?:lib\/secrets|people)\/api-keys\.|named-ids\.|pages\/prefetch\./, 'API key'],
  [/http\/identity\//, 'API key'],
  [/row-cache\./, 'cached rows'],
  [/server\/store\/|node_modules\/pg|node:sqlite/, 'statements'],
  [/requests\/(?:bodies|read-body|large-bodies)\.|scan-json\./, 'body'],
  [/fastify\/lib\/content-type-parser/, 'body'],
  [/server\/http\//, 'other hooks'],
  [/find-my-way/, 'route'],
  [/operations\/(?:parse|ignored-fields)\.|node_modules\/ajv/, 'validation'],
  [/^validate\d* /, 'validation'],
  [/operations\/call\.|people\/access\./, 'call and right'],
  [/fast-json-stringify|^(?:anonymous\d+|main\d*) $/, 'serialisation'],
  [/server\/|\/content\//, 'operation'],
  [/node_modules\/fastify/, 'Fastify'],
  [/node:(?:_http|http|internal\/http)/, 'node:http'],
  [/node:(?:net|internal\/stream)|node:(?:events|stream)/, 'streams and sockets'],
  [/node:internal\/(?:process|timers|async)|node:timers|^runMicrotasks/, 'event loop'],
]

export type Step = { name: string; microseconds: number }

/** Processor time of each step for one of the requests between two moments. */
export function stepsOf(
  profile: Profile,
  { from, to, requests }: { from: number; to: number; requests: number },
): Step[] {
  const stepOf = stepsByNode(profile)
  const sums = new Map<string, number>()
  let time = profile.startTime
  for (const [index, id] of profile.samples.entries()) {
    const taken = profile.timeDeltas[index] ?? 0
    time += taken
    const step = stepOf.get(id) ?? 'idle'
    if (time >= from && time <= to && step !== 'idle') {
      sums.set(step, (sums.get(step) ?? 0) + taken)
    }
  }
  return [...sums]
    .map(([name, taken]) => ({ name, microseconds: taken / requests }))
    .toSorted((a, b) => b.microseconds - a.microseconds)
}

function stepsByNode({ nodes }: Profile): Map<number, string> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const steps = new Map<number, string>()
  const visit = (id: number, caller: string) => {
    const node = byId.get(id)
    if (node === undefined) return
    const step = ruleFor(node.callFrame) ?? caller
    steps.set(id, step)
    for (const child of node.children ?? []) visit(child, step)
  }
  const root = nodes[0]
  if (root !== undefined) visit(root.id, 'outside JavaScript')
  return steps
}

function ruleFor({ functionName, url }: Frame): string | undefined {
  const label = `${functionName} ${url}`
  return rules.find(([pattern]) => pattern.test(label))?.[1]
}
