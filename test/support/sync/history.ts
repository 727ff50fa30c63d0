import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CommandError } from '../../../client/cli/exit-codes.ts'
import { mayPass } from '../../../client/cli/sync/watch.ts'
import { createClient, QuireError } from '../../../client/index.ts'
import { withRetries } from '../../../client/retries.ts'
import { connectLive, typing } from '../live.ts'
import { Killed, syncOnce } from './context.ts'
import { readRemoved, readTree } from './folder.ts'
import type { KillableServer } from './killable-server.ts'
import { readFolderState } from './state.ts'

type Random = { below: (count: number) => number; of: <Item>(items: readonly Item[]) => Item }

type World = {
  server: KillableServer
  parentId: string
  root: string
  random: Random
  /** Words that were written and not deleted by someone who saw them. */
  words: Set<string>
  /** The page on which someone typed while the last synchronization ran. */
  typedOn: string | undefined
  nextWord: () => string
  /** What happened, for the message of a failure. */
  log: string[]
}

const rounds = 8
/** One synchronization of so many meets a server that is killed. */
const syncsPerServerKill = 10

/** How often either side was killed. */
export type Kills = { syncs: number; servers: number }

/** Random edits of a folder and its pages, with programs that end at random. Fails if a word is lost or the sides differ. */
export async function playHistory(
  server: KillableServer,
  seed: number,
  kills: Kills,
): Promise<void> {
  const world = await createWorld(server, seed)
  try {
    for (let round = 0; round < rounds; round += 1) {
      const edits = 1 + world.random.below(4)
      for (let edit = 0; edit < edits; edit += 1) {
        if (world.random.below(2) === 0) editFolder(world)
        else await editPages(world)
      }
      await syncAndMaybeEnd(world, kills)
    }
    await untilInStep(world)
    await requireSame(world)
    await requireWords(world)
    await requireOnce(world)
  } catch (error) {
    const history = world.log.join('\n')
    throw new assert.AssertionError({ message: `seed ${seed}: ${String(error)}\n${history}` })
  } finally {
    await rm(world.root, { recursive: true, force: true })
  }
}

async function createWorld(server: KillableServer, seed: number): Promise<World> {
  const { workspaceId } = server
  const title = `History ${seed}`
  const { pageId } = await clientOf(server).pages.create({ workspaceId, title })
  const root = await realpath(await mkdtemp(join(tmpdir(), 'quire-sync-')))
  let count = 0
  // None begins with another: a merge could not tell which of the two was there before.
  const nextWord = () => `w${seed}x${(count += 1)}y`
  const random = createRandom(seed)
  const words = new Set<string>()
  return { server, parentId: pageId, root, random, words, typedOn: undefined, nextWord, log: [] }
}

/** https://en.wikipedia.org/wiki/Xorshift, which is enough for choices of a test. */
function createRandom(seed: number): Random {
  let state = (seed * 2_654_435_761 + 1) >>> 0
  const below = (count: number) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state % count
  }
  for (let warm = 0; warm < 8; warm += 1) below(2)
  return {
    below,
    of: (items) => {
      const item = items[below(items.length)]
      assert.ok(item !== undefined)
      return item
    },
  }
}

function clientOf({ address, key }: KillableServer) {
  return createClient({ baseUrl: address, apiKey: key })
}

function note({ log }: World, line: string): void {
  log.push(line)
}

/** The files of the folder now, without waiting: edits also happen in the middle of a synchronization. */
function pathsNow({ root }: World): string[] {
  return readFolderState(root)
}

function wordsIn(text: string): string[] {
  return text.match(/w\d+x\d+y/g) ?? []
}

