import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AddressBlocked, createAddressGuard, readAllowedHosts } from './address-guard.ts'

const guardOf = (allowed: string, names: Record<string, string[]> = {}) => {
  const hosts = readAllowedHosts(allowed)
  assert.ok(hosts)
  return createAddressGuard(hosts, async (host) => {
    const found = names[host]
    if (found === undefined) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
    return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  })
}

/** Every way to write an address that is not for others, as URLs have been made to lead inside. */
const inside = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://127.0.0.1.:80/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://①②⑦.⓪.⓪.①/',
  'http://127。0。0。1/',
  'http://127%2e0%2e0%2e1/',
  'http://0.0.0.0/',
  'http://0/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://192.168.1.1/',
  'http://100.64.0.1/',
  'http://100.100.100.200/latest/meta-data',
  'http://169.254.169.254/latest/meta-data',
  'http://2852039166/latest/meta-data',
  'http://0xa9fea9fe/',
  'http://168.63.129.16/',
  'http://192.0.0.192/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://[::1]/',
  'http://[::]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::127.0.0.1]/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[64:ff9b:1::1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:7f00:1::]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/',
  'http://[ff02::1]/',
  'http://[2001:db8::1]/',
  'http://[100::1]/',
]

describe('the address guard', () => {
  it('refuses what is no web address, and names and passwords in one', async () => {
    const guard = guardOf('127.0.0.1')
    for (const url of [
      'ftp://example.com/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'gopher://example.com/',
      '//example.com/',
      'http://',
      'http://[fe80::1%25eth0]/',
      'nonsense',
    ]) {
      assert.match((await guard.refusal(url)) ?? '', /https:\/\//, url)
    }
    for (const url of ['http://a:b@1.1.1.1/', 'http://a@1.1.1.1/']) {
      assert.match((await guard.refusal(url)) ?? '', /not contain a name or password/)
    }
  })

  it('refuses addresses that are not public, however they are written', async () => {
    const guard = guardOf('')
    for (const url of inside) {
      const refusal = await guard.refusal(url)
      assert.match(refusal ?? '', /is refused: .* not a public address.*WEBHOOK_ALLOWED_HOSTS/, url)
      await assert.rejects(guard.addressesOf(new URL(url).hostname), AddressBlocked)
    }
  })

  it('refuses names that lead there, also with one address of several', async () => {
    const guard = guardOf('', {
      localhost: ['127.0.0.1', '::1'],
      'rebind.example': ['93.184.216.34', '10.0.0.7'],
      'mapped.example': ['::ffff:192.168.0.1'],
      'odd.example': ['fe80::1%eth0'],
    })
    for (const host of ['localhost', 'rebind.example', 'mapped.example', 'odd.example']) {
      const refusal = (await guard.refusal(`https://${host}/`)) ?? ''
      assert.match(refusal, /does not resolve to a public address\./, host)
      const full = (await guard.refusal(`https://${host}/`, 'administrators')) ?? ''
      assert.match(full, /does not resolve to a public address but to [\da-f.:%eth]+\./, host)
      await assert.rejects(guard.addressesOf(host), AddressBlocked)
    }
  })

  it('lets public addresses through, and gives what was checked', async () => {
    const guard = guardOf('', { 'example.com': ['93.184.216.34', '2606:4700::1111'] })
    assert.equal(await guard.refusal('https://example.com/hook?a=1'), undefined)
    assert.equal(await guard.refusal('http://1.1.1.1:8080/'), undefined)
    assert.equal(await guard.refusal('http://[2606:4700::1111]/'), undefined)
    assert.deepEqual(await guard.addressesOf('example.com'), [
      { address: '93.184.216.34', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ])
  })

  it('leaves a name that leads nowhere yet to the connection', async () => {
    const guard = guardOf('')
    assert.equal(await guard.refusal('https://later.example/'), undefined)
    await assert.rejects(guard.addressesOf('later.example'), { code: 'ENOTFOUND' })
  })

  it('opens hosts and networks that the operator names, and nothing beside them', async () => {
    const names = { 'hooks.lan': ['10.9.9.9'], 'other.lan': ['10.9.9.9'], 'six.lan': ['fd00::5'] }
    const guard = guardOf(' Hooks.lan, 127.0.0.0/8 ,192.168.1.7, fd00::/64 ', names)
    for (const url of [
      'http://hooks.lan/',
      'http://HOOKS.LAN./',
      'http://127.9.9.9/',
      'http://[::ffff:127.0.0.1]/',
      'http://192.168.1.7/',
      'http://six.lan/',
    ]) {
      const host = new URL(url).hostname
      const known = host.endsWith('.') ? { ...names, [host]: ['10.9.9.9'] } : names
      const open = guardOf('hooks.lan, 127.0.0.0/8, 192.168.1.7, fd00::/64', known)
      assert.equal(await open.refusal(url), undefined, url)
    }
    for (const url of ['http://other.lan/', 'http://192.168.1.8/', 'http://[fd00:0:0:1::5]/']) {
      assert.match((await guard.refusal(url)) ?? '', /is refused/, url)
    }
  })
})

describe('readAllowedHosts', () => {
  it('refuses what is neither a host nor a network', () => {
    for (const text of [
      '10.0.0.0/33',
      '10.0.0.0/8/8',
      'http://x/',
      'a b',
      '*.lan',
      '::1/x',
      '-a',
    ]) {
      assert.equal(readAllowedHosts(text), undefined, text)
    }
  })

  it('takes nothing as nothing', () => {
    assert.deepEqual(readAllowedHosts(' , '), { names: new Set(), networks: [] })
  })
})
