import { type ImportedRow, type ImportKind, type MedicineField, medicineFieldNames } from '@mms/contracts'
import { Badge, type Column, DataTable, formatCount, formatDate, formatRupees, Text } from '@mms/ui'
import * as tones from '@mms/ui/tones'
import { columnHeaderOf } from '../catalogue-files/columns.ts'
import * as words from '../words/imports.ts'
import * as sharedWords from '../words/shared.ts'
import type { ImportFile, RowVerdicts } from './use-import.ts'

const SHOWN = 20

const looks: Record<ImportKind, { name: string; palette: string }> = {
  added: { name: words.fresh, palette: tones.good },
  changed: { name: words.changed, palette: tones.info },
  unchanged: { name: words.unchanged, palette: tones.quiet },
  refused: { name: words.refused, palette: tones.danger },
}

type Row = ImportedRow & { fields: Record<string, string | number> }

export function PreviewTable({ file, verdicts }: { file: ImportFile; verdicts: RowVerdicts }) {
  const rows = file.rows.flatMap(({ row, fields }): Row[] => {
    const verdict = verdicts.get(row)
    return verdict && verdict.kind !== 'unchanged' ? [{ ...verdict, fields }] : []
  })
  if (rows.length === 0) return null
  const first = [...rows.filter(isRefused), ...rows.filter((row) => !isRefused(row))].slice(0, SHOWN)
  return (
    <>
      <DataTable
        caption={words.rowsFile}
        columns={columns}
        rows={first}
        rowKey={({ row }) => String(row)}
        isHighlighted={isRefused}
      />
      {rows.length > SHOWN ? (
        <Text color="fg.muted">{words.firstShown(SHOWN, formatCount(rows.length))}</Text>
      ) : null}
    </>
  )
}

const written = (value: string | number | undefined, format: (value: number) => string) =>
  typeof value === 'number' ? format(value) : (value ?? '-')

const isRefused = ({ kind }: ImportedRow) => kind === 'refused'

const columns: Column<Row>[] = [
  { header: columnHeaderOf('name'), primary: true, cell: ({ fields }) => fields.name ?? '-' },
  { header: words.row, align: 'end', cell: ({ row }) => formatCount(row) },
  {
    header: sharedWords.what,
    cell: ({ kind }) => <Badge colorPalette={looks[kind].palette}>{looks[kind].name}</Badge>,
  },
  {
    header: columnHeaderOf('currentStock'),
    align: 'end',
    cell: ({ fields }) => written(fields.currentStock, formatCount),
  },
  {
    header: columnHeaderOf('unitPrice'),
    align: 'end',
    cell: ({ fields }) => written(fields.unitPrice, formatRupees),
  },
  {
    header: columnHeaderOf('expiryDate'),
    cell: ({ fields }) => (fields.expiryDate ? formatDate(String(fields.expiryDate)) : '-'),
  },
  {
    header: words.why,
    wrap: true,
    cell: (row) => (isRefused(row) ? describeRowErrors(row) : stockWords(row)),
  },
]

function stockWords({ stockChange }: Row): string {
  if (stockChange === undefined) return '-'
  return words.stockChange(stockChange > 0 ? '+' : '−', formatCount(Math.abs(stockChange)))
}

const nameOf = (field: string) =>
  medicineFieldNames.includes(field as MedicineField) ? columnHeaderOf(field as MedicineField) : field

export const describeRowErrors = ({ errors = {} }: ImportedRow): string =>
  Object.entries(errors)
    .map(([field, error]) => `${nameOf(field)} ${error}.`)
    .join(' ')
