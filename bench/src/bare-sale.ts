import { randomUUID } from 'node:crypto'
import { json } from 'node:stream/consumers'
import { createPool, type ResultSetHeader } from 'mysql2/promise'
import { serveJson } from './bare-server.ts'

/**
 * Baseline for a sale: node:http and mysql2; one guarded UPDATE and two INSERTs in one transaction of one
 * database. No framework, token, log, validation, second service, replay or feed.
 */
const pool = createPool({ uri: process.env.DATABASE_URL as string, connectionLimit: 16 })

interface Sale {
  medicineId: string
  quantity: number
  unitPrice: number
}

async function record({ medicineId, quantity, unitPrice }: Sale): Promise<unknown> {
  const id = randomUUID()
  const connection = await pool.getConnection()
  try {
    await connection.beginTransaction()
    const [{ affectedRows }] = await connection.execute<ResultSetHeader>(
      'update medicines set stock = stock - ? where id = ? and stock >= ?',
      [quantity, medicineId, quantity],
    )
    if (affectedRows !== 1) throw new Error('Not in stock')
    await connection.execute('insert into movements (id, medicine_id, delta) values (?, ?, ?)', [
      id,
      medicineId,
      -quantity,
    ])
    await connection.execute(
      'insert into transactions (id, medicine_id, quantity, unit_price_paise) values (?, ?, ?, ?)',
      [id, medicineId, quantity, Math.round(unitPrice * 100)],
    )
    await connection.commit()
    return { _id: id, medicineId, quantity, unitPrice }
  } catch (error) {
    await connection.rollback()
    throw error
  } finally {
    connection.release()
  }
}

serveJson(201, async (request) => record((await json(request)) as Sale))
