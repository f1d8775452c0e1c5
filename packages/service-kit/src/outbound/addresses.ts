import ipaddr from 'ipaddr.js'

export type Network = ReturnType<typeof ipaddr.parseCIDR>
type Address = Network[0]

/** Contains all IPv6 addresses of the internet. The others are private or reserved. */
const PUBLIC_IPV6 = ipaddr.parseCIDR('2000::/3')

/** Parses a network (`10.1.0.0/16`) or a single address. Throws for other texts. */
export function parseNetwork(text: string): Network {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.parse(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

const isWithin = (address: Address, [first, bits]: Network) =>
  first.kind() === address.kind() && address.match(first, bits)

/** IPv4 addresses mapped to IPv6 count as IPv4, here and below. */
export const isLoopback = (address: string): boolean => ipaddr.process(address).range() === 'loopback'

/** True for internet addresses and for the networks that the operator listed. */
export function isAllowedAddress(text: string, listed: readonly Network[]): boolean {
  const address = ipaddr.process(text)
  if (listed.some((network) => isWithin(address, network))) return true
  const isPublic = address.range() === 'unicast'
  return isPublic && (address.kind() === 'ipv4' || isWithin(address, PUBLIC_IPV6))
}
