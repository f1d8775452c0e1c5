import type { CatalogueImport, ImportedRow, ImportRow, Medicine, UndoneRows } from '@mms/contracts'
import { http, withProof } from '@mms/sdk'
import { medicineKeys } from '../keys.ts'
import { useLive } from '../use-live.ts'

const PATH = '/api/medicines/imports'
/** A busy server may need long for hundreds of medicines. */
const TIMEOUT_MS = 60_000

export const useImports = () => useLive<CatalogueImport[]>(medicineKeys('imports'), PATH)

export interface ImportRequest {
  fileName: string
  dryRun: boolean
  setStock: boolean
  rows: ImportRow[]
}

/** A row that is sent again is not imported twice. */
export async function sendImportRows(id: string, body: ImportRequest): Promise<ImportedRow[]> {
  const options = { body, quiet: true, timeout: TIMEOUT_MS }
  return (await http.put<{ rows: ImportedRow[] }>(`${PATH}/${id}`, options)).data.rows
}

/** Undoes part of an import. Call it again while the answer has rows `left`. */
export async function undoImportRows(id: string): Promise<UndoneRows> {
  return (await http.post<UndoneRows>(`${PATH}/${id}/undo`, { quiet: true, timeout: TIMEOUT_MS })).data
}

export async function fetchCatalogue(): Promise<Medicine[]> {
  const options = { quiet: true, timeout: TIMEOUT_MS }
  return (await withProof(() => http.get<Medicine[]>('/api/medicines/export', options))).data
}
