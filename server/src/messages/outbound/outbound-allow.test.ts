import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { after, test } from 'node:test'
import { listen } from '../../../test/support/server.ts'
import { parseOutboundTargets } from '../../runtime/settings/outbound-targets.ts'
import { Problem } from '../../runtime/settings/setting.ts'
import { createOutbound, type OutboundResponse } from './outbound.ts'
import { refusalOf, refusalOfAddress } from './outbound-policy.ts'

const NOT_PUBLIC = 'it does not lead to a public address'
const NOT_HTTPS = 'it is not an https address'

const closing: (() => Promise<unknown>)[] = []
after(() => Promise.all(closing.map((close) => close())))

const policyOf = (allow: string) => ({
  mode: 'production' as const,
  outboundAllow: parseOutboundTargets(allow),
})

/** Why production refuses a request to this address, whose name resolves to `address`. */
function refusal(allow: string, href: string, address?: string): string | undefined {
  const url = new URL(href)
  return refusalOf(url, policyOf(allow)) ?? (address && refusalOfAddress(address, url, policyOf(allow)))
}

for (const [allow, href, address, expected] of [
  // A host allows what its name resolves to, at every port, by https.
  ['shop.internal', 'https://shop.internal/hooks', '10.0.0.7', undefined],
  ['shop.internal', 'https://SHOP.internal.:8443/hooks', 'fd12::7', undefined],
  ['Shop.Internal.', 'https://shop.internal/', '100.64.3.2', undefined],
  ['https://shop.internal', 'https://shop.internal/', '::ffff:10.0.0.7', undefined],
  ['bücher.internal', 'https://xn--bcher-kva.internal/', '10.0.0.7', undefined],
  ['shop.internal', 'https://other.internal/', '10.0.0.7', NOT_PUBLIC],
  ['shop.internal', 'https://a.shop.internal/', '10.0.0.7', NOT_PUBLIC],
  ['shop.internal', 'https://10.0.0.7/', undefined, NOT_PUBLIC],
  ['shop.internal', 'http://shop.internal/', '10.0.0.7', NOT_HTTPS],
  ['shop.internal', 'https://shop.internal/', '169.254.169.254', NOT_PUBLIC],
  ['shop.internal', 'https://shop.internal/', '169.254.170.2', NOT_PUBLIC],
  ['shop.internal', 'https://shop.internal/', 'fd00:ec2::254', NOT_PUBLIC],
  ['shop.internal', 'https://shop.internal/', 'fd00:ec2::23', NOT_PUBLIC],
  ['shop.internal', 'https://shop.internal/', 'fd20:ce::254', NOT_PUBLIC],
  ['shop.internal', 'https://shop.internal/', 'fd00:c1::a9fe:a9fe', NOT_PUBLIC],
  ['shop.internal', 'https://shop.internal/', '192.0.0.192', NOT_PUBLIC],
  ['shop.internal', 'https://shop.internal/', '100.100.100.200', NOT_PUBLIC],
  ['shop.internal', 'https://shop.internal/', '::ffff:169.254.169.254', NOT_PUBLIC],
  ['shop.internal', 'https://shop.internal/', '64:ff9b::a9fe:a9fe', NOT_PUBLIC],
  ['shop.internal', 'https://shop.internal/', '0.0.0.0', NOT_PUBLIC],
  ['shop.internal', 'https://shop.internal/', 'fe80::1', NOT_PUBLIC],
  ['shop.internal', 'https://user:secret@shop.internal/', undefined, 'it holds a user name or a password'],
  // A wildcard allows names below it, not the name itself.
  ['*.svc.cluster.local', 'https://shop.default.svc.cluster.local/', '10.96.0.9', undefined],
  ['*.svc.cluster.local', 'https://svc.cluster.local/', '10.96.0.9', NOT_PUBLIC],
  ['*.svc.cluster.local', 'https://evilsvc.cluster.local/', '10.96.0.9', NOT_PUBLIC],
  // A network allows each name that resolves into it, and its addresses themselves.
  ['10.1.0.0/16', 'https://any.example/', '10.1.255.255', undefined],
  ['10.1.0.0/16', 'https://10.1.2.3:9000/', undefined, undefined],
  ['10.1.0.0/16', 'https://any.example/', '::ffff:10.1.2.3', undefined],
  ['10.1.0.0/16', 'https://any.example/', '10.2.0.0', NOT_PUBLIC],
  ['10.1.0.0/16', 'https://10.0.0.1/', undefined, NOT_PUBLIC],
  ['10.1.0.0/16', 'http://any.example/', '10.1.2.3', NOT_HTTPS],
  ['fd12::/16', 'https://[fd12::9]/', undefined, undefined],
  ['fd12::/16', 'https://[fd13::9]/', undefined, NOT_PUBLIC],
  ['fd00::/8', 'https://[fd00:ec2::254]/', undefined, NOT_PUBLIC],
  ['100.64.0.0/10', 'https://100.100.100.200/', undefined, NOT_PUBLIC],
  ['128.0.0.0/1', 'https://169.254.169.254/', undefined, NOT_PUBLIC],
  // Only the exact address allows what is special.
  ['169.254.169.254', 'https://169.254.169.254/', undefined, undefined],
  ['169.254.169.254/32', 'https://metadata.internal/', '169.254.169.254', undefined],
  ['169.254.169.254', 'https://169.254.169.253/', undefined, NOT_PUBLIC],
  ['169.254.169.254', 'http://169.254.169.254/', undefined, NOT_HTTPS],
  // A port and http are part of an entry.
  ['shop.internal:8443', 'https://shop.internal:8443/', '10.0.0.7', undefined],
  ['shop.internal:8443', 'https://shop.internal/', '10.0.0.7', NOT_PUBLIC],
  ['shop.internal:443', 'https://shop.internal/', '10.0.0.7', undefined],
  ['10.1.0.0/16:8443', 'https://10.1.0.1:8443/', undefined, undefined],
  ['10.1.0.0/16:8443', 'https://10.1.0.1:6443/', undefined, NOT_PUBLIC],
  ['[fd12::/16]:8443', 'https://[fd12::1]:8443/', undefined, undefined],
  ['[fd12::1]:8443', 'https://[fd12::1]/', undefined, NOT_PUBLIC],
  ['http://shop:8080', 'http://shop:8080/hooks', '172.18.0.3', undefined],
  ['http://shop:8080', 'https://shop:8080/hooks', '172.18.0.3', undefined],
  ['http://shop:8080', 'http://shop/hooks', '172.18.0.3', NOT_HTTPS],
  ['http://shop:80', 'http://shop/hooks', '172.18.0.3', undefined],
  ['http://shop', 'http://shop:9/', '169.254.169.254', NOT_HTTPS],
  ['http://10.2.0.0/16', 'http://any.example:8080/', '10.2.3.4', undefined],
  ['http://10.2.0.0/16', 'http://any.example:8080/', '10.3.3.4', NOT_HTTPS],
  ['http://10.2.0.0/16', 'http://any.example/', '93.184.215.14', NOT_HTTPS],
  ['http://10.2.0.0/16', 'ftp://10.2.0.1/', undefined, 'it is not an http or https address'],
  ['shop.internal, http://10.2.0.0/16', 'http://shop.internal/', '10.1.0.1', NOT_HTTPS],
  // Public https addresses need no entry.
  ['shop.internal', 'https://acme.example/', '93.184.215.14', undefined],
  ['', 'https://acme.example/', '168.63.129.16', NOT_PUBLIC],
] as const) {
  const from = address ? ` at ${address}` : ''
  test(`with "${allow}", ${href}${from} is ${expected ? `refused: ${expected}` : 'called'}`, () => {
    assert.equal(refusal(allow, href, address), expected)
  })
}

