import type { MysqlNode } from '../mysql-address.ts'

/** Resolves once the node holds all that was committed before on any node; fails where it is not part of its cluster. */
export const CATCH_UP = 'SET STATEMENT wsrep_sync_wait = 1 FOR SELECT 1'

/** So long after the first node was lost, it is tried again. */
const BACK_AFTER_MS = 30_000

/**
 * Which node of a cluster a pool uses: the first of its list, and while that is away the next one that works. All connections
 * of a pool are to one node, so that a process reads what it wrote.
 */
export function createNodes(addresses: readonly MysqlNode[], now: () => number = () => performance.now()) {
  const nodeOf = new WeakMap<object, number>()
  let current = 0
  let leftAt = Number.NEGATIVE_INFINITY
  let goesBack = false

  const leave = (node: number) => {
    if (node === 0) leftAt = now()
    if (node === current) current = (current + 1) % addresses.length
  }

  return {
    addresses,
    /** Places in `addresses`, in the order in which a new connection tries them. */
    order(): number[] {
      const fromHere = addresses.map((_, index) => (current + index) % addresses.length)
      if (!goesBack) return fromHere
      goesBack = false
      return [0, ...fromHere.filter((node) => node !== 0)]
    },
    /** A connection was made to the node of this place. */
    met(connection: object, node: number): void {
      nodeOf.set(connection, node)
      current = node
    },
    /** No connection could be made to it. */
    leave,
    /** A connection has ended. */
    lost(connection: object): void {
      const node = nodeOf.get(connection)
      if (node !== undefined) leave(node)
    },
    /** Whether to go on with a connection: now and then one is given up, for another to be made to the first node. */
    isGood(connection: object): boolean {
      if (current !== 0 && now() - leftAt > BACK_AFTER_MS) {
        leftAt = now()
        goesBack = true
        return false
      }
      return nodeOf.get(connection) === current
    },
  }
}
export type Nodes = ReturnType<typeof createNodes>
