import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { once } from 'node:events'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { StartupError } from '../config/config.ts'
import { isAllowedAddress, isLoopback, type Network } from './addresses.ts'

export interface OutboundPolicy {
  OUTBOUND_PRIVATE_NETWORKS: readonly Network[]
  OUTBOUND_CLEAR_TEXT: 'refused' | 'allowed'
}

/** Resolves a name to all its addresses. Tests replace the system's resolver. */
export type Resolve = (
  name: string,
  options: { all: true },
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

const NOT_LISTED = 'its address is not public, and not in OUTBOUND_PRIVATE_NETWORKS'
const NOT_ENCRYPTED = 'it is not encrypted, and OUTBOUND_CLEAR_TEXT is not "allowed"'

const refused = (code: string) => Object.assign(new Error(code), { code })
const withoutBrackets = (host: string) => host.replace(/^\[|\]$/g, '')

export function createConnections(policy: OutboundPolicy, resolve: Resolve = systemLookup) {
  const isClearAllowed = policy.OUTBOUND_CLEAR_TEXT === 'allowed'
  const mayBeClear = (address: string) => isClearAllowed || isLoopback(address)

  function refusalOf(address: string, isClear: boolean): string | undefined {
    if (!isAllowedAddress(address, policy.OUTBOUND_PRIVATE_NETWORKS)) return NOT_LISTED
    return isClear && !mayBeClear(address) ? NOT_ENCRYPTED : undefined
  }

  /** Checks addresses that are IP addresses already and are therefore never resolved. */
  function refusalOfUrl({ protocol, hostname }: URL): string | undefined {
    const host = withoutBrackets(hostname)
    const isClear = protocol === 'http:'
    if (isIP(host)) return refusalOf(host, isClear)
    return isClear && !isClearAllowed && host !== 'localhost' ? NOT_ENCRYPTED : undefined
  }

  /** Resolves and checks a name for the socket, which then connects to exactly the checked addresses. */
  const lookupFor =
    (isClear: boolean): LookupFunction =>
    (name, { all }, done) =>
      resolve(name, { all: true }, (error, addresses) => {
        const [first] = addresses ?? []
        if (error || !first) return done(error ?? refused('ENOTFOUND'), '')
        const refusal = addresses.map(({ address }) => refusalOf(address, isClear)).find(Boolean)
        if (refusal) return done(refused(refusal), '')
        return all ? done(null, addresses) : done(null, first.address, first.family)
      })

  return {
    mayBeClear,
    lookupFor,
    assertCallable(url: URL): void {
      const refusal = refusalOfUrl(url)
      if (refusal) throw refused(refusal)
    },
    /** Connects to a server that may start TLS later. `mayBeClear` tells whether it must. */
    async connect(name: string, port: number, signal: AbortSignal): Promise<Socket> {
      const host = withoutBrackets(name)
      const refusal = isIP(host) ? refusalOf(host, false) : undefined
      if (refusal) throw refused(refusal)
      const socket = connect({ host, port, lookup: lookupFor(false) })
      await once(socket, 'connect', { signal }).catch((error: Error) => {
        socket.destroy()
        throw error
      })
      return socket
    },
  }
}

/** Throws a `StartupError` if the address in a setting is never allowed. */
export function assertSettingCallable(policy: OutboundPolicy, setting: string, url: string): void {
  try {
    createConnections(policy).assertCallable(new URL(url))
  } catch (error) {
    throw new StartupError(`${setting} cannot be called: ${(error as Error).message}.`)
  }
}
