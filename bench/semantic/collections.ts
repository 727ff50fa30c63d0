import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

export type Collection = {
  name: string
  documents: { id: string; title: string; text: string }[]
  queries: { id: string; text: string; relevant: Map<string, number> }[]
}

/** The folder with the collections, which are no part of this repository; undefined when it is not there. */
export function findCollections(): string | undefined {
  const shared =
    process.env['SEARCH_COLLECTIONS'] ?? fileURLToPath(new URL('../../../shared', import.meta.url))
  const folder = process.env['IR_DATA'] ?? join(shared, 'data', 'ir')
  return existsSync(folder) ? folder : undefined
}

export function readCollection(folder: string, name: string): Collection {
  const read = <Row>(file: string): Row[] => {
    const text = gunzipSync(readFileSync(join(folder, name, `${file}.jsonl.gz`))).toString('utf8')
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    // SAFETY: the files of the collections hold these rows; see their README.
    return lines.map((line) => JSON.parse(line) as Row)
  }
  const relevant = new Map<string, Map<string, number>>()
  for (const { qid, docid, rel } of read<{ qid: string; docid: string; rel: number }>('qrels')) {
    if (rel <= 0) continue
    const known = relevant.get(qid) ?? new Map<string, number>()
    relevant.set(qid, known.set(docid, rel))
  }
  const queries = read<{ id: string; text: string }>('queries').flatMap(({ id, text }) => {
    const right = relevant.get(id)
    return right === undefined ? [] : [{ id, text, relevant: right }]
  })
  return { name, documents: read('docs'), queries }
}

/** nDCG@10 with linear gain, as trec_eval has it. */
export function gainOf(relevant: ReadonlyMap<string, number>, ranked: readonly string[]): number {
  const sum = (gains: readonly number[]) =>
    gains.slice(0, 10).reduce((total, gain, index) => total + gain / Math.log2(index + 2), 0)
  const ideal = sum([...relevant.values()].sort((a, b) => b - a))
  return ideal === 0 ? 0 : sum(ranked.map((id) => relevant.get(id) ?? 0)) / ideal
}
