import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { allocatorSettings, nodeOptions } from '../../server/lib/start-command.ts'
import { listSettings } from '../../server/settings.ts'
import { files, read } from './sources.ts'

const settings = new Set(listSettings().map(({ name }) => name))
const dockerfile = read('deploy/Dockerfile')
const unit = read('deploy/quire.service')
const allocator = Object.entries(allocatorSettings)
  .map(([name, value]) => `${name}=${value}`)
  .join(' ')

type Service = {
  environment?: Record<string, string>
  read_only?: boolean
  cap_drop?: string[]
  volumes?: string[]
  healthcheck?: object
  depends_on?: Record<string, { condition: string }>
  build?: { context: string; dockerfile: string }
}
type Compose = { services: { quire: Service; postgres: Service }; volumes: Record<string, unknown> }

describe('deploy/Dockerfile', () => {
  it('copies what is there, and leaves tests behind', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*)$/gm)]
      .flatMap(([, line = '']) => line.split(' ').slice(0, -1))
      .filter((path) => !files.some((file) => file === path || file.startsWith(`${path}/`)))
    assert.deepEqual(copied, [])
    assert.match(read('deploy/Dockerfile.dockerignore'), /^server\/\*\*\/\*\.test\.ts$/m)
  })

  it('runs as nobody of importance, says how it is, and stops on SIGTERM', () => {
    assert.match(dockerfile, /^USER \d{4,}:\d{4,}$/m)
    assert.match(dockerfile, /^HEALTHCHECK [^]*\/readyz/m)
    assert.match(dockerfile, /^STOPSIGNAL SIGTERM$/m)
    const words = ['node', ...nodeOptions, 'server/main.ts']
    assert.ok(dockerfile.endsWith(`CMD [${words.map((word) => `"${word}"`).join(', ')}]\n`))
    assert.ok(dockerfile.includes(`\nENV ${allocator}\n`))
  })
})

describe('deploy/compose.yaml', () => {
  // SAFETY: the file beside it; what is read of it is asserted on.
  const { services, volumes } = parse(read('deploy/compose.yaml')) as Compose
  const { quire, postgres } = services

  it('gives settings that there are, and no password of its own', () => {
    const unknown = Object.keys(quire.environment ?? {}).filter((name) => !settings.has(name))
    assert.deepEqual(unknown, [])
    assert.match(quire.environment?.['DATABASE_PASSWORD'] ?? '', /^\$\{POSTGRES_PASSWORD:\?/)
    assert.match(postgres.environment?.['POSTGRES_PASSWORD'] ?? '', /^\$\{POSTGRES_PASSWORD:\?/)
  })

  it('keeps the root of the container as it is, and waits for the database', () => {
    assert.deepEqual([quire.read_only, quire.cap_drop], [true, ['ALL']])
    assert.equal(quire.depends_on?.['postgres']?.condition, 'service_healthy')
    assert.ok(postgres.healthcheck)
    assert.equal(quire.build?.dockerfile, 'deploy/Dockerfile')
    const named = [...(quire.volumes ?? []), ...(postgres.volumes ?? [])]
    assert.deepEqual(
      named.map((volume) => volume.split(':')[0]),
      Object.keys(volumes),
    )
  })
})

describe('deploy/quire.service', () => {
  it('gives settings that there are, and stops as the program means to', () => {
    const given = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) =>
      [...line.matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name),
    )
    assert.deepEqual(
      given.filter((name) => !/^(?:NODE|MALLOC)_/.test(name) && !settings.has(name)),
      [],
    )
    assert.ok(unit.includes(`\nEnvironment=${allocator}\n`))
    assert.ok(unit.includes(` ${nodeOptions.join(' ')} /opt/quire/server/main.ts\n`))
    assert.match(unit, /^KillSignal=SIGTERM$/m)
    for (const line of ['NoNewPrivileges=yes', 'ProtectSystem=strict', 'User=quire']) {
      assert.ok(unit.includes(`\n${line}\n`), line)
    }
  })
})

describe('the documents for operators', () => {
  const deploy = read('docs/deploy.md')
  const backup = read('docs/backup.md')

  it('build the web app before the tools for it go', () => {
    assert.match(deploy, /^sudo npm ci\b[^]*?^sudo npm prune --omit=dev/m)
    assert.doesNotMatch(deploy + unit, /^(?:sudo )?npm ci --omit=dev/m)
  })

  it('name the store in every command of the service, and verify each backup', () => {
    const calls = [...(deploy + backup).matchAll(/\/quire\.js .*/g)].map(([line]) => line)
    assert.ok(calls.length > 4)
    assert.deepEqual(
      calls.filter((line) => !line.includes('--settings /etc/quire.env')),
      [],
    )
    const nightly = backup.split('\n').find((line) => line.startsWith('15 3 * * *')) ?? ''
    assert.match(nightly, / quire  \/opt\/quire\/bin\/quire\.js .* --verify && find /)
  })

  it('are the only ones to say npx quire: outside its folder that is a program of somebody else', () => {
    const callers = files
      .filter(
        (path) => /^(?:server|web\/src|client)\/.*\.tsx?$/.test(path) && !/\.test\./.test(path),
      )
      .filter((path) => read(path).includes('npx quire'))
    assert.deepEqual(callers, ['server/lib/shell.ts'])
  })
})
