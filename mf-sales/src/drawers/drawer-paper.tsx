import type { Drawer, ShownBillSettings } from '@mms/contracts'
import { Box, Flex, formatInstant } from '@mms/ui'
import { Line, PaperTitle, Rule, Sheet, Sums, TaxTable } from '../bills/bill-paper.tsx'
import { modeSums } from '../bills/words.ts'
import { differenceText, entryKinds } from './words.ts'

interface Props {
  drawer: Drawer
  store: ShownBillSettings
}

/** The day report of a closed drawer on 80 mm or A5 paper. */
export function DrawerPaper({ drawer, store }: Props) {
  const { figures, closing, entries } = drawer
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
      <Sums
        sums={[
          ['Sales', figures.sales],
          ['Refunds', 0 - figures.refunds],
        ]}
      />
      <Sums isBold sums={[['Net', figures.net]]} />
      <Rule />
      <Sums sums={modeSums(figures.byMode)} />
      <Rule />
      <Sums
        sums={[
          ['Float', drawer.float],
          ['Cash of bills, less refunds', figures.byMode.cash],
          ...entries.map(
            ({ direction, kind, amount, note }) =>
              [`${entryKinds[kind]}: ${note}`, direction === 'in' ? amount : -amount] as const,
          ),
        ]}
      />
      <Sums isBold sums={[['Expected cash', figures.expectedCash]]} />
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
    <PaperTitle
      name={store.tradeName || store.legalName}
      texts={store.gstin ? [`GSTIN ${store.gstin}`] : []}
      title={`Day report ${closing?.number}`}
    />
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
    <Sums
      sums={closing.counted.notes
        .filter(({ count }) => count > 0)
        .map(({ value, count }) => [`₹${value / 100} × ${count}`, value * count])}
    />
    <Sums sums={closing.counted.coins > 0 ? [['Coins', closing.counted.coins]] : []} />
    <Sums isBold sums={[['Counted', closing.countedCash]]} />
    <Line bold>Difference: {differenceText(closing.difference)}</Line>
    <Line>{closing.reason && `Reason: ${closing.reason}`}</Line>
  </>
)
