import { openDatabase } from '@mms/service-kit'

export interface OutboxRow {
  position: number | null
  type: string
  subject: string
}

export async function readTables<T>(
  url: string,
  read: (db: ReturnType<typeof openDatabase>) => Promise<T>,
): Promise<T> {
  const db = openDatabase(url, { poolSize: 1 })
  try {
    return await read(db)
  } finally {
    await db.destroy()
  }
}

export const outboxOf = (db: ReturnType<typeof openDatabase>): Promise<OutboxRow[]> =>
  db('outbox').orderBy('position').select('position', 'type', 'subject')
