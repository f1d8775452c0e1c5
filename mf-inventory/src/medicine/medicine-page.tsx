import { type Medicine, medicinePages } from '@mms/contracts'
import { useSession } from '@mms/sdk'
import { RecordLinks } from '@mms/sdk/pages'
import { RecordPage } from '@mms/sdk/record-page'
import { Card, Flex, formatCount, formatDate, formatRupees, PageTabs, Stack, Text } from '@mms/ui'
import type { ReactNode } from 'react'
import { BatchesPanel } from '../batches/batches-panel.tsx'
import { HistoryPanel } from '../history/history-panel.tsx'
import { ExpiryBadge, StockBadge } from '../medicines/badges.tsx'
import { medicineKind } from '../medicines/kind.ts'
import { countedWord, isPacked, priceNote, stockInPacksText } from '../medicines/pack.ts'
import * as words from '../words/medicine.ts'
import * as sharedWords from '../words/shared.ts'
import { ConvertPackButton } from './convert-pack-dialog.tsx'

export function MedicinePage() {
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  return (
    <RecordPage<Medicine>
      kind={medicineKind}
      text={({ manufacturer, category, barcode, hsn, schedule = 'none' }) =>
        [
          ...[manufacturer, category, barcode, hsn && words.hsn(hsn)],
          schedule !== 'none' && words.schedule(schedule),
        ]
          .filter(Boolean)
          .join(' · ')
      }
      tabs={(id) => (
        <PageTabs label={sharedWords.medicine}>
          <RecordLinks id={id} pages={medicinePages} />
        </PageTabs>
      )}
    >
      {(medicine) => (
        <Stack gap="4">
          <Card>
            <Flex wrap="wrap" gap="4" justify="space-between">
              <Figures medicine={medicine} />
              {isAdmin && !isPacked(medicine) ? <ConvertPackButton medicine={medicine} /> : null}
            </Flex>
          </Card>
          <BatchesPanel medicine={medicine} />
          <HistoryPanel key={medicine._id} medicineId={medicine._id} />
        </Stack>
      )}
    </RecordPage>
  )
}

function Figures({ medicine }: { medicine: Medicine }) {
  const { currentStock, minStockLevel, unitPrice, mrp, packMrp, costPrice, expiryDate, composition } =
    medicine
  const perUnit = sharedWords.per(countedWord(medicine))
  const [shownMrp, perMrp] = isPacked(medicine)
    ? [packMrp, sharedWords.per(medicine.packWord)]
    : [mrp, perUnit]
  return (
    <Flex as="dl" wrap="wrap" columnGap="8" rowGap="3">
      <Figure
        label={sharedWords.stock}
        value={formatCount(currentStock)}
        note={
          <>
            {stockInPacksText(medicine)} {words.minimumOf(formatCount(minStockLevel))}{' '}
            <StockBadge medicine={medicine} />
          </>
        }
      />
      <Figure label={sharedWords.price} value={formatRupees(unitPrice)} note={priceNote(medicine)} />
      {shownMrp ? <Figure label={sharedWords.mrp} value={formatRupees(shownMrp)} note={perMrp} /> : null}
      {costPrice ? (
        <>
          <Figure label={sharedWords.costPrice} value={formatRupees(costPrice)} note={perUnit} />
          <Figure label={words.margin} value={marginText(unitPrice, costPrice)} note={words.ofThePrice} />
        </>
      ) : null}
      <Figure
        label={sharedWords.expiryDate}
        value={formatDate(expiryDate)}
        note={<ExpiryBadge date={expiryDate} />}
      />
      {composition ? <Figure label={words.composition} note={composition} /> : null}
    </Flex>
  )
}

/** Example: `25.0 %`. Shown to administrators, because only they receive the cost price. */
const marginText = (price: number, cost: number) =>
  price > 0 ? `${(((price - cost) / price) * 100).toFixed(1)} %` : '-'

interface FigureProps {
  label: string
  value?: string
  note?: ReactNode
}

function Figure({ label, value, note }: FigureProps) {
  return (
    <div>
      <Text as="dt" color="fg.muted" textStyle="xs" fontWeight="medium">
        {label}
      </Text>
      <Text as="dd" textStyle="xl" fontWeight="bold" fontVariantNumeric="tabular-nums">
        {value}
        <Text textStyle="sm" fontWeight="normal">
          {note}
        </Text>
      </Text>
    </div>
  )
}
