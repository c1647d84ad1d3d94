import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import ipaddr from 'ipaddr.js'
import { parse, parseAllDocuments } from 'yaml'
import { BYTES_MAX } from '../../src/programme/imports/import.ts'
import { SETTINGS } from '../../src/runtime/settings/config.ts'
import { instructionsOf } from '../support/dockerfile.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const settings = Object.values(SETTINGS)
const names: string[] = settings.map(({ name }) => name)
const secrets: string[] = settings.filter((setting) => 'isSecret' in setting).map(({ name }) => name)
const required: string[] = settings
  .filter((setting) => 'requiredInProduction' in setting)
  .map(({ name }) => name)
const BY_DIGEST = /^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/
const BY_REFERENCE = /\$\{[A-Z_]+:\?\}/
const PROBES = ['/healthz', '/readyz']
/** For the delay of a stop, then for requests, webhook deliveries, background jobs and the database. */
const STOP_SECONDS_MIN = 65

const dockerfile = instructionsOf(textOf('Dockerfile'))
const inDockerfile = (name: string) => dockerfile.filter((each) => each.name === name).map(({ text }) => text)
const imageSettings = Object.fromEntries(
  inDockerfile('ENV').flatMap((text) => text.split(' ').map((setting) => setting.split('='))),
)

suite('Dockerfile', () => {
  test('sets settings that exist, and no secret', () => {
    assert.deepEqual(Object.keys(imageSettings), ['MODE', 'HOST', 'PORT', 'DATA_DIR'])
    assert.doesNotMatch(textOf('Dockerfile'), new RegExp(secrets.join('|')))
  })

  test('begins with an image that its digest names', () => {
    const images = inDockerfile('FROM').map((text) => text.split(' ')[0] ?? '')
    assert.equal(new Set(images).size, 1)
    assert.match(images[0] ?? '', BY_DIGEST)
  })

  test('ends as an ordinary user with a number, its volume and a program that exists', () => {
    assert.deepEqual(inDockerfile('USER'), ['1000:1000'])
    assert.deepEqual(inDockerfile('VOLUME'), [imageSettings.DATA_DIR])
    assert.deepEqual(inDockerfile('EXPOSE'), [imageSettings.PORT])
    const [entrypoint = ''] = inDockerfile('ENTRYPOINT')
    assert(existsSync(join(root, JSON.parse(entrypoint)[1])), entrypoint)
  })
})

suite('compose.yaml', () => {
  const { services, volumes, networks } = parse(textOf('deploy/compose.yaml'), { merge: true })

  test('gives Laurel settings that exist, all that production requires, and secrets by reference', () => {
    const { environment } = services.laurel
    assert.deepEqual(unknown(Object.keys(environment)), [])
    assert.deepEqual(missing(Object.keys({ ...imageSettings, ...environment })), [])
    for (const name of ['SECRET_KEY', 'DATABASE_URL']) assert.match(environment[name], BY_REFERENCE)
  })

  test('trusts the address of the proxy alone, which no other container gets', () => {
    const { ipv4_address } = services.proxy.networks.default
    assert.equal(services.laurel.environment.TRUST_PROXY, ipv4_address)
    const [{ subnet, ip_range }] = networks.default.ipam.config
    const has = (range: string) => ipaddr.parse(ipv4_address).match(ipaddr.parseCIDR(range))
    assert.deepEqual([has(subnet), has(ip_range)], [true, false])
    for (const [name, service] of Object.entries<{ networks?: object }>(services))
      if (name !== 'proxy') assert.equal(service.networks, undefined, name)
  })

  test('keeps the password of the owner from the service, which starts when the migrations are done', () => {
    const { migrate, laurel } = services
    assert.doesNotMatch(JSON.stringify(laurel), /OWNER/)
    const { DATABASE_OWNER_URL, ...shared } = migrate.environment
    assert.match(DATABASE_OWNER_URL, BY_REFERENCE)
    assert.deepEqual(shared, laurel.environment)
    assert.deepEqual([migrate.command, migrate.restart], [['migrate'], 'no'])
    assert.deepEqual(laurel.depends_on.migrate, { condition: 'service_completed_successfully' })
    assert.deepEqual([migrate.build, migrate.image], [laurel.build, laurel.image])
  })

  test('names images by their digest, but that which it builds', () => {
    for (const [name, { image, build }] of Object.entries<Record<string, string>>(services))
      if (!build) assert.match(image ?? '', BY_DIGEST, name)
  })

  test('runs Laurel on a read-only file system, without rights, and waits for it to stop', () => {
    for (const { read_only, cap_drop, security_opt } of [services.laurel, services.migrate])
      assert.deepEqual(
        { read_only, cap_drop, security_opt },
        { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] },
      )
    assert(Number.parseInt(services.laurel.stop_grace_period, 10) >= STOP_SECONDS_MIN)
  })

  test('names services, volumes and files that exist, and opens ports on loopback alone', () => {
    assert(`${services.proxy.command} `.includes(`laurel:${imageSettings.PORT} `))
    for (const [name, service] of Object.entries<Record<string, string[]>>(services)) {
      for (const volume of service.volumes ?? []) {
        const source = volume.split(':')[0] ?? ''
        assert(source.startsWith('./') ? existsSync(join(root, 'deploy', source)) : source in volumes, volume)
      }
      for (const port of service.ports ?? []) assert.match(port, /^127\.0\.0\.1:/)
      for (const other of Object.keys(service.depends_on ?? {}))
        assert(other in services, `${name}: ${other}`)
    }
    assert.equal(new URL(services.laurel.environment.SMTP_URL).hostname in services, true)
  })
})

