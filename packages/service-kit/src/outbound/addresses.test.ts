import { expect, test } from 'vitest'
import { z } from 'zod'
import { loadConfig } from '../config/config.ts'
import { isAllowedAddress, parseNetwork } from './addresses.ts'
import { outboundSettings } from './settings.ts'

test.each([
  ...['127.0.0.1', '127.8.8.8', '0.0.0.0', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254'],
  ...['100.64.0.1', '192.0.0.8', '198.18.0.1', '203.0.113.9', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:0a00:0001', 'fe80::1', 'fe80::1%eth0'],
  ...['fec0::1', 'fd00::1', 'ff02::1', '64:ff9b::7f00:1', '64:ff9b:1::a00:1', '2002:7f00:1::'],
  ...['2001:0::1', '2001:db8::1'],
])('%s is called only where it is listed', (address) => {
  expect(isAllowedAddress(address, [])).toBe(false)
  expect(isAllowedAddress(address, [parseNetwork('0.0.0.0/0'), parseNetwork('::/0')])).toBe(true)
})

test.each(['1.1.1.1', '2606:4700:4700::1111', '::ffff:1.1.1.1'])('%s is public', (address) => {
  expect(isAllowedAddress(address, [])).toBe(true)
})

test('what is listed is a network, or one address', () => {
  const listed = ['10.1.0.0/16', 'fd00:7::/32', '127.0.0.1'].map(parseNetwork)
  const callable = ['10.1.2.3', 'fd00:7::9', '127.0.0.1', '::ffff:10.1.9.9'].map((each) =>
    isAllowedAddress(each, listed),
  )
  const others = ['10.2.0.1', 'fd00:8::1', '127.0.0.2'].map((each) => isAllowedAddress(each, listed))
  expect([callable, others]).toEqual([Array(4).fill(true), Array(3).fill(false)])
})

test('the setting says what it should be', () => {
  const load = (list: string) => loadConfig(z.object(outboundSettings), { OUTBOUND_PRIVATE_NETWORKS: list })
  expect(load('10.1.0.0/16, ::1').OUTBOUND_PRIVATE_NETWORKS).toHaveLength(2)
  for (const wrong of ['mail.local', '10.0.0.0/33', '10.1.0.0/16,']) {
    expect(() => load(wrong)).toThrow('must be networks such as 10.1.0.0/16, with commas between')
  }
})
