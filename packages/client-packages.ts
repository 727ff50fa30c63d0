import { chmod, cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compile, root } from './compile.ts'
import { copyMatching, importedPackages } from './dependencies.ts'
import { commonManifest, packageNames } from './manifests.ts'
import { operationTypesSource } from './operation-types.ts'
import { listFiles } from './tarball.ts'

const sources = /^(?!.*\.test\.ts$).*\.ts$/
/** What writes the files that the server decides. */
const clientSources = /^(?!write-|.*\.test\.ts$).*\.ts$/
/** What the package exports, besides `index`. */
const entries = ['changes', 'errors', 'limits', 'paging', 'uploads', 'webhooks'] as const

/**
 * Puts the client and the command line together, each in a folder. `stage` is for what is compiled: the client
 * without the server, whose types it takes from the schemas of the operations.
 */
export async function buildClientPackages(
  stage: string,
  { client, command }: { client: string; command: string },
): Promise<void> {
  await copyMatching(join(root, 'client'), join(stage, 'client'), clientSources)
  await writeFile(join(stage, 'client/operations.ts'), operationTypesSource())
  await writeFile(join(stage, 'tsconfig.json'), stageSettings('client', 'es2023'))
  const compiled = join(stage, 'compiled')
  await compile(join(stage, 'tsconfig.json'), compiled)
  await cp(join(compiled, 'client'), client, { recursive: true })
  await rm(join(client, 'cli'), { recursive: true })
  await writePackage(client, clientManifest(), 'client.md')
  await copyMatching(join(compiled, 'client'), join(command, 'client'), /\.js$/)
  await chmod(join(command, 'client/cli/main.js'), 0o755)
  await writePackage(command, commandManifest(), 'command.md')
  for (const folder of [client, command]) await requireNoImports(folder)
}

/** The library finds what an older Node does not have. */
function stageSettings(folder: string, library: 'es2023' | 'es2025'): string {
  const settings = {
    extends: join(root, 'packages/tsconfig.portable.json'),
    compilerOptions: {
      rootDir: '.',
      lib: [library],
      typeRoots: [join(root, 'node_modules/@types')],
    },
    include: [folder],
  }
  return JSON.stringify(settings)
}

async function writePackage(folder: string, manifest: object, readme: string): Promise<void> {
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
  await cp(join(root, 'packages/files', readme), join(folder, 'README.md'))
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'))
}

async function requireNoImports(folder: string): Promise<void> {
  const imported = Object.keys(await importedPackages(folder))
  if (imported.length > 0) throw new Error(`${folder} imports ${imported.join(', ')}`)
}

function exported(name: string): object {
  return { types: `./${name}.d.ts`, default: `./${name}.js` }
}

function clientManifest(): object {
  return {
    ...commonManifest(packageNames.client, 'A typed client for the HTTP API of Quire.'),
    sideEffects: false,
    exports: {
      '.': exported('index'),
      ...Object.fromEntries(entries.map((name) => [`./${name}`, exported(name)])),
    },
  }
}

function commandManifest(): object {
  return {
    ...commonManifest(
      packageNames.command,
      'The command line of Quire: pages, changes, proposals, files and skills of a server.',
    ),
    bin: { quire: 'client/cli/main.js' },
  }
}

/** What most programs need. Every other module can be imported by its name. */
const markdownIndex = `export { checkDocument, type DocumentResult, type PageDocument } from './document.ts'
export { type Edit, type EditResult, editDocument } from './edit.ts'
export { renderHtml } from './html.ts'
export { parseMarkdown } from './parse-markdown.ts'
export { schema } from './schema.ts'
export { writeMarkdown } from './write-markdown.ts'
`

/** Puts the Markdown engine together in a folder. */
export async function buildMarkdownPackage(stage: string, folder: string): Promise<void> {
  await copyMatching(join(root, 'content'), join(stage, 'content'), sources)
  await writeFile(join(stage, 'content/index.ts'), markdownIndex)
  await writeFile(join(stage, 'tsconfig.json'), stageSettings('content', 'es2025'))
  const compiled = join(stage, 'compiled')
  await compile(join(stage, 'tsconfig.json'), compiled)
  await mkdir(folder, { recursive: true })
  await cp(join(compiled, 'content'), folder, { recursive: true })
  const modules = (await listFiles(folder)).filter((name) => name.endsWith('.js'))
  if (modules.length === 0) throw new Error('tsc wrote no module')
  await writePackage(folder, await markdownManifest(folder), 'markdown.md')
}

async function markdownManifest(folder: string): Promise<object> {
  return {
    ...commonManifest(
      packageNames.markdown,
      'The Markdown engine of Quire: CommonMark and GFM to ProseMirror documents and back, without loss.',
    ),
    // It uses the sets and iterators of ES2025.
    engines: { node: '>=22' },
    sideEffects: false,
    exports: { '.': exported('index'), './*': exported('*') },
    dependencies: await importedPackages(folder),
  }
}
