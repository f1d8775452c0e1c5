import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { announcesBody, Counter, type Metrics } from '@mms/service-kit'
import { networkOf } from '../http/client-address.ts'
import { CONNECTIONS } from './limits.ts'

/** More than arrive at once: the server itself drops a connection beyond that, whosesoever it is. */
const ARRIVING = 1_000

/**
 * The connections of one address, the longest unused first, by kind: of strangers that have sent no whole request, of
 * strangers that are answered, of people signed in that have sent no whole request, and of those that are answered.
 */
type Owned = [Set<Socket>, Set<Socket>, Set<Socket>, Set<Socket>]

interface Watched {
  owned: Owned
  kind: 0 | 1 | 2 | 3
}

const WATCHED = Symbol('watched')
type WatchedSocket = Socket & { [WATCHED]?: Watched }

const sizeOf = (owned: Owned) => owned[0].size + owned[1].size + owned[2].size + owned[3].size

/** Puts a connection behind all others of its kind. */
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

/** A good token came over this connection. */
export function recognize(socket: Socket): void {
  move(socket, isSignedIn)
}

export interface ConnectionLimits {
  /** Of one address; where proxies stand between, all have the address of the nearest. */
  each: number
  all?: number
}

/**
 * Makes room for a new connection where an address, or all together, have as many as they may: of the kind that there is
 * most of, the longest unused is closed. A flood so closes its own, even where the address is that of a whole store.
 */
export function limitConnections(
  server: Server,
  { each, all = CONNECTIONS }: ConnectionLimits,
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

  /** Closes one of an address: of the kind it has most of, but none on which a person signed in waits for an answer. */
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
