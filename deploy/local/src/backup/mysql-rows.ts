import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { StartupError } from '@mms/service-kit/config'
import { z } from 'zod'

/** Numbers and times as the server writes them in text; bytes, which are no text, in base64. */
const valueSchema = z.union([z.string(), z.null(), z.object({ base64: z.string() })])

const tableSchema = z.object({
  table: z.string(),
  /** The statement that makes it. */
  create: z.string(),
  /** Those that are written; a generated one is not. */
  columns: z.array(z.string()),
})

export type Value = z.output<typeof valueSchema>
export type TableHead = z.output<typeof tableSchema>

/** A line for the table, then one for each of its rows. */
export const encodeLine = (line: TableHead | Value[]): string => `${JSON.stringify(line)}\n`

const lineSchema = z.union([tableSchema, z.array(valueSchema)])

/** The lines of one database, as `encodeLine` wrote them. */
export async function* decodeLines(
  source: Readable,
  name: string,
): AsyncGenerator<TableHead | readonly Value[]> {
  for await (const line of createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY })) {
    const parsed = lineSchema.safeParse(JSON.parse(line))
    if (!parsed.success)
      throw new StartupError(`The rows of ${name} in the backup are not as they were written.`)
    yield parsed.data
  }
}

/** Rows by table of the lines of one database. */
export async function countLines(source: Readable, name: string): Promise<Record<string, number>> {
  const tables: Record<string, number> = {}
  let table = ''
  for await (const line of decodeLines(source, name)) {
    if ('table' in line) {
      table = line.table
      tables[table] = 0
    } else tables[table] = (tables[table] ?? 0) + 1
  }
  return tables
}
