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
import { MEDICINES_PATH } from './api.ts'
import { countFilters, describeFilters, type MedicineFilters, medicineFilters } from './filters.ts'
import { medicineKind } from './kind.ts'
import { FilterChips, MedicinesFilterForm } from './medicines-filter-form.tsx'
import { MedicinesTable, useHiddenColumns } from './medicines-table.tsx'
import { NoMatchPanel, NoMedicinesPanel } from './no-medicines-panel.tsx'
import { PrintedList, usePrintAll } from './printed-list.tsx'
import { StockTabs } from './stock-tabs.tsx'

export function MedicinesPage() {
  usePageTitle('Medicines')
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  const { address, ...list } = usePagedList<MedicineFilters, Medicine>({
    key: medicineKeys(),
    path: MEDICINES_PATH,
    filters: medicineFilters,
    events: ['medicines-changed'],
    failureText: 'Failed to fetch medicines',
  })
  const filterCount = countFilters(address.filters)
  const printing = usePrintAll(address.filters)
  const rows = useRowHeight()
  const columns = useHiddenColumns()
  return (
    <>
      <PageHeader
        title="Medicines"
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
            No such name. Similar names:
          </Text>
        ) : null}
        <DenseRows isTall={rows.isTall}>
          <ListRegion
            label="medicines"
            list={list}
            empty={
              filterCount > 0 ? (
                <NoMatchPanel onClear={address.clearFilters} />
              ) : (
                <NoMedicinesPanel addLabel="Add Your First Medicine" isAdmin={isAdmin} />
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
  return isFiltered ? `${count} found` : `${count} in the catalogue`
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
    <Menu label="File">
      <MenuItem onSelect={onPrint}>Print</MenuItem>
      {isAdmin ? (
        <>
          <MenuItem onSelect={() => void exportCatalogue('csv')}>Export to CSV</MenuItem>
          <MenuItem onSelect={() => void exportCatalogue('xlsx')}>Export to Excel</MenuItem>
          <MenuItem onSelect={() => void navigate('/medicines/import')}>Import</MenuItem>
        </>
      ) : null}
      <MenuItem onSelect={rows.toggle}>{rows.isTall ? 'Dense rows' : 'Comfortable rows'}</MenuItem>
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
    const file = kind === 'csv' ? files.catalogueCsv(medicines) : await files.catalogueExcel(medicines)
    saveFile(`medicines-${storeToday()}.${kind}`, file)
    notify.success(`Exported ${formatCount(medicines.length)} medicines`)
  } catch (error) {
    notify.error(failureTitle(error, 'Failed to export the medicines'), reasonText(error))
  }
}
