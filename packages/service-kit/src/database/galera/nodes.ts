import type { MysqlNode } from '../mysql-address.ts'

/** Waits until the node has all earlier commits. Fails if the node has left its cluster. */
export const CATCH_UP_SQL = 'SET STATEMENT wsrep_sync_wait = 1 FOR SELECT 1'

const BACK_AFTER_MS = 30_000

/** Selects the first node that works. All connections of a pool use it, so that a process can read its own writes. */
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
    order(): number[] {
      const fromHere = addresses.map((_, index) => (current + index) % addresses.length)
      if (!goesBack) return fromHere
      goesBack = false
      return [0, ...fromHere.filter((node) => node !== 0)]
    },
    met(connection: object, node: number): void {
      nodeOf.set(connection, node)
      current = node
    },
    leave,
    lost(connection: object): void {
      const node = nodeOf.get(connection)
      if (node !== undefined) leave(node)
    },
    /** False every 30 seconds for connections to a spare node, so that the pool tries the first node again. */
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
