import { readFile } from 'node:fs/promises'
import { Option } from 'commander'
import { requireWorkspace } from '../../domain/people/workspaces.ts'
import { poolings } from '../../domain/semantic/models.ts'
import {
  type ModelChange,
  setEmbeddings,
  setWeight,
  testEmbeddings,
  turnOffEmbeddings,
} from '../../domain/semantic/settings.ts'
import { type EmbeddingStatus, workspaceEmbeddingStatus } from '../../domain/semantic/status.ts'
import { toIso } from '../../lib/clock.ts'
import { type CommandOptions, type OperatorCommand, runs } from '../command.ts'
import { amount, bytes } from '../listing.ts'
import { operator } from '../operator.ts'
import type { Session } from '../terminal.ts'

type SetOptions = CommandOptions & {
  baseUrl?: string
  local?: string
  model?: string
  keyFile?: string
  key?: false
  dimensions?: string
  documentPrefix?: string
  queryPrefix?: string
  batchSize?: string
  pooling?: (typeof poolings)[number]
  weight?: string
}

export function addEmbeddingCommands(program: OperatorCommand): void {
  const group = program
    .command('embeddings')
    .description('manage semantic search and its model; WORKSPACE is a slug or an ID')

  const set = group
    .command('set <workspace>')
    .description('set the model or change its options; omitted options keep their values')
    .option('--base-url <url>', 'an OpenAI-compatible endpoint, up to /v1')
    .option('--model <name>', 'name of the model at the endpoint')
    .option('--local <name>', 'a model in the folder models of the data folder instead')
    .option(
      '--key-file <file>',
      'read the API key from the first line of this file; - is standard input',
    )
    .option('--no-key', 'remove the API key')
    .option('--dimensions <number>', 'request shorter vectors; "default" is the size of the model')
    .option('--document-prefix <text>', 'prefix for every text of a page')
    .option('--query-prefix <text>', 'prefix for every query')
    .option('--batch-size <number>', 'texts per request (32)')
    .addOption(new Option('--pooling <way>', 'pooling of a local model').choices(poolings))
    .option('--weight <number>', 'weight of semantic similarity against keywords, 0 to 1 (0.4)')
  runs<[string], SetOptions>(set, async ({ store, contextFor }, options, slugOrId) => {
    const { id, slug } = await requireWorkspace(store, slugOrId)
    const change = await readChange(options, set.session)
    const isWeightOnly = Object.keys(change).join() === 'weight' && change.weight !== undefined
    if (isWeightOnly && change.weight !== undefined) {
      await setWeight(contextFor(operator()), id, change.weight)
      return {
        text: `Semantic weight of ${slug}: ${change.weight}.`,
        json: { weight: change.weight },
      }
    }
    const { settings, isNew } = await setEmbeddings(contextFor(operator()), id, change)
    const { model, dimensions } = settings
    const next = isNew
      ? 'The running server embeds all pages in the background. `quire embeddings status` shows its progress.'
      : 'Existing vectors are kept.'
    return {
      text: `${slug} uses ${model} with ${dimensions} dimensions. ${next}`,
      json: { settings, isNew },
    }
  })

  const test = group
    .command('test <workspace>')
    .description('send one test request to the model and print the result')
  runs<[string], CommandOptions>(test, async ({ store, contextFor }, _options, slugOrId) => {
    const { id } = await requireWorkspace(store, slugOrId)
    const { dimensions, milliseconds } = await testEmbeddings(contextFor(operator()), id)
    const time = Math.round(milliseconds)
    return {
      text: `The model works: ${dimensions} dimensions in ${time} ms.`,
      json: { dimensions, milliseconds: time },
    }
  })

  const status = group
    .command('status <workspace>')
    .description('show the model, its progress and problems')
  runs<[string], CommandOptions>(status, async ({ store, contextFor }, _options, slugOrId) => {
    const { id, slug } = await requireWorkspace(store, slugOrId)
    const found = await workspaceEmbeddingStatus(contextFor(operator()), id)
    if (found === undefined) {
      return { text: `${slug} has no model: it uses keyword search only.`, json: { state: 'off' } }
    }
    return { text: describeStatus(found), json: found }
  })

  const off = group
    .command('off <workspace>')
    .description('turn semantic search off and delete the vectors')
  runs<[string], CommandOptions>(off, async ({ store, contextFor }, _options, slugOrId) => {
    const { id, slug } = await requireWorkspace(store, slugOrId)
    await turnOffEmbeddings(contextFor(operator()), id)
    return {
      text: `${slug} now uses keyword search only. The running server deletes the vectors.`,
      json: { state: 'off' },
    }
  })
}

async function readChange(options: SetOptions, session: Session): Promise<ModelChange> {
  const { baseUrl, local, model, keyFile, key, dimensions, batchSize, weight } = options
  const { documentPrefix, queryPrefix, pooling } = options
  const name = local ?? model
  return {
    ...(baseUrl === undefined ? {} : { provider: 'http', baseUrl }),
    ...(local === undefined ? {} : { provider: 'local' }),
    ...(name === undefined ? {} : { model: name }),
    ...(keyFile === undefined ? {} : { apiKey: await readKey(keyFile, session) }),
    ...(key === false ? { apiKey: null } : {}),
    ...(dimensions === undefined
      ? {}
      : { dimensions: dimensions === 'default' ? null : Number(dimensions) }),
    ...(batchSize === undefined ? {} : { batchSize: Number(batchSize) }),
    ...(weight === undefined ? {} : { weight: Number(weight) }),
    ...(documentPrefix === undefined ? {} : { documentPrefix }),
    ...(queryPrefix === undefined ? {} : { queryPrefix }),
    ...(pooling === undefined ? {} : { pooling }),
  }
}

/** Never an argument of a command: those are seen by everyone on the machine. */
async function readKey(file: string, session: Session): Promise<string> {
  const found = file === '-' ? await session.readInput() : await readFile(file, 'utf8')
  return found.split('\n')[0]?.trim() ?? ''
}

function describeStatus(status: EmbeddingStatus): string {
  const { settings, pages, chunks, trust, memory, problem, hasKey, weight, state } = status
  const host = settings.provider === 'http' ? settings.baseUrl : 'this machine'
  const total = pages.done + pages.waiting + pages.refused
  const states = {
    live: 'answers',
    building: 'keyword search only until all pages are embedded',
    replacing: 'the previous model answers until all pages are embedded',
  }
  const lines = [
    `model     ${settings.model} at ${host}, ${settings.dimensions} dimensions, ${hasKey ? 'with a key' : 'without a key'}`,
    `state     ${states[state]}`,
    `pages     ${pages.done.toLocaleString('en')} of ${total.toLocaleString('en')} embedded, ${amount(chunks, 'vector')} (${bytes(memory.bytes)} of memory)`,
    `weight    ${weight}${trust !== null && trust < 1 ? `, times ${trust.toFixed(2)}: the evaluation of the model found few pages by their words` : ''}`,
  ]
  if (pages.refused > 0) lines.push(`rejected  ${amount(pages.refused, 'page')} by the model`)
  if (memory.isIndexed) {
    lines.push('memory    above VECTOR_MEMORY: the database index is used')
  } else if (memory.bytes > memory.limit) {
    lines.push('memory    above VECTOR_MEMORY: keyword search only. Raise VECTOR_MEMORY')
  }
  if (problem !== null) {
    lines.push(`problem   ${problem.reason}`, `next try  ${toIso(problem.nextTry)}`)
  }
  return lines.join('\n')
}
