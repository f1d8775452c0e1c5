import type { ImportedRow, ImportKind, ImportRow } from '@mms/contracts'
import { events, newKey, reasonText } from '@mms/sdk'
import { useState } from 'react'
import type { TableCell } from '../catalogue-files/read-file.ts'
import type { FileRows } from '../catalogue-files/rows.ts'
import * as words from '../words/imports.ts'
import * as sharedWords from '../words/shared.ts'
import { sendImportRows } from './api.ts'

export interface ImportFile extends FileRows {
  id: string
  name: string
  table: TableCell[][]
}

export type RowVerdicts = ReadonlyMap<number, ImportedRow>

interface ImportState {
  step: 'choose' | 'reading' | 'checking' | 'checked' | 'importing' | 'done'
  file: ImportFile | null
  setStock: boolean
  verdicts: RowVerdicts
  progress: { done: number; total: number }
  /** Rows sent before the failure stay imported. *Try again* sends only the rest. */
  problem: string | null
}

const START: ImportState = {
  step: 'choose',
  file: null,
  setStock: false,
  verdicts: new Map(),
  progress: { done: 0, total: 0 },
  problem: null,
}

/** A request may have 256 KB, and a character may take three bytes. */
const MAX_CHARACTERS = 80_000
const MAX_ROWS = 400

export function splitIntoRequests(rows: readonly ImportRow[]): ImportRow[][] {
  const requests: ImportRow[][] = []
  let size = MAX_CHARACTERS
  for (const row of rows) {
    const length = JSON.stringify(row).length
    const current = requests.at(-1)
    if (!current || size + length > MAX_CHARACTERS || current.length === MAX_ROWS) {
      requests.push([row])
      size = length
    } else {
      current.push(row)
      size += length
    }
  }
  return requests
}

export const countImportKinds = (verdicts: RowVerdicts): Record<ImportKind, number> => {
  const counts = { added: 0, changed: 0, unchanged: 0, refused: 0 }
  for (const { kind } of verdicts.values()) counts[kind] += 1
  return counts
}

export function useImport() {
  const [state, setState] = useState(START)
  const patch = (parts: Partial<ImportState>) => setState((before) => ({ ...before, ...parts }))

  async function send(
    file: ImportFile,
    rows: ImportRow[],
    { dryRun, setStock }: { dryRun: boolean; setStock: boolean },
  ) {
    const verdicts = new Map<number, ImportedRow>()
    patch({ progress: { done: 0, total: rows.length } })
    for (const part of splitIntoRequests(rows)) {
      const answered = await sendImportRows(file.id, { fileName: file.name, dryRun, setStock, rows: part })
      for (const verdict of answered) verdicts.set(verdict.row, verdict)
      patch({ progress: { done: verdicts.size, total: rows.length } })
    }
    return verdicts
  }

  async function check(file: ImportFile, setStock: boolean): Promise<void> {
    patch({ step: 'checking', file, setStock, problem: null })
    try {
      const single = file.rows.filter(({ row }) => !file.doubles.has(row))
      const verdicts = await send(file, single, { dryRun: true, setStock })
      for (const [row, earlier] of file.doubles) {
        verdicts.set(row, { row, kind: 'refused', errors: { name: words.alreadyInRow(earlier) } })
      }
      patch({ step: 'checked', verdicts: new Map([...verdicts].sort(([a], [b]) => a - b)) })
    } catch (error) {
      patch({ problem: reasonText(error) })
    }
  }

  async function carryOut(file: ImportFile, { verdicts, setStock }: ImportState): Promise<void> {
    patch({ step: 'importing', problem: null })
    const kindOf = (row: number) => verdicts.get(row)?.kind
    const rows = file.rows.filter(({ row }) => kindOf(row) === 'added' || kindOf(row) === 'changed')
    try {
      const done = await send(file, rows, { dryRun: false, setStock })
      patch({ step: 'done', verdicts: new Map([...verdicts, ...done]) })
    } catch (error) {
      patch({ problem: reasonText(error) })
    }
    events.emit('medicines-changed', { medicineIds: [] })
  }

  async function choose(chosen: File): Promise<void> {
    setState({ ...START, step: 'reading' })
    try {
      const [{ readTable: readFile }, { importRowsOf: rowsOf }] = await Promise.all([
        import('../catalogue-files/read-file.ts'),
        import('../catalogue-files/rows.ts'),
      ])
      const table = await readFile(chosen)
      const name = chosen.name.slice(0, 200) || sharedWords.file
      await check({ ...rowsOf(table), id: newKey(), name, table }, false)
    } catch (error) {
      setState({ ...START, problem: error instanceof Error ? error.message : String(error) })
    }
  }

  const { file } = state
  return {
    ...state,
    choose,
    chooseStock: (setStock: boolean) => file && void check(file, setStock),
    carryOut: () => file && void carryOut(file, state),
    tryAgain: () =>
      file && void (state.step === 'importing' ? carryOut(file, state) : check(file, state.setStock)),
    restart: () => setState(START),
  }
}
export type CatalogueImportState = ReturnType<typeof useImport>