suite('create-database.sh', () => {
  test('does what the page on deployment says', () => {
    const inScript = /<<'SQL'\n([\s\S]*)\nSQL/.exec(textOf('deploy/create-database.sh'))?.[1] ?? ''
    const inPage = /```sql\n([\s\S]*?)```/.exec(textOf('docs/deployment.md'))?.[1] ?? ''
    const statements = (text: string) =>
      text
        .split('\n')
        .map((line) => line.trim().replace(/password .*/, 'password'))
        .filter((line) => line !== '' && !line.startsWith('\\'))
    assert.deepEqual(statements(inScript), statements(inPage))
  })
})

suite('kubernetes.yaml', () => {
  const documents = parseAllDocuments(textOf('deploy/kubernetes.yaml')).map((each) => each.toJS())
  const of = (kind: string) => documents.find((each) => each.kind === kind)
  const pod = of('Deployment').spec.template.spec
  const [laurel] = pod.containers
  const [migrate] = pod.initContainers

  test('has a Deployment, a Service and a PodDisruptionBudget that select the same pods', () => {
    const { matchLabels } = of('Deployment').spec.selector
    assert.deepEqual(of('Deployment').spec.template.metadata.labels, matchLabels)
    assert.deepEqual(of('Service').spec.selector, matchLabels)
    assert.deepEqual(of('PodDisruptionBudget').spec.selector.matchLabels, matchLabels)
    assert(of('Deployment').spec.replicas > of('PodDisruptionBudget').spec.maxUnavailable)
  })

  test('gives settings that exist and all that production requires, with secrets by reference', () => {
    const config = Object.keys(of('ConfigMap').data)
    const created = [...textOf('deploy/kubernetes.yaml').matchAll(/--from-literal=(\w+)/g)].map(
      ([, name]) => name as string,
    )
    assert.deepEqual(unknown([...config, ...created]), [])
    assert.deepEqual(missing([...Object.keys(imageSettings), ...config, ...created]), [])
    assert.deepEqual(
      config.filter((name) => secrets.includes(name)),
      [],
    )
    assert.equal(of('Secret'), undefined)
    assert.deepEqual(laurel.envFrom, [
      { configMapRef: { name: 'laurel' } },
      { secretRef: { name: 'laurel' } },
    ])
  })

  test('keeps the password of the owner from the service', () => {
    assert.equal(laurel.env, undefined)
    assert.deepEqual(migrate.args, ['migrate'])
    assert.deepEqual(
      migrate.env.map(({ name }: { name: string }) => name),
      ['DATABASE_OWNER_URL'],
    )
    assert.equal(migrate.image, laurel.image)
  })

  test('asks the port of the image for the paths of the service', () => {
    const { METRICS_HOST, METRICS_PORT } = of('ConfigMap').data
    assert.equal(METRICS_HOST, imageSettings.HOST)
    assert.deepEqual(laurel.ports, [
      { name: 'http', containerPort: Number(imageSettings.PORT) },
      { name: 'metrics', containerPort: Number(METRICS_PORT) },
    ])
    assert.equal(laurel.readinessProbe.httpGet.path, '/readyz')
    assert.equal(laurel.livenessProbe.httpGet.path, '/healthz')
    for (const { httpGet } of [laurel.startupProbe, laurel.readinessProbe, laurel.livenessProbe]) {
      assert(PROBES.includes(httpGet.path))
      assert.equal(httpGet.port, 'http')
    }
    assert.equal(of('Service').spec.ports[0].targetPort, 'http')
  })

  test('lets the Ingress controller alone reach the service, and Prometheus alone the metrics', () => {
    const { podSelector, policyTypes, ingress } = of('NetworkPolicy').spec
    assert.deepEqual(podSelector, of('Deployment').spec.selector)
    assert.deepEqual(policyTypes, ['Ingress'])
    const allowed = ingress.map(({ from, ports }: { from: Record<string, object>[]; ports: object[] }) => {
      for (const peer of from) assert.deepEqual(Object.keys(peer), ['namespaceSelector', 'podSelector'])
      return ports
    })
    assert.deepEqual(
      allowed,
      laurel.ports.map(({ name }: { name: string }) => [{ port: name }]),
    )
  })

  test('trusts no network of pods as a proxy', () => {
    const trusted: string[] = of('ConfigMap').data.TRUST_PROXY.split(',')
    // An address for examples, which no pod has.
    for (const address of trusted) assert.match(address, /^192\.0\.2\.\d+$/)
  })

  test('lets files of 100 MB pass to the imports as they arrive, and bodies of 2 MB elsewhere', () => {
    const ingresses = documents.filter((each) => each.kind === 'Ingress')
    const settingsOf = (path: string) => {
      const found = ingresses.find(({ spec }) => spec.rules[0].http.paths[0].path === path)
      assert.deepEqual(found.spec.rules[0].http.paths[0].backend.service, {
        name: of('Service').metadata.name,
        port: { name: of('Service').spec.ports[0].name },
      })
      const names = Object.entries(found.metadata.annotations)
      return Object.fromEntries(names.map(([name, value]) => [name.split('/')[1], value]))
    }
    assert.deepEqual(settingsOf('/'), { 'proxy-body-size': '2m' })
    assert.deepEqual(settingsOf('/api/v1/laas/imports'), {
      'proxy-body-size': `${BYTES_MAX / 1_048_576}m`,
      'proxy-request-buffering': 'off',
      'proxy-send-timeout': '300',
      'proxy-read-timeout': '300',
    })
    for (const { spec } of ingresses) {
      assert.equal(spec.rules[0].host, new URL(of('ConfigMap').data.ORIGIN).hostname)
      assert.deepEqual(spec.tls[0].hosts, [spec.rules[0].host])
    }
  })

  test('runs as an ordinary user on a read-only file system, and is given time to stop', () => {
    assert.equal(pod.securityContext.runAsNonRoot, true)
    assert.deepEqual(inDockerfile('USER'), [
      `${pod.securityContext.runAsUser}:${pod.securityContext.runAsGroup}`,
    ])
    for (const { securityContext } of [laurel, migrate])
      assert.deepEqual(securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
    assert(pod.terminationGracePeriodSeconds >= STOP_SECONDS_MIN)
  })
})

suite('laurel@.service', () => {
  const unit = textOf('deploy/laurel@.service')
  const lines = unit.split('\n').filter((line) => line.includes('=') && !line.startsWith('#'))
  const values = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1))

  test('sets settings that exist, and runs a program of the package', () => {
    const [environment = ''] = values('Environment')
    assert.deepEqual(unknown(environment.split(' ').map((setting) => setting.split('=')[0] as string)), [])
    assert.match(environment, new RegExp(`=/var/lib/${values('StateDirectory')[0]}/`))
    const [program = ''] = values('ExecStart')
    assert(program.startsWith(`${values('WorkingDirectory')[0]}/`))
    assert(existsSync(join(root, program.split(' ')[0]?.slice('/opt/laurel/'.length) ?? '')))
    assert(Number(values('TimeoutStopSec')[0]) >= STOP_SECONDS_MIN)
  })

  test('is understood by systemd', (t) => {
    const { error } = spawnSync('systemd-analyze', ['--version'])
    if (error) return t.skip('systemd-analyze is not installed (Debian: systemd)')
    const { stderr } = spawnSync('systemd-analyze', ['verify', join(root, 'deploy/laurel@.service')], {
      encoding: 'utf8',
    })
    const problems = stderr
      .split('\n')
      .filter((line) => line.includes('laurel@') && !line.includes('is not executable'))
    assert.deepEqual(problems, [])
  })
})

function unknown(given: string[]): string[] {
  return given.filter((name) => !names.includes(name))
}

function missing(given: string[]): string[] {
  return required.filter((name) => !given.includes(name))
}
