import { type Medicine, medicinePages } from '@mms/contracts'
import { useSession } from '@mms/sdk'
import { RecordLinks } from '@mms/sdk/pages'
import { RecordPage } from '@mms/sdk/record-page'
import { formatCount, formatDate, formatRupees, PageTabs, SimpleGrid, Stack, StatCard } from '@mms/ui'
import { BatchesPanel } from '../batches/batches-panel.tsx'
import { HistoryPanel } from '../history/history-panel.tsx'
import { ExpiryBadge, StockBadge } from '../medicines/badges.tsx'
import { medicineKind } from '../medicines/kind.ts'
import { isPacked, packPriceText, stockInPacks } from '../medicines/pack.ts'
import { ConvertButton } from './convert-dialog.tsx'

export function MedicinePage() {
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  return (
    <RecordPage<Medicine>
      kind={medicineKind}
      text={({ manufacturer, category, barcode, hsn, schedule = 'none' }) =>
        [
          ...[manufacturer, category, barcode, hsn && `HSN ${hsn}`],
          schedule !== 'none' && `Schedule ${schedule}`,
        ]
          .filter(Boolean)
          .join(' · ')
      }
      tabs={(id) => (
        <PageTabs label="Medicine">
          <RecordLinks id={id} pages={medicinePages} />
        </PageTabs>
      )}
    >
      {(medicine) => (
        <Stack gap="4">
          <Figures medicine={medicine} />
          {isAdmin && !isPacked(medicine) ? <ConvertButton medicine={medicine} /> : null}
          <BatchesPanel medicine={medicine} />
          <HistoryPanel key={medicine._id} medicineId={medicine._id} />
        </Stack>
      )}
    </RecordPage>
  )
}

function Figures({ medicine }: { medicine: Medicine }) {
  const { currentStock, minStockLevel, unitPrice, mrp, packMrp, expiryDate } = medicine
  const shownMrp = isPacked(medicine) ? packMrp : mrp
  return (
    <SimpleGrid columns={{ base: 1, sm: 3 }} gap="4">
      <StatCard
        label="Stock"
        value={formatCount(currentStock)}
        footer={
          <>
            {stockInPacks(medicine)} Min: {formatCount(minStockLevel)} <StockBadge medicine={medicine} />
          </>
        }
      />
      <StatCard
        label="Price"
        value={formatRupees(unitPrice)}
        footer={[packPriceText(medicine), shownMrp && `MRP ${formatRupees(shownMrp)}`]
          .filter(Boolean)
          .join(' · ')}
      />
      <StatCard
        label="Expiry Date"
        value={formatDate(expiryDate)}
        footer={<ExpiryBadge date={expiryDate} />}
      />
    </SimpleGrid>
  )
}
