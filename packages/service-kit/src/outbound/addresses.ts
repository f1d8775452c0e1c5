import ipaddr from 'ipaddr.js'

/** A range of addresses: the first of them, and how many leading bits they have in common. */
export type Network = ReturnType<typeof ipaddr.parseCIDR>
type Address = Network[0]

/** All that is routed on the internet lies in here; the rest of IPv6 is private, of translators, or nothing. */
const PUBLIC_IPV6 = ipaddr.parseCIDR('2000::/3')

/** `10.1.0.0/16`, or one address. Throws where it is neither. */
export function parseNetwork(text: string): Network {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.parse(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

const isWithin = (address: Address, [first, bits]: Network) =>
  first.kind() === address.kind() && address.match(first, bits)

/** Whether an address is of this machine. One of IPv4 in the form of IPv6 counts as what it is, here and below. */
export const isLoopback = (address: string): boolean => ipaddr.process(address).range() === 'loopback'

/** Whether an address is on the internet, or in one of the networks listed by the operator. */
export function isCallable(text: string, listed: readonly Network[]): boolean {
  const address = ipaddr.process(text)
  if (listed.some((network) => isWithin(address, network))) return true
  const isPublic = address.range() === 'unicast'
  return isPublic && (address.kind() === 'ipv4' || isWithin(address, PUBLIC_IPV6))
}
