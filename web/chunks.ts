import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

type Group = Rolldown.CodeSplittingGroup
type NameFunction = Exclude<Group['name'], string>
type Graph = Parameters<NameFunction>[1]

const source = fileURLToPath(new URL('src/', import.meta.url))

/**
 * Stages of a first load, in their order. Each has the modules that its roots import and no earlier stage
 * has: one file for ours, and one for those of packages, which change less often. Without stages, modules
 * that several screens share become files of their own, of a few hundred bytes each.
 */
const stages: readonly Stage[] = [
  { name: 'start', roots: ['main.tsx'] },
  {
    name: 'frame',
    roots: [
      'app/layout.tsx',
      'app/home-route.tsx',
      'app/sidebar/inbox-count.tsx',
      'app/sidebar/resize-handle.tsx',
    ],
  },
  { name: 'page', roots: ['app/page-route.tsx'] },
  {
    name: 'page-parts',
    roots: [
      'links/links-button.tsx',
      'properties/properties-panel.tsx',
      'proposals/notice/proposal-notice.tsx',
      'templates/page-templates.tsx',
    ],
  },
  { name: 'editor', roots: ['editor/text-body.tsx'] },
]

/** Opened without the later stages: it shares modules with them by way of the first. */
const signIn: Stage = { name: 'sign-in', roots: ['sign-in/sign-in.tsx'] }

type Stage = { name: string; roots: readonly string[] }

const liveClient =
  /\/web\/src\/live\/(?!stream)[^/]+$|\/content\/steps\/(?:(?:find-moves|write-batch)|diff\/changed-range)\.ts$/

/** Whatever of it no stage has loaded. */
const merges =
  /\/web\/src\/live\/merge\/|\/saving\/merge-page\.ts$|\/content\/(?:check|merge|steps|tokens)\/|\/content\/(?:clean-text|limits)\.ts$|\/node_modules\/diff\//

/** The files that the script of the app is built into. */
export const chunkGroups: Group[] = [
  // Whatever is opened first needs all of it.
  {
    name: 'react',
    test: /\/node_modules\/(?:react|react-dom|react-router|scheduler|@tanstack\/(?:react-query|query-core))\//,
  },
  // What a live page needs to type; what merges, shows others and so on is loaded behind it.
  { name: 'live', test: liveClient },
  // Several screens load a part of it, and none at first.
  { name: 'offline', test: /\/web\/src\/offline\// },
  { name: stageOfModules(), debugName: 'stages' },
  // In one file, with imports that are loaded already: Chromium keeps the failure of a file that another imports.
  { name: 'merge', test: merges },
]

/** The files of the stages, and of what all of them import, in the order of their loading. */
const inOrder = ['rolldown-runtime', 'react', 'index', ...stages.map(({ name }) => name)]
const fileName = /([^/]+?)(?:-packages)?-[\w-]{8}\.(?:js|css)$/

/** Leaves out of the files that one needs those that were loaded before the file that asks for it. */
export function withoutLoaded(files: readonly string[], asking: string): string[] {
  const positionOf = (file: string) => inOrder.indexOf(fileName.exec(file)?.[1] ?? '')
  const own = positionOf(asking)
  // Any other file is loaded by a screen in the frame, or by the editor.
  const loaded = own >= 0 ? own : inOrder.indexOf(isOfEditor.test(asking) ? 'editor' : 'frame')
  return files.filter((file) => {
    const position = positionOf(file)
    return position < 0 || position > loaded
  })
}

const isOfEditor = /\/(?:live|merge|editor-tools)-[\w-]{8}\.js$/

function stageOfModules(): NameFunction {
  const found = new WeakMap<Graph, Map<string, string>>()
  return (moduleId, graph) => {
    const known = found.get(graph) ?? assignStages(graph)
    found.set(graph, known)
    return known.get(moduleId)
  }
}

function assignStages(graph: Graph): Map<string, string> {
  const assigned = new Map<string, string>()
  const assign = (id: string, stage: string) =>
    assigned.set(id, id.includes('/node_modules/') ? `${stage}-packages` : stage)
  for (const { name, roots } of stages) {
    for (const id of reachedFrom(roots, graph)) if (!assigned.has(id)) assign(id, name)
  }
  for (const id of reachedFrom(signIn.roots, graph)) {
    assign(id, assigned.has(id) ? 'start' : signIn.name)
  }
  return assigned
}

function reachedFrom(roots: readonly string[], graph: Graph): Set<string> {
  const reached = new Set<string>()
  const waiting = roots.map((root) => `${source}${root}`)
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    waiting.push(...importsOf(id, graph))
  }
  return reached
}

const component = /\/@mantine\/core\/esm\/components\//
const componentIndex = /\/@mantine\/core\/esm\/index\.mjs$/
const componentImport = /import\s*\{([^}]*)\}\s*from\s*["']@mantine\/core["']/g

/** Returns the modules that one imports: of all components, only those that it names. */
function importsOf(id: string, graph: Graph): string[] {
  const info = graph.getModuleInfo(id)
  if (info === null) return []
  return info.importedIds.flatMap((imported) => {
    if (!componentIndex.test(imported)) return [imported]
    const names = new Set(
      [...(info.code ?? '').matchAll(componentImport)]
        .flatMap(([, list = '']) => list.split(','))
        .map((name) => name.trim().split(/\s/)[0]),
    )
    const all = graph.getModuleInfo(imported)?.importedIds ?? []
    return all.filter((one) => !component.test(one) || names.has(basename(one, '.mjs')))
  })
}