/** What another program does to the folder in one moment. */
function editFolder(world: World): void {
  const { root, random, words, nextWord } = world
  const paths = pathsNow(world)
  const kind = random.below(10)
  if (paths.length === 0 || kind < 2) {
    const word = nextWord()
    const path = random.of([
      `${word}.md`,
      `dir${random.below(3)}/${word}.md`,
      `dir/${word}/index.md`,
    ])
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), `${word}\n`, { flag: 'wx' })
    words.add(word)
    return note(world, `folder: created ${path}`)
  }
  const path = random.of(paths)
  const text = readFileSync(join(root, path), 'utf8')
  if (kind < 7) {
    const word = nextWord()
    const lines = text.split('\n')
    const at = random.below(lines.length)
    // A title is no text: whoever renames the page replaces it.
    const isInline = random.below(2) === 0 && /^(?!\s*title:).*w\d/.test(lines[at] ?? '')
    if (isInline) lines[at] = `${lines[at]} ${word}`
    else lines.push(word, '')
    // As most editors save: the file has the new text at once.
    writeFileSync(join(root, '.quire-editor'), lines.join('\n'))
    renameSync(join(root, '.quire-editor'), join(root, path))
    words.add(word)
    return note(world, `folder: wrote ${word} to ${path}`)
  }
  if (kind < 9) {
    const name = `${nextWord()}.md`
    const to = random.of([name, `dir${random.below(3)}/${name}`])
    mkdirSync(dirname(join(root, to)), { recursive: true })
    renameSync(join(root, path), join(root, to))
    return note(world, `folder: moved ${path} to ${to}`)
  }
  for (const word of wordsIn(text)) words.delete(word)
  rmSync(join(root, path))
  note(world, `folder: deleted ${path}`)
}

/** What a person does on the server. */
async function editPages(world: World): Promise<void> {
  const { server, parentId, random, words, nextWord } = world
  const { workspaceId } = server
  const client = clientOf(server)
  const { files: pages } = await client.markdownFiles.list({ workspaceId, underPageId: parentId })
  const kind = random.below(10)
  if (pages.length === 0 || kind < 2) {
    const word = nextWord()
    const under = pages.length > 0 && random.below(2) === 0 ? random.of(pages).pageId : parentId
    await client.pages.create({ workspaceId, parentId: under, title: `T ${word}`, markdown: word })
    words.add(word)
    return note(world, `server: created ${word}`)
  }
  const { pageId, path } = random.of(pages)
  if (kind < 7) {
    const word = nextWord()
    await client.pages.edit({ workspaceId, pageId, mode: 'append', text: word })
    words.add(word)
    return note(world, `server: wrote ${word} to ${path}`)
  }
  if (kind === 7) {
    const title = `N ${nextWord()}`
    await client.pages.update({ workspaceId, pageId, title })
    return note(world, `server: renamed ${path} to ${title}`)
  }
  if (kind === 8) {
    const newParentId = random.of([parentId, random.of(pages).pageId])
    await client.pages.move({ workspaceId, pageId, newParentId }).catch((error: unknown) => {
      assert.ok(error instanceof QuireError && error.code === 'PAGE_CYCLE')
    })
    return note(world, `server: moved ${path}`)
  }
  await removeFromServer(world, pageId)
  note(world, `server: deleted ${path}`)
}

/** What a person types in the browser: until they pause, it is only in the journal of the page. */
async function typeOnPage(world: World): Promise<void> {
  const { server, parentId, random, words, nextWord } = world
  const { workspaceId, address, key } = server
  const list = { workspaceId, underPageId: parentId }
  const { files: pages } = await clientOf(server).markdownFiles.list(list)
  if (pages.length === 0) return
  const { pageId, version, path } = random.of(pages)
  const word = nextWord()
  const tab = await connectLive(address, { authorization: `Bearer ${key}` })
  await tab.open({ workspaceId, pageId }, version)
  tab.send(typing(pageId, { base: version, at: 1, text: `${word} ` }))
  await tab.next('accepted')
  await tab.close()
  words.add(word)
  world.typedOn = pageId
  note(world, `server: typed ${word} on ${path}`)
}

/** Whose page went to the trash in the moment in which they typed on it takes it back, with what they typed. */
async function restoreTyped(world: World): Promise<void> {
  const { server, parentId, typedOn: pageId } = world
  world.typedOn = undefined
  if (pageId === undefined) return
  const { workspaceId } = server
  const { pages, trash } = clientOf(server)
  const restored = await trash.restore({ workspaceId, pageId })
  if (restored.pages === 0) return
  if (restored.parentId === null) {
    await pages.move({ workspaceId, pageId, newParentId: parentId })
  }
  note(world, `server: restored ${pageId}`)
}

/** The person saw what the page and those below it say. */
async function removeFromServer(world: World, pageId: string): Promise<void> {
  const { server, words } = world
  const { workspaceId } = server
  const client = clientOf(server)
  const below = await client.pages.list({ workspaceId, parentId: pageId, depth: 10, limit: 500 })
  for (const id of [pageId, ...below.pages.map((page) => page.id)]) {
    const { markdown } = await client.pages.markdown({ workspaceId, pageId: id })
    for (const word of wordsIn(markdown)) words.delete(word)
  }
  await client.trash.remove({ workspaceId, pageId })
}