const FORMS = /^ must be a comma-separated list of hosts .+ without TLS; "(.*)" is none of these\.$/

for (const entry of [
  ...['*', '*.', '*.*.internal', 'a.*.internal', 'shop internal', 'shop.internal/hooks', 'http://', ':80'],
  ...['shop:0', 'shop:65536', 'shop:http', 'shop:', 'ftp://shop', 'user@shop', '0x7f.1', '127.1', '10.1/16'],
  ...['10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/-1', 'fd00::/129', '[fd00::', 'fd00::1]:80'],
]) {
  test(`the entry ${entry} is refused with the forms that are known`, () => {
    assert.throws(
      () => parseOutboundTargets(`10.9.0.0/16, ${entry}`),
      (error) => error instanceof Problem && FORMS.exec(error.message)?.[1] === entry,
    )
  })
}

for (const [entry, sentence] of [
  ['10.1.2.3/8', 'within a network; write 10.0.0.0/8 for the network, or 10.1.2.3 alone.'],
  ['fd12::1/16', 'within a network; write fd12::/16 for the network, or fd12::1 alone.'],
  ['169.254.0.0/16', 'a network with link-local or other special addresses; list each'],
  ['fe80::/10', 'a network with link-local or other special addresses; list each'],
  ['0.0.0.0/0', 'a network with link-local or other special addresses; list each'],
  ['::/0', 'a network with link-local or other special addresses; list each'],
  ['224.0.0.0/4', 'a network with link-local or other special addresses; list each'],
  ['::ffff:0:0/96', 'a network with link-local or other special addresses; list each'],
] as const) {
  test(`the entry ${entry} is refused as ${sentence}`, () => {
    assert.throws(
      () => parseOutboundTargets(entry),
      (error) => {
        assert.ok(error instanceof Problem)
        assert.ok(
          error.message.startsWith(` holds "${entry}", `) && error.message.includes(sentence),
          error.message,
        )
        return true
      },
    )
  })
}

