import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { announcesBody, Counter, type Metrics, networkOf } from '@mms/service-kit'
import { MAX_CONNECTIONS } from './limits.ts'

/** Room above our limit: at `maxConnections` Node drops new connections before we can choose which one to close. */
const ARRIVING = 1_000

/**
 * Connections of one address in four kinds, each longest unused first: strangers waiting, strangers answered, signed-in
 * people waiting, signed-in people answered.
 */
type Owned = [Set<Socket>, Set<Socket>, Set<Socket>, Set<Socket>]

interface Watched {
  owned: Owned
  kind: 0 | 1 | 2 | 3
}

const WATCHED = Symbol('watched')
type WatchedSocket = Socket & { [WATCHED]?: Watched }

const sizeOf = (owned: Owned) => owned[0].size + owned[1].size + owned[2].size + owned[3].size

function move(socket: WatchedSocket, kindOf: (kind: number) => number): void {
  const watched = socket[WATCHED]
  if (!watched) return
  watched.owned[watched.kind].delete(socket)
  watched.kind = kindOf(watched.kind) as Watched['kind']
  watched.owned[watched.kind].add(socket)
}

const waitsForClient = (kind: number) => kind & 2
const isAnswered = (kind: number) => kind | 1
const isSignedIn = (kind: number) => kind | 2

export function markSignedIn(socket: Socket): void {
  move(socket, isSignedIn)
}

export interface ConnectionLimits {
  /** Per address. Behind proxies all clients have the proxy's address. */
  each: number
  all?: number
}

/**
 * At the limit, closes the longest unused connection of the kind with the most connections. So a flood loses its own
 * connections first, even if it shares a store's address.
 */
export function limitConnections(
  server: Server,
  { each, all = MAX_CONNECTIONS }: ConnectionLimits,
  { registry }: Pick<Metrics, 'registry'>,
): void {
  const addresses = new Map<string, Owned>()
  let count = 0
  const closed = new Counter({
    name: 'gateway_closed_connections_total',
    help: 'Connections closed to make room for others',
    registers: [registry],
  })

  const forget = (socket: WatchedSocket, address: string) => {
    const watched = socket[WATCHED]
    if (!watched) return
    delete socket[WATCHED]
    count -= 1
    watched.owned[watched.kind].delete(socket)
    if (sizeOf(watched.owned) === 0) addresses.delete(address)
  }

  const largest = (): [string, Owned] | undefined => {
    let found: [string, Owned] | undefined
    for (const entry of addresses) if (!found || sizeOf(entry[1]) > sizeOf(found[1])) found = entry
    return found
  }

  /** Never closes a signed-in person's connection that waits for a response. */
  const closeOne = ([address, owned]: [string, Owned]): boolean => {
    const [socket] = [owned[1], owned[2]].reduce(
      (most, kind) => (kind.size > most.size ? kind : most),
      owned[0],
    )
    if (!socket) return false
    forget(socket, address)
    socket.destroy()
    closed.inc()
    return true
  }

  server.maxConnections = all + ARRIVING
  server.on('connection', (socket: WatchedSocket) => {
    const address = networkOf(socket.remoteAddress ?? '')
    const own = addresses.get(address)
    const full = own && sizeOf(own) >= each ? ([address, own] as [string, Owned]) : count >= all && largest()
    if (full && !closeOne(full)) return socket.destroy()
    const owned: Owned = addresses.get(address) ?? [new Set(), new Set(), new Set(), new Set()]
    addresses.set(address, owned)
    socket[WATCHED] = { owned, kind: 0 }
    owned[0].add(socket)
    count += 1
    socket.once('close', () => forget(socket, address))
  })
  server.prependListener('request', (req, res) => {
    const { socket } = req
    if (announcesBody(req)) req.once('end', () => move(socket, isAnswered))
    else move(socket, isAnswered)
    res.once('close', () => move(socket, waitsForClient))
  })
}
