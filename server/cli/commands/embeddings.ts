import { readFile } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import { type Command, Option } from 'commander'
import { requireWorkspace } from '../../domain/people/workspaces.ts'
import { poolings } from '../../domain/semantic/models.ts'
import {
  type ModelChange,
  setEmbeddings,
  setWeight,
  testEmbeddings,
  turnOffEmbeddings,
} from '../../domain/semantic/settings.ts'
import { type EmbeddingStatus, embeddingStatus } from '../../domain/semantic/status.ts'
import { toIso } from '../../lib/clock.ts'
import { type CommandOptions, runs } from '../command.ts'
import { amount, bytes } from '../listing.ts'
import { operator } from '../operator.ts'

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

export function addEmbeddingCommands(program: Command): void {
  const group = program
    .command('embeddings')
    .description('search by meaning: the model of a workspace; WORKSPACE is a slug or an id')

  const set = group
    .command('set <workspace>')
    .description('set the model, or change some of it; what is left out stays')
    .option('--base-url <url>', 'an endpoint as OpenAI has it, up to /v1')
    .option('--model <name>', 'the name of the model there')
    .option('--local <name>', 'a model in the folder models of the data folder instead')
    .option('--key-file <file>', 'the key is the first line of this file; - is standard input')
    .option('--no-key', 'take the key away')
    .option('--dimensions <number>', 'ask for shorter vectors; "default" for those of the model')
    .option('--document-prefix <text>', 'goes before every text of a page')
    .option('--query-prefix <text>', 'goes before every query')
    .option('--batch-size <number>', 'texts sent at a time (32)')
    .addOption(new Option('--pooling <way>', 'of a local model').choices(poolings))
    .option('--weight <number>', 'how much meaning counts against words, 0 to 1 (0.4)')
  runs<[string], SetOptions>(set, async ({ store, contextFor }, options, slugOrId) => {
    const { id, slug } = await requireWorkspace(store, slugOrId)
    const change = await readChange(options)
    const isWeightOnly = Object.keys(change).join() === 'weight' && change.weight !== undefined
    if (isWeightOnly && change.weight !== undefined) {
      await setWeight(contextFor(operator()), id, change.weight)
      return {
        text: `Meaning counts ${change.weight} in ${slug}.`,
        json: { weight: change.weight },
      }
    }
    const { settings, isNew } = await setEmbeddings(contextFor(operator()), id, change)
    const { model, dimensions } = settings
    const next = isNew
      ? 'The running server embeds all pages in the background; `quire embeddings status` shows how far it is.'
      : 'The vectors made so far stay.'
    return {
      text: `${slug} uses ${model} with ${dimensions} dimensions. ${next}`,
      json: { settings, isNew },
    }
  })

  const test = group
    .command('test <workspace>')
    .description('ask the model once, as a search does, and say what came of it')
  runs<[string], CommandOptions>(test, async ({ store, contextFor }, _options, slugOrId) => {
    const { id } = await requireWorkspace(store, slugOrId)
    const { dimensions, milliseconds } = await testEmbeddings(contextFor(operator()), id)
    const time = Math.round(milliseconds)
    return {
      text: `It answers: ${dimensions} dimensions in ${time} ms.`,
      json: { dimensions, milliseconds: time },
    }
  })

  const status = group.command('status <workspace>').description('how far the model has come')
  runs<[string], CommandOptions>(status, async ({ store, contextFor }, _options, slugOrId) => {
    const { id, slug } = await requireWorkspace(store, slugOrId)
    const found = await embeddingStatus(contextFor(operator()), id)
    if (found === undefined) {
      return { text: `${slug} has no model: words alone answer.`, json: { state: 'off' } }
    }
    return { text: describeStatus(found), json: found }
  })

  const off = group.command('off <workspace>').description('go back to words alone')
  runs<[string], CommandOptions>(off, async ({ store, contextFor }, _options, slugOrId) => {
    const { id, slug } = await requireWorkspace(store, slugOrId)
    await turnOffEmbeddings(contextFor(operator()), id)
    return {
      text: `Words alone answer in ${slug}. The running server deletes the vectors.`,
      json: { state: 'off' },
    }
  })
}

async function readChange(options: SetOptions): Promise<ModelChange> {
  const { baseUrl, local, model, keyFile, key, dimensions, batchSize, weight } = options
  const { documentPrefix, queryPrefix, pooling } = options
  const name = local ?? model
  return {
    ...(baseUrl === undefined ? {} : { provider: 'http', baseUrl }),
    ...(local === undefined ? {} : { provider: 'local' }),
    ...(name === undefined ? {} : { model: name }),
    ...(keyFile === undefined ? {} : { apiKey: await readKey(keyFile) }),
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
async function readKey(file: string): Promise<string> {
  const found = file === '-' ? await readAll(process.stdin) : await readFile(file, 'utf8')
  return found.split('\n')[0]?.trim() ?? ''
}

function describeStatus(status: EmbeddingStatus): string {
  const { settings, pages, chunks, trust, memory, problem, hasKey, weight, state } = status
  const place = settings.provider === 'http' ? settings.baseUrl : 'this machine'
  const total = pages.done + pages.waiting + pages.refused
  const states = {
    live: 'answers',
    building: 'words alone answer until all pages are read',
    replacing: 'the model before it answers until all pages are read',
  }
  const lines = [
    `model     ${settings.model} at ${place}, ${settings.dimensions} dimensions, ${hasKey ? 'with a key' : 'without a key'}`,
    `state     ${states[state]}`,
    `pages     ${pages.done.toLocaleString('en')} of ${total.toLocaleString('en')} read, ${amount(chunks, 'vector')} (${bytes(memory.bytes)} of memory)`,
    `weight    ${weight}${trust !== null && trust < 1 ? `, times ${trust.toFixed(2)}: words of a page seldom lead back to it` : ''}`,
  ]
  if (pages.refused > 0)
    lines.push(`refused   ${amount(pages.refused, 'page')} that the model does not take`)
  if (memory.isIndexed) {
    lines.push('memory    more than VECTOR_MEMORY allows: the index of the database answers')
  } else if (memory.bytes > memory.limit) {
    lines.push('memory    more than VECTOR_MEMORY allows: words alone answer. Raise it')
  }
  if (problem !== null) {
    lines.push(`problem   ${problem.reason}`, `next try  ${toIso(problem.nextTry)}`)
  }
  return lines.join('\n')
}
