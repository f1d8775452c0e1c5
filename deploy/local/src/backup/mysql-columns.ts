import type { Connection, RowDataPacket } from 'mysql2/promise'

export interface Column {
  name: string
  /** As the server's catalogue says it: `datetime`, `double`, `varbinary`. */
  type: string
}

/** The columns of a table that are written; a generated one is not. */
export async function columnsOf(connection: Connection, database: string, table: string): Promise<Column[]> {
  const [columns] = await connection.query<RowDataPacket[]>(
    `select column_name as name, data_type as type from information_schema.columns
      where table_schema = ? and table_name = ? and extra not like '%GENERATED%' order by ordinal_position`,
    [database, table],
  )
  return columns.map(({ name, type }) => ({ name, type }))
}

export const isBytes = ({ type }: Pick<Column, 'type'>): boolean => /(binary|blob)$/.test(type)

export const namesOf = (columns: Column[]) => ({
  columns: columns.map(({ name }) => name),
  bytes: new Set(columns.filter(isBytes).map(({ name }) => name)),
})