async function backend(listener: RequestListener): Promise<{ port: string; requests: () => number }> {
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    listener(request, response)
  })
  return { port: new URL(await listen(server)).port, requests: () => requests }
}

function outbound(allow: string, addressOf: (hostname: string) => string) {
  const lookup = async (hostname: string) => {
    const address = addressOf(hostname)
    return [{ address, family: address.includes(':') ? 6 : 4 }]
  }
  const made = createOutbound({ ...policyOf(allow), lookup })
  closing.push(() => made.close())
  return made
}

const outcome = (response: OutboundResponse) => (response.ok ? response.status : response.detail)

test('production calls an allowed host without TLS, by GET and by POST', async () => {
  const { port } = await backend((request, response) => response.end(request.headers.host))
  const made = outbound(`http://shop.internal:${port}`, () => '127.0.0.1')
  const url = new URL(`http://shop.internal:${port}/`)
  assert.equal(outcome(await made.get(url)), 200)
  assert.equal(outcome(await made.post(url, { headers: {}, body: Buffer.from('{}') })), 200)
  assert.equal(outcome(await made.get(new URL(`http://other.internal:${port}/`))), NOT_HTTPS)
})

test('a name that begins to resolve elsewhere is checked again at its next connection', async () => {
  const { port, requests } = await backend((_, response) =>
    response.writeHead(200, { connection: 'close' }).end(),
  )
  let address = '127.0.0.1'
  const made = outbound('http://127.0.0.0/8', () => address)
  const url = new URL(`http://rebinding.example:${port}/`)
  assert.equal(outcome(await made.get(url)), 200)
  for (address of ['10.0.0.1', '169.254.169.254', '0.0.0.0', '::ffff:10.0.0.1'])
    assert.equal(outcome(await made.get(url)), NOT_HTTPS, address)
  assert.equal(requests(), 1)
})

test('an allowed host cannot redirect to another one, whether that is allowed or not', async () => {
  const inside = await backend((_, response) => response.end('inside'))
  for (const location of [
    `http://other.internal:${inside.port}/`,
    `http://127.0.0.1:${inside.port}/`,
    'http://169.254.169.254/latest/meta-data',
  ]) {
    const { port } = await backend((_, response) => response.writeHead(307, { location }).end())
    const made = outbound('http://*.internal, http://127.0.0.1', () => '127.0.0.1')
    const url = new URL(`http://shop.internal:${port}/`)
    assert.equal(outcome(await made.get(url)), 'it redirects to another host')
    assert.equal(outcome(await made.post(url, { headers: {}, body: Buffer.from('') })), 307)
  }
  assert.equal(inside.requests(), 0)
})
