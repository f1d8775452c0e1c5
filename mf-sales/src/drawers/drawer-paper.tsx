import type { Drawer, ShownBillSettings } from '@mms/contracts'
import { Box, Flex, formatInstant } from '@mms/ui'
import { Line, Rule, Sheet, Sum, TaxTable } from '../bills/bill-paper.tsx'
import { differenceText, entryKinds } from './words.ts'

interface Props {
  drawer: Drawer
  store: ShownBillSettings
}

/** The day report of a closed drawer on 80 mm or A5 paper. */
export function DrawerPaper({ drawer, store }: Props) {
  const { figures, closing, entries } = drawer
  const { byMode } = figures
  return (
    <Sheet paper={store.paper}>
      <Head drawer={drawer} store={store} />
      <Rule />
      {figures.bills.map(({ first, last, count }) => (
        <Line key={first}>
          {count} bills: {first} to {last}
        </Line>
      ))}
      <Line>Credit notes: {figures.notes}</Line>
      <Rule />
      <Sum label="Sales" paise={figures.sales} />
      <Sum label="Refunds" paise={0 - figures.refunds} />
      <Sum label="Net" paise={figures.net} isBold />
      <Rule />
      <Sum label="Cash" paise={byMode.cash} />
      <Sum label="UPI" paise={byMode.upi} />
      <Sum label="Card" paise={byMode.card} />
      <Sum label="Credit" paise={byMode.credit} />
      <Rule />
      <Sum label="Float" paise={drawer.float} />
      <Sum label="Cash of bills, less refunds" paise={byMode.cash} />
      {entries.map(({ _id, direction, kind, amount, note }) => (
        <Sum key={_id} label={`${entryKinds[kind]}: ${note}`} paise={direction === 'in' ? amount : -amount} />
      ))}
      <Sum label="Expected cash" paise={figures.expectedCash} isBold />
      {closing ? <Counted closing={closing} /> : null}
      {figures.rates.length > 0 ? <TaxTable rates={figures.rates} store={store} /> : null}
      <Flex justify="space-between" mt="12mm" gap="4mm">
        {['Cashier', 'Pharmacist'].map((name) => (
          <Box key={name} flex="1" textAlign="center" borderTop="0.2mm solid black">
            {name}
          </Box>
        ))}
      </Flex>
    </Sheet>
  )
}

const Head = ({ drawer: { counter, closing, ...drawer }, store }: Props) => (
  <>
    <Box textAlign="center">
      <Box fontSize="1.35em" fontWeight={700}>
        {store.tradeName || store.legalName}
      </Box>
      <Line>{store.gstin && `GSTIN ${store.gstin}`}</Line>
      <Box fontWeight={700} fontSize="1.15em" pt="1mm">
        Day report {closing?.number}
      </Box>
    </Box>
    <Rule />
    <Line>
      Counter {counter.code}, {counter.name}
    </Line>
    <Line>Pharmacist: {drawer.pharmacist}</Line>
    <Line>
      Opened {formatInstant(drawer.openedAt, 'en-IN')} by {drawer.openedBy.name}
    </Line>
    <Line>{closing && `Closed ${formatInstant(closing.closedAt, 'en-IN')} by ${closing.closedBy.name}`}</Line>
  </>
)

const Counted = ({ closing }: { closing: NonNullable<Drawer['closing']> }) => (
  <>
    <Rule />
    {closing.counted.notes
      .filter(({ count }) => count > 0)
      .map(({ value, count }) => (
        <Sum key={value} label={`₹${value / 100} × ${count}`} paise={value * count} />
      ))}
    {closing.counted.coins > 0 ? <Sum label="Coins" paise={closing.counted.coins} /> : null}
    <Sum label="Counted" paise={closing.countedCash} isBold />
    <Line bold>Difference: {differenceText(closing.difference)}</Line>
    <Line>{closing.reason && `Reason: ${closing.reason}`}</Line>
  </>
)
