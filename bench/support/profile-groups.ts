/** The parts of a V8 CPU profile that are read here. */
export type Profile = {
  nodes: { id: number; callFrame: Frame; children?: number[] }[]
  samples: number[]
  timeDeltas: number[]
  startTime: number
}
export type Frame = { functionName: string; url: string; lineNumber: number }

export type Group =
  | 'HTTP'
  | 'validation'
  | 'statement'
  | 'serialisation'
  | 'content'
  | 'search'
  | 'rules'
  | 'waiting'
  | 'memory'
  | 'other'

/** The first match decides; what matches none belongs to the group of its caller. */
const rules: readonly [RegExp, Group][] = [
  [/^\(idle\)/, 'waiting'],
  [/^\(garbage collector\)/, 'memory'],
  [/^\((?:program|root)\)/, 'other'],
  [/^(?:validate\d*|equal|ucs2length) $/, 'validation'],
  [/ucs2length/, 'validation'],
  [/^(?:anonymous\d+|main\d*) $/, 'serialisation'],
  [/fast-json-stringify|^stringify |serializ/i, 'serialisation'],
  [/node:sqlite|^(?:StatementSync|DatabaseSync)/, 'statement'],
  [/server\/store\//, 'statement'],
  [/^content\/|markdown-it|mdast|micromark|prosemirror|linkify|entities|mdurl/, 'content'],
  [/server\/search\//, 'search'],
  [/server\/operations\/parse|node_modules\/(?:ajv|typebox)/, 'validation'],
  [/server\/lib\/base64/, 'validation'],
  [/server\/http\/requests\/bodies/, 'HTTP'],
  [/server\/(?:domain|operations|lib|files)\//, 'rules'],
  [/server\/http\/|node_modules\/(?:fastify|@fastify|find-my-way|prom-client|avvio|pino)/, 'HTTP'],
  [
    /node:(?:_http|internal\/(?:http|stream|timers|async|process|event|url)|http|net|stream|events|async_hooks|timers)/,
    'HTTP',
  ],
]

export type Share = { name: string; share: number }
export type Shares = { busy: number; groups: Share[]; functions: Share[] }

/** Where the time between two moments went; all shares but `busy` are of the time not spent waiting. */
export function shareOut(profile: Profile, from: number, to: number): Shares {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const groupOf = groupsOf(profile)
  const byGroup = new Map<string, number>()
  const byFunction = new Map<string, number>()
  let total = 0
  let waiting = 0
  let time = profile.startTime
  for (const [index, id] of profile.samples.entries()) {
    const taken = profile.timeDeltas[index] ?? 0
    time += taken
    const node = nodes.get(id)
    if (time < from || time > to || node === undefined) continue
    const group = groupOf.get(id) ?? 'other'
    total += taken
    if (group === 'waiting') {
      waiting += taken
      continue
    }
    add(byGroup, group, taken)
    add(byFunction, `${describe(node.callFrame)} [${group}]`, taken)
  }
  const busy = total - waiting
  return { busy: busy / total, groups: sorted(byGroup, busy), functions: sorted(byFunction, busy) }
}

function groupsOf({ nodes }: Profile): Map<number, Group> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const groups = new Map<number, Group>()
  const visit = (id: number, caller: Group) => {
    const node = byId.get(id)
    if (node === undefined) return
    const { functionName, url } = node.callFrame
    const label = `${functionName} ${url}`
    const group = rules.find(([pattern]) => pattern.test(label))?.[1] ?? caller
    groups.set(id, group)
    for (const child of node.children ?? []) visit(child, group)
  }
  const root = nodes[0]
  if (root !== undefined) visit(root.id, 'other')
  return groups
}

function describe({ functionName, url, lineNumber }: Frame): string {
  const file = url.replace(/^.*\/(node_modules|server|content)\//, (_, top: string) =>
    top === 'node_modules' ? '' : `${top}/`,
  )
  const location = file === '' ? '' : ` ${file}:${lineNumber + 1}`
  return `${functionName === '' ? '(anonymous)' : functionName}${location}`
}

function add(sums: Map<string, number>, name: string, taken: number): void {
  sums.set(name, (sums.get(name) ?? 0) + taken)
}

function sorted(sums: Map<string, number>, total: number): Share[] {
  return [...sums]
    .map(([name, taken]) => ({ name, share: taken / total }))
    .toSorted((a, b) => b.share - a.share)
}
