import { promisify } from 'node:util'
import type { Knex } from 'knex'
import { CATCH_UP_SQL, type Nodes } from './nodes.ts'

export interface MysqlConnection {
  stream: { destroy(error: Error): void }
  query(
    statement: { sql: string },
    values: unknown[],
    done: (error: unknown, ...results: unknown[]) => void,
  ): void
}

const RETRY_SINGLE = 'SET SESSION wsrep_retry_autocommit = 5'

const nodesOf = (db: Knex): Nodes | undefined => db.client.config.userParams?.nodes

/** True for a cluster. There locks apply to one node only, and nodes see commits of others late. */
export const isClustered = (db: Knex): boolean => nodesOf(db) !== undefined

interface ClusterClient {
  connectionSettings: object
  acquireRawConnection(): Promise<MysqlConnection>
  destroyRawConnection(connection: MysqlConnection): unknown
}

export function connectToNodes(db: Knex): void {
  const nodes = nodesOf(db)
  if (!nodes) return
  const client: ClusterClient = db.client
  const connect = client.acquireRawConnection.bind(client)

  async function connectTo(node: number): Promise<MysqlConnection> {
    client.connectionSettings = { ...client.connectionSettings, ...nodes?.addresses[node] }
    const connection = await connect()
    const query = promisify(connection.query.bind(connection))
    try {
      for (const sql of [RETRY_SINGLE, CATCH_UP_SQL]) await query({ sql }, [])
    } catch (error) {
      connection.stream.destroy(error as Error)
      throw error
    }
    return connection
  }

  client.acquireRawConnection = async () => {
    let failure: unknown
    for (const node of nodes.order()) {
      try {
        const connection = await connectTo(node)
        nodes.met(connection, node)
        return connection
      } catch (error) {
        nodes.leave(node)
        failure = error
      }
    }
    throw failure
  }
}

/** On a cluster, waits for all earlier commits. Call it before a read that must not miss any. Not in transactions. */
export async function catchUp(db: Knex): Promise<void> {
  if (isClustered(db)) await db.raw(CATCH_UP_SQL)
}

/** On a cluster, repeats a lookup that found nothing, because another node may have the row already. */
export async function findCaughtUp<T>(db: Knex, find: () => Promise<T | undefined>): Promise<T | undefined> {
  const found = await find()
  if (found !== undefined || !isClustered(db)) return found
  await catchUp(db)
  return find()
}

/**
 * Use it beside `forUpdate()` for rows that are locked but not changed: nodes detect conflicts between changed rows
 * only. The later of two transactions then fails with 1213 and is retried. The table needs `lockColumn`.
 */
export async function lockAcrossNodes(db: Knex, rows: Knex.QueryBuilder): Promise<void> {
  if (isClustered(db)) await rows.increment('locks', 1)
}
