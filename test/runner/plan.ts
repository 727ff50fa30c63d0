import { globSync } from 'node:fs'

/** Files of tests that one process runs one after another. */
export type Group = {
  name: string
  files: readonly string[]
  environment: Readonly<Record<string, string>>
  /** Wall time in seconds on a quiet machine, to start the longest first. */
  seconds: number
}

/** Files of one kind, dealt into groups of equal size. */
type Kind = {
  name: string
  patterns: readonly string[]
  without?: RegExp
  environment?: Readonly<Record<string, string>>
  /** Files in a group, at most. */
  size: number
  /** Estimated wall time of a file in a group. */
  seconds: number
}

/** Files that set what others in the process would see, such as the clock or the environment. */
const alone: ReadonlySet<string> = new Set([
  // They look at a module before what it loads on demand has come.
  'web/src/editor/nodes/links/link.test.ts',
  'web/src/lib/errors.test.ts',
])

const postgres = { QUIRE_TEST_STORE: 'postgres' }
const languageWalk = 'test/browser/languages.test.ts'

/** The twelve journeys of `npm test`: the way of a new team through the app. */
const journeys: readonly string[] = [
  'test/browser/first-start.test.ts',
  'test/browser/sign-in.test.ts',
  'test/browser/phone.test.ts',
  'test/browser/search.test.ts',
  'test/browser/tree/tree.test.ts',
  'test/browser/pages/editor.test.ts',
  'test/browser/pages/comments.test.ts',
  'test/browser/pages/board.test.ts',
  'test/browser/pages/history.test.ts',
  'test/browser/pages/unsent.test.ts',
  'test/browser/live/shared-editing.test.ts',
  'test/browser/sharing/visitors.test.ts',
]

const quick: readonly Kind[] = [
  { name: 'nodes', patterns: ['test/nodes/**/*.test.ts'], size: 4, seconds: 15 },
  { name: 'journeys', patterns: journeys, size: 6, seconds: 12 },
  {
    name: 'languages',
    patterns: [languageWalk],
    size: 1,
    seconds: 60,
    environment: { QUIRE_TEST_WALK: 'short' },
  },
  {
    name: 'cli',
    patterns: ['test/cli/*.test.ts', 'server/cli/**/*.test.ts'],
    size: 14,
    seconds: 5,
  },
  { name: 'live', patterns: ['test/live/*.test.ts'], size: 12, seconds: 4 },
  { name: 'mcp', patterns: ['test/mcp/**/*.test.ts'], size: 17, seconds: 3 },
  { name: 'app', patterns: ['test/app/**/*.test.ts'], size: 17, seconds: 2 },
  {
    name: 'api',
    patterns: ['test/api/**/*.test.ts'],
    size: 16,
    seconds: 2,
    environment: { QUIRE_TEST_WALK: 'short' },
  },
  { name: 'bots', patterns: ['test/bots/**/*.test.ts'], size: 20, seconds: 2 },
  {
    name: 'server',
    patterns: ['server/**/*.test.ts'],
    without: /^server\/cli\//,
    size: 32,
    seconds: 1,
  },
  {
    name: 'content',
    patterns: [
      '{content,messages,client}/**/*.test.ts',
      'test/{architecture,support,runner}/**/*.test.ts',
    ],
    size: 70,
    seconds: 1,
  },
  { name: 'web', patterns: ['web/**/*.test.{ts,tsx}'], size: 44, seconds: 1 },
]

/** They ask no store, or only for what the domain does, whose statements are tested on both stores. */
const sameOnAnyStore =
  /^test\/api\/.*(?:docs|openapi|body-limits|largest-inputs|long-blocks)\.test\.ts$|^(?:server|test)\/cli\/.*(?:usage|documentation|administrators|audit|keys|members|users|workspaces)\.test\.ts$/

const rest: readonly Kind[] = [
  { name: 'faults', patterns: ['test/faults/*.test.ts'], size: 3, seconds: 30 },
  { name: 'simulation', patterns: ['test/live/simulation/*.test.ts'], size: 1, seconds: 30 },
  { name: 'languages', patterns: [languageWalk], size: 1, seconds: 240 },
  {
    name: 'browser',
    patterns: ['test/browser/**/*.test.ts'],
    without: /\/languages\.test\.ts$/,
    size: 10,
    seconds: 12,
  },
  { name: 'packages', patterns: ['test/packages/*.test.ts'], size: 1, seconds: 30 },
  { name: 'remote', patterns: ['test/remote/*.test.ts'], size: 4, seconds: 10 },
  ...[
    {
      name: 'commands',
      patterns: ['server/cli/**/*.test.ts', 'test/cli/*.test.ts'],
      size: 14,
      seconds: 5,
    },
    { name: 'live', patterns: ['test/live/*.test.ts'], size: 12, seconds: 4 },
    { name: 'mcp', patterns: ['test/mcp/*.test.ts'], size: 17, seconds: 3 },
    { name: 'api', patterns: ['test/api/**/*.test.ts'], size: 16, seconds: 3 },
    { name: 'app', patterns: ['test/app/*.test.ts'], size: 17, seconds: 2 },
    {
      name: 'others',
      patterns: [
        'test/bots/{engine,notifications}.test.ts',
        'server/domain/webhooks/{endurance,messages,unknown-events}.test.ts',
        'server/domain/semantic/*.test.ts',
        'server/domain/search/two-worlds.test.ts',
      ],
      size: 8,
      seconds: 6,
    },
  ].map((kind) => ({
    ...kind,
    name: `${kind.name} on PostgreSQL`,
    without: sameOnAnyStore,
    environment: postgres,
  })),
]

const long: readonly Kind[] = [
  { name: 'long', patterns: ['test/faults/long/*.long.ts'], size: 1, seconds: 600 },
]

export const suites = { quick, rest, long }

/** Deals the files of a suite into groups. */
export function planSuite(suite: keyof typeof suites): Group[] {
  return suites[suite].flatMap((kind) => groupsOf(kind, findFiles(kind)))
}

/** Deals given files into groups, as the first kind that they belong to. */
export function planFiles(
  files: readonly string[],
  environment: Readonly<Record<string, string>>,
): Group[] {
  const left = new Set(files)
  return [...quick, ...rest, ...long].flatMap((kind) => {
    if (kind.environment === postgres) return []
    const own = findFiles(kind).filter((file) => left.delete(file))
    return groupsOf({ ...kind, environment }, own)
  })
}

/** Lists the files that some suite runs. */
export function everyFile(): string[] {
  return [...new Set([...quick, ...rest].flatMap(findFiles))].toSorted()
}

function findFiles({ patterns, without }: Kind): string[] {
  const found = globSync([...patterns], { exclude: ['**/node_modules/**'] })
  return found.filter((file) => without?.test(file) !== true).toSorted()
}

function groupsOf(
  { name, size, seconds, environment = {} }: Kind,
  files: readonly string[],
): Group[] {
  const shared = files.filter((file) => !alone.has(file))
  const count = Math.ceil(shared.length / size)
  const groups = Array.from({ length: count }, (_, index) => ({
    name: count === 1 ? name : `${name} ${index + 1}`,
    // Neighbours often need about the same time: they go to different groups.
    files: shared.filter((_file, position) => position % count === index),
  }))
  const single = files.filter((file) => alone.has(file))
  return [...groups, ...single.map((file) => ({ name: file, files: [file] }))].map((group) => ({
    ...group,
    environment,
    seconds: seconds * group.files.length,
  }))
}
