import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { withTable, writtenTables } from '../../docs/tables/write-tables.ts'
import manifest from '../../package.json' with { type: 'json' }
import { serverArguments, serverEnvironment } from '../../server/lib/start-command.ts'
import tools from '../tools/package.json' with { type: 'json' }
import { countLines, files, locationOf, read } from './sources.ts'

const nodeVersion = manifest.dependencies.node
const nodeMajor = nodeVersion.split('.')[0]
const oldestNode = /^>=(\d+)$/.exec(manifest.engines.node)?.[1]

const documents = files.filter((path) => path.endsWith('.md'))
const texts = files.filter(
  (path) => !/\.(?:png|jpe?g|gif|webp|ico|woff2?|pdf|gz|br|wasm)$/.test(path),
)

function found(paths: readonly string[], pattern: RegExp): string[] {
  return paths.flatMap((path) => {
    const text = read(path)
    return [...text.matchAll(pattern)].map(({ index }) => locationOf({ path, text }, index))
  })
}

describe('npm start', () => {
  it('starts the program as commands and benches do', () => {
    const root = fileURLToPath(new URL('../../', import.meta.url))
    const environment = Object.entries(serverEnvironment).map(([name, value]) => `${name}=${value}`)
    const words = [...environment, 'exec node', ...serverArguments]
    assert.equal(manifest.scripts.start, words.join(' ').replaceAll(root, ''))
  })
})

describe('Node', () => {
  it('has one version: the one npm ci brings, which runs this test', () => {
    assert.match(nodeVersion, /^\d+\.\d+\.\d+$/)
    assert.equal(
      process.versions.node,
      nodeVersion,
      'run it with npm, or with node_modules/.bin first',
    )
    assert.equal(manifest.devDependencies['@types/node'].split('.')[0], nodeMajor)
    assert.equal(oldestNode === undefined, false, 'engines.node is what npm itself may run on')
  })

  it('is named with that version in every document, or with the oldest that npm may run on', () => {
    const wrong = found(documents, /\bNode(?:\.js)? \d+/gi).filter((line) =>
      [...line.matchAll(/\bNode(?:\.js)? (\d+)/gi)].some(
        ([, major]) => major !== nodeMajor && major !== oldestNode,
      ),
    )
    assert.deepEqual(wrong, [])
  })
})

