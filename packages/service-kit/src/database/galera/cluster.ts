import { promisify } from 'node:util'
import type { Knex } from 'knex'
import { CATCH_UP, type Nodes } from './nodes.ts'

/** What knex uses of a connection of mysql2. */
export interface MysqlConnection {
  stream: { destroy(error: Error): void }
  query(
    statement: { sql: string },
    values: unknown[],
    done: (error: unknown, ...results: unknown[]) => void,
  ): void
}

/** The server repeats a single statement so often that lost against another node, as `inTransaction` repeats its work. */
const RETRY_SINGLE = 'SET SESSION wsrep_retry_autocommit = 5'

const nodesOf = (db: Knex): Nodes | undefined => db.client.config.userParams?.nodes

/** Whether several servers hold this database: a lock reaches one of them, and what one has committed another shows later. */
export const isClustered = (db: Knex): boolean => nodesOf(db) !== undefined

interface ClusterClient {
  connectionSettings: object
  acquireRawConnection(): Promise<MysqlConnection>
  destroyRawConnection(connection: MysqlConnection): unknown
}

/** Lets the pool of a clustered database connect to the first of its nodes that works and has caught up. */
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
      for (const sql of [RETRY_SINGLE, CATCH_UP]) await query({ sql }, [])
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

/**
 * Before a read whose "no" must hold, such as "there is no such token": on a cluster it waits until this process reads all that
 * was committed before, by whichever node. On one server it does nothing. Not in a transaction, where it cannot wait.
 */
export async function catchUp(db: Knex): Promise<void> {
  if (isClustered(db)) await db.raw(CATCH_UP)
}

/**
 * What `find` finds; on a cluster it looks once more after catching up, because another replica may have written it at a node
 * that is ahead of ours.
 *
 * @example const token = await findCaughtUp(db, () => tokens.find(hash))
 */
export async function findCaughtUp<T>(db: Knex, find: () => Promise<T | undefined>): Promise<T | undefined> {
  const found = await find()
  if (found !== undefined || !isClustered(db)) return found
  await catchUp(db)
  return find()
}

/**
 * Beside `forUpdate()`, where what is locked need not be written: the nodes of a cluster compare only rows that are written. So
 * it writes them, and of two transactions that lock the same row the second to commit runs again (1213). On one server it does
 * nothing. The table has the column `locks` (`lockColumn`).
 *
 * @example
 * await lockAcrossNodes(trx, trx('users').where({ id }))
 * const user = await trx('users').where({ id }).forUpdate().first()
 */
export async function lockAcrossNodes(db: Knex, rows: Knex.QueryBuilder): Promise<void> {
  if (isClustered(db)) await rows.increment('locks', 1)
}
