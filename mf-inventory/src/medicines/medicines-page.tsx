import type { Medicine } from '@mms/contracts'
import {
  failureTitle,
  notify,
  reasonText,
  storeToday,
  useNavigate,
  usePagedList,
  usePageTitle,
  useSession,
} from '@mms/sdk'
import { saveFile } from '@mms/sdk/csv'
import { DenseRows, useRowHeight } from '@mms/sdk/dense'
import { AddLink } from '@mms/sdk/records'
import { Box, formatCount, ListRegion, Menu, MenuItem, PageHeader, PrintNote, Text } from '@mms/ui'
import { fetchCatalogue } from '../imports/api.ts'
import { medicineKeys } from '../keys.ts'
import * as words from '../words/medicines.ts'
import * as sharedWords from '../words/shared.ts'
import { MEDICINES_PATH } from './api.ts'
import { countFilters, describeFilters, type MedicineFilters, medicineFilters } from './filters.ts'
import { medicineKind } from './kind.ts'
import { FilterChips, MedicinesFilterForm } from './medicines-filter-form.tsx'
import { MedicinesTable, useHiddenColumns } from './medicines-table.tsx'
import { NoMatchPanel, NoMedicinesPanel } from './no-medicines-panel.tsx'
import { PrintedList, usePrintAllMedicines } from './printed-list.tsx'
import { StockTabs } from './stock-tabs.tsx'

export function MedicinesPage() {
  usePageTitle(sharedWords.medicines)
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  const { address, ...list } = usePagedList<MedicineFilters, Medicine>({
    key: medicineKeys(),
    path: MEDICINES_PATH,
    filters: medicineFilters,
    events: ['medicines-changed'],
    failureText: words.failedFetchMedicines,
  })
  const filterCount = countFilters(address.filters)
  const printing = usePrintAllMedicines(address.filters)
  const rows = useRowHeight()
  const columns = useHiddenColumns()
  return (
    <>
      <PageHeader
        title={sharedWords.medicines}
        text={
          list.total === undefined ? undefined : (
            <>
              {describeTotal(list.total, filterCount > 0)} <FilterChips address={address} />
            </>
          )
        }
        actions={
          <>
            <StockTabs />
            <FileMenu isAdmin={isAdmin} onPrint={printing.print} rows={rows} columns={columns.choices} />
            {isAdmin ? <AddLink kind={medicineKind} state={address.leaveState} /> : null}
          </>
        }
      />
      <PrintNote>{describeFilters(address.filters)}</PrintNote>
      <MedicinesFilterForm address={address} />
      {printing.rows ? <PrintedList rows={printing.rows} /> : null}
      <Box mt={{ base: '2', lg: '1' }} css={columns.css} data-screen-only={printing.rows ? true : undefined}>
        {list.foundBy === 'slip' ? (
          <Text role="status" mb="2" color="fg.muted">
            {words.similarNames}
          </Text>
        ) : null}
        <DenseRows isTall={rows.isTall}>
          <ListRegion
            label={words.medicines}
            list={list}
            empty={
              filterCount > 0 ? (
                <NoMatchPanel onClear={address.clearFilters} />
              ) : (
                <NoMedicinesPanel addLabel={words.addFirstMedicine} isAdmin={isAdmin} />
              )
            }
          >
            {(medicines, stale) => (
              <MedicinesTable medicines={medicines} stale={stale} isAdmin={isAdmin} address={address} />
            )}
          </ListRegion>
        </DenseRows>
      </Box>
    </>
  )
}

function describeTotal(total: number, isFiltered: boolean): string {
  const count = `${formatCount(total)} ${total === 1 ? 'medicine' : 'medicines'}`
  return isFiltered ? words.countFound(count) : words.countInCatalogue(count)
}

interface FileMenuProps {
  isAdmin: boolean
  onPrint: () => void
  rows: ReturnType<typeof useRowHeight>
  columns: ReturnType<typeof useHiddenColumns>['choices']
}

function FileMenu({ isAdmin, onPrint, rows, columns }: FileMenuProps) {
  const navigate = useNavigate()
  return (
    <Menu label={sharedWords.file}>
      <MenuItem onSelect={onPrint}>{sharedWords.print}</MenuItem>
      {isAdmin ? (
        <>
          <MenuItem onSelect={() => void exportCatalogue('csv')}>{words.exportCsv}</MenuItem>
          <MenuItem onSelect={() => void exportCatalogue('xlsx')}>{words.exportExcel}</MenuItem>
          <MenuItem onSelect={() => void navigate('/medicines/import')}>{words.importFile}</MenuItem>
        </>
      ) : null}
      <MenuItem onSelect={rows.toggle}>{rows.isTall ? words.compactRows : words.comfortableRows}</MenuItem>
      {columns.map(({ label, toggle }) => (
        <MenuItem key={label} onSelect={toggle}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}

async function exportCatalogue(kind: 'csv' | 'xlsx'): Promise<void> {
  try {
    const [medicines, files] = await Promise.all([
      fetchCatalogue(),
      import('../catalogue-files/write-file.ts'),
    ])
    const file = kind === 'csv' ? files.toCatalogueCsv(medicines) : await files.toCatalogueExcel(medicines)
    saveFile(`medicines-${storeToday()}.${kind}`, file)
    notify.success(words.exportedMedicines(formatCount(medicines.length)))
  } catch (error) {
    notify.error(failureTitle(error, words.failedExportMedicines), reasonText(error))
  }
}