describe('dependencies', () => {
  it('are exact versions', () => {
    const all = { ...manifest.dependencies, ...manifest.devDependencies, ...tools.dependencies }
    const loose = Object.entries(all).filter(
      ([, range]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(range),
    )
    assert.deepEqual(loose, [])
  })
})

describe('migrations', () => {
  const migrations = files.filter((path) => /^server\/store\/\w+\/migrations\//.test(path))
  const byDialect = Map.groupBy(migrations, (path) => path.split('/')[2] ?? '')

  for (const [dialect, paths] of byDialect) {
    it(`of ${dialect} are numbered from 1 without a gap`, () => {
      const names = paths.map((path) => path.split('/').at(-1) ?? '')
      for (const [index, name] of names.entries()) {
        assert.match(name, /^\d{4}-[a-z0-9]+(?:-[a-z0-9]+)*\.sql$/)
        assert.equal(Number.parseInt(name, 10), index + 1, name)
      }
    })
  }

  it('have the same names in every dialect', () => {
    const lists = [...byDialect.values()].map((paths) =>
      paths.map((path) => path.split('/').at(-1)).join(' '),
    )
    assert.equal(new Set(lists).size, 1)
  })
})

describe('file names', () => {
  const named = files.filter((path) =>
    /^(?:content|messages|server|client|web|test|bench|bin|decisions|docs)\//.test(path),
  )

  it('are kebab-case, folders and documents too; oxlint looks at sources', () => {
    const parts = new Set(named.flatMap((path) => path.replace(/\.[\w.]+$/, '').split('/')))
    const wrong = [...parts].filter(
      (part) => !/^(?:README|LICENSE|[a-z0-9]+(?:-[a-z0-9]+)*)$/.test(part),
    )
    assert.deepEqual(wrong, [])
  })

  it('say what a file holds', () => {
    // The noun `service` is this service itself: its health and its version.
    const meant = /\/service(?:\.test)?\.ts$|^server\/bots\/services\/(?!.*\/services?\/)/
    const vague = /[/-](?:utils?|helpers?|common|misc|shared|managers?|services?)(?=[./])/
    assert.deepEqual(
      named.filter((path) => vague.test(path) && !meant.test(path)),
      [],
    )
  })
})

describe('files', () => {
  it('name no machine, home folder or registry', () => {
    const machine = /(?<![\w.~-])\/(?:work|home|root|Users)\/[\w.-]+|[A-Z]:\\Users\\/g
    const registry =
      /^\s*(?:@[\w-]+:)?registry\s*=|\bregistry\.[a-z0-9-]+\.[a-z]+|\/-\/[\w.-]+\.tgz\b/gm
    assert.deepEqual([...found(texts, machine), ...found(texts, registry)], [])
  })

  it('end with a line break and hold no conflict marks', () => {
    const written = texts.filter((path) => !path.startsWith('test/fixtures/'))
    assert.deepEqual(
      written.filter((path) => {
        const text = read(path)
        return (text !== '' && !text.endsWith('\n')) || /^(?:<{7}|>{7}) /m.test(text)
      }),
      [],
    )
  })
})

describe('decisions', () => {
  const records = files.filter((path) => /^decisions\/\d/.test(path))

  it('are numbered from 1 without a gap, in name and title', () => {
    for (const [index, path] of records.entries()) {
      const number = String(index + 1).padStart(4, '0')
      assert.match(path, new RegExp(`^decisions/${number}-[a-z0-9-]+\\.md$`))
      assert.match(read(path), new RegExp(`^# ${number} `))
    }
  })

  it('say context, decision and consequences on a page, and what was measured where it was', () => {
    for (const path of records) {
      const all = [...read(path).matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)
      const headings = all.filter((heading) => heading !== 'Measured')
      assert.deepEqual(headings, ['Context', 'Decision', 'Consequences'], path)
      assert.ok(countLines(read(path)) <= 60, `${path} is longer than a page`)
    }
  })
})

describe('links between documents', () => {
  it('lead somewhere', () => {
    const known = new Set(files)
    const broken = documents.flatMap((path) => {
      // Code shows links of others; blanks in its place keep the line numbers.
      const text = read(path).replaceAll(/```[^]*?```|`[^`\n]+`/g, (code) =>
        code.replaceAll(/[^\n]/g, ' '),
      )
      return [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)/g)]
        .filter(([, target = '']) => {
          const to = new URL(target, `file:///${path}`).pathname.slice(1)
          return (
            !known.has(to) && !files.some((file) => file.startsWith(`${to.replace(/\/$/, '')}/`))
          )
        })
        .map(({ index }) => locationOf({ path, text }, index))
    })
    assert.deepEqual(broken, [])
  })

  it('and the source files they name are there', () => {
    const named = /`((?:[\w-]+\/)+[\w.-]+\.(?:tsx?|css))`/g
    // The changelog names what earlier releases had.
    const documented = documents.filter((path) => path !== 'CHANGELOG.md')
    const missing = documented.flatMap((path) =>
      [...read(path).matchAll(named)]
        .filter(([, name = '']) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))
        .map(([, name]) => `${path}: ${name}`),
    )
    assert.deepEqual(missing, [])
  })
})

describe('tables of documents', () => {
  for (const { document, ...table } of writtenTables) {
    it(`are in ${document} as the server has them`, () => {
      const text = read(document)
      assert.equal(text, withTable(text, table), 'npm run snap')
    })
  }
})
