import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { cp, glob, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import versions from './versions.json' with { type: 'json' }

const vendor = fileURLToPath(new URL('.', import.meta.url))
const source = fileURLToPath(new URL('../src', import.meta.url))
const languages = ['en', 'de', 'zh'] as const

type Name = keyof typeof versions
type Emoji = { emoji: string; group?: number; label: string; version: number; tags?: string[] }

/** Downloads a package with npm and unpacks the files that `wanted` finds. Returns their folder. */
async function unpack(name: Name, wanted: RegExp, folder: string): Promise<string> {
  const to = join(folder, name)
  await mkdir(to, { recursive: true })
  const words = ['pack', `${name}@${versions[name]}`, '--pack-destination', to]
  await promisify(execFile)('npm', words, { cwd: folder, shell: process.platform === 'win32' })
  const archive = (await readdir(to)).find((file) => file.endsWith('.tgz'))
  if (archive === undefined) throw new TypeError(`npm packed nothing for ${name}`)
  const entries = createReadStream(join(to, archive)).pipe(createGunzip()).pipe(extract())
  for await (const entry of entries) {
    const path = entry.header.name.replace(/^[^/]+\//, '')
    if (wanted.test(path)) {
      await mkdir(dirname(join(to, path)), { recursive: true })
      await writeFile(join(to, path), await buffer(entry))
    } else entry.resume()
  }
  return to
}

/** Empties a folder of copies and puts the license into it. */
async function prepare(name: string, from: string): Promise<string> {
  const to = join(vendor, name)
  await rm(to, { recursive: true, force: true })
  await mkdir(to, { recursive: true })
  await cp(join(from, 'LICENSE'), join(to, 'LICENSE'))
  return to
}

async function usedIcons(): Promise<string[]> {
  const names = new Set<string>()
  for await (const path of glob(join(source, '**/*.{ts,tsx}'))) {
    const text = await readFile(path, 'utf8')
    for (const [, list = ''] of text.matchAll(/import\s*\{([^}]*)\}\s*from\s*'[^']*\/icons\.ts'/g))
      for (const name of list.match(/\bIcon\w+/g) ?? []) names.add(name)
  }
  return [...names].toSorted()
}

async function copyIcons(folder: string): Promise<void> {
  const from = await unpack('@tabler/icons-react', /^LICENSE$|^dist\/esm\/icons\/\w+\.mjs$/, folder)
  const to = await prepare('icons', from)
  const exports: string[] = []
  for (const name of await usedIcons()) {
    const text = await readFile(join(from, 'dist/esm/icons', `${name}.mjs`), 'utf8')
    const node = /__iconNode = (.*);$/m.exec(text)?.[1]
    const [, style, icon] = /createReactComponent\("(\w+)", "([\w-]+)"/.exec(text) ?? []
    if (node === undefined || style === undefined || icon === undefined)
      throw new TypeError(`${name} has another form than expected`)
    const file = `${icon}${style === 'filled' ? '-filled' : ''}.ts`
    await writeFile(
      join(to, file),
      `import { createIcon } from '../create-icon.ts'\n\nexport const ${name} = /* @__PURE__ */ createIcon('${style}', '${icon}', ${node})\n`,
    )
    exports.push(`export { ${name} } from './${file}'\n`)
  }
  await writeFile(join(to, 'icons.ts'), exports.join(''))
}

/** Leaves out what the picker does not show, such as skin tones of each emoji. */
async function copyEmoji(folder: string): Promise<void> {
  const from = await unpack('emojibase-data', /^LICENSE$|^(?:en|de|zh)\/\w+\.json$/, folder)
  const to = await prepare('emoji', from)
  for (const language of languages) {
    await mkdir(join(to, language))
    const read = (name: string) => readFile(join(from, language, name), 'utf8')
    // SAFETY: the form of this version of the package.
    const all = JSON.parse(await read('data.json')) as Emoji[]
    const lines = all
      .filter(({ group }) => group !== undefined)
      .map(({ emoji, group, label, version, tags = [] }) =>
        JSON.stringify({ emoji, group, label, version, tags }),
      )
    await writeFile(join(to, language, 'data.json'), `[\n${lines.join(',\n')}\n]\n`)
    const { groups } = Object(JSON.parse(await read('messages.json')))
    await writeFile(join(to, language, 'messages.json'), `${JSON.stringify({ groups })}\n`)
  }
}

async function copyMermaid(folder: string): Promise<void> {
  const from = await unpack('mermaid', /^LICENSE$|^dist\/mermaid\.min\.js$/, folder)
  const to = await prepare('mermaid', from)
  const script = await readFile(join(from, 'dist/mermaid.min.js'))
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  await writeFile(join(to, 'mermaid.min.js'), script)
  await writeFile(
    join(to, 'mermaid.min.js.br'),
    await promisify(brotliCompress)(script, { params }),
  )
}

const folder = await mkdtemp(join(tmpdir(), 'quire-vendor-'))
try {
  await copyIcons(folder)
  await copyEmoji(folder)
  await copyMermaid(folder)
} finally {
  await rm(folder, { recursive: true, force: true })
}
