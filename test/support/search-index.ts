import { randomFrom } from '../../bench/support/texts.ts'
import type { App } from '../../server/app.ts'
import { mergeWorkspace } from '../../server/domain/search/merge.ts'
import { parseQuery } from '../../server/search/ranking/query.ts'
import { rank, type Ranked } from '../../server/search/ranking/rank.ts'
import { systemViewer } from '../../server/store/index.ts'
import { addPage } from './pages.ts'
import type { TestServer } from './server.ts'

const words = `apple river stone cloud garden engine winter paper signal forest mirror copper carbon
  договор книга город река зима дерево письмо музыка 东京 服务 数据 学习`.split(/\s+/)

/** A few words each, the same for the same number. */
export function makeNote(seed: number, length = 12): string {
  const random = randomFrom(seed)
  const word = () => words[Math.floor(words.length * random() ** 2)] ?? ''
  return Array.from({ length }, word).join(' ')
}

export async function addNotes(
  quire: TestServer,
  { from, to }: { from: number; to: number },
): Promise<string[]> {
  const ids: string[] = []
  for (let seed = from; seed < to; seed += 32) {
    const seeds = Array.from({ length: Math.min(32, to - seed) }, (_, at) => seed + at)
    const texts = seeds.map((number) =>
      addPage(quire, `Note ${number} ${makeNote(number + 7, 2)}`, { markdown: makeNote(number) }),
    )
    ids.push(...(await Promise.all(texts)))
  }
  return ids
}

export function merge({
  app,
  workspaceId,
}: Pick<TestServer, 'app' | 'workspaceId'>): Promise<void> {
  return mergeWorkspace(app.store, app.search, workspaceId)
}

export function rankIn(app: App, workspaceId: string, query: string): Promise<Ranked> {
  return app.search.use(systemViewer(workspaceId), (snapshot) =>
    rank(parseQuery(query), snapshot, 100),
  )
}

export const queries = [
  'apple',
  'river stone',
  'договора',
  'города и книги',
  '东京',
  '服务数据',
  'gardn',
  'engi',
  'no',
  'note 17',
  'the apple of winter',
]
