import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parse, parseAllDocuments } from 'yaml'
import manifest from '../../package.json' with { type: 'json' }
import { allocatorSettings, nodeOptions } from '../../server/lib/start-command.ts'
import { listSettings } from '../../server/settings.ts'
import { files, importsOf, isTest, read, sourcesOf } from './sources.ts'

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
    const ignored = read('deploy/Dockerfile.dockerignore')
    assert.match(ignored, /^server\/\*\*\/\*\.test\.ts$/m)
    const folders = [...dockerfile.matchAll(/^COPY (\w+) \.\/\w+$/gm)].map(([, name]) => name)
    assert.deepEqual(
      folders.filter((name) => !ignored.includes(`\n!${name}\n`)),
      [],
    )
  })

  it('copies every folder that the server, the web app and the packages import from', () => {
    const folders = ['client', 'content', 'messages', 'packages', 'server', 'web']
    const imported = sourcesOf(...folders)
      .filter(({ path }) => !isTest(path))
      .flatMap(importsOf)
      .map(({ to }) => to.split('/')[0] ?? '')
      .filter((name) => !name.includes('.'))
    for (const name of new Set(imported)) {
      assert.match(dockerfile, new RegExp(`^COPY ${name} \\./`, 'm'))
    }
  })

  it('runs as nobody of importance, says how it is, and stops on SIGTERM', () => {
    assert.match(dockerfile, /^USER \d{4,}:\d{4,}$/m)
    assert.match(dockerfile, /^HEALTHCHECK [^]*\/readyz/m)
    assert.match(dockerfile, /^STOPSIGNAL SIGTERM$/m)
    const words = ['node', ...nodeOptions, 'server/main.js']
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

describe('deploy/compose.one-node.yaml', () => {
  // SAFETY: as above.
  const { services, volumes } = parse(read('deploy/compose.one-node.yaml')) as Compose

  it('is the image with one volume, on a root file system that stays as it is', () => {
    assert.deepEqual(Object.keys(services), ['quire'])
    const { quire } = services
    assert.deepEqual([quire.read_only, quire.cap_drop], [true, ['ALL']])
    assert.equal(quire.build?.dockerfile, 'deploy/Dockerfile')
    assert.deepEqual(quire.volumes, ['data:/data'])
    assert.deepEqual(Object.keys(volumes), ['data'])
    const unknown = Object.keys(quire.environment ?? {}).filter((name) => !settings.has(name))
    assert.deepEqual(unknown, [])
  })
})

type Probe = { httpGet: { path: string; port: string } }
type Container = {
  env: { name: string; value: string }[]
  ports: { name: string; containerPort: number }[]
  securityContext: object
  startupProbe: Probe
  readinessProbe: Probe
  livenessProbe: Probe
  volumeMounts: { name: string; mountPath: string }[]
}
type Pod = {
  containers: [Container]
  volumes: { name: string }[]
  terminationGracePeriodSeconds: number
  securityContext: object
}
type Labels = Record<string, string>
type Kubernetes = {
  apiVersion: string
  kind: string
  metadata: { name: string; labels: Labels }
  spec: {
    replicas: number
    strategy: { type: string }
    selector: { matchLabels: Labels }
    template: { metadata: { labels: Labels }; spec: Pod }
    ports: { targetPort: string }[]
  }
}

describe('deploy/install.sh', () => {
  const lock: { packages: Record<string, { version?: string; integrity?: string }> } = JSON.parse(
    read('deploy/node/package-lock.json'),
  )

  it('installs the Node of package.json with a checksum', () => {
    const { '': _root, ...packages } = lock.packages
    assert.deepEqual(
      Object.entries(packages).map(([name, { version }]) => `${name} ${version}`),
      ['arm64', 'x64'].map((cpu) => `node_modules/node-linux-${cpu} ${manifest.dependencies.node}`),
    )
    for (const { integrity } of Object.values(packages)) assert.match(integrity ?? '', /^sha512-/)
    assert.doesNotMatch(read('deploy/node/package-lock.json'), /hasInstallScript/)
  })

  it('runs no script of a package, and nothing else of npm runs as root', () => {
    for (const line of read('deploy/install.sh').match(/^npm .*$/gm) ?? [])
      assert.match(line, / --ignore-scripts\b/)
    assert.deepEqual(read('docs/deploy.md').match(/^sudo npm .*$/gm), null)
  })
})

describe('deploy/kubernetes', () => {
  const kinds: Record<string, string> = {
    Deployment: 'apps/v1',
    PersistentVolumeClaim: 'v1',
    PodDisruptionBudget: 'policy/v1',
    Service: 'v1',
  }
  for (const file of ['one-node', 'several-nodes']) {
    const documents = parseAllDocuments(read(`deploy/kubernetes/${file}.yaml`))
    // SAFETY: as above.
    const objects = documents.map((document) => document.toJS() as Kubernetes)
    const deployment = objects.find(({ kind }) => kind === 'Deployment')
    const pod = deployment?.spec.template.spec

    it(`${file} consists of known kinds, with names and labels that fit each other`, () => {
      assert.deepEqual(
        documents.flatMap(({ errors }) => errors),
        [],
      )
      for (const { apiVersion, kind, metadata } of objects) {
        assert.equal(kinds[kind], apiVersion)
        assert.equal(metadata.name, 'quire')
      }
      const labels = deployment?.spec.template.metadata.labels
      assert.deepEqual(deployment?.spec.selector.matchLabels, labels)
      const service = objects.find(({ kind }) => kind === 'Service')
      assert.deepEqual(service?.spec.selector, labels)
      assert.deepEqual(
        service?.spec.ports.map(({ targetPort }) => targetPort),
        pod?.containers[0].ports.map(({ name }) => name),
      )
    })

    it(`${file} runs without rights, on a root file system that stays as it is`, () => {
      assert.partialDeepStrictEqual(pod?.securityContext, { runAsNonRoot: true, runAsUser: 10_001 })
      assert.match(dockerfile, /^USER 10001:10001$/m)
      assert.deepEqual(pod?.containers[0].securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      const mounts = pod?.containers[0].volumeMounts ?? []
      assert.deepEqual(
        mounts.map(({ name }) => name),
        pod?.volumes.map(({ name }) => name),
      )
      assert.deepEqual(
        mounts.map(({ mountPath }) => mountPath),
        ['/data', '/tmp'],
      )
    })

    it(`${file} gives settings that there are, probes that answer, and time to stop`, () => {
      const container = pod?.containers[0]
      const given = new Map(container?.env.map(({ name, value }) => [name, value]))
      assert.deepEqual(
        [...given.keys()].filter((name) => !settings.has(name)),
        [],
      )
      const { startupProbe, readinessProbe, livenessProbe } = container ?? {}
      assert.deepEqual(
        [startupProbe, readinessProbe, livenessProbe].map((probe) => probe?.httpGet.path),
        ['/readyz', '/readyz', '/healthz'],
      )
      const drain = Number(given.get('DRAIN_SECONDS') ?? 0)
      assert.ok((pod?.terminationGracePeriodSeconds ?? 0) >= drain + 16)
      const strategy = file === 'one-node' ? 'Recreate' : 'RollingUpdate'
      assert.equal(deployment?.spec.strategy.type, strategy)
    })
  }

  it('names the settings of the secret that it needs', () => {
    const text = read('deploy/kubernetes/several-nodes.yaml')
    const named = [...text.matchAll(/--from-literal=([A-Z0-9_]+)/g)].map(([, name = '']) => name)
    assert.ok(named.includes('QUIRE_SECRET'))
    assert.deepEqual(
      named.filter((name) => !settings.has(name)),
      [],
    )
  })
})

describe('configurations of proxies', () => {
  const nginx = read('deploy/nginx.conf')
  const caddy = read('deploy/Caddyfile')

  it('forward to the port of the server, and keep streams open', () => {
    for (const text of [nginx, caddy]) assert.match(text, /127\.0\.0\.1:8082/)
    for (const line of [
      'client_max_body_size 0;',
      'proxy_request_buffering off;',
      'proxy_buffering off;',
    ]) {
      assert.ok(nginx.includes(line), line)
    }
    assert.match(nginx, /proxy_set_header Upgrade \$http_upgrade;/)
    assert.match(caddy, /flush_interval -1/)
  })

  it('say which settings the server needs, and the documents link them', () => {
    for (const text of [nginx, caddy]) {
      assert.match(text, /PUBLIC_URL=https:\/\/notes\.example\.com/)
      assert.match(text, /TRUST_PROXY=127\.0\.0\.1/)
    }
    const named = ['Caddyfile', 'nginx.conf', 'kubernetes/one-node.yaml', 'compose.one-node.yaml']
    for (const name of named) {
      assert.ok(read('docs/deploy.md').includes(`(../deploy/${name})`), name)
    }
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
    assert.match(deploy, /^sudo deploy\/install\.sh\b[^]*?^sudo systemctl enable --now quire/m)
    assert.match(
      read('deploy/install.sh'),
      /^npm ci --ignore-scripts$[^]*?web\/prepare\.ts$[^]*?^npm prune --omit=dev/m,
    )
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

  it('say npx quire, and no program does: outside its folder that is a program of somebody else', () => {
    const callers = files
      .filter(
        (path) =>
          /^(?:server|web\/src|client|packages)\/.*\.(?:tsx?|js)$/.test(path) &&
          !/\.test\./.test(path),
      )
      .filter((path) => read(path).includes('npx quire'))
    assert.deepEqual(callers, [])
  })
})
