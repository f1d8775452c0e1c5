import { expiryState, type Medicine, type MedicineFieldIn } from '@mms/contracts'
import { failureTitle, notify, reasonText, storeToday } from '@mms/sdk'
import { Box, type Column, DataTable, formatCount, formatDate, formatRupees } from '@mms/ui'
import { useEffect, useEffectEvent, useState } from 'react'
import * as words from '../words/medicines.ts'
import * as sharedWords from '../words/shared.ts'
import { fetchAllMedicines } from './api.ts'
import type { MedicineFilters } from './filters.ts'
import { countedWord } from './pack.ts'

/** Prints all pages, also on Ctrl+P. The browser's print menu does not wait, so it prints one page. */
export function usePrintAllMedicines(filters: MedicineFilters) {
  const [rows, setRows] = useState<readonly Medicine[] | null>(null)
  const print = async () => {
    try {
      setRows(await fetchAllMedicines(filters))
    } catch (error) {
      notify.error(failureTitle(error, words.failedFetchMedicines), reasonText(error))
    }
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
    event.preventDefault()
    void print()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  useEffect(() => {
    if (!rows) return
    const onPrinted = () => setRows(null)
    window.addEventListener('afterprint', onPrinted)
    window.print()
    return () => window.removeEventListener('afterprint', onPrinted)
  }, [rows])
  return { rows, print: () => void print() }
}

/** Plain text, because there may be 10,000 rows. */
export function PrintedList({ rows }: { rows: readonly Medicine[] }) {
  return (
    <Box display="none" _print={{ display: 'block' }}>
      <DataTable
        caption={words.allMedicines}
        columns={Object.values(columns)}
        rows={rows}
        rowKey={({ _id }) => _id}
      />
    </Box>
  )
}

const columns: Record<MedicineFieldIn<'print'>, Column<Medicine>> = {
  name: {
    header: words.name,
    primary: true,
    cell: ({ name, manufacturer }) => [name, manufacturer].filter(Boolean).join(' · '),
  },
  category: { header: words.category, cell: ({ category }) => category },
  currentStock: {
    header: sharedWords.stock,
    align: 'end',
    cell: ({ currentStock }) => formatCount(currentStock),
  },
  minStockLevel: {
    header: words.minimum,
    align: 'end',
    cell: ({ minStockLevel }) => formatCount(minStockLevel),
  },
  unitPrice: {
    header: sharedWords.price,
    align: 'end',
    cell: (medicine) => `${formatRupees(medicine.unitPrice)} ${sharedWords.per(countedWord(medicine))}`,
  },
  expiryDate: {
    header: sharedWords.expiryDate,
    cell: ({ expiryDate }) =>
      expiryState(expiryDate, storeToday()) === 'expired'
        ? `${formatDate(expiryDate)} (expired)`
        : formatDate(expiryDate),
  },
}
