import { failureTitle, notify, reasonText, storeToday, useNavigate } from '@mms/sdk'
import { formatCount, Menu, MenuItem } from '@mms/ui'
import { saveFile } from '../catalogue-files/save-file.ts'
import { fetchCatalogue } from '../imports/api.ts'

interface Props {
  isAdmin: boolean
  onPrint: () => void
}

export function FileMenu({ isAdmin, onPrint }: Props) {
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