function syncAll(world: World, step = (): void => undefined, send = fetch) {
  const { server, parentId, root, log } = world
  const { address, key, workspaceId } = server
  const report = (line: string) => void log.push(`  ${line}`)
  const warn = (line: string) => void log.push(`  ! ${line}`)
  const folder = { address, key, workspaceId, parentId, root }
  // No server in these histories is restored from a backup.
  const confirm = async (question: string) => !question.includes('backup')
  return syncOnce(folder, { report, warn, step, confirm, isConfirmed: false }, send)
}

/** A synchronization that can end at any step, or whose answers get lost, while others edit the folder. */
async function syncAndMaybeEnd(world: World, kills: Kills): Promise<void> {
  const { random, log } = world
  const endsAt = random.below(3) === 0 ? Infinity : 1 + random.below(40)
  const editsAt = random.below(2) === 0 ? 1 + random.below(30) : Infinity
  const send = unreliableFetch(world, kills)
  let steps = 0
  const step = () => {
    steps += 1
    if (steps === editsAt) editFolder(world)
    if (steps === endsAt) throw new Killed()
  }
  try {
    await syncAll(world, step, send)
  } catch (error) {
    if (!(error instanceof Killed) && !mayPass(error)) throw error
    log.push(`  ended at step ${steps}`)
    kills.syncs += 1
  }
  await restoreTyped(world)
}

/** Loses a request, or its answer, or the server while it works on the request. Before a request, a person may type. */
function unreliableFetch(world: World, kills: Kills): typeof fetch {
  const { server, random, log } = world
  const typesAt = random.below(2) === 0 ? 1 + random.below(12) : Infinity
  const losesAt = random.below(3) === 0 ? 1 + random.below(12) : Infinity
  const killsAt = random.below(syncsPerServerKill) === 0 ? 1 + random.below(12) : Infinity
  let requests = 0
  return async (...request) => {
    requests += 1
    if (requests === typesAt) await typeOnPage(world)
    const isLost = requests === losesAt
    if (isLost && random.below(2) === 0) throw new TypeError('The server is gone.')
    const answer = fetchWhole(request)
    if (requests === killsAt) {
      log.push(`  killed the server at request ${requests}`)
      // Not every answer arrives: it is awaited below.
      answer.catch(() => undefined)
      await pause(random.below(12))
      await server.restart()
      kills.servers += 1
    }
    const response = await answer
    if (isLost) throw new TypeError('The answer is lost.')
    return response
  }
}

async function fetchWhole(request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request)
  await response.clone().arrayBuffer()
  return response
}

/** Until neither side has a change. */
async function untilInStep(world: World): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const { changes } = await withRetries(() => syncAll(world), { retries: 1 })
    if (changes === 0) return
  }
  throw new CommandError('The two sides never agree.')
}

async function requireSame(world: World): Promise<void> {
  const { server, parentId, root } = world
  const client = clientOf(server)
  const address = { workspaceId: server.workspaceId, underPageId: parentId }
  const { files } = await client.markdownFiles.list(address)
  const texts: Record<string, string> = {}
  for (const { pageId } of files) {
    const read = await client.markdownFiles.read({ ...address, pageIds: [pageId] })
    const [page] = read.files
    if (page !== undefined && page.text !== null) texts[page.path] = page.text
  }
  const tree = Object.entries(await readTree(root)).filter(([path]) => !path.includes('.conflict-'))
  assert.deepEqual(Object.fromEntries(tree), texts)
}

/** Each word is in a page, in a file beside one, or in a file that was moved away. */
async function requireWords({ root, words }: World): Promise<void> {
  const texts = [...Object.values(await readTree(root)), ...(await readRemoved(root))]
  const found = new Set(texts.flatMap(wordsIn))
  const lost = [...words].filter((word) => !found.has(word))
  assert.deepEqual(lost, [], `lost in ${(await readdir(root)).join(', ')}`)
}

/** No page has a word twice below its front matter: a write that was repeated is made once. */
async function requireOnce({ root }: World): Promise<void> {
  for (const [path, text] of Object.entries(await readTree(root))) {
    const found = wordsIn(text.replace(/^---\n.*?\n---\n/s, ''))
    const twice = found.filter((word, index) => found.indexOf(word) !== index)
    assert.deepEqual(twice, [], `twice in ${path}`)
  }
}
